"""Orders for one game, while their player thinks of them: offered, shown, changed, agreed to."""

from __future__ import annotations

from typing import Any

from client.memory.glance import Glance
from client.memory.last_orders import Ordered, keep_ordered, read_ordered
from client.session.console import Console
from client.session.errands import deliver
from client.session.style import position_of
from client.terminal.typed_orders import orders_facts, read_orders, what_they_do
from engine.ahead import Orders
from engine.bots.lists import propose
from engine.errors import Refused


class OrdersInHand:
    """Orders for one game, while they are thought of."""

    def __init__(self, at: Console, found: Glance, bot: str = "foreman", turns: int = 1) -> None:
        self._at, self._found, self._bot, self._turns = at, found, bot, turns
        self._position = position_of(found)

    def read(self, typed: str) -> Orders:
        return read_orders(typed, self._position, self._found.seat, self._found.names)

    def proposed(self) -> Orders:
        """The orders that the bot proposes."""
        orders = propose(self._position, self._found.seat, self._bot, turns=self._turns)
        if orders is None:
            raise Refused("orders/no-turn", "you have no turn any more in {game}", game=self._found.game)
        return orders

    def last(self) -> Orders | None:
        """The player's last orders, if they can still be played."""
        ordered = read_ordered(self._at.home, self._found.game)
        try:
            return self.read(ordered.orders) if ordered else None
        except Refused:
            return None

    def tell(self, orders: Orders, *, as_json: bool = False) -> None:
        """Tell what each line would do now."""
        if as_json:
            facts = orders_facts(orders, self._position, self._found.seat)
            self._at.show_json({"game": self._found.game, "ply": self._found.ply, **facts})
        else:
            self._at.show(what_they_do(orders, self._position, self._found.seat, self._at.tongue))

    def show_last(self, *, as_json: bool) -> None:
        ordered, orders = read_ordered(self._at.home, self._found.game), self.last()
        if orders is not None:
            self.tell(orders, as_json=as_json)
        elif as_json:
            last = ordered.orders if ordered else ""
            self._at.show_json(
                {"game": self._found.game, "ply": self._found.ply, "orders": last, "lines": []}
            )
        elif ordered is None:
            self._at.say("You have ordered nothing in {game}.", game=self._found.game)
        else:
            self._at.show(ordered.orders.replace("; then:", "\nthen:").replace("; stop", "\nstop"))
            self._at.say("Nothing of it can be played any more.")

    def show_offers(self, *, as_json: bool) -> None:
        """The last orders and the bot's, for somebody who is not there to be asked."""
        last, proposed = self.last(), self.proposed()
        if as_json:
            facts: dict[str, Any] = orders_facts(proposed, self._position, self._found.seat)
            text = last.in_one_line() if last else ""
            self._at.show_json(
                {"game": self._found.game, "ply": self._found.ply, "last": text, "proposed": facts}
            )
            return
        self._offer(last, proposed)

    def _offer(self, last: Orders | None, proposed: Orders) -> None:
        if last is not None:
            self._at.say("Your last orders were:")
            self._at.show(f"\n{last}\n")
        self._at.say("A bot would order:")
        self._at.show(f"\n{proposed}\n")
        self.tell(proposed)

    def ask(self) -> Orders | None:
        """Let the player keep or change what is offered; nothing, if they want none of it."""
        at, last, proposed = self._at, self.last(), self.proposed()
        self._offer(last, proposed)
        at.say("Type orders, or `bot` or `last` to take what is offered, or nothing to leave it.")
        while typed := at.ask(at.tongue.say("What you order")):
            try:
                orders = (
                    proposed if typed == "bot" else last if typed == "last" and last else self.read(typed)
                )
            except Refused as refusal:
                at.tell_trouble(refusal)
                continue
            self.tell(orders)
            if at.agrees(at.tongue.say("Order this?")):
                return orders
        return None


def send_orders(at: Console, found: Glance, orders: Orders | None, patience: int, *, no_wait: bool) -> None:
    """Seal orders, or that there are none, and send them."""
    text = orders.in_one_line() if orders else ""
    with at.correspond() as post:
        answer = deliver(at, post, post.quill.orders(found.game, found.ply, text), patience, no_wait)
    keep_ordered(at.home, found.game, Ordered(text, found.ply) if text else None)
    if answer is not None:
        at.show(answer.text.strip())
