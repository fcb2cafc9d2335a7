"""The fair shuffle: both stacks and the starting player, checkable by everyone.

The server commits to a seed before anyone joins, every join letter brings entropy, and the seed is
revealed at the end. The server does not know the entropies when it commits and the players do not
know the seed, so neither side alone can steer the deal. The order of the mails and the head of the
log are left out on purpose: the server chooses them.

All of it in a few lines, for any language (`+` joins bytes, numbers are big-endian):

    field(b)      = length of b as u32 + b
    game          = the game's id in ASCII
    commitment    = hex(SHA-256("grubenpost-seed/1\\0" + field(game) + field(seed)))
    R             = SHA-256("grubenpost-mix/1\\0" + field(entropy of seat 0) + field(seat 1) + …)
    K(name)       = HMAC-SHA256(seed, "grubenpost-deck/1\\0" + field(name) + field(game) + field(R))
    stream(name)  = HMAC-SHA256(K, u64 0) + HMAC-SHA256(K, u64 1) + …

    number below n: w is the least number of bytes with 256**w >= n. Read w bytes from the stream as
                    one number; from the greatest multiple of n that is at most 256**w upwards, drop
                    it and read the next w bytes; else the answer is its remainder by n.
    shuffle:        for i from the last place down to 1: j = number below i + 1, swap places i and j
    deal:           the tiles, sorted by name, shuffled with stream "tiles"; the orders, sorted by
                    name, with stream "orders"; the starting seat is the number below the number of
                    players from stream "start". The first card of a stack is the first one drawn.

A seed has 32 bytes. A seat's entropy has 32 bytes, or none where nobody but the server could speak
for the seat (a bot): entropy that the server chose last would let it try deals until it likes one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from engine.errors import BadRecord

SEED_BYTES = 32
ENTROPY_BYTES = 32

_COMMIT = b"grubenpost-seed/1\0"
_MIX = b"grubenpost-mix/1\0"
_DECK = b"grubenpost-deck/1\0"

_SHOWN = 80

Dealt = Literal["tiles", "orders", "start"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Both stacks, first drawn first, and the seat that starts."""

    tiles: tuple[str, ...]
    orders: tuple[str, ...]
    start: int


class Stream:
    """Random bytes that follow from a key, and fair numbers read from them."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._blocks = 0
        self._unread = b""

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        while len(self._unread) < size:
            counter = self._blocks.to_bytes(8, "big")
            self._unread += hmac.digest(self._key, counter, "sha256")
            self._blocks += 1
        taken, self._unread = self._unread[:size], self._unread[size:]
        return taken

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        if n < 1:
            raise BadRecord("shuffle/range", "there is no number from 0 to below {n}", n=n)
        width = ((n - 1).bit_length() + 7) // 8
        fair = 256**width // n * n
        while (number := int.from_bytes(self.take(width), "big")) >= fair:
            continue
        return number % n


def commit(game: str, seed: bytes) -> str:
    """The server's commitment, published before anyone joins."""
    return hashlib.sha256(_COMMIT + _game_field(game) + _field(_whole_seed(seed))).hexdigest()


def mix(entropies: Sequence[bytes]) -> bytes:
    """The players' part of the deal: one entropy a seat, in seat order."""
    for seat, entropy in enumerate(entropies):
        if len(entropy) not in (0, ENTROPY_BYTES):
            raise BadRecord(
                "shuffle/entropy",
                "seat {seat} brings {bytes} bytes of entropy: it takes {wanted}, or none",
                seat=seat,
                bytes=len(entropy),
                wanted=ENTROPY_BYTES,
            )
    return hashlib.sha256(_MIX + b"".join(map(_field, entropies))).digest()


def stream(name: Dealt, game: str, seed: bytes, mixed: bytes) -> Stream:
    """The stream of one thing that is dealt; `mixed` is the players' part."""
    label = _DECK + _field(name.encode("ascii")) + _game_field(game) + _field(mixed)
    return Stream(hmac.digest(_whole_seed(seed), label, "sha256"))


def shuffle(items: Sequence[str], numbers: Stream) -> tuple[str, ...]:
    """The items in an order in which every order is equally likely (Fisher-Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = numbers.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def deal(
    game: str,
    seed: bytes,
    entropies: Sequence[bytes],
    tiles: Sequence[str],
    orders: Sequence[str],
    players: int,
) -> Deal:
    """Deal a game. Which tiles and orders there are counts, not the order they are handed in."""
    if not 1 <= players == len(entropies):
        raise BadRecord(
            "shuffle/entropy",
            "the game has {players} seats, but entropy for {given}",
            players=players,
            given=len(entropies),
        )
    mixed = mix(entropies)
    return Deal(
        tiles=shuffle(sorted(tiles), stream("tiles", game, seed, mixed)),
        orders=shuffle(sorted(orders), stream("orders", game, seed, mixed)),
        start=stream("start", game, seed, mixed).below(players),
    )


def check(
    commitment: str,
    dealt: Deal,
    *,
    game: str,
    seed: bytes,
    entropies: Sequence[bytes],
    tiles: Sequence[str],
    orders: Sequence[str],
    players: int,
) -> None:
    """Refuse a deal that the revealed seed does not give, naming the first thing that differs."""
    given = commit(game, seed)
    if commitment != given:
        raise BadRecord(
            "shuffle/commitment",
            "the revealed seed has the commitment {given}, but the game was opened with {opened}",
            given=given,
            opened=_shown(commitment),
        )
    right = deal(game, seed, entropies, tiles, orders, players)
    _same_stack("tiles", dealt.tiles, right.tiles)
    _same_stack("orders", dealt.orders, right.orders)
    if dealt.start != right.start:
        raise BadRecord(
            "shuffle/start",
            "seat {dealt} started, but the revealed seed gives seat {right}",
            dealt=dealt.start,
            right=right.start,
        )


def _same_stack(stack: str, dealt: Sequence[str], right: Sequence[str]) -> None:
    for place, (found, wanted) in enumerate(zip_longest(dealt, right), start=1):
        if found != wanted:
            raise BadRecord(
                "shuffle/stack",
                "place {place} of the {stack} is {dealt}, but the revealed seed gives {right}",
                place=place,
                stack=stack,
                dealt=_shown(found),
                right=_shown(wanted),
            )


def _field(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def _game_field(game: str) -> bytes:
    if not game or not game.isascii():
        raise BadRecord("shuffle/game", "a game's id is plain ASCII, not {game}", game=_shown(game))
    return _field(game.encode("ascii"))


def _whole_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise BadRecord(
            "shuffle/seed",
            "the seed has {bytes} bytes: it takes {wanted}",
            bytes=len(seed),
            wanted=SEED_BYTES,
        )
    return seed


def _shown(text: str | None) -> str:
    """Foreign text for a message: short, and visible even where it is empty or odd."""
    return "nothing" if text is None else ascii(text[:_SHOWN])
