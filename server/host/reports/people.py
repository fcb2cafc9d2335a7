"""Players and their mails, for the host: by handle, not by address, and nothing that is hidden in a game."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session, col, func, or_, select

from engine.errors import Refused
from engine.record.keyring.keyring import fold
from server.host.reports.loglines import clean
from server.ledger import models as rows

Facts = dict[str, Any]


class NobodyThere(Refused):
    """Neither a player nor a game."""


def list_players(session: Session) -> list[Facts]:
    """Everyone who plays here, with what may need somebody's attention first."""
    games = _counts(
        session, select(rows.Seat.player_id, func.count()).where(col(rows.Seat.left_at).is_(None))
    )
    bounced = _counts(session, select(rows.Bounce.player_id, func.count()))
    dead = _counts(session, select(rows.Outbox.player_id, func.count()).where(rows.Outbox.state == "dead"))
    players = session.exec(select(rows.Player).where(rows.Player.state == "active")).all()
    found = [
        {
            "player": player.handle,
            "auth": player.auth,
            "language": player.language,
            "mails": player.mails,
            "since": player.created_at,
            "games": games.get(player.id, 0),
            "unreachable_since": player.unreachable_since,
            "bounces": bounced.get(player.id, 0),
            "dead_mails": dead.get(player.id, 0),
        }
        for player in players
    ]
    return sorted(found, key=lambda one: (one["unreachable_since"] is None, str(one["player"])))


def _counts(session: Session, query: Any) -> dict[int, int]:
    """The number of a query's rows that belong to each player."""
    column = query.selected_columns[0]
    return dict(session.exec(query.where(column.is_not(None)).group_by(column)).all())


def mails_of(session: Session, who: str, most: int) -> list[Facts]:
    """The last mails from and to a player, or about a game, the newest first."""
    player = session.exec(select(rows.Player).where(rows.Player.folded == fold(who))).first()
    game = session.get(rows.Game, who.casefold())
    if player is None and game is None:
        raise NobodyThere("mails/who", "nobody here is called {who}, and no game is", who=who)
    about = [col(rows.Outbox.player_id) == player.id] if player else []
    about += [col(rows.Outbox.game_id) == game.id] if game else []
    sent = session.exec(
        select(rows.Outbox, rows.Player.handle)
        .outerjoin(rows.Player, col(rows.Player.id) == col(rows.Outbox.player_id))
        .where(or_(*about))
        .order_by(col(rows.Outbox.id).desc())
        .limit(most)
    ).all()
    came = [] if player is None else _from_player(session, player, most)
    told = [*came, *(_sent(mail, handle) for mail, handle in sent)]
    return sorted(told, key=lambda one: -int(one["at"]))[:most]


def _from_player(session: Session, player: rows.Player, most: int) -> list[Facts]:
    mails = session.exec(
        select(rows.Inbox)
        .where(rows.Inbox.player_id == player.id)
        .order_by(col(rows.Inbox.id).desc())
        .limit(most)
    ).all()
    return [
        {
            "way": "in",
            "id": mail.id,
            "at": mail.received_at,
            "player": player.handle,
            "game": None,
            "state": mail.state,
            "what": clean(mail.outcome or mail.error),
        }
        for mail in mails
    ]


def _sent(mail: rows.Outbox, handle: str | None) -> Facts:
    return {
        "way": "out",
        "id": mail.id,
        "at": mail.created_at,
        "player": handle,
        "game": mail.game_id,
        "state": mail.state,
        "what": clean(f"{mail.kind} {mail.last_error}".strip()),
    }
