"""Every reader of something that others write: what a mail, a letter, a file or a page may hold.

Each takes bytes and may do one of two things with them: understand them, or refuse them with a `Refused`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from engine.ahead import read as read_orders
from engine.bots.selfplay import opening
from engine.clock.absence import read_absence
from engine.clock.notation import parse as parse_pace
from engine.errors import Refused
from engine.mail.flowed import unflowed
from engine.mail.markup import readable
from engine.record.archive.verify import verify
from engine.record.letters import armour
from engine.record.letters.flat_toml import read_flat
from engine.record.letters.post import open_letter
from engine.record.letters.seal import repair
from engine.record.log import canonical, checkpoint
from engine.rules import Game, parse
from engine.rules.position import from_data
from engine.tongue import LANGUAGES, tongue
from engine.tongue.move_words import canonical as in_notation
from engine.wire.codes import find_codes
from engine.wire.receipt import read_receipt
from engine.wire.tablefile import read_table
from engine.wire.turn import read_turn, read_unsigned_turn
from login.grant import read_grant
from server.config.reader import parse_config
from server.desk import commands as _commands  # noqa: F401  gathers the commands
from server.games.wishes import read_wishes
from server.mail.reading import read_mail
from server.words.command import understand
from server.words.wording import read_words
from server.words.yes_no import answer_in

CORPUS = Path(__file__).parent / "corpus"
GAMES = Path(__file__).parents[1] / "engine" / "record" / "vectors"
SAMPLES = {
    "archives": sorted(GAMES.glob("*game.json")),
    "canonical": [GAMES / "shares.json"],
    "configurations": [Path(__file__).parents[2] / "deploy" / "grubenpost.toml.example"],
}
"""Files that are kept elsewhere, for readers of such."""
SERVER = "pit.example.org"

Reader = Callable[[bytes], object]


def of_text(read: Callable[[str], object]) -> Reader:
    """A reader of a text that was decoded before."""
    return lambda data: read(data.decode("utf-8", "replace"))


@cache
def a_game() -> Game:
    """A position in which a move may be meant."""
    return opening(3, Random(3))


def read_moves(text: str) -> None:
    said = in_notation(text)
    for game in (None, a_game()):
        try:
            parse(said, game)
        except Refused:
            continue


def read_position(data: bytes) -> None:
    try:
        facts = json.loads(data)
    except (ValueError, RecursionError):
        return
    from_data(facts)


def read_first_turn(data: bytes) -> None:
    try:
        facts = json.loads(data)
    except (ValueError, RecursionError):
        return
    read_unsigned_turn(facts)


READERS: dict[str, Reader] = {
    "absences": of_text(read_absence),
    "answers": of_text(lambda text: answer_in(list(read_words(text).own))),
    "archives": verify,
    "armour": of_text(armour.find),
    "canonical": canonical.loads,
    "checkpoints": of_text(checkpoint.read),
    "codes": of_text(find_codes),
    "commands": of_text(lambda text: understand(text.split("\n"))),
    "configurations": of_text(lambda text: parse_config(Path("grubenpost.toml"), text)),
    "first-turns": read_first_turn,
    "flat": read_flat,
    "flowed": of_text(unflowed),
    "grants": lambda data: read_grant(data, "login.json"),
    "letters": lambda data: open_letter(repair(data), lambda _: ()),
    "mails": lambda data: read_mail(data, SERVER, "mx.example.org"),
    "markup": of_text(readable),
    "moves": of_text(read_moves),
    "orders": of_text(lambda text: read_orders(text, a_game())),
    "paces": of_text(parse_pace),
    "positions": read_position,
    "receipts": read_receipt,
    "tables": read_table,
    "turns": read_turn,
    "wishes": of_text(read_wishes),
    "words": of_text(read_words),
}


def corpus(name: str) -> list[bytes]:
    """The inputs that are kept for a reader."""
    return [path.read_bytes() for path in (*sorted((CORPUS / name).iterdir()), *SAMPLES.get(name, ()))]


def try_reader(name: str, data: bytes) -> None:
    """Read it. Whatever escapes but a refusal, which can be told in every language, is a fault."""
    try:
        READERS[name](data)
    except Refused as refusal:
        assert str(refusal)
        assert refusal.code
        for language in LANGUAGES:
            assert tongue(language).refusal(refusal)
