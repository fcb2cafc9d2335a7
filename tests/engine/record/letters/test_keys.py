"""Keys as values and as lines of text."""

from __future__ import annotations

import copy
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadLetter, Refused
from engine.record.letters.key import PrivateKey, PublicKey

seeds = st.binary(min_size=32, max_size=32)
ANNA = PrivateKey(b"a" * 32)


def code_of(line: str) -> str:
    with pytest.raises(BadLetter) as refusal:
        PublicKey.from_line(line)
    return refusal.value.code


@given(seeds)
def test_a_key_is_the_same_after_its_line(seed: bytes) -> None:
    key = PrivateKey(seed).public
    assert PublicKey.from_line(key.line) == key
    assert re.fullmatch(r"grubenpost-key ed25519 [0-9a-hjkmnp-tv-z]{56}", key.line)
    assert str(key) == key.line


@given(seeds)
def test_a_key_is_the_same_after_copying(seed: bytes) -> None:
    key = PrivateKey(seed).public
    assert pickle.loads(pickle.dumps(key)) == copy.deepcopy(key) == key
    assert len({key, PublicKey(key.raw)}) == 1


def test_a_typed_line_may_have_capitals_groups_and_look_alike_characters() -> None:
    line = ANNA.public.line
    start, body = line.rsplit(" ", 1)
    groups = "-".join(body[at : at + 7] for at in range(0, 56, 7))
    looks_alike = body.replace("0", "O").replace("1", "l")
    assert looks_alike != body
    for typed in (line.upper(), f"  {start}\n{groups}\n", f"{start} {looks_alike}"):
        assert PublicKey.from_line(typed) == ANNA.public


def test_every_wrong_character_and_every_swap_of_neighbours_is_a_typo() -> None:
    start, body = ANNA.public.line.rsplit(" ", 1)
    for at in range(56):
        for other in "0123456789abcdefghjkmnpqrstvwxyz":
            if other != body[at]:
                assert code_of(f"{start} {body[:at]}{other}{body[at + 1 :]}") == "key/typo"
    for at in range(55):
        if body[at] != body[at + 1]:
            swapped = body[:at] + body[at + 1] + body[at] + body[at + 2 :]
            assert code_of(f"{start} {swapped}") == "key/typo"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "grubenpost-key",
        "grubenpost-key ed25519",
        ANNA.public.line[:-1],
        ANNA.public.line + "0",
        ANNA.public.line.replace("ed25519", "ed448"),
        ANNA.public.line.replace("grubenpost", "otherpost"),
        ANNA.public.line[:-1] + "u",
        "grubenpost-key ed25519 " + "\u0663" * 56,
        "grubenpost-key ed25519 " + "1_" * 28,
        "grubenpost-key ed25519 " + "0 " * 4_000_000,
    ],
)
def test_what_is_not_a_key_line_is_refused(line: str) -> None:
    assert code_of(line) == "key/not-a-key"


@given(st.text(max_size=90) | st.builds("grubenpost-key ed25519 {}".format, st.text(max_size=60)))
def test_any_text_is_a_key_or_refused(line: str) -> None:
    try:
        PublicKey.from_line(line)
    except Refused as refusal:
        assert refusal.code.startswith("key/")


@given(st.binary(max_size=40))
def test_any_bytes_are_a_key_or_refused(raw: bytes) -> None:
    try:
        assert PublicKey(raw).raw == raw
    except Refused as refusal:
        assert refusal.code.startswith("key/")


@given(seeds)
def test_a_fingerprint_is_six_groups_of_five_digits(seed: bytes) -> None:
    assert re.fullmatch(r"[0-9]{5}( [0-9]{5}){5}", PrivateKey(seed).public.fingerprint)


@pytest.mark.parametrize(
    ("seed", "key_id", "fingerprint"),
    [
        (bytes(32), "5e1a4a8b24e6d795", "73151 41187 97579 05553 35265 21952"),
        (b"a" * 32, "babd30240a9442dc", "44655 52492 22388 13682 31062 25505"),
        (bytes(range(32)), "76a451b7ef3e1eb2", "93371 70853 92422 79873 75318 49349"),
    ],
)
def test_fingerprints_and_key_ids_never_change(seed: bytes, key_id: str, fingerprint: str) -> None:
    key = PrivateKey(seed).public
    assert key.fingerprint == fingerprint
    assert key.key_id == key_id


@given(seeds, st.binary(max_size=60), st.sampled_from(["grubenpost-move/1", "x"]))
def test_a_signature_holds_for_its_payload_context_and_key_only(
    seed: bytes, payload: bytes, context: str
) -> None:
    key = PrivateKey(seed)
    signature = key.sign(context, payload)
    assert key.public.verify(context, payload, signature)
    assert not key.public.verify(context, payload + b"x", signature)
    assert not key.public.verify(context + "x", payload, signature)
    assert not key.public.verify(context, payload, signature[:-1])
    assert not PrivateKey(bytes([seed[0] ^ 1]) + seed[1:]).public.verify(context, payload, signature)


def test_a_context_can_not_reach_into_the_payload() -> None:
    with pytest.raises(BadLetter) as refusal:
        ANNA.sign("a\0b", b"")
    assert refusal.value.code == "key/context"


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_private_key_is_made_from_32_bytes(length: int) -> None:
    with pytest.raises(BadLetter) as refusal:
        PrivateKey(b"x" * length)
    assert refusal.value.code == "key/not-a-key"


def test_a_private_key_does_not_show_its_secret() -> None:
    assert ANNA.seed.hex() not in repr(ANNA)
    assert "a" * 8 not in repr(ANNA)
