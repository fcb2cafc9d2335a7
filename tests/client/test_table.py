"""A game against bots at the table: driven in process, through a pseudo-terminal and through a pipe."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.agree import BOTS, Terms, Wishes, agree
from client.match import Match, Player, bot_player
from client.table import STOPPED, sit_down
from client.talk import Left
from engine.bots.selfplay import opening
from engine.errors import Refused
from engine.rules import Action, Game
from engine.show import WIDTH
from tests.client.keyboard import PATIENCE, ROOT, Keyboard

SETTLED = Wishes(players=2, name="Max", bot="greedy", seed=5)


class Script:
    """A person whose answers are written beforehand; when they run out, the person leaves."""

    def __init__(self, answers: Iterable[str]) -> None:
        self._answers = iter(answers)
        self.heard: list[str] = []
        self.prompts: list[str] = []

    def say(self, text: str) -> None:
        self.heard.append(text)

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self._answers)
        except StopIteration:
            raise Left from None

    @property
    def all(self) -> str:
        return "\n".join(self.heard)


def at_table(*answers: str, wishes: Wishes = SETTLED) -> Script:
    """What is heard by a person who gives these answers and then leaves."""
    script = Script(answers)
    assert sit_down(wishes, script, person=True) == 0
    return script


DRAFT = ("1", "1", "1")
"""The numbers with which the draft of two players is over."""


def answer_to(*answers: str) -> str:
    """What is said between the last of these answers, given after the draft, and the next question."""
    heard = len(at_table(*DRAFT, *answers[:-1]).heard)
    return "\n".join(at_table(*DRAFT, *answers).heard[heard - 1 : -1])


# What is agreed


def test_what_no_option_says_is_asked() -> None:
    script = Script(["Max", "2", "random"])
    terms = agree(Wishes(seed=3), script)
    assert terms == Terms(players=2, name="Max", bot="random", seed=3, face_down=False)
    assert len(script.prompts) == 3


def test_an_empty_answer_means_the_usual() -> None:
    terms = agree(Wishes(seed=3), Script(["", "", ""]))
    assert terms == Terms(players=3, name="Anna", bot="greedy", seed=3, face_down=False)


def test_what_is_settled_is_not_asked() -> None:
    script = Script([])
    assert agree(SETTLED, script).name == "Max"
    assert script.prompts == []


def test_a_wrong_answer_is_asked_again() -> None:
    script = Script(["Max", "7", "two", "9" * 5000, "4", "deep-blue", "greedy"])
    assert agree(Wishes(), script).players == 4
    assert len(script.heard) == 4


@pytest.mark.parametrize("wishes", [Wishes(players=5), Wishes(bot="deep-blue")])
def test_wrong_options_are_refused(wishes: Wishes) -> None:
    with pytest.raises(Refused):
        agree(wishes, None)


def test_without_a_seed_games_differ() -> None:
    assert len({agree(Wishes(), None).seed for _ in range(5)}) > 1


@pytest.mark.parametrize("name", ["Anna", *BOTS, BOTS[0].upper()])
def test_all_names_differ(name: str) -> None:
    names = Terms(players=4, name=name, bot="random", seed=1, face_down=False).names()
    assert names[0] == name
    assert len({name.casefold() for name in names}) == 4


# A person's turn


def test_the_board_and_the_actions_come_first() -> None:
    script = at_table()
    assert "Glueck auf, Max!" in script.heard[0]
    assert "--players 2 --seed 5" in script.heard[1]
    assert "Max (M), you" in script.all
    assert "THE DRAFT" in script.all
    assert script.prompts == ["Max> "]


def test_a_number_plays() -> None:
    script = at_table("1")
    assert re.search(r"Max drafts \w-\w+", script.all)


def test_a_move_plays() -> None:
    assert "Max goes to the bank for 1 Mark." in answer_to("bank")
    assert "Max goes to the bank for 1 Mark." in answer_to("  BANK. ")


@pytest.mark.parametrize(
    "typed", ["nonsense", "factory 4", "deliver", "mine 4", "keep none", "42 moves", "b\x00d"]
)
def test_a_wrong_move_says_why_and_asks_again(typed: str) -> None:
    said = answer_to(typed)
    assert said
    assert "Max " not in said
    assert all(len(line) <= WIDTH for line in said.split("\n"))


@pytest.mark.parametrize("typed", ["99", "0", "9" * 5000])
def test_a_number_that_is_not_listed(typed: str) -> None:
    assert answer_to(typed).startswith("There is no action of that number; the last one is ")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("?", "composes the work steps one by one"),
        ("help", "composes the work steps one by one"),
        ("", "Type a number or a move"),
        ("board", "Shift I of III"),
        ("actions", "FACTORY"),
        ("score", "Standings so far"),
        ("plans", "work steps:"),
        ("hint", "A bot would play: "),
    ],
)
def test_questions_are_answered(question: str, answer: str) -> None:
    said = answer_to(question)
    assert answer in said
    assert all(len(line) <= WIDTH for line in said.split("\n"))


def test_a_hint_can_be_played() -> None:
    move = answer_to("hint").replace("\n", " ").partition("play: ")[2]
    assert answer_to("hint", move).startswith("Max ")


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text(max_size=40) | st.sampled_from(["mine 6", "1", "a", "done", "undo", "3a"]), max_size=6)
)
def test_nothing_that_is_typed_breaks_the_table(typed: list[str]) -> None:
    assert at_table(*DRAFT, *typed).heard[-1].startswith("You leave the table")


def test_every_move_in_the_help_is_a_move() -> None:
    """Help that can't be typed is none: the refusals are those of the rules, not of the language."""
    from client.human import HELP
    from engine.rules import parse

    block = HELP.split("\n", 1)[1].partition("Colours")[0]
    cells = [cell for line in block.split("\n") for cell in re.split(r"\s{2,}", line.strip()) if cell]
    moves = [cell for cell in cells if not cell.startswith(("composes", "after"))]
    assert len(moves) >= 10
    for move in moves:
        assert parse(move).write() == move


