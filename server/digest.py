"""The mail of the day, for those who want one about all their games instead of one after every turn."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import col, select

from engine.tongue.zones import clock
from engine.wire.mails import position_file
from server.answering import tell_host
from server.bulletin import Bulletin
from server.coding import ask_line
from server.draft import SOME_TIME, SOON, Draft
from server.ledger import models as rows
from server.manner import DAILY, manner_of
from server.news import how_to_answer
from server.shelf import DamagedLog
from server.visit import DAY, Visit

MORNING: Final = timedelta(hours=7)
"""When the day's mail is written, by the clock of its reader."""
AT_ONCE: Final = 50
"""More readers than this wait for the next round, so that moves need not wait for them."""
IN_HAND: Final = 300
"""Longer than a move takes from its time to its commit: one that was under way is told the next day."""
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
    ).all()
    due = [player.id for player in readers if _is_due(player, visit.now)]
    for player_id in due[:AT_ONCE]:
        player = _claim(visit, player_id)
        if player is not None:
            _write(visit, player)


def _claim(visit: Visit, player_id: int) -> rows.Player | None:
    """The reader, unless another worker writes to them now, or has done so."""
    player = visit.session.exec(
        select(rows.Player)
        .where(rows.Player.id == player_id)
        # The weaker of PostgreSQL's two locks: others may still write mails to the player.
        .with_for_update(skip_locked=True, key_share=True)
        .execution_options(populate_existing=True)
    ).first()
    return player if player and player.mails == DAILY and _is_due(player, visit.now) else None


def _is_due(player: rows.Player, now: int) -> bool:
    return _day(player, now) > _day(player, player.digest_at or 0)


def _day(player: rows.Player, at: int) -> int:
    """The number of the day that a moment belongs to; a day begins in the morning."""
    local = datetime.fromtimestamp(at, clock(player.zone))
    return (local.replace(tzinfo=None) - MORNING).toordinal()


def _write(visit: Visit, player: rows.Player) -> None:
    since, player.digest_at = player.digest_at or 0, visit.now
    address = visit.main_address(player)
    news = _games_with_news(visit, player, since)
    if address is None or not news:
        return
    manner = manner_of(player)
    parts: list[str] = []
    files: list[tuple[str, bytes]] = []
    examples: list[tuple[str, str]] = []
    for game, seat in news:
        bulletin = _bulletin(visit, game)
        if bulletin is None:
            continue
        mine = bulletin.turn == seat
        endings = [how_to_answer(visit, game, bulletin, seat, player)] if mine else []
        if mine:
            examples.append((game.id, bulletin.example(seat, manner)[0]))
        endings += [bulletin.checkpoint] if player.checkpoint else []
        parts.append(bulletin.text(seat, manner, endings))
        files += [(position_file(len(files)), bulletin.position(seat, manner))] if player.position else []
    if not parts:
        return
    if player.seed and not examples:
        parts[-1] = f"{parts[-1]}\n{manner.written(ask_line(visit, player))}\n"
    if len(examples) > 1:
        parts.insert(
            0,
            manner.written(
                manner.tongue.say(
                    "It is your turn in several games: write the game before the move, "
                    "such as `move {game} {number}`.",
                    game=examples[0][0],
                    number=examples[0][1],
                )
                + "\n"
            ),
        )
    visit.drafts.append(
        Draft(
            dedupe=f"digest {player.id} {since}",
            kind="turn",
            urgency=SOON if examples else SOME_TIME,
            recipient=address,
            text=_RULE.join(parts),
            remark=manner.tongue.say("your turn") if examples else manner.tongue.say("today"),
            game=news[0][0].id if len(news) == 1 else "",
            player_id=player.id,
            attachments=tuple(files),
        )
    )


def _bulletin(visit: Visit, game: rows.Game) -> Bulletin | None:
    """Where a game stands. One that can't be read keeps nobody from hearing of the others."""
    try:
        book = visit.book(game)
    except DamagedLog:
        tell_host(visit, f"damaged {game.id} {visit.now // DAY}", f"The log of {game.id} can't be read.\n")
        return None
    if len(book.log.entries) != game.entries:
        visit.session.refresh(game)  # somebody moved in between: a code must be for the newest ply
    return Bulletin(book, visit.settings.key)


def _games_with_news(visit: Visit, player: rows.Player, since: int) -> list[tuple[rows.Game, int]]:
    """The games in which something happened, those with the reader's turn first, and the reader's seats."""
    found = visit.session.exec(
        select(rows.Game, rows.Seat.number)
        .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
        .where(
            rows.Seat.player_id == player.id,
            col(rows.Seat.left_at).is_(None),
            col(rows.Game.moved_at) >= since - IN_HAND,
            rows.Game.state != "open",
            col(rows.Game.host_id).is_not(None),  # not one that was played elsewhere
        )
        .order_by(col(rows.Game.created_at), col(rows.Game.id))
    ).all()
    return sorted(((game, seat) for game, seat in found), key=lambda pair: pair[0].turn_seat != pair[1])
