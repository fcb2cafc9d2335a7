"""Replies in more than two hundred styles of mail programs mean what their senders meant, or are asked back.

Printed with `-rP`: how many styles, languages and replies there were, and what came of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from engine.errors import Refused
from engine.rules import parse
from engine.tongue.move_words import canonical
from server.desk import commands as _commands  # noqa: F401  gathers the commands
from server.visit.sender import Words
from server.words.command import NUMBER, understand
from server.words.wording import read_words
from server.words.yes_no import YES, answer_in
from tests.server.mail.replies import (
    CLOSE,
    INLINE,
    MOVES,
    NO_MOVES,
    TOP,
    Reply,
    mails_of_ours,
    replies,
    wrapped,
)
from tests.server.mail.styles import all_styles

RIGHT, ASKED, WRONG = "right", "asked back", "wrong"
MOST_ASKED = 0.01


def moves_in(words: Words) -> list[str]:
    """The commands that would be obeyed, moves in the words of the move language; none if one is refused."""
    try:
        return [_written(found.name, text) for found, text in understand(list(words.commands))]
    except Refused:
        return []


def _written(name: str, text: str) -> str:
    if name != "move":
        return name
    number = NUMBER.fullmatch(text)
    return f"{number[1]}{number[2] or ''}" if number else parse(canonical(text)).write()


def outcome(reply: Reply) -> str:
    """Of a reply that means a move."""
    meant = MOVES[reply.answer]
    wanted = meant if NUMBER.fullmatch(meant) else parse(meant).write()
    found = moves_in(read_words(reply.text))
    return RIGHT if found == [wanted] else WRONG if found else ASKED


def cell(reply: Reply) -> tuple[str, str]:
    """Where the answer stands and how the quotation comes: one of nine."""
    return INLINE if reply.place == CLOSE else reply.place, reply.form.split()[0]


def test_there_are_many_styles() -> None:
    styles = all_styles()
    assert len(styles) >= 200
    assert len([style for style in styles if style.marked]) >= 200  # in all places and forms
    assert len({style.language for style in styles}) >= 15
    assert len({re.sub(r"\s", "", style.heading + style.below) for style in styles}) >= 200


def test_a_move_is_that_move() -> None:
    made = list(replies(tuple(MOVES), "moves"))
    found = {reply: outcome(reply) for reply in made}
    cells = {name: Counter[str]() for name in map(cell, made)}
    for reply, what in found.items():
        cells[cell(reply)][what] += 1
    asked = sum(what == ASKED for what in found.values()) / len(made)
    languages = {style.language for style in all_styles()}
    print(f"{len(all_styles())} styles, {len(languages)} languages, {len(made)} replies with a move")
    print(f"asked back {asked:.2%}; {cells}")
    assert len(cells) == 9
    assert not [reply.name for reply, what in found.items() if what == WRONG]
    assert asked <= MOST_ASKED
    # Only right below a line of a quotation nobody can know.
    assert not [reply.name for reply, what in found.items() if what == ASKED and reply.place != CLOSE]


@pytest.mark.parametrize("limit", [72, 76, 78, 79])
def test_lines_that_are_broken_earlier_than_they_had_to_be(limit: int) -> None:
    """Some programs leave a line that just fits, and break one that does not well before the edge."""
    for answers, seed in ((tuple(MOVES), "moves"), (NO_MOVES, "no moves")):
        wrapped = [reply for reply in replies(answers, seed) if cell(reply)[1] == "wrapped"]
        for reply in (reply.wrapped_beyond(limit) for reply in wrapped[limit % 8 :: 8]):
            found = moves_in(read_words(reply.text))
            assert outcome(reply) != WRONG if reply.answer in MOVES else not found, reply.name


def cut(line: str, width: int) -> Iterator[str]:
    """A line that some gateway has cut at its edge, within a word or not."""
    yield from (line[at : at + width] for at in range(0, len(line), width))


def double_spaced(line: str, width: int) -> Iterator[str]:
    for piece in wrapped(line, width):
        yield from (piece, "")


def indented(line: str, width: int) -> Iterator[str]:
    for number, piece in enumerate(wrapped(line, width)):
        yield f"    {piece}" if number else piece


WAYS: dict[str, tuple[Callable[[str, int], Iterator[str]], tuple[int, ...]]] = {
    "early": (wrapped, (40, 42, 43, 45, 48, 50, 53, 57)),
    "early, with the rest indented": (indented, (41, 44, 47, 52)),
    "at the edge": (cut, (72, 75, 77, 78, 79, 80)),
    "with a blank line behind each": (double_spaced, (42, 50, 60, 66, 72, 75, 90, 200)),
}
"""What else becomes of a quotation on its way, and at which widths."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mark", ["> ", ">> ", "> > ", "|", "|  ", "> > > > > "])
def test_what_programs_leave_of_a_quotation_says_nothing(way: str, mark: str) -> None:
    broken, widths = WAYS[way]
    for ours in mails_of_ours():
        lines = [f"{mark}{line}".rstrip() for line in ours.text.rstrip("\n").split("\n")]
        for width in widths:
            quoted = "\n".join(piece for line in lines for piece in broken(line, width))
            for text in (f"Thanks!\n\nGrubenpost wrote:\n{quoted}", f"{quoted}\n\nThanks!\n"):
                words = read_words(text)
                found = (moves_in(words), answer_in(list(words.own)) == YES, words.press)
                assert found == ([], False, None), (ours.kind, width)


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_above_it_is_understood(way: str) -> None:
    broken, widths = WAYS[way]
    for ours in mails_of_ours():
        lines = [f"> {line}".rstrip() for line in ours.text.rstrip("\n").split("\n")]
        quoted = "\n".join(piece for line in lines for piece in broken(line, widths[0]))
        assert moves_in(read_words(f"3\n\nGrubenpost wrote:\n{quoted}")) == ["3"], ours.kind


def test_what_is_no_move_moves_and_confirms_nothing() -> None:
    made = list(replies(NO_MOVES, "no moves"))
    said = {reply: read_words(reply.text) for reply in made}
    print(f"{len(made)} replies without a move")
    assert not [reply.name for reply, words in said.items() if moves_in(words)]
    assert not [reply.name for reply, words in said.items() if answer_in(list(words.own)) == YES]


def test_below_and_within_what_is_not_marked_nothing_else_is_obeyed() -> None:
    """The move, or nothing: never a number, a command or a yes of the mail that is quoted."""
    made = list(replies((*MOVES, *NO_MOVES), "unmarked", unmarked=True))
    print(f"{len(made)} replies below or within a quotation without marks")
    for reply in made:
        words = read_words(reply.text)
        if reply.answer in MOVES:
            assert outcome(reply) in (RIGHT, ASKED), reply.name
        else:
            assert moves_in(words) == [], reply.name
        assert answer_in(list(words.own)) != YES, reply.name


def test_the_sender_says_yes_or_no() -> None:
    """Of a plain answer above the quoted mail nothing else is left."""
    for reply in replies(("yes", "No, that was not me!"), "yes or no"):
        if reply.place == TOP:
            words = read_words(reply.text)
            assert (answer_in(list(words.own)) == YES) == (reply.answer == "yes"), reply.name


@pytest.mark.parametrize("answer", MOVES)
def test_a_move_alone(answer: str) -> None:
    wanted = MOVES[answer] if NUMBER.fullmatch(MOVES[answer]) else parse(MOVES[answer]).write()
    assert moves_in(read_words(answer)) == [wanted]
