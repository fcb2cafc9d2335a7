"""People at one table, through real mail servers and in three languages: what else there is besides moves."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.record.archive.verify import verify
from tests.end_to_end.artefacts import Bundle
from tests.end_to_end.host import Site, running_club
from tests.end_to_end.people import KeyPlayer, MailboxPlayer, Person, Town, unused
from tests.end_to_end.test_whole_game import HANDS, server_key
from tests.server.host.program import here
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix


@pytest.fixture
def company(
    tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix
) -> Iterator[tuple[list[Person], str]]:
    """A game of three under way, that has a name: Anna opened it and has a key."""
    account = unused("company")
    with (
        running_club(tmp_path, Site(authority, dovecot, postfix), account) as server,
        Town(dovecot, postfix, Bundle(tmp_path / "mails"), server_key(server), account) as town,
    ):
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
        assert server.stop() == 0
    assert not [line for line in server.log if " warning " in line or " error " in line]


def test_a_table(company: tuple[list[Person], str], tmp_path: Path) -> None:
    people, game = company
    subjects_tell_what_it_is_called(people, game)
    the_host_speaks(people, game, tmp_path)
    they_talk_and_take_notes(people, game)
    one_no_is_enough(people, game)
    all_vote_to_end_it(people, game)


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


def the_host_speaks(people: list[Person], game: str, folder: Path) -> None:
    """A command of the host reaches everybody, each in their language, before whatever came after it."""
    wanted = ("announce", game, "--text", "Friday is club night.", "--json")
    done = here(*wanted, "-c", folder / "grubenpost.toml")
    assert done.returncode == 0, done.stderr
    wait_until(json.loads(done.stdout)["at"])
    people[0].tell("help")
    heard = [{person.hear_answer().text for _ in range(1 + (person is people[0]))} for person in people]
    for texts, said in zip(heard, ("The host tells", "Der Gastgeber sagt", "Хозяин сообщает"), strict=True):
        assert [text for text in texts if said in " ".join(text.split())]


def wait_until(at: int) -> None:
    """An act of the host has its own second: what comes from then on is dealt with after it."""
    while time.time() <= at:
        time.sleep(0.05)


def they_talk_and_take_notes(people: list[Person], game: str) -> None:
    """What Fritz says reaches the others in their languages; a note reaches its writer alone."""
    ella, fritz, galja = people
    assert "Ella, Галя" in fritz.ask(f"Presse {game}: Schönen Abend!").text
    for person, says in ((ella, "Fritz Bäcker says"), (galja, f"Fritz Bäcker — столу {game}")):
        heard = person.hear_answer().text
        assert says in " ".join(heard.split())
        assert "| Schönen Abend!" in heard
    assert "| [0] жёлтые" in galja.ask(f"заметка {game}: жёлтые").text
    assert "| [0] yellow" in ella.ask(f"note {game}: yellow").text
    assert "Deine Notizen" not in fritz.ask(f"notizen {game}").text
    ella.ask(f"vote {game} publish")
    for person in (fritz, galja):
        assert f"vote {game} publish no" in person.hear_answer().text
    fritz.ask(f"vote {game} publish")
    galja.tell(f"vote {game} publish")
    for person, told in zip(people, ("[a vote]", "[eine Abstimmung]", "[голосование]"), strict=True):
        person.hear("the outcome", lambda got, told=told: got.subject.startswith(told))


def one_no_is_enough(people: list[Person], game: str) -> None:
    """One asks for another clock, another is against it, and everybody is told so in their language."""
    ella, fritz, galja = people
    assert "fritz, galja" in ella.ask(f"vote {game} clock daily").text
    galja.hear("the vote", lambda got: f"vote {game} clock no" in got.text)
    assert "bittet in der Partie" in fritz.hear_answer().text
    assert "dagegen gestimmt" in fritz.ask(f"vote {game} clock no").text
    assert "предложение не принято" in " ".join(galja.hear_answer().text.split())
    assert "was lost" in ella.hear_answer().text
    assert "ging verloren" in fritz.hear_answer().text


def all_vote_to_end_it(people: list[Person], game: str) -> None:
    """The game ends early, and its archive proves the votes, those under a seal and those by mail."""
    ella, fritz, galja = people
    ella.ask(f"vote {game} count")
    for person in (fritz, galja):
        assert f"vote {game} count" in person.hear_answer().text
    fritz.ask(f"vote {game} count")
    galja.tell(f"vote {game} count")
    for person, told in zip(people, ("as it stands", "wie sie steht", "как есть"), strict=True):
        last = person.hear("the end", lambda got: "grubenpost-position.json" in got.files)
        assert told in " ".join(last.text.split())
        assert last.subject.endswith(f"Grubenpost {game}")
    files = ella.ask(f"archive {game}").files
    archive, words = files[f"grubenpost-{game}.json"], files[f"grubenpost-{game}-press.txt"].decode()
    assert "| Schönen Abend!" in words
    assert "yellow" not in words
    votes = verify(archive, ella.town.key).votes
    assert [(on, passed) for on, _, passed in votes] == [("publish", True), ("pace", False), ("count", True)]
    assert [act.reason for act in verify(archive, ella.town.key).host_acts] == ["Friday is club night."]
