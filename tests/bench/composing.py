"""All mails of one move in a game of four, against ready texts put into mails by the standard library.

Ours begins with the position: four views, in three languages, each as text and as HTML with every legal
action, and ends with the bytes of the mails. The standard library gets the same texts, and only has to
make mails of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from itertools import cycle
from random import Random
from typing import NamedTuple

from engine.rules import Event, Game, play, view
from engine.show import Style, board, numbered_actions, tell
from engine.show.html import ByMail, Page, html_mail
from engine.tongue import tongue
from server.mail.writing import Letterhead, Outgoing, compose
from tests.bench.figures import Figure, compare, time_of
from tests.bench.playouts import positions

LANGUAGES = ("en", "de", "ru", "de")
NAMES = ("Anna", "Boris", "Jürgen", "Людмила")
HOUSE = Letterhead("pit.example.org", "pit@example.org", "Grubenpost", b"k" * 32)
REPLY = ByMail("pit@example.org", "Re: [your turn] Grubenpost k3t9qa", "GP-7K3M-Q9XW-2TRD")
MOST_TIMES = 2


class Move(NamedTuple):
    game: Game
    events: list[Event]


def measure() -> Iterator[Figure]:
    moves = list(_moves(Random(5)))
    ready = cycle([[_written(move, seat) for seat in range(4)] for move in moves])
    turn = cycle(moves)
    speeds = compare(
        lambda: (
            len([compose(HOUSE, _written(move, seat)) for move in [next(turn)] for seat in range(4)]) // 4
        ),
        lambda: len([_by_the_library(mail) for mail in next(ready)]) // 4,
        seconds=0.5,
    )
    yield Figure(
        name="all mails of a move, 4 players",
        value=time_of(speeds.ours) / 1000,
        unit="ms",
        peer=time_of(speeds.theirs) / 1000,
        ratio=1 / speeds.ratio,
        wanted=f"ratio <= {MOST_TIMES}",
        met=1 / speeds.ratio <= MOST_TIMES,
    )


def _moves(rng: Random) -> Iterator[Move]:
    """Every position of a game after a move, and what the move did."""
    for before, action in positions(4, rng):
        after = play(before, action)
        if not after.game.over:
            yield Move(after.game, after.events)


def _written(move: Move, seat: int) -> Outgoing:
    """What one player gets to read."""
    spoken = tongue(LANGUAGES[seat])
    seen = view(move.game, seat)
    mine = seat == move.game.turn
    menu = numbered_actions(seen, NAMES, spoken, Style.UNICODE)
    story = tell(move.events, NAMES, spoken, Style.UNICODE)
    page = Page(seen, NAMES, seat, f"k3t9qa {move.game.ply}", story, menu, REPLY if mine else None)
    return Outgoing(
        to="anna@example.org",
        subject="[your turn] Grubenpost k3t9qa",
        text="\n\n".join(["\n".join(story), board(seen, NAMES, seat, spoken, Style.UNICODE), str(menu)]),
        html=html_mail(page, spoken),
        at=1_790_000_000,
        dedupe_key=f"turn k3t9qa {move.game.ply} {seat}",
        game="k3t9qa",
    )


def _by_the_library(mail: Outgoing) -> bytes:
    made = EmailMessage(policy=SMTP)
    made["From"] = "Grubenpost <pit@example.org>"
    made["To"] = mail.to
    made["Subject"] = mail.subject
    made["Message-ID"] = "<nxwkzisbbkiwfabjcjulv3ov3y@pit.example.org>"
    made.set_content(mail.text)
    made.add_alternative(mail.html, subtype="html")
    return made.as_bytes()
