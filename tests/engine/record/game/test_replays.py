"""Replays: whatever letter is offered wherever and whenever, it is taken once or never.

Twenty games on each of two servers, with the same four players, keys and nonces in all of them. At each of
ten plies every player of every game seals the next action, as an own move and as that of whose turn it is:
2,800 letters, of which 400 are due.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine.errors import Refused
from engine.record.game.opening import KEY
from engine.rules import legal_actions
from tests.engine.record.club import HANDLES, Match, new_match, player_key, remember_signatures

SERVERS = ("pit.example.org", "mine.example.org")
GAMES = 20
PLIES = 10
SEATS = 4

Games = dict[tuple[str, int], Match]


def games() -> Games:
    return {
        (server, number): new_match(number, SEATS, server=server, auths=(KEY,) * SEATS)
        for server, number in product(SERVERS, range(GAMES))
    }


def letters_now(match: Match) -> list[bytes]:
    """The next action under the seal of every player: as their own, and as that of whose turn it is."""
    action, turn = legal_actions(match.book.game)[0].write(), match.book.game.turn
    made = []
    for seat in range(SEATS):
        key = player_key(HANDLES[seat])
        nonce = f"{match.book.game.ply:032x}"
        made.append(match.letter(action, nonce=nonce, seat=seat, key=key))
        if seat != turn:
            made.append(match.letter(action, nonce=nonce, seat=turn, key=key))
    return made


def offer(raw: bytes, match: Match, taken: Counter[bytes]) -> str:
    try:
        match.book.take_move(raw, 5)
    except Refused as error:
        return error.code
    taken[raw] += 1
    return "taken"


def all_letters() -> tuple[list[list[bytes]], set[bytes]]:
    """The letters of each ply, from games that are played to the end of it; and those that were due."""
    source, by_ply, due = games(), [], set()
    for _ in range(PLIES):
        now: list[bytes] = []
        for match in source.values():
            mine = letters_now(match)
            right = next(raw for raw in mine if offer(raw, match, Counter()) == "taken")
            due.add(right)
            now += mine
        by_ply.append(now)
    return by_ply, due


def test_every_letter_counts_once_or_never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each letter is offered to all games at its ply, and to some games at all other plies."""
    remember_signatures(monkeypatch)
    by_ply, due = all_letters()
    assert len(due) == len(SERVERS) * GAMES * PLIES
    target, taken, rng = games(), Counter[bytes](), Random(1)
    codes = Counter[str]()
    for now in by_ply:
        others = [raw for ply in by_ply for raw in rng.sample(ply, 8)]
        for match in target.values():
            offered = [*now, *others]
            rng.shuffle(offered)
            codes.update(offer(raw, match, taken) for raw in offered)
    assert set(taken) == due
    assert set(taken.values()) == {1}
    assert {"letter/other-server", "letter/other-game", "move/known", "keyring/not-yours"} <= set(codes)
    assert {"move/not-your-turn", "move/stale", "move/unknown-head"} <= set(codes)
    for key, match in games().items():
        assert target[key].book.log.heads[: len(match.book.log.heads)] == match.book.log.heads


@pytest.mark.slow
def test_the_whole_cross_product(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every letter is offered to every game at every ply."""
    remember_signatures(monkeypatch)
    by_ply, due = all_letters()
    target, taken = games(), Counter[bytes]()
    everything = [raw for ply in by_ply for raw in ply]
    for _ in range(PLIES):
        for match in target.values():
            ply = match.book.game.ply
            for raw in everything:
                if match.book.game.ply == ply or raw not in due:
                    offer(raw, match, taken)
    assert set(taken) == due
    assert set(taken.values()) == {1}
