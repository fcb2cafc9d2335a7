"""mute: hear no more press of somebody."""

from __future__ import annotations

from engine.tongue import word
from server.press.muting import mute, unmute
from server.visit.visit import Visit
from server.words.command import Command, command, form

_HANDLE = r"@?[A-Za-z][\w-]{1,23}"


@command
class Mute(Command):
    name = "mute"
    usage = "mute ben"
    purpose = word("hear no more of what a player says")
    help = word("Spares you what this player says at any table, until you `unmute` them. They are not told.")
    takes = form(_HANDLE)
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        mute(visit, text.lstrip("@"))


@command
class Unmute(Command):
    name = "unmute"
    usage = "unmute ben"
    purpose = word("hear a player again")
    help = word("Lets you hear again what this player says at a table.")
    takes = form(_HANDLE)
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        unmute(visit, text.lstrip("@"))
