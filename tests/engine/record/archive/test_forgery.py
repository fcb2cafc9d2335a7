"""A server that holds its own key can number, link and sign whatever it likes, and still can't cheat."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from engine.record.archive.verify import verify
from engine.record.letters.kinds.move import By, Move
from engine.record.letters.post import open_letter, seal_letter
from tests.engine.record.archive.forging import END, REVEAL, START, Facts, Spoil, entry, forged, keys_of
from tests.engine.record.club import (
    finished_archive,
    forge,
    refusal,
    running_archive,
    server_key,
    told,
)


def first(facts: Facts, kind: str, **members: Any) -> int:
    """The first entry of this kind that says this."""
    return next(
        seq
        for seq, item in enumerate(facts["log"])
        if item["entry"]["kind"] == kind
        and all(item["entry"].get(name) == value for name, value in members.items())
    )


def letter(facts: Facts, seq: int) -> Move:
    raw = facts["log"][seq]["letters"][0].encode()
    found = open_letter(raw, keys_of).letter
    assert isinstance(found, Move)
    return found


def test_forging_alone_changes_nothing_that_matters() -> None:
    """The forger works: what it signs anew without a change is right."""
    certificate = verify(forged(lambda facts: None))
    assert certificate.state == "finished"
    assert verify(forged(lambda facts: None, running_archive())).state == "running"


# The letters


def dropped_ply(facts: Facts) -> None:
    del facts["log"][20]


def swapped_plies(facts: Facts) -> None:
    log = facts["log"]
    log[20], log[21] = log[21], log[20]


def doubled_ply(facts: Facts) -> None:
    facts["log"].insert(20, deepcopy(facts["log"][20]))


def added_note(facts: Facts) -> None:
    note = {"kind": "note", "at": 1, "letters": [], "about": "host"}
    facts["log"].insert(20, {"entry": note, "letters": []})


def later(facts: Facts) -> None:
    entry(facts, 20)["at"] += 1


@pytest.mark.parametrize("spoil", [dropped_ply, swapped_plies, doubled_ply, added_note, later])
def test_history_can_not_be_written_anew(spoil: Spoil) -> None:
    """Every later move of a player answers a head that the forged log never had."""
    error = refusal(verify, forged(spoil))
    assert error.code in ("move/unknown-head", "move/stale", "move/known")
    assert error.facts["entry"] in (20, 21, 22)


def resealed(facts: Facts, seq: int, **changes: Any) -> None:
    """A player's move under the server's own seal."""
    sent = letter(facts, seq)
    values = {name: getattr(sent, name) for name in Move.__slots__}
    raw = seal_letter(Move(**{**values, **changes}), server_key())
    facts["log"][seq]["letters"] = [raw.decode()]


def in_last_moves(facts: Facts, seat: int) -> int:
    """The last ply of a seat: nobody's later letter vouches for it, if it is late enough."""
    return max(seq for seq, item in enumerate(facts["log"]) if item["entry"].get("seat") == seat)


@pytest.mark.parametrize(
    ("changes", "marked", "code"),
    [
        ({}, None, "keyring/not-yours"),
        ({"by": By("delegated", "0" * 64)}, "delegated", "move/wrong-mark"),
        ({"by": By("clock", "0" * 64)}, "clock", "move/not-authorised"),
        ({"by": By("substitute", "0" * 64)}, "substitute", "move/not-authorised"),
        ({"by": By("standing", "0" * 64)}, "standing", "move/not-authorised"),
        ({"by": "start"}, "bot", "move/not-authorised"),
    ],
)
@pytest.mark.parametrize("seat", [0, 2])
def test_the_server_can_not_seal_a_key_players_move(
    seat: int, changes: dict[str, Any], marked: str | None, code: str
) -> None:
    facts = told(finished_archive(1, 4))
    seq = in_last_moves(facts, seat)
    if changes.get("by") == "start":
        changes = {"by": By("bot", entry(facts, START + 1)["prev"])}
    resealed(facts, seq, **changes)
    if marked:
        entry(facts, seq)["by"] = marked
    error = refusal(verify, forge(facts))
    assert (error.code, error.facts["entry"]) == (code, seq)


def test_a_mark_can_not_be_left_out_or_added() -> None:
    for seat, mark in ((0, "delegated"), (1, None), (3, None), (3, "clock")):
        facts = told(finished_archive(1, 4))
        seq = in_last_moves(facts, seat)
        entry(facts, seq).pop("by", None)
        if mark:
            entry(facts, seq)["by"] = mark
        error = refusal(verify, forge(facts))
        assert (error.code, error.facts["entry"]) == ("log/ply", seq)
        assert "(by)" in str(error)


@pytest.mark.parametrize("member", ["action", "turned", "seat", "ply", "scoring"])
def test_an_entry_says_what_follows_from_its_letter(member: str) -> None:
    facts = told(finished_archive(1, 4))
    seq = max(n for n, item in enumerate(facts["log"]) if item["entry"].get(member))
    value = entry(facts, seq)[member]
    wrong = {"action": "bank", "turned": [], "seat": 0, "ply": value, "scoring": {}}[member]
    entry(facts, seq)[member] = wrong if wrong != value else 1
    error = refusal(verify, forge(facts))
    assert (error.code, error.facts["entry"]) == ("log/ply", seq)
    assert f"({member})" in str(error)


@pytest.mark.parametrize("seq", [0, 1, REVEAL, START, 50, END])
def test_no_entry_can_say_more_than_it_does(seq: int) -> None:
    def spoil(facts: Facts) -> None:
        entry(facts, seq)["winner"] = "nobody"

    error = refusal(verify, forged(spoil))
    assert error.facts["entry"] == seq


def test_entries_hold_no_letters_that_they_should_not() -> None:
    spare = told(finished_archive(1, 4))["log"][1]["letters"][0]
    for seq in (0, 1, 4, REVEAL, START, 50, END):
        facts = told(finished_archive(1, 4))
        facts["log"][seq]["letters"].append(spare)
        entry(facts, seq)["letters"].append("")
        assert refusal(verify, forge(facts)).facts["entry"] == seq


@pytest.mark.parametrize("seq", [1, REVEAL, 50])
def test_a_finished_game_keeps_no_letter_back(seq: int) -> None:
    def spoil(facts: Facts) -> None:
        facts["log"][seq]["letters"][0] = None

    error = refusal(verify, forged(spoil))
    assert (error.code, error.facts["entry"]) == ("log/missing-letter", seq)
