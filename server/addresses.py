"""The addresses of a player: adding one, choosing where mail goes, dropping one."""

from __future__ import annotations

import json

from sqlmodel import col, select

from engine.mail.addresses import plain_address
from server.codes import CONFIRM
from server.coding import CONFIRM_VALID
from server.command import BadCommand
from server.draft import Draft
from server.gate import Silence, spend_answer
from server.ledger import models as rows
from server.registering import is_taken
from server.visit import Visit


def own_address(visit: Visit, address: str) -> rows.Address | None:
    """One of the player's addresses."""
    query = select(rows.Address).where(rows.Address.address == address)
    return visit.session.exec(query.where(rows.Address.player_id == visit.somebody().id)).first()


def add_address(visit: Visit, address: str) -> None:
    """Mail a code to an address that may become one of the player's.

    Whether somebody else has registered it is nobody's business, so the answer is the same.
    """
    if not plain_address(address):
        raise BadCommand("set/address", "that is no plain address: write it like anna@example.org")
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
    player = visit.somebody()
    pending = json.dumps({"do": "address", "address": address})
    code = visit.make_code(CONFIRM, player, CONFIRM_VALID, address=address, what=pending)
    visit.drafts.append(
        Draft(
            dedupe=f"address {visit.name} {address}",
            kind="answer",
            recipient=address,
            text=visit.tongue.say(
                "{handle} wants to write to {server} from this address.\n\n"
                "If that is you, reply with `yes` and leave this line in the mail:\n\n"
                "  code: {code}\n\n"
                "If not, do nothing: you will not hear from us again.\n",
                handle=player.handle,
                server=visit.settings.name,
                code=code,
            ),
            remark=visit.tongue.say("please confirm"),
        )
    )


def make_main(visit: Visit, address: rows.Address) -> None:
    """Mail goes to this address from now on."""
    others = select(rows.Address).where(
        rows.Address.player_id == visit.somebody().id, col(rows.Address.main).is_(True)
    )
    for other in visit.session.exec(others).all():
        other.main = False
    visit.session.flush()  # only one may be the main one at any time
    address.main = True
    visit.somebody().unreachable_since = None
    visit.say("Mail to you goes to {address} from now on.", address=address.address)


def drop_address(visit: Visit, address: rows.Address) -> None:
    """Forget an address; the one that mail goes to stays."""
    if address.main:
        raise BadCommand(
            "set/address-main",
            "mail goes to {address}: choose another for that first",
            address=address.address,
        )
    visit.session.delete(address)
    visit.say("{address} is no longer one of your addresses.", address=address.address)
