"""Replies in many styles through the whole desk: a move moves once, what is none is answered."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from server.ledger.budgets import DAY
from server.ledger.store import Ledger
from server.words.wording import read_words
from server.words.yes_no import answer_in
from tests.server.house import CODE, House, Member
from tests.server.mail.replies import (
    BOTTOM,
    CLOSE,
    INLINE,
    MOVES,
    NO_MOVES,
    TOP,
    WIDTHS,
    Ours,
    Reply,
    replies,
)
from tests.server.mail.styles import Style, all_styles
from tests.server.playing import hand_out, make_table, play_on, start_game, to_move

FIRST = ("1", "1 please", "No. 1", "`1`", "*1*", "I take 1", "Ich nehme 1", "Беру 1", "1.", "(1)")
STYLES = 24


class Table:
    """A game in which it is always Ben's turn, and Ben answers from a mailbox."""

    def __init__(self, ledger: Ledger) -> None:
        self.house = House(ledger, more={"mails_per_hour": 100_000, "answers_per_window": 100_000})
        self.members, self.game = make_table(self.house, 3)
        self.wait()

    @property
    def ben(self) -> Member:
        return self.members[1]

    @property
    def ply(self) -> int:
        return self.house.game(self.game).ply

    def wait(self) -> None:
        while (member := to_move(self.members)) is not self.ben:
            if member is None:
                self.game = start_game(self.members)
            else:
                play_on(self.members, 1)

    def reply(self, style: Style, answer: str, rng: Random) -> tuple[str, list[str]]:
        """Ben's answer to the newest mail: how it was written, and the texts that he gets."""
        assert self.ben.last is not None
        place = rng.choice((TOP, BOTTOM, INLINE, CLOSE)) if style.marked else TOP
        form = rng.choice(("text", "html", f"wrapped at {rng.choice(WIDTHS)}"))
        made = Reply(Ours("turn", self.ben.last.text, ""), style, place, form, answer)
        self.house.time += DAY
        mails = self.house.write(self.ben.address, made.text)
        hand_out(self.members, mails)
        return made.name, [got.text for got in mails if got.recipient == self.ben.address]


@pytest.fixture
def table(ledger: Ledger) -> Table:
    return Table(ledger)


def test_a_move_is_made_once_or_asked_back(table: Table) -> None:
    rng = Random(5)
    for style in rng.sample(all_styles(), STYLES):
        before = table.ply
        name, told = table.reply(style, rng.choice(FIRST), rng)
        assert told, name
        if "(move/no-steps)" in told[0]:  # understood, but a mine's number alone would waste the turn
            assert "`1`" in told[0], name
            play_on(table.members, 1)
        elif table.ply == before:
            assert "(command/in-doubt)" in told[0], name
        else:
            assert table.ply == before + 1, name
        table.wait()


def test_no_move_is_made_and_an_answer_comes(table: Table) -> None:
    rng = Random(6)
    for style in rng.sample(all_styles(), STYLES):
        before = table.ply
        name, told = table.reply(style, rng.choice(NO_MOVES), rng)
        assert table.ply == before, name
        assert told, name


@cache
def readings() -> list[Reply]:
    """One reply of the whole corpus for everything different that was read of one."""
    made = (
        *replies(tuple(MOVES), "moves"),
        *replies(NO_MOVES, "no moves"),
        *replies((*MOVES, *NO_MOVES), "unmarked", unmarked=True),
    )
    found: dict[object, Reply] = {}
    for reply in made:
        words = read_words(reply.text)
        answer = answer_in(list(words.own))
        read = (words.commands, words.doubts[:1], bool(words.own), bool(words.codes), answer)
        found.setdefault(read, reply)
    print(f"{len(made)} replies, {len(found)} readings")
    return list(found.values())


def test_no_reply_of_the_corpus_is_met_with_silence(table: Table) -> None:
    """The desk knows a text only by what was read of it: so each reading is tried, and all are answered."""
    for reply in readings():
        assert table.ben.last is not None
        table.house.time += DAY
        mails = table.house.write(table.ben.address, CODE.sub(table.ben.last.code, reply.text))
        hand_out(table.members, mails)
        assert table.ben.address in {got.recipient for got in mails}, reply.name
        table.wait()
