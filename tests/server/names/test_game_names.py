"""Names of games: who may choose which, how they are numbered, and where they stand."""

from __future__ import annotations

import json

import pytest

from server.ledger import models as rows
from server.mail.reading import read_mail
from server.names.game_names import part_name
from server.words.wording import read_words
from tests.server.house import Got, House
from tests.server.mail.replies import wrapped
from tests.server.playing import hand_out, make_club, open_game, start_game, to_move


def sent(house: House) -> list[Got]:
    """All mails that were written."""
    return [Got(row.recipient, row.kind, row.mime) for row in house.all(rows.Outbox)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('players=3 name="Monday club" bots=1', "Monday club"),
        ("name=„Der Montag“ players=2", "Der Montag"),
        ("name=«Клуб по средам»", "Клуб по средам"),
        ("name=Mondays 2", "Mondays"),
        ("name=“Monday   club”", "Monday club"),
        ("players=2", ""),
    ],
)
def test_a_name_is_written_in_any_quotes(text: str, name: str) -> None:
    rest, found = part_name(text)
    assert found == name
    assert "name" not in rest


def test_subjects_tell_the_name_the_others_and_what_is_up(house: House) -> None:
    members = make_club(house, 3)
    anna, ben, clara = members
    anna.ask("set language de")
    clara.ask("set language ru")
    game = start_game([ben, anna, clara], 'name="Monday club"')
    start = {
        member.handle: next(
            got for got in reversed(sent(house)) if got.recipient == member.address and got.kind == "turn"
        )
        for member in members
    }
    common = {
        "anna": f"Monday club · mit Ben Bäcker, Клара · Grubenpost {game}",
        "ben": f"Monday club · with Anna, Клара · Grubenpost {game}",
        "clara": f"Monday club · с вами играют: Ben Bäcker, Anna · Grubenpost {game}",
    }
    mover = to_move(members)
    assert mover is not None
    for handle, got in start.items():
        subject = got.subject.partition("] ")[2] if got.subject.startswith("[") else got.subject
        assert subject == common[handle]
    assert start[mover.handle].subject.startswith(("[your turn", "[du bist dran", "[ваш ход"))
    # All mails of a game stay in one thread, whatever is up.
    again = next(got for got in hand_out(members, anna.ask(f"resend {game}")) if got.kind == "turn")
    assert again.message["References"].split()[0] == start["anna"].message["References"].split()[0]
    assert again.subject.endswith(common["anna"])
    assert "\n  Monday club" in ben.ask("status")[0].text


def test_the_next_game_of_a_name_has_a_number_also_if_it_is_only_drawn_alike(house: House) -> None:
    anna, ben = make_club(house, 2)
    for member, name, number in ((anna, "Monday club", 1), (ben, "MONDAY-CLUB", 2), (anna, "Mondayclub", 3)):
        member.ask(f'new players=3 name="{name}"')
        options = [json.loads(game.options) for game in house.all(rows.Game)]
        assert (name, number) in [(each["name"], each["number"]) for each in options]
    listed = ben.ask("games")[0].text
    assert "Mondayclub #3" in listed
    assert "MONDAY-CLUB #2" in listed


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("bank", "name/command"),
        ("Monday games", "name/command"),
        ("Season 4", "name/number"),
        ("GP-ABCD-EFGH-1234", "name/"),
        ("k3t9qa", "name/game"),
        ("Grubenpost", "name/reserved"),
        ("yes", "name/reserved"),
        ("Mоnday", "name/mixed"),
        ("Out of office", "name/away"),
        ("Automatische Antwort", "name/away"),
        ("Vacation", "name/away"),
        ("x" * 41, "letter/"),
        ("a.example.org", "name/address"),
    ],
)
def test_a_name_that_could_be_taken_for_something_else_is_refused(house: House, name: str, code: str) -> None:
    anna, _ = make_club(house, 2)
    (answer,) = anna.ask(f'new players=3 name="{name}"')
    assert f"({code}" in answer.text
    assert house.all(rows.Game) == []


def test_no_wrapped_quotation_of_a_subject_is_obeyed(house: House) -> None:
    members = make_club(house, 3)
    start_game(members, 'name="The old coal barons"')
    subjects = {got.subject.replace("barons", "barons #12") for got in sent(house) if got.kind == "turn"}
    for subject in subjects:
        for width in range(20, 90):
            quoted = "\n".join(wrapped(f"Subject: {subject}", width))
            words = read_words(f"Thanks!\n\nFrom: Grubenpost\n{quoted}\n")
            assert not words.commands


def test_whoever_is_forgotten_leaves_no_name_of_a_game_behind(house: House) -> None:
    members = make_club(house, 2)
    game = open_game(members, 'name="Anna Bergmann invites"')
    assert "Bergmann" in house.all(rows.Game)[0].options
    members[0].ask("forget me")
    (kept,) = [each for each in house.all(rows.Game) if each.id == game]
    assert "Bergmann" not in kept.options


def test_an_answer_in_the_thread_of_a_named_game_is_a_persons() -> None:
    raw = (
        b"From: ben@example.org\r\nSubject: Re: [your turn] Monday club #3\r\n"
        b"In-Reply-To: <x@example.org>\r\n\r\n3\r\n"
    )
    assert not read_mail(raw).automatic
