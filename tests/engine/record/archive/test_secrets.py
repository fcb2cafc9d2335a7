"""An archive of a running game tells nothing that its players may not know.

The proof is a twin: another game, dealt from other stacks, in which everything that anyone can see is the
same. Where the two archives are alike but for hashes and seals, nothing hidden can have gone into them.
"""

from __future__ import annotations

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.book import Book
from engine.record.game.opening import KEY
from engine.record.game.shuffle import Deal
from engine.record.letters.kinds.move import By
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from engine.rules import Action, Draw, Keep, legal_actions
from engine.rules.events import TurnedUp
from tests.engine.record.club import (
    BEGUN,
    SERVER,
    Match,
    new_match,
    player_key,
    random_action,
    refusal,
    reveal_letter,
    server_key,
    told,
)

HASH = re.compile(rb"[0-9a-f]{64}")
SIGNATURE = re.compile(rb"#sig1 [0-9a-f]{16} [A-Za-z0-9+/=]{88}")


class Places:
    """Which places of the first stack are still in a stack, whatever lies on them."""

    def __init__(self, size: int, gone: int) -> None:
        self.stack = list(range(gone, size))
        self.drawn: list[int] = []

    def turn_up(self) -> None:
        self.stack.pop(0)

    def draw(self) -> None:
        self.drawn, self.stack = self.stack[:5], self.stack[5:]

    def put_back(self, keep: Keep, names: list[str]) -> list[int]:
        """The places of what went back, in its order."""
        left = self.drawn[:]
        if keep.piece is not None:
            left.remove(next(place for place in left if names[place] == keep.piece.name))
        back = []
        for piece in keep.back:
            back.append(next(place for place in left if names[place] == piece.name))
            left.remove(back[-1])
        self.stack = back + self.stack if keep.end == "top" else self.stack + back
        return back


def dealt_from(deal: Deal, seed: int, players: int) -> Match:
    """A game with these stacks."""
    match = new_match(seed, players, auths=(KEY,) * 4)
    book = Book(match.book.opening)
    book.begin(BEGUN)
    for number, seated in enumerate(match.book.seats):
        book.join(seated, BEGUN + 10 * number)
    for number in book.table.awaited:
        book.reveal(reveal_letter(book, number, seed), BEGUN + 50)
    start = next(entry for entry in match.book.log.entries if entry.kind == "start")
    book.sit_down(start.facts["names"], book.opening.lay_out(deal), BEGUN + 60, deal)
    book.introduce(match.book.names)
    return Match(book, match.seed, match.auths)


def likely_to_draw(match: Match, rng: Random) -> Action:
    """A random action; draw-fives are chosen more often than by chance."""
    draws = [action for action in legal_actions(match.book.game) if isinstance(action, Draw)]
    return rng.choice(draws) if draws and rng.random() < 0.4 else random_action(match.book, rng)


def play_with_twin(seed: int, players: int, plies: int) -> tuple[Match, Match]:
    """A game, and another one of which the public sees the same."""
    rng = Random(seed)
    first = new_match(seed, players, auths=(KEY,) * 4)
    deal = first.book.stacks
    assert deal is not None
    names = {"factory": list(deal.tiles), "orders": list(deal.orders)}
    shown = {"factory": sum(tile is not None for tile in first.book.game.tiles), "orders": players * 3 + 1}
    places = {area: Places(len(names[area]), shown[area]) for area in names}
    course: list[tuple[Action, str, list[int]]] = []
    for _ in range(plies):
        area = first.book.game.drawn_at
        action = likely_to_draw(first, rng)
        back: list[int] = []
        if isinstance(action, Keep):
            back = places[area].put_back(action, names[area])
        first.move(action)
        if isinstance(action, Draw):
            places[first.book.game.drawn_at].draw()
        for event in first.book.course.events[-1]:
            if isinstance(event, TurnedUp):
                places[event.space.area].turn_up()
        course.append((action, area, back))
        if first.book.game.over:
            break
    for area, known in places.items():
        hidden = known.stack + (known.drawn if first.book.game.drawn_at == area else [])
        names[area] = _exchanged(names[area], hidden, rng.sample(hidden, len(hidden)))
    twin = dealt_from(Deal(tuple(names["factory"]), tuple(names["orders"]), deal.start), seed, players)
    for action, area, back in course:
        twin.move(_in_twin(action, twin, [names[area][place] for place in back]) if back else action)
    return first, twin


