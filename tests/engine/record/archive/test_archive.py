"""Archives: what each sort holds, that it reads back, and what its certificate says."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from client.bots.series import to_archive
from engine.bots.selfplay import play_one
from engine.record.archive import archive
from engine.record.archive.certificate import Certificate
from engine.record.archive.verify import compare, verify
from engine.record.game.opening import KEY, MAILBOX
from engine.record.game.read_book import read_book
from engine.record.game.recall import recall_book
from engine.record.game.seats import BOT
from engine.record.log import canonical
from engine.rules import to_data
from tests.engine.record.club import (
    NAMES,
    SERVER,
    Match,
    finished_archive,
    new_match,
    refusal,
    running_archive,
    server_key,
    told,
)

PROOF = {"game", "log", "checkpoints"}
END = {"stacks", "final", "winners"}
ALWAYS = {"format", "rules", "options", "players", "names", "start", "plies", "scorings"}


def finished(match: Match) -> bytes:
    match.play_on(Random(1))
    match.close()
    return archive.write(archive.finished(match.book, match.server, match.checkpoints))


def unsigned(players: int = 3, *, face_down: bool = False) -> bytes:
    bots = ["random"] * players
    return to_archive(play_one(7, 1, bots, face_down), bots)


# Finished


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("face_down", [False, True])
def test_a_finished_game_proves_itself(players: int, face_down: bool) -> None:
    match = new_match(players, players, face_down=face_down)
    data = finished(match)
    game, book = match.book.game, match.book
    plies = [entry for entry in book.log.entries if entry.kind == "ply"]
    shares = match.auths.count(KEY)
    assert verify(data) == Certificate(
        game=f"game-{players}",
        server=SERVER,
        server_key=server_key().public,
        signed=True,
        state="finished",
        players=NAMES[:players],
        unnamed=(),
        auths=(KEY, MAILBOX, KEY, BOT)[:players],
        plies=len(plies),
        letters=len(plies) + min(players, 3) + shares,
        reopened=0,
        delegated=sum(entry.facts["seat"] == 1 for entry in plies),
        untyped=sum(entry.facts["seat"] == 3 for entry in plies),
        unseen=0,
        entries=len(plies) + players + shares + 3,
        head=book.log.head,
        vp=tuple(game.vp),
        winners=tuple(told(data)["winners"]),
    )


def test_an_archive_holds_exactly_what_it_should() -> None:
    assert set(told(finished_archive(1, 4))) == ALWAYS | PROOF | END
    assert set(told(running_archive())) == ALWAYS | PROOF
    assert set(told(unsigned())) == ALWAYS | END


@pytest.mark.parametrize("data", [finished_archive(1, 4), running_archive(), unsigned()])
def test_archives_are_canonical_and_hold_no_address(data: bytes) -> None:
    assert archive.write(told(data)) == data
    assert canonical.loads(data) == json.loads(data)
    assert b"@" not in data


def test_the_certificate_is_ready_for_scripts() -> None:
    facts = verify(finished_archive(1, 4)).facts()
    assert json.loads(json.dumps(facts)) == facts
    assert facts["fingerprint"] == server_key().public.fingerprint
    assert verify(unsigned()).facts()["server_key"] is None


def test_an_abandoned_game_is_opened_too() -> None:
    match = new_match(6, 3)
    match.play_on(Random(6), 50)
    assert refusal(archive.close, match.book, match.seed, 5).code == "archive/unfinished"
    archive.close(match.book, match.seed, 5, abandoned=True)
    data = archive.write(archive.finished(match.book, match.server))
    certificate = verify(data)
    assert (certificate.state, certificate.winners, certificate.unseen) == ("abandoned", (), 0)
    assert set(told(data)) == ALWAYS | PROOF | {"stacks"}


def test_a_book_is_shown_only_as_far_as_it_is() -> None:
    match = new_match(6, 2)
    assert refusal(archive.finished, match.book, match.server).code == "archive/unfinished"
    finished(match)
    assert refusal(archive.running, match.book, match.server).code == "archive/closed"


def test_a_game_with_notes_and_every_kind_of_move_proves_itself() -> None:
    match = new_match(9, 4)
    match.play_on(Random(9), 30)
    match.book.note("host", match.now, text="back from the holidays")
    match.book.note("substitute", match.now, seat=2, how="bot")
    data = finished(match)
    assert verify(data).entries == verify(data).plies + 11


# Running


def test_a_running_game_proves_itself_at_every_ply() -> None:
    match, rng = new_match(11, 2), Random(11)
    hidden = 0
    while not match.book.game.over:
        data = archive.write(archive.running(match.book, match.server))
        certificate = verify(data)
        assert (certificate.state, certificate.plies) == ("running", match.book.game.ply)
        assert certificate.head == match.book.log.head
        hidden = max(hidden, certificate.unseen)
        match.play_on(rng, 1)
    assert hidden > 0


def test_a_game_that_is_over_but_not_closed_has_its_result() -> None:
    match = new_match(11, 2)
    match.play_on(Random(11))
    data = archive.write(archive.running(match.book, match.server))
    certificate = verify(data)
    assert certificate.state == "running"
    assert certificate.winners == tuple(told(data)["winners"])


# Unsigned


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("face_down", [False, True])
def test_an_unsigned_game_is_right_by_the_rules(players: int, face_down: bool) -> None:
    data = unsigned(players, face_down=face_down)
    certificate = verify(data)
    facts = told(data)
    assert not certificate.signed
    assert certificate.server_key is None
    assert certificate.vp == tuple(row["vp"] for row in facts["final"])
    assert certificate.winners == tuple(facts["winners"])


def spoil_first(facts: Any, *way: Any, to: Any) -> bytes:
    for step in way[:-1]:
        facts = facts[step]
    facts[way[-1]] = to
    return b""


@pytest.mark.parametrize(
    ("way", "to", "code", "named"),
    [
        (("plies", 3, "action"), "bank", "rule/in-draft", "plies, item 3"),
        (("plies", 3, "action"), "fly", "notation/unknown-verb", "plies, item 3"),
        (("plies", 3, "action"), "DRAFT", "notation/incomplete", "plies, item 3"),
        (("plies", 3, "seat"), 9, "archive/told", "plies, item 3, seat"),
        (("plies", 3, "ply"), True, "archive/told", "plies, item 3, ply"),
        (("plies", 3), {}, "archive/form", "plies, item 3"),
        (("plies", 3), 3, "archive/form", "plies, item 3"),
        (("plies",), [], "archive/unfinished", "move 0"),
        (("stacks", "tiles"), ["?"] * 48, "archive/form", "stacks, tiles"),
        (("stacks", "orders"), "x", "archive/form", "stacks, orders"),
        (("stacks", "tiles", 5), ["y1L"], "archive/form", "stacks, tiles"),
        (("stacks", "tiles", 5), "z9Z", "archive/form", "stacks, tiles"),
        (("stacks", "more"), [], "archive/told", "stacks"),
        (("options", "players"), 7, "opening/players", "options"),
        (("options", "players"), "3", "opening/players", "options"),
        (("options", "face_down"), 0, "archive/form", "face_down"),
        (("options", "auth"), "key", "archive/told", "options"),
        (("start",), 3, "opening/start", "start"),
        (("start",), 2**52, "opening/start", "start"),
        (("names", 0, "name"), "\x1b[31mred", "letter/bad-value", "names, item 0"),
        (("names", 0, "salt"), "0" * 32, "archive/form", "names, item 0"),
        (("names", 0), None, "archive/form", "names, item 0"),
        (("names",), [], "archive/told", "names"),
        (("players", 0, "name"), "Anna", "archive/form", "players, item 0"),
        (("players", 0, "email"), "a@example.org", "archive/form", "players, item 0"),
        (("players", 0, "seat"), False, "archive/form", "players, item 0"),
        (("players",), [], "archive/told", "players"),
        (("final", 1, "vp"), 99, "archive/told", "final, item 1, vp"),
        (("winners",), [0, 1, 2], "archive/told", "winners"),
        (
            ("scorings", 0, "elements", 0, "vp"),
            [9, 9, 9],
            "archive/told",
            "scorings, item 0, elements, item 0",
        ),
        (("scorings",), [], "archive/told", "scorings"),
        (("checkpoints",), [], "archive/missing-member", "game"),
    ],
)
def test_what_is_wrong_in_an_unsigned_game_is_named(way: Any, to: Any, code: str, named: str) -> None:
    facts = told(unsigned())
    spoil_first(facts, *way, to=to)
    error = refusal(verify, archive.write(facts))
    assert error.code == code
    assert named in str(error)
    assert "\x1b" not in str(error)


def test_no_server_vouches_for_an_unsigned_game() -> None:
    error = refusal(verify, unsigned(), server_key().public)
    assert error.code == "verify/unsigned"
    stripped = {name: value for name, value in told(finished_archive(1, 4)).items() if name not in PROOF}
    assert refusal(verify, archive.write(stripped)).code == "archive/form"
    stripped["names"] = [{"name": name["name"]} for name in stripped["names"]]
    assert refusal(verify, archive.write(stripped)).code == "archive/told"


# Reading is writing again


@pytest.mark.parametrize("players", [2, 4])
def test_a_book_is_read_back_whole(players: int) -> None:
    match = new_match(players, players)
    match.play_on(Random(1), 70)
    match.book.note("host", 5, text="x")
    book = match.book
    for again in (read_book(book.log.entries, match.seed), recall_book(book.log.entries, match.seed)):
        assert again.log.heads == book.log.heads
        assert to_data(again.game) == to_data(book.game)
        assert (again.seats, again.stacks) == (book.seats, book.stacks)
        known = next(entry for entry in book.log.entries if entry.kind == "ply").letters[0]
        assert refusal(again.take_move, known, 9).code == "move/known"
    match.book = again
    data = finished(match)
    assert verify(data).state == "finished"


# Names


@pytest.mark.parametrize("data", [finished_archive(1, 4), running_archive()], ids=["finished", "running"])
def test_a_forgotten_name_leaves_the_archive_right(data: bytes) -> None:
    before, facts = verify(data), told(data)
    facts["names"][1] = None
    after = verify(archive.write(facts))
    assert (after.unnamed, after.players[1]) == ((1,), "ben")
    assert replace(after, unnamed=(), players=before.players) == before
    assert compare(data, archive.write(facts)) is None
    facts["names"] = [None] * len(facts["names"])
    assert verify(archive.write(facts)).unnamed == tuple(range(len(facts["names"])))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "Anne"}, "names/other"),
        ({"salt": "0" * 32}, "names/other"),
        ({"salt": "0" * 30}, "letter/bad-value"),
        ({"name": "\x1b[31mred"}, "letter/bad-value"),
        ({"name": 5}, "letter/wrong-type"),
        ({"mail": "anna@example.org"}, "archive/form"),
    ],
)
def test_a_name_is_the_one_that_the_game_was_started_with(changes: dict[str, Any], code: str) -> None:
    facts = told(finished_archive(1, 2))
    facts["names"][0].update(changes)
    error = refusal(verify, archive.write(facts))
    assert (error.code, error.facts["member"]) == (code, "names, item 0")


def test_there_is_a_name_or_nothing_for_each_seat() -> None:
    facts = told(finished_archive(1, 2))
    for names in (facts["names"][:1], [*facts["names"], None], facts["names"][::-1]):
        assert refusal(verify, archive.write({**facts, "names": names})).code in (
            "names/seats",
            "names/other",
        )
