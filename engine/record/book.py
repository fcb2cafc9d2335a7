"""A game's book: its log together with what follows from it, grown one entry at a time.

The server writes a book, a verifier reads one, and both go through the same checks. A move is taken in
this order: seal, address, known already, seat and key, ply, head, notation, rules. Nothing is changed
unless all of them hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import BadLetter, BadRecord
from engine.record import shuffle
from engine.record.checkpoint import Checkpoint, sign
from engine.record.course import Course, scoring_facts, turned_up
from engine.record.keyring import KeyEvent, Keyring, Recovered, key_event
from engine.record.keys import PrivateKey, PublicKey
from engine.record.letters.move import Move
from engine.record.log import Entry, Facts, Log
from engine.record.post import open_letter
from engine.record.seats import BOT, MAILBOX, Seat, check_address, registrations
from engine.rules import CARDS, RULES_VERSION, TILE_COPIES, TILES, Action, Game, Played, new_game, parse
from engine.rules.events import Event, ShiftScored

FORMAT: Final = "grubenpost-log/1"
TILE_NAMES: Final = [name for name in TILES for _ in range(TILE_COPIES)]
ORDER_NAMES: Final = list(CARDS)

AUTHORISED_BY: Final = {
    "bot": ("start", "note"),
    "clock": ("note",),
    "standing": ("note",),
    "substitute": ("note",),
}
"""What kind of entry can authorise a move that nobody typed."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What the first entry of a log fixes: the rules, the server, the options, and the commitment."""

    server: str
    game: str
    server_key: PublicKey
    players: int
    face_down: bool
    auth: str
    commitment: str

    @property
    def origin(self) -> str:
        """The log's name in checkpoints."""
        return f"{self.server}/{self.game}"

    def options(self) -> Facts:
        return {"players": self.players, "face_down": self.face_down, "auth": self.auth}

    def facts(self) -> Facts:
        return {
            "format": FORMAT,
            "rules": RULES_VERSION,
            "server": self.server,
            "game": self.game,
            "server_key": self.server_key.line,
            "options": self.options(),
            "commitment": self.commitment,
        }


@dataclass(frozen=True, slots=True)
class Judged:
    """A move that may be taken: the letter, its exact bytes, and the action in it."""

    letter: Move
    raw: bytes
    letter_id: str
    action: Action


