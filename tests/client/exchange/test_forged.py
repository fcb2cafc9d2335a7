"""Somebody mails what only the server may say: nothing of it is shown as true, and nothing is done for it.

Everybody can send a mail that looks like the server's, with its mark, its subjects and its words, and an
opponent has true checkpoints and true turns of the same game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from client.bots.seat import BotSeat
from client.exchange.intake import Intake
from client.memory.memory import Keeping, TwoHistories
from client.profile.home import Home
from engine.record.log import canonical
from engine.record.log.checkpoint import write_line
from engine.rules import to_data, view
from tests.client.athome import GAME, AtHome
from tests.client.bots.test_seat import annas_turn
from tests.client.exchange.forging import MALLORY, Post, codes, unsigned
from tests.client.pretend import (
    TOLD,
    carrying,
    facts_of,
    new_game,
    server_mail,
    signed_by,
    turn_mail,
    written,
)
from tests.engine.record.club import SERVER, Match, server_key


def false_board(match: Match) -> dict[str, Any]:
    """A sound position, but of another course of the game."""
    other = new_game()
    other.play_on(Random(77), match.book.game.ply)
    position: dict[str, Any] = json.loads(json.dumps(to_data(view(other.book.game, 0))))
    return position


def test_a_true_newer_checkpoint_over_a_false_board(post: Post) -> None:
    """An opponent has the checkpoint from a mail of their own."""
    letters, pretend, told = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    known = letters.kept(GAME).turn
    match.play_on(Random(5), 3)
    forged = json.dumps(unsigned(match, false_board(match))).encode()
    pretend.arriving.append(carrying(forged, match))
    letters.fetch()
    assert codes(told) == ["turn/unsigned"]
    assert letters.kept(GAME).turn == known
    assert set(letters.kept(GAME).checkpoints) == {known.entries if known else 0}


FORGERIES: dict[str, Callable[[dict[str, Any], Match], dict[str, Any]]] = {
    "board": lambda facts, match: {**facts, "position": false_board(match)},
    "names": lambda facts, _: {**facts, "names": ["Anna", "Clara", "Ben"]},
    "turn": lambda facts, _: {**facts, "position": {**facts["position"], "turn": 1}},
    "money": lambda facts, _: {
        **facts,
        "position": {
            **facts["position"],
            "pits": [{**pit, "money": pit["money"] + 1} for pit in facts["position"]["pits"]],
        },
    },
    "story": lambda facts, _: {**facts, "said": "You have won."},
    "end": lambda facts, _: {**facts, "closed": "abandoned"},
    "receipt": lambda facts, _: {**facts, "answers": ["0" * 64]},
}
"""An opponent can put in what they like, but has no key but their own."""


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("how", ["as it was signed", "signed by another key", "with the server's key named"])
def test_a_changed_turn_is_refused(forgery: str, how: str, post: Post) -> None:
    letters, pretend, told = post
    match = annas_turn()
    facts = FORGERIES[forgery](facts_of(match, 0), match)
    data = canonical.dumps(facts)
    if how == "signed by another key":
        line = write_line(match.book.checkpoint(MALLORY))
        data = signed_by(MALLORY, {**facts, "checkpoint": line})
    elif how == "with the server's key named":
        own = signed_by(MALLORY, facts).decode()
        data = own.replace(MALLORY.public.line, match.server.public.line).encode()
    pretend.arriving.append(carrying(data, match))
    letters.fetch()
    wanted = "server/other-key" if how == "signed by another key" else "statement/signature"
    assert codes(told) == [wanted]
    assert letters.kept(GAME).turn is None


def test_another_seats_true_board_is_not_ours(post: Post) -> None:
    """Ben passes on what the server has signed for him."""
    letters, pretend, told = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match, reader=1))
    letters.fetch()
    assert codes(told) == ["turn/not-yours"]
    assert letters.kept(GAME).turn is None


def test_a_turn_of_another_server_is_not_ours(post: Post) -> None:
    letters, pretend, told = post
    match = annas_turn()
    other = server_key("other.example.org")
    facts = {**facts_of(match, 0), "server": "other.example.org"}
    line = write_line(match.book.checkpoint(other)).replace(SERVER, "other.example.org")
    pretend.arriving.append(carrying(signed_by(other, {**facts, "checkpoint": line}), match))
    letters.fetch()
    assert len(told) == 1
    assert letters.kept(GAME).turn is None


def test_an_older_true_board_is_never_the_present_one(post: Post) -> None:
    letters, pretend, told = post
    match = annas_turn()
    old = turn_mail(match)
    match.play_on(Random(5), 3)
    pretend.arriving.extend([turn_mail(match), old])
    letters.fetch()
    turn = letters.kept(GAME).turn
    assert (told, turn and turn.head) == ([], match.book.log.head)
    assert letters.kept(GAME).told == TOLD


def test_two_boards_of_one_log_are_two_histories(post: Post) -> None:
    """Both are signed by the server, over one head. The proof is kept."""
    letters, pretend, told = post
    match = annas_turn()
    facts = facts_of(match, 0)
    other = signed_by(match.server, {**facts, "position": false_board(match)})
    pretend.arriving.extend([turn_mail(match), carrying(other, match)])
    letters.fetch()
    assert [type(error) for error in told] == [TwoHistories]
    kept = letters.kept(GAME)
    assert kept.turn is not None
    assert kept.turn.position == view(match.book.game, 0)
    assert kept.forks == [other.decode()]
    assert Keeping(letters.home).game(GAME).forks == kept.forks


def test_other_words_or_a_forgotten_name_are_no_second_history(post: Post) -> None:
    letters, pretend, told = post
    match = annas_turn()
    names = [match.book.seats[0].handle, *match.book.shown_names()[1:]]
    pretend.arriving.extend([turn_mail(match), turn_mail(match, said="Ein anderer Satz.", names=names)])
    letters.fetch()
    assert told == []


def test_of_a_mail_of_the_day_only_what_is_signed_is_taken(post: Post) -> None:
    letters, pretend, told = post
    first, second, third = annas_turn(), new_game(seed=2), new_game(seed=3)
    false = canonical.dumps({**facts_of(second, 0), "said": "You have won."})
    files = {
        "grubenpost-position.json": written(first),
        "grubenpost-position-2.json": false,
        "grubenpost-position-3.json": written(third),
    }
    pretend.arriving.append(server_mail("today", "", files))
    letters.fetch()
    assert codes(told) == ["statement/signature"]
    assert [letters.kept(f"game-{n}").started for n in (1, 2, 3)] == [True, False, True]


def test_a_move_is_never_made_on_an_unsigned_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a former client kept can be looked at, with a warning; a signed position takes its place."""
    anna = AtHome(tmp_path, monkeypatch)
    anna.begin()
    keep_as_before(anna.home, unsigned(anna.match, false_board(anna.match)))
    shown = anna.run("board", GAME)
    assert shown.exit_code == 0
    assert "nobody vouches for it" in " ".join(shown.stderr.split())
    assert anna.json("status")[0]["signed"] is False
    for command in ("move", "sign"):
        result = anna.run(command, GAME, "1", *(["--yes"] if command == "move" else []))
        assert result.exit_code == 1
    assert not anna.pretend.sent
    anna.pretend.answer = lambda mail: [turn_mail(anna.match, answers=mail)]
    assert "asked for" in anna.must("fetch")
    anna.must("fetch")
    assert anna.json("status")[0]["signed"] is True
    assert anna.waiting() == []
    assert anna.run("board", GAME).stderr == ""
    anna.pretend.answer = anna.take_move
    anna.must("move", GAME, "1", "--yes")


