"""register: become a player."""

from __future__ import annotations

import json
import re
from typing import Final

from sqlmodel import select

from engine.record.fields import HANDLE, NAME
from engine.record.keyring import fold
from server.command import BadCommand, Command, command
from server.draft import Draft
from server.ledger import models as rows
from server.visit import DAY, Visit

CONFIRM_VALID: Final = 3 * DAY
_ADDRESS: Final = re.compile(
    r"[!#-'*+/-9=?A-Z^-~-]+(?:\.[!#-'*+/-9=?A-Z^-~-]+)*@[a-z0-9.-]+\.?[a-z0-9-]+", re.IGNORECASE
)


@command
class Register(Command):
    name = "register"
    usage = "register anna Anna Steiger"
    help = (
        "Registers your mail address under a handle (letters, digits, - and _) and the name that others see. "
        "A code comes back; your reply to it makes you a mailbox player. With the client you register a key "
        "of your own instead."
    )
    for_strangers = True

    def run(self, visit: Visit, text: str) -> None:
        handle, _, name = text.partition(" ")
        if not handle:
            raise self.wrong(text)
        HANDLE.read("handle", handle)
        NAME.read("name", " ".join((name or handle).split()))
        ask_to_confirm(visit, handle, " ".join((name or handle).split()), "mailbox", "")


def ask_to_confirm(visit: Visit, handle: str, name: str, auth: str, letter: str) -> None:
    """Mail a code to the address that wants to register; the reply proves that mail arrives there."""
    check_free(visit, handle)
    pending = json.dumps({"do": "register", "handle": handle, "name": name, "auth": auth, "letter": letter})
    code = visit.make_code("confirm", None, visit.sender, pending, CONFIRM_VALID)
    visit.drafts.append(
        Draft(
            dedupe=f"confirm {visit.name}",
            kind="answer",
            recipient=visit.sender,
            text=(
                f"Somebody, probably you, wants to play Glück Auf by mail at {visit.settings.name}\n"
                f"as {handle} ({name}).\n\n"
                "If that was you, just reply to this mail and leave this line in it:\n\n"
                f"  code: {code}\n\n"
                "If not, do nothing: you will not hear from us again.\n"
            ),
            remark="please confirm",
            answers=visit.answers,
        )
    )


def check_free(visit: Visit, handle: str) -> None:
    """A handle and an address belong to one player."""
    if _ADDRESS.fullmatch(visit.sender) is None:
        raise BadCommand("register/address", "your mail has no plain sender address to register")
    known = visit.session.exec(select(rows.Address).where(rows.Address.address == visit.sender)).first()
    if known is not None:
        raise BadCommand("register/address-taken", "this address is registered already")
    if visit.session.exec(select(rows.Player).where(rows.Player.folded == fold(handle))).first() is not None:
        raise BadCommand(
            "register/handle-taken", "`{handle}` is taken, or too like one that is", handle=handle
        )
