"""Published words: only of a game that is over, only by the votes of all, and only what was said to all."""

from __future__ import annotations

import pytest

from engine.record.letters.kinds.press import Press
from tests.server.house import House, Member
from tests.server.playing import make_club, start_game


def table(house: House, options: str = "") -> tuple[list[Member], str]:
    members = make_club(house)
    return members, start_game(members, options)


def talk(members: list[Member], game: str) -> None:
    anna, ben, _, _ = members
    ben.ask(f"press {game}: Nice game!")
    for text, to in (("Good luck", ""), ("Psst", "ben")):
        letter = Press(anna.house.server, game, anna.handle, to, anna.nonce(), text)
        anna.house.write(anna.address, "", anna.sealed(letter))


def vote(members: list[Member], game: str, what: str) -> None:
    for member in members:
        member.ask(f"vote {game} {what}")


def told(member: Member, game: str) -> str | None:
    """The words that come with the archive."""
    (got,) = [got for got in member.ask(f"archive {game}") if got.recipient == member.address]
    words = got.files.get(f"grubenpost-{game}-press.txt")
    return words.decode() if words is not None else None


@pytest.mark.parametrize(("options", "who"), [("", "Ben Bäcker, 20"), ("press=anonymous", "Somebody, 20")])
def test_all_agree(house: House, options: str, who: str) -> None:
    members, game = table(house, options)
    talk(members, game)
    vote(members, game, "publish")
    assert told(members[0], game) is None, "the game is not over"
    vote(members, game, "count")
    words = told(members[0], game)
    assert words is not None
    assert "| Good luck" in words
    assert "| Nice game!" in words
    assert who in words
    assert "Psst" not in words
    assert "example.org" not in words


def test_one_does_not_agree(house: House) -> None:
    members, game = table(house)
    talk(members, game)
    vote(members[:3], game, "publish")
    members[3].ask(f"vote {game} publish no")
    vote(members, game, "count")
    assert told(members[1], game) is None


def test_notes_are_told_when_their_writer_has_shown_them(house: House) -> None:
    members, game = table(house)
    members[1].ask(f"note {game}: the yellow lorries first")
    vote(members, game, "count")
    assert told(members[0], game) is None
    members[1].ask(f"note {game} publish")
    words = told(members[0], game)
    assert words == "The notes of Ben Bäcker:\n\n| [0] the yellow lorries first\n"


def test_a_game_without_press_has_none_to_publish(house: House) -> None:
    members, game = table(house, "press=none")
    assert "press/none" in members[1].ask(f"vote {game} publish")[0].text
