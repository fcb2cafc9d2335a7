"""`grubenpost legal`: what can be done now."""

from __future__ import annotations

from client.memory.glance import see
from client.session.chosen_game import AsJson, MaybeGame, find_game
from client.session.console import Console


def run(at: Console, game: MaybeGame = "", *, as_json: AsJson = False) -> None:
    """List the legal actions of the player to move, with their numbers and the best mining plans.

    `grubenpost move GAME NUMBER` plays one. It is the position that was fetched last; no network is needed.
    """
    from client.session.style import menu_facts, position_of  # noqa: PLC0415

    found = find_game(at, game)
    position = position_of(found)
    if as_json:
        at.show_json([] if found.over else menu_facts(at.showing.menu(position, found.names)))
    else:
        if not found.mine and not found.over:
            at.say("It's {who}'s turn.", who=found.whose)
        at.show(at.showing.actions(position, found.names))
    see(at.home, found)
