"""Forgetting: what the law calls personal data is erased, the games stay verifiable.

A forgotten player keeps the handle, as a pseudonym, and the public key. Names, addresses, codes and the
mails themselves go; also the mails of those who played with them, which may tell the name, as far as they
have been dealt with. The last mail, which says so, holds an address until it is sent; then it goes too.

All else that is kept has an end too, by itself: `ENDS` says for each table what ends its rows.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Final

from sqlmodel import Session, and_, col, delete, func, or_, select, update

from engine.record.keyring.keyring import Keyring
from server.games.leaving import leave_seat, may_leave
from server.games.lifecycle import options_of
from server.games.resigning import resign
from server.ledger import models as rows
from server.ledger.budgets import DAY, forget_answered, forget_spent, forget_tallies
from server.ledger.queues import FLOOD, forget_burnt, lock_game, lock_journal
from server.names.game_names import forget_names
from server.outgoing.proof import ROWS_KEPT
from server.players.guard import HEARS, stop_notices, told_addresses
from server.visit.codes import KEPT_AFTER
from server.visit.draft import MailDraft
from server.visit.refusal import BadCommand
from server.visit.shelf import introduce
from server.visit.visit import Visit

CHUNK: Final = 200

ASIDE_KEPT: Final = 400 * DAY
"""The time for which a mail that made the server fail waits for the host."""

PRESS_KEPT: Final = 400 * DAY
OFFER_KEPT: Final = 3 * DAY
_SPOKEN: Final = (col(rows.Press.player_id), col(rows.Press.to_id))
_MUTED: Final = (col(rows.Muted.player_id), col(rows.Muted.other_id))

ENDS: Final[dict[type[rows.Row], str]] = {
    rows.Inbox: "the text after `keep_days`, after 400 days if the mail made the server fail; then all of it",
    rows.Outbox: "the text `keep_days` after it was sent or given up; the rest after 400 days",
    rows.Bounce: "with the mail of ours that came back",
    rows.Code: "60 days after it has expired",
    rows.Answered: "after a day",
    rows.Tally: "after a day",
    rows.Former: "30 days after the address was dropped",
    rows.Address: "when its player drops it, or is forgotten",
    rows.Player: "`forget me` leaves the handle and the public key, which the games are verified by",
    rows.Mailbox: "there is one for each account",
    rows.Journal: "there is one",
    rows.Game: "stays: games are verifiable for ever; a player opens at most 50 a day, and has 10 open ones",
    rows.Seat: "stays with its game; the name in it goes when its player is forgotten",
    rows.Entry: "stays with its game; the log of one is bounded by the rules and by limits on all else",
    rows.Imported: "stays with its game",
    rows.Rated: "stays with its game; it names players by their handles alone",
    rows.Press: "400 days after its game ended, or when its player is forgotten; an offer after 3 days",
    rows.Note: "400 days after its game ended, when its player erases it, or is forgotten",
    rows.Muted: "when its player says `unmute`, or either of them is forgotten",
    rows.Watch: "with the end of its game, when its player says `unwatch`, or is forgotten",
    rows.League: "stays with its games; it names players by their handles alone",
    rows.LeagueTable: "stays with its game; it names players by their handles alone",
    rows.Entrant: "when its player leaves the league before it begins, or is forgotten",
    rows.Taken: "stays, so that no sealed letter ever counts twice; a player sends at most 60 mails an hour",
    rows.Burnt: "when the key that sealed the letter is changed, or its player is forgotten",
    rows.Blocked: "when the host types `unblock`",
    rows.Backup: "with the next backup",
    rows.Absence: "when its player is forgotten",
    rows.Memo: "stays: one for each act of the host, and two for a time without fetching or sending; "
    "reasons and addresses in it go when its player is forgotten",
    rows.KeyLetter: "stays, because old moves are verified by old keys; a player has 10 such changes a day",
}
"""The reasons for which the rows of each table go, or stay."""


def forget_player(visit: Visit, player: rows.Player) -> None:
    """Take leave of somebody: in their running games they resign, open ones they leave."""
    running, waiting = visit.games.lock_of(visit.sender.registered())
    for game in waiting:
        _check_may_leave(visit, game, player)
    _erase_names(visit.session, player)  # first: nobody is told the name again
    for book in visit.games.books.values():
        introduce(visit.session, book)
    for game in running:
        resign(visit, game, visit.seat_of(game))
    for game in waiting:
        leave_seat(visit, game, player, visit.sender.request)
    for game in _hosted(visit, player):
        _find_new_host(visit, game)
    last = visit.players.main_address(player) or ""
    visit.reply.go_to(last)
    for address in told_addresses(visit, player):
        if address != last:
            _take_leave(visit, player, address)
    _erase(visit.session, player)


def _take_leave(visit: Visit, player: rows.Player, address: str) -> None:
    """Another address hears of it too, for the last time."""
    visit.drafts.append(
        MailDraft(
            dedupe=f"leave {visit.name} {len(visit.drafts)}",
            kind="notice",
            recipient=address,
            text=visit.sender.tongue.say(
                "{handle} is no longer registered at {server}, and this address is erased there.\n",
                handle=player.handle,
                server=visit.settings.name,
            ),
            remark=visit.sender.tongue.say("a change"),
            player_id=player.id,
        )
    )


def _check_may_leave(visit: Visit, game: rows.Game, player: rows.Player) -> None:
    """Refuse the request if only a letter of the player frees the seat; the request itself is one, if it says
    nothing else."""
    if not may_leave(visit, game, player, visit.sender.request):
        raise BadCommand(
            "forget/seats",
            "you sit in the game {game}, whose log has to show why your seat becomes free: leave it first by "
            "`grubenpost leave {game}`, or send `forget me` in a letter by itself",
            game=game.id,
        )


def _hosted(visit: Visit, player: rows.Player) -> list[rows.Game]:
    """The open games that a player has called for."""
    hosted = visit.session.exec(
        select(rows.Game.id).where(rows.Game.host_id == player.id, rows.Game.state == "open")
    ).all()
    games = [lock_game(visit.session, game_id) for game_id in sorted(hosted)]
    return [game for game in games if game is not None and game.state == "open"]


def _find_new_host(visit: Visit, game: rows.Game) -> None:
    """An open game goes to whoever sits in it longest; one that nobody sits in waits for no host's word."""
    people = [seat.player_id for seat in visit.games.seats(game) if seat.player_id is not None]
    if people:
        game.host_id = people[0]
    else:
        game.options = json.dumps({**options_of(game), "hold": False})


