"""Shares of the shuffle by mail: told when all seats are taken, and seats left only by who sits there."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from engine.record.archive.verify import verify
from engine.record.game.book import Book
from engine.record.game.opening import OLD_FORMAT
from engine.record.game.table import ABSENT
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import open_letter, seal_letter
from engine.record.letters.seal import open_seal
from engine.wire.mails import TABLE
from engine.wire.tablefile import read_table
from server.games import lifecycle as games
from server.games.table import MOST_BEFORE_START
from server.ledger import models as rows
from tests.server.house import Got, House, Member
from tests.server.playing import hand_out, make_club

NEW = PrivateKey(sha256(b"another key of anna").digest())


def key_club(house: House, *handles: str) -> list[Member]:
    members = [Member(house, handle, handle.title()) for handle in handles]
    for member in members:
        member.register()
    return members


def opened(host: Member, players: int, options: str = "") -> str:
    (answer,) = host.ask(f"new players={players} {options}".strip())
    (game,) = {
        row.id for row in host.house.all(rows.Game, rows.Game.state == "open") if row.id in answer.text
    }
    return game


def join_only(member: Member, game: str) -> list[Got]:
    """Join, and let nobody tell a share yet."""
    if not member.own_key:
        return member.ask(f"join {game}")
    return member.house.write(member.address, "", member.join_letter(game))


def full(house: House, *handles: str, options: str = "") -> tuple[list[Member], str, list[Got]]:
    """A table that was just filled, by players with keys; and the mails that came of it."""
    members = key_club(house, *handles)
    game = opened(members[0], len(members), options)
    mails: list[Got] = []
    for member in members:
        mails = join_only(member, game)
    return members, game, mails


def kinds(house: House, game: str) -> list[str]:
    return [row.kind for row in house.entries(game)]


def tell(member: Member, mails: list[Got]) -> list[Got]:
    (asked,) = [got for got in mails if got.recipient == member.address and TABLE in got.files]
    return member.house.write(member.address, "", member.share_letter(asked))


def table_in(house: House, got: Got) -> Book:
    return read_table(got.files[TABLE], house.settings.key.public)


def test_the_game_starts_when_all_have_told_their_share(house: House) -> None:
    (anna, ben), game, mails = full(house, "anna", "ben")
    assert [(got.recipient, got.subject) for got in mails] == [
        (member.address, f"[your share] with {other.handle} · Grubenpost {game}")
        for member, other in ((anna, ben), (ben, anna))
    ]
    assert house.game(game).state == "open"
    assert str(mails[1].message["In-Reply-To"])  # to whoever came last, it is the answer
    for got in mails:
        assert "The game waits for the shares of the shuffle of anna, ben." in got.text
        assert table_in(house, got).table.awaited == [0, 1]
    (status,) = ben.ask("status")
    assert f"{game}: all seats are taken. The game waits for the shares of the shuffle of anna, ben." in (
        " ".join(status.text.split())
    )
    (answer,) = tell(ben, mails)
    assert answer.recipient == ben.address
    assert "waits for the shares of the shuffle of anna." in answer.text
    started = hand_out([anna, ben], tell(anna, mails))
    assert [got.kind for got in started] == ["turn", "turn"]
    assert kinds(house, game) == ["genesis", "join", "join", "reveal", "reveal", "start"]
    (got,) = ben.ask(f"archive {game}")
    proved = verify(got.files[f"grubenpost-{game}.json"], house.settings.key.public)
    assert (proved.state, proved.reopened) == ("running", 0)


def test_where_nobody_has_a_key_the_game_starts_at_once(house: House) -> None:
    """Players from mailboxes, and bots: not one mail more than ever."""
    members = [Member(house, handle, own_key=False) for handle in ("anna", "ben")]
    for member in members:
        member.register()
    game = opened(members[0], 3, "bots=1")
    mails = members[1].ask(f"join {game}")
    assert sorted(got.recipient for got in mails) == [member.address for member in members]
    assert {got.kind for got in mails} == {"turn"}
    assert kinds(house, game)[:5] == ["genesis", "join", "join", "join", "start"]


def test_a_mailbox_player_who_comes_last_hears_whom_the_game_waits_for(house: House) -> None:
    anna, ben = Member(house, "anna"), Member(house, "ben", own_key=False)
    for member in (anna, ben):
        member.register()
    game = opened(anna, 2)
    anna.join(game)
    mails = join_only(ben, game)
    assert sorted((got.recipient, TABLE in got.files) for got in mails) == [
        (anna.address, True),
        (ben.address, False),
    ]
    (answer,) = [got for got in mails if got.recipient == ben.address]
    assert "Seats taken: 2 of 2" in answer.text
    assert "waits for the shares of the shuffle of anna." in answer.text
    assert len(tell(anna, mails)) == 2
    assert house.game(game).state == "running"


def test_nothing_that_is_hidden_is_mailed_before_the_start(house: House) -> None:
    (anna, ben), game, mails = full(house, "anna", "ben")
    letters = [member.share_letter(got) for member, got in zip((anna, ben), mails, strict=True)]
    hidden = [
        line.split('"')[1] for raw in letters for line in raw.decode().splitlines() if "entropy" in line
    ]
    seed = house.game(game).seed
    mails += anna.ask("status") + anna.ask(f"resend {game}")
    mails += house.write(anna.address, "", letters[0]) + ben.ask(f"resend {game}")
    for got in mails:
        told = got.raw + b"".join(got.files.values())
        assert seed.hex().encode() not in told
        assert seed not in told
        assert hidden[1].encode() not in told
    assert hidden[0].encode() in mails[-1].files[TABLE]  # told by now


@pytest.mark.parametrize("what", ["other share", "other head", "other player", "stranger's game", "before"])
def test_a_share_that_is_none_changes_nothing(house: House, what: str) -> None:
    (anna, ben), game, mails = full(house, "anna", "ben")
    good = anna.share_letter(mails[0])
    letter = open_letter(good, lambda _: (anna.key.public,)).letter
    wrong = {
        "other share": (replace(letter, entropy="0" * 64), anna, "share/other"),  # type: ignore[type-var]
        "other head": (replace(letter, base="0" * 64), anna, "reveal/unknown-head"),  # type: ignore[type-var]
        "other player": (replace(letter, handle="ben"), anna, "keyring/not-yours"),  # type: ignore[type-var]
        "stranger's game": (replace(letter, game="zzzzz9"), anna, "game/unknown"),  # type: ignore[type-var]
        "before": (letter, ben, "keyring/not-yours"),
    }
    sent, sender, code = wrong[what]
    (answer,) = house.write(sender.address, "", sender.sealed(sent))
    assert f"({code})" in answer.text
    assert answer.recipient == sender.address
    assert kinds(house, game) == ["genesis", "join", "join"]
    assert len(house.write(anna.address, "", good)) == 1
    assert house.write(anna.address, "", good) == []  # once more: taken, and passed over
    assert house.outcome() == "known"


def test_a_seat_with_a_key_is_left_by_a_letter_of_its_own(house: House) -> None:
    (anna, ben), game, mails = full(house, "anna", "ben")
    tell(anna, mails)
    (refused,) = ben.ask(f"leave {game}")
    assert "(leave/sealed)" in refused.text
    told = ben.leave(game)
    assert [got.recipient for got in told] == [anna.address, ben.address] or len(told) == 2
    (news,) = [got for got in told if got.recipient == anna.address]
    assert "ben has left the game" in news.text
    row = house.entries(game)[-1]
    assert (row.kind, len(json.loads(row.letters))) == ("leave", 1)
    # The next round: what anna told counts no more, and her client tells the next share.
    (clara,) = key_club(house, "clara")
    mails = join_only(clara, game)
    assert {got.recipient for got in mails} == {anna.address, clara.address}
    hand_out([anna, clara], tell(anna, mails))
    hand_out([anna, clara], tell(clara, mails))
    assert house.game(game).state == "running"
    (got,) = anna.ask(f"archive {game}")
    assert verify(got.files[f"grubenpost-{game}.json"], house.settings.key.public).reopened == 1


def test_who_is_not_heard_of_for_a_week_loses_the_seat(house: House) -> None:
    (anna, ben, clara), game, mails = full(house, "anna", "ben", "clara")
    tell(anna, mails)
    house.time = (table_in(house, mails[0]).table.full_since or 0) + ABSENT - 1
    house.tick()
    assert house.new_mails() == []
    house.time += 1
    house.tick()
    told = house.new_mails()
    free = {got.recipient for got in told if "Your seat in it is free" in " ".join(got.text.split())}
    # Ben goes first; then the table is full no longer, and clara keeps her seat.
    assert free == {ben.address}
    assert {got.recipient for got in told} == {anna.address, ben.address, clara.address}
    assert kinds(house, game)[-1] == "leave"
    house.tick()
    assert house.new_mails() == []
    mails = join_only(ben, game)
    for member in (anna, ben, clara):
        hand_out([anna, ben, clara], tell(member, mails))
    assert house.game(game).state == "running"


@pytest.mark.parametrize("change", ["rotate", "revoke"])
def test_a_changed_key_frees_its_seat_by_its_own_letter(house: House, change: str) -> None:
    (anna, _), game, _ = full(house, "anna", "ben")
    rotate = Rotate(house.server, "anna", anna.key.public, NEW.public, "1" * 32)
    letter = (
        seal_letter(rotate, anna.key, NEW)
        if change == "rotate"
        else anna.sealed(Revoke(house.server, "anna", anna.key.public))
    )
    mails = house.write(anna.address, "", letter)
    assert any("is free: join again" in got.text for got in mails)
    row = house.entries(game)[-1]
    assert row.kind == "leave"
    assert json.loads(row.letters) == [letter.decode()]


def recovery(house: House, anna: Member) -> tuple[bytes, list[Got]]:
    (code,) = [got.code for got in house.write(anna.address, "recover") if got.recipient == anna.address]
    letter = seal_letter(Recover(house.server, "anna", NEW.public, code, "2" * 32), NEW)
    return letter, house.write(anna.address, "", letter)


def test_a_full_table_waits_until_a_recovery_is_decided(house: House) -> None:
    (anna, ben), game, mails = full(house, "anna", "ben")
    tell(anna, mails)
    asked, answers = recovery(house, anna)
    assert any("waits until your recovery is decided" in " ".join(got.text.split()) for got in answers)
    (waits,) = tell(ben, mails)
    assert "until the recovery of a key is decided: anna" in " ".join(waits.text.split())
    assert house.game(game).state == "open"
    veto = Veto(house.server, "anna", open_seal(asked).letter_id)
    house.write(anna.address, "", anna.sealed(veto))
    assert house.game(game).state == "running"


def test_a_key_that_was_lost_at_a_full_table_frees_its_seat_after_the_wait(house: House) -> None:
    (anna, ben), game, mails = full(house, "anna", "ben")
    for member in (anna, ben):
        if member is ben:
            asked, _ = recovery(house, anna)
        tell(member, mails)
    since = table_in(house, mails[0]).table.full_since or 0
    house.time = since + 4 * 24 * 3600
    house.tick()  # the new key is in force
    assert kinds(house, game)[-1] == "reveal"
    house.time = since + ABSENT
    house.tick()
    row = house.entries(game)[-1]
    assert (row.kind, json.loads(row.letters)) == ("leave", [asked.decode()])


def test_a_key_that_was_lost_at_a_table_with_room_frees_its_seat_at_once(house: House) -> None:
    anna, ben = key_club(house, "anna", "ben")
    game = opened(ben, 2)
    anna.join(game)
    asked, _ = recovery(house, anna)
    row = house.entries(game)[-1]
    assert (row.kind, json.loads(row.letters)) == ("leave", [asked.decode()])


def test_to_be_forgotten_is_to_leave_the_table(house: House) -> None:
    (anna, ben), game, _ = full(house, "anna", "ben")
    (answer,) = anna.ask("status; forget me")
    assert "(forget/seats)" in answer.text
    assert [row.state for row in house.all(rows.Player)] == ["active", "active"]
    mails = anna.ask("forget me")
    assert {got.recipient for got in mails} == {anna.address, ben.address}
    row = house.entries(game)[-1]
    assert row.kind == "leave"
    assert 'text = "forget me"' in json.loads(row.letters)[0]
    assert anna.address not in json.loads(row.letters)[0]


def test_a_game_held_back_asks_for_shares_when_its_host_starts_it(house: House) -> None:
    (anna, ben), game, mails = full(house, "anna", "ben", options="hold=yes")
    assert not any(TABLE in got.files for got in mails)
    assert house.game(game).full_at is None
    (got,) = ben.ask(f"resend {game}")
    assert "waits for its host's `start`" in got.text
    house.write(ben.address, "", ben.share_letter(got))  # early, but all commitments are there
    mails = anna.ask(f"start {game}")
    assert [got.recipient for got in mails] == [anna.address]
    assert len(tell(anna, mails)) == 2
    assert house.game(game).state == "running"


def test_a_table_can_not_be_joined_and_left_without_end(house: House) -> None:
    anna, ben = key_club(house, "anna", "ben")
    game = opened(anna, 3)
    anna.join(game)
    with house.ledger.writing() as session:
        row = session.get(rows.Game, game)
        assert row is not None
        row.entries, kept = MOST_BEFORE_START, row.entries
    (answer,) = join_only(ben, game)
    assert "(game/worn-out)" in answer.text
    assert kept == 2


def test_a_game_that_was_opened_before_goes_on_as_it_was(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes the join letters of before, starts with the last one, and is left by the server's word."""
    new = games.opening_of
    monkeypatch.setattr(games, "opening_of", lambda *args: replace(new(*args), format=OLD_FORMAT))
    anna, ben, clara = make_club(house, 3)
    game = opened(anna, 3)
    monkeypatch.undo()
    (refused,) = join_only(anna, game)
    assert "(join/other-shuffle)" in refused.text

    def old_join(member: Member) -> list[Got]:
        nonce, entropy = member.nonce(), house.entropy(32).hex()
        letter = OldJoin(house.server, game, member.handle, member.key.public, entropy, nonce)
        return house.write(member.address, "", member.sealed(letter))

    old_join(anna)
    assert "You have left" in anna.ask(f"leave {game}")[0].text
    old_join(anna)
    ben.ask(f"join {game}")
    mails = hand_out([anna, ben, clara], old_join(clara))
    assert {got.kind for got in mails} == {"turn"}
    assert kinds(house, game) == ["genesis", "join", "leave", "join", "join", "join", "start"]
    (got,) = anna.ask(f"archive {game}")
    assert verify(got.files[f"grubenpost-{game}.json"], house.settings.key.public).reopened is None
    # And a new game takes none of the old letters.
    newer = opened(anna, 2)
    letter = OldJoin(house.server, newer, "anna", anna.key.public, "a" * 64, "b" * 32)
    (refused,) = house.write(anna.address, "", anna.sealed(letter))
    assert "(join/other-shuffle)" in refused.text
