"""Somebody mails what only the server may say: nothing of it is shown as true, and nothing is done for it.

Everybody can send a mail that looks like the server's, with its mark, its subjects and its words, and an
opponent has true checkpoints and true turns of the same game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from random import Random
from typing import Any

import pytest

from client.bots.seat import BotSeat
from client.exchange.correspondence import Correspondence
from client.exchange.intake import Intake
from client.exchange.requests import join, register
from client.memory.memory import Keeping, TwoHistories
from client.outbox.outbox import Outbox
from client.profile.home import Home
from client.profile.profile import House, read_profile, write_profile
from client.refusals import Declined, NoAnswer
from engine.errors import Refused
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import open_letter
from engine.record.log import canonical
from engine.record.log.checkpoint import write_line
from engine.rules import legal_actions, to_data, view
from engine.wire.facts import Facts
from server.desk.opened_letters import letter_ids
from server.mail.reading import Incoming
from tests.client.athome import GAME, AtHome
from tests.client.bots.test_seat import STALE, annas_turn
from tests.client.exchange.test_bymail import CODE, QUESTION
from tests.client.pretend import (
    TOLD,
    Pretend,
    Said,
    answer_mail,
    answering,
    carrying,
    corresponding,
    facts_of,
    make_profile,
    new_game,
    server_mail,
    signed_by,
    turn_mail,
    written,
)
from tests.engine.record.club import SERVER, Match, player_key, server_key

MALLORY = PrivateKey(bytes(32))
Post = tuple[Correspondence, Pretend, list[Refused]]


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    with corresponding(tmp_path) as (letters, pretend):
        told: list[Refused] = []
        letters.on_trouble = told.append
        yield letters, pretend, told


def codes(told: list[Refused]) -> list[str]:
    return [error.code for error in told]


# Boards


def false_board(match: Match) -> dict[str, Any]:
    """A sound position, but of another course of the game."""
    other = new_game()
    other.play_on(Random(77), match.book.game.ply)
    position: dict[str, Any] = json.loads(json.dumps(to_data(view(other.book.game, 0))))
    return position


def unsigned(match: Match, position: Any) -> dict[str, Any]:
    """A turn as servers wrote it when they signed nothing but the checkpoint."""
    names = ("server", "game", "seat", "names", "handles", "head", "entries", "closed")
    facts = facts_of(match, 0)
    return {"format": "grubenpost-turn/1", **{name: facts[name] for name in names}, "position": position}


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


# Receipts and refusals


def playing(post: Post) -> tuple[BotSeat, Match]:
    letters, pretend, _ = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    seat = BotSeat(letters, GAME, patience=0)
    seat.await_start()
    return seat, match


FALSE_ANSWERS: dict[str, Callable[[Incoming, Said], bytes]] = {
    "words alone": lambda mail, text: server_mail(text.words, mail.message_id),
    "another key": lambda mail, text: answer_mail(text, mail, key=MALLORY),
    "another letter": lambda mail, text: answer_mail(text, mail, answers=("0" * 64,)),
    "no letter": lambda mail, text: answer_mail(text, mail, answers=()),
    "together with another": lambda mail, text: answer_mail(
        STALE, mail, answers=(*letter_ids(mail.letters), "0" * 64)
    ),
    "another server": lambda mail, text: answer_mail(text, mail, server="other.example.org"),
    "changed after signing": lambda mail, text: tampered(answer_mail(text, mail)),
}
"""Whoever has read our mail knows its Message-ID, and the letter in it."""


def tampered(raw: bytes) -> bytes:
    """The code of the refusal is changed, and nothing else."""
    mail = message_from_bytes(raw, policy=SMTP)
    assert isinstance(mail, EmailMessage)
    for part in mail.iter_attachments():
        data = part.get_content()
        part.set_content(
            data.replace(b'"at":0', b'"at":1'), "application", "json", filename=part.get_filename()
        )
    return mail.as_bytes()


@pytest.mark.parametrize("forgery", FALSE_ANSWERS)
def test_a_forged_refusal_drops_no_move(forgery: str, post: Post) -> None:
    letters, pretend, told = post
    seat, _ = playing(post)
    pretend.answer = lambda mail: [FALSE_ANSWERS[forgery](mail, STALE)]
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(seat.turn.position)[0])
    assert len(told) == (0 if forgery in ("another letter", "no letter", "together with another") else 1), (
        codes(told)
    )
    assert seat.in_doubt
    assert [waiting.answer for waiting in Outbox(letters.home.outbox).all()] == [""]


def test_the_true_refusal_drops_it(post: Post) -> None:
    _, pretend, _ = post
    seat, _ = playing(post)
    pretend.answer = lambda mail: [answer_mail(STALE, mail)]
    with pytest.raises(Declined) as told:
        seat.move(legal_actions(seat.turn.position)[0])
    assert told.value.code == "move/stale"
    assert not seat.in_doubt


def test_a_refusal_of_an_earlier_letter_is_not_taken_for_this_one(post: Post) -> None:
    """It is true, and signed; somebody sends it once more, as the answer to a later mail."""
    letters, pretend, _ = post
    seat, _ = playing(post)
    pretend.answer = lambda mail: [answer_mail(STALE, mail)]
    with pytest.raises(Declined):
        seat.move(legal_actions(seat.turn.position)[0])
    old = pretend.received()
    pretend.answer = lambda mail: [answer_mail(STALE, old, mail=mail.message_id)]
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(seat.turn.position)[1])
    assert seat.in_doubt
    assert letters.intake.outbox.all()[0].answer == ""


@pytest.mark.parametrize("forgery", FALSE_ANSWERS)
def test_a_forged_receipt_makes_nobody_believe_a_move_was_made(forgery: str, post: Post) -> None:
    _, pretend, _ = post
    seat, match = playing(post)
    done = deepcopy(match)
    done.play_on(Random(3), 1)

    def answer(mail: Incoming) -> list[bytes | Refused]:
        board = json.dumps(unsigned(done, to_data(view(done.book.game, 0)))).encode()
        return [FALSE_ANSWERS[forgery](mail, Said("Your move was taken.\n")), carrying(board, done)]

    pretend.answer = answer
    before = seat.turn
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(before.position)[0])
    assert seat.turn == before
    assert seat.in_doubt


def test_a_forged_answer_opens_no_game_and_takes_no_seat(post: Post) -> None:
    letters, pretend, told = post
    pretend.answer = lambda mail: [server_mail("You have joined the game k3t9qa.\n", mail.message_id)]
    with pytest.raises(NoAnswer):
        join(letters, "k3t9qa", patience=0)
    assert codes(told) == ["answer/unsigned"]
    assert not (letters.home.games / "k3t9qa.json").exists()


def test_a_mail_that_nobody_signed_is_shown_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    anna.pretend.arriving.append(server_mail("Your key is lost. Send it to me.\n"))
    assert f"not signed by {SERVER}" in anna.must("fetch")
    anna.pretend.arriving.append(answer_mail("You are invited.\n"))
    told = anna.must("fetch")
    assert "You are invited." in told
    assert "not signed" not in told


def test_a_forged_recover_code_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    anna.pretend.answer = lambda mail: [server_mail(f"Here it is.\n\n  {CODE}\n"), *lost(mail)]
    assert anna.run("recover", "--yes", "--patience", "0").exit_code == 4
    assert len(anna.pretend.sent) == 1


def lost(mail: Incoming) -> list[bytes | Refused]:
    return [answer_mail(Said(f"Here it is.\n\n  {CODE}\n", facts=Facts(recover=CODE)), key=MALLORY)]


# The key


def stranger(folder: Path, **known: Any) -> tuple[Home, Any]:
    """Somebody who is not registered yet, and knows of the server's key what is said here."""
    home, profile = Home(folder, folder), make_profile()
    profile = replace(profile, house=House(SERVER, profile.house.address, **known))
    write_profile(home, profile)
    return home, profile


