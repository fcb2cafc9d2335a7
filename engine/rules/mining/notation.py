"""Mining in the move language: reading and writing work steps, and composing them one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from ...errors import NotLegal, NotNotation
from ...phrase import phrase
from ..coal import ANY, COLOURS, LETTERS
from ..components import Card
from ..game import Game, Pit
from ..notation import COLOUR_WORDS, MoveWords
from .steps import LOADS, PLACES, STORED, STORES, Fill, Step, To, legal_steps_in

MOST_STEPS: Final = 10

_PLACES: Final = {
    **{word: colour + 1 for word, colour in COLOUR_WORDS.items()},
    **{str(depth): depth for depth in range(len(PLACES))},
    "top": 0,
    "surface": 0,
}
_SOURCES: Final = {"cage": 0, "store": STORED, "storage": STORED}
_A_PLACE: Final = phrase("a level (y, b, g or k) or `top`")
_A_SOURCE: Final = phrase("`store` or `cage`")
_TO: Final = frozenset(("to", "go", "move", "cage", "down", "up"))
_LOAD: Final = frozenset(("load", "take"))
_STORE: Final = frozenset(("store", "stow"))
_FILL: Final = frozenset(("fill", "put"))


class Dig:
    """A mining action while it is composed: a pit of its own, and the steps that are left."""

    __slots__ = ("left", "pit", "steps")

    def __init__(self, pit: Pit, left: int) -> None:
        self.pit = pit.copy()
        self.left = left
        self.steps: list[Step] = []

    def legal_steps(self) -> Sequence[Step]:
        """The next steps. Stopping is always allowed besides."""
        return legal_steps_in(self.pit, self.left)

    def do(self, step: Step) -> None:
        take_step(self.pit, step, self.left)
        self.left -= step.cost
        self.steps.append(step)


def take_step(pit: Pit, step: Step, left: int) -> None:
    """Do one step in a pit if enough are left."""
    if step.cost > left:
        raise NotLegal(
            "rule/too-many-steps",
            "`{step}` needs work steps: {need}, left are {left}",
            step=step.write(),
            need=step.cost,
            left=left,
        )
    step.do(pit)


def write_steps(steps: Iterable[Step]) -> str:
    """The steps in canonical form, equal neighbours drawn together: `to g, load g x2`."""
    texts = []
    for text, run in groupby(step.write() for step in steps):
        n = len(list(run))
        texts.append(f"{text} x{n}" if n > 1 else text)
    return ", ".join(texts)


def read_steps(words: MoveWords, game: Game | None) -> tuple[Step, ...]:
    """Every step that follows in the words."""
    mine: dict[Card, int] = {}
    if game is not None:
        mine = {card: order.free for card, order in game.pits[game.turn].orders.items()}
    steps: list[Step] = []
    while words:
        words.skip("then", "and")
        step = _read_step(words, mine)
        times = words.times()
        if len(steps) + times > MOST_STEPS:
            raise NotNotation(
                "notation/too-many-steps",
                "`{sent}`: a mining action has at most {most} work steps",
                sent=words.sent,
                most=MOST_STEPS,
            )
        steps += [step] * times
    return tuple(steps)


def _read_step(words: MoveWords, mine: dict[Card, int]) -> Step:
    verb = words.take()
    if verb in _TO:
        words.skip("to")
        words.skip("level")
        if verb == "up" and words.peek() not in _PLACES:
            return To(0)
        return To(words.one_of(_PLACES, _A_PLACE))
    if verb in _LOAD:
        return LOADS[words.colour()]
    if verb in _STORE:
        return STORES[words.colour()]
    if verb in _FILL:
        return _read_fill(words, mine)
    raise words.wrong(verb, phrase("a work step: to, load, store or fill"))


def _read_fill(words: MoveWords, mine: dict[Card, int]) -> Step:
    if words.peek() in COLOUR_WORDS:
        colour = words.colour()
        card = _only_order_for(colour, words, mine)
    else:
        card = words.card(mine)
        colour = words.colour() if words.peek() in COLOUR_WORDS else _only_colour(card, words)
    if words.skip("with"):
        first = words.colour()
        words.skip("+", "and")
        return Fill(card, colour, _from(words, [first, words.colour()]))
    return Fill(card, colour, _from(words, [colour]))


def _only_order_for(colour: int, words: MoveWords, mine: dict[Card, int]) -> Card:
    """`fill g` means the one order that has a free gray spot."""
    fitting = [card for card, free in mine.items() if free & ANY[colour]]
    if len(fitting) > 1:
        raise words.unclear("fill", [card.name for card in fitting])
    if not fitting:
        raise words.wrong(LETTERS[colour], phrase("a colour that one of your orders still needs"))
    return fitting[0]


def _only_colour(card: Card, words: MoveWords) -> int:
    """`fill E-gg` can only mean a gray spot."""
    colours = [colour for colour in COLOURS if card.spots & ANY[colour]]
    return colours[0] if len(colours) == 1 else words.colour()


def _from(words: MoveWords, cubes: list[int]) -> tuple[int, ...]:
    """The place that the cubes are taken from: the cage unless something else is said."""
    if not words.skip("from"):
        return tuple(cubes)
    words.skip("the")
    sources = [words.one_of(_SOURCES, _A_SOURCE)]
    if len(cubes) == 2 and words.skip("+", "and"):
        sources.append(words.one_of(_SOURCES, _A_SOURCE))
    sources *= 2
    return tuple(cube + source for cube, source in zip(cubes, sources, strict=False))
