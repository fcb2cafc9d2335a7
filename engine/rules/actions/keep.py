"""The choice after a draw-five: keep one or none, and put the rest back on one end of the stack."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final

from ...errors import NotLegal
from ...phrase import phrase
from ..action import Action, kind
from ..buying import Substitutes, buy, check_price, in_order, read_substitutes, substitutes, write_substitutes
from ..choices import Choices
from ..components import HIDDEN_CARD, HIDDEN_TILE, Card, Tile
from ..events import Event, Returned, TookOrder
from ..game import CHOOSE, Game, Order
from ..notation import MoveWords

Piece = Tile | Card
Arrangements = tuple[tuple[int, ...], ...]
ENDS: Final = ("top", "bottom")
_HIDDEN: Final[dict[type, Piece]] = {Tile: HIDDEN_TILE, Card: HIDDEN_CARD}


_AN_END: Final = phrase("`top` or `bottom`")


@kind
@dataclass(frozen=True, slots=True)
class Keep(Action):
    """`back` lists what is returned, the first to be drawn first; `end` is empty if nothing is."""

    piece: Piece | None
    loads: Substitutes
    end: str
    back: tuple[Piece, ...]

    heads = ("keep", "choose")
    form = phrase("keep g2L, top k1D y1L b2D y2L, or: keep none, bottom …")
    listed = 0
    phase = CHOOSE

    def __post_init__(self) -> None:
        if self.loads:
            object.__setattr__(self, "loads", in_order(self.loads))

    @classmethod
    def choices(cls, game: Game) -> Sequence[Action]:
        if _any_hidden(game.drawn):
            return ()
        keeps: list[tuple[Piece | None, Substitutes, tuple[Piece, ...], Arrangements]] = []
        starts = [0]
        drawn: tuple[Piece, ...] = game.drawn
        for piece in (None, *dict.fromkeys(drawn)):
            rest = _without(game.drawn, piece)
            orders = _arrangements(tuple([rest.index(other) for other in rest]))
            for loads in _ways_to_load(game, piece):
                keeps.append((piece, loads, rest, orders))
                starts.append(starts[-1] + len(orders) * (2 if rest else 1))

        def make(index: int) -> Keep:
            which = bisect_right(starts, index) - 1
            piece, loads, rest, orders = keeps[which]
            end, order = divmod(index - starts[which], len(orders))
            back = tuple([rest[i] for i in orders[order]])
            return cls(piece, loads, ENDS[end] if rest else "", back)

        return Choices((), starts[-1], make)

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Keep:
        none = words.skip("none", "nothing")
        piece = None if none else _read_piece(words, game)
        loads = read_substitutes(words)
        if not words:
            return cls(piece, loads, "", ())
        while words.skip("on", "at", "to", "the"):
            pass
        end = words.one_of({e: e for e in ENDS}, _AN_END)
        back = [_read_piece(words, game)]
        while words:
            back.append(_read_piece(words, game))
        return cls(piece, loads, end, tuple(back))

    def write(self) -> str:
        kept = "none" if self.piece is None else self.piece.name
        text = f"keep {kept}{write_substitutes(self.loads)}"
        if not self.end:
            return text
        return f"{text}, {self.end} {' '.join([piece.name for piece in self.back])}"

    def public(self) -> Keep:
        """The kept piece, how many went back, and to which end: nothing else."""
        return Keep(self.piece, self.loads, self.end, tuple(_HIDDEN[type(p)] for p in self.back))

    def play(self, game: Game, events: list[Event]) -> None:
        if isinstance(self.piece, Tile) and self.piece in game.drawn:
            check_price(game.pits[game.turn], self.piece, self)  # before anything that could hide this reason
        _check_pieces(game.drawn, self)
        seat, area = game.turn, game.drawn_at
        if isinstance(self.piece, Tile):
            buy(game, game.own_pit(), self.piece, self.loads, self, events)
        elif self.loads:
            raise NotLegal("rule/no-coal-here", "`{move}`: no coal is loaded here", move=self.write())
        elif self.piece is not None:
            game.own_pit().orders[self.piece] = Order(self.piece.spots, 0)
            events.append(TookOrder(seat, self.piece))
        _put_back(game, self)
        game.drawn, game.drawn_at = (), ""
        events.append(Returned(seat, area, len(self.back), self.end))


def _read_piece(words: MoveWords, game: Game | None) -> Piece:
    if words.is_tile():
        return words.tile()
    return words.card([piece for piece in game.drawn if isinstance(piece, Card)] if game else ())


def with_the_rest(action: Action, game: Game) -> Action:
    """A choice in which somebody named only what they keep: the rest goes to the bottom, as it was drawn.

    This is for what people send. In a log and in a sealed letter `keep g2L` says that nothing goes back.
    """
    if not isinstance(action, Keep) or action.end or _any_hidden(game.drawn):
        return action
    if action.piece is not None and action.piece not in game.drawn:
        return action
    back = _without(game.drawn, action.piece)
    return Keep(action.piece, action.loads, "bottom" if back else "", back)


def _any_hidden(drawn: tuple[Piece, ...]) -> bool:
    return HIDDEN_TILE in drawn or HIDDEN_CARD in drawn


def _without(drawn: tuple[Piece, ...], piece: Piece | None) -> tuple[Piece, ...]:
    if piece is None:
        return drawn
    at = drawn.index(piece)
    return drawn[:at] + drawn[at + 1 :]


def _ways_to_load(game: Game, piece: Piece | None) -> Sequence[Substitutes]:
    """The ways to keep the piece: none if it costs too much."""
    if not isinstance(piece, Tile):
        return ((),)
    if piece.price > game.pits[game.turn].money:
        return ()
    return substitutes(game.coal, piece)


@cache  # at most 75 patterns of up to five pieces
def _arrangements(pattern: tuple[int, ...]) -> Arrangements:
    """The orders that differ. The pattern tells which pieces are alike: each as the first one's place."""
    return tuple(dict.fromkeys(permutations(pattern)))


def _check_pieces(drawn: tuple[Piece, ...], keep: Keep) -> None:
    """Check that what is kept and returned is what was drawn; of what is hidden, only the number is known."""
    named = keep.back if keep.piece is None else (keep.piece, *keep.back)
    hidden = _any_hidden(drawn)
    fits = len(named) == len(drawn) and (
        all(type(piece) is type(drawn[0]) for piece in named)
        if hidden
        else sorted(named, key=id) == sorted(drawn, key=id)
    )
    if not fits or keep.piece in _HIDDEN.values():
        raise NotLegal(
            "rule/not-what-was-drawn",
            "`{move}`: name each of the {count} pieces drawn once, the kept one first: {drawn}",
            move=keep.write(),
            count=len(drawn),
            drawn=" ".join(piece.name for piece in drawn),
        )
    if keep.end not in (ENDS if keep.back else ("",)):
        raise NotLegal(
            "rule/no-end",
            "`{move}`: say `top` or `bottom` for what goes back, and neither if nothing does",
            move=keep.write(),
        )


def _put_back(game: Game, keep: Keep) -> None:
    if game.drawn_at == "factory":
        tiles = tuple(piece for piece in keep.back if isinstance(piece, Tile))
        on_top = keep.end == "top"
        game.tile_stack = tiles + game.tile_stack if on_top else game.tile_stack + tiles
    else:
        cards = tuple(piece for piece in keep.back if isinstance(piece, Card))
        on_top = keep.end == "top"
        game.card_stack = cards + game.card_stack if on_top else game.card_stack + cards
