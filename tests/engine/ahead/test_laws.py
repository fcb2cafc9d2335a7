"""What holds for every order in every game: seeded random play in which all seats have orders."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ahead import (
    Memory,
    Orders,
    OrderStopped,
    Play,
    begin,
    check,
    decide,
    explain,
    pin,
    read,
    remember,
)
from engine.ahead.conditions import Sight
from engine.ahead.deciding import Decision
from engine.bots.determinise import determinise
from engine.errors import Refused
from engine.rules import Draft, Game, Keep, Played, play, view
from engine.rules.game import TURN
from tests.engine.ahead.written import orders as any_orders
from tests.engine.rules.laws import is_legal, other_secrets
from tests.engine.rules.table import random_action, random_game, random_opening

PLACES = (
    "money 3;money 4;money 5;money 6;bank if workers <= 9;mine 4: plan;mine 6: plan;mine 8: plan;"
    "mine 10: plan;mine 10: nothing"
)
DRAWS = (
    "order draw, keep kk or gg or 5vp or none;order draw, keep carriage or any, top;order draw;"
    "factory draw, keep k or any2 or none;factory draw, keep anyL;factory draw, keep any, coal empty, top"
)
DELIVERIES = "deliver barrow;deliver carriage;deliver motorcar;deliver engine"
KINDS = (
    "order kk;order 7vp;order engine;order any;factory any2;factory b;factory anyD;factory y1L, coal k empty"
)
CONDITIONS = (
    "money >= 5;money <= 7;workers >= 4;orders <= 4;cubes >= 3;cubes k >= 1;shift >= 2;vp >= 5;"
    "mine 8 costs <= 2;order draw costs = 1;order kk on offer;factory any2 on offer;have order y;"
    "complete any;"
    "someone played money;seat 1 played mine;someone takes order any;new order 5vp;"
    "new factory any;ousted;gone"
)
STOPS = "ousted;gone;new order 9vp;new factory any2;someone takes order kk;money >= 20;shift end"


@dataclass
class Seat:
    """Somebody with orders; none before the first and after the last."""

    orders: Orders | None
    memory: Memory


def some_line(seen: Game, seat: int, rng: Random) -> str:
    shown = [f"factory {tile}" for tile in seen.tiles if tile] + [
        f"order {card}" for card in seen.cards if card
    ]
    choices = [*shown, *";".join((PLACES, DRAWS, DELIVERIES, KINDS)).split(";")]
    line = choices[rng.randrange(len(choices))]
    tests = [
        "not " * (not rng.randrange(4)) + test for test in CONDITIONS.split(";") if not rng.randrange(30)
    ]
    if not rng.randrange(3):
        tests.append(f"costs <= {rng.randrange(1, 5)}")
    if tests:
        line += f"{' and ' if ' if ' in line else ' if '}{' and '.join(tests[:5])}"
    with suppress(Refused):
        check(read(f"next: {line}"), seen, seat)
        return line
    return some_line(seen, seat, rng)


def some_orders(seen: Game, seat: int, rng: Random) -> Orders:
    """Orders that can be sent."""
    turns = [
        "; else ".join(some_line(seen, seat, rng) for _ in range(rng.randrange(1, 6)))
        for _ in range(rng.randrange(1, 4))
    ]
    text = "next: " + "\nthen: ".join(turns)
    text += "".join(f"\nstop if {stop}" for stop in STOPS.split(";") if not rng.randrange(15))
    if seen.draft:
        text += "\ndraft: kk, 7vp, any" if rng.randrange(3) else "\ndraft: ybgk"
    return pin(read(text, seen), seen)


def one_decision(seat: Seat, game: Game, rng: Random) -> Decision | None:
    """The decision, which nothing hidden and no repetition changes."""
    if seat.orders is None:
        return None
    mine = view(game, game.turn)
    decision = decide(seat.orders, mine, seat.memory)
    assert decide(seat.orders, mine, seat.memory) == decision
    dealt = determinise(mine, rng)
    assert decide(seat.orders, dealt, seat.memory) == decision
    twin = other_secrets(game, game.turn, rng)
    assert decide(seat.orders, view(twin, twin.turn), seat.memory) == decision
    assert decide(read(seat.orders.write()), mine, seat.memory) == decision
    return decision


def the_move_could_have_been_sent(game: Game, decision: Play) -> None:
    assert is_legal(view(game, game.turn), decision.action)
    assert is_legal(game, decision.action)


def it_follows_from_its_line(seat: Seat, game: Game, decision: Play) -> None:
    """The first turn that is not played yet, the first line that can be; conditions and caps kept."""
    assert seat.orders is not None
    if game.phase != TURN:
        assert isinstance(decision.action, Keep | Draft)
        return
    number = len(seat.memory.played)
    assert not number or seat.memory.played[-1] == 0
    line = seat.orders.turns[number][decision.line]
    mine = view(game, game.turn)
    sight = Sight(mine, seat.memory, seat.orders.turns[number][0].want)
    assert all(condition.holds(sight) for condition in line.conditions)
    assert not any(stop.holds(sight) for stop in seat.orders.stops)
    after = play(game, decision.action).game
    if after.shift == game.shift:
        assert game.workers[game.turn] - after.workers[game.turn] <= (line.cap or 1)
    verdicts = [verdict for verdict in explain(seat.orders, mine, seat.memory) if verdict.turn == number]
    assert next(verdict.line for verdict in verdicts if verdict.action) == decision.line
    assert [verdict.line for verdict in decision.passed] == list(range(decision.line))


def public_facts_are_enough(memory: Memory, seat: int, decision: Decision | None, played: Played) -> None:
    """What is remembered is the same for whoever knows only what the table saw of the ply."""
    if isinstance(decision, Play):
        full = remember(memory, seat, decision.action, played.events, decision.line)
        assert remember(memory, seat, decision.action.public(), played.events, decision.line) == full


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_orders(players: int, seed: int) -> None:
    rng = Random(f"ahead {players} {seed}")
    game = random_opening(players, rng, face_down=bool(seed % 2))
    seats = [Seat(None, begin(view(game, seat), seat)) for seat in range(players)]
    by_order = stopped = 0
    while not game.over:
        for number, seat in enumerate(seats):
            if seat.orders is None and not rng.randrange(3):
                mine = view(game, number)
                seat.orders = some_orders(mine, number, rng)
                seat.memory = begin(mine, number, seat.memory.last)
        mover = game.turn
        seat = seats[mover]
        decision = one_decision(seat, game, rng)
        line = None
        if isinstance(decision, Play):
            the_move_could_have_been_sent(game, decision)
            it_follows_from_its_line(seat, game, decision)
            action, line = decision.action, decision.line
            by_order += 1
        else:
            action = random_action(game, rng)
            stopped += isinstance(decision, OrderStopped)
        before = seat.memory.played
        played = play(game, action, mover)
        public_facts_are_enough(seat.memory, mover, decision, played)
        for each in seats:
            each.memory = remember(each.memory, mover, action, played.events, line if each is seat else None)
        turned = game.phase == TURN and isinstance(decision, Play)
        assert len(seat.memory.played) == len(before) + turned, "one move a turn"
        if isinstance(decision, OrderStopped) or seat.memory.by_hand:
            seat.orders = None
        game = played.game
    assert by_order > 20
    assert stopped > 5


@given(any_orders, st.integers(2, 4), st.integers(0, 5), st.integers(0, 110), st.data())
@settings(max_examples=150, deadline=None)
def test_any_orders_at_all(orders: Orders, players: int, seed: int, plies: int, data: st.DataObject) -> None:
    """Whatever is ordered, in whatever position: a legal move or none, and a refusal or none."""
    game = reached(players, seed, plies)
    seat = data.draw(st.integers(0, players - 1))
    mine = view(game, seat)
    memory = begin(mine, seat)
    pinned = pin(orders, mine)
    with suppress(Refused):
        check(pinned, mine, seat)
    for verdict in explain(pinned, mine, memory):
        assert verdict.why
    decision = decide(pinned, mine, memory)
    assert decide(pinned, determinise(mine, Random(seed)), memory) == decision
    if isinstance(decision, Play):
        assert seat == game.turn
        the_move_could_have_been_sent(game, decision)


@cache
def reached(players: int, seed: int, plies: int) -> Game:
    return random_game(players, seed, plies)