class Book:
    """A log, and what follows from it: seats, keys in force, and the course of the game."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.log = Log()
        self.seats: tuple[Seat, ...] = ()
        self.keyring = Keyring(opening.server)
        self.course: Course | None = None
        self.closed = False
        self._taken: dict[str, int] = {}
        """The entry of each letter in the log, by the letter's id."""
        self._last_ply = 0
        """How long the log was after its last ply (or start): older heads are stale."""

    @property
    def game(self) -> Game:
        """The position now. Only a started game has one."""
        if self.course is None:
            raise BadRecord("book/not-started", "the game {game} has not started", game=self.opening.game)
        return self.course.game

    def begin(self, at: int) -> Entry:
        """Write the first entry."""
        return self._add(self.log.write("genesis", at, **self.opening.facts()))

    def start(self, seats: Sequence[Seat], seed: bytes, at: int) -> Entry:
        """Deal the game from the server's seed and everyone's entropy, and write who sits where."""
        if self.course is not None:
            raise BadRecord("book/started", "the game has started already")
        if len(seats) != self.opening.players:
            raise BadRecord(
                "book/seats",
                "{seats} have joined, the game is for {players}",
                seats=len(seats),
                players=self.opening.players,
            )
        if shuffle.commit(self.opening.game, seed) != self.opening.commitment:
            raise BadRecord("shuffle/commitment", "that is not the seed that the server committed to")
        dealt = deal(self.opening, seats, seed)
        return self.sit_down(tuple(seats), self._open(dealt), at)

    def sit_down(self, seats: tuple[Seat, ...], opening: Game, at: int) -> Entry:
        """Write who sits where, with the position that the deal gave."""
        letters = [seat.join for seat in seats if seat.join is not None]
        entry = self.log.write("start", at, letters, **start_facts(seats, opening))
        keys = registrations(seats, self.opening.server, entry.seq, at)
        self.keyring = self.keyring.after(*keys)
        self.seats, self.course = seats, Course(opening)
        self._add(entry)
        self._last_ply = len(self.log.entries)
        return entry

    def _open(self, dealt: shuffle.Deal) -> Game:
        return new_game(
            self.opening.players, dealt.tiles, dealt.orders, dealt.start, face_down=self.opening.face_down
        )

    def judge(self, raw: bytes) -> Judged:
        """Check everything about a move but the rules. Raises, changes nothing."""
        opened = open_letter(raw, self.known_keys)
        letter = opened.letter
        if not isinstance(letter, Move):
            raise BadLetter(
                "move/not-a-move", "a letter of the kind {format} is no move", format=opened.sealed.context
            )
        check_address(letter.server, letter.game, self.opening.server, self.opening.game)
        if opened.sealed.letter_id in self._taken:
            raise BadLetter(
                "move/known",
                "this move is in the log already, as entry {entry}",
                entry=self._taken[opened.sealed.letter_id],
            )
        self._check_signer(letter, opened.signers[0])
        self._check_place(letter)
        action = parse(letter.action)
        if action.write() != letter.action:
            raise BadLetter(
                "move/not-canonical",
                "`{sent}` is signed in another form than the canonical `{canonical}`",
                sent=letter.action,
                canonical=action.write(),
            )
        return Judged(letter, opened.sealed.raw, opened.sealed.letter_id, action)

    def take_move(self, raw: bytes, at: int) -> tuple[Entry, Played]:
        """Check a move, play it and write it. Refused ones leave everything as it is."""
        judged = self.judge(raw)
        return self.play(judged, at)

    def play(self, judged: Judged, at: int) -> tuple[Entry, Played]:
        """Play a judged move and write it."""
        played = self._course().go(judged.action, judged.letter.seat)
        entry = self.log.write(
            "ply", at, [judged.raw], **ply_facts(judged.letter, judged.action, played.events)
        )
        self.add_ply(entry, judged.letter_id)
        return entry, played

    def add_ply(self, entry: Entry, letter_id: str) -> None:
        """Append a ply that has been played."""
        self._add(entry)
        self._taken[letter_id] = entry.seq
        self._last_ply = len(self.log.entries)

    def note(self, about: str, at: int, letters: Sequence[bytes] = (), **facts: object) -> Entry:
        """Write an entry that is no ply: press, a clock, an act of the host."""
        return self._add(self.log.write("note", at, letters, about=about, **facts))

    def change_key(self, raw: bytes, at: int) -> Entry:
        """Take a letter that changes a key of somebody in this game."""
        opened = open_letter(raw, self.known_keys)
        entry = self.log.write("key", at, [opened.sealed.raw])
        self.keyring = self.keyring.after(key_event(opened, entry.seq, at))
        return self._add(entry)

    def recovered(self, done: Recovered, at: int) -> Entry:
        """Write that a recovery's delay has passed without a veto."""
        entry = self.log.write("key", at, handle=done.handle, recover=done.recover)
        self.keyring = self.keyring.after(KeyEvent(entry.seq, at, done))
        return self._add(entry)

    def close(self, seed: bytes, result: str, at: int) -> Entry:
        """Reveal the seed and fix the result; nothing can be added afterwards."""
        entry = self._add(self.log.write("close", at, seed=seed.hex(), result=result))
        self.closed = True
        return entry

    def checkpoint(self, key: PrivateKey) -> Checkpoint:
        """The server's signature under the log as it is now."""
        return sign(self.opening.origin, len(self.log.entries), bytes.fromhex(self.log.head), key.seed)

    def _add(self, entry: Entry) -> Entry:
        if self.closed:
            raise BadRecord("book/closed", "the game {game} is closed", game=self.opening.game)
        self.log.append(entry)
        return entry

    def _course(self) -> Course:
        if self.course is None:
            raise BadRecord("book/not-started", "the game {game} has not started", game=self.opening.game)
        return self.course

    def known_keys(self, key_id: str) -> tuple[PublicKey, ...]:
        """Every key ever known here with this id; the server's own too."""
        server = self.opening.server_key
        own = (server,) if server.key_id == key_id else ()
        return self.keyring.keys_by_id(key_id) + own

    def _check_signer(self, letter: Move, signer: PublicKey) -> None:
        """Who may seal what: players their own moves, the server those that nobody typed."""
        self._course()
        if letter.seat >= len(self.seats):
            raise BadLetter("move/no-such-seat", "the game has no seat {seat}", seat=letter.seat)
        seat = self.seats[letter.seat]
        delegated = letter.by is not None and letter.by.kind == "delegated"
        if letter.by is not None and not delegated:
            self._check_authorised(letter, signer)
            return
        if delegated != (seat.auth == MAILBOX):
            raise BadLetter(
                "move/wrong-mark",
                "a move of {handle} ({auth}) can't be marked so",
                handle=seat.handle,
                auth=seat.auth,
            )
        if seat.auth == BOT:
            raise BadLetter(
                "move/bot-seat", "{handle} is a bot: nobody else moves for it", handle=seat.handle
            )
        self.keyring.check_signer(seat.handle, signer, len(self.log.entries))

    def _check_authorised(self, letter: Move, signer: PublicKey) -> None:
        """A move that nobody typed is sealed by the server and names the entry that allows it."""
        assert letter.by is not None
        if signer != self.opening.server_key:
            raise BadLetter("move/not-the-server", "only the server can seal a move that nobody typed")
        kinds = AUTHORISED_BY[letter.by.kind]
        for entry in self.log.entries:
            if entry.leaf.hex() == letter.by.entry and entry.kind in kinds:
                return
        raise BadLetter(
            "move/not-authorised", "no entry of the log authorises this {kind} move", kind=letter.by.kind
        )

    def _check_place(self, letter: Move) -> None:
        """The move must answer the position as it is now."""
        game = self.game
        if game.over or self.closed:
            raise BadLetter("move/game-over", "the game is over")
        size = self.log.size_at(letter.base)
        if size is None:
            raise BadLetter(
                "move/unknown-head",
                "this move answers a state of the game that this log never had: {head}…",
                head=letter.base[:16],
            )
        if size < self._last_ply or letter.ply != game.ply:
            raise BadLetter(
                "move/stale",
                "this move is for ply {ply}; the game is at ply {now}",
                ply=letter.ply,
                now=game.ply,
            )
        if letter.seat != game.turn:
            raise BadLetter(
                "move/not-your-turn",
                "it is the turn of {turn}, not of {seat}",
                turn=self.seats[game.turn].handle,
                seat=self.seats[letter.seat].handle,
            )


def deal(opening: Opening, seats: Sequence[Seat], seed: bytes) -> shuffle.Deal:
    """Both stacks and the starting seat."""
    entropies = [seat.entropy for seat in seats]
    return shuffle.deal(opening.game, seed, entropies, TILE_NAMES, ORDER_NAMES, opening.players)


def start_facts(seats: Sequence[Seat], opening: Game) -> Facts:
    """Who sits where, who starts, and what lies face up."""
    return {
        "seats": [seat.facts() for seat in seats],
        "start": opening.start,
        "tiles": [tile.name for tile in opening.tiles if tile],
        "draft": [card.name for card in opening.draft],
    }


def ply_facts(letter: Move, action: Action, events: list[Event]) -> Facts:
    """What everyone may know of a ply: the action, who sealed it, what it turned up and scored."""
    facts: dict[str, Any] = {
        "ply": letter.ply,
        "seat": letter.seat,
        "action": action.public().write(),
        "turned": turned_up(events),
    }
    if letter.by is not None:
        facts["by"] = letter.by.kind
    scored = [scoring_facts(event) for event in events if isinstance(event, ShiftScored)]
    if scored:
        facts["scoring"] = scored[0]
    return facts
