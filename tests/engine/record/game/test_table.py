"""The table before the start: shares are told under all commitments, and seats are freed for a reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game import shuffle
from engine.record.game.book import Book
from engine.record.game.opening import KEY, MAILBOX, OLD_FORMAT, Opening
from engine.record.game.read_book import read_book
from engine.record.game.recall import recall_book
from engine.record.game.seats import BOT, seat_from_join
from engine.record.game.shares import LINKS, Share, chain_of
from engine.record.game.table import ABSENT
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import seal_letter
from engine.record.letters.schema import Letter
from engine.record.letters.seal import open_seal
from engine.record.log.log import read_entries
from engine.wire.tablefile import read_table, write_table
from tests.engine.record.club import (
    BEGUN,
    HANDLES,
    SERVER,
    chain,
    leave_letter,
    names,
    player_key,
    refusal,
    reveal_letter,
    seat_of,
    secret,
    server_key,
)

SEED = secret("seed", 1)
NEW = PrivateKey(secret("new key"))


def open_table(*auths: str, format: str | None = None, joined: int | None = None) -> Book:
    """A game for as many as are named, of whom the first have joined."""
    auth = KEY if MAILBOX not in auths else MAILBOX
    committed = shuffle.commit("game-1", SEED)
    opening = Opening(SERVER, "game-1", server_key().public, len(auths), False, auth, committed)
    book = Book(replace(opening, format=format) if format else opening)
    book.begin(BEGUN)
    for number, way in enumerate(auths[:joined]):
        book.join(seat_of(book.opening, number, way, 1), BEGUN + number)
    return book


def refused(book: Book, work: Callable[..., object], *args: Any) -> str:
    """The code of a refusal, which has changed nothing."""
    before = (book.log.head, dict(book.joined), book.table.awaited, book.table.reopened)
    code = refusal(work, *args).code
    assert before == (book.log.head, dict(book.joined), book.table.awaited, book.table.reopened)
    return code


def tell_all(book: Book, at: int = BEGUN + 50) -> None:
    for number in book.table.awaited:
        book.reveal(reveal_letter(book, number, 1), at)


def again(book: Book) -> Book:
    """The same book, read from its entries by everyone's door and by the server's own."""
    log = json.loads(json.dumps([archive.log_item(entry) for entry in book.log.entries]))
    read, recalled = read_book(read_entries(log), None), recall_book(book.log.entries, SEED)
    for one in (read, recalled):
        assert (one.log.head, dict(one.joined)) == (book.log.head, dict(book.joined))
        assert (one.table.awaited, one.table.reopened) == (book.table.awaited, book.table.reopened)
        assert one.table.full_since == book.table.full_since
    return read


# Shares


def test_a_chain_is_checked_link_by_link() -> None:
    links = chain_of(player_key("anna"), SERVER, "g1", "anna", "0" * 32)
    share = Share(links._owner, bytes.fromhex(links.commitment))
    for number in range(LINKS):
        assert share.number == number
        told = links.share(number)
        share.check(told)
        for wrong in (links.share((number + 1) % LINKS), bytes(32), secret("other")):
            assert refusal(share.check, wrong).code == "share/other"
        if number % 3:
            share.told = told
        share.void()
    assert refusal(links.share, LINKS).code == "share/spent"
    assert refusal(links.share, -1).code == "share/spent"


def test_shares_are_of_one_key_server_game_handle_and_letter() -> None:
    anna, ben = player_key("anna"), player_key("ben")
    chains = [
        chain_of(anna, SERVER, "g1", "anna", "0" * 32),
        chain_of(ben, SERVER, "g1", "anna", "0" * 32),
        chain_of(anna, "b.example.org", "g1", "anna", "0" * 32),
        chain_of(anna, SERVER, "g2", "anna", "0" * 32),
        chain_of(anna, SERVER, "g1", "ben", "0" * 32),
        chain_of(anna, SERVER, "g1", "anna", "1" * 32),
    ]
    assert len({links.commitment for links in chains}) == len(chains)
    assert chain_of(anna, SERVER, "g1", "anna", "0" * 32).share(3) == chains[0].share(3)
    # A link that others have seen opens nobody else's commitment.
    for other in chains[1:-1]:
        share = Share(other._owner, bytes.fromhex(chains[0].commitment))
        assert refusal(share.check, chains[0].share(0)).code == "share/other"


# Telling


def test_a_game_starts_when_all_shares_are_told() -> None:
    book = open_table(KEY, MAILBOX, KEY, BOT)
    assert book.table.awaited == [0, 2]
    assert refused(book, book.start, names(1, 4), SEED, 5) == "book/shares"
    book.reveal(reveal_letter(book, 2, 1), BEGUN + 50)
    assert again(book).table.awaited == [0]
    assert refused(book, book.start, names(1, 4), SEED, 5) == "book/shares"
    book.reveal(reveal_letter(book, 0, 1), BEGUN + 51)
    book.start(names(1, 4), SEED, BEGUN + 60)
    shares = [chain(book.opening, HANDLES[number], 1).share(0) for number in (0, 2)]
    assert book.stacks == book.opening.deal(SEED, [shares[0], b"", shares[1], b""])
    assert verify(archive.write(archive.running(book, server_key()))).reopened == 0


def test_where_nobody_has_a_key_nobody_waits() -> None:
    book = open_table(MAILBOX, MAILBOX, BOT)
    assert book.table.awaited == []
    book.start(names(1, 3), SEED, BEGUN + 60)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"server": "b.example.org"}, "letter/other-server"),
        ({"game": "game-2"}, "letter/other-game"),
        ({"handle": "clara"}, "reveal/not-yours"),
        ({"key": player_key("clara")}, "reveal/not-yours"),
        ({"key": player_key("dmitri")}, "seal/unknown-key"),
        ({"key": server_key()}, "seal/unknown-key"),
        ({"base": "0" * 64}, "reveal/unknown-head"),
        ({"entropy": "0" * 64}, "share/other"),
    ],
)
def test_only_the_share_of_this_seat_in_this_log_counts(changes: dict[str, Any], code: str) -> None:
    book = open_table(KEY, KEY, KEY)
    assert refused(book, book.reveal, reveal_letter(book, 0, 1, **changes), 5) == code


def test_a_share_is_told_only_under_all_commitments() -> None:
    """A head from before the last seat was taken does not hold what the last one committed to."""
    book = open_table(KEY, KEY, joined=1)
    early = reveal_letter(book, 0, 1)
    assert refused(book, book.reveal, early, 5) == "reveal/too-early"
    book.join(seat_of(book.opening, 1, KEY, 1), 5)
    assert refused(book, book.reveal, early, 6) == "reveal/unknown-head"
    first = reveal_letter(book, 0, 1)
    book.reveal(first, 6)
    assert refused(book, book.reveal, first, 7) == "reveal/told"
    assert refused(book, book.reveal, reveal_letter(book, 1, 1, base=book.log.heads[-3]), 7) == (
        "reveal/unknown-head"
    )
    book.reveal(reveal_letter(book, 1, 1, base=book.log.heads[-2]), 7)  # from before the other's was told


def test_other_letters_tell_nothing() -> None:
    book = open_table(KEY, KEY)
    assert refused(book, book.reveal, leave_letter(book, 0), 5) == "reveal/not-a-reveal"


def test_an_old_log_has_no_shares_to_tell() -> None:
    book = open_table(KEY, KEY, format=OLD_FORMAT)
    assert book.table.awaited == []
    letter = reveal_letter(open_table(KEY, KEY), 0, 1)
    assert refused(book, book.reveal, letter, 5) in ("reveal/not-yours", "reveal/unknown-head")
    book.leave(0, 6)
    assert again(book).table.reopened == 1


# Leaving


def test_whoever_leaves_a_full_table_voids_all_that_was_told() -> None:
    book = open_table(KEY, MAILBOX, KEY)
    tell_all(book)
    known = {chain(book.opening, "anna", 1).share(0), chain(book.opening, "clara", 1).share(0)}
    book.leave(1, BEGUN + 60)  # a mailbox player: the server's word
    assert again(book).table.awaited == [0, 2]
    assert refused(book, book.start, names(1, 3), SEED, 5) == "book/seats"
    assert refused(book, book.reveal, reveal_letter(book, 0, 1), 5) == "reveal/too-early"
    book.join(seat_of(book.opening, 3, KEY, 1), BEGUN + 61)
    # What was told for the first shuffle is known by now: it is not taken for the second.
    told = chain(book.opening, "anna", 1).share(0).hex()
    assert refused(book, book.reveal, reveal_letter(book, 0, 1, entropy=told), 5) == "share/other"
    tell_all(book)
    assert not known & set(book.table.entropies())
    book.start(names(1, 3), SEED, BEGUN + 70)
    assert verify(archive.write(archive.running(book, server_key()))).reopened == 1


def test_leaving_a_table_that_is_not_full_voids_nothing() -> None:
    book = open_table(KEY, KEY, KEY, joined=2)
    book.leave(1, 5, leave_letter(book, 1))
    assert book.table.reopened == 0
    assert book.table.due(0) == 0
    again(book)


def test_shares_not_told_before_somebody_leaves_are_skipped() -> None:
    """The server may have got them and kept silent about it."""
    book = open_table(KEY, KEY)
    book.leave(1, 5, leave_letter(book, 1))
    book.join(seat_of(book.opening, 2, KEY, 1), 6)
    assert (book.table.due(0), book.table.due(1)) == (1, 0)
    told = chain(book.opening, "anna", 1).share(0).hex()
    assert refused(book, book.reveal, reveal_letter(book, 0, 1, entropy=told), 7) == "share/other"
    tell_all(book)
    again(book)


def reasons(book: Book) -> dict[str, tuple[Letter, list[PrivateKey]]]:
    """Letters by which Anna, on seat 0, says or shows that she goes."""
    anna, join = player_key("anna"), book.joined[0].join
    assert join is not None
    joined = open_seal(join).letter_id
    return {
        "leave": (Leave(SERVER, "game-1", "anna", joined), [anna]),
        "rotate": (Rotate(SERVER, "anna", anna.public, NEW.public, "1" * 32), [anna, NEW]),
        "revoke": (Revoke(SERVER, "anna", anna.public), [anna]),
        "forget": (Request(SERVER, "anna", "2" * 32, "forget me"), [anna]),
    }


@pytest.mark.parametrize("kind", ["leave", "rotate", "revoke", "forget"])
@pytest.mark.parametrize("full", [False, True])
def test_a_letter_sealed_by_the_seats_key_frees_it(kind: str, full: bool) -> None:
    book = open_table(KEY, KEY, joined=2 if full else 1)
    letter, keys = reasons(book)[kind]
    entry = book.leave(0, 5, seal_letter(letter, *keys))
    assert (entry.facts["seat"], len(entry.letters)) == (0, 1)
    assert again(book).table.reopened == full


def not_reasons(book: Book) -> list[tuple[Letter, list[PrivateKey]]]:
    anna, ben = player_key("anna"), player_key("ben")
    good = {name: letter for name, (letter, _) in reasons(book).items()}
    leave, forget = good["leave"], good["forget"]
    return [
        (leave, [ben]),
        (leave, [server_key()]),
        (replace(leave, server="b.example.org"), [anna]),  # type: ignore[type-var]
        (replace(leave, game="game-2"), [anna]),  # type: ignore[type-var]
        (replace(leave, handle="ben"), [anna]),  # type: ignore[type-var]
        (replace(leave, join="0" * 64), [anna]),  # type: ignore[type-var]
        (Rotate(SERVER, "anna", NEW.public, anna.public, "1" * 32), [anna, NEW]),
        (Rotate(SERVER, "ben", anna.public, NEW.public, "1" * 32), [anna, NEW]),
        (Revoke("b.example.org", "anna", anna.public), [anna]),
        (Revoke(SERVER, "anna", NEW.public), [NEW]),
        (replace(forget, text="forget me; status"), [anna]),  # type: ignore[type-var]
        (replace(forget, text="leave game-1"), [anna]),  # type: ignore[type-var]
        (forget, [NEW]),
        (Veto(SERVER, "anna", "0" * 64), [anna]),
        (Recover(SERVER, "anna", NEW.public, "GP-0000-0000-0000", "3" * 32), [NEW]),
        (Recover(SERVER, "ben", NEW.public, "GP-0000-0000-0000", "3" * 32), [NEW]),
    ]


def test_nothing_else_frees_the_seat_of_a_player_with_a_key() -> None:
    book = open_table(KEY, KEY)
    for letter, keys in not_reasons(book):
        code = refused(book, book.leave, 0, 5, seal_letter(letter, *keys))
        assert code.split("/")[0] in ("leave", "seal"), letter
    assert refused(book, book.leave, 0, 5) == "leave/no-letter"
    assert refused(book, book.leave, 0, 5, open_table(KEY, KEY).joined[0].join) == "leave/not-a-reason"


def test_a_farewell_is_for_one_sitting() -> None:
    book = open_table(KEY, KEY)
    farewell = leave_letter(book, 0)
    book.leave(0, 5, farewell)
    key, nonce = player_key("anna"), "9" * 32
    committed = chain_of(key, SERVER, "game-1", "anna", nonce).commitment
    raw = seal_letter(Join(SERVER, "game-1", "anna", key.public, committed, nonce), key)
    book.join(seat_from_join(raw, KEY, book.opening), 6)
    assert refused(book, book.leave, 0, 7, farewell) == "leave/not-a-reason"


def test_a_lost_key_frees_its_seat_while_no_deal_is_known_or_after_the_wait() -> None:
    raw = seal_letter(Recover(SERVER, "anna", NEW.public, "GP-0000-0000-0000", "3" * 32), NEW)
    book = open_table(KEY, KEY, joined=1)
    book.leave(0, 5, raw)
    book = open_table(KEY, KEY)
    tell_all(book)
    full = book.table.full_since
    assert full is not None
    assert refused(book, book.leave, 0, full + ABSENT - 1, raw) == "leave/not-a-reason"
    book.leave(0, full + ABSENT, raw)
    again(book)


def test_who_does_not_tell_a_share_for_a_week_can_lose_the_seat() -> None:
    book = open_table(KEY, KEY, KEY)
    full = book.table.full_since
    assert full is not None
    book.reveal(reveal_letter(book, 0, 1), full + 5)
    for early in (full, full + ABSENT - 1):
        assert refused(book, book.leave, 1, early) == "leave/no-letter"
    assert refused(book, book.leave, 0, full + ABSENT) == "leave/no-letter"  # she did tell hers
    book.leave(1, full + ABSENT)
    assert refused(book, book.leave, 2, full + ABSENT) == "leave/no-letter"  # the table is full no longer
    assert again(book).table.reopened == 1


def test_a_letter_is_not_kept_where_the_servers_word_stands() -> None:
    book = open_table(KEY, MAILBOX)
    assert refused(book, book.leave, 1, 5, leave_letter(book, 1)) == "leave/not-a-reason"
    old = open_table(KEY, KEY, format=OLD_FORMAT)
    assert refused(old, old.leave, 0, 5, leave_letter(old, 0)) == "leave/not-a-reason"


# The table as a file


def test_a_table_proves_itself() -> None:
    book = open_table(KEY, MAILBOX, KEY)
    book.reveal(reveal_letter(book, 0, 1), 50)
    seen = [book.checkpoint(server_key())]
    data = write_table(book, server_key())
    read = read_table(data, server_key().public, seen)
    assert (read.log.head, read.table.awaited) == (book.log.head, [2])
    assert SEED.hex().encode() not in data
    assert refusal(read_table, data, NEW.public).code == "verify/other-key"
    # Another table of the same game, which the server signed too.
    other = open_table(KEY, MAILBOX)
    other.leave(0, 5, leave_letter(other, 0))
    other.join(seat_of(other.opening, 2, KEY, 1), 5)
    fork = write_table(other, server_key())
    assert refusal(read_table, fork, server_key().public, seen).code == "checkpoint/fork"
    # One that is older than what was seen can't be told from the truth of its time.
    read_table(write_table(open_table(KEY, MAILBOX, KEY), server_key()), None, seen)


def spoil_entry(facts: dict[str, Any]) -> None:
    facts["log"][1]["entry"]["commitment"] = "0" * 64


def spoil_size(facts: dict[str, Any]) -> None:
    facts["log"].pop()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (spoil_entry, "log/changed"),
        (spoil_size, "log/size"),
        (lambda facts: facts.pop("checkpoint"), "table/form"),
        (lambda facts: facts.update(log=[]), "table/form"),
        (lambda facts: facts.update(log={}), "table/form"),
        (lambda facts: facts.update(more=1), "table/form"),
        (lambda facts: facts.update(format="grubenpost-table/2"), "table/form"),
        (lambda facts: facts.update(checkpoint="x"), "checkpoint/form"),
    ],
)
def test_a_changed_table_is_refused(spoil: Callable[[dict[str, Any]], object], code: str) -> None:
    facts = json.loads(write_table(open_table(KEY, KEY), server_key()))
    spoil(facts)
    assert refusal(read_table, archive.write(facts), server_key().public).code == code


def test_a_table_of_a_game_under_way_is_none() -> None:
    book = open_table(KEY, KEY)
    tell_all(book)
    book.start(names(1, 2), SEED, 60)
    assert refusal(read_table, write_table(book, server_key())).code == "book/started"
    assert refusal(read_table, b"{}\n").code == "table/form"
    assert refusal(read_table, b"x" * 1_048_577).code == "table/form"
