"""Plain words in a mail: whose they are, what they may do, and doing it.

A code from one of our mails makes a mail its player's. Without one, a registered address may ask, and a
stranger may ask for help or to register, each at most once a day; whatever would change something is
held until a code comes back. Everything else gets silence.
"""

from __future__ import annotations

import json
from functools import partial

from sqlmodel import col, select

from server.command import BadCommand, Command, carry_out, is_command, understand
from server.commands.register import CONFIRM_VALID
from server.confirm import keep_promise
from server.draft import Draft
from server.gate import Silence, may_speak
from server.ledger import models as rows
from server.mail.codes import find_codes
from server.mail.quoting import own_lines
from server.mail.reading import Incoming
from server.visit import BY_CODE, BY_DOMAIN, NOT_AT_ALL, Deed, Visit


def prepare_words(visit: Visit, mail: Incoming) -> list[Deed]:
    """What the commands in a mail without sealed letters will do."""
    identify(visit, mail)
    lines = command_lines(own_lines(mail.text))
    if visit.code is not None and visit.code.purpose == "confirm":
        visit.authority = BY_CODE
        return [partial(keep_promise, visit, visit.code)]
    if visit.authority == NOT_AT_ALL:
        _gate(visit, lines)
    if not lines:
        raise BadCommand("command/none", "there is no command in your mail; `help` lists them")
    commands = understand(lines)
    if visit.authority != BY_CODE and any(found.changes for found, _ in commands):
        return [partial(_hold, visit, lines)]
    deeds = [partial(carry_out, visit, found, text) for found, text in commands]
    return [*deeds, *_spend(visit, commands)]


def _spend(visit: Visit, commands: list[tuple[Command, str]]) -> list[Deed]:
    """A code from an answer of ours is good for one change; asking does not use it up."""
    code = visit.code
    if code is None or code.purpose != "reply" or not any(found.changes for found, _ in commands):
        return []
    return [partial(setattr, code, "used_at", visit.now)]


def identify(visit: Visit, mail: Incoming) -> None:
    """Who speaks: by a code, else by the sender's address, which proves little."""
    visit.code = visit.find_code(find_codes(mail.text))
    if visit.code is not None and visit.code.purpose != "confirm":
        visit.player = visit.session.get(rows.Player, visit.code.player_id)
        visit.authority = BY_CODE
        return
    known = visit.session.exec(
        select(rows.Address).where(
            rows.Address.address == visit.sender, col(rows.Address.confirmed_at).is_not(None)
        )
    ).first()
    if known is not None:
        visit.player = visit.session.get(rows.Player, known.player_id)
        visit.authority = BY_DOMAIN if mail.authenticated_by else NOT_AT_ALL


def command_lines(lines: list[str]) -> list[str]:
    """From the first line that is a command to the next blank one; broken moves are put together."""
    found: list[str] = []
    for line in lines:
        text = line.strip()
        if found and found[-1].endswith((",", ":")) and text:
            found[-1] = f"{found[-1]} {text}"
        elif text and (found or is_command(text)):
            found.append(text)
        elif found:
            break
    return found


def _gate(visit: Visit, lines: list[str]) -> None:
    """Strangers may ask for help or to register, players may ask; but not often."""
    if not lines:
        raise Silence("no command")
    if visit.player is None and not all(_for_strangers(line) for line in lines):
        raise Silence("a stranger")
    may_speak(visit)


def _for_strangers(line: str) -> bool:
    try:
        ((found, _),) = understand([line])
    except BadCommand:
        return False
    return found.for_strangers


def _hold(visit: Visit, lines: list[str]) -> None:
    """Keep commands that change something until their sender shows that the mail is theirs."""
    player = visit.somebody()
    address = visit.main_address(player)
    if player.auth == "key":
        raise BadCommand(
            "command/unsealed",
            "you have a key of your own, so this must be sealed with it: use the client, or send it a letter",
        )
    if address is None:
        raise Silence("no address")
    pending = json.dumps({"do": "commands", "lines": lines})
    code = visit.make_code("confirm", player, address, pending, CONFIRM_VALID)
    asked = "\n".join(f"  {line}" for line in lines)
    visit.drafts.append(
        Draft(
            dedupe=f"hold {visit.name}",
            kind="answer",
            recipient=address,
            text=(
                f"You, or somebody in your name, wrote:\n\n{asked}\n\n"
                "To have it done, reply and leave this line in the mail:\n\n"
                f"  code: {code}\n\n"
                "If it was not you, do nothing.\n"
            ),
            remark="please confirm",
            player_id=player.id,
            answers=visit.answers,
        )
    )