def _erase_names(session: Session, player: rows.Player) -> None:
    """Erase the name everywhere, and the mails in which those who know it may have read or quoted it."""
    player.name = player.handle
    forget_names(session, player)
    session.exec(update(rows.Seat).where(col(rows.Seat.player_id) == player.id).values(name=None, salt=None))
    games = select(rows.Seat.game_id).where(rows.Seat.player_id == player.id)
    hosted = select(rows.Game.id).where(rows.Game.host_id == player.id)
    mates = select(rows.Seat.player_id).where(col(rows.Seat.game_id).in_(games))
    told = or_(
        col(rows.Outbox.game_id).in_(games),
        col(rows.Outbox.game_id).in_(hosted),
        col(rows.Outbox.player_id).in_(mates),
    )
    # That they went stays known, whenever they did: what answers one is judged by that.
    gone = update(rows.Outbox).where(told, col(rows.Outbox.state).in_(("sent", "dead")))
    session.exec(gone.values(mime=b""))
    watchers = select(rows.Outbox.player_id).where(col(rows.Outbox.game_id).in_(games))
    quoted = or_(col(rows.Inbox.player_id).in_(mates), col(rows.Inbox.player_id).in_(watchers))
    session.exec(update(rows.Inbox).where(quoted, col(rows.Inbox.state) == "done").values(raw=None))


