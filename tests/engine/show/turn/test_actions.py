"""The numbered list: it covers all legal actions, tells their costs, and stays short."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.rules import Action, Game, Keep, Mine, check, legal_actions, parse, play, view
from engine.show import Menu, numbered_actions
from tests.engine.rules.table import TASTES, drafted, go, last_ply, opened, set_up, standing
from tests.engine.show.positions import NAMES, is_plain, random_positions

POSITIONS = [(players, taste) for players in (2, 3, 4) for taste in TASTES]


def listed(game: Game, *names: str) -> Menu:
    return numbered_actions(view(game, game.turn), names or NAMES[: game.players])


def kept(action: Action) -> object:
    """What actions that share a line have in common."""
    return (action.piece, action.loads) if isinstance(action, Keep) else action


@pytest.mark.parametrize(("players", "taste"), POSITIONS)
def test_all_legal_actions_are_covered(players: int, taste: str) -> None:
    for game in random_positions(players, 2, taste):
        entries = listed(game).entries
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        legal = Counter(kept(action) for action in legal_actions(game))
        assert {kept(entry.action): entry.covers for entry in entries} == legal
        assert len(entries) == len(legal)


@pytest.mark.parametrize(("players", "taste"), POSITIONS)
def test_the_list_is_plain_and_narrow(players: int, taste: str) -> None:
    for game in random_positions(players, 3, taste):
        assert is_plain(str(listed(game)))


@pytest.mark.parametrize(("players", "taste"), POSITIONS)
def test_costs_are_what_playing_takes(players: int, taste: str) -> None:
    for game in random_positions(players, 4, taste, every=11):
        seat = game.turn
        for entry in listed(game).entries:
            after = game.copy()
            entry.action.play(after, [])
            spent = game.pits[seat].money - after.pits[seat].money
            assert entry.outcome.workers == game.workers[seat] - after.workers[seat]
            assert entry.outcome.marks == max(spent, 0)


@pytest.mark.parametrize("taste", TASTES)
def test_every_line_can_be_typed(taste: str) -> None:
    """What stands after a number is a move; a plan's lines together are one too."""
    for game in random_positions(3, 5, taste, every=11):
        menu = listed(game)
        for entry in menu.entries:
            assert menu.find(str(entry.number)) == entry.action
            assert parse(entry.action.write(), game) == entry.action
            for planned in entry.plans:
                assert menu.find(f"{entry.number}{planned.letter}") == planned.action
                assert "".join(planned.action.write().split()) in "".join(str(menu).split())


def test_what_is_not_on_the_list_is_not_found() -> None:
    menu = listed(drafted(2))
    for typed in ("0", "-1", "999", "", "a", "01", "1z", "\u0661"):
        assert menu.find(typed) is None


def test_a_line_names_cost_price_and_what_follows() -> None:
    game = standing(drafted(2, tiles="g2L"), "factory 1", 1, 2)
    text = str(listed(game, "Anna", "Ben"))
    assert text.startswith(
        "FACTORY\n"
        "  1  factory 1     3 workers  6 Marks  g2L gray, 2 lorries, light side;\n"
        "                                       ousts 2 of Ben's workers\n"
    )


def test_areas_come_in_the_order_of_the_board() -> None:
    titles = [line for line in str(listed(drafted(2))).split("\n") if not line.startswith(" ")]
    assert titles == ["FACTORY", "MINING", "MONEY", "ORDERS", "BANK"]


def test_the_draft_is_listed() -> None:
    lines = str(listed(opened(2, orders="B-y C-kkk"))).split("\n")
    assert lines[0] == "THE DRAFT"
    assert [line.split() for line in lines[1:3]] == [
        ["1", "draft", "B-y", "barrow,", "2", "VP"],
        ["2", "draft", "C-kkk", "carriage,", "12", "VP"],
    ]


def test_a_delivery_tells_what_it_earns() -> None:
    game = set_up(drafted(2), 0, orders="C-kk::kk,C-b::b,E-gg")
    (line,) = [line for line in str(listed(game)).split("\n") if "deliver" in line]
    assert line.split()[1:] == ["deliver", "carriage", "1", "worker", "C-kk", "+", "C-b:", "12", "VP"]


def test_long_choices_are_grouped() -> None:
    game = go(drafted(2), "order draw")
    menu = listed(game)
    assert len(legal_actions(game)) == 2 * (120 + 5 * 24)
    assert len(menu.entries) == 1 + len(set(game.drawn))
    assert sum(entry.covers for entry in menu.entries) == len(legal_actions(game))
    assert len(str(menu).split("\n")) < 20
    assert "`top`" in str(menu)


def test_the_example_puts_the_rest_at_the_bottom_as_drawn() -> None:
    game = go(drafted(2), "order draw")
    none, first, *_ = listed(game).entries
    assert none.action == Keep(None, (), "bottom", game.drawn)
    assert first.action == Keep(game.drawn[0], (), "bottom", game.drawn[1:])


def test_others_see_no_choices() -> None:
    game = go(drafted(2), "order draw")
    assert numbered_actions(view(game, 1), ["Anna", "Ben"]).entries == ()
    assert str(numbered_actions(view(game, 1), ["Anna", "Ben"])) == "There is nothing to do."


def test_the_last_action_of_a_shift_is_listed_from_a_view() -> None:
    """Though the view could not score the shift: cards lie face down."""
    game = set_up(drafted(2, face_down=True), 1, delivered="E-kk")
    game = last_ply(game)
    assert len(listed(game).entries) == len(legal_actions(game))


@pytest.mark.parametrize(("players", "taste"), POSITIONS)
def test_plans_do_what_they_say(players: int, taste: str) -> None:
    for game in random_positions(players, 6, taste, every=9):
        for entry in listed(game).entries:
            for planned in entry.plans:
                check(game, planned.action)
                before = game.pits[game.turn].orders
                after = play(game, planned.action).game.pits[game.turn].orders
                done = {card for card, order in after.items() if not order.free and before[card].free}
                assert done == set(planned.plan.completes)
                assert (
                    planned.action.number == entry.action.number if isinstance(entry.action, Mine) else False
                )


def test_a_plan_stands_where_it_takes_fewest_workers() -> None:
    game = set_up(drafted(2), 0, orders="B-b")
    by_space = {e.action.write(): e.plans for e in listed(game).entries if isinstance(e.action, Mine)}
    assert len(by_space["mine 6"]) == 1
    assert by_space["mine 10"] == ()
    crowded = standing(game, "mining 6", 1, 2)
    by_space = {e.action.write(): e.plans for e in listed(crowded).entries if isinstance(e.action, Mine)}
    assert by_space["mine 6"] == ()
    assert len(by_space["mine 10"]) == 1


def test_a_plan_is_told_and_can_be_pasted() -> None:
    game = set_up(drafted(2), 0, orders="B-b")
    text = str(listed(game))
    assert "a  completes B-b (3 VP) in 4 work steps:\n" in text
    assert "mine 6: to b, load b, to top, fill B-b b\n" in text
