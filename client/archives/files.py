"""Archives as files: reading them within bounds, and where what is made of one is written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from engine.errors import BadRecord, Refused
from engine.record.log import canonical

STDIN: Final = "-"
UNREADABLE: Final = "file/unreadable"


def read_archive(file: str) -> bytes:
    """The bytes of a file; never much more than an archive can have."""
    most = canonical.MAX_BYTES
    try:
        if file == STDIN:
            data = sys.stdin.buffer.read(most + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(most + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadRecord("file/unreadable", "this can't be read: {why}", why=why) from None
    if len(data) > most:
        raise BadRecord("archive/too-large", "an archive has at most {most} bytes", most=most)
    return data


def name_of(file: str) -> str:
    """The name of a game without an id: its file's."""
    return "game" if file == STDIN else Path(file).stem


def blame(file: str, error: Refused) -> Refused:
    """The same refusal, with the file that it is about."""
    return Refused(error.code, "{file}: {why}", file=file, why=error)
