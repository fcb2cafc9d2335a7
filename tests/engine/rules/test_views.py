"""What each reader may know, and what can be done with it."""

from __future__ import annotations

import pytest

from engine.rules import (
    CARDS,
    HIDDEN_CARD,
    HIDDEN_TILE,
    TILES,
    Factory,
    Game,
    NotLegal,
    Refused,
    TakeOrder,
    check,
    from_data,
    learn,
    legal_actions,
    legal_steps,
    new_game,
    parse,
    play,
    standings,
    to_data,
    view,
)
from tests.engine.rules.table import (
    ALL_CARDS,
    drafted,
    go,
    last_ply,
    legal,
    refused,
    set_up,
)


def face_down(players: int = 3) -> Game:
    """Seat 0 has delivered E-gg and E-y face down."""
    game = set_up(drafted(players, face_down=True), 0, orders="E-gg::gg,E-y::y,C-kk")
    return go(game, "deliver engine")


def test_stacks_are_hidden_and_their_sizes_open() -> None:
    game = drafted(3)
    for reader in (0, 1, 2, None):
        seen = view(game, reader)
        assert seen.tile_stack == (HIDDEN_TILE,) * len(game.tile_stack)
        assert seen.card_stack == (HIDDEN_CARD,) * len(game.card_stack)


def test_all_else_is_open() -> None:
    game = set_up(drafted(3), 1, cage="gk", depth=2, storage="yy", money=3, orders="E-gg:g:g", tiles="k2D")
    for reader in (0, 1, 2, None):
        seen = view(game, reader)
        assert seen.pits == game.pits
        assert (seen.coal, seen.workers, seen.tiles, seen.cards, seen.vp) == (
            *(game.coal, game.workers, game.tiles, game.cards),
            game.vp,
        )


def test_a_view_leaves_the_game_alone() -> None:
    game = face_down()
    before = to_data(game)
    seen = view(game, 1)
    play(seen, parse("bank"))
    assert to_data(game) == before
    assert game.pits[0].delivered == (CARDS["E-gg"], CARDS["E-y"])


def test_the_same_choices_on_the_movers_view() -> None:
    for game in (drafted(2), go(drafted(2), "factory draw"), go(drafted(3), "order draw"), face_down()):
        assert [*legal_actions(view(game, game.turn))] == [*legal_actions(game)]
    game = set_up(drafted(4), 0, cage="yg", storage="k", orders="E-gg,M-ybgk")
    mine = parse("mine 8: to y, to top")
    assert [*legal_steps(view(game, 0), mine)] == [*legal_steps(game, mine)]  # type: ignore[arg-type]


def test_after_buying_on_a_view_the_new_tile_is_not_known() -> None:
    seen = go(view(drafted(2), 0), "factory 1")
    assert seen.tiles[0] is HIDDEN_TILE
    assert "factory 1" not in legal(seen)
    assert refused(seen, "factory 1").code == "rule/hidden-tile"
    assert {a.number for a in legal_actions(seen) if isinstance(a, Factory)} == {2, 3, 5, 6, 7}


def test_after_taking_an_order_on_a_view_the_new_card_is_not_known() -> None:
    seen = go(view(drafted(2), 0), "order 3")
    assert seen.cards[2] is HIDDEN_CARD
    assert refused(seen, "order 3").code == "rule/hidden-card"
    assert {a.number for a in legal_actions(seen) if isinstance(a, TakeOrder)} == {2, 4}


def test_a_view_after_a_draw_shows_no_more_than_hidden_pieces() -> None:
    seen = go(view(drafted(2), 0), "factory draw")
    assert seen.drawn == (HIDDEN_TILE,) * 5
    assert [*legal_actions(seen)] == []


def test_every_move_can_be_checked_on_a_view() -> None:
    for reader in (0, 1, 2):
        seen = view(last_ply(face_down()), reader)
        check(seen, parse("bank"))
        with pytest.raises(NotLegal) as caught:
            check(seen, parse("deliver barrow"))
        assert caught.value.code == "rule/nothing-to-deliver"


def test_a_check_names_the_seat_too() -> None:
    with pytest.raises(NotLegal) as caught:
        check(view(drafted(2), 1), parse("bank"), seat=1)
    assert caught.value.code == "rule/not-your-turn"


def test_scoring_a_shift_on_a_view_needs_the_hidden_cards() -> None:
    with pytest.raises(NotLegal) as caught:
        play(view(last_ply(face_down()), 1), parse("bank"))
    assert caught.value.code == "view/hidden-cards"
    assert play(view(last_ply(set_up(drafted(3), 0, delivered="E-y")), 1), parse("bank")).game.shift == 2


def test_standings_of_a_view_with_hidden_cards() -> None:
    game = face_down()
    seen = view(game, 1)
    assert [(s.seat, s.vp) for s in standings(seen)] == [(s.seat, s.vp) for s in standings(game)]
    assert standings(seen)[0].breakdown.delivered == (HIDDEN_CARD, HIDDEN_CARD)
    assert standings(seen)[0].breakdown.deliveries == 9


def test_a_view_as_data() -> None:
    for game in (drafted(2), go(drafted(2), "factory draw"), go(drafted(2), "order draw"), face_down()):
        for reader in (0, 1, None):
            seen = view(game, reader)
            assert from_data(to_data(seen)) == seen
    assert to_data(view(drafted(2), 0))["tile_stack"] == 42
    assert to_data(view(go(drafted(2), "factory draw"), None))["drawn"] == "?,?,?,?,?"


def test_learning_what_comes_next() -> None:
    seen = view(drafted(2), 0)
    known = learn(seen, [TILES["k2D"]], [CARDS["E-gg"]])
    assert go(known, "factory 1").tiles[0] is TILES["k2D"]
    assert go(known, "order 2").cards[1] is CARDS["E-gg"]
    assert seen == view(drafted(2), 0)
    assert learn(seen) == seen


def test_learning_what_cannot_be() -> None:
    game = drafted(2)
    assert learn(game, game.tile_stack[:3]) == game
    with pytest.raises(Refused) as caught:
        learn(game, game.tile_stack[1:3])
    assert caught.value.code == "view/not-next"
    with pytest.raises(Refused):
        learn(view(game, 0), cards=[HIDDEN_CARD] * 45)


def test_a_public_game_is_replayed_from_what_everyone_saw() -> None:
    game = drafted(2)
    shown = [tile.name for tile in game.tiles if tile]
    opening = new_game(2, [*shown, *["?"] * 42], [*ALL_CARDS[:7], *["?-?"] * 37], 0)
    drafts = [f"draft {name}" for name in ALL_CARDS[:5]]
    public = go(opening, *drafts)
    public = go(learn(public, cards=[CARDS[name] for name in ALL_CARDS[7:9]]), f"draft {ALL_CARDS[5]}")
    assert public == view(game, None)
    public = go(public, "factory draw", "keep b2L, bottom ? ? ? ?")
    assert public == view(go(game, "factory draw", "keep b2L, bottom g2L b2D g1L g1D"), None)
