"""Seats by mail: the order of joining is signed at once, so that nobody can change it later."""

from __future__ import annotations

import json

from engine.record.archive.verify import verify
from engine.record.log.checkpoint import Checkpoint, find_lines
from tests.server.house import Got, House, Member
from tests.server.playing import hand_out, make_club, open_game


def signed_in(house: House, got: Got) -> Checkpoint:
    (found,) = find_lines(got.text, house.settings.key.public.raw)
    return found


def test_seats_go_in_the_order_of_joining(house: House) -> None:
    anna, ben, clara = make_club(house, 3)
    game = open_game([clara, anna, ben])
    (first,) = clara.join(game)
    assert f"You have joined the game {game}, on seat 1. Seats taken: 1 of 3." in first.text
    (second,) = anna.join(game)
    assert "on seat 2. Seats taken: 2 of 3" in second.text
    mails = hand_out([anna, ben, clara], ben.join(game))
    assert len(mails) == 3
    assert [member.turn["seat"] for member in (clara, anna, ben)] == [0, 1, 2]
    assert clara.turn["handles"] == ["clara", "anna", "ben"]
    # What each was told when joining is signed, and part of the history that the archive proves.
    (got,) = ben.ask(f"archive {game}")
    seen = [signed_in(house, first), signed_in(house, second)]
    assert [checkpoint.size for checkpoint in seen] == [2, 3]
    assert verify(got.files[f"grubenpost-{game}.json"], house.settings.key.public, seen).state == "running"


def test_a_seat_that_was_left_goes_to_the_next(house: House) -> None:
    anna, ben, clara = make_club(house, 3)
    game = open_game([anna, ben, clara], "hold=yes")
    for member in (anna, ben):
        member.join(game)
    anna.leave(game)
    assert "on seat 1. Seats taken: 2 of 3" in clara.join(game)[0].text
    assert "on seat 3. Seats taken: 3 of 3" in anna.join(game)[0].text
    hand_out([anna, ben, clara], anna.start(game))
    assert ben.turn["handles"] == ["clara", "ben", "anna"]
    kinds = [row.kind for row in house.entries(game)]
    assert kinds == ["genesis", *["join"] * 2, "leave", *["join"] * 2, "reveal", "reveal", "start"]


def test_a_join_letter_counts_once(house: House) -> None:
    """A letter that was used before gives no seat after its player has left."""
    anna, ben = make_club(house, 2)
    game = open_game([anna, ben], "hold=yes")
    anna.join(game)
    (letter,) = json.loads(house.entries(game)[-1].letters)
    anna.leave(game)
    assert house.write(anna.address, "", letter.encode()) == []
    assert house.outcome() == "known"
    assert isinstance(anna, Member)
    assert [row.kind for row in house.entries(game)] == ["genesis", "join", "leave"]