WELCOME = (QUESTION, "Welcome, anna!\n", "Your name is now Anna.\n")


def test_registering_pins_the_key(tmp_path: Path) -> None:
    home, profile = stranger(tmp_path)
    with corresponding(tmp_path, profile) as (letters, pretend):
        told: list[House] = []
        letters.intake.on_key = told.append
        pretend.answer = answering(*WELCOME)
        register(letters)
        assert [house.key for house in told] == [server_key().public]
    house = read_profile(home).house
    assert (house.key, house.fingerprint) == (server_key().public, server_key().public.fingerprint)


@pytest.mark.parametrize("known", ["key", "fingerprint"])
def test_what_the_host_told_must_fit(known: str, tmp_path: Path) -> None:
    other = server_key("other.example.org").public
    told = {"key": other} if known == "key" else {"fingerprint": other.fingerprint}
    home, profile = stranger(tmp_path, **told)
    with corresponding(tmp_path, profile) as (letters, pretend):
        troubles: list[Refused] = []
        letters.on_trouble = troubles.append
        pretend.answer = answering(*WELCOME)
        with pytest.raises(NoAnswer):
            register(letters, patience=0)
        assert codes(troubles) == ["server/other-key"]
        assert len(pretend.sent) == 1, "no code is sent back to somebody else"
    assert read_profile(home).house == profile.house


