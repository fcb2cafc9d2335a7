"""What mail programs make of HTML: the elements, attributes and styles that all of them draw.

Gmail takes out what it does not know, and so does Outlook, which draws with Word. `EVERYWHERE` works in
these and in Apple Mail. `NICE` is dropped by some, and then the page still reads well: it says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from engine.show.html.look import SPLIT

VOID = frozenset(["meta", "br"])
ELEMENTS = VOID | frozenset(
    "html head title style body table tr td th div p h1 h2 h3 ul li b u a span".split()
)
ATTRIBUTES = {
    "html": {"lang"},
    "meta": {"charset", "name", "content"},
    "a": {"href"},
    "table": {"role", "bgcolor", "width", "cellspacing", "cellpadding"},
    "tr": {"bgcolor"},
    "td": {"bgcolor", "width", "align", "valign", "colspan"},
    "th": {"scope", "align", "valign"},
    "div": {"role"},
}
SHARED = {"style", "class"}

_COLOUR = r"#[0-9a-f]{6}"
_PX = r"(?:0|\d{1,3}px)"
_LENGTHS = rf"{_PX}(?: {_PX}){{0,3}}"
_LINE = rf"1px solid {_COLOUR}|6px solid {_COLOUR}"

EVERYWHERE = {
    "background": _COLOUR,
    "background-color": _COLOUR,
    "color": _COLOUR,
    "font-family": r"['A-Za-z ,-]+",
    "font-size": r"\d{1,2}px",
    "font-weight": "bold|normal",
    "line-height": r"\d{1,2}px",
    "margin": _LENGTHS,
    "border": _LINE,
    "border-bottom": _LINE,
    "text-align": "left",
    "text-decoration": "none",
    "white-space": "nowrap",
    "width": "100%",
}
NICE = {
    "padding": _LENGTHS,  # Word drops it inside of a line: letters stand closer to the edge of their box
    "max-width": r"\d{3,4}px",  # Word drops it: the page is as wide as the window
    "display": "block",  # Word drops it: only the words of a link can be clicked, not its whole row
    "word-break": "break-all|break-word",  # Word drops it: a very long name makes the page wider
}
STYLES = EVERYWHERE | NICE
_FOR_WORD = re.compile(r"\[if mso\]>(.*)<!\[endif\]", re.DOTALL)
_COLUMNS = ".r{display:table;width:100%}.h{display:table-cell;width:50%;vertical-align:top}"
"""The part of the sheet that a wide window asks for; without it they stand below each other."""


class Reader(HTMLParser):
    """Reads a page as strictly as it may be written: every element is closed in its turn."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.faults: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.heads: list[str] = []
        self.sheet = ""
        self.for_word = ""
        """All that Word reads and nobody else, put together."""
        self.feed(page)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.faults += faults_of(tag, attrs)
        self.links += [value or "" for name, value in attrs if name == "href"]
        if tag in ("h1", "h2", "h3"):
            self.heads.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["style"]:
            self.sheet += data
        else:
            self.text.append(data)

    def handle_comment(self, data: str) -> None:
        """Only those that Word reads: a table around each two columns."""
        found = _FOR_WORD.fullmatch(data)
        if found is None:
            self.faults.append(f"a comment: {data}")
        else:
            self.for_word += found[1]

    def unknown_decl(self, data: str) -> None:
        self.faults.append(f"a declaration: {data}")

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


def faults_of(tag: str, attrs: list[tuple[str, str | None]]) -> Iterator[str]:
    """What some mail program would not show as it is meant."""
    if tag not in ELEMENTS:
        yield f"<{tag}>"
    for name, value in attrs:
        if name not in ATTRIBUTES.get(tag, set()) | SHARED or value is None:
            yield f"<{tag} {name}={value!r}>"
        elif name == "style":
            yield from style_faults(value)
        elif name == "href" and not value.startswith("mailto:"):
            yield f"a link to {value}"
        elif name == "bgcolor" and not re.fullmatch(_COLOUR, value):
            yield f"the colour {value}"


def style_faults(style: str) -> Iterator[str]:
    for declaration in style.split(";"):
        name, _, value = declaration.partition(":")
        if name not in STYLES or not re.fullmatch(STYLES[name], value):
            yield f"the style {declaration}"


def sheet_faults(sheet: str) -> Iterator[str]:
    """The sheet in the head may set fonts, and colours for the dark: no mail needs it."""
    bare = sheet.replace(f"@media (min-width:{SPLIT}px){{{_COLUMNS}}}", "")
    bare = re.sub(r"@media \(prefers-color-scheme:dark\)\{(.*)\}$", r"\1", bare)
    for rule in filter(None, bare.split("}")):
        _, _, style = rule.partition("{")
        yield from style_faults(
            re.sub(r"border-color:(#\w{6})", r"color:\1", style).replace("!important", "")
        )
