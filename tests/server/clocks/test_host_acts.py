"""The host's word about a game's clock: it waits in the ledger for its place among the mails."""

from __future__ import annotations

import json

import pytest

from engine.errors import Refused
from server.ledger import models as rows
from server.players.memos import ask_for
from tests.server.house import House, Member
from tests.server.playing import start_game


def test_what_waits_and_what_is_refused(house: House, club: list[Member]) -> None:
    game, without = start_game(club, "pace=1d"), start_game(club)
    at = ask_for(house.ledger, "pause", game, house.time, "the club  is on a trip")
    (act,) = house.all(rows.Memo)
    assert (act.at, act.act, act.about, act.done) == (at, "pause", game, False)
    assert json.loads(act.more) == {"reason": "the club is on a trip"}
    for name, code in ((without, "clock/none"), ("zzzzz9", "game/unknown")):
        with pytest.raises(Refused) as refused:
            ask_for(house.ledger, "pause", name, house.time, "a trip")
        assert refused.value.code == code
