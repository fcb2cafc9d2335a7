"""Mail commands: their base, and the place where they are gathered. Each is one file in `commands/`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from engine.phrase import Phrase, phrase
from engine.rules.action import HEADS
from engine.rules.notation import shorten
from engine.tongue import word
from engine.tongue.move_words import canonical
from server.visit.costs import COMMANDS as COMMANDS_A_DAY
from server.visit.costs import spend
from server.visit.refusal import BadCommand
from server.words.choosing import choice_in, undressed
from server.words.order_lines import begin_orders

if TYPE_CHECKING:
    from server.visit.visit import Visit


def form(pattern: str) -> re.Pattern[str]:
    """The pattern of all that may stand behind a command's word; capitals do not matter."""
    return re.compile(pattern, re.IGNORECASE)


GAME: Final = "(?=[a-z]{0,5}[0-9])[0-9a-z]{6}"
"""A game's id, as far as its form tells: six letters and digits, and not a word."""
NOTHING: Final = form("")
ONE_GAME: Final = form(GAME)
MAYBE_GAME: Final = form(f"({GAME})?")


class Command:
    """One mail command. Subclasses are gathered with `@command`."""

    name: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()
    """Other words that mean the same."""
    usage: ClassVar[str]
    """The form in which it is written."""
    purpose: ClassVar[Phrase]
    """The line of the overview, of 60 letters at most in every language."""
    help: ClassVar[Phrase]
    """The help text: what it does, in a sentence or two."""
    takes: ClassVar[re.Pattern[str]] = NOTHING
    """The form of what stands behind the word; `run` never gets anything else."""
    changes: ClassVar[bool] = False
    """Whether it must be sealed, or confirmed by a code."""
    grave: ClassVar[bool] = False
    """Whether it can't be undone: a code does not do it at once, and a yes is not enough to confirm it."""
    in_turn: ClassVar[bool] = False
    """Whether it is a turn code that it needs, and no other."""
    ahead: ClassVar[bool] = False
    """Whether any code for its game is good for it, since it only says what comes after a move, or words."""
    hurries: ClassVar[bool] = False
    """Whether it is good for nothing when a move that is held has been played."""
    like_a_move: ClassVar[bool] = False
    """Whether moves begin with its word too, so that it is meant only with what it takes behind it."""
    for_strangers: ClassVar[bool] = False
    quiet: ClassVar[bool] = False
    """Whether people begin sentences with its word, so that it is none with a comma or `!` behind it."""

    def fits(self, text: str) -> bool:
        """Whether this can stand behind the command's word."""
        return self.takes.fullmatch(text) is not None

    def surely(self, text: str) -> bool:
        """Whether somebody who wrote this behind the word meant the command, and not just to talk."""
        return self.fits(text)

    def run(self, visit: Visit, text: str) -> None:
        """Carry it out for the visit's player; `text` is what stands behind the command's word."""
        raise NotImplementedError

    def wrong(self, text: str) -> BadCommand:
        return BadCommand(
            "command/usage",
            "I can't read `{sent}`; {name} is written like this: {usage}",
            sent=shorten(f"{self.name} {text}"),
            name=self.name,
            usage=self.usage,
        )


Understood = tuple[Command, str]
"""A command, and what stands behind its word."""

MOVE_WORDS: Final = frozenset(head[0] for head in HEADS)
"""The words with which moves begin."""
COMMANDS: Final[dict[str, Command]] = {}
_WORDS: Final[dict[str, Command]] = {}

YOU_WROTE: Final = word("You wrote: {command}")
"""Stands in an answer above what a command says."""
MOST_COMMANDS: Final = 20
LONGEST_ANSWER: Final = 250_000
"""In letters: a long game's whole history has some ten thousand."""
_STOPS: Final = " .,;:!"
_SHOUTS: Final = ("!", ",", "?")
_AROUND: Final = _STOPS + "`*_(["
NUMBER: Final = re.compile(r"#?\s?(\d{1,3})\s?([a-z])?[.)]?", re.IGNORECASE)
"""The number of an action in the list, as people write it."""
_ALIKE: Final = 0.75
_BEGINNING: Final = 80
_LONGEST_SLIP: Final = 8
_LONGEST_WORD: Final = 20
_HEAD: Final = 3
"""A command, a game, and the first word of a move."""


def command(kind: type[Command]) -> type[Command]:
    """Gather a command."""
    made = kind()
    missing = [said for said in ("name", "usage", "purpose", "help") if not hasattr(kind, said)]
    if missing:
        raise TypeError(f"{kind.__name__} does not say its {', '.join(missing)}")
    for name in (kind.name, *kind.also):
        if name in _WORDS or (name in MOVE_WORDS and not kind.like_a_move):
            raise TypeError(f"{name!r} is a command or a move already")
        _WORDS[name] = made
    COMMANDS[kind.name] = made
    return kind


def find_command(name: str) -> Command | None:
    """The command of this name, or of another word for it."""
    return _WORDS.get(name.casefold())


def carry_out(visit: Visit, understood: Understood) -> None:
    """Run a command; what it says stands in the transcript below the command itself."""
    found, text = understood
    if not _is_first(visit, found, text):
        return
    before = len(visit.reply.transcript)
    found.run(visit, text)
    if sum(map(len, visit.reply.transcript)) > LONGEST_ANSWER:
        raise BadCommand(
            "command/too-long",
            "the answer to all of this would have more than {most} letters: send fewer commands in one mail",
            most=LONGEST_ANSWER,
        )
    if len(visit.reply.transcript) > before:
        wrote = visit.sender.tongue.say(YOU_WROTE, command=f"{found.name} {text}".rstrip())
        visit.reply.transcript.insert(before, wrote)


