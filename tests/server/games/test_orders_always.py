"""Orders ahead at the desk: what holds of every move that they make, and what is refused at once."""

from __future__ import annotations

from random import Random

import pytest

from engine.ahead import Play
from engine.bots import choose
from engine.bots.lists import sketch
from engine.record.archive.verify import verify
from engine.record.game.recall import recall_book
from engine.rules import check, view
from server.visit.shelf import read_book
from tests.server.clocks.clocking import archive_of
from tests.server.house import House, Member
from tests.server.playing import hand_out, make_table, position, to_move

CONDITIONS = (
    "money >= 3",
    "workers >= 4",
    "not ousted",
    "costs <= 1",
    "costs <= 2 and money >= 5",
    "shift 1",
)
WHAT = (
    "bank",
    "money 5",
    "money 6",
    "factory draw",
    "order draw",
    "mine 6: plan any",
    "factory 1",
    "order 2",
)


def some_orders(rng: Random) -> str:
    """Lines at random: many of them can't be meant, and are refused."""
    lines = [f"{rng.choice(WHAT)} if {rng.choice(CONDITIONS)}" for _ in range(rng.randrange(3))]
    stop = rng.choice(("", "; stop if gone", "; stop if ousted", "; stop at shift end"))
    then = rng.choice(("", "; then: bank"))
    return f"next: {'; else '.join([*lines, rng.choice(WHAT)])}{then}{stop}"


def bots_list(member: Member) -> str:
    """A list as a bot would write it from what its member sees."""
    proposed = sketch(position(member), member.turn["seat"], "greedy")
    return proposed.in_one_line() if proposed is not None else "next: bank"


@pytest.mark.parametrize("seed", range(2))
def test_every_move_by_orders_is_one_that_its_owner_could_have_sent(house: House, seed: int) -> None:
    members, game = make_table(house, 3, "", 9)
    rng = Random(seed)
    for _ in range(16):
        mover = to_move(members)
        if mover is None:
            break
        waiting = rng.choice([member for member in members if member is not mover])
        orders = some_orders(rng) if rng.random() < 0.6 else bots_list(waiting)
        hand_out(members, waiting.order(orders))
        mover = to_move(members)
        assert mover is not None
        hand_out(members, mover.move(choose("greedy", position(mover), rng).write()))
    with house.ledger.reading() as session:
        entries = read_book(session, house.game(game)).log.entries
    seed_of = house.game(game).seed
    by_orders = [entry for entry in entries if entry.facts.get("by") == "standing"]
    assert len(by_orders) > 3
    for entry in by_orders:
        then = recall_book(entries[: entry.seq], seed_of)
        owner, order = entry.facts["seat"], then.standing.of(entry.facts["seat"])
        assert (then.game.turn, then.game.ply) == (owner, entry.facts["ply"])
        seen = view(then.game, owner)
        assert order is not None
        decisions = [order.decide(then.game) for _ in range(2)]
        assert decisions[0] == decisions[1]
        assert isinstance(decisions[0], Play)
        assert decisions[0].action.public().write() == entry.facts["action"]
        check(seen, decisions[0].action, owner)
        assert order.decide(seen) == decisions[0], "nothing that is hidden from its owner counts"
    plies = [entry.facts["ply"] for entry in entries if entry.kind == "ply"]
    assert plies == list(range(len(plies)))
    verify(archive_of(house, members[0], game))


@pytest.mark.parametrize(
    "orders",
    [
        "next: " + "; else ".join(["bank"] * 10_000),
        "next: bank if " + " and ".join(["money >= 1"] * 5_000),
        "next: bank if " + "not " * 3_000 + "ousted",
        "; ".join(["next: bank"] + ["then: bank"] * 2_000),
        "next: mine 8: " + ", ".join(["to g", "to y"] * 3_000),
        "next: bank; " + "; ".join(["stop if ousted"] * 3_000),
        "next: order " + "k" * 60_000,
    ],
    ids=["alternatives", "conditions", "nested", "turns", "steps", "stops", "long"],
)
def test_hostile_orders_are_refused_and_change_nothing(house: House, orders: str) -> None:
    members, game = make_table(house, 2, "", 6)
    before = len(house.entries(game))
    mails = members[1].order(orders)
    assert len(house.entries(game)) == before
    assert not house.outcome().startswith("done"), house.outcome()
    assert all(len(got.text) < 60_000 for got in mails)
