"""Checkpoints: the note, the line at the foot of a mail, and who signed them."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.record.log.checkpoint import (
    MAX_LINE,
    MAX_ORIGIN,
    MAX_SIZE,
    MAX_TEXT,
    Checkpoint,
    find_lines,
    read,
    sign,
    verify,
    write,
    write_line,
)
from tests.engine.record.mangles import MANGLES, SURVIVABLE, mail_with

ORIGIN = "pit.example.org/01J9ZK3V9Q8R7T6S5W4X3Y2Z1A"
PRIVATE = bytes(range(32))
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()
ROOT = bytes(range(100, 132))
HERE = sign(ORIGIN, 17, ROOT, PRIVATE)

# A public key, its name and its key id as printed in the documentation of Go's package note.
KNOWN_NAME = "PeterNeumann"
KNOWN_KEY = base64.b64decode("GlzZBxQ8OExB6DDFvOEqqIF+xWSaqr8sMTiLNbLXRNY=")
KNOWN_KEY_ID = bytes.fromhex("c74f20a3")

NOTE = """\
pit.example.org/01J9ZK3V9Q8R7T6S5W4X3Y2Z1A
17
ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1+f4CBgoM=

— pit.example.org/01J9ZK3V9Q8R7T6S5W4X3Y2Z1A {signature}
"""

origins = st.text("abcXYZ0189./-", min_size=1, max_size=MAX_ORIGIN)
hashes = st.binary(min_size=32, max_size=32)


@st.composite
def checkpoints(draw: st.DrawFn) -> Checkpoint:
    return sign(draw(origins), draw(st.integers(0, MAX_SIZE)), draw(hashes), PRIVATE)


def code_of(checkpoint: Checkpoint, public: bytes = PUBLIC) -> str:
    with pytest.raises(BadRecord) as refused:
        verify(checkpoint, public)
    return refused.value.code


def flipped(content: bytes, bit: int) -> bytes:
    return bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(content))


def test_the_note_looks_as_specified() -> None:
    signature = Ed25519PrivateKey.from_private_bytes(PRIVATE).sign(NOTE.partition("\n\n")[0].encode() + b"\n")
    encoded = base64.b64encode(HERE.key_id + signature).decode()
    assert write(HERE) == NOTE.format(signature=encoded)


def test_the_key_id_is_that_of_signed_notes() -> None:
    """With the right key id the known key is asked, and says no; with another it is not asked."""
    known = Checkpoint(KNOWN_NAME, 1, ROOT, KNOWN_KEY_ID, bytes(64))
    assert code_of(known, KNOWN_KEY) == "checkpoint/signature"
    assert code_of(replace(known, key_id=bytes(4)), KNOWN_KEY) == "checkpoint/key"


@given(checkpoints())
def test_both_forms_hold_all_of_it(checkpoint: Checkpoint) -> None:
    verify(checkpoint, PUBLIC)
    assert read(write(checkpoint)) == checkpoint
    assert find_lines(write_line(checkpoint), PUBLIC) == (checkpoint,)


@given(checkpoints())
def test_the_line_fits_at_the_foot_of_a_mail(checkpoint: Checkpoint) -> None:
    line = write_line(checkpoint)
    assert len(line) <= MAX_LINE
    assert line.isascii()
    assert line.isprintable()
    assert "=" not in line


def test_the_longest_line_is_as_long_as_allowed() -> None:
    assert len(write_line(sign("a" * MAX_ORIGIN, MAX_SIZE, b"\xff" * 32, PRIVATE))) == MAX_LINE


def test_every_flipped_bit_is_refused() -> None:
    signatures = [replace(HERE, signature=flipped(HERE.signature, bit)) for bit in range(512)]
    roots = [replace(HERE, root=flipped(ROOT, bit)) for bit in range(256)]
    sizes = [replace(HERE, size=17 ^ 1 << bit) for bit in range(19)]
    key_ids = [replace(HERE, key_id=flipped(HERE.key_id, bit)) for bit in range(32)]
    assert {code_of(other) for other in signatures + roots + sizes} == {"checkpoint/signature"}
    assert {code_of(other) for other in key_ids} == {"checkpoint/key"}
    assert {code_of(HERE, flipped(PUBLIC, bit)) for bit in range(256)} == {"checkpoint/key"}


def test_another_log_is_refused() -> None:
    elsewhere = sign(ORIGIN + "B", 17, ROOT, PRIVATE)
    assert code_of(replace(HERE, origin=ORIGIN + "B")) == "checkpoint/key"
    moved = replace(elsewhere, signature=HERE.signature)
    assert code_of(moved) == "checkpoint/signature"


@given(st.data())
def test_a_changed_note_is_refused_or_names_another_key(data: st.DataObject) -> None:
    """Each single character, replaced by any other: never the same checkpoint, never verified."""
    note = write(HERE)
    at = data.draw(st.integers(0, len(note) - 1))
    character = data.draw(st.characters().filter(lambda other: other != note[at]))
    with pytest.raises(BadRecord):
        verify(read(note[:at] + character + note[at + 1 :]), PUBLIC)


@pytest.mark.parametrize(
    "change",
    [
        lambda note: note + note.splitlines()[-1] + "\n",
        lambda note: note.replace("\n\n", "\nan extension\n\n"),
        lambda note: note.replace("\n17\n", "\n017\n"),
        lambda note: note.replace("\n17\n", "\n٣\n"),
        lambda note: note.replace("\n17\n", "\n1000000\n"),
        lambda note: note.replace("goM=\n", "goN=\n"),
        lambda note: note.replace("MgU=\n", "MgV=\n"),
        lambda note: note.replace("\n", "\r\n"),
        lambda note: note.rstrip("\n"),
        lambda note: note + "\n",
        lambda note: note.replace("— ", "- "),
        lambda note: note.replace("— pit", "— shaft"),
        lambda note: "",
        lambda note: "\ud800",
        lambda note: note * 10_000,
    ],
)
def test_the_note_has_one_form_only(change: Callable[[str], str]) -> None:
    changed = change(write(HERE))
    assert changed != write(HERE)
    with pytest.raises(BadRecord) as refused:
        read(changed)
    assert refused.value.code == "checkpoint/form"


@pytest.mark.parametrize(
    ("origin", "size", "root", "private", "code"),
    [
        ("", 1, ROOT, PRIVATE, "checkpoint/origin"),
        ("a" * (MAX_ORIGIN + 1), 1, ROOT, PRIVATE, "checkpoint/origin"),
        ("pit example", 1, ROOT, PRIVATE, "checkpoint/origin"),
        ("pit\n", 1, ROOT, PRIVATE, "checkpoint/origin"),
        ("pit+1", 1, ROOT, PRIVATE, "checkpoint/origin"),
        ("grübe", 1, ROOT, PRIVATE, "checkpoint/origin"),
        ("\ud800" * 100_000, 1, ROOT, PRIVATE, "checkpoint/origin"),
        (ORIGIN, -1, ROOT, PRIVATE, "checkpoint/size"),
        (ORIGIN, MAX_SIZE + 1, ROOT, PRIVATE, "checkpoint/size"),
        (ORIGIN, 10**5000, ROOT, PRIVATE, "checkpoint/size"),
        (ORIGIN, 1, ROOT[1:], PRIVATE, "checkpoint/root"),
        (ORIGIN, 1, ROOT, PRIVATE[1:], "checkpoint/key"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_does_not_fit_is_not_signed(
    origin: str, size: int, root: bytes, private: bytes, code: str
) -> None:
    with pytest.raises(BadRecord) as refused:
        sign(origin, size, root, private)
    assert refused.value.code == code
    assert len(str(refused.value)) < 1000


def test_a_short_key_is_refused() -> None:
    assert code_of(HERE, PUBLIC[:-1]) == "checkpoint/key"
    with pytest.raises(BadRecord) as refused:
        find_lines(write_line(HERE), b"")
    assert refused.value.code == "checkpoint/key"


@pytest.mark.parametrize("name", SURVIVABLE)
def test_the_line_is_found_after(name: str) -> None:
    assert find_lines(MANGLES[name](mail_with(write_line(HERE) + "\n")), PUBLIC) == (HERE,)


@pytest.mark.parametrize("name", sorted(set(MANGLES) - set(SURVIVABLE)))
def test_a_destroyed_line_is_never_taken_for_another(name: str) -> None:
    for found in find_lines(MANGLES[name](mail_with(write_line(HERE) + "\n")), PUBLIC):
        assert code_of(found) == "checkpoint/signature"


def test_the_line_is_found_after_chains_of_mangles() -> None:
    chance = random.Random(7)
    found = 0
    for _ in range(300):
        text = mail_with(write_line(HERE) + "\n")
        for name in chance.choices(SURVIVABLE, k=chance.randint(2, 4)):
            text = MANGLES[name](text)
        found += HERE in find_lines(text, PUBLIC)
    assert found >= 297


def test_all_lines_of_a_mail_are_found_each_once() -> None:
    later = sign(ORIGIN, 18, ROOT[::-1], PRIVATE)
    mail = (
        f"Your checkpoint\n{write_line(later)}\n\nThe last checkpoint: see below, 17, it was\n"
        f"> {write_line(HERE)}\n> > {write_line(later)}\n> > {write_line(HERE)}"
    )
    assert find_lines(mail, PUBLIC) == (later, HERE)


def test_digits_that_nothing_is_written_as_are_no_line() -> None:
    line = write_line(HERE)
    assert find_lines(line[:-129] + "z" * 129, PUBLIC) == ()
    assert find_lines(line[:-1], PUBLIC) == ()


@given(st.text())
def test_any_text_can_be_searched(text: str) -> None:
    assert find_lines(text, PUBLIC) == ()


def test_a_very_long_mail_is_refused() -> None:
    assert find_lines("checkpoint:" * (MAX_TEXT // 11), PUBLIC) == ()
    with pytest.raises(BadRecord) as refused:
        find_lines("x" * (MAX_TEXT + 1), PUBLIC)
    assert refused.value.code == "checkpoint/too-large"
