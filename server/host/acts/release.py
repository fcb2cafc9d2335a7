"""Ending a stop of changes by the host's word, who alone can find out whose an account is."""

from __future__ import annotations

import time
from functools import partial

from server.config.model import Config
from server.desk.desk import Desk
from server.host.setup.house import open_key
from server.ledger.store import Ledger
from server.players.addresses import make_main
from server.players.guard import release
from server.visit.refusal import BadCommand
from server.visit.visit import Visit


def release_player(config: Config, ledger: Ledger, handle: str, mail_to: str | None) -> None:
    """Let a player's addresses and keys be changed by mail again; mail may go to another of the addresses."""
    settings = config.settings(open_key(config, ledger))
    desk = Desk(ledger, settings, lambda: int(time.time()))
    desk.do(partial(_release, handle=handle, mail_to=mail_to), "release")


def _release(visit: Visit, *, handle: str, mail_to: str | None) -> None:
    player = visit.players.find(handle)
    if mail_to is not None:
        chosen = [row for row in visit.players.addresses(player) if row.address == mail_to.casefold()]
        if not chosen:
            raise BadCommand(
                "release/address",
                "{address} is not one of the addresses of {handle}",
                address=mail_to,
                handle=handle,
            )
        make_main(visit, player, chosen[0])
    release(visit, player)
