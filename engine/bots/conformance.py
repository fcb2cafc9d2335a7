"""A kit that tells of any bot whether it keeps the laws of all bots.

- It plays whole games with 2, 3 and 4 players, delivered cards open or face down, and every move is legal.
- It decides in every phase, also when coal is short or a stack is empty.
- It leaves the view as it is.
- The same view and the same chance give the same decision.
- What it can't see does not matter: two games that look alike from its seat get the same decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from engine.errors import Refused
from engine.rules import Action, Draw, Game, check, play, to_data, view
from engine.rules.game import DRAFT, TURN

from . import Choose
from .selfplay import generator, opening

TABLES: Final = ((2, False), (3, True), (4, False))
"""The tables to play at: how many play, and whether delivered cards lie face down."""
SPARSE: Final = 7
"""Every so many plies the slower laws are looked at; always in a draft and after a draw-five."""
STRAY: Final = 5
"""Every so many plies a game goes on at random, so that odd positions come up."""


class BrokenLaw(NamedTuple):
    """A law that was broken: where, and how."""

    law: str
    """`illegal`, `broken`, `not-an-action`, `changes-the-view`, `not-repeatable` or `sees-the-hidden`."""
    players: int
    ply: int
    text: str


class ConformanceReport(NamedTuple):
    """The result of the check: how much was looked at, and what was wrong."""

    games: int
    decisions: int
    phases: frozenset[int]
    faults: tuple[BrokenLaw, ...]


def examine(decide: Choose, seed: int = 1, games: int = 1) -> ConformanceReport:
    """Let a bot play so many games at each table, on all seats. A game ends with its first fault."""
    decisions, phases, faults = 0, set[int](), list[BrokenLaw]()
    for number in range(1, games + 1):
        for players, face_down in TABLES:
            for game, fault in _decisions(decide, seed, number, players, face_down):
                decisions += 1
                phases.add(game.phase)
                faults += [fault] if fault else []
    return ConformanceReport(games * len(TABLES), decisions, frozenset(phases), tuple(faults))


def _decisions(
    decide: Choose, seed: int, number: int, players: int, face_down: bool
) -> Iterator[tuple[Game, BrokenLaw | None]]:
    """Every position of a game that the bot plays for all seats, and what was wrong there."""
    game = opening(players, generator(seed, number, f"deal for {players}"), face_down)
    rng = generator(seed, number, "conformance")
    while not game.over:
        action, fault = _decided(decide, game, rng.getrandbits(64))
        if fault is None and action and (game.phase != TURN or game.ply % SPARSE == 0):
            fault = _repeatable(decide, game, action, rng)
        yield game, fault
        if fault or action is None:
            return
        game = play(game, _strayed(game, action, rng)).game


def _strayed(game: Game, action: Action, rng: Random) -> Action:
    """The action to play: now and then a draw-five, so that no bot gets around choosing."""
    draw = Draw("factory" if rng.randrange(2) else "order")
    if game.phase != TURN or game.ply % STRAY:
        return action
    try:
        check(game, draw)
    except Refused:
        return action
    return draw


def _decided(decide: Choose, game: Game, chance: int) -> tuple[Action | None, BrokenLaw | None]:
    """A decision, legal or not, and whether the view is as it was."""
    seen = view(game, game.turn)
    before = to_data(seen)
    try:
        action: object = decide(seen, Random(chance))
    except Exception as error:  # a bot may fail in any way
        return None, _fault("broken", game, f"{type(error).__name__}: {error}")
    if not isinstance(action, Action):
        return None, _fault("not-an-action", game, repr(action))
    if to_data(seen) != before:
        return action, _fault("changes-the-view", game, str(action))
    try:
        check(game, action, game.turn)
    except Refused as refused:
        return action, _fault("illegal", game, str(refused))
    return action, None


def _repeatable(decide: Choose, game: Game, action: Action, rng: Random) -> BrokenLaw | None:
    """The same once more, and in another game that looks the same."""
    chance = rng.getrandbits(64)
    first, fault = _decided(decide, game, chance)
    again, fault_again = _decided(decide, game, chance)
    if fault or fault_again:
        return fault or fault_again
    if first != again:
        return _fault("not-repeatable", game, f"{first} / {again}")
    there, fault = _decided(decide, otherwise(game, rng), chance)
    if fault is None and there != first:
        return _fault("sees-the-hidden", game, f"{first} / {there}")
    return fault


def _fault(law: str, game: Game, text: str) -> BrokenLaw:
    return BrokenLaw(law, game.players, game.ply, text)


def otherwise(game: Game, rng: Random) -> Game:
    """The same position as the seat to move sees it, with all that it can't see changed."""
    other = game.copy()
    other.tile_stack = tuple(rng.sample(game.tile_stack, len(game.tile_stack)))
    other.card_stack = tuple(rng.sample(game.card_stack, len(game.card_stack)))
    if game.table.face_down and game.phase != DRAFT:
        cards = [card for seat, pit in enumerate(game.pits) if seat != game.turn for card in pit.delivered]
        rng.shuffle(cards)
        for seat, pit in enumerate(game.pits):
            if seat != game.turn:
                other.pits[seat] = pit.copy()
                other.pits[seat].delivered = tuple(cards.pop() for _ in pit.delivered)
    return other
