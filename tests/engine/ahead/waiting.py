"""A game that is followed by somebody who has given orders: the position, and what they remember."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.ahead import Memory, Orders, Play, begin, decide, pin, read, remember
from engine.ahead.deciding import Decision
from engine.rules import Action, Game, parse, play, view


@dataclass(frozen=True)
class Waiting:
    """Orders of one seat in a game that goes on."""

    game: Game
    orders: Orders
    memory: Memory

    @property
    def seen(self) -> Game:
        return view(self.game, self.memory.seat)

    def decide(self) -> Decision:
        return decide(self.orders, self.seen, self.memory)

    def after(self, *moves: str) -> Waiting:
        """After moves that somebody typed."""
        now = self
        for move in moves:
            now = now.play(parse(move, now.game), None)
        return now

    def go(self) -> Waiting:
        """After the order has played."""
        decision = self.decide()
        assert isinstance(decision, Play), decision
        return self.play(decision.action, decision.line)

    def play(self, action: Action, line: int | None) -> Waiting:
        seat = self.game.turn
        played = play(self.game, action, seat)
        memory = remember(self.memory, seat, action, played.events, line)
        return replace(self, game=played.game, memory=memory)


def send(game: Game, seat: int, text: str) -> Waiting:
    """Orders that are sent now."""
    seen = view(game, seat)
    return Waiting(game, pin(read(text, seen), seen), begin(seen, seat))


def move(waiting: Waiting) -> str:
    """What the order plays now."""
    decision = waiting.decide()
    assert isinstance(decision, Play), decision
    return decision.action.write()


def silence(waiting: Waiting) -> str:
    """Why the order plays nothing now."""
    decision = waiting.decide()
    assert not isinstance(decision, Play), decision
    return decision.code
