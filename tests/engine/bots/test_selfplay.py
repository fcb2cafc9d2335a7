"""The same seed gives the same games: on every Python, and whoever plays them."""

from __future__ import annotations

import hashlib
from collections import Counter
from random import Random

import pytest

from engine import bots
from engine.bots.selfplay import generator, opening, play_one
from engine.rules import CARDS, TILE_COPIES, TILES, Action, Game, legal_actions

FIRST_TILES = "k1D g2D b1L k2L b2L y1L k2D k1D"
FIRST_ORDERS = "E-bbb C-ybgk B-bb E-yy C-kkk B-yy B-bbb M-bb B-b B-ybgk M-yyy E-ybgk M-yy"
FIRST_START = 3


def texts(seed: int, number: int, seats: list[str]) -> list[str]:
    return [action.write() for action in play_one(seed, number, seats).actions]


def test_the_first_deal_of_a_seed_is_the_documented_one() -> None:
    """Worked out from the description alone: the twister, its bits, and the swaps."""
    digest = hashlib.sha256(b"grubenpost-selfplay/1 7 1 deal").digest()
    twister = Random(int.from_bytes(digest, "big"))

    def below(n: int) -> int:
        while (drawn := twister.getrandbits(n.bit_length())) >= n:
            pass
        return drawn

    def shuffled(names: list[str]) -> list[str]:
        for i in range(len(names) - 1, 0, -1):
            j = below(i + 1)
            names[i], names[j] = names[j], names[i]
        return names

    tiles = shuffled([name for name in TILES for _ in range(TILE_COPIES)])
    orders = shuffled(list(CARDS))
    start = below(4)
    dealt = opening(4, generator(7, 1, "deal"))
    assert [tile.name for tile in (*filter(None, dealt.tiles), *dealt.tile_stack)] == tiles
    assert [card.name for card in (*dealt.draft, *dealt.card_stack)] == orders
    assert dealt.start == start


def test_the_first_deal_of_a_seed_stays_what_it_was() -> None:
    dealt = opening(4, generator(7, 1, "deal"))
    assert " ".join(tile.name for tile in dealt.tiles if tile) == FIRST_TILES
    assert " ".join(card.name for card in dealt.draft) == FIRST_ORDERS
    assert dealt.start == FIRST_START


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_same_seed_and_number_give_the_same_game(bot: str) -> None:
    assert texts(7, 2, [bot] * 3) == texts(7, 2, [bot] * 3)
    assert texts(7, 2, [bot] * 3) != texts(7, 3, [bot] * 3) != texts(8, 3, [bot] * 3)


def test_who_plays_does_not_change_the_deal() -> None:
    one, other = play_one(3, 1, ["random"] * 2), play_one(3, 1, ["greedy"] * 2)
    assert one.opening == other.opening
    assert one.actions != other.actions


def test_each_seat_has_its_own_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that draws more numbers changes nobody else's: the games stay the same."""

    def sober(view: Game, rng: Random) -> Action:
        return legal_actions(view)[0]

    def thirsty(view: Game, rng: Random) -> Action:
        rng.getrandbits(640)
        return legal_actions(view)[0]

    monkeypatch.setitem(bots._BOTS, "sober", sober)
    monkeypatch.setitem(bots._BOTS, "thirsty", thirsty)
    assert texts(5, 1, ["random", "sober"]) == texts(5, 1, ["random", "thirsty"])


def test_every_start_and_every_first_tile_come_up() -> None:
    dealt = [opening(4, generator(1, number, "deal")) for number in range(1, 401)]
    starts = Counter(game.start for game in dealt)
    assert set(starts) == {0, 1, 2, 3}
    assert min(starts.values()) > 70
    assert len({game.tiles[0] for game in dealt}) == len(TILES)
    assert len({game.draft[0] for game in dealt}) == len(CARDS)


def test_the_deal_is_for_the_players_and_options_asked_for() -> None:
    for players in (2, 3, 4):
        dealt = opening(players, Random(1), face_down=players == 3)
        assert dealt.players == players
        assert dealt.table.face_down == (players == 3)