def _is_first(visit: Visit, found: Command, text: str) -> bool:
    """Whether a command is new in its mail; so many at most are carried out, in a mail and in a day.

    One that is there again is done once. Two moves are never one, and do not count: turns limit them.
    """
    if found.in_turn:
        return True
    known = (found.name, text if found.changes else text.casefold())
    if known in visit.reply.done:
        return False
    visit.reply.done.append(known)
    _check_not_too_many(len(visit.reply.done))
    most = visit.settings.commands_per_day
    if not spend(visit, COMMANDS_A_DAY, most):
        raise BadCommand(
            "command/too-many-today",
            "{most} commands in a day are enough, and more are not carried out until tomorrow; moves are "
            "taken as ever",
            most=most,
        )
    return True


def _check_not_too_many(n: int) -> None:
    if n > MOST_COMMANDS:
        raise BadCommand(
            "command/too-many",
            "{n} commands are too many for one mail: send at most {most}",
            n=n,
            most=MOST_COMMANDS,
        )


def understand(lines: list[str]) -> list[Understood]:
    """The commands in these lines. One that is not understood refuses them all."""
    _check_not_too_many(len(lines))
    return [_understand(line) for line in lines]


def understood(lines: list[str]) -> list[Understood]:
    """The same, for whoever only wants to know: none, if one is not understood."""
    try:
        return understand(lines)
    except BadCommand:
        return []


def hurry(commands: Iterable[Understood]) -> bool:
    """Whether any of these is good for nothing when a time is up."""
    return any(found.in_turn or found.hurries for found, _ in commands)


def _understand(line: str) -> Understood:
    meant = _meant(line)
    if meant is None:
        raise BadCommand(
            "command/unknown",
            "`{sent}` is not a command{hint}; `help` lists them",
            sent=shorten(line),
            hint=phrase(" (did you mean `{alike}`?)", alike=alike) if (alike := _alike(line)) else "",
        )
    return _fitted(*meant)


def _fitted(found: Command, text: str) -> Understood:
    """A command with what stands behind its word, in the form that it takes."""
    for written in (text, text.rstrip(_STOPS), choice_in(text) if found.in_turn else text):
        if found.fits(written) and (found.surely(written) or not found.in_turn):
            return found, written
    if found.in_turn and found.fits(text):
        return found, text
    raise found.wrong(text)


def _meant(line: str) -> Understood | None:
    """The command that a line begins with; a line that begins like a move is one."""
    line = undressed(line)
    if begin_orders(line):
        return COMMANDS["plan"], line
    word, _, rest = line.partition(" ")
    known = find_command(word.rstrip(_STOPS)) or find_command(word)
    if known is not None and (not known.like_a_move or known.fits(rest.strip(_STOPS))):
        return None if known.quiet and word.endswith(_SHOUTS) else (known, rest.strip())
    if NUMBER.fullmatch(line) or begins_like_a_move(line) or NUMBER.fullmatch(choice_in(line)):
        return COMMANDS["move"], line
    chosen = choice_in(line)
    if chosen != line and COMMANDS["move"].surely(chosen):
        return COMMANDS["move"], chosen
    return None


def begins_like_a_move(line: str) -> bool:
    """Whether the first word is one that moves begin with, in any language."""
    return any(word in MOVE_WORDS for word in _first_words(line)[:1])


def begins_a_move(line: str) -> bool:
    """Whether a line begins like a move or like a command with one, such as `try k3t9qa mine 8:`."""
    return is_nearly(line) and any(word in MOVE_WORDS for word in _first_words(line))


def _first_words(line: str) -> list[str]:
    """Those among which a move's first word must be, in the words of the move language."""
    words = [word[:_LONGEST_WORD] for word in line[:_BEGINNING].split()[: 2 * _HEAD]]
    return _canonical_words(" ".join(words))[:_HEAD]


@lru_cache(maxsize=512)
def _canonical_words(line: str) -> list[str]:
    return [word.strip(_AROUND) for word in canonical(line).casefold().split()]


def is_command(line: str) -> bool:
    """Whether a line is a command or a move, and written as one is."""
    meant = _meant(line)
    if meant is None:
        return False
    try:
        found, text = _fitted(*meant)
    except BadCommand:
        return False
    return found.surely(text)


def is_nearly(line: str) -> bool:
    """Whether a line begins like a command, or would be one but for a slip of the pen."""
    return _meant(line) is not None or _alike(line) is not None


def is_talk(line: str) -> bool:
    """Whether a line that is no command is rather a sentence than a command gone wrong."""
    if begin_orders(line):
        return False  # orders are long
    return line.endswith(("!", "?")) or len(line.split()) > _LONGEST_SLIP


def _alike(line: str) -> str | None:
    """The line as a command, if one word of it was nearly right."""
    word, space, rest = line.strip().partition(" ")
    for close in _close_to(word.casefold()[:_LONGEST_WORD]):
        if is_command(f"{close}{space}{rest}"):
            return shorten(f"{close}{space}{rest}")
    return None


@lru_cache(maxsize=4096)
def _close_to(word: str) -> tuple[str, ...]:
    """The words of commands and moves that look like this one, the most alike first.

    Looking is dear, every line is looked at, and most begin with the same few words.
    """
    return tuple(get_close_matches(word, [*_WORDS, *MOVE_WORDS], cutoff=_ALIKE))
