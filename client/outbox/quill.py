"""The letters of a player with a key of their own, and the mails that carry them.

A letter goes twice in its mail, as an attachment and as an armoured block, of which one survives whatever
mail programs do; the server counts it once. Below stands in plain words what it says, for whoever finds
the mail later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from typing import Final

from client.outbox.pending import MOVE, REVEAL, Purpose
from client.profile.profile import Profile
from engine.mail.ids import is_safe_id
from engine.record.game.shares import chain_of
from engine.record.letters.armour import wrap
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.orders import NONE as NO_ORDERS
from engine.record.letters.kinds.orders import StandingOrders
from engine.record.letters.kinds.press import Press
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import open_letter, seal_letter
from engine.record.letters.schema import Letter
from engine.record.letters.seal import open_seal
from engine.rules import Action
from engine.show.layout import wrap as wrap_text
from engine.tongue import tongue
from engine.wire.mails import LETTER_TYPE, letter_file
from engine.wire.turn import Turn

Entropy = Callable[[int], bytes]

NONCE_BYTES: Final = 16
JOIN_BYTES: Final = 32
SUBJECT: Final = "Grubenpost"


@dataclass(frozen=True)
class Enclosed:
    """A sealed letter, what it is for, what it says in plain words, and what its file is called."""

    sealed: bytes
    words: str
    name: str
    purpose: Purpose
    game: str = ""
    """The game that its mail is about."""

    @property
    def letter_id(self) -> str:
        """The name that the answer to it calls it by."""
        return open_seal(self.sealed).letter_id


class Quill:
    """Writes a player's letters and seals them. The entropy is handed in."""

    def __init__(self, profile: Profile, key: PrivateKey, entropy: Entropy) -> None:
        self._profile = profile
        self._key = key
        self._entropy = entropy
        self._tongue = tongue(profile.language)

    def register(self) -> Enclosed:
        """The player's handle and key."""
        profile, say = self._profile, self._tongue.say
        letter = Register(profile.house.name, profile.handle, "key", self._key.public, self._nonce())
        return self._seal(letter, say("{handle} registers.", handle=profile.handle), Purpose("register"))

    def join(self, game: str) -> Enclosed:
        """A seat in a game, with a commitment to the player's share of the shuffle."""
        profile, nonce = self._profile, self._nonce()
        committed = chain_of(self._key, profile.house.name, game, profile.handle, nonce).commitment
        letter = Join(profile.house.name, game, profile.handle, self._key.public, committed, nonce)
        return self._seal(letter, self._join_words(game), Purpose("join", game), game)

    def join_older(self, game: str) -> Enclosed:
        """A seat in a game that was opened when joining still told the share at once."""
        profile, entropy = self._profile, self._entropy(JOIN_BYTES).hex()
        letter = OldJoin(profile.house.name, game, profile.handle, self._key.public, entropy, self._nonce())
        return self._seal(letter, self._join_words(game), Purpose("join", game, text="older"), game)

    def _join_words(self, game: str) -> str:
        return self._tongue.say("{handle} joins the game {game}.", handle=self._profile.handle, game=game)

    def reveal(self, game: str, nonce: str, number: int, head: str) -> Enclosed:
        """The share of the shuffle that the join letter with this nonce committed to."""
        profile = self._profile
        share = chain_of(self._key, profile.house.name, game, profile.handle, nonce).share(number)
        letter = Reveal(profile.house.name, game, profile.handle, head, share.hex())
        return self._seal(letter, reveal_words(profile, game), Purpose(REVEAL, game, number), game)

    def leave(self, game: str, joined: str) -> Enclosed:
        """No seat any more in a game that has not started, which was taken by this join letter."""
        profile = self._profile
        words = self._tongue.say("{handle} leaves the game {game}.", handle=profile.handle, game=game)
        letter = Leave(profile.house.name, game, profile.handle, joined)
        return self._seal(letter, words, Purpose("leave", game, about=joined), game)

    def press(self, game: str, text: str, to: str = "") -> Enclosed:
        """Words for the table, or for one player at it."""
        profile = self._profile
        words = self._tongue.say(
            "{handle} says something in the game {game}.", handle=profile.handle, game=game
        )
        letter = Press(profile.house.name, game, profile.handle, to, self._nonce(), text)
        return self._seal(letter, words, Purpose("press", game, text=text, about=to), game)

    def move(self, turn: Turn, action: Action) -> Enclosed:
        """An action, in answer to the position that was mailed."""
        written, say = action.write(), self._tongue.say
        letter = Move(
            server=turn.server,
            game=turn.game,
            ply=turn.position.ply,
            seat=turn.seat,
            base=turn.head,
            nonce=self._nonce(),
            action=written,
        )
        words = _move_words(say, self._profile.handle, letter)
        return self._seal(letter, words, Purpose(MOVE, turn.game, turn.position.ply, written), turn.game)

    def orders(self, game: str, ply: int, text: str) -> Enclosed:
        """The letter that orders the next turns, by what was known at a ply; no text withdraws it."""
        profile, say = self._profile, self._tongue.say
        letter = StandingOrders(
            profile.house.name, game, profile.handle, ply, self._nonce(), text or NO_ORDERS
        )
        words = (
            say("{handle} orders in the game {game}: {text}", handle=profile.handle, game=game, text=text)
            if text
            else say("{handle} withdraws all orders in the game {game}.", handle=profile.handle, game=game)
        )
        return self._seal(letter, words, Purpose("orders", game, ply, text), game)

    def request(self, text: str, game: str = "") -> Enclosed:
        """Mail commands, with semicolons between them."""
        letter = Request(self._profile.house.name, self._profile.handle, self._nonce(), text)
        say = self._tongue.say
        words = say("{handle} asks: {text}", handle=self._profile.handle, text=text)
        return self._seal(letter, words, Purpose("request", text=text), game)

    def rotate(self, new: PrivateKey) -> Enclosed:
        """Another key from now on, which seals this too."""
        profile = self._profile
        letter = Rotate(profile.house.name, profile.handle, self._key.public, new.public, self._nonce())
        say = self._tongue.say
        words = say("{handle} takes another key.", handle=profile.handle)
        return self._seal(letter, words, Purpose("rotate"), also=(new,))

    def revoke(self) -> Enclosed:
        """No longer this key. It never spoils, so it can be written at once and kept for a bad day."""
        profile = self._profile
        say = self._tongue.say
        words = say("{handle} revokes the key.", handle=profile.handle)
        return self._seal(
            Revoke(profile.house.name, profile.handle, self._key.public), words, Purpose("revoke")
        )

    def recover(self, code: str) -> Enclosed:
        """This key in the place of one that was lost; the code came to the registered address."""
        profile, say = self._profile, self._tongue.say
        key = self._key.public
        letter = Recover(profile.house.name, profile.handle, key, code, self._nonce())
        words = say("{handle} has lost the key, and wants another.", handle=profile.handle)
        return self._seal(letter, words, Purpose("recover", text=code, about=key.key_id))

    def veto(self, recovery: str) -> Enclosed:
        """No to a recovery: this key is not lost."""
        profile, say = self._profile, self._tongue.say
        words = say("{handle} still has the key, and stops the recovery.", handle=profile.handle)
        return self._seal(
            Veto(profile.house.name, profile.handle, recovery), words, Purpose("veto", about=recovery)
        )

    def _seal(
        self,
        letter: Letter,
        words: str,
        purpose: Purpose,
        game: str = "",
        also: tuple[PrivateKey, ...] = (),
    ) -> Enclosed:
        name = letter_file(game or self._profile.handle, purpose.kind)
        return Enclosed(seal_letter(letter, self._key, *also), words, name, purpose, game)

    def _nonce(self) -> str:
        return self._entropy(NONCE_BYTES).hex()


