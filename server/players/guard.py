"""Guarding a player's addresses and key: whatever changes them is told to every address, and can be stopped.

Somebody who reads a player's mail, or has read it once, could move the player's mail elsewhere and take the
player's place. Three things keep that from going unseen:

- All codes end with every change of an address or of the key, so that codes from old mails are good for
  nothing. If it is the player's turn somewhere, a new turn mail brings a new code.
- What takes something away (mail goes elsewhere, an address is dropped, a key is recovered) waits for 72
  hours when it was asked for by a code. What a key seals happens at once. If a key of the player's own comes
  into force meanwhile, what a code has asked for is not done.
- Every change is told to every address that the player has, or had within the last 30 days. Each of these
  mails has a code of its own, by which `stop`, from that address only, ends what still waits.

Nobody can tell who of two people that read the same mailbox is the owner. So `stop` decides nothing for
either of them: everything stays as it was before the change was asked for. It never brings an address back,
never moves mail to where it did not go before, and gives no right to read or to move; whoever still reads an
old mailbox can hold changes up, and gains nothing by it. It ends what waits, drops the addresses that a code
has added lately (only those that came after its own, and not the one that mail goes to), and for 14 days
nothing of the kind can be begun by mail. Games go on. The host is told, and can end this; so does a letter
that is sealed with the player's key, over which no mailbox has any power. An address hears of changes, and so
can stop them, for 30 days after it was dropped.
"""

from __future__ import annotations

import json
from typing import Final

from sqlmodel import col, delete, select, update

from engine.tongue import Phrase, phrase, word
from server.ledger import models as rows
from server.ledger.budgets import DAY, allow_tally
from server.outgoing.answers import tell_host
from server.outgoing.limits import Silence
from server.outgoing.turn_mails import tell_turns_again
from server.visit.codes import CONFIRM
from server.visit.draft import MailDraft
from server.visit.keys import recovery_of
from server.visit.preferences import manner_of
from server.visit.refusal import BadCommand
from server.visit.sender import BY_SEAL
from server.visit.visit import Visit

WAIT: Final = 72 * 3600
"""The seconds for which a change that takes something away waits for somebody to stop it."""
HEARS: Final = 30 * DAY
"""The time for which an address that was dropped still hears of changes."""
STOP_VALID: Final = 14 * DAY
FROZEN: Final = 14 * DAY
CHANGES_A_DAY: Final = 10
"""The most changes in a day: those that could not be told any more, because it would be too many mails, are
not done either."""

STOP: Final = "stop"
_WHAT: Final = json.dumps({"do": STOP})


def check_may_change(visit: Visit, player: rows.Player, *, sealed: bool = False) -> None:
    """Refuse a change of addresses or keys that was stopped, or is one too many. A sealed one ends a stop."""
    if sealed or visit.sender.authority == BY_SEAL:
        player.frozen_until = None
    check_not_frozen(visit, player)
    if not allow_tally(visit.session, f"changes {player.id}", visit.now, DAY, CHANGES_A_DAY):
        raise BadCommand(
            "account/too-many",
            "your addresses or keys have changed {n} times today: wait a day",
            n=CHANGES_A_DAY,
        )


def check_not_frozen(visit: Visit, player: rows.Player) -> None:
    """Refuse what was stopped."""
    if player.frozen_until is not None and player.frozen_until > visit.now:
        raise BadCommand(
            "account/frozen",
            "somebody with an address of yours has stopped all changes of your addresses and keys by mail "
            "until {until}; if that was not you, tell the host, who can end it",
            until=visit.sender.tongue.moment(player.frozen_until, player.zone),
        )


def end_codes(visit: Visit, player: rows.Player) -> None:
    """Make all codes of before good for nothing; whose turn it is gets a new one."""
    seen = player.epoch
    bumped = update(rows.Player).where(col(rows.Player.id) == player.id, col(rows.Player.epoch) == seen)
    if visit.session.exec(bumped.values(epoch=seen + 1)).rowcount != 1:
        raise BadCommand(
            "account/changed",
            "your addresses or keys were changed by another mail just now: look at that first",
        )
    visit.session.refresh(player, ["epoch"])
    tell_turns_again(visit, player)


def end_waiting(visit: Visit, player: rows.Player) -> bool:
    """Let nothing come of what waits about a player's addresses: whether anything did."""
    waiting = [
        row for row in visit.players.addresses(player) if row.main_at is not None or row.drop_at is not None
    ]
    for row in waiting:
        row.main_at = row.drop_at = None
    return bool(waiting)


