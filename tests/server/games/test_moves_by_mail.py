"""Moves as people mail them: numbers, words, broken lines, greetings; taken once or refused with a reason."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.bots import choose
from engine.rules import Mine
from engine.show import numbered_actions
from server.ledger import models as rows
from server.ledger.store import Ledger
from tests.server.games.duel import Duel
from tests.server.house import House, Member
from tests.server.playing import (
    first_move,
    hand_out,
    make_club,
    make_table,
    open_game,
    play_on,
    position,
    start_game,
    to_move,
)


def action_number(member: Member, number: str) -> str:
    found = numbered_actions(position(member), ["Anna", "ben"]).find(number)
    assert found is not None
    return found.write()


@pytest.mark.parametrize("typed", ["3", "#3", "#3.", "3.", "3)", "03", " 3 ", "# 3"])
def test_a_number_of_the_list(duel: Duel, typed: str) -> None:
    wanted, before = action_number(duel.ben, "3"), len(duel.plies())
    mails = duel.ben.reply(typed)
    assert {got.recipient for got in mails} == {duel.anna.address, duel.ben.address}
    assert len(duel.plies()) == before + 1
    receipt = next(got for got in mails if got.recipient == duel.ben.address)
    assert f"Your move {before}:  {wanted}\n" in receipt.text


def test_the_number_of_a_plan(duel: Duel) -> None:
    menu = numbered_actions(position(duel.ben), ["Anna", "ben"])
    number, planned = next((entry.number, plan) for entry in menu.entries for plan in entry.plans)
    mails = duel.ben.reply(f"{number} {planned.letter.upper()}.")
    receipt = next(got for got in mails if got.recipient == duel.ben.address)
    assert planned.action.write() in " ".join(receipt.text.split())


@pytest.mark.parametrize("typed", ["99", "0", "7z", "999"])
def test_a_number_that_is_not_in_the_list(duel: Duel, typed: str) -> None:
    before = len(duel.plies())
    (answer,) = duel.ben.reply(typed)
    assert answer.recipient == duel.ben.address
    assert "move/number" in answer.text
    assert "What you can do:" in answer.text
    assert duel.ben.last is not None
    assert answer.code == duel.ben.last.code  # good for another try
    assert len(duel.plies()) == before


@pytest.mark.parametrize(
    "text",
    [
        "money 4",
        "Hi all,\nmoney 4\nBen",
        "Hallo zusammen,\n\nmoney 4\n\nViel Glück euch allen!\nTake care, Ben",
        "Привет!\nmoney 4\nУдачи всем",
        "MONEY 4.",
        "move money 4",
        "play: money 4",
        "money 4\n\nKeep well and order something nice!",
        "Sorry for the delay.\nmoney 4\n\nNew year, new luck!",
        "money\u00a04",
    ],
)
def test_words_among_words(duel: Duel, text: str) -> None:
    before = len(duel.plies())
    assert len(duel.ben.reply(text)) == 2
    assert duel.house.outcome() == "done"
    assert len(duel.plies()) == before + 1


def long_mine(duel: Duel) -> str:
    """A mining action that mail programs break."""
    rng = Random(5)
    for _ in range(60):
        duel.play_to(duel.ben)
        written = choose("greedy", position(duel.ben), rng).write()
        if written.startswith("mine") and len(written) > 40:
            return written
        play_on(duel.both, 1)
    raise AssertionError("no mining in sixty plies")


@pytest.mark.parametrize("width", [15, 30, 40, 60])
def test_a_move_over_several_lines(duel: Duel, width: int) -> None:
    import textwrap

    written = long_mine(duel)
    mails = duel.ben.reply("\n".join(textwrap.wrap(written, width)) + "\nBen")
    if duel.house.outcome() != "done":
        # Where it can't be told whether the name belongs to the move, it is asked and not guessed.
        assert duel.house.outcome().startswith("refused: ")
        mails = duel.ben.reply("\n".join(textwrap.wrap(written, width)) + "\n\nBen")
    receipt = next(got for got in mails if got.recipient == duel.ben.address)
    assert written in " ".join(receipt.text.split())


def test_half_a_move_is_never_played(duel: Duel) -> None:
    written = long_mine(duel)
    cut = written.rindex(",")
    before = len(duel.plies())
    duel.ben.reply(f"{written[:cut]}\nlaod everything")
    assert duel.house.outcome().startswith("refused") or len(written[:cut]) < 50
    assert len(duel.plies()) == before or len(written[:cut]) < 50


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("moeny 4", "command/unknown"),
        ("I take the four marks", "command/none"),
        ("money 4\nmoney 6", "move/two"),
        ("money 4\nmoney 4", "move/two"),
        ("money 4\nbnak", "command/unknown"),
        ("money 4\nboard zzzzz9", "game/unknown"),
        ("mine 10: to g, load g x9", "rule/no-coal-there"),
        ("draft B-k", "rule/not-now"),
        ("возьму-ка 4", "command/none"),
        ("money 4\nset name Bob", "command/mixed"),
        ("mine " + "8" * 3000, "notation/too-long"),
    ],
)
def test_refused_moves_change_nothing_and_are_told_to_nobody_else(duel: Duel, text: str, code: str) -> None:
    before = duel.house.all(rows.Entry)
    (answer,) = duel.ben.reply(text)
    assert answer.recipient == duel.ben.address
    assert f"({code})" in answer.text
    assert duel.house.all(rows.Entry) == before
    # Its code is the one to move with, so that a reply to this mail is enough.
    assert len(duel.house.write(duel.ben.address, f"bank\n> {answer.code}")) == 2


def test_not_ones_turn(duel: Duel) -> None:
    code = duel.ben.last.code if duel.ben.last else ""
    hand_out(duel.both, duel.ben.reply("bank"))
    (answer,) = duel.house.write(duel.ben.address, f"money 4\n> {code}")
    assert "move/not-your-turn" in answer.text
    duel.play_to(duel.anna)
    letter = duel.anna.move_letter("bank")
    hand_out(duel.both, duel.house.write(duel.anna.address, "", letter))
    duel.play_to(duel.ben)
    (answer,) = duel.anna.move("bank")
    assert "move/not-your-turn" in answer.text
    assert answer.recipient == duel.anna.address


def test_out_of_turn_is_called_so_whatever_else_is_wrong(house: House) -> None:
    """By a letter, by a code or by neither; with an old code, an old letter, or a move that is none."""
    members, game = make_table(house, 3)
    anna, ben, clara = members
    old = ben.last
    while to_move(members) is not anna:
        play_on(members, 1)
    assert old is not None
    before = len(house.entries(game))
    stale = clara.move_letter("bank")
    hand_out(members, anna.move(first_move(anna)))
    while to_move(members) is anna:
        play_on(members, 1)
    mover = to_move(members)
    assert mover is not None
    waiting = [member for member in members if member is not mover]
    before = len(house.entries(game))
    told = f"it's {mover.name}'s turn in {game}, not yours"
    for member in waiting:
        for text in ("bank", "3", "mine 10", "money 99", f"move {game} bank"):
            house.time += 25 * 3600
            if member.own_key:
                (answer,) = house.write(member.address, "", member.move_letter("bank"))
            else:
                assert member.code
                (answer,) = house.write(member.address, f"{text}\n\n> {member.code}")
            assert "(move/not-your-turn)" in answer.text
            assert told in " ".join(answer.text.split())
    if mover is not clara:
        (answer,) = house.write(clara.address, "", stale)
        assert told in " ".join(answer.text.split())
    assert len(house.entries(game)) == before


def test_a_move_in_a_game_that_one_is_not_in(duel: Duel) -> None:
    clara, dora = Member(duel.house, "clara", "Clara"), Member(duel.house, "dora", "Dora", own_key=False)
    for member in (clara, dora):
        member.register()
    (answer,) = dora.ask(f"move {duel.game} bank")
    assert "(game/not-in)" in answer.text
    duel.play_to(duel.anna)
    clara.turn = duel.anna.turn  # as somebody who was forwarded the mail
    (answer,) = duel.house.write(clara.address, "", clara.move_letter("bank"))
    assert answer.recipient == clara.address
    assert "(game/not-in)" in answer.text


def test_a_move_in_a_game_that_waits_or_is_over(house: House) -> None:
    anna, ben = both = make_club(house, 2)
    waiting = open_game(both)
    (answer,) = ben.ask(f"join {waiting}")
    (answer,) = ben.ask(f"move {waiting} bank")
    assert "(game/not-running)" in answer.text
    assert "it still waits for players" in answer.text
    game = start_game(both)
    letter = anna.move_letter("bank")
    for member in both:
        member.ask(f"abandon {game}")
    (answer,) = house.write(anna.address, "", letter)
    assert "(game/not-running)" in answer.text
    assert "it was abandoned" in answer.text


@pytest.mark.parametrize("typed", ["mine {n}", "{number}", "fördern {n}", "добыча {n}.", "{number}."])
def test_a_bare_mining_space_takes_no_turn(duel: Duel, typed: str) -> None:
    menu, before = numbered_actions(position(duel.ben), ["Anna", "ben"]), len(duel.plies())
    entry = next(entry for entry in menu.entries if isinstance(entry.action, Mine))
    n = entry.action.number  # type: ignore[attr-defined]
    (answer,) = duel.ben.reply(typed.format(n=n, number=entry.number))
    assert "(move/no-steps)" in answer.text
    told = " ".join(answer.text.split())
    assert f"`mine {n}: nothing`" in told
    assert "What you can do:" in told
    assert len(duel.plies()) == before
    # A reply to this very answer is enough to go on.
    mails = duel.house.write(duel.ben.address, f"mine {n}: nothing\n> {answer.code}")
    assert len(mails) == 2
    assert "does no work step" in " ".join(mails[0].text.split())


def test_keeping_one_without_a_word_on_the_rest(duel: Duel) -> None:
    hand_out(duel.both, duel.ben.reply("factory draw"))
    names = [piece.name for piece in position(duel.ben).drawn]
    (own,) = [got for got in duel.ben.reply("keep none") if got.recipient == duel.ben.address]
    assert f"keep none, bottom {' '.join(names)}" in " ".join(own.text.split())
    assert "bottom" in own.text[own.text.index("What happened:") :]


def test_the_example_in_the_mail_can_be_sent_as_it_is(house: House) -> None:
    """Through the draft and some turns: in the mail of the turn, and in an answer during it."""
    both, game = make_table(house, 2)
    anna, ben = both
    for ply in range(16):
        if to_move(both) is not ben:
            play_on(both, 1)
            continue
        assert ben.last is not None
        (answer,) = ben.reply("board")
        for text in (ben.last.text, answer.text):
            found = re.search(r"\(such as (\w+)\) or with a move\n\(such as `(.+)`\)", text)
            assert found, text
        before = house.game(game).ply
        hand_out(both, ben.reply(found[1 + ply % 2]))
        assert house.outcome() == "done"
        assert house.game(game).ply == before + 1
    assert anna.last is not None


def test_the_five_go_to_the_drawer_alone(duel: Duel) -> None:
    (own,) = [got for got in duel.ben.reply("factory draw") if got.recipient == duel.ben.address]
    hand_out(duel.both, [own])
    assert own.subject.startswith("[your turn]")
    assert "Drawn, for your eyes only" in own.text
    drawn = position(duel.ben).drawn
    assert len(drawn) == 5
    keep = f"keep none, top {' '.join(piece.name for piece in drawn)}"
    mails = duel.ben.reply(keep)
    for got in mails:
        assert (keep in " ".join(got.text.split())) == (got.recipient == duel.ben.address)


def test_several_games_at_once(house: House) -> None:
    """One mail with a move in each of two games; each has its own code."""
    both = anna, ben = make_club(house, 2)
    codes = {}
    for _ in range(2):
        game = start_game(both)
        while to_move(both) is not ben:
            play_on(both, 1)
        codes[game] = ben.last.code if ben.last else ""
    house.time += 25 * 3600
    (answer,) = ben.write("1")  # nothing tells which game
    assert "game/which" in answer.text
    plies = {game: house.game(game).ply for game in codes}
    quoted = "\n".join(f"> {code}" for code in codes.values())
    words = [f"move {game} 1" for game in codes]
    (answer,) = house.write(ben.address, f"{words[0]}\nmove {list(codes)[1]} 99\n\n{quoted}")
    assert "move/number" in answer.text
    assert {game: house.game(game).ply for game in codes} == plies
    assert len(house.write(ben.address, "\n".join(words) + f"\n\n{quoted}")) == 4
    assert {game: house.game(game).ply for game in codes} == {game: ply + 1 for game, ply in plies.items()}
    assert anna.address in {row.recipient for row in house.all(rows.Outbox)}


def test_on_both_databases(ledger: Ledger) -> None:
    house = House(ledger)
    both, game = make_table(house, 2)
    play_on(both, 20)
    assert house.game(game).ply == 20
    before = 5  # opened, joined twice, one share of the shuffle, started
    assert house.game(game).entries == len(house.entries(game)) == before + 20
