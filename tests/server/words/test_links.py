"""What a link in a mail fills in is what the server takes: the move, and the code of the turn."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

import server.desk.commands
from engine.rules import legal_actions, parse
from engine.show import best_plans
from engine.show.html import ByMail
from engine.wire.codes import find_codes
from server.desk.commands.move import is_written_move
from server.mail.reading import read_mail
from server.mail.writing import Outgoing, compose
from server.words.wording import read_words
from tests.engine.rules.table import drafted, set_up
from tests.server.mail.test_writing import HOUSE

assert server.desk.commands

REPLY = ByMail("pit@example.org", "Re: Grubenpost k3t9qa", "GP-7K3M-Q9XW-2TRD")


def received(move: str) -> str:
    """The text that arrives when somebody sends the reply as it is."""
    body = parse_qs(urlsplit(REPLY.link(move)).query)["body"][0]
    mail = Outgoing(to=REPLY.address, subject=REPLY.subject, text=body, at=0, dedupe_key=move)
    return read_mail(compose(HOUSE, mail)).text


def command_lines(text: str) -> list[str]:
    return list(read_words(text).commands)


def test_every_action_arrives() -> None:
    game = drafted(4)
    for action in legal_actions(game):
        text = received(action.write())
        assert command_lines(text) == [action.write()]
        assert find_codes(text) == [REPLY.code]


def test_long_plans_arrive_in_one_piece() -> None:
    game = set_up(drafted(3), 0, orders="C-kk,E-ybgk", storage="yyybbbk")
    plans = best_plans(game.pits[0], 10)
    assert plans
    for planned in plans:
        (line,) = command_lines(received(planned.action.write()))
        assert parse(line, game) == planned.action


@pytest.mark.parametrize("number", [4, 6, 8, 10])
def test_a_mining_space_that_waits_for_steps_is_taken_for_a_move(number: int) -> None:
    """So that it is answered with the plans and a question, and not passed over."""
    assert command_lines(received(f"mine {number}: ?")) == [f"mine {number}: ?"]


@pytest.mark.parametrize("written", ["mine 8: ?", "mine 8:?", "mine 8 : ?", "k3t9qa mine 8: ?"])
def test_the_steps_that_it_waits_for_are_left_open(written: str) -> None:
    assert is_written_move(written)
