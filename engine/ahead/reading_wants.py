"""Wants, read from the words of a line: the move language, with pieces in place of spaces."""

from __future__ import annotations

from typing import Final

from ..errors import NotNotation
from ..phrase import phrase
from ..rules import Bank, Card, Deliver, Draw, Game, Mine, Money, parse
from ..rules.action import by_number
from ..rules.actions.mine import leaves_work_open
from ..rules.buying import Substitutes, read_substitutes
from ..rules.notation import MoveWords, shorten, split
from .kinds import CardKind, Kind, TileKind, kind_of, read_kind
from .limits import MOST_CARDS, MOST_KINDS
from .wants import DrawFive, MineByPlan, Plain, Take, Want

TAKE_FORM: Final = "order C-kk"
BUY_FORM: Final = "factory g2L"
PLAN_FORM: Final = "mine 8: plan C-kk"
KEEP_FORM: Final = "order draw, keep kk or gg or none"

AREAS: Final = {
    "factory": "factory",
    "buy": "factory",
    "tile": "factory",
    "order": "order",
    "orders": "order",
}
_MINE: Final = ("mine", "mining", "dig")
_A_CARD: Final = phrase("the name of one of your orders, such as C-kk")


def read_want(text: str, view: Game | None) -> Want:
    """The move of a line; with a view, the number of a space stands for the piece on it."""
    words = split(text)
    if words[:2] in (["take", "order"], ["take", "orders"]):
        words = words[1:]
    if "keep" in words:
        return _read_draw(words, text)
    if words and words[0] in AREAS and words[1:2] != ["draw"]:
        return _read_take(MoveWords(words[1:], text, BUY_FORM), AREAS[words[0]], view)
    if words and words[0] in _MINE and "plan" in words:
        return _read_plan(MoveWords(words[1:], text, PLAN_FORM))
    return _read_plain(text)


def read_piece(words: MoveWords, area: str, view: Game | None) -> Kind:
    """A kind, or the number of a space where a piece of it lies."""
    number = words.peek()
    if not number.isdecimal():
        return read_kind(words, area)
    words.take()
    if area == TileKind.area and words.skip("lorries", "lorry"):
        return TileKind(lorries=2 if number == "2" else 1)
    if area == CardKind.area and words.skip("vp"):
        return CardKind(vp=int(number))
    shown = () if view is None else view.tiles if area == TileKind.area else view.cards
    piece = shown[int(number) - 1] if len(number) < 3 and 0 < int(number) <= len(shown) else None
    if piece is None:
        raise NotNotation(
            "ahead/name-the-piece",
            "`{sent}`: name the tile or card, not the space: who knows what will lie there? `{form}`",
            sent=words.sent,
            form=BUY_FORM if area == TileKind.area else TAKE_FORM,
        )
    return kind_of(piece)


def _read_take(words: MoveWords, area: str, view: Game | None) -> Take:
    kind = read_piece(words, area, view)
    coal: Substitutes = read_substitutes(words) if area == TileKind.area else ()
    words.end()
    return Take(kind, coal)


def _read_draw(words: list[str], sent: str) -> DrawFive:
    """`order draw, keep kk or none, top`."""
    at = words.index("keep")
    if not at:
        raise NotNotation(
            "ahead/keep-alone",
            "`{sent}`: what to keep is said with the draw: `{form}`",
            sent=shorten(sent),
            form=KEEP_FORM,
        )
    draw = parse(" ".join(words[:at]))
    rest = MoveWords(words[at + 1 :], sent, KEEP_FORM)
    if not isinstance(draw, Draw):
        raise rest.wrong("keep", phrase("a draw-five before it"))
    keep = _read_kept(rest, draw.word)
    coal = read_substitutes(rest) if draw.word == TileKind.area else ()
    while rest.skip("rest", "the", "to", "on", "at"):
        pass
    end = rest.take() if rest.peek() in ("top", "bottom") else ""
    rest.end()
    return DrawFive(draw.word, keep, "" if end == "bottom" else end, coal)


def _read_kept(words: MoveWords, area: str) -> tuple[Kind | None, ...]:
    kept: list[Kind | None] = []
    while not kept or (words and words.peek() not in ("coal", "rest", "to", "on", "at", "top", "bottom")):
        words.skip("or", "and")
        kept.append(None if words.skip("none", "nothing") else read_kind(words, area))
        if len(kept) > MOST_KINDS:
            raise NotNotation(
                "ahead/too-many",
                "`{sent}`: too many {what}; there may be {most}",
                sent=words.sent,
                what=phrase("kinds of pieces"),
                most=MOST_KINDS,
            )
        if kept[-1] is None:
            break
    return tuple(kept)


def _read_plan(words: MoveWords) -> MineByPlan:
    number = words.number()
    _check_space("mining", number, words)
    if not words.skip("plan"):
        raise words.wrong(words.peek(), phrase("`plan`"))
    cards: list[Card] = []
    while words:
        words.skip("and")
        cards.append(_own_card(words))
        if len(cards) > MOST_CARDS:
            raise NotNotation(
                "ahead/too-many",
                "`{sent}`: too many {what}; there may be {most}",
                sent=words.sent,
                what=phrase("orders in a plan"),
                most=MOST_CARDS,
            )
    return MineByPlan(number, tuple(dict.fromkeys(cards)))


def _own_card(words: MoveWords) -> Card:
    word = words.peek()
    kind = read_kind(words, CardKind.area)
    if not kind.exact or not isinstance(kind, CardKind):
        raise words.wrong(word, _A_CARD)
    return kind.all()[0]


def _read_plain(text: str) -> Plain | DrawFive:
    action = parse(text)
    if leaves_work_open(action, text):
        raise NotNotation(
            "ahead/no-steps",
            "`{sent}`: say what to do there: `mine 8: plan C-kk`, `mine 8: plan`, work steps, or "
            "`mine 8: nothing`",
            sent=shorten(text),
        )
    if isinstance(action, Draw):
        return DrawFive(action.word)
    if isinstance(action, Money | Mine):
        number = action.marks if isinstance(action, Money) else action.number
        area = "money" if isinstance(action, Money) else "mining"
        _check_space(area, number, MoveWords([str(number)], text, action.form))
    if not isinstance(action, Money | Mine | Deliver | Bank):
        raise NotNotation(
            "ahead/not-in-a-line",
            "`{sent}` can't stand in a line; what to draft is a list of its own: `draft: C-kk, gg, 9vp`",
            sent=shorten(text),
        )
    return Plain(action)


def _check_space(area: str, number: int, words: MoveWords) -> None:
    known = by_number(area)
    if number not in known:
        spaces = ", ".join(str(number) for number in known)
        raise words.wrong(str(number), phrase("one of the spaces {spaces}", spaces=spaces))
