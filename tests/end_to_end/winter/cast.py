"""A winter at a club on real mail servers, with a clock that is moved: who is there, and what they see."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from engine.rules import Action, legal_actions
from server.ledger.store import Ledger
from tests.end_to_end.host import Site
from tests.end_to_end.people import Person
from tests.end_to_end.winter.moved_club import DAY, Club, logs_in, moved_club
from tests.server.clocks.clocking import plain
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix

BERLIN = "Europe/Berlin"


def in_berlin(year: int, month: int, day: int, hour: int = 0) -> int:
    return int(datetime(year, month, day, hour, tzinfo=ZoneInfo(BERLIN)).timestamp())


OCTOBER = in_berlin(2035, 10, 26, 21)
"""The last Friday of summer time, long after the mail servers' own clock."""
MARCH = in_berlin(2036, 3, 28, 21)
"""The last Friday of winter time."""


@pytest.fixture(scope="module")
def club(
    tmp_path_factory: pytest.TempPathFactory, authority: Authority, dovecot: Dovecot, postfix: Postfix
) -> Iterator[Club]:
    folder: Path = tmp_path_factory.mktemp("club")
    url = f"sqlite:///{folder / 'ledger.sqlite'}"
    with moved_club(Site(authority, dovecot, postfix), url, folder / "mails", OCTOBER - DAY) as made:
        yield made


@pytest.fixture(scope="module")
def pair(club: Club) -> list[Person]:
    """One with a key, and one from the mailbox."""
    return [club.enter("anna", own_key=True, zone=BERLIN), club.enter("ben", zone=BERLIN)]


@pytest.fixture(autouse=True)
def curtain(club: Club) -> Iterator[None]:
    """No game goes on in the next act."""
    yield
    club.end_all()


@pytest.fixture(scope="module")
def carl(club: Club) -> Person:
    return club.enter("carl", zone=BERLIN)


def other_than(person: Person, people: list[Person]) -> Person:
    return next(one for one in people if one is not person)


def today(club: Club, later: int = 0) -> date:
    return datetime.fromtimestamp(club.now, ZoneInfo(BERLIN)).date() + timedelta(days=later)


def midnight(day: date) -> int:
    return in_berlin(day.year, day.month, day.day)


def first_action(person: Person) -> Action:
    assert person.turn is not None
    return next(iter(legal_actions(person.turn.position)))


def text_of(person: Person) -> str:
    """The newest mail of the game that somebody looks at, in one line."""
    assert person.turn_mail is not None
    return plain(person.turn_mail.text)


def take_seat(club: Club, person: Person, game: str) -> None:
    """Somebody takes a seat of a game under way."""
    club.settle()
    person.hear_all()
    club.get_code(person)
    person.join(game)
    club.settle()
    person.hear_all()


def seats_in(club: Club, game: str) -> list[tuple[str, str]]:
    """Who got a seat, and how."""
    found = [each for each in club.entries(game) if each.get("about") == "seat"]
    return [(each["handle"], each["how"]) for each in found]


def check_made_again(club: Club, path: Path) -> None:
    """From nothing but the mailbox comes every log again, entry by entry."""
    with Ledger(f"sqlite:///{path}") as ledger:
        ledger.migrate()
        assert club.make_again(ledger) == [], "nothing is missing"
        assert logs_in(ledger) == logs_in(club.ledger)
