"""The names of things and the short texts of boards and lists. Nothing here knows how it is laid out.

Texts are in English, marked for the catalogues, and said in the reader's language where they are used.
What has a number in it is said by a function, since languages count differently. Names of people and of
spaces are never inflected: every text leaves them as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.phrase import Phrase, word, word_within
from engine.tongue import ENGLISH as ENGLISH_CODE
from engine.tongue import Tongue
from engine.tongue import tongue as tongue_of

from ..rules import coal
from ..rules import components as box
from ..rules.coal import Heap
from ..rules.components import Card, Element, Space, Tile

_often: Final = lru_cache(maxsize=2048)
"""For what every board says again: it is put together once."""

ENGLISH: Final = tongue_of(ENGLISH_CODE)
"""The language that is spoken unless something else is asked for."""

NAMELESS: Final = word("Player {number}")
SHIFTS: Final = ("", "I", "II", "III")

COLOURS: Final = {
    "yellow": word("yellow"),
    "brown": word("brown"),
    "gray": word("gray"),
    "black": word("black"),
}
VEHICLES: Final = {
    "barrow": word("barrow"),
    "carriage": word("carriage"),
    "motorcar": word("motorcar"),
    "engine": word("engine"),
}

# The head of the board.
IN_DRAFT: Final = word("The draft; {start} will begin shift I")
IN_SHIFT: Final = word("Shift {shift} of III, begun by {start}")
AFTER_ALL: Final = word("The game is over")
TO_MOVE: Final = word("{who} to move")
TO_DRAFT: Final = word("{who} to take an order")
TO_CHOOSE: Final = word("{who} to choose")
WON: Final = word("{who} wins")
SHARED: Final = word("{who} share the victory")
YOU: Final = word("you")
PLAYER_COLUMNS: Final = (
    word_within("column", "VP"),
    word_within("column", "Marks"),
    word_within("column", "workers left"),
    word_within("column", "canteen"),
    word_within("column", "orders"),
    word_within("column", "delivered"),
)

# The worker spaces.
AREAS: Final = {
    "factory": word_within("area", "factory"),
    "mining": word_within("area", "mining"),
    "delivery": word_within("area", "delivery"),
    "money": word_within("area", "money"),
    "orders": word_within("area", "orders"),
    "bank": word_within("area", "bank"),
}
SPACES: Final = {
    "factory": word("factory {name}"),
    "mining": word("mining {name}"),
    "delivery": word("{name} delivery"),
    "money": word("money {name}"),
    "orders": word("order {name}"),
}
DRAW_SPACES: Final = {"factory": word("factory draw"), "orders": word("order draw")}
DRAW: Final = word_within("column", "draw")
TILE: Final = word_within("row", "tile")
ORDER: Final = word_within("row", "order")
MARKS: Final = word_within("row", "Marks")
VP: Final = word_within("row", "VP")
STANDING: Final = word_within("row", "workers")
NEXT: Final = word_within("row", "to place")
LOCKED: Final = word_within("column", "locked")
STACK_LEFT: Final = word_within("column", "{n} left")
SUPPLY: Final = word("supply")

# The pits.
TOP: Final = word_within("place of the cage", "top")
LIGHT: Final = word_within("side", "light")
DARK: Final = word_within("side", "dark")
STORAGE: Final = word_within("label", "storage")
OUTSTANDING: Final = word("outstanding orders")
TILES: Final = word_within("label", "tiles")
DELIVERED: Final = word_within("label", "delivered")
NOTHING: Final = word_within("label", "none")
EMPTY: Final = word_within("contents", "none")
"""Said of the cage and the storage."""
READY: Final = word_within("order", "complete")
HOLDS: Final = word("holding {cubes}")
WORTH: Final = word("{vp} VP")
BALANCE: Final = word("{light} light, {dark} dark")
IMBALANCE: Final = word("{light} light, {dark} dark: {vp} VP")
FACE_DOWN: Final = word("{n} face down")
LEGEND: Final = word(
    "A letter is a cube of coal (y yellow, b brown, g gray, k black), a dot is room for one. "
    "{cage} is the cage, {tile} a tile with two lorries, {own} the pit's own lorry. "
    "g2L is a tile: gray, two lorries, light side (D: dark side). "
    "C-kk is an order by carriage with two black spots (B barrow, M motorcar, E engine). "
    "A2 are two workers of A."
)

# What the coming scoring would pay.
WOULD_PAY: Final = word("if shift {shift} were scored now")
PRIZES: Final = word_within("column", "prizes")
UNTIL_SCORING: Final = word("Workers still to be placed before the scoring: {n}.")
NOT_KNOWN: Final = word("Delivered cards lie face down: what they count for is not known.")
TOGETHER: Final = word_within("row", "total")

# What is on offer or was drawn.
ON_OFFER: Final = word("On offer in the draft:")
YOU_DREW: Final = word("Drawn, for your eyes only:")

# The list of actions: what follows from one.
DRAFTING: Final = word("the draft")
CHOOSING: Final = word("your choice")
GET_VP: Final = word("{cards}: {vp} VP")
BACK_NOTE: Final = word(
    "The others go back face down, all on `top` or all at the `bottom`, in the order in which you list "
    "them: the first is drawn first. What is shown puts them at the bottom; type it to choose otherwise."
)
GETS_READY: Final = word("gets coal ready")
NO_ACTIONS: Final = word("There is nothing to do.")

# A mining action while it is composed.
STEPS_SO_FAR: Final = word("So far:")

# The standings.
STANDINGS_SO_FAR: Final = word("Standings so far")
ENDED: Final = word("The game is over: {result}.")
DELIVERIES: Final = word("delivered orders")
SCORING: Final = word("scoring of shift {shift}")
FROM_MARKS: Final = word("Marks (1 VP for 5)")
FROM_CUBES: Final = word("cubes (1 VP for 3)")
FROM_OUTSTANDING: Final = word("outstanding orders (-1 each)")
FROM_IMBALANCE: Final = word("tunnel imbalance (-2 each)")
TOTAL: Final = word_within("row", "total")
MARKS_LEFT: Final = word("Marks left after that")
PLACE: Final = word_within("row", "place")
ELEMENTS: Final = {
    ("spots", "yellow"): word("yellow spots delivered"),
    ("spots", "brown"): word("brown spots delivered"),
    ("spots", "gray"): word("gray spots delivered"),
    ("spots", "black"): word("black spots delivered"),
    ("vehicle", "barrow"): word("spots delivered by barrow"),
    ("vehicle", "carriage"): word("spots delivered by carriage"),
    ("vehicle", "motorcar"): word("spots delivered by motorcar"),
    ("vehicle", "engine"): word("spots delivered by engine"),
    ("empty", "yellow"): word("empty yellow lorries"),
    ("empty", "brown"): word("empty brown lorries"),
    ("empty", "gray"): word("empty gray lorries"),
    ("empty", "black"): word("empty black lorries"),
}
ELEMENT_PAID: Final = word("{element}: {paid}.")
PRIZE: Final = word("{who} {vp} VP (has {n})")


@_often
def workers(tongue: Tongue, n: int) -> str:
    return tongue.count("{n} worker", "{n} workers", n)


@_often
def workers_left(tongue: Tongue, n: int) -> str:
    return tongue.count("{n} worker left", "{n} workers left", n)


@_often
def in_canteen(tongue: Tongue, n: int) -> str:
    return tongue.say("{n} in the canteen", n=n)


@_often
def marks(tongue: Tongue, n: int) -> str:
    return tongue.count("{n} Mark", "{n} Marks", n)


@_often
def may_work(tongue: Tongue, n: int) -> str:
    return tongue.count("up to {n} work step", "up to {n} work steps", n)


@_often
def may_keep(tongue: Tongue, area: str, n: int) -> str:
    """The offer of a draw-five."""
    if area == "factory":
        return tongue.count("look at {n} tile, keep it or not", "look at {n} tiles, keep one or none", n)
    return tongue.count("look at {n} order, keep it or not", "look at {n} orders, keep one or none", n)


@_often
def get_marks(tongue: Tongue, n: int) -> str:
    return tongue.count("take {n} Mark", "take {n} Marks", n)


def chooses(tongue: Tongue, who: str, area: str, n: int) -> str:
    """Said to those who may not see what was drawn."""
    if area == "factory":
        return tongue.count(
            "{who} looks at {n} tile and chooses.", "{who} looks at {n} tiles and chooses.", n, who=who
        )
    return tongue.count(
        "{who} looks at {n} order and chooses.", "{who} looks at {n} orders and chooses.", n, who=who
    )


def ousts(tongue: Tongue, n: int, whose: str) -> str:
    return tongue.count("ousts {n} of {whose}'s workers", "ousts {n} of {whose}'s workers", n, whose=whose)


def ousts_yours(tongue: Tongue, n: int) -> str:
    """Said to the player whose workers they are."""
    return tongue.count("ousts {n} of your workers", "ousts {n} of your workers", n)


def ousts_own(tongue: Tongue, n: int, *, yours: bool) -> str:
    """The workers are of the player who moves; they may be the reader's."""
    if yours:
        return tongue.count(
            "sends {n} of your own workers to the canteen", "sends {n} of your own workers to the canteen", n
        )
    return tongue.count(
        "sends {n} of their own workers to the canteen", "sends {n} of their own workers to the canteen", n
    )


