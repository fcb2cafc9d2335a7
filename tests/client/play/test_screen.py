"""`grubenpost play` on real pseudo-terminals: keys go in, and a screen comes out."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from client.memory.glance import glance
from client.profile.home import Home
from tests.client.play.anna import GAME, command, make_home
from tests.client.play.conftest import Open
from tests.client.play.terminal import (
    BACKSPACE,
    CTRL_C,
    DOWN,
    END,
    ENTER,
    ESCAPE,
    HOME,
    PAGE_DOWN,
    PAGE_UP,
    ROOT,
    TAB,
    UP,
    Screen,
)

SIZES = [(80, 24), (120, 40)]
NO_POST = 3


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Anna is about to make her first turn in shift I."""
    return make_home(tmp_path / "anna", plies=9)


def first_line(at: Screen) -> str:
    return at.lines[1]


@pytest.mark.parametrize("size", SIZES)
def test_looking_and_searching(size: tuple[int, int], home: Home, open_screen: Open) -> None:
    at = open_screen(command(home, "--lessons"), size)
    shown = at.wait_for(f"1-{size[1] - 3}/")
    assert re.search(r"Game game-1, move (9|10|11|12): your turn", at.lines[0])
    assert "Lesson 4 of 7" in shown
    assert "? help" in at.lines[-1]
    assert at.lines[-2] == "Anna>"
    top = first_line(at)
    for there, back in [(DOWN, UP), (PAGE_DOWN, PAGE_UP), (END, HOME)]:
        at.press(there)
        at.wait_for(lambda _: first_line(at) != top)
        at.press(back)
        at.wait_for(lambda _: first_line(at) == top)
    at.press(TAB)
    at.wait_for(lambda _: first_line(at).startswith("Game game-1: it is your turn."))
    at.press(END)
    at.wait_for(lambda text: bool(re.search(r"^ *\d+  bank +1 worker +take 1 Mark$", text, re.M)))
    at.press("mon")
    searched = at.wait_for(lambda text: text.count("MONEY") == 1 and "FACTORY" not in text)
    assert "money 6" in searched
    at.press(BACKSPACE * 3)
    at.wait_for("Lesson 4")


@pytest.mark.parametrize("size", SIZES)
def test_composing_and_sending(size: tuple[int, int], home: Home, open_screen: Open) -> None:
    """With undo and a plan, agreed on at the second asking; nobody listens, and the move is kept."""
    at = open_screen(command(home), size)
    at.wait_for("? help")
    for keys, seen in [
        (f"mine 10{ENTER}", "10 work steps left"),
        (f"1{ENTER}", "So far: to y"),
        ("u", "So far: none"),
        (f"to k, load k{ENTER}", "k black            │┫k····┣│"),
        (BACKSPACE, "So far: to k\n"),
        (f"a{ENTER}", " complete\n"),
        (ENTER, "Play this? [y/n]"),
        ("n", "So far: to k"),
        (ENTER, "Play this? [y/n]"),
        ("y", "nobody listens there"),
    ]:
        at.press(keys)
        at.wait_for(seen)
    assert at.close() == NO_POST
    assert "Your move is on its way: mine 10: to k" in at.text
    assert "Written down, and not sent yet" in at.text
    kept = glance(home, GAME)
    assert kept is not None
    assert kept.pending.startswith("mine 10: to k")


@pytest.mark.parametrize("size", SIZES)
def test_hint_help_and_quit(size: tuple[int, int], home: Home, open_screen: Open) -> None:
    at = open_screen(command(home), size)
    at.wait_for("? help")
    at.press("h")
    at.wait_for("The foreman would play: ")
    at.press("?")
    assert "what the foreman thinks of a move" in at.wait_for("Enter goes back")
    at.press(ESCAPE)
    at.wait_for("Anna>")
    at.press(f"why bank{ENTER}")
    at.wait_for("VP more from")
    at.press(f"nonsense{ENTER}")
    at.wait_for("nonsense")
    at.press("q")
    assert at.close() == 0
    assert "Nothing was sent; the game waits for you." in at.text


def test_the_window_may_change_its_size_at_any_time(home: Home, open_screen: Open) -> None:
    at = open_screen(command(home), (120, 40))
    at.wait_for("1-37/")
    at.press(END)
    at.wait_for("bank")
    at.resize((80, 24))
    at.wait_for(lambda _: "? help" in at.lines[23] and at.lines[22] == "Anna>")
    at.resize((40, 10))
    at.wait_for(lambda _: "number, move" in at.lines[9] and at.lines[8] == "Anna>")
    at.resize((120, 40))
    at.wait_for(lambda _: "? help" in at.lines[39])
    at.press("h")
    at.wait_for("The foreman would play")
    at.press(CTRL_C)
    assert at.close() == 130
    assert "Stopped." in at.text


@pytest.mark.parametrize(("term", "style"), [("dumb", "ascii"), ("xterm", "spoken")])
def test_who_cannot_see_a_screen_is_asked_line_by_line(
    term: str, style: str, home: Home, open_screen: Open
) -> None:
    """A terminal that can't be drawn on, or a person who has it read aloud."""
    home.profile.write_text(f'style = "{style}"\n{home.profile.read_text("utf-8")}', "utf-8")
    at = open_screen(command(home), env={"TERM": term})
    at.wait_for(lambda _: "Anna>" in at.text)
    at.press(f"bank{ENTER}")
    at.wait_for("Play this? [y/n]")
    at.press(f"q{ENTER}")
    assert at.close() == 0
    assert "Nothing was sent" in at.text


def run_piped(home: Home, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(home), cwd=ROOT, input=typed, capture_output=True, text=True, timeout=60, check=False
    )


def test_without_a_terminal_it_reads_lines(home: Home) -> None:
    done = run_piped(home, "h\nbank\nn\n")
    assert done.returncode == 0
    assert "The foreman would play: " in done.stdout
    assert "Anna goes to the bank for 1 Mark." in done.stdout
    assert "Nothing was sent" in done.stdout
    kept = glance(home, GAME)
    assert kept is not None
    assert not kept.pending


def test_a_move_that_was_not_sent_is_sent_first(home: Home) -> None:
    assert run_piped(home, "bank\ny\n").returncode == NO_POST
    again = run_piped(home, "money 6\ny\n")
    assert again.returncode == NO_POST
    kept = glance(home, GAME)
    assert kept is not None
    assert kept.pending == "bank"


def test_strange_words_do_nothing_on_the_screen(home: Home, open_screen: Open) -> None:
    """The story and the names are other people's; the screen shows them, and obeys nobody but us."""
    kept = home.games / f"{GAME}.json"
    facts = json.loads(kept.read_bytes())
    facts["told"] = "\x1b]0;owned\x07\x9b2J\x1b[31mred\x1b[0m\x1b[?25l tale \u202edoes it\nfake\rover"
    facts["turn"]["names"] = ["Anna\x1b[31m", "Ben\x1b]0;owned\x07", "\x9b2JCarl"]
    kept.write_text(json.dumps(facts))
    at = open_screen(command(home), (120, 60))
    shown = at.wait_for("tale does it")
    assert "·[31mred·[0m" in shown
    assert "Game game-1, move" in at.lines[0]
    assert at.title == ""
    assert at.colour_of("red") == "default"
    at.press("q")
    assert at.close() == 0
