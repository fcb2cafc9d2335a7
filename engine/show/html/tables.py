"""Tables of numbers, with heads that a screen reader can find. Nothing here knows the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .look import BREAK, FIELD, SOFT

_HEAD: Final = f"color:{SOFT};font-size:11px;font-weight:normal"
_STRIPE: Final = f'<tr class="f" bgcolor="{FIELD}">'
"""Every other line, so that the eye keeps to its own."""


def table(heads: str, rows: Iterable[str]) -> str:
    striped = "".join([f"{_STRIPE if at % 2 == 0 else '<tr>'}{row}" for at, row in enumerate(rows)])
    return (
        '<table width="100%" cellspacing="0" cellpadding="4" style="font-size:13px;line-height:18px">\n'
        f"{heads}{striped}</table>\n"
    )


def heads(first: str, others: Iterable[str]) -> str:
    """The row above the numbers."""
    return f"<tr>{_head(first, 'left')}{''.join([_head(text, 'right') for text in others])}</tr>\n"


def row(label: str, cells: Iterable[str]) -> str:
    """A row: its head, and its numbers."""
    numbers = "".join([f'<td align="right">{text}</td>' for text in cells])
    return f'<th scope="row" align="left" style="font-weight:normal;{BREAK}">{label}</th>{numbers}</tr>\n'


def _head(text: str, align: str) -> str:
    if not text:
        return "<td>&nbsp;</td>"
    return f'<th class="s" scope="col" align="{align}" valign="bottom" style="{_HEAD}">{text}</th>'
