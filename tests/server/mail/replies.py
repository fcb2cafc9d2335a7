"""Replies to real mails of ours, as people write them and their programs quote: style by style.

A reply is made of a mail of ours, an answer, a style of quoting, a place where the answer stands, and a form
in which the quotation comes: as it was, as HTML, or wrapped once more so that words hang over without a mark.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import product
from random import Random

from sqlmodel import select

from engine.mail.markup import readable
from engine.tongue import LANGUAGES
from server.ledger import models as rows
from server.ledger.budgets import DAY
from server.ledger.store import Ledger
from tests.server.house import Got, House, Member
from tests.server.mail.samples import paragraphs
from tests.server.mail.styles import Style, all_styles
from tests.server.playing import make_table, play_on, to_move

TOP, BOTTOM, INLINE, CLOSE = "top", "bottom", "inline", "inline without blank lines"
WIDTHS = (60, 64, 66, 68, 70, 72, 74, 76, 77, 78, 80)
FORMS = ("text", "html", "wrapped", "wrapped")

MOVES = {
    "3": "3",
    "7b": "7b",
    "money 5": "money 5",
    "Geld 4": "money 4",
    "деньги 4": "money 4",
    "`money 4`": "money 4",
    "*3*": "3",
    "3.": "3",
    "(3)": "3",
    "3!": "3",
    "3 please": "3",
    "No. 3": "3",
    "I take 3": "3",
    "number 3": "3",
    "Ich nehme 3": "3",
    "3 bitte": "3",
    "Беру 3": "3",
    "3, пожалуйста": "3",
    "Hi,\n\n3\n\nBest wishes\nAnna": "3",
    "Hallo zusammen,\n\nfactory 3\n\nViele Grüße": "factory 3",
    "mine 8: to g, load g x2, to top": "mine 8: to g, load g, load g, to top",
}
"""What people answer, and the move that they mean."""

NO_MOVES = (
    "Thanks!",
    "No, that was not me!",
    "no",
    "Nein, das war ich nicht.",
    "Нет, это не я!",
    "What does g2L mean?",
    "I have 3 kids.",
    "See you at 8",
    "Danke, bis morgen um 8 Uhr!",
    "Спасибо, до завтра",
    "New! Test it, it is great.",
    "",
    "Wow, what a move.\nI have to think about that one until\n\nAnna",
)
"""What is no move, and no yes either."""


@dataclass(frozen=True)
class Ours:
    """A mail of ours, as text and, if it has one, as a page."""

    kind: str
    text: str
    page: str


@dataclass(frozen=True)
class Reply:
    ours: Ours
    style: Style
    place: str
    form: str
    answer: str

    @property
    def name(self) -> str:
        return f"{self.style.name}; {self.place}; {self.form}; {self.ours.kind}; {self.answer!r}"

    @property
    def text(self) -> str:
        """The text of the mail, as the reader of words gets it."""
        return readable(self._page()) if self.form == "html" else self._plain()

    def _plain(self) -> str:
        style, heading = self.style, self._heading()
        lines = self._quoted_lines()
        above = "\n".join(filter(None, (style.below, heading)))
        if self.place == TOP:
            between = f"{style.below}\n\n" if style.below else ""
            heading = f"{heading}\n" if heading else ""
            return f"{self.answer}\n\n{between}{heading}" + "\n".join(lines) + "\n"
        if self.place == BOTTOM:
            return "\n".join([above, *lines, "", self.answer, ""])
        at = _cut(self, lines)
        around = [""] if self.place == INLINE else []
        return "\n".join([above, *lines[:at], *around, self.answer, *around, *lines[at:], ""])

    def _heading(self) -> str:
        """In a thread it is quoted itself, and wrapped like all that is."""
        heading = self.style.heading
        return "\n".join(self._wrapped([heading])) if heading.startswith(">") else heading

    def _quoted_lines(self) -> list[str]:
        mark = self.style.mark if self.style.marked else ""
        return self._wrapped([f"{mark}{line}".rstrip() for line in self.ours.text.rstrip("\n").split("\n")])

    def _wrapped(self, lines: list[str]) -> list[str]:
        if not self.form.startswith("wrapped"):
            return lines
        width, limit = [int(number) for number in (self.form.split() * 2) if number.isdigit()][:2]
        return [piece for line in lines for piece in (wrapped(line, width) if len(line) > limit else [line])]

    def wrapped_beyond(self, limit: int) -> Reply:
        """The same by a program that breaks only what is wider than this, and then well before it."""
        return replace(self, form=f"{self.form} if beyond {limit}")

    def _page(self) -> str:
        quoted = self.ours.page or f"<div>{paragraphs(self.ours.text)}</div>"
        answer = f"<div>{paragraphs(self.answer)}</div>"
        heading = f"<div>{paragraphs(self.style.heading)}</div>"
        below = f"<div>{paragraphs(self.style.below)}</div>" if self.style.below else ""
        tag = "blockquote" if self.style.marked else "div"
        whole = f"{heading}<{tag}>{quoted}</{tag}>"
        if self.place == TOP:
            return f"{answer}<br>{below}{whole}"
        if self.place == BOTTOM:
            return f"{below}{whole}{answer}"
        lines = paragraphs(self.ours.text).split("<br>\n")
        at = _cut(self, lines)
        first, second = "<br>\n".join(lines[:at]), "<br>\n".join(lines[at:])
        return f"{heading}<{tag}>{first}</{tag}>{answer}<{tag}>{second}</{tag}>"


def wrapped(line: str, width: int) -> Iterator[str]:
    """A line broken once more, at its last space before the width; what hangs over has no mark."""
    while len(line) > width and (at := line.rfind(" ", 4, width + 1)) > 0 and line[:at].strip("> "):
        yield line[:at].rstrip()
        line = line[at:].strip()
    yield line


def _cut(reply: Reply, lines: list[str]) -> int:
    """Where in a mail somebody writes between the lines: anywhere, but the same place for the same reply."""
    number = int.from_bytes(sha256(reply.name.encode()).digest()[:4], "big")
    if reply.style.marked and reply.form.startswith(
        "wrapped"
    ):  # below a line that says something by itself, not within it
        marked = [at for at in range(1, len(lines)) if lines[at].startswith(reply.style.mark.strip())]
        return marked[number % len(marked)]
    return 1 + number % (len(lines) - 1)


# Mails of ours


@cache
def mails_of_ours() -> tuple[Ours, ...]:
    """A turn, a question, a transcript, a refusal and a welcome, in each language."""
    with tempfile.TemporaryDirectory() as folder, Ledger(f"sqlite:///{folder}/ledger.sqlite") as ledger:
        return tuple(_made(House(ledger, more={"mails_per_hour": 1000})))


def _made(house: House) -> Iterator[Ours]:
    members, game = make_table(house, 3)
    play_on(members, 30)
    while to_move(members) is not members[1]:
        play_on(members, 1)
    ben = members[1]
    for language in LANGUAGES:
        with house.ledger.writing() as session:
            for player in session.exec(select(rows.Player)):
                player.language = language
        asked = {
            "turn": f"resend {game}",
            "transcript": f"status\nlegal {game}\ngames\nboard {game}",
            "help": "help",
            "refusal": "move money 99",
            "unknown": "stattus quo ante",
            "question": "",
        }
        for kind, text in asked.items():
            got = _answer_to(house, ben, kind, text)
            yield Ours(f"{kind}, {language}", got.text, got.page)


def _answer_to(house: House, ben: Member, kind: str, text: str) -> Got:
    if kind == "question":
        house.time += 2 * DAY  # what nothing proves is answered once a day
        mails = house.write(ben.address, "set name Benno")
    else:
        mails = house.write(ben.address, f"{text}\n\n> code: {ben.code}")
    return next(got for got in mails if got.recipient == ben.address)


def replies(answers: tuple[str, ...], seed: str, *, unmarked: bool = False) -> Iterator[Reply]:
    """Every style in every place and form, each with some mail of ours, some answer and some width.

    Where a quotation is not marked nobody can tell where it ends, so that only an answer on top can be
    understood. `unmarked` makes the others, which must do no harm.
    """
    ours = mails_of_ours()
    for number, (style, place, form) in enumerate(product(all_styles(), (TOP, BOTTOM, INLINE, CLOSE), FORMS)):
        if place != TOP and style.marked == unmarked:
            continue
        if place == TOP and unmarked:
            continue
        pick = Random(f"{seed} {number}")
        width = pick.choice(WIDTHS)
        yield Reply(
            pick.choice(ours),
            style,
            place,
            f"wrapped at {width}" if form == "wrapped" else form,
            pick.choice(answers),
        )
