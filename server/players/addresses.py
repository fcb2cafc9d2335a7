"""The addresses of a player: adding one, choosing where mail goes, dropping one.

All of it is told to every address (see `guard`). Adding one gives nothing away, for mail goes on going to
the main one; to choose another for that, or to drop one, waits when it was asked for by a code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from sqlmodel import Session, col, delete, select

from engine.mail.addresses import plain_address
from engine.record.keyring.keyring import Keyring
from engine.tongue import word
from server.ledger import models as rows
from server.ledger.budgets import forget_spent
from server.outgoing.code_lines import CONFIRM_VALID
from server.outgoing.limits import Silence, spend_answer
from server.players.guard import WAIT, check_may_change, check_not_frozen, drop_now, end_codes, tell_change
from server.players.registration import check_address_free, check_no_key, is_taken
from server.visit.codes import CONFIRM
from server.visit.draft import MailDraft
from server.visit.refusal import BadCommand
from server.visit.sender import BY_SEAL
from server.visit.visit import Visit

MOST: Final = 5
"""The most addresses that somebody has, each of which is told of every change."""


def own_address(visit: Visit, address: str) -> rows.Address | None:
    """One of the player's addresses."""
    return next(
        (row for row in visit.players.addresses(visit.sender.registered()) if row.address == address), None
    )


def add_address(visit: Visit, address: str) -> None:
    """Mail a code to an address that may become one of the player's.

    Whether somebody else has registered it is nobody's business, so the answer is the same.
    """
    if not plain_address(address):
        raise BadCommand("set/address", "that is no plain address: write it like anna@example.org")
    if visit.sender.authority != BY_SEAL:
        check_not_frozen(visit, visit.sender.registered())
    if len(visit.players.addresses(visit.sender.registered())) >= MOST:
        raise BadCommand("set/address-many", "{n} addresses are enough: drop one first", n=MOST)
    try:
        spend_answer(visit, address)
    except Silence:
        raise BadCommand(
            "set/address-often", "a mail went there today, or too many went to new addresses: try it tomorrow"
        ) from None
    if not is_taken(visit, address):
        _mail_code(visit, address)
    visit.say(
        "If nobody has registered it yet, a code was mailed to {address}: your reply from there adds it.",
        address=address,
    )


def _mail_code(visit: Visit, address: str) -> None:
    player = visit.sender.registered()
    pending = json.dumps({"do": "address", "address": address, "sealed": visit.sender.authority == BY_SEAL})
    code = visit.codes.make(CONFIRM, player, CONFIRM_VALID, address=address, what=pending)
    visit.drafts.append(
        MailDraft(
            dedupe=f"address {visit.name} {address}",
            kind="answer",
            recipient=address,
            text=visit.sender.tongue.say(
                "{handle} wants to write to {server} from this address.\n\n"
                "If that is you, reply with `yes` and leave this line in the mail:\n\n"
                "  code: {code}\n\n"
                "If not, do nothing: you will not hear from us again.\n",
                handle=player.handle,
                server=visit.settings.name,
                code=code,
            ),
            remark=visit.sender.tongue.say("please confirm"),
        )
    )


def confirm_address(visit: Visit, code: rows.Code, what: dict[str, Any]) -> None:
    """An address said yes: it is the player's from now on. What was asked for by a seal needs no code."""
    player = visit.session.get(rows.Player, code.player_id)
    visit.sender = visit.sender.known_as(player)
    sealed = bool(what.get("sealed"))
    if not sealed:
        check_no_key(visit.sender.registered())
    check_address_free(visit, what["address"])
    check_may_change(visit, visit.sender.registered(), sealed=sealed)
    assert player is not None
    enter_address(visit, player, what["address"], main=False)
    end_codes(visit, player)
    visit.say(
        "{address} is one of your addresses now. Mail still goes to your main address;\n"
        "`set address {address}` once more makes this the main one.",
        address=what["address"],
    )
    tell_change(visit, player, _ADDED, address=what["address"])


def enter_address(visit: Visit, player: rows.Player, address: str, *, main: bool) -> None:
    """Write an address down as this player's."""
    visit.session.exec(delete(rows.Former).where(col(rows.Former.address) == address))
    visit.session.add(
        rows.Address(
            player_id=player.id,
            address=address,
            main=main,
            confirmed_at=visit.now,
            created_at=visit.now,
        )
    )
    # What a stranger spent is not held against the player.
    forget_spent(visit.session, address)