def _exchanged(names: list[str], hidden: list[int], mixed: list[int]) -> list[str]:
    new = names[:]
    for place, other in zip(hidden, mixed, strict=True):
        new[place] = names[other]
    return new


def _in_twin(action: Action, twin: Match, back: list[str]) -> Keep:
    assert isinstance(action, Keep)
    pieces = {piece.name: piece for piece in twin.book.game.drawn}
    return Keep(action.piece, action.loads, action.end, tuple(pieces[name] for name in back))


def public_part(data: bytes) -> bytes:
    """An archive without its hashes and seals."""
    facts = told(data)
    del facts["checkpoints"]
    return SIGNATURE.sub(b"#", HASH.sub(b"#", archive.write(facts)))


def running(match: Match) -> bytes:
    return archive.write(archive.running(match.book, match.server, match.checkpoints))


@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 120))
@settings(max_examples=25, deadline=None)
def test_games_that_differ_only_in_hidden_things_have_the_same_archive(
    seed: int, players: int, plies: int
) -> None:
    first, twin = play_with_twin(seed, players, plies)
    if first.book.game.over:
        return
    one, other = running(first), running(twin)
    assert public_part(one) == public_part(other)
    assert verify(one).plies == verify(other).plies == len(first.book.course.plies)


def test_the_twins_really_differ() -> None:
    """Else the property above would say nothing."""
    kept_back = 0
    for seed in range(5):
        first, twin = play_with_twin(seed, 2, 60)
        assert first.book.stacks != twin.book.stacks
        pairs = zip(first.book.course.plies, twin.book.course.plies, strict=True)
        kept_back += sum(one["action"] != other["action"] for one, other in pairs)
    assert kept_back > 10


def test_no_text_of_a_hidden_choice_is_in_the_archive() -> None:
    match, rng = new_match(3, 2, auths=(KEY, KEY)), Random(3)
    while match.book.game.ply < 70:
        match.move(likely_to_draw(match, rng))
    data = running(match)
    choices = [ply["action"] for ply in match.book.course.plies if ply["action"].startswith("keep")]
    assert len(choices) > 5
    for choice in choices:
        assert choice.encode() not in data
        assert choice.partition(", ")[2].encode() not in data
    assert data.count(b'"letters":[null]') == len(choices)
    assert b"stacks" not in data
    assert b"seed" not in data


def test_a_standing_order_stays_secret_until_the_end() -> None:
    match, rng = new_match(3, 2, auths=(KEY, KEY)), Random(3)
    match.play_on(rng, 20)
    seat = match.book.game.turn
    handle = match.book.seats[seat].handle
    order = seal_letter(Request(SERVER, handle, "e" * 32, "standing money 5 then bank"), player_key(handle))
    note = match.book.note("standing", match.now, [order], seat=seat, secret=True)
    if match.book.game.drawn:
        match.play_on(rng, 1)
    while match.book.game.turn != seat or match.book.game.drawn:
        match.play_on(rng, 1)
    by = By("standing", note.leaf.hex())
    action = random_action(match.book, rng)
    match.book.take_move(match.letter(action, by=by, key=server_key()), match.now)
    data = running(match)
    assert b"standing money" not in data
    assert verify(data).unseen >= 1
    assert verify(data).untyped == 1
    match.play_on(rng)
    match.close()
    whole = archive.write(archive.finished(match.book, match.server))
    assert b"standing money 5 then bank" in whole
    assert verify(whole).unseen == 0
    facts = told(whole)
    facts["log"][note.seq]["letters"] = [None]
    error = refusal(verify, archive.write(facts))
    assert (error.code, error.facts["entry"]) == ("log/missing-letter", note.seq)
