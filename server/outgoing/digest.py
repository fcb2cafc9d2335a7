"""The mail of the day, for those who want one about all their games instead of one after every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlmodel import Session, col, select

from engine.record.keyring.keyring import Keyring
from engine.show.layout import wrap
from engine.wire.facts import NO_FACTS, Facts
from engine.wire.mails import position_file
from server.ledger import models as rows
from server.ledger.budgets import DAY
from server.outgoing.ahead_lines import ahead_lines
from server.outgoing.answers import tell_host
from server.outgoing.bulletin import Bulletin
from server.outgoing.code_lines import ask_line
from server.outgoing.press_mails import said_since
from server.outgoing.turn_mails import checkpoint_of, how_to_answer, pointers
from server.visit.draft import SOME_TIME, SOON, MailDraft
from server.visit.games import Recipient
from server.visit.preferences import DAILY, Manner, manner_of, next_morning
from server.visit.shelf import DamagedLog
from server.visit.visit import Visit

_RULE: Final = "\n" + "~" * 72 + "\n\n"


def digests_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The next morning of everyone who wants a mail of the day, by the clock where they are."""
    readers = select(rows.Player.digest_at, rows.Player.zone, rows.Player.handle).where(
        rows.Player.mails == DAILY, rows.Player.state == "active", col(rows.Player.digest_at).is_not(None)
    )
    for digest_at, zone, handle in session.exec(readers):
        yield next_morning(digest_at or 0, zone), handle


def write_digest(visit: Visit, handle: str) -> None:
    """Write to somebody whose morning has come."""
    player = visit.players.find(handle)
    since, player.digest_at = player.digest_at or 0, visit.now
    address = visit.players.main_address(player)
    news, said = _games_with_news(visit, player, since), said_since(visit, player, since)
    if address is None or not (news or said):
        return
    written = write_games(visit, player, news)
    written.parts += [manner_of(player).written(f"{each}\n") for each in said]
    if not written.parts:
        return
    say = manner_of(player).tongue.say
    visit.drafts.append(
        written.draft(
            f"digest {player.handle} {since}",
            address,
            say("your turn") if written.examples else say("today"),
            SOON if written.examples else SOME_TIME,
        )
    )


@dataclass
class WrittenDigest:
    """Some games of one reader in one mail: where each stands, and what is needed to move in it by reply."""

    player: rows.Player
    games: list[str] = field(default_factory=list)
    lead: list[str] = field(default_factory=list)
    """Lines above all games."""
    parts: list[str] = field(default_factory=list)
    files: list[tuple[str, bytes]] = field(default_factory=list)
    facts: Facts = NO_FACTS
    examples: list[tuple[str, str]] = field(default_factory=list)
    """Each game in which it is the reader's turn, and the number of a move."""
    positions: int = 0
    to_ask: bool = True
    """Whether nothing in it can be answered yet."""

    def draft(self, name: str, address: str, remark: str, urgency: int) -> MailDraft:
        return MailDraft(
            dedupe=name,
            kind="turn",
            urgency=urgency,
            recipient=address,
            text="".join([*(f"{line}\n" for line in self.lead), *(["\n"] if self.lead else [])])
            + _RULE.join(self.parts),
            remark=remark,
            game=self.games[0] if len(self.games) == 1 else "",
            player_id=self.player.id,
            attachments=tuple(self.files),
            facts=self.facts,
        )


def write_games(
    visit: Visit, player: rows.Player, games: Sequence[tuple[rows.Game, int]], lead: str = ""
) -> WrittenDigest:
    """These games, each with the reader's seat in it, in this order; `lead` is said above them."""
    manner, written = manner_of(player), WrittenDigest(player, [game.id for game, _ in games])
    found = [(game, seat, _bulletin(visit, game)) for game, seat in games]
    told = [(game, seat, bulletin) for game, seat, bulletin in found if bulletin is not None]
    written.examples = [
        (game.id, bulletin.example(seat, manner)[0]) for game, seat, bulletin in told if bulletin.asks(seat)
    ]
    which = _say_which(written, manner) if len(written.examples) > 1 else ""
    written.lead = [line for text in (lead, which) if text for line in wrap(manner.written(text))]
    for game, seat, bulletin in told:
        used = len(written.lead) + 1 if written.lead and not written.parts else 0
        _write_game(visit, game, seat, bulletin, written, used)
    if written.parts and player.seed and not written.examples and written.to_ask:
        written.parts[-1] = f"{written.parts[-1]}\n{manner.written(ask_line(visit, player))}\n"
    return written


def _write_game(
    visit: Visit, game: rows.Game, seat: int, bulletin: Bulletin, written: WrittenDigest, used: int
) -> None:
    """One game more; `used` lines stand above it."""
    player, manner = written.player, manner_of(written.player)
    waiting = None
    if bulletin.turn not in (seat, None):
        waiting = ahead_lines(visit, game, bulletin, Recipient(seat, player, ""))
    how = [how_to_answer(visit, game, bulletin, seat, player)] if bulletin.asks(seat) else []
    how += [waiting.text] if waiting else []
    written.to_ask = written.to_ask and waiting is None
    checkpoint = checkpoint_of(bulletin, player, manner)
    foot = [*pointers(bulletin, seat, manner), checkpoint.line]
    written.parts.append(bulletin.text(seat, manner, how, foot, used))
    if player.position:
        written.files.append((position_file(written.positions), bulletin.position(seat, manner)))
        written.facts = written.facts.joined(bulletin.facts)
        written.positions += 1
    written.files += checkpoint.files


def _say_which(written: WrittenDigest, manner: Manner) -> str:
    game, number = written.examples[0]
    return manner.tongue.say(
        "It is your turn in several games: write the game before the move, such as `move {game} {number}`.",
        game=game,
        number=number,
    )


def _bulletin(visit: Visit, game: rows.Game) -> Bulletin | None:
    """The bulletin of a game. One that can't be read keeps nobody from hearing of the others."""
    try:
        book = visit.games.book(game)
    except DamagedLog:
        tell_host(visit, f"damaged {game.id} {visit.now // DAY}", f"The log of {game.id} can't be read.\n")
        return None
    return Bulletin(book, visit.settings.key, visit.now)


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
