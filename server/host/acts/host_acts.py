"""Acts of the host on games and players by a command, through the same desk as the mail."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.record.letters.fields import REASON
from server.config.model import Config
from server.desk.desk import Desk
from server.games.resigning import close_game
from server.host.setup.house import open_key
from server.ledger.store import Ledger
from server.players.blocklist import block, unblock
from server.visit.refusal import BadCommand
from server.visit.visit import Visit


def _do(config: Config, ledger: Ledger, name: str, duty: Callable[[Visit], None]) -> None:
    settings = config.settings(open_key(config, ledger))
    desk = Desk(ledger, settings, lambda: int(time.time()))
    desk.do(duty, name)


def close_by_host(config: Config, ledger: Ledger, game: str, reason: str) -> list[str]:
    """End a running game for a reason: the handles of those who are told."""
    said, told = _reason(reason), list[str]()

    def duty(visit: Visit) -> None:
        found = visit.games.find(game)
        close_game(visit, found, said)
        told.extend(reader.player.handle for reader in visit.games.audience(found))

    _do(config, ledger, "close", duty)
    return told


def block_by_host(config: Config, ledger: Ledger, who: str, reason: str) -> list[str]:
    """Deal with no mail of theirs from now on: the games that wait for them, if it is a player."""
    said, waiting = _reason(reason) if reason else "", list[str]()

    def duty(visit: Visit) -> None:
        player = block(visit, who, said)
        waiting.extend(game.id for game in (visit.games.to_move_in(player) if player else ()))

    _do(config, ledger, "block", duty)
    return waiting


def unblock_by_host(config: Config, ledger: Ledger, who: str) -> None:
    """Deal with their mail again."""

    def duty(visit: Visit) -> None:
        if not unblock(visit, who):
            raise BadCommand("block/none", "{who} is not blocked: `block` lists who is", who=who)

    _do(config, ledger, "unblock", duty)


def _reason(text: str) -> str:
    said = " ".join(text.split())
    REASON.read("reason", said)
    return said
