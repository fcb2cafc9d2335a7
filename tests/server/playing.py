"""Playing at a club house of tests: somebody opens a game, everyone joins, bots choose the moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from sqlmodel import update

from engine.bots import choose
from engine.rules import Game, from_data, legal_actions
from server.ledger import models as rows
from tests.server.beginnings import remembered
from tests.server.house import Got, House, Member

CLUB = {
    "anna": ("Anna", True),
    "ben": ("Ben Bäcker", False),
    "clara": ("Клара", True),
    "dora": ("Дора Д.", False),
}
"""Two players with keys and two from their mailboxes, in Latin and Cyrillic letters."""


@remembered
def make_club(house: House, players: int = 4) -> list[Member]:
    """So many registered members."""
    members = [Member(house, handle, *how) for handle, how in list(CLUB.items())[:players]]
    for member in members:
        member.register()
    return members


@remembered
def make_table(house: House, players: int = 4, options: str = "", plies: int = 0) -> tuple[list[Member], str]:
    """So many registered members in a game of theirs that has come so far, and its id."""
    members = make_club(house, players)
    game = start_game(members, options)
    play_on(members, plies)
    return members, game


def open_game(members: Sequence[Member], options: str = "") -> str:
    """The first member opens a game for all of them; it is not joined yet."""
    (answer,) = members[0].ask(f"new players={len(members)} {options}".strip())
    found = re.search(r"The game (\w{6}) is open", answer.text)
    assert found, answer.text
    return found[1]


def start_game(members: Sequence[Member], options: str = "") -> str:
    """A game of all these members, dealt."""
    game = open_game(members, options)
    for member in members:
        if member.own_key or member is not members[0]:
            hand_out(members, member.join(game))
    return game


def hand_out(members: Sequence[Member], mails: list[Got]) -> list[Got]:
    """Everyone reads what came."""
    for member in members:
        member.take(mails)
        member.hear(mails)
    return mails


def position(member: Member) -> Game:
    """The position as a member's last mail shows it."""
    return from_data(member.turn["position"])


def to_move(members: Sequence[Member]) -> Member | None:
    """Whose turn it is; nobody's if the game is over."""
    if position(members[0]).over:
        return None
    return next(m for m in members if m.turn["seat"] == position(members[0]).turn)


def first_move(member: Member) -> str:
    """A move that the member can make now."""
    return next(iter(legal_actions(position(member)))).write()


def play_one(members: Sequence[Member], rng: Random, bot: str = "greedy") -> list[Got]:
    """One ply of a bot's choice; what everyone gets."""
    member = to_move(members)
    assert member is not None
    got = member.move(choose(bot, position(member), rng).write())
    assert member.house.outcome() == "done", member.house.outcome()
    return hand_out(members, got)


def play_on(members: Sequence[Member], plies: int = 10_000, seed: int = 1, bot: str = "greedy") -> list[Got]:
    """Go on for so many plies, or to the end; the mails of the last one."""
    rng, got = Random(seed), []
    for _ in range(plies):
        if to_move(members) is None:
            break
        got = play_one(members, rng, bot)
    return got


def rename(house: House, handle: str, name: str) -> None:
    """As a ledger from before may have it."""
    with house.ledger.writing() as session:
        session.exec(update(rows.Player).where(rows.Player.handle == handle).values(name=name))  # type: ignore[arg-type]
