"""Media types of files by their endings, as mails and browsers are told."""

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
    """The media type of a file of this name."""
    _, dot, ending = name.rpartition(".")
    return MEDIA_TYPES.get(dot + ending, "application/octet-stream")
