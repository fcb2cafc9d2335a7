"""What the bot advises: a legal move, in words that are true, from nothing but the view."""

from __future__ import annotations

from random import Random

from client.play.hint import compare, form_opinion, hint
from engine.bots import choose
from engine.rules import Draw, check, legal_actions, parse, play, view
from engine.rules.events import Completed, Delivered
from tests.client.play.script import SHIFT_ONE, position, situation


def test_the_hint_is_what_the_foreman_would_play() -> None:
    for plies in (0, 6, 20, 40, 60):
        game = position(plies)
        seen = view(game, 0)
        best = form_opinion(seen).best
        check(game, best.action, 0)
        likes = {choose("foreman", seen, Random(n)).write() for n in range(10)}
        assert best.action.write() in likes


def test_it_tells_what_the_move_does() -> None:
    """Over a whole game: what is completed or delivered is named, with its points."""
    game, told = position(0), set()
    while not game.over:
        seen = view(game, game.turn)
        action = form_opinion(seen).best.action
        said = " ".join(hint(situation(game)))
        assert f"The foreman would play: {action.write()}" in said
        game, events = play(game, action)
        for event in events:
            if isinstance(event, Completed):
                assert event.card.name in said.partition("It completes")[2]
            if isinstance(event, Delivered):
                assert f"for {event.vp} VP at once" in said
            told.add(type(event))
    assert {Completed, Delivered} <= told


def test_what_would_pay_in_the_scoring_is_told() -> None:
    said: list[str] = []
    game = position(0)
    while not game.over and not any("coming scoring" in line for line in said):
        said = hint(situation(game))
        game = play(game, form_opinion(view(game, game.turn)).best.action).game
    assert any("coming scoring it pays" in line for line in said)


def test_every_legal_move_can_be_asked_about() -> None:
    of = situation(SHIFT_ONE)
    best = form_opinion(of.view).best.action
    for action in legal_actions(of.view):
        said = compare(of, action)
        assert best.write() in said or "nothing better" in said


def test_the_best_move_has_nothing_better() -> None:
    of = situation(SHIFT_ONE)
    assert "nothing better" in compare(of, form_opinion(of.view).best.action)
    assert "VP more from" in compare(of, parse("bank"))


def test_after_a_draw_it_advises_what_to_keep() -> None:
    game = position(6)
    drawn = next(action for action in legal_actions(game) if isinstance(action, Draw))
    said = hint(situation(play(game, drawn).game))
    assert said[0].startswith("The foreman would play: keep ")


def test_hidden_cards_do_no_harm() -> None:
    """What lies in the stacks changes nothing: only the view counts."""
    game = position(20)
    other = game.copy()
    other.tile_stack = tuple(reversed(game.tile_stack))
    other.card_stack = tuple(reversed(game.card_stack))
    assert hint(situation(game)) == hint(situation(other))
