"""The fair shuffle: what it depends on, and that a changed seed or card is always caught."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.record.game.shuffle import Deal, Stream, check, commit, deal, mix, shuffle, stream

GAME = "01J9ZK3V9Q8R7T6S5W4X3Y2Z1A"
SEED = bytes(range(32))
ENTROPIES = [bytes([seat]) * 32 for seat in range(4)]
TILES = sorted(f"{colour}{load}{light}" for colour in "bgky" for load in "12" for light in "DL") * 3
ORDERS = [f"order-{number:02}" for number in range(44)]

seeds = st.binary(min_size=32, max_size=32)


def dealt(seed: bytes = SEED, game: str = GAME) -> Deal:
    return deal(game, seed, ENTROPIES, TILES, ORDERS, 4)


def refusal(commitment: str, found: Deal, seed: bytes = SEED, game: str = GAME) -> BadRecord:
    with pytest.raises(BadRecord) as refused:
        check(
            commitment,
            found,
            game=game,
            seed=seed,
            entropies=ENTROPIES,
            tiles=TILES,
            orders=ORDERS,
            players=4,
        )
    return refused.value


class Given(Stream):
    """A stream of known bytes, which must not be asked for more."""

    def __init__(self, content: bytes) -> None:
        super().__init__(b"")
        self.left = content

    def take(self, size: int) -> bytes:
        assert size <= len(self.left), "read past the end"
        taken, self.left = self.left[:size], self.left[size:]
        return taken


def test_a_right_deal_is_accepted() -> None:
    check(
        commit(GAME, SEED),
        dealt(),
        game=GAME,
        seed=SEED,
        entropies=ENTROPIES,
        tiles=TILES,
        orders=ORDERS,
        players=4,
    )


def test_a_deal_has_all_cards_and_a_seat_that_exists() -> None:
    found = dealt()
    assert sorted(found.tiles) == sorted(TILES)
    assert sorted(found.orders) == ORDERS
    assert found.tiles != tuple(sorted(TILES))
    assert found.start in range(4)


def test_the_order_in_which_cards_are_handed_in_does_not_count() -> None:
    assert deal(GAME, SEED, ENTROPIES, TILES[::-1], ORDERS[::-1], 4) == dealt()


@given(seeds, st.integers(0, 255))
def test_a_swapped_seed_is_caught(seed: bytes, bit: int) -> None:
    other = bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(seed))
    refused = refusal(commit(GAME, seed), dealt(seed), seed=other)
    assert refused.code == "shuffle/commitment"


def test_a_seed_of_another_game_is_caught() -> None:
    assert refusal(commit(GAME, SEED), dealt(), game="another").code == "shuffle/commitment"


@pytest.mark.parametrize("stack", ["tiles", "orders"])
def test_every_moved_card_is_caught_where_it_was_moved(stack: str) -> None:
    right = dealt()
    cards: tuple[str, ...] = getattr(right, stack)
    swaps = 0
    for first, second in combinations(range(len(cards)), 2):
        if cards[first] == cards[second]:
            continue
        moved = list(cards)
        moved[first], moved[second] = moved[second], moved[first]
        changed = {"tiles": right.tiles, "orders": right.orders, stack: tuple(moved)}
        refused = refusal(commit(GAME, SEED), Deal(**changed, start=right.start))
        assert refused.code == "shuffle/stack"
        assert refused.facts["stack"] == stack
        assert refused.facts["place"] == first + 1
        swaps += 1
    assert swaps > 800


def test_a_lost_an_added_and_an_exchanged_card_are_caught() -> None:
    right = dealt()
    for tiles, place in [
        (right.tiles[:-1], 48),
        (right.tiles[1:], 1),
        ((*right.tiles, "k2D"), 49),
        (("joker", *right.tiles[1:]), 1),
    ]:
        refused = refusal(commit(GAME, SEED), replace(right, tiles=tiles))
        assert (refused.code, refused.facts["place"]) == ("shuffle/stack", place)


def test_another_starting_seat_is_caught() -> None:
    right = dealt()
    for start in {0, 1, 2, 3} - {right.start}:
        refused = refusal(commit(GAME, SEED), replace(right, start=start))
        assert refused.code == "shuffle/start"
        assert refused.facts == {"dealt": start, "right": right.start}


def test_messages_stay_short_whatever_an_archive_claims() -> None:
    assert len(str(refusal("f" * 100_000, dealt()))) < 300
    long_name = replace(dealt(), tiles=("\n" * 100_000, *dealt().tiles[1:]))
    assert len(str(refusal(commit(GAME, SEED), long_name))) < 500


def test_every_input_changes_the_deal() -> None:
    other_entropy = [*ENTROPIES[:3], b"\xff" * 32]
    swapped_seats = [ENTROPIES[1], ENTROPIES[0], *ENTROPIES[2:]]
    silent_seat = [*ENTROPIES[:3], b""]
    deals = [
        dealt(),
        dealt(seed=SEED[::-1]),
        dealt(game=GAME + "B"),
        *(
            deal(GAME, SEED, entropies, TILES, ORDERS, 4)
            for entropies in (other_entropy, swapped_seats, silent_seat)
        ),
    ]
    assert len({found.tiles for found in deals}) == len(deals)
    assert len({found.orders for found in deals}) == len(deals)


def test_the_stacks_come_from_separate_streams() -> None:
    names = [f"{number:02}" for number in range(44)]
    found = deal(GAME, SEED, ENTROPIES, names, names, 4)
    assert found.tiles != found.orders


def test_fields_are_kept_apart() -> None:
    """Bytes that move from one field to the next give another hash."""
    assert mix([b"", b"\0" * 32]) != mix([b"\0" * 32, b""])
    assert mix([]) != mix([b""])
    assert commit("a", b"b" * 32) != commit("ab", b"b" * 32)


def test_the_stream_is_one_sequence_however_it_is_read() -> None:
    whole = stream("tiles", GAME, SEED, mix(ENTROPIES)).take(200)
    parts = stream("tiles", GAME, SEED, mix(ENTROPIES))
    assert b"".join(parts.take(size) for size in (1, 0, 31, 32, 33, 103)) == whole


@pytest.mark.parametrize(
    ("n", "content", "number"),
    [
        (1, b"", 0),
        (2, b"\xff", 1),
        (3, b"\xff\xfe", 2),
        (48, b"\xf0\xff\xef", 0xEF % 48),
        (129, b"\x81\xff\x80", 0x80),
        (255, b"\xff\x00", 0),
        (256, b"\xff", 255),
        (257, b"\xff\xff\xfe\xff", 0xFEFF % 257),
        (65_536, b"\xff\xff", 65_535),
        (65_537, b"\xff\xff\xff\x00\x00\x01", 1),
    ],
)
def test_numbers_at_the_edge_of_the_fair_range(n: int, content: bytes, number: int) -> None:
    numbers = Given(content)
    assert numbers.below(n) == number
    assert numbers.left == b""


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 48, 100, 128, 129, 200, 255, 256])
def test_every_number_is_made_by_equally_many_bytes(n: int) -> None:
    """Over all possible first bytes, those that are not dropped give each number as often."""
    counts = [0] * n
    for byte in range(256):
        numbers = Given(bytes([byte]) + b"\0")
        number = numbers.below(n)
        if len(numbers.left) == 1:
            counts[number] += 1
    assert set(counts) == {256 // n if n > 1 else 0}


@given(st.integers(1, 2**70), seeds)
def test_numbers_are_below(n: int, key: bytes) -> None:
    assert 0 <= Stream(key).below(n) < n


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_no_number_below_nothing(n: int) -> None:
    with pytest.raises(BadRecord) as refused:
        Stream(SEED).below(n)
    assert refused.value.code == "shuffle/range"


def test_fisher_yates_by_hand() -> None:
    """From the back: d swaps with a, then c with itself, then b with d."""
    assert shuffle("abcd", Given(bytes([0, 2, 0]))) == ("b", "d", "c", "a")


def test_empty_and_single_stacks_need_no_luck() -> None:
    assert shuffle([], Given(b"")) == ()
    assert shuffle(["a"], Given(b"")) == ("a",)


@pytest.mark.parametrize("seed", [b"", b"\0" * 31, b"\0" * 33])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(BadRecord) as refused:
        commit(GAME, seed)
    assert refused.value.code == "shuffle/seed"
    with pytest.raises(BadRecord) as refused:
        dealt(seed=seed)
    assert refused.value.code == "shuffle/seed"


@pytest.mark.parametrize("game", ["", "Glück", "\ud800"])
def test_a_game_id_is_ascii(game: str) -> None:
    with pytest.raises(BadRecord) as refused:
        commit(game, SEED)
    assert refused.value.code == "shuffle/game"


@pytest.mark.parametrize(
    ("entropies", "players"),
    [([b"\0" * 31], 1), ([b"\0" * 33], 1), ([], 0), (ENTROPIES, 3), (ENTROPIES[:3], 4)],
)
def test_entropy_fits_the_seats(entropies: list[bytes], players: int) -> None:
    with pytest.raises(BadRecord) as refused:
        deal(GAME, SEED, entropies, TILES, ORDERS, players)
    assert refused.value.code == "shuffle/entropy"
