"""Whole random games on both sides, through the public doors: what the other benchmarks measure on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import chess

from engine.bots.selfplay import opening
from engine.rules import Action, Game, Mine, dig, legal_actions, play


def decide(game: Game, rng: Random) -> tuple[Action, int]:
    """A random action, and how many work steps are in it. Stopping is one more choice at each."""
    actions = legal_actions(game)
    action = actions[int(rng.random() * len(actions))]
    if type(action) is not Mine:
        return action, 0
    begun = dig(game, action)
    while steps := begun.legal_steps():
        pick = int(rng.random() * (len(steps) + 1))
        if pick == len(steps):
            break
        begun.do(steps[pick])
    return Mine(action.number, tuple(begun.steps)), len(begun.steps)


def play_randomly(players: int, rng: Random) -> int:
    """A game to its end. Gives the decisions made: plies and work steps."""
    game = opening(players, rng)
    decisions = 0
    while not game.over:
        action, steps = decide(game, rng)
        game = play(game, action).game
        decisions += 1 + steps
    return decisions


def positions(players: int, rng: Random) -> Iterator[tuple[Game, Action]]:
    """Every position of a random game, with what was played in it."""
    game = opening(players, rng)
    while not game.over:
        action, _ = decide(game, rng)
        yield game, action
        game = play(game, action).game


def play_chess(rng: Random) -> chess.Board:
    """A random game of chess to its end."""
    board = chess.Board()
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[int(rng.random() * len(moves))])
    return board


def chess_positions(rng: Random, many: int) -> list[chess.Board]:
    """Positions from the middle of random games of chess."""
    found = []
    while len(found) < many:
        moves = play_chess(rng).move_stack
        board = chess.Board()
        for move in moves[: len(moves) // 2]:
            board.push(move)
        found.append(board)
    return found


def middle_positions(players: int, rng: Random, many: int) -> list[Game]:
    """Positions from the middle of random games, one of each."""
    found = []
    while len(found) < many:
        games = [game for game, _ in positions(players, rng)]
        found.append(games[len(games) // 2])
    return found
