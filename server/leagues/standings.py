"""The table of a league, from what its ended games said."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlmodel import Session, col, select

from engine.leagues.league_game import LeagueGame, LeagueSeat
from engine.leagues.league_table import LeagueLine, league_table, written
from engine.tongue import Tongue
from server.ledger import models as rows


def ended_games(session: Session, league: rows.League) -> list[LeagueGame]:
    """The games of a league that have ended, in the order of their rounds."""
    ended = select(rows.LeagueTable).where(
        rows.LeagueTable.league_id == league.id, col(rows.LeagueTable.ended_at).is_not(None)
    )
    byes, field = json.loads(league.byes), tuple(json.loads(league.field))
    return [
        LeagueGame(
            row.game_id,
            league.name,
            row.round,
            field,
            tuple(byes.get(str(row.round), ())),
            tuple(LeagueSeat(**seat) for seat in json.loads(row.seats)),
        )
        for row in session.exec(ended.order_by(col(rows.LeagueTable.round), col(rows.LeagueTable.game_id)))
    ]


def table_of(session: Session, league: rows.League) -> list[LeagueLine]:
    """The table as it stands; whoever was forgotten is not in it."""
    forgotten = set(session.exec(select(rows.Player.handle).where(rows.Player.state != "active")))
    lines = league_table(json.loads(league.field), ended_games(session, league))
    return [line for line in lines if line.handle not in forgotten]


def table_text(lines: Sequence[LeagueLine], speaks: Tongue) -> str:
    """The table as text."""
    within = speaks.within
    heads = ["", within("column", "player"), within("column", "points"), within("column", "opponents")]
    heads += [within("column", "VP"), within("column", "games")]
    cells = [heads]
    for place, line in enumerate(lines, start=1):
        points, opponents = written(line.points), written(line.opponents)
        cells.append([f"{place}.", line.handle, points, opponents, str(line.vp), str(line.games)])
    widths = [max(len(row[at]) for row in cells) for at in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )
