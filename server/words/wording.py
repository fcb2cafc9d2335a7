"""The words of a mail to us: its codes, what its sender wrote, and which words of that are commands.

People greet, thank and sign, and their mail programs break long lines. So commands are looked for: the
first paragraph that has any, and those after it that begin with one. Between commands other words are
passed over; but what looks like a command and is none refuses them all, because it may have been meant.

Nothing is done that may not have been meant: a line that may be a leftover of the quoted mail, or the rest of
a sentence, is asked back if there is no other command, and so is a command that its sender takes back.

All of it is read once, before anything is decided or locked, and in bounded time: so many lines and letters
of a mail are looked at, and a move that was broken into lines has at most so many of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.rules.notation import LONGEST_MOVE
from engine.wire.codes import find_codes
from server.mail.replies.quoting import OwnLine, sender_lines
from server.visit.sender import Words
from server.words.choosing import is_personal, second_thought, speaks_of_a_choice
from server.words.command import begins_a_move, is_command, is_nearly, is_talk
from server.words.order_lines import holds_orders, orders_go_on
from server.words.own_lines import is_ours
from server.words.press_words import part_press, talk_in
from server.words.sentences import BROKEN_FROM, breaks_off, may_go_on

_MOST_PIECES: Final = 30
"""Into so many lines a move may have been broken."""


def read_words(text: str) -> Words:
    """All that is read of a mail's text."""
    lines, press = part_press(sender_lines(text, is_ours, is_personal))
    own = [line for line in lines if line.sure]
    search = _Search()
    for paragraph in _paragraphs(own):
        search.look_at(_mended(paragraph))
    if search.commands:
        search.take_back([line.words for line in own if _corrects(line.words)])
    doubts = [line.words for line in lines if not line.sure and is_command(line.words)]
    return Words(
        own=tuple(line.words for line in own),
        commands=tuple(search.commands),
        doubts=(*search.doubts, *doubts),
        codes=tuple(find_codes(text)),
        press=press,
        talk=talk_in(search.talk),
    )


@dataclass
class _Search:
    """The commands found so far, well written or nearly so, and what may be one."""

    commands: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    talk: list[str] = field(default_factory=list)
    """All other words."""

    def look_at(self, paragraph: list[list[str]]) -> None:
        """Each line of it comes in the pieces into which it was broken."""
        if self.commands and not is_command(" ".join(paragraph[0])):
            self.talk += [" ".join(pieces) for pieces in paragraph]
            return
        above = ""
        for pieces in paragraph:
            line = " ".join(pieces)
            if is_command(line):
                (self.doubts if _ends_a_sentence(above, line) else self.commands).append(line)
                above = ""
                continue
            above = pieces[-1]
            if is_nearly(line) and not is_talk(line):
                self.commands.append(line)
            elif is_nearly(line) or speaks_of_a_choice(line) or _corrects(line):
                self.doubts.append(line)
            else:
                self.talk.append(line)

    def take_back(self, corrections: list[str]) -> None:
        """Do nothing of a mail that corrects itself: nobody can know what is left of it."""
        if corrections:
            self.commands, self.doubts = [], corrections


def _ends_a_sentence(above: str, line: str) -> bool:
    """Whether a line that is a command may also be the rest of a sentence that began above it."""
    if len(above) < BROKEN_FROM and is_command(f"{above} {line}"):
        return False  # such as "I take" and a number
    return may_go_on(above) if line.isalpha() else breaks_off(above)


def _corrects(line: str) -> bool:
    """Whether a line puts another command in the place of one above it, such as "no wait, 4"."""
    meant = second_thought(line)
    return bool(meant) and not is_command(line) and is_command(meant)


def _paragraphs(lines: list[OwnLine]) -> list[list[str]]:
    """A line that does not follow directly on another begins anew."""
    paragraphs: list[list[str]] = []
    last = -2
    for line in lines:
        if line.number == last + 1:
            paragraphs[-1].append(line.words)
        else:
            paragraphs.append([line.words])
        last = line.number
    return paragraphs


def _mended(paragraph: list[str]) -> list[list[str]]:
    """The lines of a paragraph, with broken moves put together."""
    mended: list[list[str]] = []
    for line in paragraph:
        if mended and _goes_on(mended[-1], line):
            mended[-1].append(line)
        else:
            mended.append([line])
    return mended


def _goes_on(pieces: list[str], line: str) -> bool:
    """Whether a line is the rest of the move or the orders above it, of which these are the lines so far."""
    if len(pieces) >= _MOST_PIECES:
        return False
    if holds_orders(pieces[0]):
        return orders_go_on(pieces, line)
    if not begins_a_move(pieces[0]):
        return False
    above = " ".join(pieces)
    if len(above) + len(line) > LONGEST_MOVE:
        return False
    if above.endswith((",", ":")):
        return True
    if is_command(line):
        return False
    # A move may be whole without its rest, as `fill B-k` is without the `k`; so its next bit decides.
    next_bit = line.partition(",")[0]
    return len(pieces[-1]) >= BROKEN_FROM or not is_command(above) or is_command(f"{above} {next_bit}")
