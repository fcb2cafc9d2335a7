"""Whoever shows that our mail was read is answered: on one's own turn nothing that one writes vanishes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from server.ledger import models as rows
from tests.server.beginnings import remembered
from tests.server.house import CODE, Got, House, Member
from tests.server.playing import first_move, hand_out, make_table, play_on, to_move

DAY = 24 * 3600
BEN = "ben@example.org"
STRANGER = "mallory@example.net"


@pytest.fixture
@remembered
def club(house: House) -> list[Member]:
    """Anna with a key and Ben from his mailbox, in one game; it is Ben's turn, and not the first one."""
    both, _ = make_table(house, 2)
    play_on(both, 2)
    while to_move(both) is not both[1]:
        play_on(both, 1)
    return both


def entries(house: House) -> int:
    return len(house.all(rows.Entry))


def got_by(house: House, member: Member, kind: str = "turn") -> list[Got]:
    """The mails of a kind that somebody has got, the oldest first."""
    sent = [row for row in house.all(rows.Outbox) if (row.recipient, row.kind) == (member.address, kind)]
    return [Got(row.recipient, row.kind, row.mime) for row in sent]


def id_of(got: Got) -> str:
    return str(got.message["Message-ID"])


def quoted(got: Got, without_code: bool = False) -> str:
    lines = [line for line in got.text.splitlines() if not (without_code and CODE.search(line))]
    return "\n\nOn Monday at 12:00 Grubenpost wrote:\n" + "".join(f"> {line}\n" for line in lines)


Way = Callable[..., list[Got]]


def to_the_last_but_one(house: House, ben: Member, text: str, sender: str = BEN) -> list[Got]:
    before = got_by(house, ben)[-2]
    return house.write(sender, text + quoted(before), In_Reply_To=id_of(before))


def to_an_old_turn(house: House, ben: Member, text: str, sender: str = BEN) -> list[Got]:
    """Its code was used."""
    old = next(got for got in got_by(house, ben) if "it is your turn" in got.text)
    return house.write(sender, text + quoted(old))


def without_the_quote(house: House, ben: Member, text: str, sender: str = BEN) -> list[Got]:
    return house.write(sender, text, In_Reply_To=id_of(got_by(house, ben)[-1]))


def without_the_code(house: House, ben: Member, text: str, sender: str = BEN) -> list[Got]:
    last = got_by(house, ben)[-1]
    return house.write(sender, text + quoted(last, without_code=True), In_Reply_To=id_of(last))


def by_references_only(house: House, ben: Member, text: str, sender: str = BEN) -> list[Got]:
    named = f"<first@example.org> {id_of(got_by(house, ben)[-1])} <other@example.org>"
    return house.write(sender, text, References=named, In_Reply_To="<other@example.org>")


def in_capitals(house: House, ben: Member, text: str, sender: str = BEN) -> list[Got]:
    return house.write(sender, text, In_Reply_To=id_of(got_by(house, ben)[-1]).upper())


def with_a_code_for_asking(house: House, ben: Member, text: str, sender: str = BEN) -> list[Got]:
    other = next(got for got in got_by(house, ben) if "'s turn" in got.text)
    return house.write(sender, f"{text}\n\ncode: {other.code}")


WAYS: list[Way] = [
    to_the_last_but_one,
    to_an_old_turn,
    without_the_quote,
    without_the_code,
    by_references_only,
    in_capitals,
    with_a_code_for_asking,
]


@pytest.mark.parametrize("way", WAYS)
def test_a_move_without_its_code_is_answered_and_can_be_made(
    house: House, club: list[Member], way: Way
) -> None:
    """Again and again; none of these moves, and the answer's own code does."""
    ben, before, move = club[1], entries(house), first_move(club[1])
    for text in (move, "1", move, "move " + move):
        (answer,) = way(house, ben, text)
        assert answer.recipient == ben.address
        assert "move/code" in answer.text
        assert "It is still your turn" in answer.text
        assert entries(house) == before
    line = re.search(r"It is:\n\n  (.+)\n", answer.text)
    assert line, answer.text
    assert line[1] == move
    hand_out(club, house.write(ben.address, line[1] + quoted(answer)))
    assert entries(house) == before + 1


@pytest.mark.parametrize("way", WAYS)
def test_what_is_no_move_is_answered_too(house: House, club: list[Member], way: Way) -> None:
    ben, before = club[1], entries(house)
    for text, code in [
        ("3 please", ""),
        ("I take the mine.", ""),
        ("move 999", "move/number"),
        ("bonk 3", ""),
    ]:
        (answer,) = way(house, ben, text)
        assert answer.recipient == ben.address
        assert code in answer.text
        # What is in reply to an old turn mail may be the very move that was made then.
        assert re.search("It is (still your turn|your turn again)", answer.text)
        assert "What you can do" in answer.text
    assert entries(house) == before