def reveal_words(profile: Profile, game: str) -> str:
    """The words of a letter with a share, for people."""
    say = tongue(profile.language).say
    return say(
        "{handle} tells the share of the shuffle of the game {game}.", handle=profile.handle, game=game
    )


def enclose(profile: Profile, key: PublicKey, raw: bytes) -> Enclosed:
    """A letter that was sealed before, by this player's key."""
    opened = open_letter(raw, lambda _: (key,))
    letter = opened.letter
    say = tongue(profile.language).say
    if isinstance(letter, Move):
        words = _move_words(say, profile.handle, letter)
        purpose = Purpose(MOVE, letter.game, letter.ply, letter.action)
        return enclosed_move(opened.sealed.raw, words, purpose)
    kind = opened.sealed.context.removeprefix("grubenpost-").partition("/")[0]
    words = say("{handle} sends a letter ({kind}).", handle=profile.handle, kind=kind)
    purpose = Purpose(kind, about=opened.sealed.letter_id)
    return Enclosed(opened.sealed.raw, words, letter_file(profile.handle, kind), purpose)


def enclosed_move(sealed: bytes, words: str, purpose: Purpose) -> Enclosed:
    """A move that was sealed before."""
    return Enclosed(sealed, words, letter_file(purpose.game, MOVE), purpose, purpose.game)


def _move_words(say: Callable[..., str], handle: str, move: Move) -> str:
    words = say("{handle} plays in the game {game}, move {ply}:", handle=handle, game=move.game, ply=move.ply)
    return "\n\n".join([words, "\n".join(wrap_text(move.action, "  "))])


def mail_letter(profile: Profile, enclosed: Enclosed) -> EmailMessage:
    """The mail that carries a letter."""
    message = mail_words(profile, f"{wrap(enclosed.sealed)}\n{enclosed.words}\n", enclosed.game)
    maintype, _, subtype = LETTER_TYPE.partition("/")
    message.add_attachment(
        enclosed.sealed, maintype=maintype, subtype=subtype, filename=enclosed.name, cte="base64"
    )
    return message


def sealed_in(mail: str) -> bytes:
    """The letter in a mail of ours, as the outbox keeps it; nothing if it has plain words only."""
    for part in message_from_bytes(mail.encode("latin-1"), policy=SMTP).walk():
        if part.get_content_type() == LETTER_TYPE:
            content = part.get_payload(decode=True)
            return content if isinstance(content, bytes) else b""
    return b""


def mail_words(profile: Profile, text: str, game: str = "", answers: str = "") -> EmailMessage:
    """A mail of plain words to the server; `answers` is the Message-ID of the mail that it replies to."""
    message = EmailMessage(policy=SMTP)
    address = profile.account.address
    message["From"] = address
    message["To"] = profile.house.address
    message["Subject"] = f"{SUBJECT} {game}".rstrip()
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    if is_safe_id(answers):
        message["In-Reply-To"] = message["References"] = answers
    message.set_content(text)
    return message
