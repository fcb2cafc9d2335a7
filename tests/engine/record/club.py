"""A small club for tests: a server with its key, players with theirs, and whole games between them.

Everything follows from the seed, and every move is a sealed letter that goes through the book's door.
"""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from engine.errors import Refused
from engine.record.archive import archive
from engine.record.game import shuffle
from engine.record.game.book import Book
from engine.record.game.opening import FORMAT, KEY, MAILBOX, NO_CLOCK, Opening
from engine.record.game.seats import BOT, Seat, bot_seat, seat_from_join
from engine.record.game.shares import Chain, chain_of
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.move import By, Move
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import open_seal
from engine.record.log import canonical, checkpoint, merkle
from engine.record.log.checkpoint import Checkpoint
from engine.record.names.display_name import Name
from engine.rules import Action, Mine, dig, legal_actions

SERVER = "pit.example.org"
HANDLES = ("anna", "ben", "clara", "dmitri")
NAMES = ("Anna", "Ben Bäcker", "Clara", "Дмитрий")
BEGUN = 1_790_000_000


def secret(*what: object) -> bytes:
    """Thirty-two bytes that follow from their name."""
    return sha256(repr(what).encode()).digest()


def server_key(server: str = SERVER) -> PrivateKey:
    return PrivateKey(secret("server", server))


def player_key(handle: str) -> PrivateKey:
    return PrivateKey(secret("player", handle))


@dataclass
class Match:
    """A game in progress: its book, its seed, and everybody's keys."""

    book: Book
    seed: bytes
    auths: tuple[str, ...]
    now: int = BEGUN
    checkpoints: list[Checkpoint] = field(default_factory=list)

    def letter(self, action: Action | str, **changes: object) -> bytes:
        """The player to move seals an action; `changes` make it wrong on purpose."""
        game, opening = self.book.game, self.book.opening
        text = action if isinstance(action, str) else action.write()
        facts: dict[str, object] = {
            "server": opening.server,
            "game": opening.game,
            "ply": game.ply,
            "seat": game.turn,
            "base": self.book.log.head,
            "nonce": secret("nonce", opening.game, game.ply)[:16].hex(),
            "action": text,
            "by": self._mark(game.turn),
        }
        key = changes.pop("key", None) or self.key(game.turn)
        return seal_letter(Move(**{**facts, **changes}), key)  # type: ignore[arg-type]

    def key(self, seat: int) -> PrivateKey:
        return server_key(self.book.opening.server) if self.auths[seat] == BOT else player_key(HANDLES[seat])

    def _mark(self, seat: int) -> By | None:
        auth = self.auths[seat]
        if auth == KEY:
            return None
        start = next(e for e in self.book.log.entries if e.kind == "start")
        return By("delegated" if auth == MAILBOX else "bot", start.leaf.hex())

    def move(self, action: Action | str) -> None:
        """Send a move and take it."""
        self.now += 3600
        if self.book.hold(letter := self.letter(action), self.now) is None:
            self.book.take_move(letter, self.now)
        else:
            self.now += self.book.opening.undo
            self.book.release(self.now)
        if self.book.game.ply % 20 == 0:
            self.checkpoints.append(self.book.checkpoint(self.server))

    @property
    def server(self) -> PrivateKey:
        return server_key(self.book.opening.server)

    def play_on(self, rng: Random, plies: int | None = None) -> None:
        """Random moves, to the end or for so many plies."""
        while not self.book.game.over and plies != 0:
            self.move(random_action(self.book, rng))
            plies = None if plies is None else plies - 1

    def close(self) -> None:
        self.now += 60
        archive.close(self.book, self.seed, self.now)


def random_action(book: Book, rng: Random) -> Action:
    action = rng.choice(legal_actions(book.game))
    if not isinstance(action, Mine):
        return action
    digging = dig(book.game, action)
    while steps := digging.legal_steps():
        chosen = rng.randrange(len(steps) + 1)
        if chosen == len(steps):
            break
        digging.do(steps[chosen])
    return Mine(action.number, tuple(digging.steps))


def new_match(  # noqa: PLR0913  a match can be of many kinds
    seed: int,
    players: int = 4,
    *,
    server: str = SERVER,
    auths: tuple[str, ...] = (KEY, MAILBOX, KEY, BOT),
    face_down: bool = False,
    guest: bool = False,
    format: str = FORMAT,
    pace: str = NO_CLOCK,
    undo: int = 0,
) -> Match:
    """A game that has just been dealt; with a `guest` who had joined first, and left."""
    game = f"game-{seed}"
    own = secret("seed", seed)
    auth = KEY if MAILBOX not in auths[:players] else MAILBOX
    committed = shuffle.commit(game, own)
    key = server_key(server).public
    opening = Opening(server, game, key, players, face_down, auth, committed, format, pace, undo)
    book = Book(opening)
    book.begin(BEGUN)
    if guest:
        book.join(seat_of(opening, 3, KEY, seed), BEGUN)
        book.leave(0, BEGUN, leave_letter(book, 0) if opening.commits else None)
    for number in range(players):
        book.join(seat_of(opening, number, auths[number], seed), BEGUN + 10 * number)
    if guest and opening.commits:
        _change_our_minds(book, seed)
    for number in book.table.awaited:
        book.reveal(reveal_letter(book, number, seed), BEGUN + 50)
    book.start(names(seed, players), own, BEGUN + 60)
    return Match(book, own, auths[:players])