# Mining


def test_mining_is_composed_step_by_step() -> None:
    said = answer_to("mine 6", "to g", "1", "done")
    assert said.startswith("Max places 1 worker on mining 6 and does 2 work steps (to g, to top).")


def test_a_mining_action_can_be_typed_whole() -> None:
    assert "(to g, load g)" in answer_to("mine 6: to g, load g")


def test_a_whole_move_can_be_pasted_into_a_composition() -> None:
    assert "on mining 10 and does 2 work steps (to k, load k)" in answer_to(
        "mine 6", "to g", "mine 10: to k, load k"
    )


def test_several_steps_at_once_all_or_none() -> None:
    script = at_table(*DRAFT, "mine 10", "to g, load g, load k", "done")
    assert "`load k`" in script.all
    assert "Max places 1 worker on mining 10 and does no work step." in script.all


def test_undo_takes_one_step_back() -> None:
    assert "does 1 work step (to g)" in answer_to("mine 6", "to g, load g", "undo", "done")
    assert "no step to take back" in answer_to("mine 6", "undo")


def test_a_plan_in_the_middle_of_mining() -> None:
    assert "work steps:" in answer_to("mine 10", "plans")
    said = answer_to("mine 10", "a", "done")
    assert said.startswith("Max places 1 worker on mining 10")
    assert "does no work step" not in said


def test_back_leads_to_the_other_actions() -> None:
    assert "Max goes to the bank" in answer_to("mine 6", "to g", "back", "bank")


@pytest.mark.parametrize("typed", ["load k", "0", "99", "9" * 5000, "dance", "to g, to g", "z", "\u0661"])
def test_a_wrong_step_says_why_and_asks_again(typed: str) -> None:
    script = at_table(*DRAFT, "mine 6", typed, "done")
    assert "does no work step" in script.all


def test_help_while_mining() -> None:
    assert "take the last step back" in answer_to("mine 6", "?")


# Leaving


@pytest.mark.parametrize("answers", [("quit",), (*DRAFT, "QUIT"), (*DRAFT, "mine 6", "quit"), ()])
def test_leaving_is_polite(answers: tuple[str, ...]) -> None:
    script = at_table(*answers)
    assert script.heard[-1].startswith("You leave the table in ")
    assert "--seed 5" in script.heard[-1]


def test_leaving_before_the_deal() -> None:
    assert at_table(wishes=Wishes()).heard == ["You leave the table before the deal."]


def test_ctrl_c_is_polite() -> None:
    class Impatient(Script):
        def ask(self, prompt: str) -> str:
            raise KeyboardInterrupt

    script = Impatient([])
    assert sit_down(SETTLED, script, person=True) == STOPPED
    assert script.heard[-1].strip().startswith("You leave the table in the draft.")


# Whole games


