"""What holds in every game after every ply, each law a function that fails loudly.

They count for themselves and share nothing with the engine but the pieces and the doors.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from engine.rules import (
    CARDS,
    HIDDEN_CARD,
    HIDDEN_TILE,
    SPACES,
    TILES,
    Action,
    Bank,
    Card,
    Deliver,
    Draft,
    Draw,
    Event,
    Factory,
    Fill,
    Game,
    Keep,
    Load,
    Mine,
    Money,
    NotLegal,
    Played,
    Step,
    Store,
    TakeOrder,
    Tile,
    To,
    dig,
    from_data,
    learn,
    legal_actions,
    parse,
    play,
    to_data,
    view,
)
from engine.rules.events import Banked, Bought, Delivered, Ended, OwnEffect, ShiftScored, TookMoney, TurnedUp
from tests.engine.rules.table import random_steps

WORKERS = {2: 18, 3: 15, 4: 13}
SIXTEEN_OF_EACH = 16 * 0x01010101


def nothing_is_lost(game: Game) -> None:
    """64 cubes, 48 tiles, 44 cards, and all workers."""
    cubes = game.coal
    tiles: list[Tile | None] = [*game.tiles, *game.tile_stack]
    cards: list[Card | None] = [*game.cards, *game.card_stack, *game.draft]
    (tiles if game.drawn_at == "factory" else cards).extend(game.drawn)  # type: ignore[arg-type]
    for pit in game.pits:
        cubes += sum(pit.loaded) + pit.cage + pit.storage + sum(held for _, held in pit.orders.values())
        tiles += pit.tiles
        cards += [*pit.orders, *pit.delivered]
    assert cubes == SIXTEEN_OF_EACH
    counted = Counter(tile for tile in tiles if tile)
    assert len(counted) == len(TILES)
    assert set(counted.values()) == {3}
    named = [card for card in cards if card]
    assert len(named) == len(set(named)) == len(CARDS)
    no_worker_is_lost(game)


def no_worker_is_lost(game: Game) -> None:
    for seat in range(game.players):
        standing = sum(n for owner, n in zip(game.owner, game.count, strict=True) if owner == seat)
        everywhere = game.workers[seat] + standing + game.bank[seat] + game.canteen[seat]
        assert everywhere == WORKERS[game.players]
        assert min(game.workers[seat], game.bank[seat], game.canteen[seat]) >= 0
    for space, n in zip(SPACES, game.count, strict=True):
        assert n == 0 or (n > 0 and game.players not in space.locked)


def pits_are_possible(game: Game) -> None:
    for pit in game.pits:
        assert pit.money >= 0
        assert pit.cage % 255 <= 5
        assert pit.depth in range(5)
        assert all(pit.empty_lorries(level) >= 0 for level in range(4))


def events_explain_money_and_points(before: Game, played: Played) -> None:
    """Money and points change by what the events say, and by nothing else."""
    money = [pit.money for pit in before.pits]
    points = before.vp[:]
    for event in played.events:
        _account(event, money, points)
    after = played.game
    assert [pit.money for pit in after.pits] == money
    if after.over:
        points = [vp + _final(after, seat) for seat, vp in enumerate(points)]
    assert after.vp == points


def _account(event: Event, money: list[int], points: list[int]) -> None:
    match event:
        case Banked(seat, marks) | TookMoney(seat, marks):
            money[seat] += marks
        case Bought(seat, _, price, _, _):
            money[seat] -= price
        case Delivered(seat, cards, vp):
            assert vp == sum(card.vp for card in cards)
            points[seat] += vp
        case OwnEffect():
            money[event.seat] += getattr(event, "marks", 0)
            points[event.seat] += getattr(event, "vp", 0)
        case ShiftScored(prizes=prizes):
            for seat in range(len(points)):
                points[seat] += sum(element[seat] for element in prizes)


def _final(game: Game, seat: int) -> int:
    pit = game.pits[seat]
    light = sum(tile.light for tile in pit.tiles)
    cubes = sum(heap % 255 for heap in (*pit.loaded, pit.cage, pit.storage))
    cubes += sum(held % 255 for _, held in pit.orders.values())
    return pit.money // 5 + cubes // 3 - len(pit.orders) - 2 * abs(light - (len(pit.tiles) - light))


def the_end_is_told_once(played: Played) -> None:
    assert sum(isinstance(event, Ended) for event in played.events) == played.game.over


def frozen(game: Game) -> Game:
    """The game as it is now, for a look back later."""
    copy = game.copy()
    copy.pits = [pit.copy() for pit in game.pits]
    return copy


def text_and_action_are_one(action: Action, text: str) -> None:
    assert parse(text) == action
    assert parse(text).write() == text


def a_position_is_the_same_as_data(game: Game) -> None:
    text = json.dumps(to_data(game), separators=(",", ":"))
    assert len(text) <= 2000
    assert from_data(json.loads(text)) == game
    seen = view(game, game.turn)
    assert from_data(json.loads(json.dumps(to_data(seen)))) == seen


def the_mover_sees_every_choice(game: Game, rng: Random) -> None:
    """The choices on the mover's view are those of the game, each once."""
    mine, all_of_them = legal_actions(view(game, game.turn)), legal_actions(game)
    assert len(mine) == len(all_of_them) > 0
    if len(mine) > 60 and rng.randrange(20):
        for index in (0, len(mine) - 1, rng.randrange(len(mine))):
            assert mine[index] == all_of_them[index]
    else:
        assert [*mine] == [*all_of_them]
        assert len({*mine}) == len(mine)


