"""The board for a screen reader: the same facts as short sentences, in an order that never changes.

Nothing is drawn and nothing stands in columns. A line begins with what it is about, so that a reader can
go from line to line and skip. Pieces keep the names that a move has to use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.phrase import word
from engine.tongue import Tongue

from ...rules import Card, Game, Order, Pit, Space, coal
from ...rules import components as box
from .. import words
from ..layout import wrap
from ..people import NamedPlayer
from .forecast import Forecast, forecast
from .offer import HIDDEN, priced, worth
from .orders import balance, delivered
from .players import heading, numbers_of
from .spaces import can_be_used, piece_on, stack_size
from .unchanged import once

Seated = Sequence[NamedPlayer]

_PLAYER: Final = word(
    "{who}: {vp} VP, Marks: {marks}, workers left: {workers}, in the canteen: {canteen}, "
    "outstanding orders: {orders}, delivered: {delivered}."
)
_YOU: Final = word("{who} (you)")
_IS: Final = word("{what}: {facts}.")
_SPACES: Final = word("Worker spaces")
_LOCKED: Final = word("locked in this game")
_USED_UP: Final = word("nothing lies there any more")
_NOBODY: Final = word("nobody there")
_STACK: Final = word("{n} in the stack")
_PLAYERS: Final = word("Players")
_TAKEN: Final = word("Taken so far")
_PIT: Final = word("Pit of {who}")
_CAGE: Final = word("Cage")
_AT_TOP: Final = word("at the surface")
_AT: Final = {
    "yellow": word("at the yellow level"),
    "brown": word("at the brown level"),
    "gray": word("at the gray level"),
    "black": word("at the black level"),
}
_LEVELS: Final = {
    "yellow": word("Yellow level"),
    "brown": word("Brown level"),
    "gray": word("Gray level"),
    "black": word("Black level"),
}
_IN_IT: Final = word("in it: {cubes}")
_LEVEL: Final = word(
    "tiles on the light side: {light}, on the dark side: {dark}, lorries: {lorries}, empty: {empty}, "
    "coal: {coal}"
)
_OUTSTANDING: Final = word("Outstanding orders: {n}.")
_SPOTS: Final = word("spots: {spots}")
_FREE: Final = word("still free: {spots}")
_ON_IT: Final = word("on it: {cubes}")
_FORECAST: Final = word("If shift {shift} were scored now:")
_NOBODY_HAS: Final = word("Nobody has: {elements}.")
_NAMES: Final = word(
    "In moves y is yellow, b is brown, g is gray and k is black. The orders begin with B for barrow, C for "
    "carriage, M for motorcar and E for engine. In the name of a tile, L is the light side, D the dark one."
)


def spoken_board(
    view: Game, seated: Seated, reader: int | None, tongue: Tongue, *, offer: bool = True
) -> list[str]:
    """Heading, players, worker spaces, supply, offer, forecast, and each pit, the reader's own first.

    During the draft only what was taken, and the tiles that will be for sale.
    """
    shift, turn = heading(view, seated, tongue, marks=False)
    top = [f"{shift}.", f"{words.capital(turn)}."]
    on_offer = _offer(view, seated, tongue) if offer else []
    blocks = [top, *(_draft if view.draft else _table)(view, seated, reader, on_offer, tongue)]
    blocks.append([tongue.say(_NAMES)])
    lines: list[str] = []
    for block in blocks:
        wrapped = [line for sentence in block for line in wrap(sentence)]
        lines += ["", *wrapped] if lines and wrapped else wrapped
    return lines


def _draft(
    view: Game, seated: Seated, reader: int | None, on_offer: list[str], tongue: Tongue
) -> list[list[str]]:
    taken = []
    for seat in _seats(view):
        cards = " ".join(priced([*view.pits[seat].orders], tongue)) or tongue.say(words.NOTHING)
        taken.append(tongue.say(_IS, what=_who(seated, seat, reader, tongue), facts=cards))
    tiles = [_for_sale(view, space, tongue) for space in box.spaces("factory")]
    return [on_offer, [_title(_TAKEN, tongue), *taken], tiles]


def _table(
    view: Game, seated: Seated, reader: int | None, on_offer: list[str], tongue: Tongue
) -> list[list[str]]:
    blocks = [
        [_title(_PLAYERS, tongue), *(_player(view, seated, seat, reader, tongue) for seat in _seats(view))],
        [_title(_SPACES, tongue), *(_space(view, space, seated, tongue) for space in box.SPACES)],
        [_bank(view, seated, tongue), _is(words.SUPPLY, words.cubes(tongue, view.coal), tongue)],
        on_offer,
        _forecast(view, seated, tongue),
    ]
    first = reader or 0
    for seat in ((first + after) % view.players for after in _seats(view)):
        who = _who(seated, seat, reader, tongue)
        blocks.append([tongue.say(_PIT, who=who) + ".", *pit_sentences(view.pits[seat], tongue)])
    return blocks


@once
def pit_sentences(pit: Pit, tongue: Tongue) -> list[str]:
    """Cage, levels, storage, tiles and orders."""
    return [
        *wrap(cage_in_words(pit, tongue)),
        *(line for level in coal.COLOURS for line in wrap(_level(pit, level, tongue))),
        *wrap(_is(words.STORAGE, words.cubes(tongue, pit.storage, words.EMPTY), tongue)),
        *wrap(_is(words.TILES, balance(pit, tongue), tongue)),
        *wrap(tongue.say(_OUTSTANDING, n=len(pit.orders))),
        *(line for card, order in pit.orders.items() for line in wrap(_order(card, order, tongue))),
        *wrap(_is(words.DELIVERED, delivered(pit, tongue, ", "), tongue)),
    ]


def cage_in_words(pit: Pit, tongue: Tongue) -> str:
    """The place of the cage, and what is in it."""
    place = tongue.say(_AT[box.COLOURS[pit.depth - 1]] if pit.depth else _AT_TOP)
    return _is(
        _CAGE, f"{place}, {tongue.say(_IN_IT, cubes=words.cubes(tongue, pit.cage, words.EMPTY))}", tongue
    )


def still_free(order: Order, tongue: Tongue) -> str:
    """The coal that an order still needs, or that it is complete."""
    if not order.free:
        return tongue.say(words.READY)
    return tongue.say(_FREE, spots=words.cubes(tongue, order.free))


def _seats(view: Game) -> range:
    return range(view.players)


def _title(text: str, tongue: Tongue) -> str:
    return tongue.say(text) + "."


def _is(what: str, facts: str, tongue: Tongue) -> str:
    return tongue.say(_IS, what=words.capital(tongue.say(what)), facts=facts)


def _who(seated: Seated, seat: int, reader: int | None, tongue: Tongue) -> str:
    name = seated[seat].name
    return tongue.say(_YOU, who=name) if seat == reader else name


def _player(view: Game, seated: Seated, seat: int, reader: int | None, tongue: Tongue) -> str:
    names = ("vp", "marks", "workers", "canteen", "orders", "delivered")
    numbers = dict(zip(names, numbers_of(view, seat), strict=True))
    return tongue.say(_PLAYER, who=_who(seated, seat, reader, tongue), **numbers)


def _space(view: Game, space: Space, seated: Seated, tongue: Tongue) -> str:
    """A space: what lies there, who stands there, and what the next placement takes."""
    facts = _on_space(view, space, tongue)
    if can_be_used(view, space):
        facts += [_standing(view, space, seated, tongue)]
        facts += [] if view.over else [_needs(tongue, view.count[space.index] + 1)]
    name = words.capital(words.space(tongue, space))
    return tongue.say(_IS, what=name, facts=", ".join(facts))


def _for_sale(view: Game, space: Space, tongue: Tongue) -> str:
    """The piece that lies there, before anybody can buy it."""
    name = words.capital(words.space(tongue, space))
    return tongue.say(_IS, what=name, facts=", ".join(_on_space(view, space, tongue)))


def _on_space(view: Game, space: Space, tongue: Tongue) -> list[str]:
    if view.players in space.locked:
        return [tongue.say(_LOCKED)]
    if space.name == "draw":
        return [tongue.say(_STACK, n=stack_size(view, space))]
    if not space.shows:
        return []
    piece = piece_on(view, space)
    if piece is None:
        return [tongue.say(_USED_UP)]
    if piece in HIDDEN:
        return [piece.name]
    price = [worth(piece, tongue)] if space.shows == "tile" else []
    return [f"{piece.name} ({words.piece(tongue, piece)})", *price]


def _standing(view: Game, space: Space, seated: Seated, tongue: Tongue) -> str:
    n = view.count[space.index]
    return _workers_of(tongue, n, seated[view.owner[space.index]].name) if n else tongue.say(_NOBODY)


def _workers_of(tongue: Tongue, n: int, who: str) -> str:
    return tongue.count("{n} worker of {who}", "{n} workers of {who}", n, who=who)


def _needs(tongue: Tongue, n: int) -> str:
    return tongue.count("takes {n} worker", "takes {n} workers", n)


def _bank(view: Game, seated: Seated, tongue: Tongue) -> str:
    there = [_workers_of(tongue, n, p.name) for p, n in zip(seated, view.bank, strict=True) if n]
    facts = [words.marks(tongue, 1), *(there or [tongue.say(_NOBODY)])]
    facts += [] if view.over else [_needs(tongue, 1)]
    return _is(words.AREAS["bank"], ", ".join(facts), tongue)


def _offer(view: Game, seated: Seated, tongue: Tongue) -> list[str]:
    """A line for each piece to choose from."""
    pieces = view.draft or view.drawn
    if not pieces:
        return []
    if pieces[0] in HIDDEN:
        return [words.chooses(tongue, seated[view.turn].name, view.drawn_at, len(pieces))]
    said = [tongue.say(words.ON_OFFER if view.draft else words.YOU_DREW)]
    for piece in pieces:
        price = f", {worth(piece, tongue)}" if view.drawn_at == "factory" else ""
        said.append(f"{piece.name} ({words.piece(tongue, piece)}){price}.")
    return said


def _forecast(view: Game, seated: Seated, tongue: Tongue) -> list[str]:
    found = forecast(view)
    if not found:
        return []
    said = [tongue.say(_FORECAST, shift=words.SHIFTS[max(view.shift, 1)])]
    said += [sentence for line in found if (sentence := _foretold(line, seated, tongue))]
    nobody = [words.element(tongue, line.element) for line in found if not any(line.counts) and line.vp]
    if nobody:
        said.append(tongue.say(_NOBODY_HAS, elements=", ".join(nobody)))
    if not all(line.vp for line in found):
        said.append(tongue.say(words.NOT_KNOWN))
    return [*said, tongue.say(words.UNTIL_SCORING, n=sum(view.workers))]


def _foretold(line: Forecast, seated: Seated, tongue: Tongue) -> str:
    """Everyone who has something of the element, and what it would pay."""
    counted = zip(seated, line.counts, line.vp or (0,) * len(seated), strict=True)
    told = [tongue.say(words.PRIZE, who=p.name, vp=vp, n=n) for p, n, vp in counted if n]
    return words.element_paid(tongue, line.element, told) if told and line.vp else ""


def _level(pit: Pit, level: int, tongue: Tongue) -> str:
    light = sum(tile.light for tile in pit.tiles if tile.colour == level)
    facts = tongue.say(
        _LEVEL,
        light=light,
        dark=sum(tile.colour == level for tile in pit.tiles) - light,
        lorries=coal.count(pit.lorries, level),
        empty=pit.empty_lorries(level),
        coal=words.cubes(tongue, pit.loaded[level]),
    )
    return tongue.say(_IS, what=tongue.say(_LEVELS[box.COLOURS[level]]), facts=facts)


def _order(card: Card, order: Order, tongue: Tongue) -> str:
    facts = [words.card(tongue, card), tongue.say(_SPOTS, spots=words.cubes(tongue, card.spots))]
    facts.append(still_free(order, tongue))
    if order.held != card.spots - order.free:
        facts.append(tongue.say(_ON_IT, cubes=words.cubes(tongue, order.held)))
    return tongue.say(_IS, what=card.name, facts=", ".join(facts))
