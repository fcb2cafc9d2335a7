"""The frame of an action: placing workers, refilling spaces, and whose turn comes next."""

from __future__ import annotations

from typing import Final, Protocol

from ..errors import NotLegal
from . import components as box
from .components import Card, Space, Tile
from .events import Ended, Event, Placed, ShiftBegan, ShiftScored, TurnedUp
from .game import CHOOSE, DRAFT, NOBODY, OVER, TURN, Game
from .scoring import final_points, score_shift, winners

_CLOCKWISE: Final[dict[int, list[tuple[int, ...]]]] = {
    players: [(*range(seat + 1, players), *range(seat + 1)) for seat in range(players)]
    for players in box.WORKERS
}
"""For each number of players and each seat: the seats after it, itself last."""


class RepeatedMove(Protocol):
    """The move, as a refusal repeats it."""

    @property
    def form(self) -> str: ...
    def write(self) -> str: ...


def place(game: Game, space: Space | None, move: RepeatedMove, events: list[Event]) -> Space:
    """Put workers on a space: one more than stand there, who go to the canteen. Gives the space."""
    if space is None:
        raise NotLegal(
            "rule/no-such-space",
            "`{move}`: there is no such space; one is written like this: {form}",
            move=move.write(),
            form=move.form,
        )
    index, seat = space.index, game.turn
    if game.table.players in space.locked:
        raise NotLegal(
            "rule/locked",
            "`{move}`: that space is locked with {players} players; open are {spaces}",
            move=move.write(),
            players=game.players,
            spaces=", ".join(s.name for s in game.table.open_spaces[space.area]),
        )
    standing = game.count[index]
    have = game.workers[seat]
    if have <= standing:
        raise NotLegal(
            "rule/too-few-workers",
            "`{move}` needs workers: {need}, you have {have}",
            move=move.write(),
            need=standing + 1,
            have=have,
        )
    whose = game.owner[index]
    if standing:
        game.canteen[whose] += standing
    game.workers[seat] = have - standing - 1
    game.count[index] = standing + 1
    game.owner[index] = seat
    events.append(Placed(seat, space, standing + 1, standing, whose))
    return space


def turn_up_tile(game: Game, space: Space, events: list[Event]) -> None:
    """Refill a factory space; with the stack empty it stays empty."""
    game.tiles[space.row] = None
    if game.tile_stack:
        tile = game.tiles[space.row] = game.tile_stack[0]
        game.tile_stack = game.tile_stack[1:]
        events.append(TurnedUp(space, tile))


def turn_up_card(game: Game, space: Space, events: list[Event]) -> None:
    """Refill an order space; with the stack empty it stays empty."""
    game.cards[space.row] = None
    if game.card_stack:
        card = game.cards[space.row] = game.card_stack[0]
        game.card_stack = game.card_stack[1:]
        events.append(TurnedUp(space, card))


def finish(game: Game, events: list[Event]) -> None:
    """After an action: the choice that follows it, the next player, or the end of the shift."""
    game.ply += 1
    if game.phase == DRAFT:
        _after_draft(game, events)
    elif game.drawn:
        game.phase = CHOOSE
    else:
        game.phase = TURN
        _next_player(game, events)


def _after_draft(game: Game, events: list[Event]) -> None:
    if len(game.draft) > box.SPARE:
        game.turn = (game.turn - 1) % game.players
        return
    (leftover,) = game.draft
    game.draft = ()
    game.cards[box.LEFTOVER_SPACE.row] = leftover
    for space in game.table.open_spaces["orders"]:
        if space.shows and space is not box.LEFTOVER_SPACE:
            turn_up_card(game, space, events)
    _begin_shift(game, game.start, events)


def _next_player(game: Game, events: list[Event]) -> None:
    workers = game.workers
    for seat in _CLOCKWISE[len(workers)][game.turn]:
        if workers[seat]:
            game.turn = seat
            return
    _end_shift(game, events)


def _end_shift(game: Game, events: list[Event]) -> None:
    counts, prizes = score_shift(game)
    delivered = tuple([pit.delivered for pit in game.pits])
    events.append(ShiftScored(game.shift, counts, prizes, delivered))
    game.prizes += (prizes,)
    for seat in range(game.players):
        game.vp[seat] += sum(prize[seat] for prize in prizes)
    if game.shift == box.SHIFTS:
        _end_game(game, events)
    else:
        start = next_start(game)
        _return_workers(game)
        _begin_shift(game, start, events)


def next_start(game: Game) -> int:
    """The seat that starts the next shift: most workers in the factory; a tie goes clockwise from the old
    start.
    """
    in_factory = [0] * game.players
    for space in game.table.open_spaces["factory"]:
        if game.count[space.index]:
            in_factory[game.owner[space.index]] += game.count[space.index]
    seats = _CLOCKWISE[game.players][game.start]
    return max(seats, key=in_factory.__getitem__)


def _return_workers(game: Game) -> None:
    players = game.players
    game.workers = [box.WORKERS[players]] * players
    game.canteen = [0] * players
    game.bank = [0] * players
    game.count = [0] * len(box.SPACES)
    game.owner = [NOBODY] * len(box.SPACES)


def _begin_shift(game: Game, start: int, events: list[Event]) -> None:
    game.phase = TURN
    game.shift += 1
    game.start = game.turn = start
    events.append(ShiftBegan(game.shift, start))


def _end_game(game: Game, events: list[Event]) -> None:
    for seat, pit in enumerate(game.pits):
        game.vp[seat] += sum(final_points(pit))
    game.phase = OVER
    events.append(Ended(winners(game)))


def face_up(game: Game, space: Space) -> Tile | Card | None:
    """The piece that lies face up on a space, if any."""
    if space.shows == "tile":
        return game.tiles[space.row]
    return game.cards[space.row] if space.shows else None
