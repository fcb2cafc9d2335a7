"""Letters: closed schemas, one file for each kind."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadLetter, Refused
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds import (
    FORMATS,
    KINDS,
    join,
    kind_of,
    leave,
    move,
    old_join,
    orders,
    press,
    recover,
    register,
    request,
    reveal,
    revoke,
    rotate,
    veto,
)
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.move import BY_KINDS, By, Move
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.orders import StandingOrders
from engine.record.letters.kinds.press import Press
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.schema import Letter, LetterKind
from engine.record.names.display_name import Name

OLD, NEW = PrivateKey(b"o" * 32).public, PrivateKey(b"n" * 32).public
PIT = "pit.example.org"
HASH, NONCE = "0123456789abcdef" * 4, "0123456789abcdef" * 2
SALT = bytes(16)
MOVE = Move(PIT, "01J9ZK3V9Q8R7T6S5W4X3Y2Z1A", 17, 2, HASH, NONCE, "mine 8: to g, load g x2")
BOT_MOVE = replace(MOVE, by=By("bot", HASH))
REGISTER = Register(PIT, "anna", "key", OLD, NONCE)
ALL: list[Letter] = [
    MOVE,
    BOT_MOVE,
    REGISTER,
    Join(PIT, "g1", "anna", OLD, HASH, NONCE),
    OldJoin(PIT, "g1", "anna", OLD, HASH, NONCE),
    Reveal(PIT, "g1", "anna", HASH, HASH),
    Leave(PIT, "g1", "anna", HASH),
    StandingOrders(PIT, "g1", "anna", 17, NONCE, "next: money 5 if costs <= 1; else bank"),
    Press(PIT, "g1", "anna", "", NONCE, "Glück auf, Ännchen!\n\nBis morgen."),
    Request(PIT, "anna", NONCE, "set name Ännchen; new players=3"),
    Rotate(PIT, "anna", OLD, NEW, NONCE),
    Revoke(PIT, "anna", OLD),
    Recover(PIT, "anna", NEW, "7kq2-m4xt", NONCE),
    Veto(PIT, "anna", HASH),
]

handles = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{1,23}", fullmatch=True)
servers = st.from_regex(r"[a-z0-9]{1,9}(\.[a-z0-9]{1,3}){0,3}", fullmatch=True)
games = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", fullmatch=True)
hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
nonces = st.binary(min_size=16, max_size=16).map(bytes.hex)
keys = st.sampled_from([OLD, NEW])
words = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=9)
visible = st.text(
    st.characters(categories=("L", "N", "P", "Sc", "Sm"), exclude_characters="\u115f\u1160\u3164\uffa0"),
    min_size=1,
    max_size=9,
)
any_letter = st.one_of(
    st.builds(
        Move,
        servers,
        games,
        st.integers(0, 1_000_000),
        st.integers(0, 3),
        hashes,
        nonces,
        st.lists(words, min_size=1, max_size=20).map(" ".join),
        st.none() | st.builds(By, st.sampled_from(BY_KINDS), hashes),
    ),
    st.builds(
        Register,
        servers,
        handles,
        st.sampled_from(["key", "mailbox"]),
        keys,
        nonces,
    ),
    st.builds(Join, servers, games, handles, keys, hashes, nonces),
    st.builds(OldJoin, servers, games, handles, keys, hashes, nonces),
    st.builds(Reveal, servers, games, handles, hashes, hashes),
    st.builds(Leave, servers, games, handles, hashes),
    st.builds(
        StandingOrders,
        servers,
        games,
        handles,
        st.integers(0, 1_000_000),
        nonces,
        st.lists(words, min_size=1, max_size=20).map(" ".join),
        st.none() | st.builds(By, st.sampled_from(BY_KINDS), hashes),
    ),
    st.builds(Request, servers, handles, nonces, st.lists(visible, min_size=1, max_size=20).map(" ".join)),
    st.builds(Rotate, servers, handles, keys, keys, nonces),
    st.builds(Revoke, servers, handles, keys),
    st.builds(Recover, servers, handles, keys, st.from_regex(r"[A-Za-z0-9-]{8,64}", fullmatch=True), nonces),
    st.builds(Veto, servers, handles, hashes),
)


def code_of(kind: LetterKind[Letter], payload: bytes) -> str:
    with pytest.raises(BadLetter) as refusal:
        kind.read(payload)
    return refusal.value.code


def changed(letter: Letter, old: str, new: str) -> str:
    """The code for a letter whose payload somebody wrote differently."""
    kind = kind_of(letter)
    payload = kind.write(letter)
    assert payload.count(old.encode()) == 1
    return code_of(kind, payload.replace(old.encode(), new.encode()))


@given(any_letter)
def test_what_is_written_is_read_back(letter: Letter) -> None:
    kind = kind_of(letter)
    payload = kind.write(letter)
    assert kind.read(payload) == letter
    assert payload.isascii()
    assert tomllib.loads(payload.decode("ascii"))["format"] == kind.format


def test_every_kind_is_found_by_its_file() -> None:
    names = "move register join reveal leave orders press request rotate revoke recover veto"
    first = {f"grubenpost-{name}/1" for name in names.split()}
    assert FORMATS == first | {"grubenpost-join/2"} == KINDS.keys()
    modules = (
        *(move, register, join, old_join, reveal, leave, orders, press, request),
        *(rotate, revoke, recover, veto),
    )
    for module, letter in zip(modules, ALL[1:], strict=True):
        assert kind_of(letter) is module.LETTER
        assert module.read(module.write(letter)) == letter


def test_a_move_reads_like_this() -> None:
    assert (
        move.write(BOT_MOVE).decode("ascii")
        == f"""\
