"""A seat by mail: nothing is lost, nothing is sent twice as something new, and the server is watched."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from client.bots.seat import BotSeat
from client.exchange.correspondence import Correspondence
from client.memory.memory import TwoHistories
from client.refusals import Declined, NoAnswer, NoPost
from engine.errors import Refused
from engine.record.letters.post import open_letter
from engine.rules import legal_actions
from server.mail.reading import Incoming
from tests.client.pretend import (
    Pretend,
    answer_mail,
    corresponding,
    new_game,
    no_post,
    refusing,
    turn_mail,
)
from tests.engine.record.club import Match, player_key, random_action

GAME = "game-1"
STALE = refusing("move/stale", "This move is for ply 3.")


@pytest.fixture
def post(tmp_path: Path) -> Iterator[tuple[Correspondence, Pretend]]:
    with corresponding(tmp_path) as made:
        yield made


def annas_turn(more: int = 0) -> Match:
    """A game in which it is the turn of the first seat."""
    match, rng = new_game(), Random(3)
    match.play_on(rng, 9 + more)
    while match.book.game.turn != 0:
        match.play_on(rng, 1)
    return match


class Host:
    """Plays the game as the server does: takes moves, answers with the next position."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.letters: list[bytes] = []
        self.asked: list[str] = []

    def answer(self, mail: Incoming) -> list[bytes | Refused]:
        (raw,) = mail.letters
        self.letters.append(raw)
        letter = open_letter(raw, lambda _: [player_key("anna").public]).letter
        text = getattr(letter, "text", "")
        if text:
            self.asked.append(text)
            return [turn_mail(self.match, answers=mail)]
        self.match.book.take_move(raw, self.match.now)
        return [turn_mail(self.match, answers=mail)]


def test_a_move_is_answered_with_the_next_position(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    host = Host(annas_turn())
    pretend.answer = host.answer
    pretend.arriving.append(turn_mail(host.match))
    seat = BotSeat(letters, GAME)
    turn = seat.await_start()
    assert turn.mine
    after = seat.move(legal_actions(turn.position)[0])
    assert after.position.ply == turn.position.ply + 1
    assert after.entries == len(host.match.book.log.entries)
    assert not seat.in_doubt


def test_a_refused_move_is_told_and_forgotten(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    pretend.answer = lambda mail: [answer_mail("Other news.\n"), answer_mail(STALE, mail)]
    seat = BotSeat(letters, GAME)
    turn = seat.await_start()
    with pytest.raises(Declined, match="This move is for ply 3") as told:
        seat.move(legal_actions(turn.position)[0])
    assert told.value.code == "move/stale"
    assert not seat.in_doubt


def test_without_an_answer_the_move_stays(post: tuple[Correspondence, Pretend], tmp_path: Path) -> None:
    """And whoever comes back sends the very same letter."""
    letters, pretend = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    seat = BotSeat(letters, GAME, patience=0)
    turn = seat.await_start()
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(turn.position)[0])
    assert seat.in_doubt
    (lost,) = pretend.received().letters
    host = Host(match)
    with corresponding(tmp_path) as (again, other_end):
        other_end.answer = host.answer
        back = BotSeat(again, GAME)
        assert back.in_doubt
        assert back.catch_up().position.ply == turn.position.ply + 1
        assert host.asked == [f"resend {GAME}"]
        assert host.letters[-1] == lost
        assert not back.in_doubt


def test_a_move_that_arrived_after_all_is_not_sent_again(
    post: tuple[Correspondence, Pretend], tmp_path: Path
) -> None:
    letters, pretend = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    seat = BotSeat(letters, GAME, patience=0)
    turn = seat.await_start()
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(turn.position)[0])
    match.book.take_move(pretend.received().letters[0], match.now)
    host = Host(match)
    with corresponding(tmp_path) as (again, other_end):
        other_end.answer = host.answer
        assert BotSeat(again, GAME).catch_up().position.ply == turn.position.ply + 1
        assert len(host.letters) == 1


