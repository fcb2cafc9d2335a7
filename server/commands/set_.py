"""set: your name, language, time zone, mail style and addresses."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from engine.record.fields import NAME
from engine.rules.notation import shorten
from server.addresses import add_address, drop_address, make_main, own_address
from server.command import BadCommand, Command, command, form
from server.visit import NO_MAIL, Visit

LANGUAGES: Final = ("en", "de", "ru")
STYLES: Final = ("text", NO_MAIL)


@command
class Set(Command):
    name = "set"
    usage = (
        "set name Anna Steiger, or: set language de, set zone Europe/Berlin, set style none, set address …"
    )
    help = (
        "Changes your display name, your language (en, de, ru), your time zone, or the style of your mails "
        "(text; or none, to hear of games only when you ask). `set address` adds an address, which is "
        "confirmed by a code mailed to it; with one that is yours already it becomes the one that mail goes "
        "to, and with `off` behind it it is dropped."
    )
    takes = form(r"(?:name|language|style|zone|address) \S.{0,299}")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        what, _, value = text.partition(" ")
        _CHANGES[what.casefold()](visit, value.strip())


def _set_name(visit: Visit, value: str) -> None:
    name = " ".join(value.split())
    NAME.read("name", name)
    visit.somebody().name = name
    visit.say(f"Your name is now {name}. Games that have started keep the old one.")


def _set_language(visit: Visit, value: str) -> None:
    language = visit.somebody().language = _one_of("language", value, LANGUAGES)
    visit.say(f"Your language is now {language}. You get mails in it as far as this server speaks it.")


def _set_style(visit: Visit, value: str) -> None:
    style = visit.somebody().style = _one_of("style", value, STYLES)
    if style == NO_MAIL:
        visit.say("You hear of your games only when you ask; `set style text` changes that.")
    else:
        visit.say(f"Your mails come in the style {style}.")


def _one_of(what: str, value: str, known: tuple[str, ...]) -> str:
    if value.casefold() not in known:
        raise BadCommand(
            "set/value",
            "`{value}` is no {what}; there are {known}",
            value=shorten(value),
            what=what,
            known=", ".join(known),
        )
    return value.casefold()


def _set_zone(visit: Visit, value: str) -> None:
    zone = _zones().get(value.casefold())
    if zone is None:
        raise BadCommand(
            "set/zone", "`{value}` is no time zone; write one like Europe/Berlin", value=shorten(value)
        )
    visit.somebody().zone = zone
    visit.say(f"Your time zone is now {zone}.")


@cache
def _zones() -> dict[str, str]:
    return {zone.casefold(): zone for zone in available_timezones()}


def _set_address(visit: Visit, value: str) -> None:
    text, _, off = value.casefold().partition(" ")
    if off not in ("", "off"):
        raise BadCommand(
            "set/address", "write it like this: set address anna@example.org, or the same with off"
        )
    address = own_address(visit, text)
    if address is None:
        add_address(visit, text)
    elif off:
        drop_address(visit, address)
    else:
        make_main(visit, address)


_CHANGES: Final[dict[str, Callable[[Visit, str], None]]] = {
    "name": _set_name,
    "language": _set_language,
    "style": _set_style,
    "zone": _set_zone,
    "address": _set_address,
}