format = "grubenpost-move/1"
server = "pit.example.org"
game = "01J9ZK3V9Q8R7T6S5W4X3Y2Z1A"
ply = 17
seat = 2
base = "{HASH}"
nonce = "{NONCE}"
action = "mine 8: to g, load g x2"
[by]
kind = "bot"
entry = "{HASH}"
"""
    )


def test_what_is_not_ascii_travels_as_escapes() -> None:
    asked = Request(PIT, "anna", NONCE, "set name Ännchen 😀")
    assert b'text = "set name \\u00c4nnchen \\U0001f600"\n' in request.write(asked)


@pytest.mark.parametrize("letter", ALL, ids=lambda letter: type(letter).__name__)
def test_every_field_is_needed_once_and_no_other_is_allowed(letter: Letter) -> None:
    kind = kind_of(letter)
    lines = kind.write(letter).splitlines(keepends=True)
    for at, line in enumerate(lines[1:], start=1):
        if line != b"[by]\n":
            without = b"".join(lines[:at] + lines[at + 1 :])
            assert code_of(kind, without) == "letter/missing-field"
        twice = b"".join([*lines[: at + 1], *lines[at:]])
        assert code_of(kind, twice) == "letter/twice"
        more = b"".join([*lines[:at], b'colour = "red"\n', *lines[at:]])
        assert code_of(kind, more) == "letter/unknown-field"
        nothing = b"".join([*lines[:at], line.split(b" ")[0] + b" = \n", *lines[at + 1 :]])
        assert code_of(kind, nothing) == "letter/line"
    assert code_of(kind, b"".join(lines[1:])) == "letter/wrong-type"


@pytest.mark.parametrize("letter", ALL, ids=lambda letter: type(letter).__name__)
def test_a_field_of_another_type_is_refused(letter: Letter) -> None:
    kind = kind_of(letter)
    lines = kind.write(letter).splitlines(keepends=True)
    for at, line in enumerate(lines):
        if line == b"[by]\n":
            continue
        name, value = line.split(b" = ")
        other = b'"7"\n' if value[:1].isdigit() else b"7\n"
        payload = b"".join([*lines[:at], name + b" = " + other, *lines[at + 1 :]])
        assert code_of(kind, payload) == "letter/wrong-type"


@pytest.mark.parametrize("letter", ALL, ids=lambda letter: type(letter).__name__)
def test_a_letter_of_one_kind_is_not_read_as_another(letter: Letter) -> None:
    for kind in KINDS.values():
        if kind is not kind_of(letter):
            assert code_of(kind, kind_of(letter).write(letter)) == "letter/wrong-type"


@pytest.mark.parametrize(
    ("letter", "old", "new", "code"),
    [
        (MOVE, "ply = 17", "ply = 1000001", "letter/out-of-range"),
        (MOVE, "ply = 17", "ply = -1", "letter/line"),
        (MOVE, "ply = 17", f"ply = {'9' * 5000}", "letter/line"),
        (MOVE, "ply = 17", f"ply = {'[' * 10_000}", "letter/line"),
        (MOVE, "ply = 17", "ply = 17.0", "letter/line"),
        (MOVE, "ply = 17", "ply = true", "letter/line"),
        (MOVE, "seat = 2", "seat = 4", "letter/out-of-range"),
        (MOVE, PIT, "Pit.example.org", "letter/bad-value"),
        (MOVE, PIT, "pit..example.org", "letter/bad-value"),
        (MOVE, PIT, "pit.example.org.", "letter/bad-value"),
        (MOVE, PIT, "-pit.example.org", "letter/bad-value"),
        (MOVE, PIT, "", "letter/bad-value"),
        (MOVE, PIT, "p" * 64, "letter/bad-value"),
        (MOVE, PIT, "p." * 127, "letter/too-long"),
        (MOVE, MOVE.game, "", "letter/bad-value"),
        (MOVE, MOVE.game, "g" * 41, "letter/too-long"),
        (MOVE, MOVE.game, "g/1", "letter/bad-value"),
        (MOVE, f'base = "{HASH}"', f'base = "{HASH.upper()}"', "letter/bad-value"),
        (MOVE, f'base = "{HASH}"', f'base = "{HASH[1:]}"', "letter/bad-value"),
        (MOVE, f'base = "{HASH}"', f'base = "{HASH}0"', "letter/too-long"),
        (MOVE, f'nonce = "{NONCE}"', 'nonce = ""', "letter/bad-value"),
        (MOVE, MOVE.action, "", "letter/bad-value"),
        (MOVE, MOVE.action, "bank ", "letter/bad-value"),
        (MOVE, MOVE.action, "mine  8", "letter/bad-value"),
        (MOVE, MOVE.action, "b\\u00e4nk", "letter/bad-value"),
        (MOVE, MOVE.action, "bank\\u000abank", "letter/bad-value"),
        (MOVE, MOVE.action, "x" * 2001, "letter/too-long"),
        (MOVE, f'action = "{MOVE.action}"', 'action = "bank"\nby = "bot"', "letter/wrong-type"),
        (BOT_MOVE, 'kind = "bot"', 'kind = "me"', "letter/bad-value"),
        (BOT_MOVE, 'kind = "bot"', 'kind = "substitutes"', "letter/too-long"),
        (BOT_MOVE, "[by]", "[from]", "letter/unknown-field"),
        (BOT_MOVE, "[by]", "[by]\n[by]", "letter/twice"),
        (REGISTER, '"anna"', '"a"', "letter/bad-value"),
        (REGISTER, '"anna"', '"1anna"', "letter/bad-value"),
        (REGISTER, '"anna"', '"anna b"', "letter/bad-value"),
        (REGISTER, '"anna"', '"\\u0430nna"', "letter/bad-value"),
        (REGISTER, '"anna"', f'"a{"b" * 24}"', "letter/too-long"),
        (REGISTER, '"key"', '"password"', "letter/too-long"),
        (REGISTER, '"key"', '"keys"', "letter/bad-value"),
        (REGISTER, OLD.line, OLD.line.upper(), "letter/bad-value"),
        (REGISTER, OLD.line, OLD.line + " ", "letter/bad-value"),
        (REGISTER, OLD.line, OLD.line[:-1], "key/not-a-key"),
        (REGISTER, OLD.line, NEW.line[:-3] + OLD.line[-3:], "key/typo"),
    ],
)
def test_a_wrong_value_is_refused_with_its_code(letter: Letter, old: str, new: str, code: str) -> None:
    assert changed(letter, old, new) == code


@pytest.mark.parametrize(
    "character",
    "\0 \n \t \x1b \x7f \x85 \xa0 \xad \u034f \u061c \u115f \u200b \u200d \u200e \u200f \u2028 \u202a"
    " \u202e \u2060 \u2066 \u2069 \u3000 \u3164 \ue000 \ufe0f \ufeff \uffff \U0001d173 \U000e0041"
    " \U0010ffff".split(" "),
)
def test_names_hold_no_control_direction_or_invisible_characters(character: str) -> None:
    for name in (character, f"An{character}na", f"Anna {character}"):
        asked = Request(PIT, "anna", NONCE, "status")
        assert changed(asked, "status", escaped(name)) == "letter/bad-value"
        with pytest.raises(BadLetter):
            request.write(replace(asked, text=name))
        with pytest.raises(BadLetter):
            Name(name, SALT)


def escaped(name: str) -> str:
    return "".join(f"\\U{ord(character):08x}" for character in name)


@pytest.mark.parametrize("name", ["", " ", " Anna", "Anna ", "Anna  B", "A" * 41, "\ud800", "a;b", ";"])
def test_names_are_words_with_single_spaces(name: str) -> None:
    with pytest.raises(BadLetter) as refusal:
        Name(name, SALT)
    assert refusal.value.code in ("letter/bad-value", "letter/too-long")


@pytest.mark.parametrize("name", ["Åsa", "李雷", "Игорь", "O'Neill-Müller", "محمد", "山田 太郎", "<b>{x}%s"])
def test_names_of_the_world_are_welcome(name: str) -> None:
    assert Name(name, SALT).text == name
    asked = Request(PIT, "anna", NONCE, f"set name {name}")
    assert request.read(request.write(asked)) == asked


@pytest.mark.parametrize(
    "wrong",
    [
        replace(MOVE, ply=-1),
        replace(MOVE, ply=True),
        replace(MOVE, ply="17"),  # type: ignore[arg-type]
        replace(MOVE, seat=4),
        replace(MOVE, action="bänk"),
        replace(MOVE, action=None),  # type: ignore[arg-type]
        replace(MOVE, by=By("me", HASH)),
        replace(MOVE, by=("bot", HASH)),  # type: ignore[arg-type]
        replace(REGISTER, key=OLD.line),  # type: ignore[arg-type]
    ],
)
def test_what_could_not_be_read_is_not_written(wrong: Letter) -> None:
    with pytest.raises(BadLetter):
        kind_of(wrong).write(wrong)


@given(st.sampled_from(sorted(FORMATS)), st.binary(max_size=200))
def test_any_payload_is_a_letter_or_refused(format: str, body: bytes) -> None:
    with pytest.raises(Refused) as refusal:
        KINDS[format].read(f'format = "{format}"\n'.encode() + body)
    assert refusal.value.code.startswith("letter/")


def test_a_refusal_says_what_was_sent_and_what_would_do() -> None:
    with pytest.raises(BadLetter) as refusal:
        move.write(replace(MOVE, seat=7))
    assert str(refusal.value) == "seat must be a whole number from 0 to 3"
    with pytest.raises(BadLetter) as refusal:
        register.write(replace(REGISTER, auth="no"))
    assert str(refusal.value) == "auth is 'no', but must be one of key, mailbox"
