"""A turn that is thought over line by line: choosing, searching, composing, agreeing and asking."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.play.help import HELP
from client.session.style import Showing
from engine.rules import Mine, parse, play
from engine.show import WIDTH, Style
from engine.tongue import LANGUAGES, tongue
from tests.client.play.script import SHIFT_ONE, Script, play_whole, position, think


def decided(*answers: str) -> str:
    _, action = think(*answers)
    assert action is not None
    return action.write()


def heard(*answers: str) -> str:
    """What is said after the last of these answers; nothing is decided yet."""
    before = len(think(*answers[:-1])[0].heard)
    script, action = think(*answers)
    assert action is None
    return "\n".join(script.heard[before:])


def test_the_board_and_the_actions_come_first() -> None:
    script, _ = think()
    assert "Max (M), you" in script.all
    assert "MINING" in script.all
    assert script.prompts == ["Max> "]
    assert "h hint" in script.heard[-1]


def test_a_number_is_played_after_one_question() -> None:
    script, action = think("1", "y")
    assert action is not None
    assert action.write().startswith("factory 1")
    assert script.prompts == ["Max> ", "Play this? [y/n] "]
    assert "Max places 1 worker on factory 1" in script.all


@pytest.mark.parametrize("typed", ["bank", "  BANK. ", "Bank", "банк"])
def test_a_move_in_any_language_is_played(typed: str) -> None:
    assert decided(typed, "y") == "bank"


@pytest.mark.parametrize("yes", ["y", "YES", "j", "ja", "да"])
def test_yes_in_any_language(yes: str) -> None:
    assert decided("bank", yes) == "bank"


def test_no_leads_back_and_nothing_is_decided() -> None:
    script, action = think("bank", "n", "money 6", "")
    assert action is None
    assert script.prompts[-1] == "Play this? [y/n] "


@pytest.mark.parametrize("typed", ["nonsense", "factory 4", "deliver", "mine 4", "keep none", "b\x00d"])
def test_a_wrong_move_says_why_and_asks_again(typed: str) -> None:
    said = heard(typed)
    assert said
    assert all(len(line) <= WIDTH for line in said.split("\n"))


@pytest.mark.parametrize("typed", ["99", "0", "9" * 5000])
def test_a_number_that_is_not_listed(typed: str) -> None:
    assert "the last one is" in heard(typed)


# Searching


def test_words_search_the_list() -> None:
    said = heard("marks take")
    assert "money 6" in said
    assert "bank" not in said
    assert "FACTORY" not in said


def test_words_of_another_language_search_too() -> None:
    assert "mine 10" in heard("fördere")


def test_what_alone_fits_is_meant() -> None:
    assert decided("take 6 marks", "y") == "money 6"


def test_what_fits_nothing_is_refused() -> None:
    assert "xyzzy" in heard("xyzzy")


# Composing


def test_mining_is_composed_step_by_step() -> None:
    script, action = think("mine 6", "to g", "1", "", "y")
    assert action == parse("mine 6: to g, to top")
    assert "your pit, 6 work steps left" in script.all
    assert "your pit, 4 work steps left" in script.all
    assert script.prompts[1] == "mine 6> "


def test_the_picture_follows_the_steps() -> None:
    assert re.search(r"^g gray .*\|\{g\.\.\.\.\}\|", heard("mine 6", "to g, load g"), re.M)


def test_a_mining_action_can_be_typed_whole() -> None:
    assert decided("mine 6: to g, load g", "y") == "mine 6: to g, load g"


def test_a_whole_move_can_be_pasted_into_a_composition() -> None:
    assert decided("mine 6", "to g", "mine 10: to k, load k", "y") == "mine 10: to k, load k"


def test_several_steps_at_once_all_or_none() -> None:
    script, action = think("mine 10", "to g, load g, load k", "nothing", "y")
    assert "`load k`" in script.all
    assert action == Mine(10)


def test_steps_in_another_language() -> None:
    assert decided("mine 10", "nach grau, lade grau", "", "y") == "mine 10: to g, load g"


def test_undo_takes_one_step_back() -> None:
    assert decided("mine 6", "to g, load g", "undo", "done", "y") == "mine 6: to g"
    assert "no step to take back" in heard("mine 6", "u")


def test_no_leads_back_to_the_steps() -> None:
    assert decided("mine 6", "to g", "", "n", "load g", "", "y") == "mine 6: to g, load g"


def test_the_planner_suggests_and_its_letter_adds_the_steps() -> None:
    assert "Plans for the steps that are left:\n  a  " in heard("mine 10")
    assert len(parse(decided("mine 10", "a", "", "y")).steps) > 2  # type: ignore[attr-defined]
    assert len(parse(decided("mine 10", "1", "a", "", "y")).steps) > 2  # type: ignore[attr-defined]


def test_back_leads_to_the_other_actions() -> None:
    assert decided("mine 6", "to g", "back", "bank", "y") == "bank"


@pytest.mark.parametrize("typed", ["load k", "0", "99", "9" * 5000, "dance", "to g, to g", "z", "\u0661"])
def test_a_wrong_step_says_why_and_asks_again(typed: str) -> None:
    assert heard("mine 6", typed)
    assert decided("mine 6", typed, "nothing", "y") == "mine 6"


# Asking


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("?", "composes the work steps one by one"),
        ("help", "composes the work steps one by one"),
        ("", "h hint"),
        ("board", "Shift I of III"),
        ("score", "Standings so far"),
        ("h", "The foreman would play: "),
        ("hint", "The foreman would play: "),
        ("why bank", "VP more from"),
        ("why", "notation"),
        ("why factory", "say one move"),
        ("t", "Lesson 4 of 7"),
    ],
)
def test_questions_are_answered(question: str, answer: str) -> None:
    said = heard(question)
    assert answer in said or answer == "notation"
    assert said
    assert all(len(line) <= WIDTH for line in said.split("\n"))


def test_help_while_mining_does_not_lose_the_steps() -> None:
    assert decided("mine 6", "to g", "?", "score", "h", "", "y") == "mine 6: to g"


@pytest.mark.parametrize("answers", [("q",), ("QUIT",), ("mine 6", "q"), ("bank", "q"), ()])
def test_leaving_decides_nothing(answers: tuple[str, ...]) -> None:
    assert think(*answers)[1] is None


def test_every_move_in_the_help_is_a_move() -> None:
    """Help that can't be typed is none: the refusals are those of the rules, not of the language."""
    block = HELP.split("\n", 1)[1].partition("Any other")[0]
    cells = [cell for line in block.split("\n") for cell in re.split(r"\s{2,}", line.strip()) if cell]
    moves = [cell for cell in cells if not cell.startswith(("composes", "after"))]
    assert len(moves) >= 10
    for move in moves:
        assert parse(move).write() == move


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=40) | st.sampled_from(["mine 6", "1", "a", "", "u", "3a", "n"]), max_size=6))
def test_nothing_that_is_typed_breaks_the_turn(typed: list[str]) -> None:
    """Each answer is asked for once, and nothing but a legal move comes of them."""
    script, decided = think(*typed)
    assert 1 <= len(script.prompts) <= len(typed) + 1
    if decided is not None:
        assert play(SHIFT_ONE, decided).game.ply == SHIFT_ONE.ply + 1


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("style", list(Style))
def test_every_language_and_style(code: str, style: Style) -> None:
    """Nothing is wider than the page, and plain ASCII is plain."""
    game = position(30, players=3)
    script, action = think(
        "h", "?", "t", "mine", "mine 10", "1", "", "y", game=game, showing=Showing(tongue(code), style)
    )
    assert all(len(line) <= WIDTH for line in script.all.split("\n"))
    assert script.all.isascii() or style is not Style.ASCII
    assert action is None or isinstance(action, Mine)