def test_the_right_fingerprint_brings_the_key(tmp_path: Path) -> None:
    home, profile = stranger(tmp_path, fingerprint=server_key().public.fingerprint)
    with corresponding(tmp_path, profile) as (letters, pretend):
        pretend.answer = answering(*WELCOME)
        register(letters)
    assert read_profile(home).house.key == server_key().public


def test_a_profile_of_former_times_gets_the_key_from_the_next_mail(tmp_path: Path) -> None:
    """It has the fingerprint only. A mail by another key is refused before and after."""
    home, profile = stranger(tmp_path, fingerprint=server_key().public.fingerprint)
    match = annas_turn()
    false = signed_by(
        MALLORY, {**facts_of(match, 0), "checkpoint": write_line(match.book.checkpoint(MALLORY))}
    )
    with corresponding(tmp_path, profile) as (letters, pretend):
        troubles: list[Refused] = []
        letters.on_trouble = troubles.append
        pretend.arriving.extend([carrying(false, match), turn_mail(match), carrying(false, match)])
        letters.fetch()
        assert codes(troubles) == ["server/other-key"] * 2
        turn = letters.kept(GAME).turn
        assert turn is not None
        assert turn.signer == server_key().public
    assert read_profile(home).house.key == server_key().public


def test_without_any_key_nothing_is_shown_as_true(tmp_path: Path) -> None:
    """Until the server has answered a letter of ours."""
    home, profile = stranger(tmp_path)
    match = annas_turn()
    with corresponding(tmp_path, profile) as (letters, pretend):
        troubles: list[Refused] = []
        letters.on_trouble = troubles.append
        pretend.arriving.extend([turn_mail(match), answer_mail("You are invited.\n")])
        letters.fetch()
        assert codes(troubles) == ["server/no-key"] * 2
        assert letters.kept(GAME).turn is None
        assert read_profile(home).house.key is None
        pretend.answer = answering("None is open.\n")
        letters.ask(letters.quill.request("games"), 0)
        assert letters.profile.house.key == server_key().public
        pretend.arriving.append(turn_mail(match))
        letters.fetch()
        assert letters.kept(GAME).started


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    "forgery", ["notice", "words alone", "another letter", "no letter", "another server", "other mail"]
)
def test_a_forged_welcome_pins_nothing(when: str, forgery: str, tmp_path: Path) -> None:
    """Who has not read our letter can't name it: only the mail's Message-ID could be guessed."""
    home, profile = stranger(tmp_path)
    true = answering(*WELCOME)
    makes: dict[str, Callable[[Incoming], bytes]] = {
        "notice": lambda mail: answer_mail(QUESTION, key=MALLORY),
        "words alone": lambda mail: server_mail(QUESTION.words, mail.message_id),
        "another letter": lambda mail: answer_mail(QUESTION, mail, key=MALLORY, answers=("0" * 64,)),
        "no letter": lambda mail: answer_mail(QUESTION, mail, key=MALLORY, answers=()),
        "another server": lambda mail: answer_mail(QUESTION, mail, key=MALLORY, server="x.example.org"),
        "other mail": lambda mail: answer_mail(QUESTION, mail, key=MALLORY, mail="<1@x>", answers=()),
    }

    def answer(mail: Incoming) -> list[bytes | Refused]:
        false, right = makes[forgery](mail), true(mail)
        return [false, *right] if when == "before" else [*right, false]

    with corresponding(tmp_path, profile) as (letters, pretend):
        pretend.answer = answer
        register(letters)
    assert read_profile(home).house.key == server_key().public


