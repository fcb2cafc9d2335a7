"""Recoveries of lost keys: when the delay is over and nobody said no, the new key is in force."""

from __future__ import annotations

import json

from engine.record.keyring import KeyEvent, Recovered
from server.draft import Draft
from server.ledger.queues import append_keyletter
from server.visit import Visit


def finish_recoveries(visit: Visit) -> None:
    """Log the recoveries that are due, server-wide and in every running game of their owners."""
    for done in visit.ring.due(visit.now):
        _finish(visit, done)


def _finish(visit: Visit, done: Recovered) -> None:
    visit.ring = visit.ring.after(KeyEvent(visit.next_key, visit.now, done))
    facts = json.dumps({"handle": done.handle, "recover": done.recover})
    append_keyletter(visit.session, visit.now, None, facts)
    visit.player = visit.find_player(done.handle)
    for game in [visit.find_game(mine.id) for mine in visit.running_games()]:
        visit.write(game, visit.book(game).recovered(done, visit.now))
    address = visit.main_address(visit.player)
    if address is not None:
        text = f"Your new key is in force from now on, {visit.player.name}.\n"
        visit.drafts.append(
            Draft(
                dedupe=f"recovered {done.recover}",
                kind="notice",
                recipient=address,
                text=text,
                player_id=visit.player.id,
            )
        )