def tell_change(
    visit: Visit, player: rows.Player, template: str, /, *, address: str = "", stoppable: bool = True
) -> None:
    """Tell every address of a player what has changed, with a way to stop it.

    The one that the answer goes to reads it there. One that was dropped is not told the others in full.
    """
    visit.session.flush()
    main = visit.players.main_address(player)
    held = [row.address for row in visit.players.addresses(player)]
    for told in told_addresses(visit, player):
        stop = how_to_stop(visit, player, told) if stoppable else ""
        if told == main and visit.sender.player is player:
            if stop:
                visit.reply.add_postscript(stop)
            continue
        spoken = manner_of(player).tongue
        facts = {
            "handle": player.handle,
            "address": address if told in (*held, address) else _veiled(address),
        }
        about = spoken.say(
            "This is about {handle} at {server}.", handle=player.handle, server=visit.settings.name
        )
        parts = [about, spoken.say(template, **facts), *([stop] if stop else [])]
        visit.drafts.append(
            MailDraft(
                dedupe=f"change {visit.name} {player.handle} {player.epoch} {len(visit.drafts)} {told}",
                kind="notice",
                recipient=told,
                text=manner_of(player).written("\n\n".join(parts) + "\n"),
                remark=spoken.say(word("a change")),
                player_id=player.id if told == main else None,
            )
        )


def told_addresses(visit: Visit, player: rows.Player) -> list[str]:
    """The addresses that a player has, or had until lately."""
    lately = select(rows.Former).where(
        rows.Former.player_id == player.id, col(rows.Former.dropped_at) > visit.now - HEARS
    )
    formers = visit.session.exec(lately.order_by(col(rows.Former.id))).all()
    return [*(row.address for row in visit.players.addresses(player)), *(row.address for row in formers)]


def _veiled(address: str) -> str:
    """An address that only those know who know it already."""
    local, _, domain = address.partition("@")
    return f"{local[:1]}…@{domain[:1]}…" if domain else address


def how_to_stop(visit: Visit, player: rows.Player, address: str) -> str:
    """The lines that say what to do about a change that somebody else has asked for."""
    code = visit.codes.make(CONFIRM, player, STOP_VALID, address=address, what=_WHAT, lasting=True)
    say = manner_of(player).tongue.say
    if player.auth == "key":
        return say(
            "If this was not you, revoke your key, if others may have it. To keep anybody\n"
            "from changing your addresses or keys by mail, reply from this address with\n"
            "`stop` in a line of its own and leave this code in the mail; the host is told:\n\n"
            "  {code}",
            code=code,
        )
    return say(
        "If this was not you, reply from this address with `stop` in a line of its own\n"
        "and leave this code in the mail. Then whatever still waits is not done, nobody\n"
        "can change your addresses or key by mail for {days} days, and the host is told:\n\n"
        "  {code}",
        code=code,
        days=FROZEN // DAY,
    )


def drop_now(visit: Visit, row: rows.Address) -> None:
    """Forget an address, but for a while not to tell it of changes."""
    visit.session.add(rows.Former(player_id=row.player_id, address=row.address, dropped_at=visit.now))
    visit.session.delete(row)
    visit.session.flush()


def stop_changes(visit: Visit, code: rows.Code) -> None:
    """End what waits, and let nothing more be begun by mail for a while."""
    player = visit.session.get(rows.Player, code.player_id)
    if player is None or player.state != "active" or code.address != visit.sender.address:
        raise Silence("nothing to stop")
    code.used_at = visit.now
    end_waiting(visit, player)
    held = visit.players.addresses(player)
    older = next((row.confirmed_at for row in held if row.address == code.address), None)
    since = max(older or player.created_at, visit.now - STOP_VALID)
    for row in held:
        if player.auth != "key" and not row.main and (row.confirmed_at or 0) > since:
            drop_now(visit, row)
    player.stopped_recovery = recovery_of(visit.keys.ring, player.handle) or player.stopped_recovery
    player.frozen_until = max(player.frozen_until or 0, visit.now + FROZEN)
    visit.sender = visit.sender.known_as(None)  # it may not be the player who has stopped this
    end_codes(visit, player)
    tell_change(visit, player, _STOPPED, stoppable=False)
    text = (
        f"Somebody who reads {code.address} has stopped the changes of addresses and keys\n"
        f"of {player.handle}: for {FROZEN // DAY} days none are made by mail. Find out who is right,\n"
        "and end it with "
        f"`grubenpost-server release {player.handle}`.\n"
    )
    tell_host(visit, f"stopped {player.handle} {player.epoch}", text)


def stop_notices(player: rows.Player) -> tuple[str, str]:
    """The beginnings of the names of mails to the host that tell who has stopped changes of this player;
    those of earlier versions have the other beginning."""
    return f"host stopped {player.handle} ", f"host stopped {player.id} "


_STOPPED: Final[Phrase] = phrase(
    "Somebody has replied with `stop` to a mail about a change of your addresses or\n"
    "your key. What waited is not done, addresses that were added by mail lately are\n"
    "dropped, and for 14 days nothing of the kind can be begun by mail. Your games\n"
    "go on, and mail goes to where it went before. The host has been told, and can\n"
    "end this."
)


def release(visit: Visit, player: rows.Player) -> None:
    """The host ends a stop: codes to stop anything that was told before end with it."""
    player.frozen_until = None
    lasting = delete(rows.Code).where(col(rows.Code.player_id) == player.id, col(rows.Code.epoch).is_(None))
    visit.session.exec(lasting)
    tell_change(visit, player, _RELEASED)


_RELEASED: Final[Phrase] = phrase("The host lets addresses and keys be changed by mail again.")