def short_of_coal(tongue: Tongue, tile: Tile, cubes: str, empty: int) -> list[str]:
    """The rule for a tile when there is not enough coal of its colour."""
    own = coal.LETTERS[tile.colour]
    foreign = [colour(tongue, letter) for letter in cubes if letter != own]
    found = []
    if foreign:
        cubes = together(foreign)
        found.append(
            tongue.say("loads {cubes} ({colour} is lacking)", cubes=cubes, colour=colour(tongue, own))
        )
    if empty:
        found.append(
            tongue.count(
                "leaves {n} lorry empty ({colour} is lacking)",
                "leaves {n} lorries empty ({colour} is lacking)",
                empty,
                colour=colour(tongue, own),
            )
        )
    return found


def in_steps(tongue: Tongue, does: str, n: int) -> str:
    """The deeds of a plan, and how long it takes."""
    return tongue.count("{does} in {n} work step", "{does} in {n} work steps", n, does=does)


def completes(tongue: Tongue, cards: Sequence[Card]) -> str:
    names = tongue.all_of([card.name for card in cards])
    return tongue.say("completes {cards} ({vp} VP)", cards=names, vp=sum(card.vp for card in cards))


def fills(tongue: Tongue, n: int) -> str:
    return tongue.count("fills {n} spot", "fills {n} spots", n)


