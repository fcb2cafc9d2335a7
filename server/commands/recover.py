"""recover: be heard again after losing a key."""

from __future__ import annotations

import json
from typing import Final

from server.command import BadCommand, Command, command
from server.draft import Draft
from server.ledger.budgets import allow_answer
from server.visit import DAY, Visit

RECOVER_VALID: Final = 3 * DAY


@command
class Recover(Command):
    name = "recover"
    usage = "recover anna"
    help = (
        "Mails a code to the registered address of a player who lost the key. A recover letter with that "
        "code, sealed by the new key, starts a delay of 72 hours in which the old key can veto."
    )
    for_strangers = True

    def run(self, visit: Visit, text: str) -> None:
        if not text or " " in text:
            raise self.wrong(text)
        player = visit.find_player(text)
        address = visit.main_address(player)
        if player.auth != "key" or address is None:
            raise BadCommand("recover/no-key", "{handle} has no key of their own here", handle=player.handle)
        if not allow_answer(visit.session, f"recover {player.id}", visit.now):
            return
        code = visit.make_code("confirm", player, address, json.dumps({"do": "recover"}), RECOVER_VALID)
        visit.drafts.append(
            Draft(
                dedupe=f"recover {visit.name}",
                kind="notice",
                recipient=address,
                text=(
                    f"Somebody, probably you, says that the key of {player.handle} is lost.\n\n"
                    "If that is so, make a new key and seal a recover letter with this code:\n\n"
                    f"  code: {code}\n\n"
                    f"  grubenpost recover --code {code}\n\n"
                    "If not, do nothing.\n"
                ),
                remark="key recovery",
                player_id=player.id,
            )
        )