# Whole games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_by_numbers(players: int) -> None:
    """A person who always takes the first action, and in mining stops at once."""
    script = Script([])

    def answers() -> Iterator[str]:
        while True:
            prompt = script.prompts[-1]
            yield "nothing" if prompt.startswith("mine") else "y" if prompt.startswith("Play") else "1"

    script.answer_with(answers())
    assert play_whole(script, players, seed=2).over


def test_a_whole_game_by_hints() -> None:
    script = Script([])

    def answers() -> Iterator[str]:
        while True:
            yield "h"
            said = script.heard[-1].replace("\n", " ").partition("play: ")[2]
            yield re.split(r" (?:It|You|Next|Cubes|\w+ brings)\b", said)[0]
            yield "y"

    script.answer_with(answers())
    game = play_whole(script, players=2, seed=5)
    assert game.over
    assert game.vp[0] > game.vp[1] + 20


def test_the_position_is_what_it_should_be() -> None:
    assert (SHIFT_ONE.shift, SHIFT_ONE.turn, SHIFT_ONE.players) == (1, 0, 2)


@pytest.mark.parametrize("done", ["", "done"])
def test_an_empty_plan_is_no_plan(done: str) -> None:
    script, action = think("mine 10", done, "y", "q")
    assert "there are no work steps yet" in script.all
    assert action is None


@pytest.mark.parametrize(
    "typed", [("mine 10", "nothing"), ("mine 10: nothing",), ("mine 10", "nichts"), ("добыча 10: ничего",)]
)
def test_nothing_is_a_plan_if_it_is_said(typed: tuple[str, ...]) -> None:
    assert decided(*typed, "y") == "mine 10"
