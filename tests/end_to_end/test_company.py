"""People at one table, through real mail servers and in three languages: what else there is besides moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.artefacts import Bundle
from tests.end_to_end.host import Site, running_club
from tests.end_to_end.people import KeyPlayer, MailboxPlayer, Person, Town
from tests.end_to_end.test_whole_game import HANDS, server_key
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix

CLUB = "company"


@pytest.fixture
def company(
    tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix
) -> Iterator[tuple[list[Person], str]]:
    """A game of three under way, that has a name: Anna opened it and has a key."""
    with running_club(tmp_path, Site(authority, dovecot, postfix), CLUB) as server:
        town = Town(dovecot, postfix, Bundle(tmp_path / "mails"), server_key(server), CLUB)
        people: list[Person] = [
            KeyPlayer(town, "ella", "Ella", "en", HANDS["anna"]),
            MailboxPlayer(town, "fritz", "Fritz Bäcker", "de", HANDS["ben"]),
            MailboxPlayer(town, "galja", "Галя", "ru", HANDS["dora"]),
        ]
        for person in people:
            person.register()
            person.ask(f"set language {person.language}")
            person.ask(f"set name {person.name}")
        found = re.search(r"join ([0-9a-z]{6})\b", people[0].ask('new players=3 name="Monday club"').text)
        assert found
        for person in people:
            person.join(found[1])
            if person is not people[-1]:
                person.hear_answer()
        people[0].tell_share()  # type: ignore[attr-defined]
        for person in people:
            person.hear_turn(0)
        yield people, found[1]
        for person in people:
            person.close()
        assert server.stop() == 0
    assert not [line for line in server.log if " warning " in line or " error " in line]


def test_a_table(company: tuple[list[Person], str]) -> None:
    people, game = company
    subjects_tell_what_it_is_called(people, game)


def subjects_tell_what_it_is_called(people: list[Person], game: str) -> None:
    """The name, the others and what is up, in everyone's language, and one thread for all of it."""
    ends = [
        f"Monday club · with Fritz Bäcker, Галя · Grubenpost {game}",
        f"Monday club · mit Ella, Галя · Grubenpost {game}",
        f"Monday club · с вами играют: Ella, Fritz Bäcker · Grubenpost {game}",
    ]
    for person, end in zip(people, ends, strict=True):
        turn = person.turn_mail
        assert turn is not None
        assert turn.subject.endswith(end)
        assert turn.subject.startswith("[") == (person.turn is not None and person.turn.mine)
        status = person.ask(f"board {game}")
        assert status.subject.endswith(end)
        assert status.message["References"].split()[0] == turn.message["References"].split()[0]
