"""`grubenpost board`: a game as it was last heard of."""

from __future__ import annotations

from client.memory.glance import see
from client.session.chosen_game import AsJson, MaybeGame, find_game
from client.session.console import Console
from client.session.own_notes import tell_notes


def run(at: Console, game: MaybeGame = "", *, as_json: AsJson = False) -> None:
    """Show the board of a game, as your seat may see it.

    It is the position that was fetched last; no network is needed.
    """
    found = find_game(at, game)
    if as_json:
        at.show_json(found.facts)
    else:
        from client.session.style import position_of  # noqa: PLC0415

        at.show(at.showing.board(position_of(found), found.names, found.seat))
        tell_notes(at, found)
    see(at.home, found)