def choose_main(visit: Visit, address: rows.Address) -> None:
    """Mail is to go to this address: at once if a key seals that, else when nobody has stopped it."""
    player = visit.sender.registered()
    if address.main:
        _keep_main(visit, player, address)
        return
    if visit.sender.authority == BY_SEAL:
        check_may_change(visit, player)
        make_main(visit, player, address)
        visit.say("Mail to you goes to {address} from now on.", address=address.address)
        tell_change(visit, player, _MAIN, address=address.address)
        return
    if address.main_at is None:
        check_may_change(visit, player)
        for row in visit.players.addresses(player):
            row.main_at = None
        address.main_at, address.drop_at = visit.now + WAIT, None
        tell_change(visit, player, _MAIN_ASKED, address=address.address)
    visit.say(
        "In 72 hours mail to you will go to {address}, unless one of your addresses\n"
        "objects; all of them are told. Until then it goes to where it went before.",
        address=address.address,
    )


def _keep_main(visit: Visit, player: rows.Player, address: rows.Address) -> None:
    """Mail is to go on going there, and not elsewhere as somebody has asked for before."""
    held = visit.players.addresses(player)
    if address.drop_at is not None or any(row.main_at is not None for row in held):
        check_may_change(visit, player)
        tell_change(visit, player, _KEPT, address=address.address)
    for row in held:
        row.main_at = None
    address.drop_at = None
    visit.say("Mail to you goes to {address} already, and still will.", address=address.address)


def make_main(visit: Visit, player: rows.Player, address: rows.Address) -> None:
    """Mail goes to this address from now on."""
    for row in visit.players.addresses(player):
        row.main, row.main_at = False, None
    visit.session.flush()  # only one may be the main one at any time
    address.main, address.drop_at = True, None
    player.unreachable_since = None
    visit.session.flush()
    end_codes(visit, player)


def drop_address(visit: Visit, address: rows.Address) -> None:
    """Forget an address; the one that mail goes to stays until another is chosen for that."""
    player = visit.sender.registered()
    chosen = any(row.main_at is not None for row in visit.players.addresses(player))
    if address.main and not chosen:
        raise BadCommand(
            "set/address-main",
            "mail goes to {address}: choose another for that first",
            address=address.address,
        )
    if visit.sender.authority == BY_SEAL:
        check_may_change(visit, player)
        drop_now(visit, address)
        end_codes(visit, player)
        visit.say("{address} is no longer one of your addresses.", address=address.address)
        tell_change(visit, player, _DROPPED, address=address.address)
        return
    if address.drop_at is None:
        check_may_change(visit, player)
        address.main_at, address.drop_at = None, visit.now + WAIT
        tell_change(visit, player, _DROP_ASKED, address=address.address)
    visit.say(
        "In 72 hours {address} will no longer be one of your addresses,\n"
        "unless one of them objects; all of them are told.",
        address=address.address,
    )


def main_due(session: Session, _ring: Keyring) -> Iterable[tuple[int, str]]:
    """The times at which mail begins to go to each address that was chosen for that, if nobody stops it."""
    return _waiting(session, col(rows.Address.main_at))


def drop_due(session: Session, _ring: Keyring) -> Iterable[tuple[int, str]]:
    """The times at which each address is dropped for which that was asked, if nobody stops it."""
    return _waiting(session, col(rows.Address.drop_at))


def _waiting(session: Session, moment: Any) -> Iterable[tuple[int, str]]:
    chosen: Any = select(moment, rows.Address.address).where(moment.is_not(None))
    return [(at, address) for at, address in session.exec(chosen)]


def settle_main(visit: Visit, address: str) -> None:
    """Mail goes to an address for which that was asked, and nobody has objected."""
    row, player = _held(visit, address)
    make_main(visit, player, row)
    tell_change(visit, player, _MAIN, address=address)


def settle_drop(visit: Visit, address: str) -> None:
    """An address is dropped for which that was asked, and nobody has objected."""
    row, player = _held(visit, address)
    if row.main:
        row.drop_at = None  # nothing came of choosing another
        return
    drop_now(visit, row)
    end_codes(visit, player)
    tell_change(visit, player, _DROPPED, address=address)


def _held(visit: Visit, address: str) -> tuple[rows.Address, rows.Player]:
    row = visit.session.exec(select(rows.Address).where(rows.Address.address == address)).one()
    return row, visit.session.get_one(rows.Player, row.player_id)


_ADDED: Final = word("{address} is one of the addresses of {handle} now.")
_MAIN_ASKED: Final = word("In 72 hours mail to {handle} will go to {address}, unless you stop it.")
_MAIN: Final = word("Mail to {handle} goes to {address} from now on.")
_KEPT: Final = word("Mail to {handle} still goes to {address}: the change was called off.")
_DROP_ASKED: Final = word(
    "In 72 hours {address} will no longer be an address of {handle},\nunless you stop it."
)
_DROPPED: Final = word("{address} is no longer an address of {handle}.")
