"""The client tells its share of the shuffle by itself, once, and in one log only."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.exchange.shares import AGAIN
from engine.record.game import shuffle
from engine.record.game.book import Book
from engine.record.game.opening import KEY, Opening
from engine.record.game.seats import BOT, bot_seat, seat_from_join
from engine.record.keyring.keyfile import lock
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.post import open_letter
from engine.wire.mails import TABLE
from engine.wire.tablefile import write_table
from server.mail.reading import Incoming
from tests.client.athome import GAME, AtHome
from tests.client.pretend import answer_mail, refusing, server_mail, turn_mail
from tests.engine.record.club import (
    BEGUN,
    SERVER,
    Match,
    leave_letter,
    names,
    player_key,
    reveal_letter,
    seat_of,
    secret,
    server_key,
)

SEED = secret("seed", 1)
HEARD = "Good.\n"


class Table:
    """The server's side of a table for two, at which Ben sits down after Anna."""

    def __init__(self, anna: AtHome, *, ben_waits: bool = False) -> None:
        committed = shuffle.commit(GAME, SEED)
        self.book = Book(Opening(SERVER, GAME, server_key().public, 2, False, KEY, committed))
        self.book.begin(BEGUN)
        self.anna = anna
        self.ben_waits = ben_waits
        self.told: list[Reveal] = []
        anna.pretend.answer = self.answer

    def answer(self, mail: Incoming) -> list[Any]:
        (raw,) = mail.letters
        letter = open_letter(raw, lambda _: [player_key("anna").public]).letter
        match letter:
            case Join():
                self.book.join(seat_from_join(raw, KEY, self.book.opening), BEGUN)
                if not self.ben_waits:
                    self.seat(1)
            case Reveal():
                self.book.reveal(raw, BEGUN + 5)
                self.told.append(letter)
                return [answer_mail(HEARD, mail)]
            case Leave():
                self.book.leave(0, BEGUN + 6, raw)
                return [answer_mail("You have left the game.\n", mail)]
        return [self.mail(mail)]

    def seat(self, number: int, seed: int = 1) -> None:
        self.book.join(seat_of(self.book.opening, number, KEY, seed), BEGUN + 1)

    def mail(self, to: Incoming | None = None) -> bytes:
        files = {TABLE: write_table(self.book, server_key())} if self.book.joined else {}
        return answer_mail("The table.\n", to, files)

    def start(self) -> bytes:
        """The game begins: the first turn mail."""
        self.book.reveal(reveal_letter(self.book, 1, 1), BEGUN + 9)
        self.book.start(names(1, 2), SEED, BEGUN + 10)
        return turn_mail(Match(self.book, SEED, (KEY, KEY)))


def sent_shares(anna: AtHome) -> list[Reveal]:
    letters = [anna.letter(number) for number in range(len(anna.pretend.sent))]
    return [letter for letter in letters if isinstance(letter, Reveal)]


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtHome:
    return AtHome(tmp_path, monkeypatch)


def test_who_takes_the_last_seat_tells_the_share_at_once(anna: AtHome) -> None:
    table = Table(anna)
    anna.must("join", GAME)
    (told,) = table.told
    assert told.base == table.book.log.heads[2]  # under both commitments
    assert table.book.table.awaited == [1]
    anna.must("fetch")
    assert len(sent_shares(anna)) == 1
    assert anna.waiting() == []  # it has its receipt
    anna.pretend.arriving.append(table.start())
    anna.must("fetch")
    assert anna.json("status")[0]["state"] == "running"
    assert list(anna.home.tables.glob("*")) == []


def test_a_game_that_waits_for_nobody_else_begins_at_once(anna: AtHome) -> None:
    table = Table(anna, ben_waits=True)
    table.book.join(bot_seat("robot", table.book.opening), BEGUN)
    answer = table.answer

    def and_start(mail: Incoming) -> list[Any]:
        mails = answer(mail)
        if table.told:
            table.book.start(names(1, 2), SEED, BEGUN + 10)
            return [turn_mail(Match(table.book, SEED, (BOT, KEY)), 1, mail)]
        return mails

    anna.pretend.answer = and_start
    assert "it is your turn" in anna.must("join", GAME)
    assert anna.json("status")[0]["state"] == "running"


def test_who_joined_before_tells_it_when_the_mail_comes(anna: AtHome) -> None:
    table = Table(anna, ben_waits=True)
    anna.must("join", GAME)
    assert sent_shares(anna) == []
    assert "waits for players" in anna.must("status")
    table.seat(1)
    anna.pretend.arriving.append(table.mail())
    anna.must("fetch")
    assert len(table.told) == 1
    for _ in range(3):
        anna.pretend.arriving.append(table.mail())
        anna.must("fetch")
    assert len(sent_shares(anna)) == 1
    assert f"{GAME}: all seats are taken; waits for the shares of the shuffle of ben" in anna.must("status")
    assert anna.json("status")[0]["waits_for"] == ["ben"]


