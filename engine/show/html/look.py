"""Colours, sizes and the small sheet in the head. Nothing here knows the game.

Every pair of colours is readable by itself (contrast of 4.5 and more) and is set together, so that a
program which turns colours around for the dark turns both. The sheet gives darker ones to programs that
ask; its classes are short because they stand in many cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

INK: Final = "#221f1a"
SOFT: Final = "#5c5547"
PAPER: Final = "#e7e0d2"
PANEL: Final = "#ffffff"
FIELD: Final = "#f4efe4"
NIGHT: Final = "#263038"
SNOW: Final = "#ffffff"
LAMP: Final = "#f7c948"
LAMP_INK: Final = "#2b2100"
LINK: Final = "#0b4f8a"

SEATS: Final = ("#1f5fa8", "#a32a1c", "#1b6e3c", "#6a3d9a")
"""The seats' colours, each readable under white letters; the letters tell them apart as well."""

FONT: Final = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
MONO: Final = "font-family:Consolas,Menlo,monospace"

BREAK: Final = "word-break:break-word"
"""The style of places with names that may be long: those who have room to break a line do so."""

WIDE: Final = 1400
"""The page is as wide as the window up to here."""
SPLIT: Final = 720
"""From this width on two columns stand beside each other."""

_SHEET: Final = f"""
body,table,td,th,h1,h2,h3,p,li{{{FONT}}}
@media (prefers-color-scheme:dark){{
.p{{background-color:#0f1214!important;color:#ece7dc!important;border-color:#0f1214!important}}
.n{{background-color:#1c2126!important;color:#ece7dc!important;border-color:#0f1214!important}}
.f{{background-color:#2a3138!important;color:#ece7dc!important}}
.s{{color:#b9b2a3!important}}
.l{{color:#8ec5ff!important}}
.i{{color:#ece7dc!important}}
.w{{background-color:#6d6650!important;color:#ffffff!important}}
.d{{background-color:#37332c!important;color:#ffffff!important}}
.a{{background-color:#3b5568!important;color:#ffffff!important}}
}}
@media (min-width:{SPLIT}px){{
.r{{display:table;width:100%}}
.h{{display:table-cell;width:50%;vertical-align:top}}
}}
"""
SHEET: Final = _SHEET.strip().replace("\n", "")
"""p the page, n a panel, f a field, s soft ink, l a link, i the ink in one, w and d the light and the dark
side, a the air; r a row of two columns, h one of them.
"""

LAYOUT: Final = '<table role="presentation" cellspacing="0" cellpadding="0"'


def panel(inside: str) -> str:
    """A white block across the page."""
    return (
        f'<tr><td class="n" style="background-color:{PANEL};color:{INK};padding:8px 8px 6px;'
        f'border-bottom:6px solid {PAPER}">\n{inside}</td></tr>\n'
    )


def title(text: str) -> str:
    return f'<h2 style="margin:0 4px 4px;font-size:18px;line-height:24px;{BREAK}">{text}</h2>\n'


def subtitle(text: str) -> str:
    return f'<h3 style="margin:0 0 2px;font-size:14px;line-height:22px;{BREAK}">{text}</h3>\n'


def sentence(text: str) -> str:
    return f'<p style="margin:0 4px 6px;font-size:14px;line-height:20px;{BREAK}">{text}</p>\n'


def small(text: str) -> str:
    """A remark."""
    return f'<p class="s" style="margin:6px 4px 0;font-size:12px;line-height:17px;color:{SOFT}">{text}</p>\n'


def columns(left: str, right: str) -> str:
    """Two blocks: below each other, and in a wide window beside each other.

    Programs that ask the sheet know how wide they are. Outlook for Windows, which draws with Word, has a
    table of its own; all others show the second block below the first.
    """
    if not (left and right):
        return _column(left or right)
    return f'<div class="r">{_MSO_BEGINS}{_column(left)}{_MSO_NEXT}{_column(right)}{_MSO_ENDS}</div>\n'


def _column(inside: str) -> str:
    return f'<div class="h" style="padding:4px 4px 8px">\n{inside}</div>\n'


_MSO_BEGINS: Final = f'<!--[if mso]>{LAYOUT} width="100%"><tr><td width="50%" valign="top"><![endif]-->\n'
_MSO_NEXT: Final = '<!--[if mso]></td><td width="50%" valign="top"><![endif]-->\n'
_MSO_ENDS: Final = "<!--[if mso]></td></tr></table><![endif]-->"


def parted(blocks: Sequence[tuple[str, int]]) -> str:
    """Blocks, each with its height, in two columns that are about equally high; read one after the other."""
    heights = [high for _, high in blocks]
    at = min(range(1, len(blocks) + 1), key=lambda at: max(sum(heights[:at]), sum(heights[at:])))
    return columns(*("".join(text for text, _ in part) for part in (blocks[:at], blocks[at:])))
