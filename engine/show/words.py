"""Every word of the boards, lists and stories, in English. Nothing here knows how it is laid out.

Texts with facts in them are templates with named places, like those of refusals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..rules import coal
from ..rules import components as box
from ..rules.components import Card, Element, Space, Tile

NAMELESS: Final = "Player {number}"

# The head of the board.
SHIFTS: Final = ("", "I", "II", "III")
IN_DRAFT: Final = "The draft; {start} will begin shift I"
IN_SHIFT: Final = "Shift {shift} of III, begun by {start}"
AFTER_ALL: Final = "The game is over"
TO_MOVE: Final = "{who} is to move"
TO_DRAFT: Final = "{who} is to take an order"
TO_CHOOSE: Final = "{who} is to choose"
WON: Final = "{who} wins"
SHARED: Final = "{who} share the victory"
YOU: Final = "you"
PLAYER_COLUMNS: Final = ("VP", "Marks", "workers left", "canteen", "orders", "delivered")

# The worker spaces.
AREAS: Final = {
    "factory": "factory",
    "mining": "mining",
    "delivery": "delivery",
    "money": "money",
    "orders": "orders",
    "bank": "bank",
}
SPACES: Final = {
    "factory": "factory {name}",
    "mining": "mining {name}",
    "delivery": "{name} delivery",
    "money": "money {name}",
    "orders": "order {name}",
}
TILE: Final = "tile"
ORDER: Final = "order"
MARKS: Final = "Marks"
VP: Final = "VP"
STANDING: Final = "workers"
NEXT: Final = "to place"
LOCKED: Final = "locked"
STACK_LEFT: Final = "{n} left"
BANK_LINE: Final = "takes 1 Mark"
SUPPLY: Final = "supply"

# The pits.
TOP: Final = "top"
LIGHT: Final = "light"
DARK: Final = "dark"
STORAGE: Final = "storage"
TILES: Final = "tiles"
DELIVERED: Final = "delivered"
NOTHING: Final = "none"
READY: Final = "complete"
HOLDS: Final = "holding {cubes}"
BALANCE: Final = "{light} light, {dark} dark"
IMBALANCE: Final = "{light} light, {dark} dark: {vp} VP"
FACE_DOWN: Final = "{n} face down"
LEGEND: Final = (
    "A letter is a cube of coal (y yellow, b brown, g gray, k black), a dot is room for one. "
    "{gg...} is the cage, [g.] a tile with two lorries, (g) the pit's own lorry. "
    "C-kk is an order by carriage with two black spots (B barrow, M motorcar, E engine). "
    "A2 are two workers of A."
)

# What is on offer or was drawn.
ON_OFFER: Final = "On offer in the draft"
YOU_DREW: Final = "Drawn, for your eyes only"
THEY_DREW: Final = "{who} looks at {pieces} and chooses."

# The list of actions: what follows from one.
DRAFTING: Final = "the draft"
CHOOSING: Final = "your choice"
MAY_WORK: Final = "up to {steps}"
MAY_KEEP: Final = "look at {pieces}, keep one or none"
GET_MARKS: Final = "take {marks}"
GET_VP: Final = "{cards}: {vp} VP"
SENDS_OFF: Final = "ousts {n} of {whose}"
SENDS_OFF_OWN: Final = "ousts {n} of your own"
LOADING: Final = "loads {cubes}"
LEAVING: Final = "{lorries} left empty"
BACK_NOTE: Final = (
    "The others go back face down, all on `top` or all at the `bottom`, in the order in which you list "
    "them: the first is drawn first. What is shown puts them at the bottom; type it to choose otherwise."
)
PLAN_COMPLETES: Final = "completes {cards} ({vp} VP) in {steps}"
PLAN_FILLS: Final = "fills {spots} in {steps}"
PLAN_LOADS: Final = "makes ready in {steps}"
NO_ACTIONS: Final = "There is nothing to do."

# A mining action while it is composed.
COMPOSING: Final = "your pit, {steps} left"
STEPS_SO_FAR: Final = "So far"
SUBSTITUTIONS: Final = "and {n} ways to put two cubes on one spot, such as `{example}`"

# What happened: deeds, each said after the name.
DID: Final = "{who} {deeds}."
DRAFTS: Final = "drafts {card} ({what})"
PLACES: Final = "places {workers} on {space}"
OUSTS: Final = "ousts {workers} of {whose}"
OUSTS_OWN: Final = "sends {workers} of their own to the canteen"
BANKS: Final = "goes to the bank for {marks}"
TAKES_MONEY: Final = "takes {marks}"
BUYS: Final = "buys {tile} for {marks}"
LOADS_OTHER: Final = "loads {cubes} for lack of {colour}"
LEAVES_EMPTY: Final = "leaves {lorries} empty for lack of {colour}"
TAKES_ORDER: Final = "takes the order {card} ({what})"
LOOKS_AT: Final = "looks at {pieces}"
PUTS_BACK: Final = {
    "": "puts none back",
    "top": "puts {pieces} back on top of the stack",
    "bottom": "puts {pieces} back at the bottom of the stack",
}
MINES: Final = "does {steps} ({written})"
MINES_NOTHING: Final = "does no work step"
COMPLETES: Final = "completes {card}"
DELIVERS: Final = "delivers {cards} for {vp} VP"

# What happened: news of the table.
TURNED_UP: Final = "{space} now shows {piece} ({what})."
TURNED_UP_HIDDEN: Final = "{space} is refilled from the stack."
SHIFT_SCORED: Final = "Shift {shift} is scored: {shares}."
SHARE: Final = "{who} {vp} VP"
ELEMENT_PAID: Final = "{element}: {paid}."
PRIZE: Final = "{who} {vp} VP (has {n})"
HAS_DELIVERED: Final = "{who} has delivered {cards}."
SHIFT_BEGAN: Final = "Shift {shift} begins; {who} starts."
ENDED: Final = "The game is over: {result}."

# The standings.
STANDINGS_SO_FAR: Final = "Standings so far"
DELIVERIES: Final = "delivered orders"
SCORING: Final = "scoring of shift {shift}"
FROM_MARKS: Final = "Marks (1 VP for 5)"
FROM_CUBES: Final = "cubes (1 VP for 3)"
FROM_OUTSTANDING: Final = "outstanding orders (-1 each)"
FROM_IMBALANCE: Final = "tunnel imbalance (-2 each)"
TOTAL: Final = "total"
VP_OF: Final = "{vp} VP"
MARKS_LEFT: Final = "Marks left after that"
PLACE: Final = "place"
ELEMENTS: Final = {
    "spots": "{colour} spots delivered",
    "vehicle": "spots delivered by {vehicle}",
    "empty": "empty {colour} lorries",
}


def count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def workers(n: int) -> str:
    return count(n, "worker", "workers")


def marks(n: int) -> str:
    return count(n, "Mark", "Marks")


def steps(n: int) -> str:
    return count(n, "work step", "work steps")


def spots(n: int) -> str:
    return count(n, "spot", "spots")


def lorries(n: int) -> str:
    return count(n, "lorry", "lorries")


def pieces(area: str, n: int) -> str:
    """Tiles of the factory, or order cards."""
    return count(n, "tile", "tiles") if area == "factory" else count(n, "order", "orders")


def listed(items: Sequence[str]) -> str:
    """`Anna, Ben and Carl`."""
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def together(items: Sequence[str]) -> str:
    """`C-kk + C-y`: things listed inside a list."""
    return " + ".join(items)


def capital(text: str) -> str:
    """As it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def result(winners: Sequence[str]) -> str:
    return (WON if len(winners) == 1 else SHARED).format(who=listed(winners))


def colour(letter: str) -> str:
    return box.COLOURS[coal.LETTERS.index(letter)]


def space(of: Space) -> str:
    return SPACES[of.area].format(name=of.name)


def tile(of: Tile) -> str:
    """`gray, 2 lorries, light side`."""
    side = LIGHT if of.light else DARK
    return f"{box.COLOURS[of.colour]}, {lorries(of.lorries)}, {side} side"


def card(of: Card) -> str:
    """`carriage, 9 VP`."""
    return f"{box.VEHICLES[of.vehicle]}, {of.vp} VP"


def element(of: Element) -> str:
    """One of the twelve, such as `empty gray lorries`."""
    return ELEMENTS[of.count].format(colour=of.of, vehicle=of.of)