def test_when_the_full_table_was_left_the_next_share_is_told(anna: AtHome) -> None:
    table = Table(anna)
    anna.must("join", GAME)
    table.book.leave(1, BEGUN + 7, leave_letter(table.book, 1))
    table.seat(2)
    anna.pretend.arriving.append(table.mail())
    anna.must("fetch")
    first, second = table.told
    assert first.entropy != second.entropy
    assert second.base == table.book.log.heads[-2]


def test_a_share_without_a_receipt_is_sent_again_as_the_same_letter(anna: AtHome) -> None:
    table = Table(anna)
    anna.pretend.answer = lambda mail: [] if b"reveal" in mail.letters[0] else table.answer(mail)
    anna.must("join", GAME)
    anna.must("fetch")
    assert len(sent_shares(anna)) == 1  # it may still be on its way
    anna.pretend.answer = table.answer
    kept = anna.home.tables / f"{GAME}.json"
    facts = json.loads(kept.read_bytes())
    (told,) = facts["told"].values()
    told["at"] -= AGAIN
    kept.write_text(json.dumps(facts))
    anna.must("fetch")
    anna.must("fetch")
    assert anna.pretend.received(1).letters == anna.pretend.received(2).letters
    assert len(table.told) == 1
    assert len(sent_shares(anna)) == 2


def test_a_key_and_a_profile_are_enough_to_tell_it(anna: AtHome) -> None:
    """All that was kept is lost: the server shows our own join letter, which only we can have sealed."""
    table = Table(anna, ben_waits=True)
    anna.must("join", GAME)
    for path in [*anna.home.games.glob("*"), *anna.home.tables.glob("*"), anna.home.mailbox]:
        path.unlink()
    table.seat(1)
    assert HEARD.strip() in anna.must("reveal", GAME)
    assert len(table.told) == 1


# What is not told


def other_table(anna: AtHome, table: Table, seed: int = 2) -> Table:
    """Another table of the same server, at which somebody else sits beside Anna, who has joined as before."""
    answer = anna.pretend.answer
    other = Table(anna)
    anna.pretend.answer = answer
    other.book.join(table.book.joined[0], BEGUN)
    other.seat(1, seed)
    return other


def test_no_share_is_told_in_two_logs(anna: AtHome) -> None:
    table = Table(anna)
    anna.must("join", GAME)
    fork = other_table(anna, table).mail()
    anna.pretend.arriving.append(fork)
    result = anna.run("fetch")
    assert "another history" in result.output
    assert len(sent_shares(anna)) == 1
    # Nor if the checkpoints are lost: what was told is kept by itself.
    for path in anna.home.games.glob("*"):
        path.unlink()
    anna.pretend.arriving.append(fork)
    assert "in another log than the one that you told it for" in " ".join(anna.run("fetch").output.split())
    assert anna.run("reveal", GAME).exit_code != 0
    assert len(sent_shares(anna)) == 1


def test_no_earlier_share_is_told_in_another_log(anna: AtHome) -> None:
    """A later share tells all earlier ones: nobody may ask for them afterwards."""
    table = Table(anna)
    anna.must("join", GAME)
    table.book.leave(1, BEGUN + 7, leave_letter(table.book, 1))
    table.seat(2)
    anna.pretend.arriving.append(table.mail())
    anna.must("fetch")
    for path in anna.home.games.glob("*"):
        path.unlink()
    anna.pretend.arriving.append(other_table(anna, table).mail())
    anna.run("fetch")
    assert len(sent_shares(anna)) == 2


def test_leaving_does_not_forget_what_was_told(anna: AtHome) -> None:
    table = Table(anna)
    anna.must("join", GAME)
    fork = other_table(anna, table).mail()
    anna.must("leave", GAME)
    anna.pretend.arriving.append(fork)
    anna.run("fetch")
    assert len(sent_shares(anna)) == 1


def not_full(table: Table) -> bytes:
    return table.mail()


def by_another_key(table: Table) -> bytes:
    table.seat(1)
    return answer_mail("The table.\n", None, {TABLE: write_table(table.book, player_key("dmitri"))})


def in_a_mail_that_nobody_signed(table: Table) -> bytes:
    table.seat(1)
    return server_mail("The table.\n", "", {TABLE: write_table(table.book, server_key())})


