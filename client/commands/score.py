"""`grubenpost score`: the standings."""

from __future__ import annotations

from client.session.chosen_game import AsJson, MaybeGame, find_game
from client.session.console import Console


def run(at: Console, game: MaybeGame = "", *, as_json: AsJson = False) -> None:
    """Show the standings of a game, with every point explained.

    It is the position that was fetched last; no network is needed.
    """
    from client.session.style import position_of, standings_facts  # noqa: PLC0415

    found = find_game(at, game)
    position = position_of(found)
    if as_json:
        at.show_json(standings_facts(position, found.names))
    else:
        at.show(at.showing.standings(position, found.names))
