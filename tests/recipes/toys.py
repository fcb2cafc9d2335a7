"""Toys that follow the recipes of CONTRIBUTING.md: the files of each, and what must work with them.

`NAME` and `CODE` in a recipe's list of files are the toy's own. A file that is there already is changed:
a pair says what is put before what.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

VERSIONS = Path(__file__).parent.parent.parent / "server/ledger/migrations/versions"
LAST = max(path.stem[:4] for path in VERSIONS.glob("0*.py"))
"""The newest migration of the ledger."""


class Toy(NamedTuple):
    recipe: str
    """The heading in CONTRIBUTING.md."""
    name: str
    """What stands for NAME or CODE."""
    files: dict[str, str | tuple[tuple[str, str], ...]]
    works: str
    """Python that fails unless the toy works; run in the copy."""


ACTION = Toy(
    "An action",
    "rest",
    {
        "engine/rules/actions/rest.py": '''\
"""A rest: one worker sits down, and finds 2 Marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ...phrase import Phrase, phrase
from ..action import Action, kind
from ..events import Event
from ..game import Game
from ..notation import MoveWords


class Rested(NamedTuple):
    seat: int
    marks: int

    @property
    def deed(self) -> Phrase:
        return phrase("takes a rest for {n} Marks", n=self.marks)


@kind
@dataclass(frozen=True, slots=True)
class Rest(Action):
    heads = ("rest", "sit down")
    form = "rest"
    listed = 61

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        return [cls()]

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Rest:
        return cls()

    def write(self) -> str:
        return "rest"

    def play(self, game: Game, events: list[Event]) -> None:
        game.workers[game.turn] -= 1
        game.bank[game.turn] += 1
        game.own_pit().money += 2
        events.append(Rested(game.turn, 2))
''',
    },
    """\
from engine.rules import legal_actions, parse, play
from engine.show import numbered_actions, tell
from tests.engine.rules.table import drafted
from tests.engine.rules.test_laws import check_game

game = drafted(3)
assert parse("sit down") in legal_actions(game)
assert tell(play(game, parse("rest")).events, ["Anna", "Ben", "Carl"]) == ["Anna takes a rest for 2 Marks."]
assert "takes a rest for 2 Marks" in str(numbered_actions(game, ["Anna", "Ben", "Carl"]))
for seed in range(3):
    check_game(3, seed)
assert "  rest" in help_by_mail("help moves")
from tools.words import found_in_code
assert "takes a rest for {n} Marks" in [message.id for message in found_in_code()]
""",
)

COMMAND = Toy(
    "A mail command",
    "echo",
    {
        "server/desk/commands/echo.py": '''\
"""echo: says what was said."""

from __future__ import annotations

from engine.tongue import word
from server.words.command import Command, command, form
from server.visit.visit import Visit


@command
class Echo(Command):
    name = "echo"
    usage = "echo hello"
    purpose = word("repeat what was said")
    help = word("Says what was said.")
    takes = form("[a-z]{1,20}")

    def run(self, visit: Visit, text: str) -> None:
        visit.say("You said {text}.", text=text)
''',
    },
    """\
assert "repeat what was said" in help_by_mail("help")
assert "Says what was said." in help_by_mail("help echo")
assert "You said glueckauf." in help_by_mail("echo glueckauf")
assert "(command/usage)" in help_by_mail("echo 1 2 3")
from server.desk.commands_page import write_page
assert "Says what was said." in write_page()
""",
)

CLIENT_COMMAND = Toy(
    "A client command",
    "greet",
    {
        "client/commands/greet.py": '''\
"""`grubenpost greet`: the miners' greeting."""

from __future__ import annotations

from client.session.console import Console


def run(at: Console, who: str = "miner") -> None:
    """Greet somebody, as miners do."""
    at.say("Luck up, {who}!", who=who)
''',
    },
    """\
from typer.testing import CliRunner
from client.cli import app
from client.commands_page import write_reference

run = CliRunner().invoke
assert "Greet somebody, as miners do." in run(app, ["--help"]).output
assert "Greet somebody, as miners do." in run(app, ["help", "greet"]).output
said = run(app, ["greet", "--who", "Anna"], env={"GRUBENPOST_HOME": folder})
assert (said.exit_code, said.output) == (0, "Luck up, Anna!\\n"), said.output
assert "### greet" in write_reference()
""",
)

BOT = Toy(
    "A bot",
    "lazy",
    {
        "engine/bots/lazy.py": '''\
"""`lazy`: the last action of the list."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.rules import Action, Game, legal_actions

NAME: Final = "lazy"


def choose(view: Game, rng: Random) -> Action:
    return list(legal_actions(view))[-1]
''',
    },
    """\
from typer.testing import CliRunner
from client.cli import app
from engine.bots import NAMES, bot
from engine.bots.conformance import examine

