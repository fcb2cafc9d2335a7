"""Whole letters: sealed by the sender, opened by the receiver."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadLetter, Refused
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.letters.kinds import kind_of
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import open_letter, seal_letter
from engine.record.letters.schema import Letter
from engine.record.letters.seal import countersign, open_seal, seal

ANNA, BERT, NEW = (PrivateKey(name * 32) for name in (b"a", b"b", b"n"))
PIT = "pit.example.org"
HASH, NONCE = "ab" * 32, "cd" * 16
MOVE = Move(PIT, "g1", 17, 2, HASH, NONCE, "bank")
ROTATE = Rotate(PIT, "anna", ANNA.public, NEW.public, NONCE)
SIGNED: list[tuple[Letter, list[PrivateKey]]] = [
    (MOVE, [ANNA]),
    (Register(PIT, "anna", "key", ANNA.public, NONCE), [ANNA]),
    (Join(PIT, "g1", "anna", ANNA.public, HASH, NONCE), [ANNA]),
    (Reveal(PIT, "g1", "anna", HASH, HASH), [ANNA]),
    (Leave(PIT, "g1", "anna", HASH), [ANNA]),
    (ROTATE, [ANNA, NEW]),
    (Revoke(PIT, "anna", ANNA.public), [ANNA]),
    (Recover(PIT, "anna", NEW.public, "7kq2-m4xt", NONCE), [NEW]),
    (Veto(PIT, "anna", HASH), [ANNA]),
]
kinds = pytest.mark.parametrize(
    ("letter", "signers"), SIGNED, ids=[type(letter).__name__ for letter, _ in SIGNED]
)


def known(key_id: str) -> Iterable[PublicKey]:
    return [key.public for key in (ANNA, BERT) if key.public.key_id == key_id]


def code_of(raw: bytes) -> str:
    with pytest.raises(BadLetter) as refusal:
        open_letter(raw, known)
    return refusal.value.code


@kinds
def test_a_letter_arrives_as_it_was_sent(letter: Letter, signers: list[PrivateKey]) -> None:
    raw = seal_letter(letter, *signers)
    opened = open_letter(raw, known)
    assert opened.letter == letter
    assert opened.signers == tuple(key.public for key in signers)
    assert opened.sealed.raw == raw


@kinds
def test_every_changed_byte_is_refused(letter: Letter, signers: list[PrivateKey]) -> None:
    raw = seal_letter(letter, *signers)
    for at in range(len(raw)):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        code_of(changed)


@kinds
def test_every_cut_is_refused(letter: Letter, signers: list[PrivateKey]) -> None:
    raw = seal_letter(letter, *signers)
    for length in range(len(raw) - 1):
        code_of(raw[:length])


@kinds
def test_a_signature_by_anybody_else_is_refused(letter: Letter, signers: list[PrivateKey]) -> None:
    stranger = PrivateKey(b"x" * 32)
    assert code_of(seal_letter(letter, *[stranger] * len(signers))) in (
        "seal/unknown-key",
        "seal/other-key",
    )
    assert code_of(seal_letter(letter, *signers, stranger)) == "seal/signature-count"


def test_a_rotation_needs_both_signatures_in_either_order() -> None:
    for signers in itertools.permutations((ANNA, NEW)):
        assert open_letter(seal_letter(ROTATE, *signers), known).letter == ROTATE
    for alone in (ANNA, NEW):
        assert code_of(seal_letter(ROTATE, alone)) == "seal/signature-count"
        assert code_of(seal_letter(ROTATE, alone, alone)) == "seal/other-key"
        assert code_of(seal_letter(ROTATE, alone, BERT)) == "seal/other-key"


def test_a_rotation_can_be_signed_in_two_places() -> None:
    half = seal_letter(ROTATE, NEW)
    whole = countersign(open_seal(half), ANNA)
    assert open_letter(whole, known).letter == ROTATE


def test_one_of_two_rotation_signatures_can_not_stand_for_the_other() -> None:
    raw = seal_letter(ROTATE, ANNA, NEW)
    lines = raw.splitlines(keepends=True)
    swapped = [
        lines[-1].replace(NEW.public.key_id.encode(), ANNA.public.key_id.encode()),
        lines[-2].replace(ANNA.public.key_id.encode(), NEW.public.key_id.encode()),
    ]
    assert code_of(b"".join(lines[:-2] + swapped)) == "seal/bad-signature"


def test_keys_with_the_same_id_are_told_apart_by_the_signature() -> None:
    twin = PrivateKey(b"t" * 32).public
    object.__setattr__(twin, "key_id", ANNA.public.key_id)
    raw = seal_letter(MOVE, ANNA)
    for candidates in ([twin, ANNA.public], [ANNA.public, twin]):
        opened = open_letter(raw, lambda _, candidates=candidates: candidates)  # type: ignore[misc]
        assert opened.signers == (ANNA.public,)
    with pytest.raises(BadLetter) as refusal:
        open_letter(raw, lambda _: [twin])
    assert refusal.value.code == "seal/bad-signature"


def test_a_letter_by_a_key_that_nobody_knows_is_refused_as_such() -> None:
    assert code_of(seal_letter(MOVE, NEW)) == "seal/unknown-key"


def test_a_key_in_a_move_text_signs_nothing() -> None:
    posing = replace(MOVE, action=NEW.public.line)
    assert code_of(seal_letter(posing, NEW)) == "seal/unknown-key"


def test_the_seal_is_checked_before_the_text_is_read() -> None:
    nonsense = kind_of(MOVE).write(MOVE).replace(b"ply = 17", b"ply = " + b"[" * 10_000)
    raw = seal(nonsense, "grubenpost-move/1", ANNA)
    assert code_of(raw) == "letter/line"
    assert code_of(raw.replace(b"seat = 2", b"seat = 3")) == "seal/bad-signature"


@pytest.mark.parametrize("value", ["[" * 10_000, "{a=" * 5_000, "9" * 5_000, "1e" + "9" * 5_000, '"' * 999])
def test_signed_bombs_are_refused(value: str) -> None:
    bomb = kind_of(MOVE).write(MOVE).replace(b"ply = 17", b"ply = " + value.encode())
    assert code_of(seal(bomb, "grubenpost-move/1", ANNA)) == "letter/line"


def test_a_registration_without_its_key_is_refused() -> None:
    payload = kind_of(SIGNED[1][0]).write(SIGNED[1][0])
    for line in (b"", b'key = ""\n', b"key = 7\n", b'key = "grubenpost-key"\n', b'key = "\\u0067"\n'):
        changed = payload.replace(f'key = "{ANNA.public.line}"\n'.encode(), line)
        assert changed != payload
        assert code_of(seal(changed, "grubenpost-register/1", ANNA)) in (
            "letter/missing-field",
            "key/not-a-key",
        )


def test_a_key_that_is_written_differently_is_refused_though_the_signature_fits() -> None:
    payload = kind_of(SIGNED[1][0]).write(SIGNED[1][0])
    shouted = payload.replace(ANNA.public.line.encode(), ANNA.public.line.upper().encode())
    assert code_of(seal(shouted, "grubenpost-register/1", ANNA)) == "letter/bad-value"


lines = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=40).map(str.rstrip)
fields = st.builds("{} = {}".format, st.sampled_from(["server", "handle", "recover", "x"]), lines)


@given(st.lists(lines | fields, max_size=6))
def test_any_signed_text_is_a_letter_or_refused(body: list[str]) -> None:
    whole = [line.replace("#sig1", "").rstrip() for line in body]
    payload = "\n".join(['format = "grubenpost-veto/1"', *whole, ""]).encode()
    with pytest.raises(Refused) as refusal:
        open_letter(seal(payload, "grubenpost-veto/1", ANNA), known)
    assert refusal.value.code.startswith("letter/")
