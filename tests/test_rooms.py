"""Each room imports only what it may, so that the engine stays pure and the rooms stay apart.

The imports are read from the source, not run: one inside a function or under TYPE_CHECKING counts.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"engine", "login", "server", "client", "tests", "saves", "deploy", "tools", "docs"}

# Standard modules that reach the world outside (files, sockets, processes, clocks, the environment)
# or hold state for the whole process.
WORLDLY = frozenset(
    """
    asyncio builtins concurrent ctypes curses dbm fcntl fileinput ftplib getpass glob http imaplib
    locale logging mmap multiprocessing os pathlib platform poplib pty random readline resource
    sched secrets select selectors shelve shutil signal smtplib socket socketserver sqlite3 ssl
    subprocess tempfile termios threading time tkinter tty uuid webbrowser
    """.split()
)
WORLDLY_BUILTINS = frozenset({"__import__", "breakpoint", "input", "open", "print"})


class Room(NamedTuple):
    """What a room may import besides the standard library."""

    rooms: frozenset[str]
    packages: frozenset[str] = frozenset()
    pure: bool = True
    spared: frozenset[str] = frozenset()  # single names from worldly modules


def declared(*extras: str) -> frozenset[str]:
    """The packages that pyproject.toml declares, by their import names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    names = [re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0] for line in lines]
    return frozenset(name.lower().replace("-", "_") for name in names)


RULES = frozenset({"engine.rules", "engine.errors", "engine.phrase", "engine.harmless"})
TONGUE = frozenset({"engine.tongue"})


def inside(house: str, room: Room, plan: str) -> dict[str, Room]:
    """The rooms in a house, a line each: its name, and behind the colon those of the house that it may import
    besides itself. What the house as a whole may import from elsewhere, each of them may."""
    found = {}
    for line in plan.split("\n"):
        name, _, others = line.strip().partition(":")
        if name:
            own = frozenset(f"{house}.{other}" for other in [name, *others.split()])
            found[f"{house}.{name}"] = room._replace(rooms=room.rooms - {house} | own)
    return found


RECORD = Room(RULES | {"engine.clock", "engine.ahead", "engine.record"}, packages=frozenset({"cryptography"}))
SERVER = Room(frozenset({"engine", "login", "server"}), packages=declared("host"), pure=False)
CLIENT = Room(frozenset({"engine", "login", "client"}), packages=declared(), pure=False)

ROOMS = {
    "engine": Room(frozenset()),
    "engine.errors": Room(frozenset()),
    "engine.phrase": Room(frozenset()),
    "engine.harmless": Room(frozenset()),
    "engine.tongue": Room(RULES - {"engine.rules"} | TONGUE, packages=frozenset({"babel"})),
    "engine.clock": Room(RULES - {"engine.rules"} | {"engine.clock", "engine.tongue.zones"}),
    "engine.faults": Room(frozenset({"engine.phrase", "engine.faults"}) | TONGUE),
    "engine.rules": Room(RULES),
    "engine.ahead": Room(RULES | {"engine.ahead"}),
    "engine.record": RECORD,
    **inside(
        "engine.record",
        RECORD,
        """
        letters:
        log:
        keyring: letters
        names: letters log
        game: letters log keyring names
        archive: letters log names game
        """,
    ),
    "engine.leagues": Room(frozenset({"engine.leagues", "engine.ratings"})),
    "engine.ratings": Room(frozenset({"engine.ratings"}), packages=frozenset({"openskill"})),
    "engine.mail": Room(RULES - {"engine.rules"} | {"engine.mail", "engine.record"}),
    "engine.wire": Room(RULES | {"engine.clock", "engine.wire", "engine.record", "engine.mail"}),
    "engine.show": Room(RULES | TONGUE | {"engine.clock", "engine.ahead", "engine.show"}),
    "engine.bots": Room(
        RULES | TONGUE | {"engine.ahead", "engine.bots"}, spared=frozenset({"random.Random"})
    ),
    "engine.library": Room(
        RULES | TONGUE | {"engine.library", "engine.record", "engine.show", "engine.bots"}
    ),
    "login": Room(frozenset({"engine.errors", "engine.mail.hosts", "engine.phrase", "login"}), pure=False),
    "server": SERVER,
    **inside(
        "server",
        SERVER,
        """
        ledger:
        mail:
        post: ledger
        post.imap: ledger mail post.accounts post.backoff post.deadline post.errors post.error_text
        post.smtp: ledger mail post.accounts post.backoff post.deadline post.errors post.error_text
        post.office: post.accounts post.backoff post.deadline post.errors post.error_text
        config: post visit
        visit: ledger mail
        words: ledger mail visit
        names: ledger mail visit words
        outgoing: ledger mail visit words names
        clocks: ledger visit words names outgoing
        ratings: ledger visit words names
        leagues: ledger visit words names outgoing clocks games
        games: ledger visit words names outgoing clocks ratings
        players: ledger mail visit words names outgoing clocks games
        press: ledger visit words names outgoing games
        votes: ledger visit words names outgoing clocks games
        desk: ledger mail visit words names outgoing clocks games players press ratings leagues votes
        host.setup: config host ledger post
        host.backups: config games host.files host.health host.setup ledger visit
        host.reports: config host.health host.spans host.backups host.setup ledger post.smtp
        """,
    ),
    "client": CLIENT,
    **inside(
        "client",
        CLIENT,
        """
        post: refusals
        profile: refusals post
        letters: post profile
        outbox: refusals profile
        memory: refusals post profile letters outbox
        exchange: refusals post profile letters outbox memory
        terminal:
        session: refusals post profile letters outbox memory exchange terminal
        archives:
        bots: refusals profile letters outbox memory exchange session
        play: refusals letters terminal session bots
        """,
    ),
}