assert "lazy" in NAMES
assert not examine(bot("lazy"), 1, 1).faults
checked = CliRunner().invoke(app, ["bot-check", "lazy"], env={"GRUBENPOST_HOME": folder})
assert checked.exit_code == 0, checked.output
""",
)

LETTER = Toy(
    "A kind of letter",
    "wave",
    {
        "engine/record/letters/kinds/wave.py": '''\
"""A wave: a player greets the server, signed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import HANDLE, NONCE, SERVER
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Wave(Letter):
    """Who waves."""

    server: str
    handle: str
    nonce: str


LETTER = LetterKind("grubenpost-wave/1", Wave, {"server": SERVER, "handle": HANDLE, "nonce": NONCE})
read = LETTER.read
write = LETTER.write
''',
        "server/desk/sealed_letters.py": (
            (
                "_TAKERS: Final",
                '''\
def _wave(visit: Visit, letter: Any, opened: Opened) -> None:
    """Wave back."""
    _speaks_for(visit, letter.handle, opened)
    if _taken_now(visit, opened):
        visit.say("{handle} waves, and so do we.", handle=letter.handle)


''',
            ),
            ("    Move: _move,\n", "    wave.Wave: _wave,\n"),
            ("from server.", "from engine.record.letters.kinds import wave\n"),
        ),
    },
    """\
from engine.record.letters.kinds import KINDS
from engine.record.letters.kinds.wave import Wave
from engine.record.letters.post import open_letter, seal_letter

assert "grubenpost-wave/1" in KINDS
house, anna = club()
raw = seal_letter(Wave(house.settings.name, "anna", "ab" * 16), anna.key)
assert open_letter(raw, lambda _: [anna.key.public]).letter.handle == "anna"
(answer,) = house.write(anna.address, "", raw)
assert "anna waves, and so do we." in answer.text, answer.text
""",
)

ROOM = Toy(
    "A rule about imports",
    "engine.toy",
    {
        "tests/test_rooms.py": (
            ('    "engine.errors": Room(', '    "engine.toy": Room(frozenset({"engine.errors"})),\n'),
        ),
    },
    """\
from pathlib import Path
from tests.test_rooms import trespasses

assert trespasses(Path("engine/toy.py"), "from engine.errors import Refused") == []
assert len(trespasses(Path("engine/toy.py"), "from engine.rules import play")) == 1
assert len(trespasses(Path("engine/toy.py"), "import cryptography")) == 1
""",
)

LANGUAGE = Toy(
    "A language",
    "eo",
    {
        "engine/tongue/catalogues/eo.po": "",  # written by the test, from the catalogue that is begun
        "engine/show/rules/eo.md": "# Kiel oni ludas\\n\\nOni ludas per leteroj.\\n",
    },
    """\
from engine.tongue import LANGUAGES, tongue
from engine.tongue.move_words import canonical
from engine.show.rules import how_to_play
from server.words.yes_no import YES, answer_in
from client.session.console import is_yes
from tools.rules_pages import page

assert LANGUAGES == ("en", "de", "eo", "ru")
assert canonical("banko") == "bank"
assert answer_in(["jes"]) == YES and is_yes("Jes")
assert how_to_play("eo").startswith("# Kiel oni ludas")
assert "[Esperanto](rules.eo.md)" in page("de")
house, anna = club()
assert "en, de, eo, ru" in help_by_mail("help set")
(answer,) = anna.ask("set language eo")
assert "«Your mails come in English.»" in answer.text, answer.text
assert "Oni ludas per leteroj." in anna.ask("help rules")[0].text
assert "«" in anna.ask("help rule/locked")[0].text
assert '"FACTORY"' in turn_in("eo") and '"1 worker"' in turn_in("eo"), "in plain ASCII"
""",
)

MIGRATION = Toy(
    "A column of the ledger",
    "9999_hats",
    {
        "server/ledger/models/people.py": (
            (
                '    language: str = "en"\n',
                '    hat: str = Field(default="none", sa_column_kwargs={"server_default": "none"})\n',
            ),
        ),
        "server/ledger/migrations/versions/9999_hats.py": f'''\
"""Hats of players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{LAST}"


def upgrade() -> None:
    op.add_column("player", sa.Column("hat", sa.String(), nullable=False, server_default="none"))
''',
    },
    """\
from server.ledger import models as rows
from server.ledger.migrate import upgrade
from server.ledger.store import Ledger
from tests.server.ledger.schema import differences

ledger = Ledger(f"sqlite:///{folder}/hats.sqlite")
ledger.migrate()
assert ledger.revision() == "9999"
assert differences(ledger) == []
assert rows.Player(name="Anna").hat == "none"
ledger.close()
""",
)

TOYS = (ACTION, COMMAND, CLIENT_COMMAND, BOT, LETTER, ROOM, MIGRATION, LANGUAGE)
