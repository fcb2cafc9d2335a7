"""The mails of a whole game as files that people can read: python -m tests.server.make_golden

Four players, two with keys and two from their mailboxes, with names in Latin and Cyrillic letters. The clock
and the entropy are the house's own, so the same code always writes the same mails.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from sqlmodel import select

from engine.bots import choose
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.visit.preferences import HTML, STYLES
from tests.engine.show.html.golden import SHOWN
from tests.server.house import Got, House, Member
from tests.server.playing import CLUB, hand_out, make_table, play_on, position, to_move

FOLDER = Path(__file__).parent / "golden"
HEADERS = (
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "List-Id",
)
SHOWN_PLIES = (0, 1, 11, 12)
"""The first of the draft, the last of it, and the first with workers. The last of the game is shown too."""


def tell_mail(got: Got) -> str:
    """A mail as its reader sees it, with the header fields that matter, and its files."""
    fields = [f"{name}: {got.message[name]}" for name in HEADERS if got.message[name]]
    files = []
    for name, content in got.files.items():
        if not name.endswith(".json"):
            files.append(f"[{name}]\n")
            continue
        told = json.loads(content)
        short = (
            told
            if "position" in told
            else {key: told[key] for key in sorted(told) if key in ("facts", "final", "winners")}
        )
        files.append(f"[{name}, {len(content)} bytes]\n{json.dumps(short, ensure_ascii=False)}\n")
    return "\n".join([*fields, "", got.text, *files])


class Chronicle:
    """Everything that is written in a club, as it happens."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.members = [Member(house, handle, *how) for handle, how in CLUB.items()]
        self.pages: list[str] = []

    def note(self, what: str, mails: list[Got]) -> list[Got]:
        told = [f"{'=' * 78}\n{what}\n{self.house.outcome()}\n{'=' * 78}\n"]
        self.pages.append("\n".join([*told, *(f"{tell_mail(got)}\n{'-' * 78}" for got in mails), ""]))
        return hand_out(self.members, mails)

    def take_pages(self) -> str:
        pages, self.pages = self.pages, []
        return "\n".join(pages)


def play_whole_game(house: House) -> Iterator[tuple[str, str]]:
    """The names and contents of the files, one after the other."""
    club = Chronicle(house)
    anna, ben = club.members[:2]
    question = house.write(ben.address, f"register {ben.handle} {ben.name}")
    club.note("ben writes: register ben Ben Bäcker", question)
    club.note("ben replies: yes", house.write(ben.address, f"yes\n\n> code: {question[0].code}"))
    for member in club.members:
        if member is not ben:
            member.register()
    (opened,) = club.note("anna asks: new players=4", anna.ask("new players=4"))
    game = opened.text.split("The game ")[1].split()[0]
    club.note("anna asks: invite ben", anna.ask(f"invite {game} ben"))
    for member in club.members:
        club.note(f"{member.handle} joins", member.join(game))
    yield "1-register-to-start.txt", club.take_pages()
    rng, last = Random(4), []
    while (member := to_move(club.members)) is not None:
        ply = position(member).ply
        move = choose("greedy", position(member), rng).write()
        last = member.move(move)
        assert house.outcome() == "done", house.outcome()
        if ply in SHOWN_PLIES:
            club.note(f"{member.handle} moves at ply {ply}: {move}", last)
            yield f"2-ply-{ply:03}.txt", club.take_pages()
        hand_out(club.members, last)
    club.note("the last move", last)
    club.note("ben asks: score, status, archive", ben.ask(f"score {game}\nstatus\narchive {game}"))
    yield "3-end.txt", club.take_pages()


def each_way(house: House) -> Iterator[tuple[str, str]]:
    """One mail to ben, whose turn it is, in each language and style; and all that he is told at the end."""
    members, _ = make_table(house, 3)
    ben = members[1]
    play_on(members, 30)
    while to_move(members) is not ben:
        play_on(members, 1)
    yield from _ways(house, ben, "4-turn")
    play_on(members)
    yield from _ways(house, ben, "5-over")


def _ways(house: House, ben: Member, name: str) -> Iterator[tuple[str, str]]:
    for language in SHOWN:
        for style in STYLES:
            with house.ledger.writing() as session:
                player = session.exec(select(rows.Player).where(rows.Player.handle == ben.handle)).one()
                player.language, player.style = language, style
            (got,) = house.write(ben.address, f"resend {ben.turn['game']}\n\n> code: {ben.code}")
            yield f"{name}-{language}-{style}.txt", "\n".join([f"Subject: {got.subject}", "", got.text])
            if style == HTML:
                page = got.message.get_body(("html",))
                assert page is not None
                yield f"{name}-{language}.html", page.get_content().replace("\r\n", "\n")


def write_golden() -> dict[str, str]:
    """All files by name."""
    files: dict[str, str] = {}
    for write in (play_whole_game, each_way):
        with tempfile.TemporaryDirectory() as folder, Ledger(f"sqlite:///{folder}/ledger.sqlite") as ledger:
            files |= dict(write(House(ledger)))
    return files


def kept_golden() -> dict[str, str]:
    """The files as they are kept."""
    files = [file for file in FOLDER.iterdir() if file.suffix in (".txt", ".html")]
    return {file.name: file.read_text("utf-8") for file in files}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in kept_golden():
        (FOLDER / old).unlink()
    for name, content in write_golden().items():
        (FOLDER / name).write_text(content, "utf-8")
        print(f"wrote {name}, {len(content.splitlines())} lines")
