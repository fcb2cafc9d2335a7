"""The same orders, positions and memories give the same moves on every machine and every Python."""

from __future__ import annotations

from hashlib import sha256

from engine.ahead import Play, begin, decide, remember
from engine.bots.lists import propose
from engine.bots.selfplay import generator, opening
from engine.rules import play, view

DIGEST = "d1e0dbd460fc52ce185c740757c15329e1dc6e729f828bcb042db83e51cfbae3"
"""Of all lists and moves of one game, found with Python 3.11."""


def test_a_game_by_lists_is_the_same_everywhere() -> None:
    game = opening(3, generator(17, 1, "deal"))
    said: list[str] = []
    orders = memory = None
    while not game.over:
        seat = game.turn
        seen = view(game, seat)
        if not game.drawn:
            orders, memory = propose(seen, seat, "greedy"), begin(seen, seat)
        assert orders is not None
        assert memory is not None
        decision = decide(orders, seen, memory)
        assert isinstance(decision, Play), (orders, decision)
        said += [orders.write(), decision.action.write(), str(decision.why)]
        played = play(game, decision.action, seat)
        memory = remember(memory, seat, decision.action, played.events, decision.line)
        game = played.game
    assert sha256("\n".join(said).encode()).hexdigest() == DIGEST
