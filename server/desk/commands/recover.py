"""recover: be heard again after losing a key."""

from __future__ import annotations

from engine.tongue import Phrase, phrase, word
from engine.wire.facts import Facts
from server.ledger import models as rows
from server.outgoing.answers import notify
from server.outgoing.code_lines import CONFIRM_VALID
from server.players.key_changes import RECOVER
from server.visit.codes import CONFIRM
from server.visit.visit import Visit
from server.words.command import Command, command


@command
class Recover(Command):
    name = "recover"
    usage = "recover"
    purpose = word("begin to replace a lost key")
    help = word(
        "For players who lost their key, and for mailbox players who want one of their own; send it from "
        "your registered address. A code comes back. A recover letter with that code, sealed by a new key, "
        "starts a delay of 72 hours in which whoever has the old key can object. After that the new key "
        "seals all your moves, in running games too, and turn codes no longer work."
    )

    def run(self, visit: Visit, text: str) -> None:
        player = visit.sender.registered()
        code = visit.codes.make(CONFIRM, player, CONFIRM_VALID, what=RECOVER)
        notify(
            visit,
            player,
            f"recover {visit.name}",
            _told(player, code),
            remark=word("key recovery"),
            facts=Facts(recover=code),
        )


def _told(player: rows.Player, code: str) -> Phrase:
    facts = {"handle": player.handle, "code": code}
    if player.auth == "key":
        return phrase(
            "Somebody, probably you, says that the key of {handle} is lost.\n\n"
            "If that is so, make a new key and seal a recover letter with this code; the client does\n"
            "both with `grubenpost recover`:\n\n"
            "  {code}\n\n"
            "If not, do nothing.",
            **facts,
        )
    return phrase(
        "Somebody, probably you, wants {handle} to play with a key of their own from now on.\n\n"
        "If that is so, make a key and seal a recover letter with this code; the client does both\n"
        "with `grubenpost recover`:\n\n"
        "  {code}\n\n"
        "72 hours later the key is in force, and turn codes no longer work.\n"
        "If not, do nothing.",
        **facts,
    )
