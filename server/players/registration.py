"""Becoming a player, up to the code that proves the address; `confirm` does the rest."""

from __future__ import annotations

import json

from sqlmodel import select

from engine.record.names.likeness import shape_of_ascii
from engine.wire.facts import Facts
from server.ledger import models as rows
from server.names.house_bots import is_house_handle
from server.names.names import check_handle
from server.outgoing.code_lines import CONFIRM_VALID
from server.visit.codes import CONFIRM
from server.visit.refusal import BadCommand
from server.visit.visit import Visit


def ask_to_confirm(visit: Visit, handle: str, name: str, auth: str, letter: str) -> None:
    """Mail a code to the address that wants to register; the reply proves that mail arrives there."""
    if visit.sender.player is not None:
        raise BadCommand(
            "register/already",
            "this is the mail of {handle}, who is registered",
            handle=visit.sender.player.handle,
        )
    check_address_free(visit, visit.sender.address)
    check_handle(handle)
    check_handle_free(visit, handle)
    pending = json.dumps({"do": "register", "handle": handle, "name": name, "auth": auth, "letter": letter})
    code = visit.codes.make(CONFIRM, None, CONFIRM_VALID, address=visit.sender.address, what=pending)
    visit.reply.tell(Facts(confirm=code))
    question = visit.sender.tongue.say(
        "Somebody, probably you, wants to play Glück Auf by mail at {server}\n"
        "as {called}.\n\n"
        "If that was you, reply with `yes` and leave this line in the mail:\n\n"
        "  code: {code}\n\n"
        "If not, do nothing: you will not hear from us again.",
        server=visit.settings.name,
        called=handle if name == handle else f"{handle} ({name})",
        code=code,
    )
    visit.reply.ask(question)


def check_address_free(visit: Visit, address: str) -> None:
    """An address belongs to one player."""
    if is_taken(visit, address):
        raise BadCommand("register/address-taken", "this address is registered already")


def is_taken(visit: Visit, address: str) -> bool:
    """Whether an address is somebody's, or was somebody else's until lately."""
    if visit.players.owner_of(address) is not None:
        return True
    former = visit.session.exec(select(rows.Former).where(rows.Former.address == address)).first()
    return former is not None and (visit.sender.player is None or former.player_id != visit.sender.player.id)


def check_handle_free(visit: Visit, handle: str) -> None:
    """A handle belongs to one player for ever, with all that could be mistaken for it."""
    shape = shape_of_ascii(handle)
    taken = any(shape_of_ascii(other) == shape for other in visit.session.exec(select(rows.Player.handle)))
    if taken or is_house_handle(handle):
        raise BadCommand(
            "register/handle-taken",
            "`{handle}` is taken, or too like one that is: choose another",
            handle=handle,
        )


def check_no_key(player: rows.Player) -> None:
    """Check that a player has no key of their own: those change nothing by codes, not even by those from
    before."""
    if player.auth == "key":
        raise BadCommand(
            "command/unsealed",
            "you have a key of your own, so commands that change anything must be sealed with it: send it "
            "with the client",
        )
