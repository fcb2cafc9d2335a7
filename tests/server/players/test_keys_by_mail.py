"""Keys by mail: exchanged, revoked, lost and recovered, also in the middle of games."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from engine.record.archive.verify import verify
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import open_seal
from server.ledger import models as rows
from tests.server.beginnings import remembered
from tests.server.house import SERVER, Got, House, Member
from tests.server.playing import first_move, hand_out, make_club, open_game, play_on, start_game, to_move

HOURS = 3600
DAY = 24 * HOURS
NONCE = "ab" * 16


def new_key(name: str = "new") -> PrivateKey:
    return PrivateKey(sha256(name.encode()).digest())


class Anna(Member):
    """A member whose key changes."""

    now: PrivateKey | None = None

    @property
    def key(self) -> PrivateKey:
        return self.now or super().key


@pytest.fixture
@remembered
def club(house: House) -> list[Member]:
    """Anna and Ben in a running game, Anna in an open one too; it is Anna's turn."""
    anna, ben = Anna(house, "anna", "Anna"), make_club(house, 2)[1]
    game = start_game([anna, ben])
    anna.join(open_game([anna, ben]))
    while to_move([anna, ben]) is not anna:
        play_on([anna, ben], 1)
    assert anna.turn["game"] == game
    return [anna, ben]


def send(member: Member, letter: object, *keys: PrivateKey) -> list[Got]:
    return member.house.write(member.address, "", seal_letter(letter, *keys))  # type: ignore[arg-type]


def rotate(member: Member, to: PrivateKey) -> list[Got]:
    return send(member, Rotate(SERVER, member.handle, member.key.public, to.public, NONCE), member.key, to)


def lose(anna: Member, new: PrivateKey) -> tuple[list[Got], str]:
    """Ask for a code and send the recover letter with it; what came, and the recovery's id."""
    (mailed,) = anna.write("recover")
    assert mailed.recipient == anna.address
    raw = seal_letter(Recover(SERVER, "anna", new.public, mailed.code, NONCE), new)
    return anna.house.write(anna.address, "", raw), open_seal(raw).letter_id


def test_rotate_in_a_running_game(house: House, club: list[Member]) -> None:
    anna, ben = club
    old, new = anna.key, new_key()
    late = anna.move_letter(first_move(anna))
    (answer,) = rotate(anna, new)
    assert "Your new key is in force" in answer.text
    assert "which has not started, is free" in answer.text
    assert house.all(rows.Seat, rows.Seat.game_id != anna.turn["game"]) == []
    (refused,) = house.write(anna.address, "", late)
    assert "keyring/rotated" in refused.text
    (refused,) = send(anna, Request(SERVER, "anna", NONCE, "status"), old)
    assert "keyring/rotated" in refused.text
    assert isinstance(anna, Anna)
    anna.now = new
    mails = play_on(club, 1)
    assert any("Anna has a new key." in got.text for got in mails)
    play_on(club, 6)
    (got,) = ben.ask(f"archive {anna.turn['game']}")
    assert (
        verify(got.files[f"grubenpost-{anna.turn['game']}.json"]).plies == house.game(anna.turn["game"]).ply
    )


def test_rotate_needs_both_keys_and_a_fresh_one(house: House, club: list[Member]) -> None:
    anna, ben = club
    old, new, thief = anna.key, new_key(), new_key("thief")
    letter = Rotate(SERVER, "anna", old.public, new.public, NONCE)
    for keys in ([old], [new], [thief, new], [old, thief]):
        assert house.write(anna.address, "", seal_letter(letter, *keys)) == [] or "refused" in house.outcome()
    used = Rotate(SERVER, "anna", old.public, old.public, NONCE)
    send(anna, used, old)
    assert house.outcome().startswith("refused")
    stolen = Rotate(SERVER, "anna", thief.public, new.public, NONCE)
    send(anna, stolen, thief, new)
    assert len(house.all(rows.KeyLetter)) == 2
    play_on([anna, ben], 1)


