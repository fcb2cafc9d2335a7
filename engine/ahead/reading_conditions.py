"""Conditions read from their words. There is no nesting: lines are alternatives, and `and` joins."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..errors import NotNotation
from ..phrase import phrase
from ..rules import Deliver, Game, Mine, Money
from ..rules.notation import COLOUR_WORDS, VEHICLE_WORDS, MoveWords
from .conditions import (
    MEASURES,
    SHIFT_END,
    SOMEONE,
    VERBS,
    Condition,
    Costs,
    Happened,
    Measure,
    New,
    Offered,
    OtherPlayed,
    Own,
    Takes,
    Test,
)
from .kinds import CardKind, Kind, read_exact, read_kind
from .limits import DEAREST, LARGEST
from .reading_wants import AREAS, read_piece
from .wants import DrawFive, Plain, Take

_SIGNS: Final = ("<=", ">=", "=", "<", ">")
_ANYBODY: Final = ("someone", "somebody", "anyone", "anybody")
_TAKES: Final = ("takes", "take", "took", "buys", "bought", "drafts")
_A_SIGN: Final = phrase("one of <= >= =, or `at least`, `at most`")
_A_TEST: Final = phrase(
    "a condition: money >= 8 (or workers, orders, cubes, vp, shift), costs <= 2, mine 8 costs <= 2, "
    "C-kk on offer, have C-kk, complete C-kk, someone takes C-kk, seat 2 played deliver, new order 7vp, "
    "ousted, gone or shift end"
)
_A_SMALL_NUMBER: Final = phrase("a number from 0 to {most}", most=LARGEST)
_AFTER_PIECE: Final = phrase("`on offer` or `costs`")
_WHAT_THEY_DO: Final = phrase("`takes` and a piece, or `played` and one of {verbs}", verbs=", ".join(VERBS))


class People(NamedTuple):
    """The people who can be meant: the number of seats, if it is known, and who sits where, by their
    handles.
    """

    players: int | None
    seats: dict[str, int]


def read_cap(words: MoveWords) -> int | None:
    """`costs <= 2`: how many workers a line may take; nothing if no cap comes next."""
    if not words.skip("costs", "cost"):
        return None
    if words.peek() not in _SIGNS and words.peek() != "at":
        sign, number = "<=", words.number()
    else:
        sign, number = _comparison(words)
    words.skip("workers", "worker")
    if sign == ">=" or not 1 <= number <= DEAREST:
        raise NotNotation(
            "ahead/cap",
            "`{sent}`: `costs` says how many workers the line takes at most, from 1 to {most}: `costs <= 2`",
            sent=words.sent,
            most=DEAREST,
        )
    return number


def read_condition(words: MoveWords, view: Game | None, people: People) -> Condition:
    """One condition."""
    wanted = not words.skip("not", "no")
    return Condition(_read_test(words, view, people), wanted)


def _read_test(words: MoveWords, view: Game | None, people: People) -> Test:
    while words.skip("i", "am", "my", "a", "an", "is", "the"):
        pass
    word = words.peek()
    if word in ("ousted", "gone"):
        return Happened(words.take())
    if (kind := read_exact(words)) is not None:
        return _about_piece(words, kind)
    if words.skip("new"):
        return New(_read_piece(words))
    if words.skip("have"):
        return Own(_read_card(words))
    if words.skip("complete"):
        return Own(_read_card(words), complete=True)
    if word in _ANYBODY or word == "seat" or _handle(word) in people.seats:
        return _about_somebody(words, people)
    return _about_number(words, view)


def _about_piece(words: MoveWords, kind: Kind) -> Test:
    words.skip("is", "lies")
    if words.skip("on"):
        words.skip("offer")
        return Offered(kind)
    if words.skip("offered", "there"):
        return Offered(kind)
    if isinstance(kind, CardKind) and words.skip("complete"):
        return Own(kind, complete=True)
    if words.skip("costs", "cost"):
        return Costs(Take(kind), *_comparison(words))
    raise words.wrong(words.peek(), _AFTER_PIECE)


def _about_somebody(words: MoveWords, people: People) -> Test:
    who = _read_who(words, people)
    words.skip("last")
    if words.skip(*_TAKES):
        return Takes(who, _read_piece(words))
    if words.skip("played", "plays", "play"):
        return OtherPlayed(who, words.one_of({verb: verb for verb in VERBS}, _WHAT_THEY_DO))
    raise words.wrong(words.peek(), _WHAT_THEY_DO)


def _read_who(words: MoveWords, people: People) -> int:
    word = words.take()
    if word in _ANYBODY:
        return SOMEONE
    if word != "seat":
        return people.seats[_handle(word)]
    most = people.players or 4
    number = words.peek()
    if number not in [str(n) for n in range(1, most + 1)]:
        raise words.wrong(number, phrase("a seat from 1 to {most}", most=most))
    return int(words.take()) - 1


def _handle(word: str) -> str:
    return word.removeprefix("@")


def _about_number(words: MoveWords, view: Game | None) -> Test:
    """A measure, or what some space costs: `money >= 8`, but `money 5 costs <= 2`."""
    word = words.take()
    if word == "shift" and words.skip("end", "ends", "ended"):
        return Happened(SHIFT_END)
    measure = "orders" if word == "order" else word
    compared = words.peek() in (*_SIGNS, "at")
    if measure in MEASURES and (compared or measure == "cubes"):
        return _read_measure(words, measure)
    if word in AREAS and words.skip("draw"):
        return _read_costs(words, DrawFive(AREAS[word]))
    if word in AREAS:
        return _about_piece(words, read_piece(words, AREAS[word], view))
    if word == "money":
        return _read_costs(words, Plain(Money(_space(words, (3, 4, 5, 6)))))
    if word == "mine":
        return _read_costs(words, Plain(Mine(_space(words, (4, 6, 8, 10)))))
    if word == "deliver":
        return _read_costs(words, Plain(Deliver(words.one_of(VEHICLE_WORDS, _AFTER_PIECE))))
    raise words.wrong(word, _A_TEST)


def _read_measure(words: MoveWords, what: str) -> Measure:
    colour = words.colour() if what == "cubes" and words.peek() in COLOUR_WORDS else None
    sign, number = _comparison(words)
    if what == "money":
        words.skip("marks", "money")
    return Measure(what, sign, number, colour)


def _read_costs(words: MoveWords, place: DrawFive | Plain) -> Costs:
    if not words.skip("costs", "cost"):
        raise words.wrong(words.peek(), phrase("`costs`"))
    return Costs(place, *_comparison(words))


def _space(words: MoveWords, known: tuple[int, ...]) -> int:
    wanted = phrase("one of the spaces {spaces}", spaces=", ".join(map(str, known)))
    return words.one_of({str(number): number for number in known}, wanted)


def _comparison(words: MoveWords) -> tuple[str, int]:
    """A sign and a number; `<` and `>` are put into `<=` and `>=`."""
    if words.skip("at"):
        sign = words.one_of({"least": ">=", "most": "<="}, _A_SIGN)
    else:
        sign = words.one_of({sign: sign for sign in _SIGNS}, _A_SIGN)
    word = words.peek()
    number = words.number(_A_SMALL_NUMBER)
    if sign in ("<", ">"):
        number += 1 if sign == ">" else -1
        sign += "="
    if not 0 <= number <= LARGEST:
        raise words.wrong(word, _A_SMALL_NUMBER)
    return sign, number


def _read_piece(words: MoveWords) -> Kind:
    """A piece by its name, or a kind behind the word for its area."""
    words.skip("a", "an", "the")
    kind = read_exact(words)
    if kind is not None:
        return kind
    area = words.one_of(AREAS, phrase("a piece such as C-kk or g2L, or `order` or `factory` and a kind"))
    return read_exact(words) or read_kind(words, area)


def _read_card(words: MoveWords) -> CardKind:
    words.skip("order")
    word = words.peek()
    kind = read_kind(words, CardKind.area)
    if not isinstance(kind, CardKind):
        raise words.wrong(word, _A_TEST)
    return kind
