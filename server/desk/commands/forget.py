"""forget me: erase a player's personal data; the games stay verifiable."""

from __future__ import annotations

from engine.tongue import word
from server.players.erasure import forget_player
from server.players.guard import check_not_frozen
from server.visit.sender import BY_SEAL
from server.visit.visit import Visit
from server.words.command import Command, command, form


@command
class Forget(Command):
    name = "forget"
    usage = "forget me"
    purpose = word("erase your data and end your registration")
    help = word(
        "Erases your addresses, your name and your mails from this server and ends your registration. Your "
        "games stay verifiable under your handle and your public key; out of running ones you resign."
    )
    takes = form("me")
    changes = True
    grave = True

    def run(self, visit: Visit, text: str) -> None:
        if visit.sender.authority != BY_SEAL:
            check_not_frozen(visit, visit.sender.registered())
        forget_player(visit, visit.sender.registered())
        visit.say(
            "Your data are erased. Your handle stays, as a pseudonym in the games that you played.\n"
            "Good-bye, and Glück auf!"
        )