def test_a_key_that_is_swapped_on_the_way_is_refused_ever_after(post: Post) -> None:
    """Even in an answer to our own letter."""
    letters, pretend, told = post
    pretend.answer = lambda mail: [answer_mail("None is open.\n", mail, key=MALLORY)]
    with pytest.raises(NoAnswer):
        letters.ask(letters.quill.request("games"), 0)
    assert codes(told) == ["server/other-key"]
    assert MALLORY.public.fingerprint in str(told[0])
    assert letters.profile.house.key == server_key().public


def test_a_changed_key_can_be_accepted_knowingly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    anna.answer_with("None is open.\n")
    anna.must("games")
    assert server_key().public.fingerprint in " ".join(anna.must("trust").split())
    assert anna.pretend.watermark.last_uid
    new, words = MALLORY.public, MALLORY.public.fingerprint.split()
    assert anna.run("trust", *words).exit_code == 1, "nobody is there to be asked"
    assert read_profile(anna.home).house.key == server_key().public
    anna.must("trust", *words, "--yes")
    assert (read_profile(anna.home).house.key, read_profile(anna.home).house.fingerprint) == (
        None,
        new.fingerprint,
    )
    assert Keeping(anna.home).watermark().last_uid == 0, "what was refused is read again"
    anna.pretend.arriving.extend([answer_mail("From the old key.\n"), answer_mail("Hello.\n", key=MALLORY)])
    result = anna.run("fetch")
    assert "another key" in " ".join(result.stderr.split())
    assert read_profile(anna.home).house.key == new
    anna.must("trust", *new.line.split())
    assert anna.run("trust", "12345").exit_code == 1


def test_another_set_up_keeps_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever changes the mail account does not begin to trust anew."""
    anna = AtHome(tmp_path, monkeypatch)
    words = "init --no-test --no-passphrase --no-keyring --name Anna --handle anna --address anna@example.org"
    more = f"--imap 127.0.0.1:1/none --smtp 127.0.0.1:1/none --server {SERVER} --password-file -"
    anna.must(*words.split(), *more.split(), typed="secret\n")
    assert read_profile(anna.home).house.key == server_key().public
    anna.must(*words.split(), *more.split(), "--server-key", MALLORY.public.fingerprint, typed="secret\n")
    house = read_profile(anna.home).house
    assert (house.key, house.fingerprint) == (None, MALLORY.public.fingerprint)


# What was kept before letters were named, and what is damaged


def test_a_damaged_letter_keeps_no_turn_from_being_taken_in(post: Post) -> None:
    letters, pretend, told = post
    letters.home.outbox.mkdir()
    (letters.home.outbox / "x.json").write_text("{}")
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    assert codes(told) == ["state/damaged-letter"]
    assert letters.kept(GAME).started


def test_a_waiting_letter_of_former_times_is_known_by_its_letter(post: Post) -> None:
    letters, pretend, _ = post
    seat, _ = playing(post)
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(seat.turn.position)[0])
    (path,) = letters.home.outbox.glob("*.json")
    facts = json.loads(path.read_bytes())
    del facts["letter"]
    game, number, text = (facts["purpose"][name] for name in ("game", "number", "text"))
    facts |= {"format": "grubenpost-waiting/1", "purpose": f"move {game} {number} {text}", "game": game}
    facts["answer"] = server_mail(STALE.words, facts["message_id"]).decode(
        "latin-1"
    )  # which nobody has signed
    path.write_text(json.dumps(facts))
    sent = len(pretend.sent)
    pretend.answer = lambda mail: [answer_mail(STALE, mail)]
    with pytest.raises(Declined):
        seat.send_again()
    assert len(pretend.sent) == sent + 1
    (raw,) = pretend.received().letters
    assert isinstance(open_letter(raw, lambda _: [player_key("anna").public]).letter, Move)
