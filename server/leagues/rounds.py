"""The rounds of a league: each begins by itself after the last game of the one before, at a time that follows
from the mails alone.

Who plays from a mailbox is seated, as they have asked by signing up. Who has a key joins by a letter, and has
three days for that; then a house bot takes the seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from sqlmodel import Session, col, func, select

from engine.leagues.league_game import LEAGUE
from engine.leagues.league_table import league_table, meetings
from engine.leagues.pairing import ROBIN, LeagueRound, robin_round, robin_rounds, swiss_round
from engine.phrase import Phrase
from engine.record.keyring.keyring import Keyring
from engine.tongue import phrase, word
from server.games.lifecycle import join_for, open_game, options_of, usual_options
from server.games.table import go_on, take_seat
from server.leagues.signing_up import entrants, find_league
from server.leagues.standings import ended_games, table_of, table_text
from server.ledger import models as rows
from server.ledger.budgets import DAY
from server.ledger.queues import lock_game
from server.ledger.queues.order import HORIZON
from server.names.house_bots import HOUSE_BOT, seat_bots
from server.outgoing.answers import notify
from server.visit.preferences import NONE, manner_of
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

PAUSE: Final = 2 * HORIZON
"""The seconds between the last game of a round and the next round: a move in a lane may end a game, and what
it makes fall due must come later than any mail beside it."""
TO_JOIN: Final = 3 * DAY
REMARK = word("league")


def rounds_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The leagues that go on: they are full, their round is over, or somebody has not come to a table."""
    going = select(rows.League).where(rows.League.state != "over", col(rows.League.at).is_not(None))
    for league in session.exec(going.order_by(col(rows.League.id))).all():
        begun = league.at or 0
        if league.state == "open":
            yield begun + PAUSE, league.name
            continue
        games = _games(session, league)
        if all(_has_ended(game) for _, game in games):
            ends = [row.ended_at or game.moved_at for row, game in games]
            yield max([begun, *ends]) + PAUSE, league.name
        elif any(game.state == "open" and _has_room(session, game) for _, game in games):
            yield begun + TO_JOIN, league.name


def _games(session: Session, league: rows.League) -> list[tuple[rows.LeagueTable, rows.Game]]:
    """The games of the round under way."""
    found = (
        select(rows.LeagueTable, rows.Game)
        .join(rows.Game, col(rows.Game.id) == col(rows.LeagueTable.game_id))
        .where(rows.LeagueTable.league_id == league.id, rows.LeagueTable.round == league.round)
        .order_by(col(rows.LeagueTable.game_id))
    )
    return [(row, game) for row, game in session.exec(found)]


def _has_room(session: Session, game: rows.Game) -> bool:
    taken = select(func.count()).select_from(rows.Seat)
    mine = taken.where(rows.Seat.game_id == game.id, col(rows.Seat.left_at).is_(None))
    return session.exec(mine).one() < int(options_of(game)["players"])


def _has_ended(game: rows.Game) -> bool:
    return game.state in ("over", "abandoned")


def go_on_with(visit: Visit, name: str) -> None:
    """Do what is due in a league: its next round, its end, or bots for those who did not come."""
    visit.keys.lock()
    league = find_league(visit, name)
    games = _games(visit.session, league)
    if league.state == "running" and not all(_has_ended(game) for _, game in games):
        for _, game in games:
            _fill_with_bots(visit, game)
    elif league.state == "running" and league.round >= league.rounds:
        _end(visit, league)
    else:
        _begin_round(visit, league)


def _begin_round(visit: Visit, league: rows.League) -> None:
    """Pair those who still play; the first round fixes who is in the league."""
    active = [
        player for entrant, player in entrants(visit, league) if not entrant.out and player.state == "active"
    ]
    if league.state == "open":
        league.field = json.dumps([player.handle for player in active])
        league.rounds = robin_rounds(len(active)) if league.kind == ROBIN else league.rounds
        league.state = "running"
    if len(active) < league.seats:
        _end(visit, league)
        return
    league.round, league.at = league.round + 1, visit.now
    drawn = _pair(visit, league, [player.handle for player in active])
    league.byes = json.dumps({**json.loads(league.byes), str(league.round): list(drawn.byes)})
    by_handle = {player.handle: player for player in active}
    for table in drawn.tables:
        _begin_game(visit, league, [by_handle[handle] for handle in table], drawn.byes)
    for handle in drawn.byes:
        _tell(visit, league, by_handle[handle], _bye(league), "")


