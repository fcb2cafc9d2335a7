"""The host's word about a game's clock: it waits in the ledger for its place among the mails."""

from __future__ import annotations

import pytest

from engine.errors import Refused
from server.host.acts.game_acts import act_on_game
from server.ledger import models as rows
from tests.server.house import House, Member
from tests.server.playing import start_game


def test_what_waits_and_what_is_refused(house: House, club: list[Member]) -> None:
    game, without = start_game(club, "pace=1d"), start_game(club)
    act_on_game(house.ledger, "pause", game, "the club  is on a trip")
    (act,) = house.all(rows.HostAct)
    assert (act.act, act.game_id, act.reason, act.done) == ("pause", game, "the club is on a trip", False)
    for name, code in ((without, "clock/none"), ("zzzzz9", "game/unknown")):
        with pytest.raises(Refused) as refused:
            act_on_game(house.ledger, "pause", name, "a trip")
        assert refused.value.code == code
