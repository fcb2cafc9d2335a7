"""The doors of the game: what may be done, doing it, and playing a whole game again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ..errors import NotLegal
from ..phrase import phrase
from . import actions as _actions  # noqa: F401  gathers the action types
from .action import KINDS, Action, parse
from .actions.mine import Mine
from .events import Event
from .game import CHOOSE, DRAFT, PHASES, TURN, Game
from .mining.notation import Dig
from .mining.steps import Step
from .turn import finish


class Played(NamedTuple):
    """The position after a ply, and what happened in it."""

    game: Game
    events: list[Event]


_KINDS_IN: Final = {phase: [kind for kind in KINDS if kind.phase == phase] for phase in range(len(PHASES))}


def legal_actions(game: Game) -> Sequence[Action]:
    """Every placement or choice open to the player to move.

    A mining space is one entry, without steps. On a view of somebody else's draw-five the choices are
    not known, and none is listed.
    """
    kinds = _KINDS_IN[game.phase]
    if len(kinds) == 1:
        only = kinds[0].choices(game)
        return only if isinstance(only, Sequence) else list(only)
    found: list[Action] = []
    for kind in kinds:
        found += kind.choices(game)
    return found


def legal_steps(game: Game, mine: Mine) -> Sequence[Step]:
    """The next work steps after those that a mining action has already. Stopping is always allowed."""
    return dig(game, mine).legal_steps()


def dig(game: Game, mine: Mine) -> Dig:
    """Compose a mining action step by step, from where it stands."""
    begun = Dig(game.pits[game.turn], mine.number)
    for step in mine.steps:
        begun.do(step)
    return begun


def play(game: Game, action: Action, seat: int | None = None) -> Played:
    """The position after an action, and what it did. The game given is left as it is.

    With `seat`, the action must be that seat's. Raises NotLegal if the action is not allowed now.
    """
    played = _act(game, action, seat)
    finish(*played)
    return played


def check(game: Game, action: Action, seat: int | None = None) -> None:
    """Raise NotLegal if an action is not allowed now. Needs nothing that a player's view does not tell."""
    _act(game, action, seat)


def _act(game: Game, action: Action, seat: int | None) -> Played:
    """The action alone, done to a copy; what follows from it (the next player, a scoring) is not."""
    if seat is not None and seat != game.turn and not game.over:
        raise NotLegal(
            "rule/not-your-turn",
            "`{move}`: seat {turn} is to move, not seat {seat}",
            move=action.write(),
            turn=game.turn,
            seat=seat,
        )
    if action.phase != game.phase:
        raise _wrong_phase(game, action)
    after = game.copy()
    events: list[Event] = []
    action.play(after, events)
    return Played(after, events)


def _wrong_phase(game: Game, action: Action) -> NotLegal:
    card = next((card.name for card in game.draft), "C-kk")
    code, why = {
        DRAFT: (
            "rule/in-draft",
            phrase("orders are being drafted: `draft {card}` or another of those on offer", card=card),
        ),
        TURN: ("rule/not-now", phrase("nothing is to be chosen now: place workers or go to the bank")),
        CHOOSE: ("rule/choose-first", phrase("what was drawn comes first: `keep …`")),
    }.get(game.phase, ("rule/game-over", phrase("the game is over")))
    return NotLegal(code, "`{move}`: {why}", move=action.write(), why=why)


def replay(opening: Game, moves: Iterable[Action | str]) -> Game:
    """Play these moves from an opening, each checked."""
    game = opening
    for move in moves:
        game = play(game, parse(move, game) if isinstance(move, str) else move).game
    return game
