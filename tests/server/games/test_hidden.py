"""What is hidden stays hidden: two houses whose games differ only in it send the same mails to everyone else.

The second house is dealt the same cards as the first but for those that nobody gets to see except whoever
draws five and puts them all back. Then every mail to anyone else must be the same, letter for letter, but
for the hashes and signatures that stand for what is hidden.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from engine.record.game import shuffle
from engine.record.game.opening import Opening
from engine.rules import Game, legal_actions, parse
from engine.rules.events import Looked, Returned, TurnedUp
from engine.rules.play import play
from server.host.archives.site import build_site
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.visit.shelf import read_book
from tests.server.house import Got, House, Member
from tests.server.playing import hand_out, make_club, make_table, play_on, position, start_game, to_move

QUESTIONS = ["board", "legal", "score", "history", "archive {game}", "try bank", "try order draw", "resend"]
KEEP_NONE = "keep none"


class Told(NamedTuple):
    """What went to whom after which ply, and whether the reader may know more than others."""

    ply: int
    to: str
    text: str


@contextmanager
def dealt(change: shuffle.Deal | None) -> Iterator[None]:
    """Every game is dealt like this, instead of as its seed says."""
    original = Opening.deal
    if change is not None:
        Opening.deal = lambda *_: change  # type: ignore[method-assign]
    try:
        yield
    finally:
        Opening.deal = original  # type: ignore[method-assign]


def plainly(got: Got) -> str:
    """A mail without ids, and without what stands for hidden things: hashes, signatures, checkpoints."""
    headers = "\n".join(f"{name}: {value}" for name, value in got.message.items())
    files = "\n".join(f"{name} {content.decode()}" for name, content in got.files.items())
    return without_hashes(f"{headers}\n\n{got.text}\n{got.page}\n{files}")


def without_hashes(text: str) -> str:
    """A text without ids, hashes, signatures and checkpoints."""
    text = re.sub(r"checkpoint: \S+ \d+, \w+", "CHECKPOINT", text)
    text = re.sub(r'"checkpoints":\[.*?\]', "CHECKPOINTS", text, flags=re.DOTALL)
    text = re.sub(r'#sig1 \w+ [\w+/=]+|"signature":"[\w+/=]+"', "SIGNATURE", text)
    text = re.sub(r"[0-9a-f]{64}", "HASH", text)
    # Codes and nonces follow from the mail that they answer, under a secret key.
    text = re.sub(r"GP(-\w{4}){3}", "CODE", text)
    text = re.sub(r'nonce = \\?"[0-9a-f]{32}', "NONCE", text)
    return re.sub(r"(?<![a-z2-7])[a-z2-7]{26}(?![a-z2-7])", "ID", text)


def with_codes(members: list[Member]) -> None:
    """Everyone has a code with which to ask as often as they like."""
    for member in members:
        member.ask("status")


class Table:
    """A house with a game of three in which all that happens is written down."""

    def __init__(self, file: Path, folder: Path, options: str) -> None:
        shutil.copy(file, folder / "ledger.sqlite")
        self.house = House(Ledger(f"sqlite:///{folder / 'ledger.sqlite'}"), more={"mails_per_hour": 10_000})
        *self.members, self.observer = make_club(self.house)
        self.game = start_game(self.members, options)  # with a deal of the test's own
        self.observer.ask(f"watch {self.game}")
        with_codes(self.members)
        self.told: list[Told] = []

    def note(self, mails: list[Got]) -> None:
        ply = self.house.game(self.game).ply
        self.told += [Told(ply, got.recipient, plainly(got)) for got in mails]
        hand_out(self.members, mails)

    def move(self, written: str) -> None:
        """Whoever is to move makes this move; `keep none` puts back whatever was drawn."""
        member = to_move(self.members)
        assert member is not None
        if written == KEEP_NONE:
            written = f"keep none, bottom {' '.join(piece.name for piece in position(member).drawn)}"
        self.note(member.move(written))
        assert self.house.outcome() == "done"

    def ask(self, member: Member, question: str) -> None:
        self.note(member.ask(question.format(game=self.game)))

    def stacks(self) -> tuple[shuffle.Deal, Game]:
        with self.house.ledger.reading() as session:
            game = session.get(rows.Game, self.game)
            assert game is not None
            book = read_book(session, game)
        assert book.stacks is not None
        return book.stacks, book.game


def hidden_places(opening: Game, moves: list[str]) -> dict[str, list[int]]:
    """The places in both dealt stacks that nobody but a drawer saw in these moves."""
    game = opening
    places = {
        "factory": list(range(48 - len(game.tile_stack), 48)),
        "orders": list(range(44 - len(game.card_stack), 44)),
    }
    drawn: list[int] = []
    for written in moves:
        put_back = f"keep none, bottom {' '.join(piece.name for piece in game.drawn)}"
        game, events = play(game, parse(put_back if written == KEEP_NONE else written, game))
        for event in events:
            if isinstance(event, TurnedUp):
                places[event.space.area].pop(0)
            elif isinstance(event, Looked):
                stack = places[event.area]
                drawn, places[event.area] = stack[: event.pieces], stack[event.pieces :]
            elif isinstance(event, Returned):
                places[event.area] += drawn
    return places


def shuffled(deal: shuffle.Deal, places: dict[str, list[int]], rng: Random) -> shuffle.Deal:
    """The same deal, but for what lies in these places."""
    stacks = {"factory": list(deal.tiles), "orders": list(deal.orders)}
    for area, hidden in places.items():
        pieces = [stacks[area][place] for place in hidden]
        rng.shuffle(pieces)
        for place, piece in zip(hidden, pieces, strict=True):
            stacks[area][place] = piece
    return shuffle.Deal(tuple(stacks["factory"]), tuple(stacks["orders"]), deal.start)


class Step(NamedTuple):
    """A ply, and what somebody asks after it."""

    written: str
    asker: int
    question: str


def play_steps(table: Table, plies: int, rng: Random) -> list[Step]:
    """Random plies, a draw-five now and then, and questions of anyone in between."""
    steps: list[Step] = []
    while len(steps) < plies or position(table.members[0]).drawn:
        member = to_move(table.members)
        assert member is not None
        written = choose_openly(position(member), rng)
        steps.append(Step(written, rng.randrange(len(table.members)), rng.choice(QUESTIONS)))
        take_step(table, steps[-1])
    return steps


def take_step(table: Table, step: Step) -> None:
    table.move(step.written)
    table.ask(table.members[step.asker], step.question)


def choose_openly(seen: Game, rng: Random) -> str:
    """An action that tells nothing of what its player alone has seen."""
    if seen.drawn:
        return KEEP_NONE
    written = [action.write() for action in legal_actions(seen)]
    draws = [text for text in written if "draw" in text]
    return rng.choice(draws if draws and rng.random() < 0.3 else written)


def drawers(table: Table) -> dict[str, int]:
    """Who has drawn five, and at which ply first: what they saw and put back, only they are told."""
    first: dict[str, int] = {}
    plies = [json.loads(row.facts) for row in table.house.entries(table.game) if row.kind == "ply"]
    for facts in plies:
        if "draw" in facts["action"]:
            first.setdefault(table.members[facts["seat"]].address, facts["ply"])
    return first


def difference(first: Told, second: Told) -> str:
    lines = unified_diff(first.text.splitlines(), second.text.splitlines(), lineterm="", n=0)
    return "\n".join([f"{first.to} was told at ply {first.ply} what is hidden:", *lines])


@pytest.mark.parametrize(
    ("seed", "options"), [(1, ""), (2, "deliveries=hidden"), (3, ""), (4, "deliveries=hidden")]
)
def test_mails_do_not_depend_on_what_is_hidden(
    migrated_file: Path, tmp_path: Path, seed: int, options: str
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = Table(migrated_file, tmp_path / "one", options)
    deal, opening = one.stacks()
    steps = play_steps(one, 30, Random(seed))
    other = shuffled(deal, hidden_places(opening, [step.written for step in steps]), Random(seed))
    assert other != deal
    with dealt(other):
        two = Table(migrated_file, tmp_path / "two", options)
        assert two.stacks()[0] == other
        for step in steps:
            take_step(two, step)
        shown = site_of(two, tmp_path / "two" / "site")
    assert shown == site_of(one, tmp_path / "one" / "site"), "nor do pages and feeds"
    assert f"{one.game}.html" in shown
    compare(one, two)


def site_of(table: Table, folder: Path) -> dict[str, str]:
    """All that the public site says of a table."""
    house = table.house
    build_site(house.ledger, house.settings.key, house.server, folder, "en", lambda ids, _: ids)
    return {file.name: without_hashes(file.read_text("utf-8")) for file in folder.rglob("*.*")}


def compare(one: Table, two: Table) -> None:
    """Only to whoever has drawn may anything different have been told."""
    drew, different = drawers(one), 0
    for first, second in zip(one.told, two.told, strict=True):
        if first != second:
            assert drew.get(first.to, first.ply) < first.ply, difference(first, second)
            different += 1
    assert different, "nobody drew anything, so nothing was tested"
    assert sum(told.to == one.observer.address for told in one.told) >= 30, "she was told of every ply"
    outcomes = [[row.outcome for row in table.house.all(rows.Inbox)] for table in (one, two)]
    assert outcomes[0] == outcomes[1]
    for table in (one, two):
        table.house.ledger.close()


def test_delivered_cards_lie_face_down(house: House) -> None:
    members, _ = make_table(house, 3, "deliveries=hidden")
    seen = 0
    while to_move(members) is not None and seen < 40:
        for got in play_on(members, 1, seed=seen):
            if "grubenpost-position.json" not in got.files:
                continue
            turn = json.loads(got.files["grubenpost-position.json"])
            for seat, pit in enumerate(turn["position"]["pits"]):
                if seat != turn["seat"] and pit["delivered"]:
                    assert set(pit["delivered"].split(",")) == {"?-?"}
                    seen += 1
    assert seen


def test_a_try_at_the_end_of_a_shift_asks_for_nothing_hidden(house: House) -> None:
    """The scoring of a shift needs cards that lie face down; who tries the last move is told just that."""
    members, game = make_table(house, 2, "deliveries=hidden")
    with_codes(members)
    play_on(members, 25)
    refused = 0
    for _ in range(60):
        member = to_move(members)
        if member is None:
            break
        (answer,) = member.ask(f"try {game} bank") if not position(member).drawn else (None,)
        if answer and "the scoring needs cards that lie face down" in answer.text:
            refused += 1
        elif answer:
            assert "is legal. It would do this" in answer.text
        play_on(members, 1)
    assert refused


def test_a_wrong_guess_learns_nothing(house: House) -> None:
    """What another player's guess at a draw-five is answered with does not depend on what was drawn."""
    members, _ = make_table(house, 3)
    play_on(members, 9)
    drawer = to_move(members)
    assert drawer is not None
    hand_out(members, drawer.move("order draw"))
    drawn = [card.name for card in position(drawer).drawn]
    other = next(member for member in members if member.own_key and member is not drawer)
    guesses = [*drawn, *("C-y", "B-ybgk")]
    answers = set()
    for guess in guesses:
        (answer,) = other.move(f"keep {guess}, top B-b C-b M-b E-b")
        answers.add(answer.text.replace(f"keep {guess},", "keep X,"))
    assert len(answers) == 1
    assert "move/not-your-turn" in answers.pop()
