"""The mail of the day, for those who want one about all their games instead of one after every turn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Final

from sqlmodel import Session, col, select

from engine.record.keyring.keyring import Keyring
from engine.tongue.zones import clock
from engine.wire.mails import position_file
from server.ledger import models as rows
from server.ledger.budgets import DAY
from server.outgoing.ahead_lines import ahead_lines
from server.outgoing.answers import tell_host
from server.outgoing.bulletin import Bulletin
from server.outgoing.code_lines import ask_line
from server.outgoing.turn_mails import how_to_answer
from server.visit.draft import SOME_TIME, SOON, Draft
from server.visit.games import Reader
from server.visit.preferences import DAILY, manner_of
from server.visit.shelf import DamagedLog
from server.visit.visit import Visit

MORNING: Final = time(hour=7)
"""When the day's mail is written, by the clock of its reader."""
_RULE: Final = "\n" + "~" * 72 + "\n\n"


def digests_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The next morning of everyone who wants a mail of the day, by the clock where they are."""
    readers = select(rows.Player.digest_at, rows.Player.zone, rows.Player.handle).where(
        rows.Player.mails == DAILY, rows.Player.state == "active", col(rows.Player.digest_at).is_not(None)
    )
    for digest_at, zone, handle in session.exec(readers):
        yield next_morning(digest_at or 0, zone), handle


def next_morning(at: int, zone: str) -> int:
    """When it is morning in this zone for the first time after a moment."""
    here = clock(zone)
    local = datetime.fromtimestamp(at, here)
    for day in range(3):
        morning = datetime.combine(local.date() + timedelta(days=day), MORNING, here)
        if (found := int(morning.timestamp())) > at:
            return found
    raise AssertionError("no morning comes")


def write_digest(visit: Visit, handle: str) -> None:
    """Write to somebody whose morning has come."""
    player = visit.players.find(handle)
    since, player.digest_at = player.digest_at or 0, visit.now
    address = visit.players.main_address(player)
    news = _games_with_news(visit, player, since)
    if address is None or not news:
        return
    manner = manner_of(player)
    parts: list[str] = []
    files: list[tuple[str, bytes]] = []
    examples: list[tuple[str, str]] = []
    to_ask = True
    for game, seat in news:
        bulletin = _bulletin(visit, game)
        if bulletin is None:
            continue
        mine = bulletin.turn == seat
        waiting = None
        if not mine and bulletin.turn is not None:
            waiting = ahead_lines(visit, game, bulletin, Reader(seat, player, address))
        endings = [how_to_answer(visit, game, bulletin, seat, player)] if mine else []
        endings += [waiting.text] if waiting else []
        to_ask = to_ask and waiting is None
        if mine:
            examples.append((game.id, bulletin.example(seat, manner)[0]))
        endings += [bulletin.checkpoint] if player.checkpoint else []
        parts.append(bulletin.text(seat, manner, endings))
        files += [(position_file(len(files)), bulletin.position(seat, manner))] if player.position else []
    if not parts:
        return
    if player.seed and not examples and to_ask:
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
            dedupe=f"digest {player.handle} {since}",
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
        book = visit.games.book(game)
    except DamagedLog:
        tell_host(visit, f"damaged {game.id} {visit.now // DAY}", f"The log of {game.id} can't be read.\n")
        return None
    return Bulletin(book, visit.settings.key)


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
            col(rows.Game.host_id).is_not(None),  # not one that was played elsewhere
        )
        .order_by(col(rows.Game.created_at), col(rows.Game.id))
    ).all()
    return sorted(((game, seat) for game, seat in found), key=lambda pair: pair[0].turn_seat != pair[1])
