"""What a mail about a game says, and how it stands in its thread."""

from __future__ import annotations

import json
import re
from html import unescape
from random import Random

import pytest

from engine.record.log.checkpoint import find_lines
from engine.rules import from_data, standings
from tests.server.beginnings import remembered
from tests.server.house import ADDRESS, SERVER, Got, House, Member
from tests.server.playing import (
    first_move,
    hand_out,
    make_table,
    play_on,
    play_one,
    position,
    start_game,
    to_move,
)


@pytest.fixture
@remembered
def club(house: House) -> list[Member]:
    members, _ = make_table(house)
    return members


def to(mails: list[Got], member: Member) -> Got:
    (got,) = [got for got in mails if got.recipient == member.address]
    return got


def test_everyone_gets_one_mail_after_each_move(house: House, club: list[Member]) -> None:
    rng = Random(2)
    for _ in range(20):
        mails = play_one(club, rng)
        assert sorted(got.recipient for got in mails) == sorted(member.address for member in club)
        turn = to_move(club)
        assert turn is not None
        for member in club:
            got = to(mails, member)
            assert got.subject.startswith("[your turn] ") == (member is turn)
            assert got.kind == "turn"


def test_what_it_says(house: House, club: list[Member]) -> None:
    play_on(club, 13)
    mover = to_move(club)
    assert mover is not None
    ply, game = house.game(mover.turn["game"]).ply, mover.turn["game"]
    mails = hand_out(club, mover.move("money 5"))
    turn = to_move(club)
    assert turn is not None
    receipt, news = to(mails, mover).text, to(mails, turn).text
    assert f"Your move {ply}:  money 5\n" in receipt
    assert receipt.splitlines()[0].startswith(f"Game {game}, move {ply + 1}: it's ")
    assert news.splitlines()[0] == f"Game {game}, move {ply + 1}: it is your turn."
    # Since the reader's own last move, that included; then what can be done, at what cost; then the board.
    story = news[news.index("What happened:") : news.index("What you can do:")]
    assert story.count("on money 5 and takes 5 Marks") >= 1
    assert len(re.findall(r"^  [\w .]+ (?:places|drafts|goes|takes)", story, re.MULTILINE)) >= 3
    order = [
        news.index(part)
        for part in ("What happened:", "You have: ", "What you can do:", "══════", "checkpoint: ")
    ]

    assert order == sorted(order)
    assert re.search(r"^ +\d+  money 4 +\d workers? +take 4 Marks", news, re.MULTILINE)
    assert re.search(r"^ +\d+  factory \d +\d workers? +\d Marks?", news, re.MULTILINE)
    assert re.search(r"^ +\d+a  (?:completes|fills|makes ready)", news, re.MULTILINE)
    # The others see what the next player can do, in short and without numbers.
    others = [member for member in club if member not in (turn,)]
    for member in others:
        text = to(mails, member).text
        assert re.search(r"^[\w .]+ can play: ", text, re.MULTILINE)
        assert not re.search(r"^ +\d+  money 4 ", text, re.MULTILINE)
        assert "To move" not in text
        assert ("code:" in text) == (not member.own_key), "one that is good for asking"


def test_how_to_answer(house: House, club: list[Member]) -> None:
    for _ in range(8):
        member = to_move(club)
        assert member is not None
        assert member.last is not None
        if member.own_key:
            assert f"To move:  grubenpost move {member.turn['game']}" in member.last.text
            assert "code:" not in member.last.text
        else:
            assert "leave this line in your reply" in member.last.text
            assert len(re.findall(r"GP-\w{4}-\w{4}-\w{4}", member.last.text)) == 1
        play_on(club, 1)


def test_a_mail_in_ascii(house: House, club: list[Member]) -> None:
    for member in club:
        member.ask("set style ascii")
    for got in play_on(club, 9):
        assert got.text.isascii()
    assert "Klara" in got.text


def test_a_mail_for_a_screen_reader(house: House, club: list[Member]) -> None:
    club[0].ask("set style spoken")
    play_on(club, 9)
    assert club[0].last is not None
    assert not re.search(r"[─│═|=~-]{2}", club[0].last.text.split("checkpoint: ")[0])


def test_a_mail_with_a_page(house: House, club: list[Member]) -> None:
    for member in club:
        member.ask("set style html")
    play_on(club, 9)
    for member in club:
        assert member.last is not None
        page = member.last.message.get_body(("html",))
        assert page is not None
        html: str = page.get_content()
        assert "Клара" in unescape(html)
        assert ("mailto:" in html) == (not member.own_key)  # a move, or orders for the next turn
        assert member.last.message.get_content_type() == "multipart/mixed"


def test_each_in_their_own_language(house: House, club: list[Member]) -> None:
    anna, ben, clara, _ = club
    ben.ask("set language de")
    clara.ask("set language ru")
    play_on(club, 5)
    assert anna.last is not None
    assert ben.last is not None
    assert clara.last is not None
    assert "What happened:" in anna.last.text
    assert "Was geschah:" in ben.last.text
    assert "Что произошло:" in clara.last.text


def test_without_checkpoint_and_position(house: House, club: list[Member]) -> None:
    anna = club[0]
    anna.ask("set checkpoint off; set position off")
    mover = to_move(club)
    assert mover is not None
    mails = mover.move(first_move(mover))
    # What answers her own letter is signed, whatever she wants attached.
    assert set(to(mails, anna).files) == ({"grubenpost-receipt.json"} if mover is anna else set())
    assert "checkpoint: " not in to(mails, anna).text


