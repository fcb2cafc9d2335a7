"""An upgrade in the middle of everything: files and mails of the version before are understood.

`older/` holds what Anna's client had in its home, and what her server wrote, before letters on their way were
records with fields and mails told facts in fields. Each folder is one command that had been sent and was said
again with this version: its letters in the outbox, and the mails that answer them. Only the time at which the
letters were written is changed here, for they are given up after a day.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from client.bots.seat import BotSeat
from client.exchange.correspondence import Correspondence
from client.exchange.intake import Intake
from client.exchange.recovery import ask_for_code
from client.exchange.requests import game_in, join, register
from client.memory.glance import glance
from client.outbox.outbox import Outbox
from client.outbox.pending import Purpose
from client.profile.home import Home
from client.profile.profile import House, Profile, write_profile
from client.refusals import Declined
from engine.record.letters.key import PrivateKey
from tests.client.pretend import Pretend, corresponding, make_profile
from tests.server.house import ADDRESS, SERVER

OLDER = Path(__file__).parents[1] / "older"
GAME = "x06aer"
SERVER_KEY = PrivateKey(sha256(f"server {SERVER}".encode()).digest()).public
"""The key of the server that wrote the mails."""


def profile_of_anna() -> Profile:
    made = make_profile()
    return Profile("anna", "Anna", House(SERVER, ADDRESS, SERVER_KEY, SERVER_KEY.fingerprint), made.account)


def move_in(step: str, folder: Path) -> None:
    """Anna's home as the version before left it."""
    write_profile(Home(folder, folder), profile_of_anna())
    for part in ("outbox", "games", "journals", "tables"):
        if (OLDER / step / part).exists():
            shutil.copytree(OLDER / step / part, folder / part, dirs_exist_ok=True)
    for path in folder.glob("outbox/*.json"):
        facts = json.loads(path.read_bytes())
        path.write_text(json.dumps({**facts, "at": int(time.time())}, ensure_ascii=False))


def mails(step: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((OLDER / step).glob("*.eml"))]


@pytest.fixture
def anna(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Correspondence, Pretend]]:
    """Her client, after the upgrade; the mails lie in her mailbox."""
    step = request.param
    move_in(step, tmp_path)
    with corresponding(tmp_path, profile_of_anna()) as (post, pretend):
        pretend.arriving.extend(mails(step))
        yield post, pretend


Anna = tuple[Correspondence, Pretend]


@pytest.mark.parametrize("anna", ["register"], indirect=True)
def test_a_registration_is_finished(anna: Anna) -> None:
    """The code stands in the words of the question, and each letter is found by what it was for."""
    post, pretend = anna
    before = {waiting.message_id for waiting in post.intake.outbox.all()}
    register(post, patience=0)
    assert {str(mail["Message-ID"]) for mail in pretend.sent} <= before
    assert post.intake.outbox.all() == []


@pytest.mark.parametrize("anna", ["new"], indirect=True)
def test_a_game_that_was_opened(anna: Anna) -> None:
    post, pretend = anna
    (waiting,) = post.intake.outbox.all()
    assert waiting.purpose.kind == "request"
    assert waiting.purpose.text.startswith("new players=2 ")
    assert game_in(post.await_answer(waiting.message_id, 0)) == GAME
    assert pretend.sent == []


@pytest.mark.parametrize("anna", ["join"], indirect=True)
def test_a_seat_that_was_taken(anna: Anna) -> None:
    post, pretend = anna
    known = dict(post.kept(GAME).checkpoints)
    assert known, "the file of the game knows the checkpoint already"
    post.kept(GAME).checkpoints.clear()
    join(post, GAME, patience=0)
    assert post.kept(GAME).checkpoints == known
    assert len(pretend.sent) == 1
    assert post.intake.outbox.all() == []


@pytest.mark.parametrize("anna", ["refused"], indirect=True)
def test_a_refusal(anna: Anna) -> None:
    post, _ = anna
    (waiting,) = post.intake.outbox.all()
    with pytest.raises(Declined) as told:
        post.await_answer(waiting.message_id, 0)
    assert told.value.code == "game/not-running"
    assert post.intake.outbox.all() == []


@pytest.mark.parametrize("anna", ["reveal"], indirect=True)
def test_a_share_of_the_shuffle(anna: Anna) -> None:
    """The table has come and the share was sent; the receipt is the first turn, or says that it is there."""
    post, _ = anna
    (waiting,) = post.intake.outbox.all()
    assert waiting.purpose == Purpose("reveal", GAME, 0)
    post.fetch()
    assert post.intake.outbox.all() == []


@pytest.mark.parametrize("anna", ["recover"], indirect=True)
def test_a_code_for_a_lost_key(anna: Anna) -> None:
    post, pretend = anna
    assert [waiting.purpose for waiting in post.intake.outbox.all()] == [Purpose("recover")]
    code = ask_for_code(post, 0)
    assert f"  {code}\n" in mails("recover")[0].decode().replace("\r\n", "\n")
    assert len(pretend.sent) == 1
    assert post.intake.outbox.all() == []


@pytest.mark.parametrize("anna", ["move"], indirect=True)
@pytest.mark.parametrize("copies", ["both", "the game's only", "the outbox's only"])
def test_a_move_on_its_way(copies: str, anna: Anna) -> None:
    """It lay in two files, of which either may be missing after a power cut. Now it lies in the outbox."""
    post, pretend = anna
    home = post.home
    if copies == "the game's only":
        shutil.rmtree(home.outbox)
    if copies == "the outbox's only":
        file = home.games / f"{GAME}.json"
        file.write_text(json.dumps({**json.loads(file.read_bytes()), "pending": None}))
    found = glance(home, GAME)
    assert found is not None
    assert found.pending == "draft B-kk"
    answers = [pretend.arriving.popleft() for _ in mails("move")]
    pretend.answer = lambda mail: list(answers)
    seat = BotSeat(post, GAME, 0)
    assert seat.in_doubt
    (waiting,) = Outbox(home.outbox).all()
    assert waiting.purpose == Purpose("move", GAME, 0, "draft B-kk")
    assert waiting.handed == (copies != "the game's only")
    assert json.loads((home.games / f"{GAME}.json").read_bytes()).get("pending") is None
    assert seat.send_again().position.ply == 1
    assert len(pretend.sent) == 1
    assert not seat.in_doubt
    assert Outbox(home.outbox).all() == []


def test_a_move_that_was_settled_does_not_come_back(tmp_path: Path) -> None:
    move_in("move", tmp_path)
    home = Home(tmp_path, tmp_path)
    intake = Intake(home, profile_of_anna())
    pending = intake.pending(GAME)
    assert pending is not None
    intake.settle(pending)
    assert Intake(home, profile_of_anna()).pending(GAME) is None
    found = glance(home, GAME)
    assert found is not None
    assert found.pending == ""
