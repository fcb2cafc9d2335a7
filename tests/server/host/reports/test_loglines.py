"""Log lines: one an event, and nothing in them that nobody may know."""

from __future__ import annotations

import json
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from engine.errors import BadLetter
from server.host.reports.loglines import JsonLines, LineFormatter, Voice


def line(record: logging.LogRecord) -> str:
    return LineFormatter().format(record)


def record(message: str, error: BaseException | None = None, **facts: object) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("server.clerk", logging.INFO, "x.py", 1, message, (), info)
    made.created, made.facts = 1_767_323_045, facts
    return made


def test_a_line_tells_time_level_part_event_and_facts() -> None:
    told = line(record("dealt with a mail", mail=12, outcome="refused: rule/not-your-turn"))
    assert told == (
        '2026-01-02T03:04:05Z info clerk dealt with a mail mail=12 outcome="refused: rule/not-your-turn"'
    )


def test_the_same_as_json() -> None:
    made = record("dealt with a mail", mail=12, outcome="done", why="anna@example.org", game=None)
    told = json.loads(JsonLines().format(made))
    head = {"at": "2026-01-02T03:04:05Z", "level": "info", "part": "clerk", "event": "dealt with a mail"}
    assert told == {**head, "mail": 12, "outcome": "done", "why": "…@…", "game": None}


@given(st.text(), st.text())
def test_a_json_line_is_one_line_too(message: str, fact: str) -> None:
    told = JsonLines().format(record(message, fact=fact, event="another"))
    assert len(told.splitlines()) == 1
    assert json.loads(told)["part"] == "clerk"


@given(st.text(), st.text())
def test_a_line_is_one_line(message: str, fact: str) -> None:
    told = line(record(message, fact=fact))
    assert len(told.splitlines()) == 1
    assert told.isprintable()


@pytest.mark.parametrize(
    "text",
    ["anna.steiger+x@example.org is gone", "to <anna@example.org>", "x=anna@example.org,bert@example.org"],
)
def test_no_line_holds_an_address(text: str) -> None:
    for told in (line(record(text)), line(record("x", fact=text))):
        assert "example.org" not in told
        assert "anna" not in told
        assert "…@…" in told


def failing(function: object) -> BaseException:
    try:
        function()  # type: ignore[operator]
    except Exception as error:
        return error
    raise AssertionError


def test_an_unforeseen_error_tells_its_kind_and_place_but_not_its_text() -> None:
    def hidden_card() -> None:
        raise KeyError("C-kk in Anna's hand")

    told = line(record("failed at a mail", failing(hidden_card)))
    assert "C-kk" not in told
    assert "error=KeyError" in told
    assert "test_loglines.py:" in told


def test_a_refusal_tells_its_words() -> None:
    told = line(record("no", BadLetter("letter/cut", "the block was cut off after {words} words", words=3)))
    assert 'why="the block was cut off after 3 words"' in told


def test_a_database_error_tells_no_values() -> None:
    engine = create_engine("sqlite://")

    def insert() -> None:
        with engine.connect() as connection:
            connection.execute(text("INSERT INTO nowhere VALUES (:card)"), {"card": "C-kk"})

    error = failing(insert)
    engine.dispose()
    for told in (line(record("x", error)), line(record(str(error))), line(record("x", why=str(error)))):
        assert "no such table" in told
        assert "C-kk" not in told


def test_lines_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    from server.host.reports.loglines import start_logging

    root = logging.getLogger()
    kept, level = list(root.handlers), root.level
    try:
        start_logging()
        Voice("fetcher").info("hello", n=1)
        logging.getLogger("somebody.else").info("not ours")
        start_logging(quiet=True)
        Voice("fetcher").info("not heard")
        Voice("fetcher").warning("heard")
    finally:
        root.handlers[:] = kept
        root.setLevel(level)
        logging.getLogger("server").setLevel(logging.NOTSET)
    told = capsys.readouterr()
    assert told.out == ""
    assert [one.split(" ", 1)[1] for one in told.err.splitlines()] == [
        "info fetcher hello n=1",
        "warning fetcher heard",
    ]
