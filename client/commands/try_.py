"""`grubenpost try`: what a move would do."""

from __future__ import annotations

from client.session.chosen_game import GameName, MoveWords, find_game
from client.session.console import Console


def run(at: Console, game: GameName, words: MoveWords) -> None:
    """Show what a move would do, or orders for your next turn, and do nothing.

    It is tried on the position that was fetched last; no network is needed. What would be turned up, and
    what is hidden from you, stays unknown.
    """
    from client.session.style import position_of  # noqa: PLC0415
    from client.terminal.typed_moves import read_action  # noqa: PLC0415
    from client.terminal.typed_orders import are_orders, read_orders, what_they_do  # noqa: PLC0415

    found = find_game(at, game)
    position, names, seat = position_of(found), found.names, found.seat
    if are_orders(typed := " ".join(words)):
        at.show(what_they_do(read_orders(typed, position, seat, names), position, seat, at.tongue))
        return
    action = read_action(typed, position, at.showing.menu(position, names), seat)
    at.show(action.write())
    at.show(at.showing.outcome(position, action, names, seat))
    after = at.showing.after(position, action, seat)
    if after is not None:
        at.show("")
        at.show(at.showing.board(after, names, seat))
