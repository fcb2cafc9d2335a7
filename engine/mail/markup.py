"""HTML as the text of a mail, with what is quoted marked as quoted."""

from __future__ import annotations

import re

from engine.record.letters.armour import text_of_html

# Two characters that mean nothing to anyone stand for the tags until the others are gone.
_OPENED, _CLOSED = "\ue000", "\ue001"
_BLOCKQUOTE = re.compile(r"<(/?)blockquote(?=[\s>/])[^<>]*+>", re.IGNORECASE)
_MOST_MARKS = 9

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]{0,20})((?:[\s/][^<>]*+)?)>", re.IGNORECASE)
_STRUCK = frozenset({"s", "strike", "del"})
_EMPTY = frozenset("br hr img input meta link col wbr area base source".split())
_GONE = re.compile(
    r"line-through|display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|[\s\"']hidden(?:[\s=/]|$)",
    re.IGNORECASE,
)
"""Attributes of what its reader sees struck out, or does not see at all."""


def readable(source: str) -> str:
    """The text that a reader sees, in lines; those in a blockquote begin with `> `."""
    source = _as_seen(source.replace(_OPENED, "").replace(_CLOSED, ""))
    marked = _BLOCKQUOTE.sub(lambda tag: f"<br>{_CLOSED}<br>" if tag[1] else f"<br>{_OPENED}", source)
    lines = []
    depth = 0
    for line in text_of_html(marked).split("\n"):
        depth += line.startswith(_OPENED)
        depth -= line.startswith(_CLOSED) and depth > 0
        words = line.lstrip(_OPENED + _CLOSED).strip()
        lines.append(f"{'> ' * min(depth, _MOST_MARKS)}{words}")
    return "\n".join(lines)


def _as_seen(source: str) -> str:
    """The source without what is struck out, which its writer has taken back, and without what is hidden."""
    kept: list[str] = []
    at = depth = 0
    gone = ""  # the kind of element that is passed over, in how many of which we are
    for tag in _TAG.finditer(source):
        closes, name = bool(tag[1]), tag[2].lower()
        if gone:
            depth += (not closes) - closes if name == gone else 0
            if not depth:
                gone, at = "", tag.end()
        elif not closes and name not in _EMPTY and (name in _STRUCK or _GONE.search(tag[3])):
            kept.append(source[at : tag.start()])
            gone, depth = name, 1
    return "".join(kept) + ("" if gone else source[at:])
