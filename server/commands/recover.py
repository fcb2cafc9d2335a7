"""recover: be heard again after losing a key."""

from __future__ import annotations

from server.answering import notify
from server.codes import CONFIRM
from server.coding import CONFIRM_VALID
from server.command import BadCommand, Command, command
from server.keychanges import RECOVER
from server.visit import Visit


@command
class Recover(Command):
    name = "recover"
    usage = "recover"
    help = (
        "For players who lost their key; send it from your registered address. A code comes back. A recover "
        "letter with that code, sealed by a new key, starts a delay of 72 hours in which the old key can "
        "object."
    )

    def run(self, visit: Visit, text: str) -> None:
        player = visit.somebody()
        if player.auth != "key":
            raise BadCommand(
                "recover/no-key", "you play from your mailbox: you have no key that could be lost"
            )
        code = visit.make_code(CONFIRM, player, CONFIRM_VALID, what=RECOVER)
        notify(
            visit,
            player,
            f"recover {visit.name}",
            f"Somebody, probably you, says that the key of {player.handle} is lost.\n\n"
            "If that is so, make a new key and seal a recover letter with this code:\n\n"
            f"  {code}\n\n"
            "If not, do nothing.",
            remark="key recovery",
        )
