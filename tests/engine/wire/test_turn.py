"""What the server says to a client is believed whole or not at all: turns and receipts."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.log import canonical
from engine.record.log.checkpoint import write_line
from engine.rules import to_data, view
from engine.wire import receipt, turn
from engine.wire.receipt import Receipt, read_receipt, write_receipt
from engine.wire.statement import LARGEST, LONGEST_SAID, write_statement
from engine.wire.turn import TurnReader, read_turn, read_unsigned_turn, write_turn
from tests.engine.record.club import NAMES, SERVER, Match, new_match, refusal, server_key

SAID = "Game game-1, ply 10: it is your turn.\n\nWhat happened:\n  Ben Bäcker goes to the bank for 1 Mark."
LETTER = "ab" * 32


def a_match(plies: int = 10, seed: int = 1) -> Match:
    match = new_match(seed, 3)
    match.play_on(Random(1), plies)
    return match


def written(match: Match, seat: int = 0, key: PrivateKey | None = None, **more: Any) -> bytes:
    book = match.book
    line = write_line(book.checkpoint(key or match.server))
    reader = TurnReader(seat, to_data(view(book.game, seat)), SAID, **more)
    return write_turn(book, book.shown_names(), line, reader, key or match.server)


MATCH = a_match()
TURN = written(MATCH, answers=[LETTER])
RECEIPT = write_receipt(
    Receipt(SERVER, "anna", 1_790_000_000, "<1.2@example.org>", (LETTER,), "move/stale", "Zu spät.\n"),
    server_key(),
)
READERS: dict[str, tuple[bytes, Callable[[bytes], object]]] = {
    "turn": (TURN, read_turn),
    "receipt": (RECEIPT, read_receipt),
}


def test_a_turn_says_all_that_a_client_acts_on() -> None:
    game = MATCH.book.game
    for seat in range(3):
        got = read_turn(written(MATCH, seat))
        assert got.signer == MATCH.server.public
        assert (got.server, got.game, got.seat, got.handle) == (SERVER, "game-1", seat, got.handles[seat])
        assert (got.entries, got.head) == (len(MATCH.book.log.entries), MATCH.book.log.head)
        assert got.checkpoint == write_line(MATCH.book.checkpoint(MATCH.server))
        assert (got.names, got.said, got.at) == (NAMES[:3], SAID, MATCH.book.log.entries[-1].at)
        assert got.position == view(game, seat)
        assert (got.mine, got.whose) == (seat == game.turn, NAMES[game.turn])
    assert read_turn(TURN).answers == (LETTER,)


def test_a_game_that_ended_is_nobodys_turn() -> None:
    match = a_match()
    match.play_on(Random(1))
    assert not any(read_turn(written(match, seat)).mine for seat in range(3))
    facts = {**json.loads(TURN), "closed": "abandoned"}
    given_up = read_turn(signed(facts))
    assert (given_up.closed, given_up.ended, given_up.mine) == ("abandoned", True, False)


def test_a_receipt_says_what_was_done() -> None:
    got, signer = read_receipt(RECEIPT)
    assert signer == server_key().public
    assert (got.refused, got.answers, got.said) == ("move/stale", (LETTER,), "Zu spät.\n")
    notice = replace(got, handle="", mail="", answers=(), refused="")
    assert read_receipt(write_receipt(notice, server_key()))[0] == notice


def test_both_are_canonical_json_that_any_program_can_read() -> None:
    for data, _ in READERS.values():
        facts = canonical.loads(data)
        assert isinstance(facts, dict)
        assert list(facts)[-1] == "signature"


def test_an_answer_that_is_too_long_is_cut() -> None:
    got = read_receipt(RECEIPT)[0]
    long = read_receipt(write_receipt(replace(got, said="ж" * (LONGEST_SAID + 1)), server_key()))[0]
    assert long.said == "ж" * LONGEST_SAID


def signed(facts: dict[str, Any], key: PrivateKey | None = None) -> bytes:
    own = {name: value for name, value in facts.items() if name not in ("key", "signature")}
    return write_statement(own, key or server_key())


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Everywhere in a JSON value that something stands."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


def other_than(value: Any) -> Iterator[Any]:
    """Values of the same kind, and of another."""
    if isinstance(value, bool) or value is None:
        yield from (not value, "over")
    elif isinstance(value, int):
        yield from (value + 1, value - 1, str(value))
    elif isinstance(value, str):
        yield from (value + "x", value[1:], 7) if value else ("x",)
    elif isinstance(value, list):
        yield from ([*value, *value[:1]], value[1:], None)
    else:
        yield {}


@pytest.mark.parametrize("kind", READERS)
def test_no_member_can_be_changed(kind: str) -> None:
    """Wherever anything is changed, added or left out, what comes is refused."""
    data, read = READERS[kind]
    facts = json.loads(data)
    tried = 0
    for path in places(facts):
        *way, last = path
        for wrong in other_than(_at(facts, path)):
            changed = json.loads(data)
            _at(changed, way)[last] = wrong
            if changed == facts:
                continue
            tried += 1
            assert isinstance(refusal(read, canonical.dumps(changed)), BadRecord), (path, wrong)
        without = json.loads(data)
        del _at(without, way)[last]
        assert isinstance(refusal(read, canonical.dumps(without)), BadRecord), path
    assert isinstance(refusal(read, canonical.dumps({**facts, "extra": 1})), BadRecord)
    assert tried > len(facts)


def _at(value: Any, path: Any) -> Any:
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize("kind", READERS)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_no_bit_can_be_changed(kind: str, data: st.DataObject) -> None:
    raw, read = READERS[kind]
    at, bit = data.draw(st.integers(0, len(raw) - 1)), data.draw(st.integers(0, 7))
    flipped = bytearray(raw)
    flipped[at] ^= 1 << bit
    assert isinstance(refusal(read, bytes(flipped)), BadRecord)


@pytest.mark.parametrize("kind", READERS)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_nothing_but_a_statement_is_one(kind: str, data: st.DataObject) -> None:
    raw, read = READERS[kind]
    tail = raw[raw.index(b'"signature"') :]
    other = data.draw(
        st.binary(max_size=300)
        | st.binary(max_size=300).map(lambda head: head + tail)
        | st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists).map(
            lambda value: json.dumps(value).encode()
        )
    )
    assert isinstance(refusal(read, other), BadRecord)


@pytest.mark.parametrize("head", [b"[" * 100_000, b'{"a":' * 50_000, b"9" * 60_000, b" " * (LARGEST + 1)])
def test_bombs_are_refused(head: bytes) -> None:
    tail = TURN[TURN.index(b'"signature"') :]
    for data, read in ((head, read_turn), (head + tail, read_turn), (head + tail, read_receipt)):
        assert isinstance(refusal(read, data), BadRecord)


def test_who_signed_is_told_and_nothing_else_is_proved() -> None:
    """Anybody has a key. Whoever reads has to compare."""
    mallory = PrivateKey(bytes(32))
    assert read_turn(written(MATCH, key=mallory)).signer == mallory.public != server_key().public


def test_one_kind_does_not_pass_for_another() -> None:
    assert refusal(read_receipt, TURN).code == "statement/format"
    assert refusal(read_turn, RECEIPT).code == "statement/format"
    renamed = TURN.replace(turn.FORMAT.encode(), receipt.FORMAT.encode())
    assert isinstance(refusal(read_receipt, renamed), BadRecord)


def test_a_turn_stands_on_the_checkpoint_of_its_own_log() -> None:
    facts, other = json.loads(TURN), a_match(12)
    line = write_line(other.book.checkpoint(other.server))
    mallory = PrivateKey(bytes(32))
    stolen = write_line(MATCH.book.checkpoint(mallory))
    for changes, code in (
        ({"checkpoint": line}, "turn/other-head"),
        ({"head": other.book.log.head}, "turn/other-head"),
        ({"entries": facts["entries"] + 1}, "turn/other-head"),
        ({"game": "game-2"}, "turn/other-head"),
        ({"server": "other.example.org"}, "turn/other-head"),
        ({"checkpoint": ""}, "turn/no-checkpoint"),
        ({"checkpoint": f"{facts['checkpoint']} "}, "turn/no-checkpoint"),
        ({"checkpoint": stolen}, "checkpoint/signature"),
    ):
        assert refusal(read_turn, signed({**facts, **changes})).code == code, changes


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 3},
        {"seat": "0"},
        {"seat": True},
        {"names": ["Anna", "Ben"]},
        {"names": "Anna"},
        {"names": ["Anna", "Ben", 3]},
        {"names": ["x" * 1000, "Ben", "Clara"]},
        {"handles": ["anna", "ben", "no handle"]},
        {"entries": -1},
        {"entries": None},
        {"head": "xyz"},
        {"game": "../../etc/passwd"},
        {"position": None},
        {"position": {"format": "grubenpost-position/1"}},
        {"closed": "lost"},
        {"closed": True},
        {"answers": ["x"]},
        {"answers": LETTER},
        {"answers": [LETTER] * 9},
        {"said": None},
        {"said": "x" * (LONGEST_SAID + 1)},
        {"at": -1},
        {"checkpoint": 5},
    ],
)
def test_what_is_no_turn_is_refused_whoever_signs_it(change: dict[str, Any]) -> None:
    assert isinstance(refusal(read_turn, signed({**json.loads(TURN), **change})), BadRecord)


@pytest.mark.parametrize(
    "change",
    [
        {"server": "Pit"},
        {"handle": "no handle"},
        {"handle": None},
        {"at": 1.5},
        {"mail": "1@example.org"},
        {"mail": "<a b@example.org>"},
        {"answers": [1]},
        {"refused": "because"},
        {"refused": None},
        {"said": 5},
    ],
)
def test_what_is_no_receipt_is_refused_whoever_signs_it(change: dict[str, Any]) -> None:
    assert isinstance(refusal(read_receipt, signed({**json.loads(RECEIPT), **change})), BadRecord)


def test_a_key_that_is_none_is_refused() -> None:
    for wrong in (5, "", "grubenpost-key ed25519 " + "0" * 56, MATCH.server.public.line.upper()):
        facts = {**json.loads(TURN), "key": wrong}
        assert isinstance(refusal(read_turn, canonical.dumps(facts)), BadRecord)


def test_the_signature_has_one_form() -> None:
    """The spare bits of the last character must be zero, or there were sixteen files for one signature."""
    facts = json.loads(TURN)
    value = facts["signature"]
    for last in "BRhx":
        spoilt = f"{value[:85]}{last}=="
        assert base64.b64decode(spoilt) is not None
        assert (
            refusal(read_turn, canonical.dumps({**facts, "signature": spoilt})).code == "statement/unsigned"
        )


def test_a_turn_of_the_first_form_can_be_read_and_has_no_signer() -> None:
    """It was kept by clients in former times. It proves nothing."""
    names = ("server", "game", "seat", "names", "handles", "head", "entries", "closed", "position")
    facts = {name: json.loads(TURN)[name] for name in names}
    first = {"format": "grubenpost-turn/1", **facts}
    got = read_unsigned_turn(first)
    assert got.position == view(MATCH.book.game, 0)
    assert (got.signer, got.checkpoint, got.said) == (None, "", "")
    assert refusal(read_turn, json.dumps(first).encode()).code == "statement/unsigned"
    for wrong in ({**first, "seat": 7}, {**first, "format": turn.FORMAT}, None, [], {}):
        assert isinstance(refusal(read_unsigned_turn, wrong), BadRecord)


def test_whoever_reads_needs_no_more_than_the_key() -> None:
    """The rule of the signature, without our code."""
    head, _, rest = TURN.partition(b'"signature":"')
    raw = base64.b64decode(rest.removesuffix(b'"\n}\n'))
    key: PublicKey = MATCH.server.public
    assert key.verify("grubenpost-turn/2", head, raw)
