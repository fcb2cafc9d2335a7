"""What people leave out of a move: filled in, or asked back before a turn is lost."""

from __future__ import annotations

import pytest

from engine.errors import Ambiguous, NotLegal
from engine.rules import Game, Keep, Mine, check, parse, play, view
from engine.show import best_plans, decided, numbered_actions
from engine.tongue.move_words import canonical
from tests.engine.rules.table import drafted, go, set_up
from tests.engine.show.positions import NAMES, random_positions


def meant(game: Game, typed: str) -> str:
    written = canonical(typed)
    return decided(game, parse(written, game), written).write()


def in_the_pit() -> Game:
    return set_up(drafted(3), 0, tiles="g2L", orders="E-gg", loaded=",,gg,")


@pytest.mark.parametrize("typed", ["mine 8", "mining 8.", "dig 8", "fördern 8", "добыча 8", "MINE 8:"])
def test_a_mining_space_alone_is_asked_about(typed: str) -> None:
    game = in_the_pit()
    with pytest.raises(Ambiguous, match="`mine 8: nothing`") as asked:
        meant(game, typed)
    assert asked.value.code == "move/no-steps"
    assert f"`{best_plans(game.pits[0], 8)[0].action.write()}`" in str(asked.value)


def test_its_number_in_the_list_is_asked_about_too() -> None:
    game = in_the_pit()
    for entry in numbered_actions(game, NAMES).entries:
        if isinstance(entry.action, Mine):
            with pytest.raises(Ambiguous, match=f"`{entry.number}` does not say"):
                decided(game, entry.action, str(entry.number))
            for planned in entry.plans:
                assert decided(game, planned.action, f"{entry.number}{planned.letter}") == planned.action
        else:
            assert decided(game, entry.action, str(entry.number)) == entry.action


def test_without_a_plan_it_says_how_steps_are_written() -> None:
    game = set_up(drafted(3), 0, orders="C-kk", loaded=",,,")
    with pytest.raises(Ambiguous, match="such as `mine 6: to y, load y"):
        meant(game, "mine 6")


@pytest.mark.parametrize(
    "typed",
    ["mine 8: nothing", "mine 8 none", "Fördere 8: nichts.", "добыча 8: ничего", "mine 8, NOTHING!"],
)
def test_nothing_can_be_said(typed: str) -> None:
    assert meant(in_the_pit(), typed) == "mine 8"


def test_what_is_not_allowed_is_not_asked_about() -> None:
    game = drafted(3)
    game.workers[0] = 0
    with pytest.raises(NotLegal):
        meant(game, "mine 8")


def test_a_log_may_hold_mining_without_steps() -> None:
    """Only what people send is asked about: the rules know the move as before."""
    assert parse("mine 8") == Mine(8)
    assert play(in_the_pit(), parse("mine 8")).game.ply


def drawn(**pit: object) -> Game:
    """Five tiles before the eyes of seat 0."""
    return go(set_up(drafted(2), 0, **pit), "factory draw")


def test_the_rest_goes_to_the_bottom_as_it_was_drawn() -> None:
    game = drawn(money=20)
    names = [tile.name for tile in game.drawn]
    assert meant(game, f"keep {names[1]}") == f"keep {names[1]}, bottom {' '.join(names[:1] + names[2:])}"
    assert meant(game, f"behalte {names[1]}.").endswith(" ".join(names[2:]))
    assert meant(game, "keep none") == f"keep none, bottom {' '.join(names)}"
    whole = f"keep none, top {' '.join(reversed(names))}"
    assert meant(game, whole) == whole
    check(game, parse(meant(game, f"keep {names[0]}")))


def test_a_part_of_the_rest_is_not_filled_in() -> None:
    game = drawn(money=20)
    first, second, *_ = [tile.name for tile in game.drawn]
    with pytest.raises(NotLegal) as refused:
        check(game, parse(meant(game, f"keep {first}, top {second}")))
    assert refused.value.code == "rule/not-what-was-drawn"


@pytest.mark.parametrize("written", ["keep {tile}", "keep {tile}, bottom {rest}", "keep {tile}, top {one}"])
def test_a_tile_that_can_not_be_paid_is_refused_for_its_price(written: str) -> None:
    game = drawn(money=0)
    names = [tile.name for tile in game.drawn]
    tile = next(tile for tile in game.drawn if tile.price)
    rest = list(names)
    rest.remove(tile.name)
    text = written.format(tile=tile.name, rest=" ".join(rest), one=rest[0])
    with pytest.raises(NotLegal, match=f"costs {tile.price} Marks, you have 0") as refused:
        check(game, parse(meant(game, text)))
    assert refused.value.code == "rule/too-little-money"
    for bare in (parse(f"keep {tile.name}"), parse(text)):  # also as it stands in a letter
        with pytest.raises(NotLegal) as refused:
            play(game, bare)
        assert refused.value.code == "rule/too-little-money"


def test_who_does_not_see_the_five_has_nothing_filled_in() -> None:
    game = view(drawn(money=20), 1)
    keep = Keep(None, (), "", ())
    assert decided(game, keep, "keep none") == keep


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("taste", ["any", "builders"])
def test_the_example_of_every_position_is_good_in_it(players: int, taste: str) -> None:
    seen = set()
    for game in random_positions(players, seed=players, taste=taste, every=3):
        if game.over:
            continue
        own = view(game, game.turn)
        number, move = numbered_actions(own, NAMES[:players]).example()
        by_number = numbered_actions(own, NAMES[:players]).find(number)
        assert by_number is not None
        action = decided(own, parse(canonical(move), own), move)
        assert action == decided(own, by_number, number)
        assert "\n" not in move
        assert len(move) < 40
        play(game, action, game.turn)
        seen.add(move.split()[0])
    assert {"draft", "money", "keep"} <= seen
