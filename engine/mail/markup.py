"""HTML as the text of a mail, with what is quoted marked as quoted."""

from __future__ import annotations

import re

from engine.record.letters.armour import text_of_html

# Two characters that mean nothing to anyone stand for the tags until the others are gone.
_OPENED, _CLOSED = "\ue000", "\ue001"
_BLOCKQUOTE = re.compile(r"<(/?)blockquote(?=[\s>/])[^<>]*+>", re.IGNORECASE)
_MOST_MARKS = 9


def readable(source: str) -> str:
    """The text that a reader sees, in lines; those in a blockquote begin with `> `."""
    source = source.replace(_OPENED, "").replace(_CLOSED, "")
    marked = _BLOCKQUOTE.sub(lambda tag: f"<br>{_CLOSED}<br>" if tag[1] else f"<br>{_OPENED}", source)
    lines = []
    depth = 0
    for line in text_of_html(marked).split("\n"):
        depth += line.startswith(_OPENED)
        depth -= line.startswith(_CLOSED) and depth > 0
        words = line.lstrip(_OPENED + _CLOSED).strip()
        lines.append(f"{'> ' * min(depth, _MOST_MARKS)}{words}")
    return "\n".join(lines)