def always(answer: Callable[[str], str], script: Script) -> Iterator[str]:
    while True:
        yield answer(script.prompts[-1])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_by_numbers(players: int) -> None:
    """A person who always takes the first action, and in mining stops at once."""
    script = Script([])
    script._answers = always(lambda prompt: "done" if prompt.startswith("mine") else "1", script)
    wishes = Wishes(players=players, name="Max", bot="random", seed=2, face_down=players == 3)
    assert sit_down(wishes, script, person=True) == 0
    assert "The game is over: " in script.heard[-1]
    assert script.all.count("is scored:") == 3
    assert len(script.prompts) > 20


def test_a_whole_game_by_hints() -> None:
    script = Script([])

    def answers() -> Iterator[str]:
        while True:
            yield "hint"
            yield script.heard[-1].replace("\n", " ").partition("play: ")[2]

    script._answers = answers()
    assert sit_down(SETTLED, script, person=True) == 0
    assert "The game is over: " in script.heard[-1]


def test_nothing_hidden_is_said() -> None:
    """That somebody looked at tiles or orders is told, and never at which."""
    script = Script([])
    looked: list[str] = []

    def watched(bot: Player) -> Player:
        def choose(game: Game) -> Action:
            if game.drawn:
                looked.append(script.heard[-1])
            return bot(game)

        return choose

    seats = [watched(bot_player(seat, "random", Random(seat))) for seat in range(4)]
    Match(opening(4, Random(8)), ["Anna", "Ben", "Carl", "Dora"], seats, script).play_out(every_move=True)
    assert len(looked) > 5
    for sentence in looked:
        assert "looks at" in sentence
        assert not re.search(r"[ybgk][12][LD]|[BCME]-[ybgk]+", sentence)


# As its own process


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "client.table", *map(str, args)]


def run(*args: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*args),
        cwd=ROOT,
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_a_terminal_bots_play_all_seats(players: int) -> None:
    done = run("--players", players, "--seed", 7)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(len(line) <= WIDTH for line in done.stdout.split("\n"))
    assert done.stdout.isascii()
    boards = [line for line in done.stdout.split("\n") if line.startswith("FACTORY")]
    assert len(boards) == 3
    assert re.search(r"^total +-?\d+ VP", done.stdout, re.M)


def test_the_same_seed_gives_the_same_game() -> None:
    first, again = (run("--seed", 9, "--bot", "random").stdout for _ in range(2))
    assert first == again
    assert first != run("--seed", 10, "--bot", "random").stdout


def test_piped_input_is_not_asked_for() -> None:
    done = run("--seed", 7, typed="quit\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over: " in done.stdout


@pytest.mark.parametrize("args", [("--players", 5), ("--bot", "deep-blue"), ("--seed", -1), ("--colour",)])
def test_wrong_use_is_explained(args: tuple[object, ...]) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert "Error" in done.stderr
    assert "Traceback" not in done.stderr


def test_turns_at_a_terminal() -> None:
    at = Keyboard(command("--seed", 5))
    for prompt, keys in [
        ("[Anna]: ", "Max\r"),
        ("[3]: ", "9\r"),
        ("[3]: ", "2\r"),
        ("[greedy]: ", "\r"),
        ("\nMax> ", "1\r"),
        ("\nMax> ", "1\r"),
        ("\nMax> ", "draft nothing\r"),
        ("\nMax> ", "1\r"),
        ("\nMax> ", "mine 10\r"),
        ("\nmine 10> ", "to g, load g\r"),
        ("\nmine 10> ", "undo\r"),
        ("\nmine 10> ", "done\r"),
        ("\nMax> ", "bank\r"),
    ]:
        at.wait_for(prompt)
        at.type(keys)
    assert "Max goes to the bank for 1 Mark." in at.wait_for("\nMax> ")
    at.type("quit\r")
    assert at.close() == 0
    assert "9 players: the game is for 2, 3 or 4" in at.seen
    assert "does 1 work step (to g)" in at.seen
    assert "You leave the table in shift I." in at.seen
    assert "Traceback" not in at.seen


def test_ctrl_d_at_a_terminal() -> None:
    at = Keyboard(command("--players", 2, "--name", "Max", "--bot", "random", "--seed", 5))
    at.wait_for("\nMax> ")
    at.type("\x04")
    assert at.close() == 0
    assert "You leave the table in the draft." in at.seen
    assert "Traceback" not in at.seen


def test_ctrl_c_at_a_terminal() -> None:
    at = Keyboard(command("--players", 2, "--name", "Max", "--bot", "random", "--seed", 5))
    at.wait_for("\nMax> ")
    at.interrupt()
    assert at.close() == STOPPED
    assert "You leave the table in the draft." in at.seen
    assert "Traceback" not in at.seen
