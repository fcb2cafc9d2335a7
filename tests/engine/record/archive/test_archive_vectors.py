"""Whole signed games as data, so that a verifier in another language can check itself.

Both have two players, one by mailbox, with a guest who left before the start, a rotated key, a move by the
clock, a secret standing order and a move by it. `vectors/game.json` is an archive of a log of the first form,
from before joining was a commitment: it stays as it is for ever. In `vectors/shares-game.json` the table was
full, a share was told, and somebody left, before the game began. The files with `expected` in their names say
what must come out. `python -m tests.engine.record.archive.test_archive_vectors` writes the newer one: a
changed file is a changed protocol.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.opening import FORMAT, OLD_FORMAT
from engine.record.game.read_book import read_book
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.move import By
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import open_seal
from engine.record.log import canonical, checkpoint, merkle
from engine.record.log.log import read_entries
from engine.record.names.display_name import read_names
from tests.engine.record.club import (
    SERVER,
    Match,
    new_match,
    player_key,
    random_action,
    refusal,
    secret,
    server_key,
)

FOLDER = Path(__file__).parents[1] / "vectors"
GAMES = ("game", "shares-game")
RULE = [
    "certificate: what verifying the game proves",
    "leaves, heads: the leaf hash of each entry, and the root of the tree up to it, in hex",
    "letter_ids: SHA-256(context NUL payload) of each letter, in the order of the log",
    "told: the hash of the members that are told, as it stands in the closing entry",
    "lines: the checkpoints as they stand at the foot of a mail",
    "refused: with the byte `at` (from 0) replaced by `byte`, the fault is found in this entry or member",
]
NEW_KEY = PrivateKey(secret("player", "anna", 2))


def vector_game(format: str) -> Match:
    match, rng = new_match(5, 2, guest=True, format=format), Random(5)
    book = match.book
    match.play_on(rng, 10)
    old = player_key("anna")
    rotate = Rotate(SERVER, "anna", old.public, NEW_KEY.public, secret("rotate")[:16].hex())
    book.change_key(seal_letter(rotate, old, NEW_KEY), match.now)
    order = Request(SERVER, "anna", secret("standing")[:16].hex(), "standing bank")
    note = book.note("standing", match.now, [seal_letter(order, NEW_KEY)], seat=0, secret=True)
    by_hand = {"clock": 3, "standing": 3}
    while not book.game.over:
        seat, action = book.game.turn, random_action(book, rng)
        match.now += 3600
        if seat == 0 and by_hand["standing"]:
            by_hand["standing"] -= 1
            letter = match.letter(action, by=By("standing", note.leaf.hex()), key=server_key())
        elif by_hand["clock"]:
            by_hand["clock"] -= 1
            ran_out = book.note("clock", match.now, seat=seat, ply=book.game.ply)
            letter = match.letter(action, by=By("clock", ran_out.leaf.hex()), key=server_key())
        else:
            letter = match.letter(action, key=NEW_KEY if seat == 0 else None)
        book.take_move(letter, match.now)
        if book.game.ply % 20 == 0:
            match.checkpoints.append(book.checkpoint(match.server))
    match.close()
    return match


def expected(data: bytes) -> dict[str, Any]:
    facts = json.loads(data)
    tree, leaves, heads = merkle.Tree(), [], []
    for item in facts["log"]:
        leaves.append(merkle.leaf_hash(canonical.line(item["entry"])))
        tree.append(leaves[-1])
        heads.append(tree.root().hex())
    letters = [letter.encode() for item in facts["log"] for letter in item["letters"]]
    return {
        "rule": RULE,
        "certificate": verify(data).facts(),
        "leaves": [leaf.hex() for leaf in leaves],
        "heads": heads,
        "letter_ids": [open_seal(letter).letter_id for letter in letters],
        "told": archive.hash_told(facts),
        "lines": [checkpoint.write_line(checkpoint.read(note)) for note in facts["checkpoints"]],
        "refused": [refused_edit(data, number) for number in range(40)],
    }


def refused_edit(data: bytes, number: int) -> dict[str, Any]:
    """One changed byte, and where its change is found."""
    chosen = sha256(f"edit {number}".encode()).digest()
    at = int.from_bytes(chosen[:8], "big") % len(data)
    new = b"0123456789abcdef"[chosen[8] % 16]
    new = new if new != data[at] else ord("x")
    error = refusal(verify, data[:at] + bytes([new]) + data[at + 1 :])
    place = {name: error.facts[name] for name in ("entry", "checkpoint", "member") if name in error.facts}
    return {"at": at, "byte": chr(new), **place}


def load(name: str) -> tuple[bytes, dict[str, Any]]:
    expected = (FOLDER / f"{name}.expected.json").read_text("utf-8")
    return (FOLDER / f"{name}.json").read_bytes(), json.loads(expected)


each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_the_game_proves_what_it_should(name: str) -> None:
    data, wanted = load(name)
    assert expected(data) == wanted


@each_game
@pytest.mark.parametrize("number", range(40))
def test_an_edited_game_is_refused_where_it_was_edited(name: str, number: int) -> None:
    data, wanted = load(name)
    edit = wanted["refused"][number]
    at = edit.pop("at")
    error = refusal(verify, data[:at] + edit.pop("byte").encode() + data[at + 1 :])
    assert edit
    assert {name: error.facts[name] for name in edit} == edit


@each_game
def test_the_game_is_written_from_its_entries_as_it_was(name: str) -> None:
    """Reading it and writing it again gives the same bytes: the format has not moved."""
    data, _ = load(name)
    facts = json.loads(data)
    book = read_book(read_entries(facts["log"]), bytes.fromhex(facts["log"][-1]["entry"]["seed"]))
    book.introduce(read_names(facts["names"]))
    kept = [checkpoint.read(note) for note in facts["checkpoints"]]
    assert archive.write(archive.finished(book, server_key(), kept)) == data


@each_game
def test_the_game_has_every_kind_of_entry(name: str) -> None:
    data, wanted = load(name)
    entries = [item["entry"] for item in json.loads(data)["log"]]
    kinds = {"genesis", "join", "leave", "start", "ply", "key", "note", "close"}
    assert {entry["kind"] for entry in entries} == kinds | ({"reveal"} if name == "shares-game" else set())
    assert {entry.get("by") for entry in entries} == {None, "delegated", "clock", "standing"}
    assert len(data) < 100_000
    assert wanted["certificate"]["players"] == ["Anna", "Ben Bäcker"]
    assert wanted["certificate"].get("reopened") == (1 if name == "shares-game" else None)


@pytest.mark.parametrize(("name", "format"), [("game", OLD_FORMAT), ("shares-game", FORMAT)])
def test_the_same_game_is_still_made(name: str, format: str) -> None:
    match = vector_game(format)
    assert archive.write(archive.finished(match.book, match.server, match.checkpoints)) == load(name)[0]


if __name__ == "__main__":
    game = vector_game(FORMAT)
    written = archive.write(archive.finished(game.book, game.server, game.checkpoints))
    (FOLDER / "shares-game.json").write_bytes(written)
    text = json.dumps(expected(written), indent=1, ensure_ascii=False)
    (FOLDER / "shares-game.expected.json").write_text(text + "\n", "utf-8")
