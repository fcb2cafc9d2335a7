"""Acts that the host asks for about a game at a moment, done in the order of all that came until then."""

from __future__ import annotations

import time

from engine.record.letters.fields import REASON
from server.games.plies import check_running
from server.ledger.models import Game, HostAct
from server.ledger.queues import lock_journal
from server.ledger.store import Ledger
from server.visit.refusal import BadCommand


def act_on_game(ledger: Ledger, act: str, game_id: str, reason: str) -> int:
    """Note what is to be done, and from when on it counts."""
    said = " ".join(reason.split())
    if said:
        REASON.read("reason", said)
    with ledger.writing() as session:
        game = session.get(Game, game_id)
        if game is None:
            raise BadCommand("game/unknown", "there is no game `{game}` here", game=game_id)
        check_running(game)
        if game.pace is None:
            raise BadCommand("clock/none", "the game {game} has no clock", game=game_id)
        at = int(time.time())
        session.add(HostAct(at=at, act=act, game_id=game.id, reason=said))
        lock_journal(session).version += 1
    return at
