"""HTML is read as its reader sees it: nothing that is struck out or hidden."""

from __future__ import annotations

import pytest

from engine.mail.markup import readable

GONE = (
    "<s>{}</s>",
    "<STRIKE class=x>{}</STRIKE>",
    "<del>{}</del>",
    "<del><b>{}</b></del>",
    "<s>no<s>no</s>{}</s>",
    '<span style="text-decoration: line-through">{}</span>',
    "<p style='color:red;text-decoration:underline line-through'>{}</p>",
    '<div style="display:none"><div>a</div>{}</div>',
    '<div style="display : none; max-height:0">{}</div>',
    "<p hidden>{}</p>",
    '<p class="x" hidden="hidden">{}</p>',
    '<p style="visibility:hidden">{}</p>',
    "<s>{}",
)
SEEN = (
    "<p>{}</p>",
    "<b>{}</b>",
    "<span>{}</span>",
    "<small>{}</small>",
    '<a href="hidden.html">{}</a>',
    "<p class='display none'>{}</p>",
    "<s></s>{}",
    "<del>no</del>{}<del>no</del>",
    "<br hidden>{}",
    "<blockquote>a</blockquote>{}",
)


@pytest.mark.parametrize("source", GONE)
@pytest.mark.parametrize("words", ["yes", "3"])
def test_what_is_taken_back_or_hidden_is_not_there(source: str, words: str) -> None:
    assert words not in readable(source.format(words)).split()
    assert "below" in readable(source.format(words) + "<p>below</p>") or source.endswith("{}")


@pytest.mark.parametrize("source", SEEN)
@pytest.mark.parametrize("words", ["yes", "3"])
def test_all_else_is_there(source: str, words: str) -> None:
    assert words in readable(source.format(words)).split()
