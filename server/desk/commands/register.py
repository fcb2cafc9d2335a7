"""register: become a player."""

from __future__ import annotations

from engine.tongue import word
from server.names.names import check_name
from server.players.registration import ask_to_confirm
from server.visit.visit import Visit
from server.words.command import Command, command, form


@command
class Register(Command):
    name = "register"
    usage = "register anna Anna Steiger"
    purpose = word("register your mail address under a handle")
    help = word(
        "Registers your mail address under a handle (letters, digits, - and _) and the name that others see. "
        "A code comes back; your reply to it makes you a mailbox player. With the client you register a key "
        "of your own instead."
    )
    takes = form(r"\S{1,40}(?: .{1,80})?")
    for_strangers = True

    def run(self, visit: Visit, text: str) -> None:
        handle, _, name = text.partition(" ")
        name = " ".join(name.split()) or handle
        if name != handle:
            check_name(name)
        ask_to_confirm(visit, handle, name, "mailbox", "")
