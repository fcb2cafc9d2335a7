"""A letter that was refused is good for nothing any more, whoever has a copy and however long they wait."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import seal_letter
from server.ledger import models as rows
from tests.server.house import Got, House, Member
from tests.server.playing import first_move, hand_out, make_club, open_game, start_game, to_move

DAY = 24 * 3600
MALLORY = "mallory@example.net"


def refused(mails: list[Got], member: Member, code: str) -> str:
    assert mails, member.house.outcome()
    (answer,) = mails
    assert answer.recipient == member.address
    assert f"({code})" in answer.text
    return " ".join(answer.text.split())


@pytest.fixture
def club(house: House) -> list[Member]:
    return make_club(house, 3)


def test_a_refused_join_can_not_be_used_when_a_seat_is_free(house: House, club: list[Member]) -> None:
    """The seats are full, she is told so; much later one is free, and somebody sends what she once wrote."""
    anna, ben, clara = club
    (answer,) = anna.ask("new players=2 hold=yes")
    game = answer.text.split("The game ")[1][:6]
    ben.ask(f"join {game}")
    clara.join(game)
    letter = anna.join_letter(game)
    refused(house.write(anna.address, "", letter), anna, "game/full")
    ben.ask(f"leave {game}")
    house.time += 20 * DAY  # not longer: the table would be warned, and then let go
    before = house.entries(game)
    told = refused(house.write(MALLORY, "", letter), anna, "letter/refused-before")
    assert "was refused on" in told
    assert "(game/full)" in told
    assert house.entries(game) == before
    # Her own letter, sent again as it is, is answered alike; another one is taken.
    refused(house.write(anna.address, "", letter), anna, "letter/refused-before")
    assert "You have joined" in anna.join(game)[0].text


def test_a_refused_request_and_what_came_with_it(house: House, club: list[Member]) -> None:
    anna, *_ = club
    first, second = (anna.sealed(anna.request(text)) for text in ("set name Zora", "board zzzzz9"))
    refused(house.write(anna.address, "", first, second), anna, "game/unknown")
    for letters in ((first,), (second,), (first, second)):
        house.time += 200 * DAY
        refused(house.write(MALLORY, "", *letters), anna, "letter/refused-before")
    assert house.all(rows.Player)[0].name == "Anna"
    anna.ask("set name Zora")
    assert house.all(rows.Player)[0].name == "Zora"


def test_a_refused_move_does_not_come_true(house: House, club: list[Member]) -> None:
    """Out of turn, or refused with something else: not even while the position is the same."""
    anna, _, clara = club
    game = start_game(club)
    while to_move(club) is not anna:
        mover = to_move(club)
        assert mover is not None
        hand_out(club, mover.move(first_move(mover)))
    move, other = anna.move_letter(first_move(anna)), anna.sealed(anna.request("board zzzzz9"))
    early = clara.move_letter("bank")
    refused(house.write(clara.address, "", early), clara, "move/not-your-turn")
    refused(house.write(anna.address, "", move, other), anna, "game/unknown")
    ply = house.game(game).ply
    refused(house.write(MALLORY, "", move), anna, "letter/refused-before")
    assert house.game(game).ply == ply
    hand_out(club, anna.move(first_move(anna)))
    assert house.game(game).ply == ply + 1
    refused(house.write(MALLORY, "", early), clara, "letter/refused-before")


def test_nobody_spoils_a_registration_by_sending_it_from_elsewhere(house: House, club: list[Member]) -> None:
    eve = Member(house, "eve")
    letter = eve.sealed(Register(house.server, "eve", "key", eve.key.public, eve.nonce()))
    house.write(club[1].address, "", letter)  # this address is registered, so it is refused
    assert house.outcome().startswith("refused")
    assert "please confirm" in house.write(eve.address, "", letter)[0].subject
    assert house.all(rows.Burnt) == []


def spoiler_of_another_player(house: House, club: list[Member]) -> bytes:
    return club[2].sealed(club[2].request("status"))


def spoiler_of_a_stranger(house: House, club: list[Member]) -> bytes:
    eve = Member(house, "eve")
    return eve.sealed(Register(house.server, "eve", "key", eve.key.public, eve.nonce()))


def spoiler_that_was_refused_before(house: House, club: list[Member]) -> bytes:
    letter = club[0].sealed(club[0].request("board zzzzz9"))
    house.write(club[0].address, "", letter)
    return letter


def spoiler_of_an_unknown_key(house: House, club: list[Member]) -> bytes:
    return Member(house, "eve").sealed(Member(house, "eve").request("status"))


def spoiler_for_another_server(house: House, club: list[Member]) -> bytes:
    return club[0].sealed(Request("other.example.org", "anna", club[0].nonce(), "status"))


def spoiler_with_a_broken_seal(house: House, club: list[Member]) -> bytes:
    whole = club[0].sealed(club[0].request("status"))
    return whole.replace(b"status", b"statut")


@pytest.mark.parametrize(
    "spoiler",
    [
        spoiler_for_another_server,
        spoiler_with_a_broken_seal,
        spoiler_of_another_player,
        spoiler_of_a_stranger,
        spoiler_that_was_refused_before,
        spoiler_of_an_unknown_key,
    ],
)
def test_nobody_can_spoil_anothers_letter(
    house: House, club: list[Member], spoiler: Callable[[House, list[Member]], bytes]
) -> None:
    """Somebody who has seen her letter sends it first, with one beside it that is sure to be refused."""
    anna = club[0]
    letter = anna.sealed(anna.request("set name Zora"))
    house.write(MALLORY, "", letter, spoiler(house, club))
    house.write(anna.address, "", letter)
    assert house.all(rows.Player)[0].name == "Zora"


@pytest.mark.parametrize(
    "spoiler", [spoiler_for_another_server, spoiler_with_a_broken_seal, spoiler_of_an_unknown_key]
)
def test_a_good_letter_beside_a_bad_one_is_not_left_for_others(
    house: House, club: list[Member], spoiler: Callable[[House, list[Member]], bytes]
) -> None:
    """It is done or burnt, and never refused in a way that whoever has a copy can wait for."""
    anna = club[0]
    letter = anna.sealed(anna.request("set name Zora"))
    (answer,) = house.write(anna.address, "", letter, spoiler(house, club))
    assert "Your name is now Zora" in answer.text
    assert "Another letter in your mail was not read" in answer.text
    anna.ask("set name Ida")
    house.time += 200 * DAY
    assert house.write(MALLORY, "", letter) == []
    assert house.all(rows.Player)[0].name == "Ida"


def test_a_letter_without_a_nonce_never_spoils(house: House, club: list[Member]) -> None:
    anna = club[0]
    revoke = anna.sealed(Revoke(house.server, anna.handle, anna.key.public))
    other = anna.sealed(anna.request("board zzzzz9"))
    refused(house.write(anna.address, "", other, revoke), anna, "game/unknown")
    (answer,) = house.write(anna.address, "", revoke)
    assert "Your key is revoked" in answer.text


def test_they_are_kept_as_long_as_the_key_is_in_force(house: House, club: list[Member]) -> None:
    anna = club[0]
    letter = anna.sealed(anna.request("board zzzzz9; set name Zora"))
    house.write(anna.address, "", letter)
    assert len(house.all(rows.Burnt)) == 1
    new = PrivateKey(bytes(range(32)))
    rotate = Rotate(house.server, anna.handle, anna.key.public, new.public, anna.nonce())
    house.write(anna.address, "", seal_letter(rotate, anna.key, new))
    assert house.all(rows.Burnt) == []
    refused(house.write(MALLORY, "", letter), anna, "keyring/rotated")
    assert house.all(rows.Burnt) == []  # what can't be taken anyway is not kept


def test_they_go_with_their_player(house: House, club: list[Member]) -> None:
    anna = club[0]
    anna.ask("board zzzzz9")
    assert len(house.all(rows.Burnt)) == 1
    anna.ask("forget me")
    assert house.all(rows.Burnt) == []


def test_trouble_of_ours_is_no_refusal(
    house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail that could not be dealt with is tried again, and then its letter is as good as before."""
    anna = club[0]
    game = open_game(club)

    def broken(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("server.desk.sealed_letters.take_seat", broken)
        assert anna.join(game) == []
    assert house.all(rows.Burnt) == []
    house.time += DAY
    assert "You have joined" in house.work()[0].text


def test_the_same_letter_twice_in_flight(house: House, club: list[Member]) -> None:
    anna = club[0]
    letter = anna.sealed(anna.request("board zzzzz9"))
    refused(house.write(anna.address, "", letter, letter), anna, "game/unknown")
    refused(house.write(anna.address, "", letter), anna, "letter/refused-before")
    assert len(house.all(rows.Burnt)) == 1
