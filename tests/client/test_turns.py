"""A turn mail is believed only as far as the server's signature under it goes."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.mails import BadMail, Mail, read_mail
from client.turns import POSITION, read_checkpoint, read_turn, read_turn_mail
from engine.errors import Refused
from engine.record.checkpoint import write_line
from engine.rules import Game, view
from tests.client.pretend import TOLD, facts_of, new_game, server_mail, turn_mail
from tests.engine.record.club import NAMES, SERVER, Match, server_key

OTHER_KEY = server_key("other.example.org").public


def a_match(plies: int = 10) -> Match:
    match = new_game()
    match.play_on(Random(1), plies)
    return match


def taken(raw: bytes, server: str = SERVER, **more: Any) -> Refused | None:
    """Why a turn mail is not taken; nothing if it is."""
    try:
        read_turn_mail(read_mail(raw), server, more.get("key", server_key().public))
    except Refused as refusal:
        return refusal
    return None


def test_a_turn_is_read() -> None:
    match = a_match()
    game: Game = match.book.game
    for seat in range(3):
        got = read_turn_mail(read_mail(turn_mail(match, seat)), SERVER, server_key().public)
        assert got.turn.position == view(game, seat)
        assert got.turn.names == NAMES[:3]
        assert got.turn.whose == NAMES[game.turn]
        assert got.turn.mine == (seat == game.turn)
        assert got.turn.head == match.book.log.head
        assert got.checkpoint == write_line(match.book.checkpoint(match.server))
        assert got.told == TOLD


def test_when_the_game_is_over_it_is_nobodys_turn() -> None:
    match = new_game()
    match.play_on(Random(1))
    turns = [read_turn_mail(read_mail(turn_mail(match, seat)), SERVER, None).turn for seat in range(3)]
    assert not any(turn.mine for turn in turns)


def test_a_game_that_was_given_up_is_nobodys_turn() -> None:
    match = new_game()
    facts = facts_of(match.book, match.book.game.turn)
    assert read_turn(json.dumps(facts).encode()).mine
    turn = read_turn(json.dumps({**facts, "closed": "abandoned"}).encode())
    assert (turn.closed, turn.ended, turn.mine) == ("abandoned", True, False)
    for wrong in ("lost", True, 1, ["over"]):
        with pytest.raises(BadMail):
            read_turn(json.dumps({**facts, "closed": wrong}).encode())


def test_a_mail_without_a_drawn_board_tells_its_headline() -> None:
    match = a_match()
    line = write_line(match.book.checkpoint(match.server))
    got = read_turn_mail(
        read_mail(turn_mail(match, text=f"Eine andere Zeichnung.\n\n{line}\n")), SERVER, None
    )
    assert got.told == "Eine andere Zeichnung."


def test_the_checkpoint_must_be_there() -> None:
    refusal = taken(turn_mail(a_match(), text="no checkpoint at all"))
    assert refusal is not None
    assert refusal.code == "turn/no-checkpoint"


def test_the_checkpoint_must_be_the_servers() -> None:
    raw = turn_mail(a_match())
    refusal = taken(raw, key=OTHER_KEY)
    assert refusal is not None
    assert refusal.code == "checkpoint/signature"
    assert taken(raw) is None
    assert taken(raw, key=None) is None  # as long as nobody knows the key


def test_an_older_checkpoint_does_not_do() -> None:
    match = a_match()
    old = write_line(match.book.checkpoint(match.server))
    match.play_on(Random(2), 1)
    refusal = taken(turn_mail(match, text=old))
    assert refusal is not None
    assert refusal.code == "turn/no-checkpoint"


def test_the_head_must_be_the_signed_one() -> None:
    refusal = taken(turn_mail(a_match(), head="0" * 64))
    assert refusal is not None
    assert refusal.code == "turn/other-head"


def test_a_turn_of_another_server_or_game_is_refused() -> None:
    match = a_match()
    codes = [
        getattr(refusal, "code", None)
        for refusal in (
            taken(turn_mail(match), server="other.example.org"),
            taken(turn_mail(match, server="other.example.org")),
            taken(turn_mail(match, game="game-2")),
        )
    ]
    assert codes == ["turn/other-server", "turn/other-server", "turn/no-checkpoint"]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "grubenpost-turn/2"},
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
    ],
)
def test_what_is_not_a_turn_is_refused(change: dict[str, Any]) -> None:
    assert isinstance(taken(turn_mail(a_match(), **change)), BadMail)


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=300)
    | st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists).map(
        lambda value: json.dumps(value).encode()
    )
)
def test_nothing_but_a_turn_is_a_turn(data: bytes) -> None:
    with pytest.raises(BadMail):
        read_turn(data)


MATCH = a_match()
FACTS = facts_of(MATCH.book, 0)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_spoilt_turn_is_refused_or_sound(data: st.DataObject) -> None:
    """Whatever stands in one place, nothing but a refusal comes of it."""
    facts = json.loads(json.dumps(FACTS))
    where = facts["position"] if data.draw(st.booleans()) else facts
    where[data.draw(st.sampled_from(sorted(where)))] = data.draw(
        st.none() | st.integers() | st.text(max_size=8) | st.lists(st.integers(), max_size=4) | st.just({})
    )
    try:
        turn = read_turn(json.dumps(facts).encode())
    except BadMail:
        return
    assert turn.position.players == len(turn.names)


@pytest.mark.parametrize("data", [b"[" * 100_000, b'{"a":' * 50_000, b"9" * 60_000, b" " * 70_000])
def test_bombs_are_refused(data: bytes) -> None:
    with pytest.raises(BadMail):
        read_turn(data)


# Mails


def test_a_mail_is_taken_apart() -> None:
    raw = server_mail("Glück auf!\n\n  code: GP-7K3M-Q9XW-2TRD\n", "<1@example.org>", {"a.json": b"{}\r\n\0"})
    mail = read_mail(raw)
    assert mail.code == "GP-7K3M-Q9XW-2TRD"
    assert mail.answers == "<1@example.org>"
    assert mail.files == {"a.json": b"{}\r\n\0"}
    assert mail.text.startswith("Glück auf!\n\n")
    assert mail.message_id.endswith(f"@{SERVER}>")
    assert mail.refusal == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("This was refused, and nothing was changed (move/stale):\n\nIt is …", "move/stale"),
        ("Das ging nicht (game/not-your-turn):\n\nSie …", "game/not-your-turn"),
        ("> new players=3\n\nThe game k3t9qa is open.", ""),
        ("Some (words) and/or others:\n\n(move/stale):\n", ""),
    ],
)
def test_a_refusal_is_known_by_its_code(text: str, code: str) -> None:
    assert read_mail(server_mail(text)).refusal == code


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=400)
    | st.builds(
        lambda kind, cte, body: (
            b"Content-Type: " + kind + b"\nContent-Transfer-Encoding: " + cte + b"\n\n" + body
        ),
        st.sampled_from(
            [b"text/plain; charset=nonsense", b"multipart/mixed; boundary=x", b"message/rfc822", b";"]
        ),
        st.sampled_from([b"base64", b"quoted-printable", b"x-uuencode", b"8bit", b"\xff"]),
        st.binary(max_size=200),
    )
)
def test_no_mail_breaks_the_reader(raw: bytes) -> None:
    with suppress(BadMail):
        assert isinstance(read_mail(raw), Mail)


def test_a_mail_of_many_parts_is_refused() -> None:
    raw = b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\nhello\n" * 100 + b"--x--\n"
    with pytest.raises(BadMail, match="parts"):
        read_mail(raw)


def test_a_mail_of_deep_parts_is_refused() -> None:
    raw = b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(3000))
    with pytest.raises(BadMail):
        read_mail(raw)


def test_the_attachment_is_what_counts_not_its_place() -> None:
    """A turn's name is fixed; another file, whatever it holds, is none."""
    match = a_match()
    mail = read_mail(server_mail("x", "", {"other.json": json.dumps(facts_of(match.book, 0)).encode()}))
    assert POSITION not in mail.files


# Checkpoints that were kept


def test_a_kept_line_can_be_read_again() -> None:
    made = MATCH.book.checkpoint(MATCH.server)
    assert read_checkpoint(write_line(made), MATCH.server.public) == made
    assert read_checkpoint(write_line(made)).root == made.root
    with pytest.raises(BadMail):
        read_checkpoint("nothing")
