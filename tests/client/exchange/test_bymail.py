"""What a player arranges by mail: registration with its code, games, archives that are checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from client.exchange.correspondence import Correspondence
from client.exchange.requests import fetch_archive, join, open_game, register
from client.letters.server_mail import read_mail
from client.refusals import Declined, NoAnswer
from engine.errors import BadRecord, Refused
from engine.record.archive import archive
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import open_letter
from engine.record.letters.schema import Letter
from engine.record.log.checkpoint import sign, write_line
from engine.wire.codes import find_codes
from engine.wire.facts import Facts, write_facts
from engine.wire.mails import FACTS, RECEIPT
from server.mail.reading import Incoming
from tests.client.pretend import (
    Pretend,
    Said,
    answer_mail,
    answering,
    corresponding,
    make_profile,
    new_game,
    refusing,
    server_mail,
    turn_mail,
)
from tests.engine.record.club import Match, player_key, server_key

CODE = "GP-7K3M-Q9XW-2TRD"
QUESTION = Said("Somebody, probably you, wants to play as anna.\n", facts=Facts(confirm=CODE))


@pytest.fixture
def post(tmp_path: Path) -> Iterator[tuple[Correspondence, Pretend]]:
    with corresponding(tmp_path) as made:
        yield made


def letter_in(mail: Incoming) -> Letter:
    (raw,) = mail.letters
    return open_letter(raw, lambda _: [player_key("anna").public]).letter


def test_registering_answers_the_code(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    pretend.answer = answering(QUESTION, "Welcome, anna!\n", "Your name is now Anna.\n")
    register(letters)
    first, second, third = (pretend.received(number) for number in (0, 1, 2))
    assert isinstance(letter_in(first), Register)
    assert find_codes(second.text) == [CODE]
    assert second.letters == ()
    # The name comes afterwards, in a letter that need not be kept.
    named = letter_in(third)
    assert isinstance(named, Request)
    assert named.text == "set name Anna"


def test_a_code_that_nobody_asked_for_is_not_answered(post: tuple[Correspondence, Pretend]) -> None:
    """Somebody else may have tried to register this address."""
    letters, pretend = post
    pretend.answer = lambda mail: [
        answer_mail(QUESTION),
        answer_mail(QUESTION, mail, answers=("0" * 64,)),
        server_mail(QUESTION.words, mail.message_id),
    ]
    with pytest.raises(NoAnswer):
        register(letters, patience=0)
    assert len(pretend.sent) == 1


def test_mails_from_before_are_left_alone(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    pretend.arriving.append(answer_mail(QUESTION))
    pretend.answer = answering(QUESTION, "Welcome!\n", "Your name is now Anna.\n")
    register(letters)
    assert len(pretend.sent) == 3


@pytest.mark.parametrize("step", [0, 1])
def test_a_refused_registration_says_why(step: int, post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    texts = [QUESTION, refusing("register/handle-taken")]
    pretend.answer = answering(*texts[1 - step :])
    with pytest.raises(Declined, match="for a good reason") as told:
        register(letters)
    assert told.value.code == "register/handle-taken"


def test_a_game_is_opened_and_joined(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    pretend.answer = answering(
        Said("The game is open.\n", facts=Facts(opened=("k3t9qa",))),
        "You have joined the game k3t9qa.\n",
    )
    assert open_game(letters, 4, face_down=True) == "k3t9qa"
    request = letter_in(pretend.received())
    assert isinstance(request, Request)
    assert request.text == "new players=4 auth=key deliveries=hidden"
    join(letters, "k3t9qa")


def test_fields_count_and_words_do_not(post: tuple[Correspondence, Pretend]) -> None:
    """Whatever a translator makes of a sentence, and whatever else stands in it."""
    letters, pretend = post
    decoys = "code: GP-0000-0000-0000\n\n  GP-0000-0000-0000\n\ngrubenpost join decoy\n"
    pretend.answer = answering(
        Said(decoys, facts=QUESTION.facts), decoys, decoys, Said(decoys, facts=Facts(opened=("k3t9qa",)))
    )
    register(letters)
    assert find_codes(pretend.received(1).text) == [CODE]
    assert open_game(letters, 4) == "k3t9qa"
    pretend.answer = answering(decoys)
    with pytest.raises(Declined) as told:
        open_game(letters, 3)
    assert told.value.code == "new/no-game"


@pytest.mark.parametrize("forgery", ["of another answer", "of another key"])
def test_facts_that_belong_elsewhere(forgery: str, post: tuple[Correspondence, Pretend]) -> None:
    """Nobody can put other facts beside a receipt: such a mail counts for nothing, and the letter waits."""
    letters, pretend = post
    told: list[Refused] = []
    letters.on_trouble = told.append

    def answer(mail: Incoming) -> list[bytes | Refused]:
        facts = Facts(opened=("decoy",))
        other = answer_mail(Said("Another one.\n", facts=facts), mail)
        beside = read_mail(other).files[FACTS]
        raw = answer_mail(Said("The game is open.\n", facts=Facts(opened=("k3t9qa",))), mail)
        files = read_mail(raw).files
        if forgery == "of another key":
            beside = write_facts(facts, files[RECEIPT], player_key("ben"))
        return [server_mail("The game is open.\n", mail.message_id, {**files, FACTS: beside})]

    pretend.answer = answer
    with pytest.raises(NoAnswer):
        open_game(letters, 3, patience=0)
    assert [error.code for error in told] == ["facts/other-receipt"]
    assert len(letters.intake.outbox.all()) == 1


def test_the_last_to_join_may_get_the_first_turn_as_the_answer(
    post: tuple[Correspondence, Pretend],
) -> None:
    letters, pretend = post
    match = new_game()
    pretend.answer = lambda mail: [turn_mail(match, answers=mail)]
    join(letters, "game-1")
    assert letters.kept("game-1").started


def test_the_order_of_joining_is_remembered(post: tuple[Correspondence, Pretend]) -> None:
    """The answer to a join letter is signed: the archive must be of a history that begins like that."""
    letters, pretend = post
    match = new_game()
    size = 3
    root = bytes.fromhex(match.book.log.heads[size - 1])
    line = write_line(sign(match.book.opening.origin, size, root, match.server.seed))
    pretend.answer = answering(Said("You have joined.\n", facts=Facts(checkpoints=(line,))))
    join(letters, "game-1")
    assert letters.kept("game-1").checkpoints == {size: line}
    forged = line[:-1] + ("0" if line[-1] != "0" else "1")
    pretend.answer = answering(Said("You have joined.\n", facts=Facts(checkpoints=(forged,))))
    with pytest.raises(BadRecord):
        join(letters, "game-1")


# Archives


def finished(luck: int = 1) -> Match:
    match = new_game()
    match.play_on(Random(luck))
    match.close()
    return match


def sending(data: bytes, name: str = "grubenpost-game-1.json") -> Pretend:
    pretend = Pretend()
    pretend.answer = lambda mail: [answer_mail("It is attached.\n", mail, {name: data})]
    return pretend


def archive_of(match: Match) -> bytes:
    return archive.write(archive.finished(match.book, match.server))


def test_an_archive_is_verified_and_written(post: tuple[Correspondence, Pretend], tmp_path: Path) -> None:
    letters, pretend = post
    match = finished()
    pretend.answer = sending(archive_of(match)).answer
    path, proved = fetch_archive(letters, "game-1")
    assert path == tmp_path / "archives" / "grubenpost-game-1.json"
    assert path.read_bytes() == archive_of(match)
    assert (proved.state, proved.game) == ("finished", "game-1")


def test_an_archive_of_another_history_is_refused(
    post: tuple[Correspondence, Pretend], tmp_path: Path
) -> None:
    """What came with the turns must be in it."""
    letters, pretend = post
    seen = new_game()
    seen.play_on(Random(2), 20)
    pretend.arriving.append(turn_mail(seen))
    letters.fetch()
    pretend.answer = sending(archive_of(finished(luck=1))).answer
    with pytest.raises(BadRecord, match="another history"):
        fetch_archive(letters, "game-1")
    assert list((tmp_path / "archives").glob("*")) == []


def test_an_archive_on_another_key_is_refused(tmp_path: Path) -> None:
    """Even if the mail that brings it is signed as it should be."""
    other, name = server_key("other.example.org"), "grubenpost-game-1.json"
    with corresponding(tmp_path, make_profile(key=other)) as (letters, pretend):
        data = archive_of(finished())
        pretend.answer = lambda mail: [answer_mail("It is attached.\n", mail, {name: data}, key=other)]
        with pytest.raises(BadRecord) as told:
            fetch_archive(letters, "game-1")
        assert told.value.code == "verify/other-key"


def test_a_damaged_archive_is_refused(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    pretend.answer = sending(archive_of(finished()).replace(b'"start":', b'"strat":')).answer
    with pytest.raises(Refused):
        fetch_archive(letters, "game-1")


def test_no_archive_at_all(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    pretend.answer = sending(b"{}", name="other.json").answer
    with pytest.raises(Declined, match="no archive"):
        fetch_archive(letters, "game-1")