def every_choice_plays(game: Game, rng: Random) -> None:
    actions = legal_actions(game)
    for action in (
        actions if len(actions) <= 40 else [actions[rng.randrange(len(actions))] for _ in range(12)]
    ):
        after = play(game, action, game.turn).game
        assert after.ply == game.ply + 1
        if isinstance(action, Mine):
            play(game, random_steps(game, action, rng))


def nothing_else_plays(game: Game, rng: Random) -> None:
    """Any action at all is refused unless it is among the legal ones."""
    action = any_action(game, rng)
    if is_legal(game, action):
        play(game, action)
        return
    with pytest.raises(NotLegal) as caught:
        play(game, action)
    assert caught.value.code.startswith("rule/")


def is_legal(game: Game, action: Action) -> bool:
    if not isinstance(action, Mine):
        return action in legal_actions(game)
    if Mine(action.number) not in legal_actions(game):
        return False
    begun = dig(game, Mine(action.number))
    for step in action.steps:
        if step not in begun.legal_steps():
            return False
        begun.do(step)
    return True


def any_action(game: Game, rng: Random) -> Action:
    """An action of any type, made up without asking whether it makes sense."""
    number = rng.randrange(-1, 12)
    loads = tuple(rng.choices(range(5), k=rng.choice((0, 0, 1, 2))))
    tiles, cards = [*TILES.values(), HIDDEN_TILE], [*CARDS.values(), HIDDEN_CARD]
    drawn = [*game.drawn, *rng.choices(rng.choice((tiles, cards)), k=rng.randrange(3))]
    rng.shuffle(drawn)
    kept = drawn.pop() if drawn and rng.randrange(2) else None
    keep = Keep(kept, loads, rng.choice(("top", "bottom", "")), tuple(drawn))
    made: list[Action] = [
        *(
            Bank(),
            Money(number),
            TakeOrder(number),
            Factory(number, loads),
            Draw(rng.choice(("factory", "order"))),
        ),
        *(Deliver(rng.randrange(4)), Draft(rng.choice(cards)), keep),
        Mine(rng.choice((4, 6, 8, 10, number)), tuple(any_step(game, rng) for _ in range(rng.randrange(4)))),
    ]
    return made[rng.randrange(len(made))]


def any_step(game: Game, rng: Random) -> Step:
    colour, cube = rng.randrange(4), rng.randrange(8)
    card = rng.choice([*game.pits[game.turn].orders, *CARDS.values()][:8])
    steps: list[Step] = [
        *(To(rng.randrange(5)), Load(colour), Store(colour)),
        *(Fill(card, cube & 3, (cube,)), Fill(card, colour, (cube, rng.randrange(8)))),
    ]
    return steps[rng.randrange(len(steps))]


def views_hide(game: Game, rng: Random) -> None:
    """A game that differs only in what a reader may not know looks the same to that reader."""
    reader = rng.choice((None, *range(game.players)))
    twin = other_secrets(game, reader, rng)
    nothing_is_lost(twin)
    assert view(twin, reader) == view(game, reader)


def other_secrets(game: Game, reader: int | None, rng: Random) -> Game:
    """The same game to a reader, with all that is hidden from that reader dealt anew."""
    twin = game.copy()
    tiles, cards = [*game.tile_stack], [*game.card_stack]
    hidden = [
        seat for seat in range(game.players) if game.table.face_down and not game.over and seat != reader
    ]
    for seat in hidden:
        cards += game.pits[seat].delivered
    drawn_is_hidden = bool(game.drawn) and reader != game.turn
    if drawn_is_hidden:
        (tiles if game.drawn_at == "factory" else cards).extend(game.drawn)  # type: ignore[arg-type]
    rng.shuffle(tiles)
    rng.shuffle(cards)
    if drawn_is_hidden:
        pool: list[Tile] | list[Card] = tiles if game.drawn_at == "factory" else cards
        twin.drawn = tuple(pool.pop() for _ in game.drawn)  # type: ignore[assignment]
    for seat in hidden:
        twin.pits[seat] = game.pits[seat].copy()
        twin.pits[seat].delivered = tuple(cards.pop() for _ in game.pits[seat].delivered)
    twin.tile_stack, twin.card_stack = tuple(tiles), tuple(cards)
    return twin


def played_in_public(public: Game, action: Action, played: Played) -> Game:
    """The same ply by someone who knows only what is public; it must tell and show the same."""
    up = [event.piece for event in played.events if isinstance(event, TurnedUp)]
    known = learn(
        public,
        [piece for piece in up if isinstance(piece, Tile)],
        [piece for piece in up if isinstance(piece, Card)],
    )
    after = play(known, parse(action.public().write()))
    assert after.events == played.events
    assert view(after.game, None) == view(played.game, None)
    return after.game
