"""One mail at the desk: who sent it, with what authority, what was answered, and which books are open.

A visit happens in one transaction. What a command says goes into the transcript that the sender gets;
what it sends to others waits in the outbox until the transaction is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sqlmodel import Session, col, select

from engine.record.game.book import Book
from engine.record.game.course import Course
from engine.record.keyring.keyring import fold
from engine.record.log.log import Entry
from engine.rules import Game
from engine.rules.notation import shorten
from engine.tongue import Tongue, tongue
from engine.wire.codes import ENTROPY, write_code
from engine.wire.facts import NO_FACTS, Facts
from server.ledger import models as rows
from server.ledger.queues import lock_game, lock_keylog
from server.visit.audience import AUDIENCE_OF, SEATS_OF, Reader
from server.visit.codes import KEPT_AFTER, REPLY, TURN, Entropy, hash_code, read_id
from server.visit.draft import Draft
from server.visit.keys import KeyCabinet, Keys
from server.visit.preferences import manner_of
from server.visit.refusal import BadCommand
from server.visit.said import NO_WORDS, Words
from server.visit.settings import Settings
from server.visit.shelf import Shelf, write_entry

BY_SEAL: Final = "seal"
BY_CODE: Final = "code"
BY_READING: Final = "reading"
"""It answers our mail to its player: good for asking, and for nothing else."""
BY_OLD_SEAL: Final = "old seal"
"""A key that is not in force, or on a letter that was refused before: good for hearing so."""
BY_DOMAIN: Final = "domain"
NOT_AT_ALL: Final = ""

DAY: Final = 24 * 3600


def _mark(book: Book) -> tuple[int, Course | None, Game | None]:
    """How long a book is, and the position in it."""
    return len(book.log.entries), book.course, book.course.game if book.course else None


@dataclass
class Visit:
    """A mail being dealt with. `authority` says what stands behind it."""

    session: Session
    settings: Settings
    shelf: Shelf
    cabinet: KeyCabinet
    now: int
    entropy: Entropy
    name: str
    """The hash of the mail, from which all that it causes is named."""
    sender: str = ""
    words: Words = NO_WORDS
    """What the mail says, read before the visit began."""
    player: rows.Player | None = None
    authority: str = NOT_AT_ALL
    wear: int = 0
    """How often that which stands behind it has come today; 0 if nobody else can send it again."""
    gated: bool = False
    """Whether an answer to unauthenticated mail has been allowed."""
    codes: dict[str, rows.Code] = field(default_factory=dict)
    """The sender's valid codes in the mail, by how they are written; the first one counts most."""
    overlooked: bool = False
    """Whether the mail went to others too, who have seen the codes in it."""
    strayed: list[rows.Code] = field(default_factory=list)
    """Codes in a mail from an address that is nobody's; not those that were mailed there."""
    answers: str = ""
    """The Message-ID of the mail itself, which an answer refers to."""
    letters: tuple[str, ...] = ()
    """The ids of the sealed letters in the mail, which a receipt names …"""
    refused: str = ""
    """… and the code of what nothing was done for."""
    burnable: list[str] = field(default_factory=list)
    """The letters in the mail that are spoilt if it is refused, by their ids."""
    request: bytes | None = None
    """The sealed request that is being carried out."""
    moving: bool = False
    """Whether the mail is meant to make a move, or can be."""
    transcript: list[str] = field(default_factory=list)
    facts: Facts = NO_FACTS
    """What the answer tells programs, besides its words."""
    question: str = ""
    """What the answer asks back; it carries a code."""
    postscript: str = ""
    """What stands below the code that the answer carries."""
    farewell: str = ""
    """Where the last answer to somebody goes whose addresses have just been erased."""
    relayed: str = ""
    """The field that a mailing list put into the mail: without a proof it is nobody's."""
    last_word: str = ""
    """What the answer says about answers, such as that it is the last one of the day."""
    hinted: list[str] = field(default_factory=list)
    """The games that the mail may be about, by what it answers; nothing is proved by that."""
    outdated: list[str] = field(default_factory=list)
    """What the codes in the mail were for that are good for nothing any more."""
    put_off_until: int = 0
    """When the mail is to be dealt with, if it is one too many now."""
    drafts: list[Draft] = field(default_factory=list)
    attachments: dict[str, bytes] = field(default_factory=dict)
    done: list[tuple[str, str]] = field(default_factory=list)
    """The commands that were carried out, by name and what stands behind it."""
    costs: list[tuple[str, int, int]] = field(default_factory=list)
    """What was spent of the day's budgets, which stays spent whatever becomes of the mail."""
    books: dict[str, Book] = field(default_factory=dict)
    about: dict[str, None] = field(default_factory=dict)
    """The games that the mail speaks of, in order."""
    moves: int = 0
    """How many moves were made."""
    stirs: bool = True
    """Whether it may have changed what will fall due, or what other mails can touch."""

    def __post_init__(self) -> None:
        self.keys = self.cabinet.look(self.session)
        self._keys_are_locked = False
        self._as_taken: dict[str, tuple[int, Course | None, Game | None]] = {}

    @property
    def tongue(self) -> Tongue:
        """The language of whoever wrote the mail."""
        return manner_of(self.player).tongue if self.player else tongue(self.settings.language)

    def say(self, template: str, /, **facts: object) -> None:
        """Tell the sender something, in their language."""
        self.transcript.append(self.tongue.say(template, **facts))

    def show(self, text: str) -> None:
        """Show the sender a text that is in their language already."""
        self.transcript.append(text)

    def tell(self, facts: Facts) -> None:
        """Tell the sender's client something, besides what was told before."""
        self.facts = self.facts.joined(facts)

    def start_over(self) -> None:
        """Forget what the visit has done so far, as the database has; but not what the host is to hear."""
        self.session.flush()
        self.session.expire_all()  # rolling back a savepoint does not make sure that rows are read anew
        self.books = {game: book for game, book in self.books.items() if self._is_untouched(game, book)}
        self.drafts = [draft for draft in self.drafts if draft.kind == "host"]
        self.attachments.clear()
        self.done.clear()
        self.transcript.clear()
        self.question = self.postscript = self.farewell = ""
        self.facts = NO_FACTS
        # A game that the visit itself had opened is gone again.
        self.about = {game: None for game in self.about if self.session.get(rows.Game, game) is not None}

    def lock_keys(self) -> Keys:
        """The keys, which nobody else can change until the visit is over. Lock them before any game."""
        if not self._keys_are_locked:
            lock_keylog(self.session)
            self.keys, self._keys_are_locked = self.cabinet.look(self.session), True
        return self.keys

    # People

    def somebody(self) -> rows.Player:
        """The player whose visit it is."""
        if self.player is None or self.player.state != "active":
            raise BadCommand("command/who", "this is for registered players: send `register` first")
        return self.player

    def find_player(self, handle: str) -> rows.Player:
        """A player by a handle, however it is written."""
        found = self.session.exec(select(rows.Player).where(rows.Player.folded == fold(handle))).first()
        if found is None or found.state != "active":
            raise BadCommand("player/unknown", "nobody here is called `{handle}`", handle=shorten(handle))
        return found

    def main_address(self, player: rows.Player) -> str | None:
        """Where mail to a player goes."""
        found = self.session.exec(
            select(rows.Address).where(rows.Address.player_id == player.id, col(rows.Address.main).is_(True))
        ).first()
        return found.address if found else None

    def addresses(self, player: rows.Player) -> list[rows.Address]:
        """All addresses of a player, the oldest first."""
        held = select(rows.Address).where(rows.Address.player_id == player.id)
        return list(self.session.exec(held.order_by(col(rows.Address.id))).all())

    def owner_of(self, address: str) -> rows.Player | None:
        """Who has registered an address."""
        owned = select(rows.Address).where(rows.Address.address == address)
        found = self.session.exec(owned).first() if address else None
        return self.session.get(rows.Player, found.player_id) if found else None

    def sender_id(self) -> int | None:
        """Whose mail it is; if nothing proves it, whose address it came from."""
        sender = self.player or self.owner_of(self.sender)
        return sender.id if sender else None

    # Games

    def find_game(self, game_id: str) -> rows.Game:
        """A game by its id, locked until the visit is over."""
        game = lock_game(self.session, read_id(game_id))
        if game is None:
            raise BadCommand("game/unknown", "there is no game `{game}` here", game=shorten(game_id))
        self.about[game.id] = None
        return game

    def implied_game(self) -> rows.Game:
        """The game that is meant when none is named: that of the code, or the only one under way."""
        of_codes = list(dict.fromkeys(code.game_id for code in self.codes.values() if code.game_id))
        if len(of_codes) == 1:
            return self.find_game(of_codes[0])
        mine = of_codes or self.hinted or [game.id for game in self.my_games() if game.state == "running"]
        if len(mine) == 1:
            return self.find_game(mine[0])
        if not mine:
            raise BadCommand("game/none", "you are in no game that is under way; `games` lists the open ones")
        raise BadCommand("game/which", "say which game you mean: {games}", games=", ".join(mine))

    def my_games(self) -> list[rows.Game]:
        """The player's games, the oldest first; those that they left are not among them."""
        player = self.somebody()
        return list(
            self.session.exec(
                select(rows.Game)
                .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
                .where(rows.Seat.player_id == player.id, col(rows.Seat.left_at).is_(None))
                .order_by(col(rows.Game.created_at), col(rows.Game.id))
            ).all()
        )

    def games_to_move_in(self, player: rows.Player) -> list[rows.Game]:
        """The games in which it is this player's turn, the oldest first."""
        return list(
            self.session.exec(
                select(rows.Game)
                .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
                .where(
                    rows.Seat.player_id == player.id,
                    col(rows.Seat.left_at).is_(None),
                    rows.Seat.number == rows.Game.turn_seat,
                    rows.Game.state == "running",
                )
                .order_by(col(rows.Game.created_at), col(rows.Game.id))
            ).all()
        )

    def lock_my_games(self) -> tuple[list[rows.Game], list[rows.Game]]:
        """The player's running and open games, locked one after the other in their order."""
        alive = [game.id for game in self.my_games() if game.state in ("running", "open")]
        games = [game for game_id in alive if (game := lock_game(self.session, game_id))]
        return (
            [game for game in games if game.state == "running"],
            [game for game in games if game.state == "open"],
        )

    def book(self, game: rows.Game) -> Book:
        """The game's book, taken once a visit."""
        if game.id not in self.books:
            book = self.books[game.id] = self.shelf.take(self.session, game)
            self._as_taken[game.id] = _mark(book)
        return self.books[game.id]

    def _is_untouched(self, game_id: str, book: Book) -> bool:
        """Whether a book is as it came from the shelf: what is written into it always shows in these."""
        was, now = self._as_taken.get(game_id), _mark(book)
        return was is not None and was[0] == now[0] and was[1] is now[1] and was[2] is now[2]

    def write(self, game: rows.Game, entry: Entry) -> None:
        """Keep a new entry of a game's log."""
        write_entry(self.session, game, entry)

    def seats(self, game: rows.Game) -> list[rows.Seat]:
        """A game's seats in order, without those that somebody has left."""
        return list(self.session.exec(SEATS_OF, params={"game": game.id}).all())

    def seat_of(self, game: rows.Game) -> rows.Seat:
        """Where the player sits in a game."""
        player = self.somebody()
        for seat in self.seats(game):
            if seat.player_id == player.id:
                return seat
        raise BadCommand("game/not-in", "you are not in the game {game}", game=game.id)

    def audience(self, game: rows.Game) -> list[Reader]:
        """Who gets mail about a game, in the order of the seats."""
        return [Reader(*row) for row in self.session.exec(AUDIENCE_OF, params={"game": game.id})]

    def player_of(self, seat: rows.Seat) -> rows.Player | None:
        return self.session.get(rows.Player, seat.player_id) if seat.player_id is not None else None

    # Codes

    def make_code(
        self,
        purpose: str,
        player: rows.Player | None,
        valid: int,
        *,
        address: str = "",
        what: str = "{}",
        game: rows.Game | None = None,
        lasting: bool = False,
    ) -> str:
        """A new one-time code, for the present ply if it is about a game; only its hash is kept.

        It ends with any change of the player's addresses or key, unless it is a lasting one.
        """
        code = write_code(self.entropy(ENTROPY))
        self.session.add(
            rows.Code(
                hash=hash_code(code),
                purpose=purpose,
                player_id=player.id if player else None,
                address=address,
                game_id=game.id if game else None,
                ply=game.ply if game else None,
                what=what,
                epoch=player.epoch if player and not lasting else None,
                expires_at=self.now + valid,
            )
        )
        return code

    def known_code(self, text: str) -> rows.Code | None:
        """The code that is written like this, whether or not it can still be used."""
        found = self.session.get(rows.Code, hash_code(text))
        return found if found is not None and found.expires_at > self.now - KEPT_AFTER else None

    def valid_code(self, text: str) -> rows.Code | None:
        """The code that is written like this, if it can still be used.

        Nobody else can use it until the visit is over: the same mail may have come twice.
        """
        found = self.session.get(
            rows.Code, hash_code(text), with_for_update={"key_share": True}, populate_existing=True
        )
        return found if found is not None and self.is_live(found) else None

    def is_live(self, code: rows.Code) -> bool:
        """Whether a code can still be used: it is not spent or too old, and nothing has ended it."""
        if code.used_at is not None or code.expires_at <= self.now:
            return False
        owner = self.session.get(rows.Player, code.player_id) if code.player_id is not None else None
        return owner is None or code.epoch is None or code.epoch == owner.epoch

    def turn_code(self, game: rows.Game) -> str | None:
        """The code in the mail that is good for a move in this game now."""
        place = (TURN, game.id, game.ply)
        return next(
            (
                text
                for text, code in self.codes.items()
                if (code.purpose, code.game_id, code.ply) == place and self.is_live(code)
            ),
            None,
        )

    def reply_code(self) -> str | None:
        """The code in the mail that is good for a change; none is, if the player has a key of their own."""
        if self.player is None or self.player.auth == "key":
            return None
        return next(
            (text for text, code in self.codes.items() if code.purpose == REPLY and self.is_live(code)), None
        )


Deed = Callable[[], None]
"""Something that a mail asks for, ready to be done."""