def test_revoked_is_revoked(house: House, club: list[Member]) -> None:
    anna, ben = club
    old = anna.key
    letter = Revoke(SERVER, "anna", old.public)
    (answer,) = send(anna, letter, old)
    assert "Your key is revoked" in answer.text
    assert send(anna, letter, old) == []
    before = len(house.all(rows.Entry))
    for mails in (anna.move(first_move(anna)), anna.ask("status"), anna.ask("forget me")):
        (got,) = mails
        assert got.recipient == anna.address
        assert "keyring/revoked" in got.text
    assert len(house.all(rows.Entry)) == before
    # A new key brings her back into the game, after the delay.
    lose(anna, new_key())
    house.time += 73 * HOURS
    house.tick()
    hand_out(club, house.new_mails())
    assert isinstance(anna, Anna)
    anna.now = new_key()
    hand_out(club, anna.ask(f"resend {anna.turn['game']}"))
    play_on(club, 4)
    (got,) = ben.ask(f"archive {anna.turn['game']}")
    verify(got.files[f"grubenpost-{anna.turn['game']}.json"])


def test_recovery_takes_72_hours(house: House, club: list[Member]) -> None:
    anna, _ = club
    old, new = anna.key, new_key()
    (answer,), recovery = lose(anna, new)
    assert answer.recipient == anna.address
    assert "In 72 hours" in answer.text
    assert recovery in answer.text
    for hours in (1, 70):
        house.time += hours * HOURS
        house.tick()
        (refused,) = send(anna, Request(SERVER, "anna", f"{hours:032d}", "status"), new)
        assert "keyring/" in refused.text
    assert "You wrote: status" in send(anna, Request(SERVER, "anna", "cd" * 16, "status"), old)[0].text
    house.time += 2 * HOURS
    house.tick()
    (notice,) = house.new_mails()
    assert "Your new key is in force from now on." in notice.text
    house.tick()
    assert house.new_mails() == []
    (refused,) = send(anna, Request(SERVER, "anna", "ef" * 16, "status"), old)
    assert "keyring/recovered" in refused.text
    assert isinstance(anna, Anna)
    anna.now = new
    mails = play_on(club, 1)
    assert any("Anna: the new key is in force." in got.text for got in mails)


def test_a_mailbox_alone_gets_nowhere(house: House, club: list[Member]) -> None:
    """Whoever reads Anna's mail can start a recovery; Anna's key says no, and nothing was moved."""
    anna, ben = club
    before = len([row for row in house.entries(anna.turn["game"]) if row.kind == "ply"])
    for text in ("bank", f"move {anna.turn['game']} bank", "resign x", "forget me", "set name M", "new"):
        house.time += DAY
        for got in anna.write(text):
            assert "code:" not in got.text
    house.time += DAY
    thief = new_key("thief")
    (told,), recovery = lose(anna, thief)
    assert told.recipient == anna.address
    (answer,) = send(anna, Veto(SERVER, "anna", recovery), anna.key)
    assert "The recovery is stopped" in answer.text
    house.time += 100 * HOURS
    house.tick()
    assert house.new_mails() == []
    assert send(anna, Request(SERVER, "anna", NONCE, "status"), thief) == [] or "refused" in house.outcome()
    assert len([row for row in house.entries(anna.turn["game"]) if row.kind == "ply"]) == before
    mails = play_on([anna, ben], 1)
    assert any("says that the key is lost" in got.text and "objects" in got.text for got in mails)


def test_recovery_needs_the_code_that_was_mailed_for_it(house: House, club: list[Member]) -> None:
    _, ben = club
    ben.ask("status")
    play_on(club, 1)
    assert ben.last is not None
    for code in ("GP-0000-0000-0000", "no-code-at-all", ben.code, ben.last.code):
        for handle in ("anna", "ben", "nobody"):
            key = new_key(f"{code} {handle}")
            raw = seal_letter(Recover(SERVER, handle, key.public, code, NONCE), key)
            assert house.write("mallory@example.net", "", raw) == []
            assert house.outcome() == "silence: a recovery without its code"
    assert len(house.all(rows.KeyLetter)) == 2


def test_a_recovery_code_is_good_once_and_for_one_player(house: House, club: list[Member]) -> None:
    anna, _ = club
    (mailed,) = anna.write("recover")
    first, second = new_key("first"), new_key("second")
    other = Recover(SERVER, "ben", second.public, mailed.code, NONCE)
    assert house.write(anna.address, "", seal_letter(other, second)) == []
    good = Recover(SERVER, "anna", first.public, mailed.code.lower(), NONCE)
    (told,) = house.write("x@example.net", "", seal_letter(good, first))
    assert told.recipient == anna.address
    assert "recover/address" in told.text
    (answer,) = house.write(anna.address.upper(), "", seal_letter(good, first))
    assert "In 72 hours" in answer.text
    again = Recover(SERVER, "anna", second.public, mailed.code, NONCE)
    assert house.write(anna.address, "", seal_letter(again, second)) == []
    (over,) = house.write(anna.address, f"yes\n{mailed.code}")
    assert "confirm/over" in over.text


