"""Texts in lines that fit into a terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

WIDTH: Final = 78


def wrapped(text: str) -> list[str]:
    """Lines that fit; those that do already stay as they are."""
    return [line for given in text.splitlines() for line in _fitting(given)]


def _fitting(line: str) -> list[str]:
    return [line] if len(line) <= WIDTH else wrap(line, WIDTH, break_on_hyphens=False)