def _erase(session: Session, player: rows.Player) -> None:
    player.state, player.seed = "forgotten", None
    player.language, player.zone, player.style, player.mails = "en", "UTC", "text", "none"
    player.unreachable_since = player.digest_at = player.frozen_until = player.bounced_at = None
    session.exec(delete(rows.Absence).where(col(rows.Absence.player_id) == player.id))
    about = (col(rows.Memo.about) == player.handle, col(rows.Memo.done), col(rows.Memo.kept))
    session.exec(update(rows.Memo).where(*about).values(more="{}"))
    owned = session.exec(select(rows.Address).where(rows.Address.player_id == player.id)).all()
    former = session.exec(select(rows.Former).where(rows.Former.player_id == player.id)).all()
    addresses = [*(row.address for row in owned), *(row.address for row in former)]
    for row in (*owned, *former):
        session.delete(row)
    session.exec(delete(rows.Code).where(col(rows.Code.player_id) == player.id))
    session.exec(delete(rows.Outbox).where(col(rows.Outbox.player_id) == player.id))
    for begin in stop_notices(player):
        session.exec(delete(rows.Outbox).where(col(rows.Outbox.dedupe_key).startswith(begin)))
    forget_burnt(session, player.id)
    session.exec(delete(rows.Press).where(or_(*(one == player.id for one in _SPOKEN))))
    session.exec(delete(rows.Note).where(col(rows.Note.player_id) == player.id))
    session.exec(delete(rows.Muted).where(or_(*(one == player.id for one in _MUTED))))
    session.exec(delete(rows.Entrant).where(col(rows.Entrant.player_id) == player.id))
    session.exec(delete(rows.Watch).where(col(rows.Watch.player_id) == player.id))
    session.flush()
    erase_traces(session, addresses)


def erase_traces(session: Session, addresses: Collection[str]) -> None:
    """Erase what was written from and to these addresses, as far as it has been dealt with."""
    session.exec(delete(rows.Outbox).where(col(rows.Outbox.recipient).in_(addresses)))
    session.exec(delete(rows.Code).where(col(rows.Code.address).in_(addresses)))
    for address in addresses:
        forget_spent(session, address)
    _erase_mails(session, addresses)


def _erase_mails(session: Session, addresses: Collection[str]) -> None:
    """Erase the text of every mail in which one of these addresses stands."""
    sought = [address.encode("ascii") for address in addresses]
    mails = session.exec(
        select(rows.Inbox.id, rows.Inbox.raw)
        .where(rows.Inbox.state == "done", col(rows.Inbox.raw).is_not(None))
        .execution_options(yield_per=CHUNK)
    )
    found = [mail_id for mail_id, raw in mails if raw and any(address in raw.lower() for address in sought)]
    for at in range(0, len(found), CHUNK):
        chosen = col(rows.Inbox.id).in_(found[at : at + CHUNK])
        session.exec(update(rows.Inbox).where(chosen).values(raw=None))


def forget_what_is_old(session: Session, keep_days: int, now: int) -> None:
    """Erase what nobody needs any more, once all that came until now has been dealt with. That nothing is
    decided by what may have been erased is up to those who ask for it."""
    forget_expired(session, now)
    before = now - keep_days * DAY
    forget_texts(session, before)
    forget_aside(session, now, before)
    forget_rows(session, now - ROWS_KEPT)


def forget_texts(session: Session, before: int) -> None:
    """Erase the texts of mails that were dealt with, sent or given up before this moment. Hashes stay."""
    came = select(rows.Inbox.id).where(
        rows.Inbox.state == "done", col(rows.Inbox.done_at) < before, col(rows.Inbox.raw).is_not(None)
    )
    chosen = col(rows.Inbox.id).in_(came.limit(CHUNK))
    session.exec(update(rows.Inbox).where(chosen).values(raw=None))
    sent = col(rows.Outbox.sent_at) < before
    given_up = and_(col(rows.Outbox.state) == "dead", col(rows.Outbox.created_at) < before)
    for gone in (sent, given_up):
        went = select(rows.Outbox.id).where(gone, func.length(col(rows.Outbox.mime)) > 0).limit(CHUNK)
        session.exec(update(rows.Outbox).where(col(rows.Outbox.id).in_(went)).values(mime=b""))


