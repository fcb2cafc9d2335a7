"""set: your name, language, time zone, mail style and addresses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final
from zoneinfo import ZoneInfo

from engine.record.fields import NAME
from server.command import BadCommand, Command, command
from server.commands.register import CONFIRM_VALID, check_free
from server.draft import Draft
from server.visit import NO_MAIL, Visit

LANGUAGES: Final = ("en", "de", "ru")
STYLES: Final = ("text", "ascii", "spoken", "html", NO_MAIL)


@command
class Set(Command):
    name = "set"
    usage = (
        "set name Anna Steiger, or: set language de, set zone Europe/Berlin, set style text, set address …"
    )
    help = (
        "Changes your display name, the language (en, de, ru) or the style of your mails "
        "(text, ascii, spoken, html, none), your time zone, or adds an address, which is confirmed by a code mailed to it."
    )
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        what, _, value = text.partition(" ")
        change, value = _CHANGES.get(what.casefold()), value.strip()
        if change is None or not value:
            raise self.wrong(text)
        change(visit, value)


def _set_name(visit: Visit, value: str) -> None:
    name = " ".join(value.split())
    NAME.read("name", name)
    visit.somebody().name = name
    visit.say(f"Your name is now {name}. Games that have started keep the old one.")


def _set_language(visit: Visit, value: str) -> None:
    visit.somebody().language = _one_of("language", value, LANGUAGES)
    visit.say(f"Your language is now {value.casefold()}.")


def _set_style(visit: Visit, value: str) -> None:
    visit.somebody().style = _one_of("style", value, STYLES)
    visit.say(f"Your mails will come in the style {value.casefold()}.")


def _one_of(what: str, value: str, known: tuple[str, ...]) -> str:
    if value.casefold() not in known:
        raise BadCommand(
            "set/value",
            "`{value}` is no {what}; there are {known}",
            value=value[:40],
            what=what,
            known=", ".join(known),
        )
    return value.casefold()


def _set_zone(visit: Visit, value: str) -> None:
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise BadCommand(
            "set/zone", "`{value}` is no time zone; write one like Europe/Berlin", value=value[:40]
        ) from None
    visit.somebody().zone = value
    visit.say(f"Your time zone is now {value}.")


def _add_address(visit: Visit, value: str) -> None:
    player, sender = visit.somebody(), visit.sender
    visit.sender = value.casefold()
    try:
        check_free(visit, f"{player.handle}-new-address")
    finally:
        visit.sender = sender
    pending = json.dumps({"do": "address", "address": value.casefold()})
    code = visit.make_code("confirm", player, value.casefold(), pending, CONFIRM_VALID)
    visit.drafts.append(
        Draft(
            dedupe=f"address {visit.name} {value.casefold()}",
            kind="answer",
            recipient=value.casefold(),
            text=(
                f"{player.handle} wants to get mail from {visit.settings.name} at this address.\n\n"
                "If that is right, reply and leave this line in the mail:\n\n"
                f"  code: {code}\n"
            ),
            remark="please confirm",
        )
    )
    visit.say(f"A code has been mailed to {value.casefold()}; your reply from there adds the address.")


_CHANGES: Final[dict[str, Callable[[Visit, str], None]]] = {
    "name": _set_name,
    "language": _set_language,
    "style": _set_style,
    "zone": _set_zone,
    "address": _add_address,
}
