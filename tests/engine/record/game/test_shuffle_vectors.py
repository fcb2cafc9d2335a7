"""1,000 shuffles as data: the same on every Python, and for every client in another language.

`vectors/shuffle.json` says how the inputs follow from the index of a vector. It is written with
`python -m tests.engine.record.game.test_shuffle_vectors`; a changed file is a changed protocol.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.record.game.shuffle import Deal, commit, deal
from engine.record.log import canonical

FILE = Path(__file__).parents[1] / "vectors" / "shuffle.json"
VECTORS = 1000
RULE = [
    "Vector i has these inputs, where text is ASCII and hashed as it stands:",
    "game: 'game-i'; seed: SHA-256('seed i'); players: 2 + i % 3",
    "entropy of seat s: SHA-256('entropy i s'); but the last seat brings none where i % 5 is 4",
    "tiles: 't000', 't001', ... in all 48, but where i is odd i % 300; orders: 'o000' to 'o043'",
    "commitment: as published before the game",
    "start: the starting seat, from 0",
    "deal: SHA-256 of the tiles joined by commas, LF, the orders joined by commas, LF",
    "The field 'first' spells out the stacks of vector 0.",
]


class Inputs(NamedTuple):
    game: str
    seed: bytes
    entropies: list[bytes]
    tiles: list[str]
    orders: list[str]
    players: int


def inputs(index: int) -> Inputs:
    players = 2 + index % 3
    entropies = [_hash(f"entropy {index} {seat}") for seat in range(players)]
    if index % 5 == 4:
        entropies[-1] = b""
    return Inputs(
        game=f"game-{index}",
        seed=_hash(f"seed {index}"),
        entropies=entropies,
        tiles=[f"t{number:03}" for number in range(index % 300 if index % 2 else 48)],
        orders=[f"o{number:03}" for number in range(44)],
        players=players,
    )


def vector(commitment: str, dealt: Deal) -> dict[str, canonical.Value]:
    stacks = f"{','.join(dealt.tiles)}\n{','.join(dealt.orders)}\n"
    return {"commitment": commitment, "deal": _hash(stacks).hex(), "start": dealt.start}


def made_here(index: int) -> dict[str, canonical.Value]:
    given = inputs(index)
    return vector(commit(given.game, given.seed), deal(*given))


def made_by_the_book(index: int) -> dict[str, canonical.Value]:
    """The description of the protocol once more, in other words and sharing no code."""
    game, seed, entropies, tiles, orders, players = inputs(index)

    def field(content: bytes) -> bytes:
        return bytes.fromhex(f"{len(content):08x}") + content

    name_of_game = field(game.encode())
    mixed = sha256(b"grubenpost-mix/1\0" + b"".join(field(part) for part in entropies)).digest()

    def stream(name: bytes) -> Iterator[int]:
        told = b"grubenpost-deck/1\0" + field(name) + name_of_game + field(mixed)
        key = hmac.new(seed, told, sha256).digest()
        for block in count():
            yield from hmac.new(key, bytes.fromhex(f"{block:016x}"), sha256).digest()

    def below(n: int, source: Iterator[int]) -> int:
        width = next(width for width in count() if 256**width >= n)
        while True:
            number = int("0" + "".join(f"{byte:02x}" for byte in islice(source, width)), 16)
            if number < 256**width - 256**width % n:
                return number % n

    def stack(name: bytes, cards: list[str]) -> tuple[str, ...]:
        source, left, turned = stream(name), list(cards), []
        while left:
            chosen = below(len(left), source)
            left[chosen], left[-1] = left[-1], left[chosen]
            turned.append(left.pop())
        return tuple(reversed(turned))

    commitment = sha256(b"grubenpost-seed/1\0" + name_of_game + field(seed)).hexdigest()
    start = below(players, stream(b"start"))
    return vector(commitment, Deal(stack(b"tiles", tiles), stack(b"orders", orders), start))


def write_file() -> bytes:
    first = deal(*inputs(0))
    return canonical.dumps(
        {
            "first": {"orders": list(first.orders), "tiles": list(first.tiles)},
            "format": "grubenpost-shuffle-vectors/1",
            "rule": list(RULE),
            "vectors": [made_here(index) for index in range(VECTORS)],
        }
    )


def _hash(text: str) -> bytes:
    return sha256(text.encode("ascii")).digest()


@pytest.fixture(scope="module")
def shipped() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_bytes())
    return content


def test_all_vectors(shipped: dict[str, Any]) -> None:
    assert len(shipped["vectors"]) == VECTORS
    assert [made_here(index) for index in range(VECTORS)] == shipped["vectors"]


def test_a_second_reading_of_the_description_agrees(shipped: dict[str, Any]) -> None:
    assert [made_by_the_book(index) for index in range(200)] == shipped["vectors"][:200]
    assert made_by_the_book(599) == shipped["vectors"][599]


def test_the_first_deal_is_spelled_out(shipped: dict[str, Any]) -> None:
    first = deal(*inputs(0))
    assert shipped["first"] == {"orders": list(first.orders), "tiles": list(first.tiles)}


def test_the_file_is_what_the_maker_writes() -> None:
    assert FILE.read_bytes() == write_file()


def test_the_vectors_reach_every_case(shipped: dict[str, Any]) -> None:
    """Two-byte numbers, empty stacks, silent seats and every starting seat are among them."""
    sizes = {len(inputs(index).tiles) for index in range(VECTORS)}
    assert {1, 48, 257, 299} <= sizes
    assert any(b"" in inputs(index).entropies for index in range(VECTORS))
    assert {found["start"] for found in shipped["vectors"]} == {0, 1, 2, 3}


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(write_file())
