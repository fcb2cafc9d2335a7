"""What files of each ending hold, as mails and browsers are told."""

from __future__ import annotations

from typing import Final

MEDIA_TYPES: Final = {
    ".json": "application/json",
    ".html": "text/html",
    ".md": "text/markdown",
    ".csv": "text/csv",
    ".parquet": "application/vnd.apache.parquet",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


def media_type(name: str) -> str:
    """What a file of this name holds."""
    _, dot, ending = name.rpartition(".")
    return MEDIA_TYPES.get(dot + ending, "application/octet-stream")
