"""A league of eight on real mail servers, from sign-up to the final table, which the archives give again.

Bots choose what everyone orders ahead, three turns at a time, so a game takes a few mails of each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select
from typer.testing import CliRunner

from engine.bots.lists import sketch
from engine.wire.mails import POSITION
from server.cli import app
from server.host.archives.export import ChosenGames, Exporter
from server.host.archives.leagues import league_in_ledger
from server.host.archives.ratings import ranked_in_ledger
from server.leagues.rounds import PAUSE
from server.ledger import models as rows
from tests.end_to_end.host import Site
from tests.end_to_end.people import KeyPlayer, MailboxPlayer, Person
from tests.end_to_end.winter.cast import OCTOBER
from tests.end_to_end.winter.moved_club import Club, moved_club
from tests.server.house import Got
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix

EIGHT = ("ada", "bob", "cyd", "dan", "eva", "flo", "gus", "hal")
TURNS = 3


@pytest.fixture
def club(tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix) -> Iterator[Club]:
    url = f"sqlite:///{tmp_path / 'ledger.sqlite'}"
    with moved_club(Site(authority, dovecot, postfix), url, tmp_path / "mails", OCTOBER) as made:
        yield made


def sign_up(club: Club) -> list[Person]:
    """One with a key, the others from their mailboxes, in three languages."""
    people = [club.enter(name, own_key=name == "ada") for name in EIGHT]
    club.ask(people[1], "set language de")
    club.ask(people[2], "set language ru")
    opened = club.ask(people[0], "league new spring swiss rounds=2 places=8 pace=daily")
    assert "The league spring is open" in opened.text
    for person in people[1:]:
        club.get_code(person)
        person.tell("league join spring")
    club.settle()
    told = people[-1].hear_all()[-1]
    assert "8 of 8 places are taken" in " ".join(told.text.split())
    return people


def begin_round(club: Club, people: list[Person], number: int) -> None:
    """It begins by itself; whoever has a key joins by a letter and tells the share of the shuffle."""
    for person in people:
        person.hear_all()
        person.turn = person.turn_mail = None
    club.come_to(club.now + PAUSE)
    club.settle()
    ada, bob, cyd, *_ = people
    heard = {person.handle: person.hear_all() for person in people}
    (told,) = [got.text for got in heard[ada.handle] if "spring" in got.text]
    assert any(f"Runde {number} von 2" in got.text for got in heard[bob.handle])
    assert any(f"Тур {number} из 2" in got.text for got in heard[cyd.handle])
    assert isinstance(ada, KeyPlayer)
    ada.join(re.findall(r"join (\w{6})", told)[0])
    club.settle()
    ada.tell_share()
    club.settle()


def newest_turn(person: Person) -> Got | None:
    return next((got for got in reversed(person.inbox) if POSITION in got.files), None)


def play_round(club: Club, people: list[Person]) -> None:
    """All games of a round beside each other: those who wait order first, then those who are to move."""
    for _ in range(100):
        for person in people:
            person.hear_all()
            person.turn_mail = newest_turn(person)
            assert person.turn_mail is not None
            person.turn = person.read_turn(person.turn_mail)
        going = [person for person in people if person.turn and not person.turn.position.over]
        if not going:
            return
        for person in sorted(going, key=lambda one: bool(one.turn and one.turn.mine)):
            order(person)
        club.settle()
    raise AssertionError("the round does not end")


def order(person: Person) -> None:
    assert person.turn is not None
    orders = sketch(person.turn.position, person.turn.seat, turns=TURNS)
    if orders is None:
        return
    if isinstance(person, KeyPlayer):
        person.post(person.quill.orders(person.turn.game, person.turn.position.ply, orders.in_one_line()))
    else:
        assert isinstance(person, MailboxPlayer)
        person.write(orders.write(), answers=person.turn_mail)


def met(club: Club, number: int) -> set[frozenset[str]]:
    with club.ledger.reading() as session:
        found = session.exec(select(rows.LeagueTable).where(rows.LeagueTable.round == number)).all()
    return {frozenset(seat["handle"] for seat in json.loads(row.seats)) for row in found}


def as_host(*args: str) -> object:
    done = CliRunner().invoke(app, [*args, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def test_a_league_by_mail(club: Club, tmp_path: Path) -> None:
    people = sign_up(club)
    for number in (1, 2):
        begin_round(club, people, number)
        play_round(club, people)
        assert {handle for table in met(club, number) for handle in table} == set(EIGHT)
    assert not met(club, 1) & met(club, 2), "nobody meets the same player twice"
    for person in people:
        person.hear_all()
    club.come_to(club.now + PAUSE)
    club.settle()
    heard = [person.hear_all() for person in people]
    said = ["The league spring is over", "Die Liga spring ist zu Ende", "Лига spring окончена"]
    for mails, words in zip(heard, said, strict=False):
        assert any(words in " ".join(got.text.split()) for got in mails), [got.text for got in mails]
    lines = [line.facts() for line in league_in_ledger(club.ledger, "spring")]
    final = next(got.text for got in heard[0] if said[0] in got.text)
    shown = [line.split()[1:4] for line in final.splitlines() if re.match(r" *\d+\. ", line)]
    assert shown == [[line["handle"], line["points"], line["opponents"]] for line in lines]
    assert sum(float(line["points"]) for line in lines) == len(EIGHT)
    # The archives alone give the same table, and the same ratings.
    folder = tmp_path / "archives"
    exporter = Exporter(club.ledger, club.settings.key, folder, ("json",), "en", again=True)
    assert len(list(exporter.export(ChosenGames().ids(club.ledger)))) == len(EIGHT)
    assert as_host("league", "spring", "--from", str(folder)) == lines
    rated = [record.facts() for record in ranked_in_ledger(club.ledger)]
    assert len(rated) == len(EIGHT)
    assert as_host("ratings", "--from", str(folder)) == rated
