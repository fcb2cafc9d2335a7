"""The table of a league, from the ledger or from archives alone: both give the same."""

from __future__ import annotations

from pathlib import Path

from sqlmodel import select

from engine.leagues.league_game import LeagueGame, read_league_game
from engine.leagues.league_table import LeagueLine, league_table
from server.host.archives.ratings import BadArchives, one_server, verified
from server.leagues.standings import table_of
from server.ledger import models as rows
from server.ledger.store import Ledger


def league_in_ledger(ledger: Ledger, name: str) -> list[LeagueLine]:
    """The table of a league of this server."""
    with ledger.reading() as session:
        found = session.exec(select(rows.League).where(rows.League.name == name.casefold())).first()
        if found is None:
            raise _unknown(name)
        return table_of(session, found)


def league_in_archives(folder: Path, name: str, server: str = "") -> list[LeagueLine]:
    """The same from the archives in a folder, each of which is verified."""
    games: dict[tuple[str, str], LeagueGame] = {}
    forgotten: set[str] = set()
    for file in sorted(folder.glob("*.json")):
        facts = verified(file)
        entries = [] if facts is None else [item["entry"] for item in facts["log"]]
        game = None if facts is None else read_league_game(entries, facts.get("final", []))
        if facts is None or game is None or game.league != name.casefold():
            continue
        games[entries[0]["server"], game.game] = game
        pairs = zip(facts["players"], facts["names"], strict=True)
        forgotten |= {player["handle"] for player, given in pairs if given is None}
    chosen = one_server({where for where, _ in games}, server)
    own = [game for (where, _), game in games.items() if where == chosen]
    if not own:
        raise _unknown(name)
    return [line for line in league_table(own[0].field, own) if line.handle not in forgotten]


def _unknown(name: str) -> BadArchives:
    return BadArchives("league/no-games", "no game of a league {name} is known here", name=name)
