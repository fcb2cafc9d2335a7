"""The deal, which not even a server with its own key can choose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.record.archive.verify import verify
from engine.record.game import shuffle
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.post import open_letter, seal_letter
from tests.engine.record.archive.forging import END, REVEAL, START, Facts, Spoil, entry, forged, keys_of
from tests.engine.record.club import (
    finished_archive,
    refusal,
    remember_signatures,
    secret,
    server_key,
    told,
)


def other_seed(facts: Facts) -> None:
    facts["log"][-1]["entry"]["seed"] = secret("another").hex()


def other_seed_and_commitment(facts: Facts) -> None:
    """The commitment too: but then every head in the players' letters is another."""
    other_seed(facts)
    entry(facts, 0)["commitment"] = shuffle.commit("game-1", secret("another"))


def swapped_tiles(facts: Facts) -> None:
    tiles = facts["stacks"]["tiles"]
    tiles[20], tiles[21] = sorted([tiles[20], tiles[21]], reverse=tiles[20] < tiles[21])


def moved_card(facts: Facts) -> None:
    orders = facts["stacks"]["orders"]
    orders.insert(0, orders.pop())


def other_start(facts: Facts) -> None:
    facts["start"] = entry(facts, START)["start"] = (facts["start"] + 1) % 4


def other_entropy(facts: Facts) -> None:
    entry(facts, REVEAL)["entropy"] = "0" * 64


def other_commitment(facts: Facts) -> None:
    entry(facts, 1)["commitment"] = "0" * 64


def commitment_of_a_bot(facts: Facts) -> None:
    entry(facts, 4)["commitment"] = "0" * 64


def commitment_of_a_mailbox(facts: Facts) -> None:
    entry(facts, 2)["commitment"] = "0" * 64


def untold_share(facts: Facts) -> None:
    del facts["log"][START - 1]


def share_told_by_the_server(facts: Facts) -> None:
    """What the server would rather have for a share, under its own seal."""
    raw = facts["log"][REVEAL]["letters"][0].encode()
    sent = open_letter(raw, keys_of).letter
    assert isinstance(sent, Reveal)
    entry(facts, REVEAL)["entropy"] = secret("better").hex()
    forged = seal_letter(replace(sent, entropy=secret("better").hex()), server_key())
    facts["log"][REVEAL]["letters"] = [forged.decode()]


def old_log(facts: Facts) -> None:
    """As if the game had been opened before joining was a commitment."""
    entry(facts, 0)["format"] = "grubenpost-log/1"


def other_face_up_tiles(facts: Facts) -> None:
    tiles = entry(facts, START)["tiles"]
    tiles.append(tiles.pop(0))


def other_order(facts: Facts) -> None:
    """The server sees what everyone brought, and would rather have two players change their seats."""
    log = facts["log"]
    log[1], log[3] = log[3], log[1]
    entry(facts, 1)["seat"], entry(facts, 3)["seat"] = 0, 2


def other_seat_numbers(facts: Facts) -> None:
    entry(facts, 1)["seat"], entry(facts, 3)["seat"] = 2, 0


def a_seat_left_over(facts: Facts) -> None:
    leave = {"kind": "leave", "at": 1, "letters": [], "seat": 3}
    facts["log"].insert(START, {"entry": leave, "letters": []})
    del facts["log"][START + 1 : -1]
    facts["log"].insert(START + 1, told(finished_archive(1, 4))["log"][START])


@pytest.mark.parametrize(
    ("spoil", "seq", "code"),
    [
        (other_seed, END, "shuffle/commitment"),
        (other_seed_and_commitment, REVEAL, "reveal/unknown-head"),
        (swapped_tiles, None, "archive/told"),
        (moved_card, None, "archive/told"),
        (other_start, START, "log/start"),
        (other_entropy, REVEAL, "log/reveal"),
        (other_commitment, 1, "log/join"),
        (commitment_of_a_bot, 4, "log/join"),
        (commitment_of_a_mailbox, 2, "log/join"),
        (untold_share, START - 1, "book/shares"),
        (share_told_by_the_server, REVEAL, "seal/unknown-key"),
        (old_log, 1, "join/other-shuffle"),
        (other_face_up_tiles, START, "log/start"),
        (other_order, REVEAL, "reveal/unknown-head"),
        (other_seat_numbers, 1, "log/join"),
        (a_seat_left_over, START + 1, "book/seats"),
    ],
)
def test_the_deal_can_not_be_changed(spoil: Spoil, seq: int | None, code: str) -> None:
    error = refusal(verify, forged(spoil))
    assert (error.code, error.facts.get("entry")) == (code, seq)


@pytest.mark.parametrize("number", range(20))
def test_a_swapped_seed_is_always_caught(number: int) -> None:
    def spoil(facts: Facts) -> None:
        facts["log"][-1]["entry"]["seed"] = secret("seed", number + 2).hex()

    assert refusal(verify, forged(spoil, finished_archive(1, 2))).code == "shuffle/commitment"


@pytest.mark.parametrize("stack", ["tiles", "orders"])
@pytest.mark.parametrize("place", range(0, 44, 4))
def test_a_moved_card_is_always_caught(stack: str, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_signatures(monkeypatch)

    def spoil(facts: Facts) -> None:
        pieces = facts["stacks"][stack]
        other = next(n for n, piece in enumerate(pieces) if piece != pieces[place])
        pieces[place], pieces[other] = pieces[other], pieces[place]

    error = refusal(verify, forged(spoil, finished_archive(1, 2)))
    assert f"stacks, {stack}" in str(error)
