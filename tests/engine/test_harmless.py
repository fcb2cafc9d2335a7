"""Nothing that a stranger writes acts on a terminal, and what people write can still be read."""

from __future__ import annotations

import json
import time
import unicodedata

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.harmless import MOST_MARKS, harmless, harmless_line, json_line, normal_form

ACTING = {
    "colour": "\x1b[31m",
    "title": "\x1b]0;owned\x07",
    "clipboard": "\x1b]52;c;cm0gLXJm\x07",
    "link": "\x1b]8;;http://example.org\x1b\\click\x1b]8;;\x1b\\",
    "eight-bit control": "\x9b31m",
    "eight-bit command": "\x9d0;owned\x9c",
    "clear": "\x1b[2J\x1b[H",
    "reset": "\x1bc",
    "device string": "\x1bP+q544e\x1b\\",
    "another screen": "\x1b[?1049h",
    "ask for the cursor": "\x1b[6n",
    "bell": "\x07",
    "back": "abc\b\b\b",
    "return": "good\rbad",
    "form feed": "\x0c",
    "vertical tab": "\x0b",
    "next line": "\x85",
    "delete": "\x7f",
    "nothing": "\x00",
    "shift out": "\x0e",
    "override": "\u202e",
    "isolate": "\u2067\u2069",
    "mark": "\u200f",
    "zero width": "\u200b\u200d\ufeff\u2060",
    "soft hyphen": "\u00ad",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "tags": "\U000e0041\U000e007f",
    "selector": "\ufe0f",
    "half a character": "\ud800",
    "private": "\ue000",
    "no character": "\uffff",
    "filler": "\u3164",
    "flood": "a" + "\u0301" * 50,
    "flood at the beginning": "\u0338" * 3,
}


def is_harmless(text: str) -> bool:
    for line in text.split("\n"):
        marks = MOST_MARKS
        for sign in line:
            if not sign.isprintable():
                return False
            marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
            if marks > MOST_MARKS:
                return False
    return True


@pytest.mark.parametrize("text", ACTING.values(), ids=ACTING)
def test_what_acts_on_a_terminal_is_gone(text: str) -> None:
    for made in (harmless(f"Anna{text}Bert"), harmless(text)):
        assert is_harmless(made)
    assert "Anna" in harmless(f"Anna{text}Bert")
    assert "Bert" in harmless(f"Anna{text}Bert")


@given(st.text())
def test_nothing_acts_on_a_terminal(text: str) -> None:
    assert is_harmless(harmless(text))
    assert is_harmless(harmless_line(text))
    assert "\n" not in harmless_line(text)
    assert harmless(harmless(text)) == harmless(text)


@given(st.text(st.sampled_from("\x1b[]0;?8hmHJKcP\\\x07\x9b\x9d\x90\x85\r\b\t\u202e" + "Anna")))
def test_a_terminal_shows_it_and_does_nothing(text: str) -> None:
    screen = pyte.Screen(200, 50)
    stream = pyte.Stream(screen)
    shown = harmless(text)
    stream.feed(shown.replace("\n", "\r\n"))
    assert screen.title == ""
    assert screen.mode == pyte.Screen(200, 50).mode
    lines = [line.rstrip() for line in screen.display]
    assert lines[: shown.count("\n") + 1] == [line.rstrip() for line in shown.split("\n")]
    assert all(
        cell.fg == "default" and not cell.bold for row in screen.buffer.values() for cell in row.values()
    )


@pytest.mark.parametrize(
    "text",
    [
        "Jürgen Müßig",
        "Анна Ёлкина",
        "Łódź, naïve",
        "أحمد",
        "שלום",
        "ก็",
        "Nguyễn",
        "名前",
        "🙂 ok",
        "a\nb",
        "",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert harmless(text) == text


def test_blanks_and_line_ends() -> None:
    assert harmless("a\tb\r\nc\xa0d\re") == "a       b\nc d\ne"
    assert harmless_line(" a\n\n b\t") == "a b"


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_says_the_same_and_shows_nothing_else(facts: object) -> None:
    line = json_line(facts)
    assert json.loads(line) == facts
    assert is_harmless(line)
    assert "\n" not in line
    line.encode()


@given(st.text(max_size=60))
def test_the_normal_form_is_the_usual_one(text: str) -> None:
    marks = sum(1 for sign in unicodedata.normalize("NFKD", text) if unicodedata.combining(sign))
    if marks <= 30:
        assert normal_form(text) == unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize(
    "piece", ["\u0301", "\u0323", "\u0301" * 30 + "\uff9e", "\u0301" * 30 + "\u0f73", "\ufdfa", "ä"]
)
def test_no_text_takes_long(piece: str) -> None:
    """In the wrong order, so many marks would take minutes."""
    text = "a" + "\u0301" * 100_000 + (piece * 100_000)[:100_000] + "\u0323" * 100_000
    for work in (normal_form, harmless, harmless_line, json_line):
        before = time.process_time()
        work(text)
        assert time.process_time() - before < 10
