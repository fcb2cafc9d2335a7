"""Finding games: open ones by wishes, and the same players once more."""

from __future__ import annotations

import re

import pytest

from tests.server.house import House, Member
from tests.server.playing import make_club, open_game, start_game


def text_of(member: Member, asked: str) -> str:
    return next(got.text for got in member.ask(asked) if got.recipient == member.address)


def test_open_games_by_wishes(house: House) -> None:
    anna, ben, clara = make_club(house, 3)
    slow = open_game([ben, clara], "pace=daily languages=de+en rated=yes")
    keys = open_game([anna, clara, ben], "auth=key pace=none")

    def found(wishes: str) -> set[str]:
        return {game for game in (slow, keys) if game in text_of(clara, f"games {wishes}".rstrip())}

    assert found("") == {slow, keys}
    assert found("players=2") == found("pace=daily") == found("rated=yes") == found("auth=mailbox") == {slow}
    assert found("players=3, rated=no") == found("auth=key") == found("language=ru") == {keys}
    assert found("language=de") == {slow, keys}, "nothing is said at the other"
    assert found("rating=0-20") == {slow, keys}
    assert found("rating=5-20") == {keys}, "Ben is new, and nobody sits at the other"
    assert "No game is open that fits" in text_of(clara, "games players=4")
    assert "games/wish" in text_of(clara, "games colour=red")


@pytest.mark.parametrize("asks", ["anna", "ben"])
def test_a_rematch(house: House, asks: str) -> None:
    members = make_club(house, 3)
    anna, ben, clara = members
    old = start_game([anna, ben], "pace=daily rated=yes")
    host = next(member for member in members if member.handle == asks)
    other = ben if host is anna else anna
    assert "rematch/not-over" in text_of(host, f"rematch {old}")
    anna.ask(f"abandon {old}")
    ben.ask(f"abandon {old}")
    assert "game/not-in" in text_of(clara, f"rematch {old}")
    mails = host.ask(f"rematch {old}")
    answer = next(got.text for got in mails if got.recipient == host.address)
    found = re.search(r"The game (\w{6}) is open", answer)
    assert found, answer
    new = house.game(found[1])
    assert (new.pace, '"rated": true' in new.options) == (house.game(old).pace, True)
    assert {got.recipient for got in mails} == {host.address, other.address}, "and nobody else hears of it"
    again = text_of(other, f"rematch {old}")
    assert "rematch/open" in again, "there is one at a time"
    assert f"join {new.id}" in again
    if host.own_key:
        host.join(new.id)
    other.join(new.id)
    assert house.game(new.id).state == "running"