def test_a_seat_asks_for_a_signed_position(post: Post) -> None:
    """So does a bot that plays by mail."""
    letters, pretend, _ = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    keep_as_before(letters.home, unsigned(match, false_board(match)), entries=999_999)
    letters.intake = Intake(letters.home, letters.profile)
    pretend.answer = lambda mail: [turn_mail(match, answers=mail)]
    assert BotSeat(letters, GAME, patience=0).look().position == view(match.book.game, 0)


def keep_as_before(home: Home, turn: dict[str, Any], **changes: Any) -> None:
    """Put into a home what a former client has kept there, true or not."""
    path = home.games / f"{GAME}.json"
    facts = json.loads(path.read_bytes())
    path.write_text(json.dumps({**facts, "turn": {**turn, **changes}}))


def test_unproved_checkpoints_of_former_times_accuse_nobody(post: Post) -> None:
    """Without the key a former client kept any line. One that the server did not sign proves nothing."""
    letters, pretend, told = post
    match = annas_turn()
    other = new_game()
    other.play_on(Random(9), 30)
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    path = letters.home.games / f"{GAME}.json"
    facts = json.loads(path.read_bytes())
    match.play_on(Random(5), 1)
    size = len(match.book.log.entries)
    true = facts["checkpoints"][0]
    false = write_line(deepcopy(other).book.checkpoint(MALLORY))
    false = false.replace(f", {len(other.book.log.entries)},", f", {size},")
    spoilt = {"turn": unsigned(match, false_board(match)), "checkpoints": [true, false], "forks": [false]}
    path.write_text(json.dumps({**facts, **spoilt}))
    letters.intake = Intake(letters.home, letters.profile)
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    assert told == []
    kept = letters.kept(GAME)
    assert (kept.proved, kept.forks) == (True, [])
    assert set(kept.checkpoints) == {size - 1, size}
