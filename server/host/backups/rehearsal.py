"""The rehearsal: every game is replayed by this version, before it goes live on a ledger of an older one.

It reads only, and asks for no more than what a ledger of every version has: so it runs on a ledger that is
not migrated yet, while the older version still works on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import inspect, literal
from sqlmodel import Session, col, select

from engine.errors import Refused
from server.host.backups.selfcheck import DamagedGame, Watch, check_state, count_games, unwatched
from server.ledger import models as rows


class Rehearsal(NamedTuple):
    """The games that were replayed, and those that came out otherwise."""

    games: int
    compared: int
    """So many of them by their position, piece by piece; of the others there is only how far they are."""
    faults: list[DamagedGame]


def rehearse(session: Session, watch: Watch = unwatched) -> Rehearsal:
    """Replay every game, and compare where it leads with what the version that played it wrote down."""
    length, compared = count_games(session), 0
    faults = []
    for game in watch(_games(session), length):
        compared += game.position is not None
        if why := _differs(session, game):
            faults.append(DamagedGame(game.id, why))
    return Rehearsal(length, compared, faults)


def _differs(session: Session, game: rows.Game) -> str:
    try:
        check_state(session, game)
    except Refused as error:
        return str(error)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        return f"its log can't be read ({type(error).__name__})"
    return ""


def _games(session: Session) -> Iterator[rows.Game]:
    """The games, with as much as a replay needs: no session knows of these rows."""
    known = {column["name"] for column in inspect(session.connection()).get_columns("game")}
    position = col(rows.Game.position) if "position" in known else literal(None)
    asked = select(rows.Game.id, rows.Game.seed, rows.Game.entries, rows.Game.state).add_columns(
        col(rows.Game.ply), position
    )
    for row in session.connection().execute(
        asked.order_by(col(rows.Game.id)).execution_options(yield_per=100)
    ):
        found = row._mapping
        yield rows.Game(
            id=found["id"],
            seed=found["seed"],
            entries=found["entries"],
            state=found["state"],
            ply=found["ply"],
            position=row[-1],
            created_at=0,
            moved_at=0,
        )
