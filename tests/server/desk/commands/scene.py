"""A game of three with somebody who looks on, and the one answer to a mail."""

from __future__ import annotations

from dataclasses import dataclass

from tests.server.house import Got, House, Member


@dataclass
class Scene:
    """Anna, Ben and Clara play a game; Dora does not. Anna and Dora have keys in no other game."""

    house: House
    anna: Member
    ben: Member
    clara: Member
    dora: Member
    game: str

    @property
    def players(self) -> list[Member]:
        return [self.anna, self.ben, self.clara]


def only(mails: list[Got], member: Member) -> str:
    """The text of the one answer that came of it."""
    (got,) = mails
    assert got.recipient == member.address
    return got.text


def refused(mails: list[Got], member: Member, code: str) -> None:
    text = only(mails, member)
    assert f"nothing was changed ({code})" in text, text
    assert member.house.outcome() == f"refused: {code}"