def _pair(visit: Visit, league: rows.League, active: Sequence[str]) -> LeagueRound:
    if league.kind == ROBIN:
        drawn = robin_round(json.loads(league.field), league.round)
        left = [tuple(one for one in table if one in active) for table in drawn.tables]
        resting = [*drawn.byes, *(table[0] for table in left if len(table) == 1)]
        tables = tuple(table for table in left if len(table) == 2)
        return LeagueRound(tables, tuple(one for one in resting if one in active))
    games = ended_games(visit.session, league)
    ranked = [line for line in league_table(json.loads(league.field), games) if line.handle in active]
    byes = {line.handle: line.byes for line in ranked}
    return swiss_round([line.handle for line in ranked], meetings(games), byes, league.seats)


def _begin_game(
    visit: Visit, league: rows.League, players: Sequence[rows.Player], byes: Sequence[str]
) -> None:
    """Open a game of a round and seat all whom the server may seat."""
    handles = [player.handle for player in players]
    options = {**usual_options(), "players": len(players), "pace": league.pace, "rated": True}
    options["league"] = league.name
    game = open_game(visit, options, players[0])
    game.invited = json.dumps(handles)
    visit.session.add(rows.LeagueTable(game_id=game.id, league_id=league.id, round=league.round))
    field = json.loads(league.field)
    note = visit.games.book(game).note(
        LEAGUE,
        visit.now,
        name=league.name,
        round=league.round,
        rounds=league.rounds,
        field=field,
        byes=list(byes),
    )
    visit.games.write(game, note)
    for player in players:
        seated = _seat(visit, game, player)
        _tell(visit, league, player, _paired(league, game, handles, seated=seated), game.id)


def _seat(visit: Visit, game: rows.Game, player: rows.Player) -> bool:
    """Give a mailbox player the seat that they have asked for; whoever has a key takes it by a letter."""
    if player.seed is None:
        return False
    try:
        take_seat(visit, game, player, join_for(visit, game, player))
    except BadCommand:
        return False  # the key may be in doubt: they have as much time as others
    return True


def _fill_with_bots(visit: Visit, game: rows.Game) -> None:
    """Those who have not come lose their seats to house bots, and the game starts."""
    locked = lock_game(visit.session, game.id)
    book = visit.games.book(game)
    missing = book.opening.players - len(book.joined)
    if locked is not None and locked.state == "open" and missing:
        seat_bots(visit, locked, HOUSE_BOT, missing)
        go_on(visit, locked)


def _end(visit: Visit, league: rows.League) -> None:
    """The final table, to all who were in it."""
    league.state, league.at = "over", None
    lines = table_of(visit.session, league)
    for _, player in entrants(visit, league):
        table = table_text(lines, manner_of(player).tongue)
        told = phrase("The league {name} is over. The final table:\n\n{table}", name=league.name, table=table)
        _tell(visit, league, player, told, "")


def _tell(visit: Visit, league: rows.League, player: rows.Player, told: Phrase, game: str) -> None:
    if player.state == "active" and player.mails != NONE:
        name = f"league {league.id} {league.state} {league.round} {player.handle}"
        notify(visit, player, name, told, remark=REMARK, game=game)


def _bye(league: rows.League) -> Phrase:
    return phrase(
        "Round {round} of {rounds} of the league {name} begins. You sit it out, and get the points of a win.",
        round=league.round,
        rounds=league.rounds,
        name=league.name,
    )


def _paired(league: rows.League, game: rows.Game, handles: Sequence[str], *, seated: bool) -> Phrase:
    facts = {"round": league.round, "rounds": league.rounds, "name": league.name, "game": game.id}
    facts["who"] = ", ".join(handles)
    if seated:
        return phrase(
            "Round {round} of {rounds} of the league {name} begins. Your game is {game}: {who}.", **facts
        )
    return phrase(
        "Round {round} of {rounds} of the league {name} begins. Your game is {game}: {who}.\n\n"
        "Take your seat within three days, or a house bot gets it:  join {game}",
        **facts,
    )
