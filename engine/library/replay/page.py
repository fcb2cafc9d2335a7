"""One page from its parts: a frame, a style sheet, a script, what is shown, and the archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, Final

from engine.library.chronicle import chronicle
from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.log import canonical
from engine.tongue import ENGLISH, LANGUAGES, tongue

from .content import content
from .embed import as_json, put_in, source_hash
from .notes import Note, read_notes

_HERE: Final = files(__package__)
_STYLES: Final = (
    "colours",
    "frame",
    "board",
    "pieces",
    "pits",
    "clock",
    "counts",
    "chart",
    "moves",
    "points",
    "controls",
    "help",
    "small",
    "means",
)
"""The style sheets, in order: a later one may say otherwise."""
_SCRIPTS: Final = (
    "elements",
    "reading",
    "pieces",
    "spaces",
    "clock",
    "tables",
    "counts",
    "pit",
    "chart",
    "lead",
    "moves",
    "room",
    "link",
    "points",
    "bytes",
    "canonical",
    "seal",
    "keyring",
    "table",
    "shuffle",
    "log",
    "undo",
    "handover",
    "witness",
    "verify",
    "certificate",
    "travel",
    "start",
)
"""In the order in which they build on each other."""


def replay_page(
    told: bytes | Mapping[str, Any],
    *,
    language: str = ENGLISH,
    notes: Sequence[Note | Mapping[str, Any]] | None = None,
    called: str = "",
) -> str:
    """A game that is over as one HTML text, to be kept as a file and opened from anywhere.

    `told` is an archive, its bytes or its members; it is verified first, and refused if anything is wrong.
    The page opens in `language` and can be switched to every other. `notes` are remarks on plies:
    `ply`, and maybe `best` (a move), `loss` (VP) and `text`. `called` names a game that has no id.
    """
    data = told if isinstance(told, bytes) else archive.write(dict(told))
    certificate = verify(data)
    game = chronicle(canonical.loads(data), called)  # type: ignore[arg-type]  # verified: it is an object
    code = language if language in LANGUAGES else ENGLISH
    remarks = read_notes(notes or (), len(game.plies))
    shown = content(game, certificate, sha256(data).hexdigest(), remarks, code)
    title = tongue(code).say("{players}: a replay", players=" – ".join(game.names))
    return put_in(
        _source("page.html"),
        {
            "language": code,
            "title": escape(title),
            "policy": escape(_policy()),
            "style": _style(),
            "script": _script(),
            "content": as_json(shown),
            "archive": as_json(data.decode("utf-8")),
        },
    )


@cache
def _source(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


@cache
def _style() -> str:
    return "\n".join(_source(f"style/{name}.css") for name in _STYLES)


@cache
def _script() -> str:
    return "\n".join(_source(f"script/{name}.js") for name in _SCRIPTS)


@cache
def _policy() -> str:
    """Nothing is loaded from anywhere, and nothing runs but what is here."""
    return (
        f"default-src 'none'; script-src {source_hash(_script())}; "
        f"style-src {source_hash(_style())}; img-src data:; base-uri 'none'; form-action 'none'"
    )