def test_only_my_turns(house: House, club: list[Member]) -> None:
    anna = club[0]
    play_on(club, 4)
    anna.ask("set mails mine")
    rng = Random(3)
    for _ in range(12):
        mover = to_move(club)
        mails = play_one(club, rng)
        got = [mail for mail in mails if mail.recipient == anna.address]
        assert bool(got) == (anna in (mover, to_move(club)))
        anna.turn = club[1].turn | {"seat": anna.turn["seat"]}  # the test looks on, the mail does not come


def test_lines_are_short_and_plain(house: House, club: list[Member]) -> None:
    for _ in range(4):
        for got in play_on(club, 7):
            lines = got.text.splitlines()
            assert [line for line in lines if len(line) > 78 and not line.startswith("checkpoint: ")] == []
            assert not any(line.startswith(("From ", ".")) for line in lines)


def test_the_checkpoint_and_the_position(house: House, club: list[Member]) -> None:
    for got in play_on(club, 5):
        assert got.text.rstrip().splitlines()[-1].startswith("checkpoint: ")
        (checkpoint,) = find_lines(got.text, house.settings.key.public.raw)
        turn = json.loads(got.files["grubenpost-position.json"])
        assert checkpoint.root.hex() == turn["head"]
        assert checkpoint.size == turn["entries"] == house.game(turn["game"]).entries
        assert checkpoint.origin == f"{SERVER}/{turn['game']}"
        assert from_data(turn["position"]).ply == 5
        assert turn["handles"] == ["anna", "ben", "clara", "dora"]


def test_threads_hold_together(house: House, club: list[Member]) -> None:
    game = club[0].turn["game"]
    mails = [got for _ in range(6) for got in play_on(club, 1)]
    mails += club[0].ask(f"board {game}")
    roots = {str(got.message["References"]).split()[0] for got in mails}
    assert len(roots) == 1
    assert roots.pop().endswith(f"@{SERVER}>")
    base = {(got.recipient, re.sub(r"^\[.*?\] ", "", got.subject)) for got in mails}
    assert len(base) == len(club), "one subject for each reader, whatever is up"
    assert all(subject.endswith(f" · Grubenpost {game}") for _, subject in base)
    assert len({str(got.message["Message-ID"]) for got in mails}) == len(mails)
    for got in mails:
        assert str(got.message["List-Id"]) == f"<{game}.{SERVER}>"
        assert str(got.message["List-Unsubscribe"]).startswith(f"<mailto:{ADDRESS}?subject=unsubscribe")
        assert got.message["Auto-Submitted"] in ("auto-generated", "auto-replied")
        assert str(got.message["X-Loop"]) == SERVER
        assert str(got.message["Reply-To"]) == ADDRESS


def test_the_movers_mail_answers_the_movers_mail(house: House, club: list[Member]) -> None:
    mover = to_move(club)
    assert mover is not None
    mails = play_on(club, 1)
    own = to(mails, mover)
    sent = f"<{house.uid}@example.org>"
    assert str(own.message["In-Reply-To"]) == sent
    assert str(own.message["References"]).split()[-1] == sent
    assert str(own.message["Auto-Submitted"]) == "auto-replied"
    for got in mails:
        if got is not own:
            assert sent not in str(got.message["References"])


def test_nobody_learns_an_address(house: House, club: list[Member]) -> None:
    game = club[0].turn["game"]
    mails = [got for seed in range(8) for got in play_on(club, 1, seed=seed)]
    for member in club:
        for question in (f"archive {game}", "status", "games", f"history {game}", f"abandon {game}"):
            mails += member.ask(question)
    for got in mails:
        content = got.raw.decode() + got.text + "".join(file.decode() for file in got.files.values())
        others = [member.address for member in club if member.address != got.recipient]
        assert not any(address in content for address in others)


def test_who_wants_no_mail_gets_only_answers(house: House, club: list[Member]) -> None:
    ben, game = club[1], club[1].turn["game"]
    ben.ask("set mails none")
    heard: set[str] = set()
    while position(club[0]).turn != ben.turn["seat"]:
        heard |= {got.recipient for got in play_on([club[0], *club[2:]], 1)}
    assert ben.address not in heard
    (mail,) = ben.ask(f"resend {game}")
    hand_out([ben], [mail])
    mails = ben.reply("1")
    assert to(mails, ben).text.startswith("Game ")  # the receipt is an answer
    assert len(mails) == 4


def test_the_end(house: House) -> None:
    both, game = make_table(house, 2)
    mails = play_on(both)
    won = " and ".join(
        both[standing.seat].name for standing in standings(position(both[0])) if standing.rank == 1
    )
    for got in mails:
        (place,) = re.findall(
            rf"\[game over: {won} wins; your place: (\d) of 2\] with [\w ]+ · Grubenpost {game}", got.subject
        )
        over, result, *_ = got.text.splitlines()
        assert over.endswith("the game is over.")
        assert result == f"{won} wins; your place: {place} of 2."
        assert "tunnel imbalance (-2 each)" in got.text
        assert f"send `archive {game}`" in got.text
        assert "can do" not in got.text
        assert got.files["grubenpost-points.png"].startswith(b"\x89PNG\r\n")
    assert position(both[0]).over


@pytest.mark.parametrize("names", [("Anna", "anna"), ("Ben", "BEN"), ("ben", "Sam"), ("Sam", "Sam")])
def test_nobody_borrows_a_name(house: House, names: tuple[str, str]) -> None:
    """Whoever takes somebody else's name or handle for a display name is called by their own handle."""
    members = [Member(house, "anna", names[0]), Member(house, "ben", names[1], own_key=False)]
    for member in members:
        member.register()
    start_game(members)
    play_on(members, 4)
    for member in members:
        shown = json.loads(member.last.files["grubenpost-position.json"])["names"] if member.last else []
        assert len({name.casefold() for name in shown}) == 2
        for other, name in zip(("ben", "anna"), shown, strict=True):
            assert name.casefold() != other