def without_us(table: Table) -> bytes:
    table.book.leave(0, BEGUN + 2, leave_letter(table.book, 0))
    table.seat(1)
    table.seat(2)
    return table.mail()


def changed(table: Table) -> bytes:
    table.seat(1)
    facts = json.loads(write_table(table.book, server_key()))
    facts["log"][2]["entry"]["commitment"] = "0" * 64
    return answer_mail("The table.\n", None, {TABLE: json.dumps(facts).encode()})


def in_words_alone(table: Table) -> bytes:
    table.seat(1)
    return answer_mail(f"All seats of the game {GAME} are taken. Tell your share: grubenpost fetch\n")


@pytest.mark.parametrize(
    "made", [not_full, by_another_key, in_a_mail_that_nobody_signed, without_us, changed, in_words_alone]
)
def test_nothing_is_told_without_a_full_signed_table(anna: AtHome, made: Callable[[Table], bytes]) -> None:
    table = Table(anna, ben_waits=True)
    anna.must("join", GAME)
    anna.pretend.arriving.append(made(table))
    anna.run("fetch")
    assert sent_shares(anna) == []
    assert anna.run("reveal", GAME, "--out", "letter.toml").exit_code != 0


def test_an_older_table_takes_nothing_back(anna: AtHome) -> None:
    table = Table(anna, ben_waits=True)
    anna.must("join", GAME)
    before = table.mail()
    table.seat(1)
    anna.pretend.arriving.append(table.mail())
    anna.must("fetch")
    anna.pretend.arriving.append(before)
    anna.must("fetch")
    assert anna.json("status")[0]["waits_for"] == ["anna", "ben"]
    assert len(sent_shares(anna)) == 1


def test_a_damaged_memory_tells_nothing(anna: AtHome) -> None:
    table = Table(anna)
    anna.must("join", GAME)
    (anna.home.tables / f"{GAME}.json").write_text("{}")
    anna.pretend.arriving.append(other_table(anna, table).mail())
    assert "is damaged" in anna.run("fetch").output
    assert len(sent_shares(anna)) == 1


# By hand


def test_a_share_by_hand(anna: AtHome, tmp_path: Path) -> None:
    table = Table(anna, ben_waits=True)
    anna.must("join", GAME)
    table.seat(1)
    mail, letter = tmp_path / "table.eml", tmp_path / "letter.toml"
    mail.write_bytes(table.mail())
    assert f"`grubenpost reveal {GAME}`" in anna.must("fetch", str(mail))
    assert sent_shares(anna) == []
    anna.must("reveal", GAME, "--out", str(letter))
    assert "BEGIN GRUBENPOST" in anna.must("reveal", GAME, "--armour")
    anna.must("submit", str(letter))
    assert len(table.told) == 1
    anna.must("fetch")
    assert len({letter.entropy for letter in sent_shares(anna)}) == 1


def test_a_key_that_stays_locked_does_not_stop_the_mails(anna: AtHome) -> None:
    table = Table(anna, ben_waits=True)
    anna.must("join", GAME)
    anna.home.key.write_bytes(lock(player_key("anna"), "sesame", bytes(16)))
    table.seat(1)
    anna.pretend.arriving.append(table.mail())
    result = anna.run("fetch")
    assert "The table." in result.output
    assert sent_shares(anna) == []
    anna.must("fetch", GRUBENPOST_PASSPHRASE="sesame")
    assert len(table.told) == 1


# Leaving, and older games


def test_leaving_is_a_letter_about_the_seat(anna: AtHome) -> None:
    table = Table(anna, ben_waits=True)
    anna.must("join", GAME)
    assert "You have left" in anna.must("leave", GAME)
    assert [entry.kind for entry in table.book.log.entries] == ["genesis", "join", "leave"]
    assert anna.json("status") == []


def test_an_older_game_is_left_by_a_request(anna: AtHome) -> None:
    anna.answer_with(refusing("game/not-running", "the game game-1 is not under way"), "You have left it.\n")
    anna.must("leave", GAME)
    letter = anna.letter()
    assert isinstance(letter, Request)
    assert letter.text == f"leave {GAME}"


def test_an_older_game_is_joined_only_if_the_player_says_so(anna: AtHome) -> None:
    anna.answer_with(refusing("join/other-shuffle", "it is for join letters of before"), HEARD)
    result = anna.run("join", GAME)
    assert result.exit_code != 0
    assert "join game-1 --older" in " ".join(result.output.split())
    assert isinstance(anna.letter(), Join)
    anna.must("join", GAME, "--older")
    assert isinstance(anna.letter(), OldJoin)