def test_looking_sends_a_kept_move_again(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    seat = BotSeat(letters, GAME, patience=0)
    assert seat.look().mine
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(seat.turn.position)[0])
    pretend.answer = Host(match).answer
    assert BotSeat(letters, GAME).look().position.ply == match.book.game.ply


def test_a_lost_line_is_told_and_made_anew(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    told: list[str] = []
    letters.on_trouble = lambda error: told.append(error.code)
    match = annas_turn()
    pretend.arriving.extend([no_post(), no_post(), turn_mail(match)])
    assert BotSeat(letters, GAME).await_start().entries == len(match.book.log.entries)
    assert told == ["post/imap"]  # the same trouble is told once


def test_a_refused_login_is_not_tried_for_ever(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    pretend.arriving.append(NoPost("post/login", "not that password"))
    with pytest.raises(NoPost, match="not that password"):
        BotSeat(letters, GAME).await_start()


def test_who_watches_can_end_the_waiting(post: tuple[Correspondence, Pretend]) -> None:
    letters, _ = post

    def gone() -> None:
        raise Refused("play/gone", "the server has stopped")

    letters.watch = gone
    with pytest.raises(Refused, match="has stopped"):
        BotSeat(letters, GAME).await_start()


def test_two_histories_are_told_and_the_first_one_stays(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    told: list[Refused] = []
    letters.on_trouble = told.append
    match, other = new_game(), new_game()
    match.play_on(Random(1), 8)
    other.play_on(Random(2), 8)
    pretend.arriving.extend([turn_mail(match), turn_mail(other)])
    letters.fetch()
    (refusal,) = told
    assert isinstance(refusal, TwoHistories)
    assert BotSeat(letters, GAME).turn.head == match.book.log.head


def test_a_server_that_takes_back_what_it_signed_is_told(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    match = annas_turn()
    before = deepcopy(match)
    match.play_on(Random(1), 3)
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    pretend.answer = lambda mail: [turn_mail(before, answers=mail)]
    with pytest.raises(TwoHistories) as told:
        BotSeat(letters, GAME, patience=0).catch_up()
    assert told.value.code == "turn/taken-back"


def test_newer_mail_may_overtake_the_answer(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    match = annas_turn()
    before = deepcopy(match)
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    match.play_on(Random(1), 3)
    pretend.answer = lambda mail: [turn_mail(match), turn_mail(before, answers=mail)]
    assert BotSeat(letters, GAME, patience=0).catch_up().head == match.book.log.head


def test_an_old_answer_is_not_taken_for_one_of_now(post: tuple[Correspondence, Pretend]) -> None:
    """Somebody asked, was stopped before the answer was used, and the game has gone on since."""
    letters, pretend = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    letters.send(letters.quill.request(f"resend {GAME}", GAME))
    pretend.arriving.append(turn_mail(match, answers=pretend.received()))
    letters.fetch()
    match.play_on(Random(4), 2)
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    pretend.answer = Host(match).answer
    assert BotSeat(letters, GAME).catch_up().head == match.book.log.head
    assert letters.intake.outbox.all() == []


def test_news_of_other_games_are_kept_and_not_taken_for_ours(
    post: tuple[Correspondence, Pretend],
) -> None:
    letters, pretend = post
    ours, other = annas_turn(), new_game(seed=2)
    pretend.arriving.extend([turn_mail(other), turn_mail(ours)])
    assert BotSeat(letters, GAME).await_start().game == GAME
    assert letters.kept("game-2").started


def test_a_seat_that_has_seen_nothing_says_so(post: tuple[Correspondence, Pretend]) -> None:
    with pytest.raises(NoAnswer, match="no position"):
        BotSeat(post[0], GAME).look()


def test_waiting_goes_on_until_something_new_comes(post: tuple[Correspondence, Pretend]) -> None:
    letters, pretend = post
    match, rng = annas_turn(), Random(5)
    pretend.arriving.append(turn_mail(match))
    seat = BotSeat(letters, GAME)
    seat.await_start()
    pretend.arriving.append(turn_mail(match))  # the same once more is no news
    match.move(random_action(match.book, rng))
    pretend.arriving.append(turn_mail(match))
    assert seat.await_news().entries == len(match.book.log.entries)