@pytest.mark.parametrize("way", WAYS)
def test_asking_is_answered_as_often_as_a_person_writes(house: House, club: list[Member], way: Way) -> None:
    ben = club[1]
    texts = ["status", "score", "board", "legal", "history", "games", "help", "resend", "help rules", "try 1"]
    answers = [got for text in texts for got in way(house, ben, text)]
    assert [got.recipient for got in answers] == [ben.address] * len(texts)


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_changed_without_a_code(house: House, club: list[Member], way: Way) -> None:
    ben = club[1]
    for text in ("set name Mallory", "forget me", "new", f"resign {ben.turn['game']}"):
        (question,) = way(house, ben, text)
        assert question.subject.startswith("[please confirm]")
        assert question.recipient == ben.address
    assert house.all(rows.Player, rows.Player.handle == "ben")[0].name == "Ben Bäcker"
    assert len(house.all(rows.Game)) == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sender", [STRANGER, "anna@example.org"])
def test_from_another_address_it_proves_nothing(
    house: House, club: list[Member], way: Way, sender: str
) -> None:
    before = entries(house)
    house.time += DAY
    sent = [got for text in ("1", "board", "3 please") for got in way(house, club[1], text, sender)]
    assert all("move/code" not in got.text and "It is still your turn" not in got.text for got in sent)
    assert STRANGER not in {got.recipient for got in sent}
    assert entries(house) == before


def test_every_mail_to_a_mailbox_player_has_a_code_good_for_asking(house: House, club: list[Member]) -> None:
    anna, ben = club
    hand_out(club, ben.move(first_move(ben)))
    play_on(club, 6)
    anna.ask("new players=2")
    open_game = next(game.id for game in house.all(rows.Game) if game.state == "open")
    anna.ask(f"invite {open_game} ben")
    house.write(ben.address, "recover", In_Reply_To=id_of(got_by(house, ben)[-1]))
    ben.ask("set mails daily")
    play_on(club, 2)
    for _ in range(2):
        house.time += DAY
        house.tick()
        house.work()
    mails = got_by(house, ben) + got_by(house, ben, "notice")
    assert {"it is your turn", "'s turn"} <= {
        told for told in ("it is your turn", "'s turn") for got in mails if told in got.text
    }
    for at, got in enumerate(mails):
        house.time += DAY // 12
        codes = CODE.findall(got.text)
        assert codes, got.text
        answers = [house.write(ben.address, f"status\n\n> code: {code}") for code in codes]
        assert all([one.recipient for one in answer] == [ben.address] for answer in answers), (at, got.text)
        assert not got.page or set(CODE.findall(got.page)) <= set(codes) != set()


def test_a_page_shows_the_code_for_asking(house: House, club: list[Member]) -> None:
    _, ben = club
    page = next(got for got in got_by(house, ben) if "'s turn" in got.text)
    assert page.code in page.page


def test_a_code_for_asking_moves_and_changes_nothing(house: House, club: list[Member]) -> None:
    anna, ben = club
    code = next(got.code for got in got_by(house, ben) if "'s turn" in got.text)
    before = entries(house)
    hand_out(club, ben.move(first_move(ben)))
    assert entries(house) == before + 1
    (answer,) = house.write(ben.address, f"1\n\ncode: {code}")
    assert entries(house) == before + 1
    assert "move/" in answer.text
    (question,) = house.write(ben.address, f"set name Mallory\n\ncode: {code}")
    assert question.subject.startswith("[please confirm]")
    told = house.write(STRANGER, f"status\n\ncode: {code}")
    assert [(got.recipient, got.kind) for got in told] == [(ben.address, "notice")]
    for got in house.write(anna.address, f"status\n\ncode: {code}"):
        assert got.recipient == anna.address


def test_a_code_for_asking_ends_by_itself(house: House, club: list[Member]) -> None:
    _, ben = club
    code = next(got.code for got in got_by(house, ben) if "'s turn" in got.text)
    for days, answers in ((300, 2), (250, 1)):
        house.time += days * DAY
        assert sum(len(house.write(ben.address, f"status\n\ncode: {code}")) for _ in range(2)) == answers


def test_a_reply_is_known_when_the_outbox_was_emptied(house: House, club: list[Member]) -> None:
    """As it is when somebody in the game is forgotten."""
    _, ben = club
    named = id_of(got_by(house, ben)[-1])
    with house.ledger.writing() as session:
        for row in house.all(rows.Outbox):
            session.delete(session.get_one(rows.Outbox, row.id))
    for _ in range(3):
        (answer,) = house.write(ben.address, "status", In_Reply_To=named)
        assert answer.recipient == ben.address


