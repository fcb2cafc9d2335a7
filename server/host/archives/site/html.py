"""Pages of the site: a frame that all share, tables, and the script for the search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from engine.library.replay.embed import source_hash
from engine.tongue import Tongue

STYLE: Final = """
:root { color-scheme: light dark; --line: #8886; }
* { box-sizing: border-box; }
html { background: Canvas; color: CanvasText; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 0 1rem 3rem; max-width: 62rem; }
nav { display: flex; flex-wrap: wrap; gap: 1rem; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.35rem 0.6rem; text-align: left; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
time { white-space: nowrap; }
input { font: inherit; padding: 0.4rem 0.6rem; width: 100%; max-width: 26rem; }
a:focus-visible, input:focus-visible { outline: 3px solid #0072b2; outline-offset: 2px; }
"""

SCRIPT: Final = """
const field = document.getElementById("search");
const found = document.getElementById("found");
const rows = Array.from(document.querySelectorAll("tbody tr"), (row) => [row, row.textContent.toLowerCase()]);
function look() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const [row, text] of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  found.textContent = words.length ? `${shown} / ${rows.length}` : "";
}
field.addEventListener("input", look);
look();
"""

_POLICY: Final = (
    f"default-src 'none'; style-src {source_hash(STYLE)}; script-src {source_hash(SCRIPT)}; "
    "base-uri 'none'; form-action 'none'"
)


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


class NumberCell(str):
    """A number with a unit or a fraction, which stands on the right as numbers do."""

    __slots__ = ()


def link(to: str, text: str) -> Markup:
    return Markup(f'<a href="{escape(to)}">{escape(text)}</a>')


def together(parts: Iterable[str]) -> Markup:
    """Several parts with commas between."""
    return Markup(", ".join(map(shown, parts)))


def shown(cell: object) -> str:
    return str(cell) if isinstance(cell, Markup) else escape(str(cell))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Numbers stand on the right."""
    body = []
    for row in rows:
        cells = (
            f'<td class="number">{shown(cell)}</td>'
            if isinstance(cell, int | NumberCell)
            else f"<td>{shown(cell)}</td>"
            for cell in row
        )
        body.append(f"<tr>{''.join(cells)}</tr>\n")
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    inside = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{''.join(body)}</tbody>"
    return f'<div class="wide"><table>\n{inside}</table></div>\n'


def alternate(to: str, title: str) -> str:
    """The line of a page's head by which programs find its feed."""
    return f'<link rel="alternate" type="application/atom+xml" href="{escape(to)}" title="{escape(title)}">\n'


def nav(speaks: Tongue, up: str, more: Iterable[tuple[str, str]] = ()) -> str:
    """The links that all pages have, and some of its own."""
    say = speaks.say
    places = (
        ("index.html", say("Games")),
        ("live.html", say("Under way")),
        ("players.html", say("Players")),
        ("records.html", say("Records")),
    )
    links = [link(f"{up}{file}", name) for file, name in places]
    return " ".join([*links, *(link(to, name) for to, name in more)])


def search_field(speaks: Tongue) -> str:
    label = escape(speaks.say("Search"))
    return (
        f'<p><label>{label}: <input type="search" id="search"></label> '
        '<span id="found" role="status"></span></p>\n'
    )


def page(title: str, content: str, speaks: Tongue, up: str = "", *, searched: bool = False) -> bytes:
    """A whole page; `up` leads from it to the site's first folder."""
    feed = (f"{up}feed.xml", speaks.say("Atom feed"))
    script = f"<script>{SCRIPT}</script>\n" if searched else ""
    return (
        f'<!doctype html>\n<html lang="{speaks.code}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{alternate(*feed)}<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<nav>{nav(speaks, up, [feed])}</nav>\n"
        f"<main>\n<h1>{escape(title)}</h1>\n{content}</main>\n{script}</body>\n</html>\n"
    ).encode()