class Import(NamedTuple):
    line: int
    name: str  # in full: `from engine import rules` names engine.rules


def within(name: str, rooms: frozenset[str]) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def room_of(module: str) -> str:
    """The innermost room that the module is in."""
    return max((room for room in ROOMS if within(module, frozenset({room}))), key=len)


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_imports(tree: ast.AST, package: str) -> Iterator[Import]:
    """Every import in a module of this package, relative ones in full."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            yield from (Import(node.lineno, f"{base}.{alias.name}") for alias in node.names)


def objection(room: Room, name: str) -> str | None:
    """Why this room may not import that name, if it may not."""
    top = name.partition(".")[0]
    if top in OURS:
        return None if within(name, room.rooms) else "is another room"
    if top not in sys.stdlib_module_names:
        return None if top in room.packages else "is not a package for this room"
    if room.pure and top in WORLDLY and name not in room.spared:
        return "reaches the world outside"
    return None


def read_calls(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id


def trespasses(path: Path, source: str) -> list[str]:
    """What a module of the tree does that its room forbids; the path is relative to the root."""
    module = module_name(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    room = ROOMS[room_of(module)]
    tree = ast.parse(source)
    found = []
    for line, name in read_imports(tree, package):
        if why := objection(room, name):
            found.append(f"{path}:{line}: {name} {why}")
    if room.pure:
        for line, name in read_calls(tree):
            if name in WORLDLY_BUILTINS:
                found.append(f"{path}:{line}: {name}() reaches the world outside")
    return found


def modules() -> list[Path]:
    rooms = [ROOT / room for room in ("engine", "login", "server", "client")]
    return sorted(path.relative_to(ROOT) for room in rooms for path in room.rglob("*.py"))


def test_every_room_keeps_to_itself() -> None:
    found = [line for path in modules() for line in trespasses(path, (ROOT / path).read_text("utf-8"))]
    assert not found, "\n".join(found)


# Who imports by a name that is made at run time, which is not seen in the source: each gathers the files of
# its own folder, or names packages that are not ours.
IMPORTERS = {
    "client/bots/named.py": "bots that others have installed",
    "client/commands/__init__.py": "its own folder",
    "client/profile/secrets.py": "keyring, if it is installed",
    "engine/bots/__init__.py": "its own folder",
    "engine/library/study.py": "the packages of the extra `study`",
    "engine/record/letters/kinds/__init__.py": "its own folder",
    "engine/rules/actions/__init__.py": "its own folder",
    "server/desk/commands/__init__.py": "its own folder",
    "server/host/commands/__init__.py": "its own folder",
}
_BY_NAME = frozenset(
    {"import_module", "__import__", "entry_points", "exec", "eval", "run_module", "run_path"}
)


def imports_by_name(source: str) -> list[ast.Call]:
    """The calls that import something whose name is not in an import statement."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [call for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) in _BY_NAME]
    return [call for call in named if getattr(call.func, "attr", "") != "exec"]  # which is the database's


def test_no_hole_leads_around_the_rooms() -> None:
    read = {str(path): imports_by_name((ROOT / path).read_text("utf-8")) for path in modules()}
    found = {path: calls for path, calls in read.items() if calls}
    assert set(found) == set(IMPORTERS)
    for path, calls in found.items():
        if IMPORTERS[path] == "its own folder":
            assert all(ast.unparse(call.args[0]).startswith("f'{__name__}.") for call in calls), path


@pytest.mark.parametrize(
    "source", ["importlib.import_module('server.desk')", "__import__('server')", "exec('import server')"]
)
def test_a_hole_is_seen(source: str) -> None:
    assert len(imports_by_name(source)) == 1