def _change_our_minds(book: Book, seed: int) -> None:
    """The table is full and a share is told; then the mailbox player leaves, and comes back."""
    number, back = next((number, seat) for number, seat in book.joined.items() if seat.auth == MAILBOX)
    book.reveal(reveal_letter(book, book.table.awaited[0], seed), BEGUN + 40)
    book.leave(number, BEGUN + 41)
    key, nonce = player_key(back.handle), secret("join again", seed)[:16].hex()
    letter = Join(book.opening.server, book.opening.game, back.handle, key.public, "0" * 64, nonce)
    book.join(seat_from_join(seal_letter(letter, key), MAILBOX, book.opening), BEGUN + 42)


def names(seed: int, players: int) -> list[Name]:
    """Everyone's name, with its salt."""
    return [Name(NAMES[number], secret("salt", seed, number)[:16]) for number in range(players)]


def join_nonce(seed: int, handle: str) -> str:
    return secret("join", seed, handle)[:16].hex()


def chain(opening: Opening, handle: str, seed: int) -> Chain:
    """Somebody's shares in a game."""
    return chain_of(player_key(handle), opening.server, opening.game, handle, join_nonce(seed, handle))


def seat_of(opening: Opening, number: int, auth: str, seed: int) -> Seat:
    """Who sits there, with what they bring to the shuffle."""
    handle = HANDLES[number]
    if auth == BOT:
        return bot_seat(handle, opening)
    key, nonce = player_key(handle), join_nonce(seed, handle)
    entropy, committed = secret("entropy", seed, handle).hex(), chain(opening, handle, seed).commitment
    here = (opening.server, opening.game, handle, key.public)
    letter = Join(*here, committed, nonce) if opening.commits else OldJoin(*here, entropy, nonce)
    return seat_from_join(seal_letter(letter, key), auth, opening)


def reveal_letter(book: Book, number: int, seed: int, **changes: object) -> bytes:
    """The share that a seat has to tell now; `changes` make it wrong on purpose."""
    opening, handle = book.opening, book.joined[number].handle
    facts: dict[str, object] = {
        "server": opening.server,
        "game": opening.game,
        "handle": handle,
        "base": book.log.head,
        "entropy": chain(opening, handle, seed).share(book.table.due(number)).hex(),
    }
    key = changes.pop("key", None) or player_key(handle)
    return seal_letter(Reveal(**{**facts, **changes}), key)  # type: ignore[arg-type]


def leave_letter(book: Book, number: int) -> bytes:
    """Somebody's farewell, sealed by the key that the seat was taken with."""
    seat, opening = book.joined[number], book.opening
    assert seat.join is not None
    letter = Leave(opening.server, opening.game, seat.handle, open_seal(seat.join).letter_id)
    return seal_letter(letter, player_key(seat.handle))


@cache
def finished_archive(seed: int = 1, players: int = 4) -> bytes:
    """The archive of a whole random game, made once for all tests."""
    match = new_match(seed, players)
    match.play_on(Random(seed))
    match.close()
    return archive.write(archive.finished(match.book, match.server, match.checkpoints))


@cache
def running_archive(seed: int = 2, players: int = 3, plies: int = 60) -> bytes:
    """The archive of a random game that goes on."""
    match = new_match(seed, players)
    match.play_on(Random(seed), plies)
    return archive.write(archive.running(match.book, match.server, match.checkpoints))


def told(data: bytes) -> dict[str, Any]:
    """An archive as plain values that a test may spoil."""
    facts: dict[str, Any] = json.loads(data)
    return facts


def copied(facts: dict[str, Any]) -> dict[str, Any]:
    """As `deepcopy` would copy it, which takes several times as long."""
    made: dict[str, Any] = pickle.loads(pickle.dumps(facts))
    return made


def forge(facts: dict[str, Any], key: PrivateKey | None = None, *, result: bool = True) -> bytes:
    """What a server with its key can do: number, link and sign whatever it likes anew."""
    forged = copied(facts)
    leaves: list[bytes] = []
    for seq, item in enumerate(forged["log"]):
        entry = item["entry"]
        entry["seq"], entry["prev"] = seq, leaves[-1].hex() if leaves else ""
        for number, letter in enumerate(item["letters"]):
            if isinstance(letter, str):
                entry["letters"][number] = sha256(letter.encode()).hexdigest()
        if entry["kind"] == "close" and result:
            entry["result"] = archive.hash_told(forged)
        leaves.append(merkle.leaf_hash(canonical.line(entry)))
    opening = forged["log"][0]["entry"]
    origin = f"{opening['server']}/{opening['game']}"
    signer = (key or server_key(opening["server"])).seed
    forged["checkpoints"] = [
        checkpoint.write(checkpoint.sign(origin, len(leaves), merkle.root(leaves), signer))
    ]
    return archive.write(forged)


def refusal(work: Any, *args: Any, **more: Any) -> Refused:
    """The refusal that this must end in; any other error fails the test."""
    with pytest.raises(Refused) as caught:
        work(*args, **more)
    error = caught.value
    assert "/" in error.code
    assert str(error)
    return error


def remember_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verify each signature once: for tests that open the same letters thousands of times."""
    verify, known = PublicKey.verify, {}

    def remembered(self: PublicKey, context: str, payload: bytes, signature: bytes) -> bool:
        asked = (self.raw, context, payload, signature)
        if asked not in known:
            known[asked] = verify(self, context, payload, signature)
        return known[asked]

    monkeypatch.setattr(PublicKey, "verify", remembered)