def test_a_reply_to_a_mail_of_an_earlier_version_is_known(house: House, club: list[Member]) -> None:
    """Its Message-ID does not tell the reader, but the outbox does."""
    _, ben = club
    earlier = f"<{'a' * 26}@{house.server}>"
    assert len(house.write(ben.address, "status", In_Reply_To=earlier)) == 1
    assert house.write(ben.address, "status", In_Reply_To=earlier) == []
    with house.ledger.writing() as session:
        row = next(row for row in house.all(rows.Outbox) if row.player_id and row.recipient == BEN)
        session.get_one(rows.Outbox, row.id).message_id = earlier
    for _ in range(3):
        assert len(house.write(ben.address, "status", In_Reply_To=earlier)) == 1


def test_the_message_id_of_somebody_elses_mail_proves_nothing(house: House, club: list[Member]) -> None:
    anna, ben = club
    named = id_of(got_by(house, anna)[-1])
    assert len(house.write(ben.address, "status", In_Reply_To=named)) == 1
    assert house.write(ben.address, "status", In_Reply_To=named) == []


PROSE = [
    "99 please",
    "No. 99",
    "I take 99",
    "99 please",
    "I think I shall mine for black coal next",
    "whose turn is it?",
    "hello?",
    "I think I shall mine for black coal next",
    "99 please",
    "Did you get my move?",
]


def test_ten_wrong_replies_of_a_person_are_ten_answers(house: House, club: list[Member]) -> None:
    """With the valid code of the turn, as replies to the turn mail."""
    _, ben = club
    before = entries(house)
    for text in PROSE:
        house.time += 600
        (answer,) = ben.reply(text)
        assert answer.recipient == ben.address
        assert "What you can do" in answer.text
    assert entries(house) == before


def test_each_answer_may_be_answered_wrongly_again(house: House, club: list[Member]) -> None:
    """The same, each as a reply to our answer to the one before."""
    _, ben = club
    assert ben.last is not None
    last = ben.last
    for text in ["99 please", "99 please", "No. 99", "I take 99", "what?", "this is hard", "99 please"]:
        house.time += 600
        (last,) = house.write(ben.address, text + quoted(last), In_Reply_To=id_of(last))
        assert "What you can do" in last.text


def test_the_same_words_are_answered_again_after_a_while(house: House, club: list[Member]) -> None:
    """No machine takes an hour to answer our answer; people come back to it."""
    _, ben = club
    assert ben.last is not None
    last = ben.last
    for _ in range(6):
        house.time += 3600
        (last,) = house.write(ben.address, "What?" + quoted(last), In_Reply_To=id_of(last))
        assert "command/none" in last.text


def test_the_last_answer_of_the_day_says_so(house: House, club: list[Member]) -> None:
    _, ben = club
    named, answers = id_of(got_by(house, ben)[-1]), []
    for _ in range(30):
        answers += house.write(ben.address, "status", In_Reply_To=named)
    assert len(answers) == 20
    assert ["the last of 20" in " ".join(got.text.split()) for got in answers] == [False] * 19 + [True]
    # Codes are not concerned, and the next day asking isn't either.
    assert len(ben.reply("status")) == 1
    assert len(ben.move(first_move(ben))) == 2
    house.time += DAY
    assert len(house.write(ben.address, "status", In_Reply_To=named)) == 1


def test_a_bare_move_is_answered_once_a_turn(house: House, club: list[Member]) -> None:
    """Nothing shows who wrote it; but the player hears, at each turn, that nothing was played."""
    _, ben = club
    for _ in range(3):
        before = entries(house)
        answers = [got for text in ("1", "1", "3 please", "move 1") for got in house.write(ben.address, text)]
        assert [got.recipient for got in answers] == [ben.address]
        assert "move/code" in answers[0].text
        assert entries(house) == before
        hand_out(club, house.write(ben.address, "1" + quoted(answers[0])))
        while to_move(club) is not ben:
            play_on(club, 1)


def test_a_registration_that_was_refused_can_be_mended_by_a_reply(house: House, club: list[Member]) -> None:
    (refused,) = house.write(STRANGER, "register ben Benno")
    assert "register/handle-taken" in refused.text
    assert house.write(STRANGER, "register benno Benno") == []
    (question,) = house.write(STRANGER, "register benno Benno", In_Reply_To=id_of(refused))
    assert question.subject.startswith("[please confirm]")
    assert house.write("other@example.net", "register b2 Benno", In_Reply_To=id_of(refused)) != []
    assert house.write("other@example.net", "register b3 Benno", In_Reply_To=id_of(refused)) == []
