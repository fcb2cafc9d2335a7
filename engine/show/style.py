"""The style of a text: with typographic signs, in plain ASCII, or to be read aloud."""

from __future__ import annotations

from enum import StrEnum


class Style(StrEnum):
    """All three say the same. None is wider than a mail."""

    UNICODE = "unicode"
    """Lines and signs as a terminal or a mail program draws them; every name in its own letters."""
    ASCII = "ascii"
    """Nothing but printable ASCII: other letters are spelt with those that are."""
    SPOKEN = "spoken"
    """Short sentences in a fixed order for a screen reader: no drawing, no columns."""
