"""The mail of the day, for those who want one about all their games instead of one after every turn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from server.bulletin import POSITION, Bulletin
from server.draft import Draft
from server.ledger import models as rows
from server.manner import DAILY, manner_of
from server.news import how_to_answer
from server.visit import Visit

MORNING: Final = timedelta(hours=7)
"""When the day's mail is written, by the clock of its reader."""
AT_ONCE: Final = 50
"""More readers than this wait for the next round, so that moves need not wait for them."""
_RULE: Final = "\n" + "~" * 72 + "\n\n"


def write_digests(visit: Visit) -> None:
    """Write to everyone whose morning has come since their last mail of the day."""
    readers = visit.session.exec(
        select(rows.Player)
        .where(
            rows.Player.mails == DAILY,
            rows.Player.state == "active",
            col(rows.Player.digest_at) < visit.now - int(timedelta(hours=1).total_seconds()),
        )
        .order_by(col(rows.Player.digest_at))
        .with_for_update(skip_locked=True)
    ).all()
    due = [player for player in readers if _day(player, visit.now) > _day(player, player.digest_at or 0)]
    for player in due[:AT_ONCE]:
        _write(visit, player)


def _day(player: rows.Player, at: int) -> int:
    """The number of the day that a moment belongs to; a day begins in the morning."""
    local = datetime.fromtimestamp(at, UTC).astimezone(ZoneInfo(player.zone))
    return (local.replace(tzinfo=None) - MORNING).toordinal()


def _write(visit: Visit, player: rows.Player) -> None:
    since, player.digest_at = player.digest_at or 0, visit.now
    address = visit.main_address(player)
    news = _games_with_news(visit, player, since)
    if address is None or not news:
        return
    manner = manner_of(player)
    parts, files, turns = [], [], 0
    for game, seat in news:
        bulletin = Bulletin(visit.book(game), visit.settings.key)
        mine = bulletin.turn == seat
        turns += mine
        endings = [how_to_answer(visit, game, player)] if mine else []
        endings += [bulletin.checkpoint] if player.checkpoint else []
        parts.append(bulletin.text(seat, manner, endings))
        files += [(POSITION, bulletin.position(seat))] if player.position else []
    if turns > 1:
        parts.insert(
            0,
            manner.tongue.say(
                "It is your turn in several games: write the game before the move, such as `move {game} 3`.",
                game=news[0][0].id,
            )
            + "\n",
        )
    visit.drafts.append(
        Draft(
            dedupe=f"digest {player.id} {_day(player, visit.now)}",
            kind="turn",
            recipient=address,
            text=_RULE.join(parts),
            remark=manner.tongue.say("your turn") if turns else manner.tongue.say("today"),
            game=news[0][0].id if len(news) == 1 else "",
            player_id=player.id,
            attachments=tuple(files),
        )
    )


def _games_with_news(visit: Visit, player: rows.Player, since: int) -> list[tuple[rows.Game, int]]:
    """The games in which something happened, those with the reader's turn first, and the reader's seats."""
    found = visit.session.exec(
        select(rows.Game, rows.Seat.number)
        .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
        .where(
            rows.Seat.player_id == player.id,
            col(rows.Seat.left_at).is_(None),
            col(rows.Game.moved_at) >= since,
            rows.Game.state != "open",
        )
        .order_by(col(rows.Game.created_at), col(rows.Game.id))
    ).all()
    return sorted(((game, seat) for game, seat in found), key=lambda pair: pair[0].turn_seat != pair[1])
