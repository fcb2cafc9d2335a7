"""A whole signed game on a server that says everything in other words; a process of its own plays it.

Every text of every catalogue is made unreadable before anything else is loaded: other letters, other numbers,
brackets around each fact. What a client can still do, it does by fields.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

from engine.tongue import ENGLISH, LANGUAGES, tongue

_LETTERS = ("abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюя", "0123456789")
_OTHERS = str.maketrans(
    "".join(letters + letters.upper() for letters in _LETTERS),
    "".join(letters[::-1] + letters[::-1].upper() for letters in _LETTERS),
)
_FACT = re.compile(r"(\{[^{}]*\})")


def reworded(text: str) -> str:
    """Other words in the place of these, with the same facts in brackets."""
    pieces = _FACT.split(text)
    return "".join(f"[{piece}]" if at % 2 else piece.translate(_OTHERS) for at, piece in enumerate(pieces))


def reword_all() -> list[str]:
    """Say everything in other words, in every language: what was said before, as far as it has words."""
    said: list[str] = []
    catalogues = {code: dict(tongue(code)._texts) for code in LANGUAGES if code != ENGLISH}
    english = {key: (key[1],) * 2 for texts in catalogues.values() for key in texts}
    for code, texts in {ENGLISH: english, **catalogues}.items():
        spoken: Any = tongue(code)
        said += [text for forms in texts.values() for text in forms]
        spoken._texts = {key: tuple(map(reworded, forms)) for key, forms in texts.items()}
        spoken._form_of = spoken._form_of or (lambda n: 0)
    assert all(reworded(text) != text for text in said if any(letter.isalpha() for letter in text))
    return said


BEFORE = reword_all() if __name__ == "__main__" else []

from client.profile.own_key import RECOVERY, next_home  # noqa: E402  after the words were changed
from engine.bots import choose  # noqa: E402
from engine.record.archive.verify import verify  # noqa: E402
from engine.record.keyring.keyring import DELAY  # noqa: E402
from engine.show.turn.asking import as_typed  # noqa: E402
from server.ledger.store import Ledger  # noqa: E402
from tests.client.clubhouse import Client, Clubhouse  # noqa: E402
from tests.server.house import House  # noqa: E402

CHANGE_KEYS_AT = 9
"""The ply before which a key is lost and another recovered."""


class Evening:
    """Anna and Ben play; Carl only looks in. Each reads another language."""

    def __init__(self, folder: Path) -> None:
        self.club = Clubhouse(House(Ledger(f"sqlite:///{folder / 'ledger.sqlite'}")), folder)
        self.anna = self.club.member("anna", "de", knows_key=False)
        self.ben, self.carl = self.club.member("ben"), self.club.member("carl", "ru")
        self.done: list[str] = []

    def spend(self) -> dict[str, Any]:
        self.register()
        self.leave()
        game = self.begin()
        self.refusals(game)
        plies = self.play_out(game)
        archive = Path(self.anna.must("archive", game, "--quiet").strip()).read_bytes()
        proved = verify(archive, self.club.house.settings.key.public)
        assert not self.anna.waiting()
        assert not self.ben.waiting()
        self.check_words()
        return {"plies": plies, "proved": proved.plies, "state": proved.state, "done": self.done}

    def register(self) -> None:
        for client in (self.anna, self.ben, self.carl):
            client.must("register")
            assert not client.waiting()
        self.done.append("register")

    def leave(self) -> None:
        """Carl takes a seat, which is his by a signed checkpoint, and gives it up again."""
        other = self.ben.must("new", "--players", "3", "--own-keys", "--no-seat", "--quiet").strip()
        self.carl.must("join", other)
        assert self.carl.status(other)["state"] == "open"
        self.carl.must("leave", other)
        assert json.loads(self.carl.must("status", "--json")) == []
        self.done += ["new", "join", "leave"]

    def begin(self) -> str:
        game = self.anna.must("new", "--players", "2", "--own-keys", "--quiet").strip()
        self.ben.must("join", game)
        for client in (self.anna, self.ben, self.anna):
            client.must("fetch")  # and so tell a share of the shuffle
        assert {client.status(game)["state"] for client in (self.anna, self.ben)} == {"running"}
        self.done.append("reveal")
        return game

    def refusals(self, game: str) -> None:
        """A command, and a move that comes too late: both are settled, and nothing is played."""
        assert self.ben.run("send", "join", game).exit_code == 1
        assert self.ben.run("join", "nowhere").exit_code == 1
        mover = self.mover(game)
        late = mover.home.data / "late.toml"
        mover.must("sign", game, "1", "--out", str(late))
        mover.must("move", game, "2", "--yes", "--quiet")
        ply = mover.status(game)["ply"]
        assert mover.run("submit", str(late)).exit_code == 1
        assert (mover.status(game)["ply"], mover.status(game)["pending"]) == (ply, None)
        assert not mover.waiting()
        self.done += ["move", "refusal"]

    def recover(self, client: Client) -> None:
        """A new key, by a code that is mailed and three days of waiting."""
        old = client.home.key.read_bytes()
        client.must("recover", "--yes")
        begun = next_home(client.home).config / RECOVERY
        begun.write_text(f"{int(begun.read_text()) - DELAY - 1}\n")
        self.club.house.time += DELAY + 60
        self.club.house.desk.tick()
        self.club.hand_out(self.club.house.new_mails())
        client.must("recover")
        assert client.home.key.read_bytes() != old
        self.done.append("recover")

    def resend(self, client: Client, game: str) -> None:
        """What was lost on this side is sent again."""
        (client.home.games / f"{game}.json").unlink()
        client.must("send", "resend", game)
        assert client.status(game)["state"] == "running"
        self.done.append("resend")

    def mover(self, game: str) -> Client:
        for client in (self.anna, self.ben):
            client.must("fetch")
        (mover,) = [client for client in (self.anna, self.ben) if client.status(game)["mine"]]
        return mover

    def play_out(self, game: str) -> int:
        rng, seats = Random(5), self.seats(game)
        mover = self.mover(game)
        while not (position := mover.position(game)).over:
            mover = seats[position.turn]
            mover.must("fetch")
            if position.ply == CHANGE_KEYS_AT:
                self.recover(mover)
                self.resend(mover, game)
            move = as_typed(choose("greedy", mover.position(game), rng))
            mover.must("move", game, "--yes", "--quiet", *move.split())
        self.anna.must("fetch")
        self.ben.must("fetch")
        assert {client.status(game)["state"] for client in (self.anna, self.ben)} == {"over"}
        self.done.append("end")
        return position.ply

    def seats(self, game: str) -> dict[int, Client]:
        return {
            json.loads(client.must("board", game, "--json"))["seat"]: client
            for client in (self.anna, self.ben)
        }

    def check_words(self) -> None:
        """No mail says what was said before, so no client can have understood it."""
        sentences = {
            line for text in BEFORE for line in _FACT.sub("\n", text).split("\n") if line.count(" ") > 2
        }
        mails = "\n".join(got.text for got in self.club.got)
        assert len(sentences) > 1000
        assert [line for line in sorted(sentences) if line.strip() in mails] == []


if __name__ == "__main__":
    print(json.dumps(Evening(Path(sys.argv[1])).spend()))
