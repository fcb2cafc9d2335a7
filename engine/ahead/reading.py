"""Standing orders read from text: the heads (`next:`, `then:`, `else`, `draft:`, `stop`) and what they head.

The grammar is closed and has no nesting, so that reading takes time in proportion to the text, and the
text has a greatest length. Words of other languages are put into English before (`engine.tongue`).
Line breaks mean nothing: mail programs make their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sized
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ..errors import NotNotation
from ..phrase import Phrase, phrase
from ..rules import Game
from ..rules.notation import MoveWords, shorten, split
from .conditions import Condition
from .kinds import CardKind, Kind, read_kind
from .limits import LONGEST, MOST_CONDITIONS, MOST_KINDS, MOST_LINES, MOST_STOPS, MOST_TURNS
from .orders import OrderLine, Orders
from .reading_conditions import People, read_cap, read_condition
from .reading_wants import read_want

FORM: Final = "next: order C-kk if costs <= 2; else money 5"
DRAFT_FORM: Final = "draft: C-kk, gg, 9vp"
STOP_FORM: Final = "stop if ousted"

_HEAD: Final = re.compile(
    r"(?<![\w-])(?:(next|then|draft)\s*:|(else|otherwise|stop)(?![\w-])\s*:?)|;", re.IGNORECASE
)
_IF: Final = re.compile(r"(?<![\w-])(?:if|when)(?![\w-])", re.IGNORECASE)
_SIGN: Final = re.compile(r"\s*(<=|>=|==|=<|=>|[<>=≤≥])\s*")
_SIGNS: Final = {"≤": "<=", "≥": ">=", "=<": "<=", "=>": ">=", "==": "="}


class Clause(NamedTuple):
    """The text behind one head; nothing stands before a clause that only a semicolon begins."""

    head: str
    text: str


@dataclass(slots=True)
class _Draft:
    """Orders while they are read."""

    turns: list[list[OrderLine]] = field(default_factory=list)
    stops: list[Condition] = field(default_factory=list)
    draft: list[CardKind] = field(default_factory=list)


def read(text: str, view: Game | None = None, seats: Mapping[str, int] | None = None) -> Orders:
    """The orders in a text of English words.

    With a view, the number of a space stands for what lies there now. `seats` tells which handle sits where,
    so that people can be called by it.
    """
    if len(text) > LONGEST:
        raise too_long(text)
    people = People(view.players if view else None, {name.casefold(): n for name, n in (seats or {}).items()})
    begun = _Draft()
    for clause in _clauses(text):
        _take(begun, clause, view, people)
    if not (begun.turns or begun.draft):
        raise NotNotation(
            "ahead/empty",
            "`{sent}` orders nothing; orders are written like this: {form}",
            sent=shorten(text),
            form=FORM,
        )
    return Orders(tuple(tuple(turn) for turn in begun.turns), tuple(begun.stops), tuple(begun.draft))


def too_long(text: str) -> NotNotation:
    """The refusal of orders that nobody reads on."""
    return NotNotation(
        "ahead/too-long",
        "`{sent}` is {length} characters long; orders have at most {most}",
        sent=shorten(text),
        length=len(text),
        most=LONGEST,
    )


def _clauses(text: str) -> Iterator[Clause]:
    head, start = "", 0
    for found in _HEAD.finditer(text):
        yield from _clause(head, text[start : found.start()])
        head, start = (found[1] or found[2] or "").casefold(), found.end()
    yield from _clause(head, text[start:])


def _clause(head: str, text: str) -> Iterator[Clause]:
    text = text.strip(" \t\r\n,.;")
    if head or text:
        yield Clause("else" if head == "otherwise" else head, text)


def _take(begun: _Draft, clause: Clause, view: Game | None, people: People) -> None:
    head, text = clause
    if head == "stop":
        begun.stops += _read_stop(text, view, people)
        _at_most(begun.stops, MOST_STOPS, phrase("stops"), text)
    elif head == "draft":
        if begun.draft:
            raise _twice(clause)
        begun.draft += _read_draft(text)
    else:
        _begin_turn(begun, clause)
        lines = begun.turns[-1]
        lines.append(_read_line(text, view, people))
        _at_most(lines, MOST_LINES, phrase("lines for a turn"), text)


def _begin_turn(begun: _Draft, clause: Clause) -> None:
    """Lines that begin a turn must say so: nobody shall play what was meant for after something else."""
    head, text = clause
    if head == "else" and not begun.turns:
        raise NotNotation(
            "ahead/else-first",
            "`else {sent}`: before it comes a line that begins with `next:`",
            sent=shorten(text),
        )
    if head == "else":
        return
    if head == "next" and begun.turns:
        raise _twice(clause)
    if head == "then" and not begun.turns:
        raise NotNotation(
            "ahead/then-first",
            "`then: {sent}`: before it comes a line that begins with `next:`",
            sent=shorten(text),
        )
    if not head and (begun.turns or begun.draft or begun.stops):
        raise NotNotation(
            "ahead/no-head",
            "`{sent}`: what is it for? Begin it with `else` (instead of the line before), `then:` (in the "
            "turn after) or `stop if`",
            sent=shorten(text),
        )
    begun.turns.append([])
    _at_most(begun.turns, MOST_TURNS, phrase("turns"), text)


def _read_line(text: str, view: Game | None, people: People) -> OrderLine:
    move, *tests = _IF.split(text, maxsplit=2)
    if len(tests) > 1:
        raise NotNotation(
            "ahead/two-ifs", "`{sent}`: one `if` a line; join conditions with `and`", sent=shorten(text)
        )
    want = read_want(move, view)
    if not tests:
        return OrderLine(want)
    cap: int | None = None
    conditions: list[Condition] = []
    words = _words(tests[0], text, FORM)
    while True:
        bound = read_cap(words)
        if bound is None:
            conditions.append(read_condition(words, view, people))
            _at_most(conditions, MOST_CONDITIONS, phrase("conditions in a line"), text)
        else:
            cap = bound if cap is None else min(cap, bound)
        if not words:
            return OrderLine(want, cap, tuple(conditions))
        words.skip("and")


def _read_stop(text: str, view: Game | None, people: People) -> Iterator[Condition]:
    """`stop if A or B` is two stops."""
    words = _words(text, text, STOP_FORM)
    while words.skip("if", "when", "at", "to", "on", "the"):
        pass
    while True:
        yield read_condition(words, view, people)
        if not words:
            return
        if not words.skip("or"):
            raise words.wrong(words.peek(), phrase("`or`, or another `stop if`"))
        words.skip("if", "when", "at")


def _read_draft(text: str) -> list[CardKind]:
    words = _words(text, text, DRAFT_FORM)
    found: list[CardKind] = []
    while not found or words:
        words.skip("or", "else", "and")
        kind: Kind = read_kind(words, CardKind.area)
        if isinstance(kind, CardKind):
            found.append(kind)
        _at_most(found, MOST_KINDS, phrase("kinds of cards"), text)
    return found


def _words(text: str, sent: str, form: str) -> MoveWords:
    spaced = _SIGN.sub(lambda found: f" {_SIGNS.get(found[1], found[1])} ", text)
    return MoveWords(split(spaced), sent, form)


def _at_most(items: Sized, most: int, what: Phrase, text: str) -> None:
    if len(items) > most:
        raise NotNotation(
            "ahead/too-many",
            "`{sent}`: too many {what}; there may be {most}",
            sent=shorten(text),
            what=what,
            most=most,
        )


def _twice(clause: Clause) -> NotNotation:
    return NotNotation(
        "ahead/twice",
        "`{head}: {sent}`: there is a `{head}:` already; another turn begins with `then:`",
        head=clause.head,
        sent=shorten(clause.text),
    )