def forget_aside(session: Session, now: int, before: int) -> None:
    """Mails of a flood, and notes of mails that were too large, wait for the host until this moment; those
    that made the server fail wait longer."""
    came, aside = col(rows.Inbox.received_at), col(rows.Inbox.state) == "aside"
    flood = and_(aside, col(rows.Inbox.error).startswith(FLOOD, autoescape=True), came < before)
    failed = and_(aside, came < now - ASIDE_KEPT)
    too_large = and_(col(rows.Inbox.state) == "oversize", came < before)
    erased = {"state": "done", "raw": None, "done_at": now, "outcome": "nobody looked at it"}
    for kind in (flood, failed, too_large):
        waiting = select(rows.Inbox.id).where(kind).limit(CHUNK)
        session.exec(update(rows.Inbox).where(col(rows.Inbox.id).in_(waiting)).values(**erased))


def forget_rows(session: Session, before: int) -> None:
    """Forget of mails that were done with before this moment that they ever came or went.

    Only the oldest few are looked at each time: the others came later.
    """
    for kind, done, at in (
        (rows.Inbox, ("done",), rows.Inbox.done_at),
        (rows.Outbox, ("sent", "dead"), rows.Outbox.created_at),
    ):
        for state in done:
            oldest = select(kind.id, at).where(kind.state == state).order_by(col(kind.id)).limit(CHUNK)
            gone = [row_id for row_id, since in session.exec(oldest) if since is not None and since < before]
            if gone:
                session.exec(delete(kind).where(col(kind.id).in_(gone)))
                lock_journal(session).forgotten_until = before


def forget_expired(session: Session, now: int) -> None:
    """Erase what nobody needs any more: strangers' addresses, old codes, the last traces of the forgotten."""
    forget_answered(session, now)
    forget_tallies(session, now)
    session.exec(delete(rows.Code).where(col(rows.Code.expires_at) <= now - KEPT_AFTER))
    forget_press(session, now)
    farewells = session.exec(
        select(rows.Outbox)
        .join(rows.Player, col(rows.Player.id) == col(rows.Outbox.player_id))
        .where(rows.Player.state == "forgotten", col(rows.Outbox.state).in_(("sent", "dead")))
    ).all()
    for farewell in farewells:
        session.delete(farewell)
    session.flush()
    left = [farewell.recipient for farewell in farewells if not _in_use(session, farewell.recipient)]
    if left:
        _erase_mails(session, left)


def forget_press(session: Session, now: int) -> None:
    """Erase what was said at tables that are long empty, and what its writers did not want sent."""
    ended = select(rows.Game.id).where(
        col(rows.Game.state).in_(("over", "abandoned")), col(rows.Game.moved_at) <= now - PRESS_KEPT
    )
    unsent = and_(col(rows.Press.sent).is_(False), col(rows.Press.at) <= now - OFFER_KEPT)
    session.exec(delete(rows.Press).where(or_(unsent, col(rows.Press.game_id).in_(ended))))
    session.exec(delete(rows.Note).where(col(rows.Note.game_id).in_(ended)))


def formers_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The times at which each address that was dropped is forgotten."""
    for dropped_at, address in session.exec(select(rows.Former.dropped_at, rows.Former.address)):
        yield dropped_at + HEARS, address


def forget_former(visit: Visit, address: str) -> None:
    """An address that was dropped so long ago hears nothing more, and nothing tells whose it was."""
    visit.session.exec(delete(rows.Former).where(col(rows.Former.address) == address))
    erase_traces(visit.session, [address])


def _in_use(session: Session, address: str) -> bool:
    """Whether an address is, or is about to be, somebody's again."""
    owned = select(rows.Address).where(rows.Address.address == address)
    former = select(rows.Former).where(rows.Former.address == address)
    asked = select(rows.Code).where(rows.Code.address == address)
    return any(session.exec(query).first() is not None for query in (owned, former, asked))