class Ben(Member):
    """A mailbox player who gets a key."""

    @property
    def key(self) -> PrivateKey:
        return new_key("of ben")


def test_a_mailbox_player_gets_an_own_key(house: House, club: list[Member]) -> None:
    """From then on the key seals the moves of running games too, and turn codes are good for nothing."""
    anna, game = club[0], club[0].turn["game"]
    ben = Ben(house, "ben", own_key=False, turn=club[1].turn, last=club[1].last, code=club[1].code)
    play_on([anna, ben], 2)
    (mailed,) = ben.write("recover")
    raw = seal_letter(Recover(SERVER, "ben", ben.key.public, mailed.code, NONCE), ben.key)
    (answer,) = house.write(ben.address, "", raw)
    assert "In 72 hours your own key will be in force" in answer.text
    while to_move([anna, ben]) is not ben:
        play_on([anna, ben], 1)
    play_on([anna, ben], 2)  # until then everything is as before
    house.time += 72 * HOURS
    house.tick()
    (notice,) = house.new_mails()
    assert "Your new key is in force" in notice.text
    assert "code:" not in notice.text
    (player,) = house.all(rows.Player, rows.Player.handle == "ben")
    assert (player.auth, player.seed) == ("key", None)
    while to_move([anna, ben]) is not ben:
        play_on([anna, ben], 1)
    (refused,) = ben.reply(first_move(ben))
    assert "player/own-key" in refused.text
    ben.own_key = True
    play_on([anna, ben], 3)
    (got,) = anna.ask(f"archive {game}")
    proved = verify(got.files[f"grubenpost-{game}.json"])
    plies = [json.loads(row.facts) for row in house.entries(game) if row.kind == "ply"]
    marks = [ply.get("by") for ply in plies if ply["seat"] == ben.turn["seat"]]
    assert proved.auths[ben.turn["seat"]] == "mailbox"
    # The moves by mailbox are marked, those with the key are not.
    assert marks == ["delegated"] * proved.delegated + [None] * (len(marks) - proved.delegated)
    assert 0 < proved.delegated < len(marks)


def test_nobody_joins_while_a_key_is_in_doubt(house: House, club: list[Member]) -> None:
    anna, ben = club
    lose(anna, new_key())
    (answer,) = anna.join(open_game([ben, anna]))
    assert "game/key-in-doubt" in answer.text


def test_who_is_forgotten_does_not_hold_up_the_recoveries_of_others(house: House) -> None:
    anna, clara = Member(house, "anna"), Member(house, "clara")
    for member in (anna, clara):
        member.register()
        (mailed,) = member.write("recover")
        key = new_key(member.handle)
        house.write(
            member.address,
            "",
            seal_letter(Recover(SERVER, member.handle, key.public, mailed.code, NONCE), key),
        )
    anna.ask("forget me")
    house.time += 73 * HOURS
    house.new_mails()
    house.tick()
    assert [got.recipient for got in house.new_mails()] == [clara.address]


def test_the_key_log_is_read_again_as_it_was(house: House, club: list[Member]) -> None:
    anna, _ = club
    rotate(anna, new_key("a"))
    assert isinstance(anna, Anna)
    anna.now = new_key("a")
    _, recovery = lose(anna, new_key("b"))
    send(anna, Veto(SERVER, "anna", recovery), anna.key)
    house.time += DAY
    lose(anna, new_key("c"))
    house.time += 73 * HOURS
    house.tick()
    fresh = House(house.ledger, time=house.time)
    with house.ledger.reading() as session:
        old, new = house.desk.cabinet.look(session), fresh.desk.cabinet.look(session)
    assert old.next_seq == new.next_seq == len(house.all(rows.KeyLetter)) + 1
    assert old.ring.key_in_force("anna", 99) == new.ring.key_in_force("anna", 99) == new_key("c").public


def test_the_key_of_somebody_who_gave_the_seat_away_is_told_of(house: House, club: list[Member]) -> None:
    """The story of the others goes back to before, when the seat was not yet another's."""
    anna, ben = club
    game, new = anna.turn["game"], new_key()
    rotate(anna, new)
    clara = Member(house, "clara", "Clara")
    clara.register()
    send(anna, Request(SERVER, "anna", NONCE, f"substitute {game} clara"), new)
    told = [got.text for got in clara.join(game) if got.kind == "turn" and got.recipient == ben.address]
    assert house.outcome() == "done"
    assert "anna has a new key." in told[0]