def steps_left(tongue: Tongue, n: int) -> str:
    """Over a pit in which a mining action is being composed."""
    return tongue.count("your pit, {n} work step left", "your pit, {n} work steps left", n)


def substitutions(tongue: Tongue, n: int, example: str) -> str:
    return tongue.count(
        "and {n} way to put two cubes on one spot, such as `{example}`",
        "and {n} ways to put two cubes on one spot, such as `{example}`",
        n,
        example=example,
    )


def listed(items: Sequence[str], tongue: Tongue = ENGLISH) -> str:
    """`Anna, Ben and Carl`."""
    return tongue.all_of(items)


def together(items: Sequence[str]) -> str:
    """`C-kk + C-y`: things listed inside a list."""
    return " + ".join(items)


def capital(text: str) -> str:
    """As it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def result(tongue: Tongue, winners: Sequence[str]) -> str:
    return tongue.say(WON if len(winners) == 1 else SHARED, who=tongue.all_of(winners))


def colour(tongue: Tongue, letter: str) -> str:
    return tongue.say(COLOURS[box.COLOURS[coal.LETTERS.index(letter)]])


@_often
def cubes(tongue: Tongue, heap: Heap, none: Phrase = NOTHING) -> str:
    """`yellow 2, black 1`."""
    heaps = zip(box.COLOURS, coal.counts(heap), strict=True)
    return ", ".join(f"{tongue.say(COLOURS[name])} {n}" for name, n in heaps if n) or tongue.say(none)


def vehicle(tongue: Tongue, of: int) -> str:
    return tongue.say(VEHICLES[box.VEHICLES[of]])


@_often
def space_label(tongue: Tongue, of: Space) -> str:
    """The label that tells a space from the others of its area: a number, a vehicle, or that it draws."""
    if of.name in VEHICLES:
        return tongue.say(VEHICLES[of.name])
    return tongue.say(DRAW) if of.name == "draw" else of.name


@_often
def space(tongue: Tongue, of: Space) -> str:
    """`mining 8`."""
    if of.name == "draw":
        return tongue.say(DRAW_SPACES[of.area])
    return tongue.say(SPACES[of.area], name=space_label(tongue, of))


@_often
def tile(tongue: Tongue, of: Tile) -> str:
    """`gray, 2 lorries, light side`."""
    shade = tongue.say(COLOURS[box.COLOURS[of.colour]])
    if of.light:
        return tongue.count(
            "{colour}, {n} lorry, light side", "{colour}, {n} lorries, light side", of.lorries, colour=shade
        )
    return tongue.count(
        "{colour}, {n} lorry, dark side", "{colour}, {n} lorries, dark side", of.lorries, colour=shade
    )


@_often
def card(tongue: Tongue, of: Card) -> str:
    """`carriage, 9 VP`."""
    return tongue.say("{vehicle}, {vp} VP", vehicle=vehicle(tongue, of.vehicle), vp=of.vp)


def piece(tongue: Tongue, of: Tile | Card) -> str:
    return tile(tongue, of) if isinstance(of, Tile) else card(tongue, of)


@_often
def element(tongue: Tongue, of: Element) -> str:
    """One of the twelve, such as `empty gray lorries`."""
    return tongue.say(_element(of))


def _element(of: Element) -> Phrase:
    return ELEMENTS[of.count, of.of]


def element_paid(tongue: Tongue, of: Element, paid: Sequence[str]) -> str:
    return tongue.say(ELEMENT_PAID, element=capital(element(tongue, of)), paid=tongue.all_of(paid))
