"""The private key as a file."""

from __future__ import annotations

import hashlib
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadLetter, Refused
from engine.record.keyring.keyfile import lock, public_key, unlock
from engine.record.letters.key import PrivateKey

KEY = PrivateKey(b"k" * 32)
SALT = b"s" * 16
CHEAP = 2**10
LOCKED = lock(KEY, "Glück auf!", SALT, n=CHEAP)
BARE = lock(KEY, "", b"")


def code_of(raw: bytes, passphrase: str = "Glück auf!") -> str:
    with pytest.raises(BadLetter) as refusal:
        unlock(raw, passphrase)
    return refusal.value.code


def checked(text: str) -> bytes:
    """A file in which somebody changed something and made the checksum right again."""
    body = text[: text.rindex("check = ")].encode()
    return body + f'check = "{hashlib.sha256(body).hexdigest()[:16]}"\n'.encode()


@settings(max_examples=20, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.binary(min_size=16, max_size=16))
def test_what_is_locked_can_be_unlocked(seed: bytes, passphrase: str, salt: bytes) -> None:
    key = PrivateKey(seed)
    raw = lock(key, passphrase, salt, n=CHEAP)
    assert unlock(raw, passphrase).seed == seed
    assert public_key(raw) == key.public
    assert tomllib.loads(raw.decode("ascii"))["key"] == key.public.line
    assert (seed.hex() in raw.decode("ascii")) == (not passphrase)


def test_the_default_cost_is_what_the_file_says() -> None:
    raw = lock(KEY, "x", SALT)
    assert tomllib.loads(raw.decode("ascii"))["n"] == 2**16
    assert unlock(raw, "x").seed == KEY.seed


def test_the_file_never_changes_for_the_same_input() -> None:
    assert (
        hashlib.sha256(LOCKED).hexdigest()
        == "45b3752d4222235db46170f1c0d6bd5af1608be6bcf086f997d56ea0b9fb1999"
    )
    assert (
        hashlib.sha256(BARE).hexdigest() == "391a9a4de2ca514bce4011e3c212fccfcc9116c69cee4ca2484137cfbf5179b4"
    )


def test_a_wrong_passphrase_is_told_from_a_missing_one() -> None:
    assert code_of(LOCKED, "Glück ab!") == "key/wrong-passphrase"
    assert code_of(LOCKED, "\ud800") == "key/wrong-passphrase"
    assert code_of(LOCKED, "") == "key/locked"


def test_a_passphrase_is_the_same_on_every_keyboard() -> None:
    assert unlock(LOCKED, "Glu\u0308ck auf!").seed == KEY.seed


def test_an_unprotected_file_opens_with_any_passphrase() -> None:
    assert unlock(BARE, "").seed == unlock(BARE, "x").seed == KEY.seed


@pytest.mark.parametrize("raw", [LOCKED, BARE], ids=["locked", "bare"])
def test_every_changed_bit_is_damage(raw: bytes) -> None:
    for at in range(len(raw)):
        for bit in range(8):
            changed = raw[:at] + bytes([raw[at] ^ 1 << bit]) + raw[at + 1 :]
            assert code_of(changed) == "key/damaged"


@pytest.mark.parametrize("raw", [LOCKED, BARE], ids=["locked", "bare"])
def test_every_cut_is_damage(raw: bytes) -> None:
    for length in range(len(raw) - 1):
        assert code_of(raw[:length]) == "key/damaged"


def test_line_ends_of_other_systems_are_no_damage() -> None:
    assert unlock(LOCKED.replace(b"\n", b"\r\n").rstrip(), "Glück auf!").seed == KEY.seed


@pytest.mark.parametrize(
    ("field", "value"),
    [("n", 2**19), ("n", 2**40), ("n", 3000), ("n", 0), ("n", 2**9), ("r", 0), ("r", 9), ("p", 5), ("p", 0)],
)
def test_a_file_can_not_ask_for_more_than_is_reasonable(field: str, value: int) -> None:
    lines = [
        f"{field} = {value}" if line.startswith(f"{field} = ") else line
        for line in LOCKED.decode("ascii").splitlines()
    ]
    assert code_of(checked("\n".join(lines) + "\n")) == "key/too-costly"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('salt = "73', 'salt = "74', "key/wrong-passphrase"),
        ("r = 8", "r = 7", "key/wrong-passphrase"),
        (KEY.public.line, PrivateKey(b"x" * 32).public.line, "key/wrong-passphrase"),
        ('salt = "73', 'salt = "zz', "key/damaged"),
        ("r = 8", 'r = "8"', "key/damaged"),
        ("r = 8", "r = 8\nq = 1", "key/damaged"),
        ("r = 8\n", "", "key/damaged"),
        ("r = 8\n", "[r]\n", "key/damaged"),
        ('secret = "', 'secret = "00', "key/damaged"),
        ('lock = "scrypt chacha20poly1305"', 'lock = "none"', "key/damaged"),
        ('lock = "scrypt chacha20poly1305"', 'lock = "rot13"', "key/damaged"),
        ("grubenpost-keyfile/1", "grubenpost-keyfile/2", "key/not-a-keyfile"),
    ],
)
def test_a_forged_file_is_refused_even_with_a_right_checksum(old: str, new: str, code: str) -> None:
    text = LOCKED.decode("ascii")
    assert old in text
    assert code_of(checked(text.replace(old, new))) == code


def test_a_bare_file_with_another_public_key_is_damaged() -> None:
    other = BARE.decode("ascii").replace(KEY.public.line, PrivateKey(b"x" * 32).public.line)
    assert code_of(checked(other)) == "key/damaged"


def test_a_salt_has_16_bytes() -> None:
    with pytest.raises(BadLetter) as refusal:
        lock(KEY, "x", b"short")
    assert refusal.value.code == "key/salt"


@given(st.binary(max_size=200))
def test_any_bytes_are_a_key_file_or_refused(raw: bytes) -> None:
    with pytest.raises(Refused):
        unlock(raw, "x")


def test_noise_is_refused() -> None:
    assert code_of(b"\xff\xfe" + b"noise" * 1_600_000) == "key/damaged"
