"""The server's log: one line an event, for people and for programs.

    2026-01-02T03:04:05Z info clerk dealt with a mail mail=12 outcome=done

Time, level, who speaks, what happened, and facts as name=value; or the same as a JSON object. No line holds
an address, a password or anything hidden: of an unforeseen error only its kind and its place are told, for
its text may hold anything.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from server.host.reports.error_texts import explain

_ADDRESS: Final = re.compile(r"[^\s\"'<>()\[\],;:=]+@[^\s\"'<>()\[\],;:=]+")
_PLAIN: Final = re.compile(r"[^\s\"=]+")
_STATEMENT: Final = re.compile(r"\[SQL: |\(Background on this error ")
LONGEST: Final = 500


class Voice:
    """A voice in the log: a part of the server, such as the fetcher."""

    def __init__(self, part: str) -> None:
        self._logger = logging.getLogger(f"server.{part}")

    def info(self, event: str, **facts: object) -> None:
        self._logger.info(event, extra={"facts": facts})

    def warning(self, event: str, error: BaseException | None = None, **facts: object) -> None:
        self._logger.warning(event, extra={"facts": facts}, exc_info=error)

    def error(self, event: str, error: BaseException | None = None, **facts: object) -> None:
        self._logger.error(event, extra={"facts": facts}, exc_info=error)


def start_logging(*, quiet: bool = False, as_json: bool = False) -> None:
    """Send all lines to stderr; if quiet, only what needs the host."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else LineFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("server").setLevel(logging.WARNING if quiet else logging.INFO)


class LineFormatter(logging.Formatter):
    """A record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        told = "".join(f" {name}={_value(value)}" for name, value in _facts(record).items())
        return " ".join(_head(record).values()) + told


class JsonLines(logging.Formatter):
    """A record as one JSON object, for programs that gather logs."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {
            name: value if isinstance(value, bool | int | float | None) else clean(str(value))
            for name, value in _facts(record).items()
        }
        return json.dumps({**facts, **_head(record)})


def _head(record: logging.LogRecord) -> dict[str, str]:
    """The head of every line: when, how grave, who speaks, and what happened."""
    return {
        "at": datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "level": record.levelname.lower(),
        "part": record.name.removeprefix("server."),
        "event": clean(record.getMessage()),
    }


def _facts(record: logging.LogRecord) -> dict[str, object]:
    facts: dict[str, object] = dict(getattr(record, "facts", {}))
    if record.exc_info and record.exc_info[1] is not None:
        facts |= tell_error(record.exc_info[1])
    return facts


def tell_error(error: BaseException) -> dict[str, object]:
    """The facts of an error that may be said: its words if it has some, else only its kind and where it came
    from."""
    if (words := explain(error)) is not None:
        return {"why": words}
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    place = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return {"error": type(error).__name__, "place": place}


def clean(text: str) -> str:
    """On one line, without addresses, without the values in a database's statement, and not too long."""
    told = _STATEMENT.split(text, maxsplit=1)[0].strip()
    line = "".join(sign if sign.isprintable() else " " for sign in told)
    return _ADDRESS.sub("…@…", line)[:LONGEST]


def _value(value: object) -> str:
    text = clean(str(value))
    return text if _PLAIN.fullmatch(text) else '"' + text.replace('"', "'") + '"'
