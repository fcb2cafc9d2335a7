"""The table of ratings, from the ledger or from archives alone: both give the same, to the digit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.errors import Refused
from engine.ratings.rated_game import RatedGame, read_rated
from engine.ratings.rating_table import RatingTable, Record
from engine.record.archive.verify import verify
from engine.record.log import canonical
from server.host.archives.import_archive import read_archive
from server.ledger.store import Ledger
from server.ratings.keeping import kept_games
from server.ratings.standings import ranked


class BadArchives(Refused):
    """A folder whose archives make no table."""


def ranked_in_ledger(ledger: Ledger) -> list[Record]:
    """The table of a server's own games."""
    with ledger.reading() as session:
        return ranked(session, RatingTable().add_all(kept_games(session)))


def ranked_in_archives(folder: Path, server: str = "") -> list[Record]:
    """The table of all games of one server whose archives lie in a folder. Each is verified.

    A player without a name in any of them was forgotten, and is in no table.
    """
    games: dict[tuple[str, str], RatedGame] = {}
    named: dict[str, set[str]] = {}
    for file in sorted(folder.glob("*.json")):
        facts = verified(file)
        if facts is None:
            continue
        entries = [item["entry"] for item in facts["log"]]
        rated = read_rated(entries, facts.get("final", []))
        if rated is None:
            continue
        games[entries[0]["server"], rated.game] = rated
        pairs = zip(facts["players"], facts["names"], strict=True)
        seen = named.setdefault(entries[0]["server"], set())
        seen |= {player["handle"] for player, name in pairs if name is not None}
    chosen = one_server({name for name, _ in games}, server)
    table = RatingTable().add_all(game for (name, _), game in games.items() if name == chosen)
    return table.ranked(named.get(chosen, ()))


def verified(file: Path) -> dict[str, Any] | None:
    """The facts of an archive, if it is a signed one of a game that is over."""
    data = read_archive(file)
    verify(data)
    facts = canonical.loads(data)
    assert isinstance(facts, dict)
    told: dict[str, Any] = dict(facts)
    return told if "log" in told and "stacks" in told else None


def one_server(found: set[str], wanted: str) -> str:
    """The server that is wanted, or the only one there is."""
    if wanted or len(found) == 1:
        return wanted or found.pop()
    if not found:
        return ""
    raise BadArchives(
        "ratings/servers",
        "there are games of several servers: say which with --server: {servers}",
        servers=", ".join(sorted(found)),
    )
