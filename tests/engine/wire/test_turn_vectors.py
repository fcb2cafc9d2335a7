"""Signed turns, receipts and facts as data, so that a client in another language can check itself.

`vectors/turns.json` is written with `python -m tests.engine.wire.test_turn_vectors`; a changed file is a
changed protocol.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from engine.clock.dial import Dial
from engine.clock.spans import Span
from engine.errors import BadRecord
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.log.checkpoint import write_line
from engine.rules import to_data, view
from engine.wire.clocks import GameClock
from engine.wire.facts import NO_FACTS, Facts, read_facts, write_facts
from engine.wire.notes import GameNotes
from engine.wire.receipt import Receipt, read_receipt, write_receipt
from engine.wire.turn import TurnReader, read_turn, write_turn
from tests.engine.record.club import SERVER, new_match, refusal, secret, server_key

FILE = Path(__file__).parent.parent / "record" / "vectors" / "turns.json"
RULE = [
    "key: the line of the server's key; nothing that another key has signed is the server's word",
    "signed: the whole file; signature: over format, NUL, and all bytes above the line of `signature`",
    "turns, receipts: good, and signed by the key",
    "facts: good, and signed by the key; each belongs to the file named by `beside`, and to no other",
    "refused: a change of the file named by `of`, each `old` replaced by `new`; none of them may be taken",
]
LETTER = secret("letter").hex()
AT, DAY = 1_790_000_000, 24 * 3600
CLOCK = GameClock("game-1", 57, Dial(AT, 1, AT + DAY, AT + 4 * DAY, AT + 5 * DAY, saved=3 * DAY, then="bot"))
STANDS = GameClock(
    "game-1",
    58,
    Dial(
        AT,
        1,
        AT + DAY,
        AT + DAY,
        AT + DAY,
        then="wait",
        stopped=("bounce", "pause"),
        away=(Span(AT - DAY, AT + 2 * DAY),),
    ),
)


def turns() -> dict[str, bytes]:
    made: dict[str, bytes] = {}
    match, rng = new_match(1, 3), Random(1)
    for plies, name in ((2, "in the draft"), (40, "in a shift"), (1000, "over")):
        match.play_on(rng, plies)
        book = match.book
        for seat in (0, 1):
            said = f'Ply {book.game.ply}.\n\nWhat happened:\n  Дмитрий "fährt".'
            reader = TurnReader(seat, to_data(view(book.game, seat)), said, [LETTER] if seat else [])
            line = write_line(book.checkpoint(match.server))
            made[f"{name}, seat {seat}"] = write_turn(book, book.shown_names(), line, reader, match.server)
    return made


def receipts() -> dict[str, bytes]:
    key, mail, at = server_key(), "<17.4@example.org>", 1_790_000_000
    return {
        "welcome": write_receipt(Receipt(SERVER, "anna", at, mail, (LETTER,), "", "Welcome, Anna!\n"), key),
        "refusal": write_receipt(
            Receipt(SERVER, "anna", at, mail, (LETTER,), "move/stale", "Zu spät.\n"), key
        ),
        "notice": write_receipt(Receipt(SERVER, "anna", at, "", (), "", "An invitation.\n"), key),
        "to nobody yet": write_receipt(Receipt(SERVER, "", at, mail, (LETTER,), "", "code: …\n"), key),
    }


def facts() -> dict[str, tuple[str, bytes]]:
    """Each with the name of the receipt or turn that it stands beside."""
    line = write_line(new_match(1, 3).book.checkpoint(server_key()))
    told = {
        "nothing to tell": ("refusal", NO_FACTS),
        "a code to send back": ("to nobody yet", Facts(confirm="GP-7K3M-Q9XW-2TRD")),
        "a code for a lost key": ("notice", Facts(recover="GP-7K3M-Q9XW-2TRD")),
        "games and a checkpoint": ("welcome", Facts(opened=("k3t9qa", "x06aer"), checkpoints=(line,))),
        "a move that is held": ("welcome", Facts(held=("k3t9qa 17 1790000600 31",))),
        "notes": ("welcome", Facts(notes=(GameNotes("k3t9qa", "[17] the yellow lorries first"),))),
        "a clock beside a turn": ("in a shift, seat 0", Facts(clocks=(CLOCK,))),
        "a clock that stands": ("notice", Facts(clocks=(STANDS,))),
    }
    files = receipts() | turns()
    return {name: (of, write_facts(each, files[of], server_key())) for name, (of, each) in told.items()}


EDITS = [
    ("in a shift, seat 0", '"seat":0', '"seat":1'),
    ("in a shift, seat 0", '"ply":42', '"ply":43'),
    ("in a shift, seat 0", '"Anna"', '"Anne"'),
    ("in a shift, seat 0", '"answers":[]', f'"answers":["{LETTER}"]'),
    ("in a shift, seat 0", '"closed":null', '"closed":"over"'),
    ("in a shift, seat 0", "What happened", "What happens"),
    ("in a shift, seat 0", '"signature"', '"signatura"'),
    ("in a shift, seat 0", "grubenpost-turn/2", "grubenpost-turn/1"),
    ("in a shift, seat 0", "{\n", "{"),
    ("welcome", "Anna", "Bert"),
    ("welcome", '"refused":""', '"refused":"move/stale"'),
    ("refusal", '"refused":"move/stale"', '"refused":""'),
    ("notice", '"mail":""', '"mail":"<1@example.org>"'),
]


def vectors() -> dict[str, Any]:
    return {
        "rule": RULE,
        "key": server_key().public.line,
        "turns": [{"name": name, "signed": data.decode()} for name, data in turns().items()],
        "receipts": [{"name": name, "signed": data.decode()} for name, data in receipts().items()],
        "facts": [
            {"name": name, "beside": beside, "signed": data.decode()}
            for name, (beside, data) in facts().items()
        ],
        "refused": [{"of": of, "old": old, "new": new} for of, old, new in EDITS],
    }


def test_the_file_is_what_is_written_today() -> None:
    assert json.loads(FILE.read_text("utf-8")) == vectors()


def test_all_of_them_are_read() -> None:
    told = json.loads(FILE.read_text("utf-8"))
    key = PublicKey.from_line(told["key"])
    assert all(read_turn(one["signed"].encode()).signer == key for one in told["turns"])
    assert all(read_receipt(one["signed"].encode())[1] == key for one in told["receipts"])
    beside = {one["name"]: one["signed"].encode() for one in (*told["receipts"], *told["turns"])}
    for one in told["facts"]:
        for name, receipt in beside.items():
            if name == one["beside"]:
                assert read_facts(one["signed"].encode(), receipt, key) is not None
            else:
                assert isinstance(refusal(read_facts, one["signed"].encode(), receipt, key), BadRecord)


def test_every_change_is_refused() -> None:
    told = json.loads(FILE.read_text("utf-8"))
    readers = {one["name"]: (one["signed"], read_turn) for one in told["turns"]}
    readers |= {one["name"]: (one["signed"], read_receipt) for one in told["receipts"]}
    for edit in told["refused"]:
        data, read = readers[edit["of"]]
        assert edit["old"] in data, edit
        changed = data.replace(edit["old"], edit["new"])
        assert isinstance(refusal(read, changed.encode()), BadRecord), edit


if __name__ == "__main__":
    assert isinstance(server_key(), PrivateKey)
    FILE.write_text(json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n", "utf-8")
