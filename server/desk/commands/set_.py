"""set: your name, language, time zone, mail style and addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from engine.rules.notation import shorten
from engine.tongue import LANGUAGES, Phrase, phrase, word
from server.clocks.alarms import tell_zone_of
from server.names.names import check_name
from server.players.addresses import add_address, choose_main, drop_address, own_address
from server.visit.preferences import DAILY, EVERY, MINE, NONE, PACES, STYLES
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import Command, command, form


@command
class Set(Command):
    name = "set"
    usage = (
        "set name Anna Steiger, or: set language de, set zone Europe/Berlin, set style ascii, "
        "set mails daily, set forced auto, set checkpoint off, set position off, set address …"
    )
    purpose = word("change your name, language, style, mails or address")
    help = phrase(
        "Changes your display name, your language ({languages}) or your time zone. The style of your "
        "mails is html, text, ascii or spoken (for screen readers); `test` shows you all of them. "
        "Mails: `every`: each turn; `mine`: only your turns; `daily`: one a day; `none`: only when "
        "you ask. With `set forced auto` a move that is the only one is made for you at once; `set "
        "forced ask` ends that. `set checkpoint off` and `set position off` leave out the signed "
        "line at the end and the attachment for programs. `set address` adds an address, which is "
        "confirmed by a code mailed to it; with one that is yours already it becomes the one that "
        "mail goes to, and followed by `off`, it is removed. Both wait for 72 hours if you have no "
        "key of your own. All your addresses are told, and each can stop it.",
        languages=", ".join(LANGUAGES),
    )
    takes = form(r"(?:name|language|style|mails|forced|checkpoint|position|zone|address) \S.{0,299}")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        what, _, value = text.partition(" ")
        _CHANGES[what.casefold()](visit, value.strip())


def _set_name(visit: Visit, value: str) -> None:
    name = " ".join(value.split())
    check_name(name)
    visit.sender.registered().name = name
    visit.say("Your name is now {name}. Games that have started keep the old one.", name=name)


def _set_language(visit: Visit, value: str) -> None:
    visit.sender.registered().language = _one_of("language", value, LANGUAGES)
    visit.say("Your mails come in English.")


def _set_style(visit: Visit, value: str) -> None:
    style = visit.sender.registered().style = _one_of("style", value, STYLES)
    visit.say("Your mails come in the style {style}.", style=style)


def _set_mails(visit: Visit, value: str) -> None:
    player, pace = visit.sender.registered(), _one_of("mails", value, PACES)
    if pace == DAILY and player.mails != DAILY:
        player.digest_at = visit.now
    player.mails = pace
    visit.say(_PACES[pace])


_PACES: Final[dict[str, Phrase]] = {
    EVERY: word("You get a mail about every turn in your games."),
    MINE: word("You get a mail when it is your turn, and when a game is over."),
    DAILY: word("You get one mail a day, in the morning, about all that went on in your games."),
    NONE: word("You hear of your games only when you ask; `set mails every` changes that."),
}


def _set_checkpoint(visit: Visit, value: str) -> None:
    visit.sender.registered().checkpoint = _is_on("checkpoint", value)
    visit.say("Done: {what} {value}.", what="checkpoint", value=value.casefold())


def _set_position(visit: Visit, value: str) -> None:
    visit.sender.registered().position = _is_on("position", value)
    visit.say("Done: {what} {value}.", what="position", value=value.casefold())


def _set_forced(visit: Visit, value: str) -> None:
    player = visit.sender.registered()
    player.forced = _one_of("forced", value, ("auto", "ask")) == "auto"
    if player.forced:
        visit.say("Where you have only one move and nothing to choose, it is made at once.")
    else:
        visit.say("You are asked for every move, also where there is only one.")


def _is_on(what: str, value: str) -> bool:
    return _one_of(what, value, ("on", "off")) == "on"


def _one_of(what: str, value: str, known: Iterable[str]) -> str:
    if value.casefold() not in known:
        raise BadCommand(
            "set/value",
            "`set {what} {value}` can't be done; there are {known}",
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
    visit.sender.registered().zone = zone
    for game in visit.games.lock_of(visit.sender.registered())[0]:
        seat = visit.seat_of(game)
        visit.games.check_room(game, seat.number)
        tell_zone_of(visit, game, seat, zone)
    visit.say("Your time zone is now {zone}.", zone=zone)


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
        choose_main(visit, address)


_CHANGES: Final[dict[str, Callable[[Visit, str], None]]] = {
    "name": _set_name,
    "language": _set_language,
    "style": _set_style,
    "mails": _set_mails,
    "forced": _set_forced,
    "checkpoint": _set_checkpoint,
    "position": _set_position,
    "zone": _set_zone,
    "address": _set_address,
}
