"""What mails use of HTML and CSS, held against the data of Can I email.

The table beside this file holds what does not work, or works in part, in Gmail, Outlook, Apple Mail, Yahoo,
GMX, web.de and Samsung Email. Whatever of it a page uses has its fallback named here.
"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.engine.rules.table import TASTES
from tests.engine.show.html.pages import many_pages

TABLE: dict[str, Any] = json.loads(Path(__file__).with_name("caniemail.json").read_text("utf-8"))["features"]

FALLBACKS = {
    "css-at-media": "the columns stand below each other; Outlook for Windows has a table of its own",
    "css-at-media-prefers-color-scheme": "the page is light, or the program turns pairs of colours around",
    "css-background": "only a colour is given, never a picture",
    "css-background-color": "the field is white; its ink is dark and readable on that too",
    "css-border": "a line of cells without an edge",
    "css-display": "only the words of a link can be clicked, not its whole row; columns as for css-at-media",
    "css-font-size": "only pixels are used, which work",
    "css-font-weight": "only bold and normal are used, which work",
    "css-important": "stands in the sheet only: as for css-at-media-prefers-color-scheme",
    "css-line-height": "only pixels are used, which work",
    "css-margin": "only positive ones are used, which work",
    "css-max-width": "the page is as wide as the window",
    "css-padding": "Word drops it inside of a line: letters stand closer to the edge of their box",
    "css-selector-class": "as for html-style",
    "css-selector-grouping": "as for html-style",
    "css-selector-type": "the font stands at the outer table too",
    "css-text-align": "only `left` is used, which works",
    "css-text-decoration": "all words of a row are underlined",
    "css-white-space": "a line may break within an order or a code's label",
    "css-width": "100% works on tables; only the sheet gives it to others",
    "css-word-break": "a very long name makes the page wider",
    "html-align": "cells are aligned at the left",
    "html-body": "colours stand at the outer table too",
    "html-doctype": "nothing hangs on it",
    "html-lang": "a screen reader reads in its own language",
    "html-lists": "a list without bullets is still one line for each event",
    "html-mailto-links": "the text tells how to reply by hand",
    "html-meta-color-scheme": "as for css-at-media-prefers-color-scheme",
    "html-role": "a screen reader names tables that are layout only",
    "html-style": "every style that matters stands at its element",
    "html-width": "cells take what they need",
}

ELEMENTS = {
    "table": "html-table",
    "p": "html-p",
    "div": "html-div",
    "span": "html-span",
    "ul": "html-lists",
    "li": "html-lists",
    "h1": "html-h1-h6",
    "h2": "html-h1-h6",
    "h3": "html-h1-h6",
    "body": "html-body",
    "style": "html-style",
}
PLAIN = {"html", "head", "title", "meta", "br", "b", "u", "a", "tr", "td", "th"}
"""Elements that every program knows; there are no data on them."""
OF_COLOUR = {"color", "border-color", "border-bottom", "font-family"}
"""Styles without data of their own: parts of `border` and `font`, and the ink."""


class Used(HTMLParser):
    """The features that a page uses, by the names of Can I email."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.features = {"html-doctype"}
        self._sheet = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._sheet = tag == "style"
        if tag not in PLAIN:
            self.features.add(ELEMENTS[tag])
        for name, value in attrs:
            if name == "style":
                self._styles(value or "")
            elif name in ("align", "valign", "width", "cellpadding", "cellspacing", "role", "lang"):
                self.features.add(f"html-{name}")
            elif name == "class":
                self.features.add("css-selector-class")
            elif name == "href":
                self.features.add("html-mailto-links")
            elif value == "color-scheme":
                self.features.add("html-meta-color-scheme")

    def handle_data(self, data: str) -> None:
        if self._sheet:
            self.features |= {"css-selector-type", "css-selector-grouping", "css-important"}
            self.features |= {"css-at-media", "css-at-media-prefers-color-scheme"}
            self._styles(";".join(re.findall(r"\{([^{}]*)\}", data)))
        self._sheet = False

    def handle_comment(self, data: str) -> None:
        self.features.add("html-comments")

    def _styles(self, style: str) -> None:
        for name, _, value in (part.partition(":") for part in style.split(";") if part):
            if name not in OF_COLOUR:
                self.features.add(f"css-{name}")
            self.features |= {"css-unit-px"} if "px" in value else set()
            self.features |= {"css-unit-percent"} if "%" in value else set()


@pytest.fixture(scope="module")
def used() -> set[str]:
    pages = [page for taste in TASTES for page in many_pages(4, taste, every=40)]
    return {feature for page in pages for feature in Used(page).features}


def test_all_that_is_used_was_measured(used: set[str]) -> None:
    assert used - set(TABLE) == set()


def test_what_some_do_not_draw_has_a_fallback(used: set[str]) -> None:
    lacking = {feature for feature in used if TABLE[feature]}
    assert lacking - set(FALLBACKS) == set()
    assert set(FALLBACKS) - lacking == set(), "no longer needed"


def test_what_layout_must_not_hang_on_is_not_used(used: set[str]) -> None:
    assert not used & {"css-clear", "css-float", "css-position", "css-display-flex", "css-display-grid"}
