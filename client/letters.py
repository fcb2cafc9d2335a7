"""The letters of a player with a key of their own, and the mails that carry them.

A letter goes twice in its mail, as an attachment and as an armoured block, of which one survives whatever
mail programs do; the server counts it once. Below stands in plain words what it says, for whoever finds
the mail later.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from typing import Final

from client.profile import Profile
from client.turns import Turn
from engine.record.armour import wrap
from engine.record.keys import PrivateKey
from engine.record.letters.join import Join
from engine.record.letters.move import Move
from engine.record.letters.register import Register
from engine.record.letters.request import Request
from engine.record.post import seal_letter
from engine.record.schema import Letter
from engine.rules import Action
from engine.show.layout import wrap as wrap_text

Entropy = Callable[[int], bytes]

NONCE_BYTES: Final = 16
JOIN_BYTES: Final = 32
SUBJECT: Final = "Grubenpost"
_SAFE_ID: Final = re.compile(r"<[!-;=?-~]{1,250}>")


@dataclass(frozen=True)
class Enclosed:
    """A sealed letter, what it says in plain words, and what its file is called."""

    sealed: bytes
    words: str
    name: str
    game: str = ""


class Quill:
    """Writes a player's letters and seals them. The entropy is handed in."""

    def __init__(self, profile: Profile, key: PrivateKey, entropy: Entropy) -> None:
        self._profile = profile
        self._key = key
        self._entropy = entropy

    def register(self) -> Enclosed:
        """The player's handle, name and key."""
        profile = self._profile
        letter = Register(
            profile.house.name, profile.handle, profile.name, "key", self._key.public, self._nonce()
        )
        return self._seal(letter, f"{profile.name} registers as {profile.handle}.", "register")

    def join(self, game: str) -> Enclosed:
        """A seat in a game, with the player's share of the shuffle."""
        profile = self._profile
        entropy = self._entropy(JOIN_BYTES).hex()
        letter = Join(profile.house.name, game, profile.handle, self._key.public, entropy, self._nonce())
        return self._seal(letter, f"{profile.handle} joins the game {game}.", "join", game)

    def move(self, turn: Turn, action: Action) -> Enclosed:
        """An action, in answer to the position that was mailed."""
        written = action.write()
        letter = Move(
            server=turn.server,
            game=turn.game,
            ply=turn.position.ply,
            seat=turn.seat,
            base=turn.head,
            nonce=self._nonce(),
            action=written,
        )
        words = f"{self._profile.handle} plays in the game {turn.game}, ply {turn.position.ply}:\n\n"
        return self._seal(letter, words + "\n".join(wrap_text(written, "  ")), "move", turn.game)

    def request(self, text: str, game: str = "") -> Enclosed:
        """Mail commands, with semicolons between them."""
        letter = Request(self._profile.house.name, self._profile.handle, self._nonce(), text)
        return self._seal(letter, f"{self._profile.handle} asks: {text}", "request", game)

    def _seal(self, letter: Letter, words: str, kind: str, game: str = "") -> Enclosed:
        name = f"{game or self._profile.handle}.{kind}.toml"
        return Enclosed(seal_letter(letter, self._key), words, name, game)

    def _nonce(self) -> str:
        return self._entropy(NONCE_BYTES).hex()


def mail_letter(profile: Profile, enclosed: Enclosed) -> EmailMessage:
    """The mail that carries a letter."""
    message = mail_words(profile, f"{wrap(enclosed.sealed)}\n{enclosed.words}\n", enclosed.game)
    message.add_attachment(
        enclosed.sealed, maintype="application", subtype="toml", filename=enclosed.name, cte="base64"
    )
    return message


def mail_words(profile: Profile, text: str, game: str = "", answers: str = "") -> EmailMessage:
    """A mail of plain words to the server; `answers` is the Message-ID of the mail that it replies to."""
    message = EmailMessage(policy=SMTP)
    address = profile.account.address
    message["From"] = address
    message["To"] = profile.house.address
    message["Subject"] = f"{SUBJECT} {game}".rstrip()
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    if _SAFE_ID.fullmatch(answers):
        message["In-Reply-To"] = message["References"] = answers
    message.set_content(text)
    return message