def test_all_rooms_are_read() -> None:
    read = {str(path) for path in modules()}
    assert {"engine/__init__.py", "server/__init__.py", "client/__init__.py"} <= read
    assert "engine/errors.py" in read


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine/rules/game.py", "import cryptography"),
        ("engine/mail/header.py", "from login.asking import ask"),
        ("login/grant.py", "from engine.tongue import tongue"),
        ("login/keeping.py", "from server.host.files import write_whole"),
        ("engine/rules/game.py", "from engine.show import board"),
        ("engine/rules/game.py", "from engine import bots"),
        ("engine/rules/game.py", "import engine"),
        ("engine/rules/actions/mine.py", "from ...record import letter"),
        ("engine/rules/__init__.py", "from ..show import board"),
        ("engine/rules/game.py", "def late():\n    import engine.record"),
        ("engine/rules/game.py", "if TYPE_CHECKING:\n    from engine.bots import greedy"),
        ("engine/rules/game.py", "from random import Random"),
        ("engine/clock/state.py", "import time"),
        ("engine/clock/state.py", "from engine.rules import Game"),
        ("engine/clock/state.py", "from engine.tongue import tongue"),
        ("engine/record/letter.py", "from engine.show import board"),
        ("engine/record/letter.py", "import secrets"),
        ("engine/record/letter.py", "import typer"),
        ("engine/record/letter.py", "from engine.wire import receipt"),
        ("engine/mail/header.py", "from engine.wire.codes import find_codes"),
        ("engine/wire/receipt.py", "from engine.tongue import tongue"),
        ("engine/wire/receipt.py", "from engine.show import board"),
        ("engine/wire/receipt.py", "import time"),
        ("engine/show/boards/board.py", "from engine.record import letter"),
        ("engine/show/boards/board.py", "from engine.bots import greedy"),
        ("engine/show/boards/board.py", "print('board')"),
        ("engine/bots/greedy.py", "from engine.show import board"),
        ("engine/bots/greedy.py", "import random"),
        ("engine/bots/greedy.py", "from random import choice"),
        ("engine/bots/greedy.py", "import time as clock"),
        ("engine/errors.py", "from engine.rules import game"),
        ("engine/rules/tables.py", "from pathlib import Path"),
        ("engine/rules/tables.py", "import os.path"),
        ("engine/rules/tables.py", "table = open('orders.toml')"),
        ("engine/rules/game.py", "import server"),
        ("engine/show/boards/board.py", "from client import cli"),
        ("engine/rules/game.py", "from tests import games"),
        ("server/desk/desk.py", "from client.cli import app"),
        ("server/desk/desk.py", "from tests import games"),
        ("server/desk/desk.py", "import undeclared_package"),
        ("engine/record/letters/seal.py", "from engine.record.game.book import Book"),
        ("engine/record/log/merkle.py", "from engine.record.letters import seal"),
        ("server/ledger/store.py", "from server.desk.desk import Desk"),
        ("server/post/smtp/send.py", "from server.post.imap.fetch import Fetcher"),
        ("server/mail/reading.py", "from server.ledger import models"),
        ("client/post/line.py", "from client.memory.memory import Memory"),
        ("client/terminal/output.py", "from client.session.console import Console"),
        ("client/cli.py", "import server.desk.desk"),
        ("client/cli.py", "from server import desk"),
        ("client/cli.py", "import sqlmodel"),
    ],
)
def test_a_trespass_is_seen(module: str, source: str) -> None:
    assert len(trespasses(Path(module), source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine/rules/game.py", "from __future__ import annotations\nimport tomllib, importlib"),
        ("engine/rules/tables.py", "from importlib.resources import files"),
        ("engine/rules/actions/mine.py", "from ..game import Game\nfrom ...errors import NotLegal"),
        ("engine/rules/actions/__init__.py", "from . import mine\nfrom .. import game"),
        ("engine/record/letter.py", "from cryptography.exceptions import InvalidSignature"),
        ("engine/record/letter.py", "from engine.rules import play\nimport hashlib, datetime"),
        (
            "engine/show/boards/board.py",
            "from engine.rules.view import View\nfrom engine.show import words",
        ),
        ("engine/wire/turn.py", "from engine.rules import Game\nfrom engine.mail.limits import MOST_BYTES"),
        ("engine/wire/turn.py", "from engine.record import canonical\nfrom engine.wire import statement"),
        ("engine/bots/greedy.py", "from random import Random\nfrom engine.errors import Refused"),
        ("server/desk/desk.py", "import os, sqlmodel, typer\nfrom engine.record import letter"),
        ("client/cli.py", "import pathlib, typer\nfrom engine.show import board"),
    ],
)
def test_what_a_room_may_do_is_left_alone(module: str, source: str) -> None:
    assert trespasses(Path(module), source) == []
