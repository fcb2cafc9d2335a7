"""The deeds of memos, done at their moments: the acts of the host, and outages.

Whether an act is possible is checked when the host asks for it, and again when it is done: mail that came
before it may have changed that, and then nothing happens, and the host is told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from sqlmodel import Session, col, select

from engine.errors import Refused
from engine.record.keyring.keyring import Keyring
from engine.record.letters.fields import REASON
from server.clocks.stops import note_outage, pause_or_resume
from server.games.plies import check_running
from server.games.resigning import close_game
from server.ledger import models as rows
from server.ledger.queues import add_memo, lock_game, next_moment
from server.ledger.queues.outages import OUT, WELL
from server.ledger.store import Ledger
from server.outgoing.answers import tell_host
from server.players import host_hand
from server.players.addresses import make_main
from server.players.blocklist import block, name_of, unblock
from server.players.guard import release
from server.visit.codes import read_id
from server.visit.players import Players
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

More = Mapping[str, str]


_WITH_REASON: Final = ("pause", "close", "announce", "extend", "unseat", "seat")


class Act(NamedTuple):
    """An act of the host: what has to hold for it, and how it is done."""

    check: Callable[[Session, str, More], str]
    """The name of what it is about, as it is written down."""
    do: Callable[[Visit, str, More], None]
    ask: Callable[[Session, str, More], str] | None = None
    """The same when the host asks for it, if acts that are yet to be done may make it possible."""


def ask_for(ledger: Ledger, act: str, about: str, now: int, reason: str = "", **more: str) -> int:
    """The host wants something done: the moment from which it counts. The reason is a line that all read."""
    said = " ".join(reason.split())
    if said or act in _WITH_REASON:
        REASON.read("reason", said)
    with ledger.writing() as session:
        at = next_moment(session, now)
        told = {name: value for name, value in {**more, "reason": said}.items() if value}
        name = (ACTS[act].ask or ACTS[act].check)(session, about, told)
        return add_memo(session, at, act, name, **told).at


def memos_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The memos whose moment is yet to come, or whose games have not all been told."""
    yield from session.exec(select(rows.Memo.at, rows.Memo.name).where(col(rows.Memo.done).is_(False)))


def do_memo(visit: Visit, name: str) -> None:
    """The moment of a memo has come."""
    memo = visit.session.exec(select(rows.Memo).where(rows.Memo.name == name)).one()
    if memo.act in (OUT, WELL):
        memo.done = note_outage(visit, memo)
        return
    memo.done = True
    act, more = ACTS[memo.act], json.loads(memo.more)
    try:
        act.check(visit.session, memo.about, more)
    except Refused as refusal:
        why = visit.sender.tongue.refusal(refusal)
        tell_host(visit, visit.name, f"`{memo.act} {memo.about}` was not done:\n\n  {why}\n")
        return
    act.do(visit, memo.about, more)


# What has to hold


def _a_running_game(session: Session, about: str, _more: More) -> str:
    game = lock_game(session, read_id(about))
    if game is None:
        raise BadCommand("game/unknown", "there is no game `{game}` here", game=about)
    check_running(game)
    return game.id


def _a_clock(session: Session, about: str, more: More) -> str:
    game = session.get_one(rows.Game, _a_running_game(session, about, more))
    if game.pace is None:
        raise BadCommand("clock/none", "the game {game} has no clock", game=game.id)
    return game.id


def _somebody_in_it(session: Session, about: str, more: More) -> str:
    game = _a_running_game(session, about, more)
    host_hand.check_in(session, game, more)
    return game


def _somebody_for_it(session: Session, about: str, more: More) -> str:
    game = _a_running_game(session, about, more)
    host_hand.check_out(session, game, more)
    host_hand.check_seat_left(session, game)
    return game


def _somebody_for_it_soon(session: Session, about: str, more: More) -> str:
    """The host may type `unseat` and `seat` one after the other."""
    game = _a_running_game(session, about, more)
    host_hand.check_out(session, game, more)
    if not _is_asked(session, "unseat", game):
        host_hand.check_seat_left(session, game)
    return game


def _a_sender(session: Session, about: str, _more: More) -> str:
    return name_of(about) if "@" in about else Players(session).find(about).handle


def _somebody_blocked(session: Session, about: str, _more: More) -> str:
    if session.get(rows.Blocked, name_of(about)) is None:
        raise BadCommand("block/none", "{who} is not blocked: `block` lists who is", who=about)
    return about


def _somebody_blocked_soon(session: Session, about: str, more: More) -> str:
    return about if _is_asked(session, "block", name_of(about)) else _somebody_blocked(session, about, more)


def _is_asked(session: Session, act: str, about: str) -> bool:
    """Whether an act is yet to be done."""
    waits = select(rows.Memo).where(
        rows.Memo.act == act, rows.Memo.about == about, col(rows.Memo.done).is_(False)
    )
    return session.exec(waits).first() is not None


def _a_player(session: Session, about: str, more: More) -> str:
    player = Players(session).find(about)
    if more.get("mail_to") and _address(session, player, more) is None:
        raise BadCommand(
            "release/address",
            "{address} is not one of the addresses of {handle}",
            address=more["mail_to"],
            handle=about,
        )
    return player.handle


def _address(session: Session, player: rows.Player, more: More) -> rows.Address | None:
    wanted = more.get("mail_to", "").casefold()
    return next((row for row in Players(session).addresses(player) if row.address == wanted), None)


# What is done


def _pause(visit: Visit, game: str, more: More) -> None:
    pause_or_resume(visit, visit.games.find(game), "pause", more.get("reason", ""))


def _resume(visit: Visit, game: str, more: More) -> None:
    pause_or_resume(visit, visit.games.find(game), "resume", more.get("reason", ""))


def _in_game(do: Callable[[Visit, rows.Game, More], None]) -> Callable[[Visit, str, More], None]:
    """An act on a game, by its id."""
    return lambda visit, game, more: do(visit, visit.games.find(game), more)


def _close(visit: Visit, game: str, more: More) -> None:
    close_game(visit, visit.games.find(game), more["reason"])


def _block(visit: Visit, who: str, more: More) -> None:
    block(visit, who, more.get("reason", ""))


def _unblock(visit: Visit, who: str, _more: More) -> None:
    unblock(visit, who)


def _release(visit: Visit, handle: str, more: More) -> None:
    player = visit.players.find(handle)
    address = _address(visit.session, player, more)
    if address is not None:
        make_main(visit, player, address)
    release(visit, player)


ACTS: Final = {
    "pause": Act(_a_clock, _pause),
    "resume": Act(_a_clock, _resume),
    "close": Act(_a_running_game, _close),
    "announce": Act(_a_running_game, _in_game(host_hand.announce)),
    "extend": Act(_a_clock, _in_game(host_hand.extend)),
    "unseat": Act(_somebody_in_it, _in_game(host_hand.unseat)),
    "seat": Act(_somebody_for_it, _in_game(host_hand.offer_seat), _somebody_for_it_soon),
    "block": Act(_a_sender, _block),
    "unblock": Act(_somebody_blocked, _unblock, _somebody_blocked_soon),
    "release": Act(_a_player, _release),
}
