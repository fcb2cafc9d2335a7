"""Change of mind: what can be taken back, what can't, and that log, archive and clock know it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.changes.undo import MOST, shows
from engine.record.game.opening import KEY, MAILBOX
from engine.record.game.read_book import read_book
from engine.record.game.recall import recall_book
from engine.record.game.seats import BOT
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from engine.record.log.log import Entry
from engine.rules import Action, Draw, Game, legal_actions, play, view
from tests.engine.record.club import (
    HANDLES,
    SERVER,
    Match,
    forge,
    new_match,
    player_key,
    random_action,
    refusal,
    secret,
    told,
)
from tests.engine.record.game.test_standing import by_orders, send

WINDOW = 600


def begun(undo: int = WINDOW, auths: tuple[str, ...] = (KEY, MAILBOX, KEY), pace: str = "none") -> Match:
    """A game after its draft."""
    match = new_match(5, len(auths), auths=auths, undo=undo, pace=pace)
    match.play_on(Random(5), 3 * len(auths))
    match.now += 60
    return match


def asking(match: Match, seat: int, ply: int, **changes: object) -> bytes:
    text = f"undo {match.book.opening.game} {ply}"
    facts = {"server": SERVER, "handle": HANDLES[seat], "nonce": nonce(match), "text": text, **changes}
    return seal_letter(Request(**facts), player_key(HANDLES[seat]))  # type: ignore[arg-type]


def nonce(match: Match) -> str:
    return secret("asked", len(match.book.log.entries))[:16].hex()


def take_back(match: Match, **changes: object) -> Entry:
    """Take back what is held, or what all have voted for."""
    book, held = match.book, match.book.undoing.held
    last = book.undoing.last
    facts: dict[str, object] = {}
    letters: list[bytes] = []
    if held is not None:
        facts = {"seat": held.seat, "ply": book.game.ply, "entry": held.entry}
        letters = [asking(match, held.seat, book.game.ply)] if match.auths[held.seat] == KEY else []
    elif last is not None:
        facts = {"seat": last.facts["seat"], "ply": last.facts["ply"], "entry": last.leaf.hex()}
    return book.note("taken-back", match.now, letters, **{**facts, **changes})


def vote(match: Match, seat: int) -> Entry:
    last = match.book.undoing.last
    assert last is not None
    letters = [asking(match, seat, last.facts["ply"])] if match.auths[seat] == KEY else []
    facts = {"seat": seat, "on": "undo", "choice": last.leaf.hex()}
    return match.book.note("vote", match.now, letters, **facts)


def harmless_action(match: Match) -> Action:
    """A move that shows nothing and ends nothing."""
    game = match.book.game
    return next(
        action
        for action in legal_actions(game)
        if not isinstance(action, Draw) and not shows(game, play(game, action).events)
    )


def read_again(match: Match) -> None:
    """The log gives the same book again: checked in full, from the ledger, and as anyone may see it."""
    entries, seed = match.book.log.entries, match.seed
    for book in (read_book(entries, seed), recall_book(entries, seed)):
        assert book.game == match.book.game
        assert book.course
        assert match.book.course
        assert book.course.plies == match.book.course.plies
        assert (book.undoing.held is None) == (match.book.undoing.held is None)
        assert book.time == match.book.time
    verify(archive.write(archive.running(match.book, match.server)))


def test_a_held_move_is_not_played_and_seen_by_nobody() -> None:
    match = begun()
    before, action = match.book.game, harmless_action(match)
    entry = match.book.hold(match.letter(action), match.now)
    assert entry is not None
    assert entry.facts["until"] == match.now + WINDOW
    assert match.book.game is before
    shown = told(archive.write(archive.running(match.book, match.server)))
    assert shown["log"][-1]["letters"] == [None]
    assert action.write() not in str(shown["log"][-1])
    read_again(match)


def test_it_is_played_when_the_window_is_over_and_not_before() -> None:
    match = begun()
    match.book.hold(match.letter(action := harmless_action(match)), match.now)
    assert refusal(match.book.release, match.now + WINDOW - 1).code == "undo/early"
    match.now += WINDOW
    entry, _ = match.book.release(match.now)
    assert entry.facts["action"] == action.write()
    assert entry.facts["letters"] == match.book.log.entries[-2].facts["letters"]
    assert match.book.undoing.held is None
    read_again(match)


def test_nothing_else_is_played_meanwhile() -> None:
    match = begun()
    match.book.hold(match.letter(harmless_action(match)), match.now)
    other = match.letter("bank", nonce="f" * 32)
    assert refusal(match.book.take_move, other, match.now + WINDOW).code == "undo/held"
    assert match.book.hold(other, match.now) is None
    assert refusal(match.book.release, match.now).code == "undo/early"


def test_a_move_in_such_a_game_is_held_first() -> None:
    match = begun()
    assert (
        refusal(match.book.take_move, match.letter(harmless_action(match)), match.now).code == "undo/not-held"
    )


def test_a_draw_five_counts_at_once() -> None:
    match = begun()
    draw = match.letter("order draw")
    assert match.book.hold(draw, match.now) is None
    match.book.take_move(draw, match.now)
    assert refusal(vote, match, match.book.game.turn).code == "undo/shown"


def test_a_held_move_is_taken_back_and_another_made() -> None:
    match = begun()
    match.book.hold(match.letter(harmless_action(match)), match.now)
    take_back(match)
    assert match.book.undoing.held is None
    letter = match.letter("bank", nonce="f" * 32)
    match.book.hold(letter, match.now)
    match.book.release(match.now + WINDOW)
    assert match.book.plies[-1].facts["action"] == "bank"
    match.now += WINDOW
    read_again(match)


def test_the_same_letter_never_comes_back() -> None:
    match = begun()
    match.book.hold(letter := match.letter(harmless_action(match)), match.now)
    take_back(match)
    assert refusal(match.book.hold, letter, match.now).code == "move/known"


def test_it_is_taken_back_so_many_times_at_one_ply() -> None:
    match = begun()
    for number in range(MOST):
        match.book.hold(match.letter("bank", nonce=f"{number:032}"), match.now)
        take_back(match)
    letter = match.letter("bank")
    assert match.book.hold(letter, match.now) is None
    match.book.take_move(letter, match.now)
    read_again(match)


def test_only_its_player_takes_it_back() -> None:
    match = begun()
    match.book.hold(match.letter(harmless_action(match)), match.now)
    seat, ply = match.book.game.turn, match.book.game.ply
    facts = {"seat": seat, "ply": ply, "entry": match.book.undoing.held.entry}  # type: ignore[union-attr]
    other = (seat + 1) % 3
    if match.auths[seat] == KEY:
        without = refusal(match.book.note, "taken-back", match.now, **facts)
        assert without.code == "undo/no-letter"
        old = asking(match, seat, ply - 1)
        assert refusal(match.book.note, "taken-back", match.now, [old], **facts).code == "undo/no-letter"
    others = asking(match, other, ply)
    assert refusal(match.book.note, "taken-back", match.now, [others], **facts).code.startswith("key")
    assert (
        refusal(match.book.note, "taken-back", match.now, **{**facts, "entry": "0" * 64}).code == "undo/other"
    )


def test_a_move_that_is_not_legal_or_not_theirs_is_not_held() -> None:
    match = begun()
    assert refusal(match.book.hold, match.letter("draft C-kk"), match.now).code.startswith("rule/")
    forged = match.letter("bank", key=player_key("dmitri"))
    assert refusal(match.book.hold, forged, match.now).code == "seal/unknown-key"
    assert (
        refusal(begun(0).book.note, "held", match.now, seat=0, ply=9, until=0, secret=True).code
        == "undo/window"
    )


def test_with_the_consent_of_all_a_ply_is_undone() -> None:
    match = begun(0)
    before = match.book.game
    match.move(harmless_action(match))
    mover = match.book.plies[-1].facts["seat"]
    for seat in (mover, (mover + 1) % 3):
        assert refusal(take_back, match).code == "undo/missing"
        vote(match, seat)
    vote(match, (mover + 2) % 3)
    take_back(match)
    assert match.book.game == before
    assert match.book.course
    assert len(match.book.course.plies) == match.book.game.ply
    read_again(match)
    assert match.book.undoing.last is None
    match.play_on(Random(7))
    match.close()
    proved = verify(archive.write(archive.finished(match.book, match.server, match.checkpoints)))
    assert proved.taken_back == 1
    assert proved.plies == len(match.book.plies)


def test_what_is_not_ones_own_or_gone_already_stays() -> None:
    match = begun(0)
    assert refusal(match.book.release, match.now).code == "undo/nothing-held"
    match.move(harmless_action(match))
    last = match.book.undoing.last
    assert last is not None
    wrong = {"seat": 1, "on": "undo", "choice": "0" * 64}
    assert refusal(match.book.note, "vote", match.now, **wrong).code == "undo/vote"
    for seat in range(3):
        vote(match, seat)
    facts = {"ply": last.facts["ply"], "entry": last.leaf.hex(), "seat": last.facts["seat"]}
    take_back(match)
    assert refusal(match.book.note, "taken-back", match.now, **facts).code == "undo/nothing"
    match.play_on(Random(1))
    ended = match.book.undoing.last
    assert ended is not None
    assert (
        refusal(match.book.note, "vote", match.now, **{**wrong, "choice": ended.leaf.hex()}).code
        == "undo/over"
    )


def test_a_bots_move_stays() -> None:
    match = begun(0, auths=(BOT, KEY, KEY))
    while match.book.game.turn != 0:
        match.move("bank")
    match.move("bank")
    assert refusal(vote, match, 1).code == "undo/not-own"


def test_a_vote_lapses_when_somebody_moves() -> None:
    match = begun(0)
    match.move(harmless_action(match))
    vote(match, 0)
    vote(match, 1)
    match.move(harmless_action(match))
    vote(match, 2)
    assert refusal(take_back, match).code == "undo/missing"


def test_what_turned_something_up_stays() -> None:
    match = begun(0)
    rng = Random(3)
    while True:
        match.move(random_action(match.book, rng))
        if match.book.plies[-1].facts["turned"]:
            break
    assert refusal(vote, match, 0).code == "undo/shown"


def test_a_move_that_answers_what_was_undone_is_stale() -> None:
    match = begun(0)
    match.move(harmless_action(match))
    late = match.letter("bank")
    for seat in range(3):
        vote(match, seat)
    take_back(match)
    match.move("bank")
    assert refusal(match.book.take_move, late, match.now).code == "move/stale"


def test_an_archive_with_something_taken_back_can_not_be_twisted() -> None:
    match = begun()
    match.book.hold(match.letter(harmless_action(match)), match.now)
    take_back(match)
    match.book.hold(match.letter("bank", nonce="f" * 32), match.now)
    match.now += WINDOW
    match.book.release(match.now)
    match.play_on(Random(2))
    match.close()
    good = archive.write(archive.finished(match.book, match.server))
    assert verify(good).taken_back == 1
    facts = told(good)
    at = next(n for n, item in enumerate(facts["log"]) if item["entry"].get("about") == "taken-back")
    without = {**facts, "log": facts["log"][:at] + facts["log"][at + 1 :]}
    assert refusal(verify, forge(without)).code == "undo/not-now"
    never = {**facts, "log": facts["log"][: at - 1] + facts["log"][at + 1 :]}
    assert refusal(verify, forge(never)).code.startswith("move/")  # its head was never the head of this log
    early = told(good)
    ply = next(item["entry"] for item in early["log"][at:] if item["entry"]["kind"] == "ply")
    ply["at"] -= 1
    assert refusal(verify, forge(early)).code == "undo/early"


def test_the_clock_stands_while_a_move_is_held_and_goes_on() -> None:
    match = begun(pace="1d+bank:1h")
    clock = match.book.time.clock
    assert clock
    assert clock.turn
    deadline = clock.turn.deadline
    match.now = (deadline or 0) - 1
    match.book.hold(match.letter(harmless_action(match)), match.now)
    assert match.book.time.clock
    assert match.book.time.clock.turn
    assert match.book.time.clock.turn.deadline is None
    match.now += WINDOW - 1
    take_back(match)
    assert match.book.time.clock.turn
    assert match.book.time.clock.turn.deadline == match.now + 1
    match.book.hold(match.letter("bank", nonce="f" * 32), match.now)
    match.now += WINDOW
    match.book.release(match.now)
    read_again(match)


def test_a_turn_that_is_undone_begins_anew_without_what_it_brought() -> None:
    match = begun(0, pace="10m+bank:2h+more:1h")
    clock = match.book.time.clock
    assert clock
    assert clock.turn
    seat, banked = clock.turn.seat, clock.turn.bank_left(match.now + 3000)
    match.now += 3000
    match.book.take_move(match.letter(harmless_action(match)), match.now)
    for number in range(3):
        vote(match, number)
    take_back(match)
    clock = match.book.time.clock
    assert clock
    assert clock.turn
    assert (clock.turn.seat, clock.turn.began) == (seat, match.now)
    assert clock.seats[seat].bank == banked
    read_again(match)


def test_orders_sent_with_a_held_move_begin_behind_it() -> None:
    match = begun(auths=(KEY, KEY))
    seat = match.book.game.turn
    match.book.hold(match.letter("bank"), match.now)
    send(match, seat, "next: bank")
    assert not match.book.standing.of(seat).is_over(match.book.game)  # type: ignore[union-attr]
    match.now += WINDOW
    match.book.release(match.now)
    match.now += 60
    match.move(harmless_action(match))
    assert match.book.game.turn == seat
    assert by_orders(match)
    read_again(match)


def test_orders_end_with_the_move_that_is_taken_back() -> None:
    match = begun(auths=(KEY, KEY))
    seat = match.book.game.turn
    match.book.hold(match.letter("bank"), match.now)
    send(match, seat, "next: bank")
    take_back(match)
    assert match.book.standing.of(seat) is None


def test_others_orders_forget_what_was_undone() -> None:
    match = begun(0, auths=(KEY, KEY))
    seat = match.book.game.turn
    send(match, 1 - seat, "next: bank; stop if ousted")
    before = match.book.standing.of(1 - seat)
    match.now += 60
    match.book.take_move(match.letter(harmless_action(match)), match.now)
    assert match.book.standing.of(1 - seat) != before
    vote(match, 0)
    vote(match, 1)
    take_back(match)
    assert match.book.standing.of(1 - seat) == before


@pytest.mark.parametrize("face_down", [False, True])
def test_what_shows_nothing_lets_nobody_see_more(face_down: bool) -> None:
    """Every piece that somebody sees after such a ply they saw before it, somewhere."""
    rng = Random(11)
    for seed in range(4):
        match = new_match(seed, 3, auths=(KEY, KEY, KEY), face_down=face_down)
        while not match.book.game.over:
            before = match.book.game
            match.move(random_action(match.book, rng))
            course = match.book.course
            assert course
            if shows(before, course.events[-1]):
                continue
            for seat in range(3):
                new = names(match.book.game, seat) - names(before, seat)
                assert not new, (match.book.plies[-1].facts, new)


def names(game: Game, seat: int) -> set[str]:
    """All pieces that a seat can see, by name and how many of each."""
    seen = view(game, seat)
    lying = [*seen.tiles, *seen.cards, *seen.draft, *seen.drawn]
    own = [card for pit in seen.pits for card in (*pit.orders, *pit.delivered)]
    bought = [tile for pit in seen.pits for tile in pit.tiles]
    found = [piece.name for piece in (*lying, *own, *bought) if piece is not None and "?" not in piece.name]
    return {f"{name} {found[:n].count(name)}" for n, name in enumerate(found)}


def changed_minds() -> bytes:
    """The archive of a game in which minds were changed: in the window, and with the consent of all."""
    match = begun()
    match.book.hold(match.letter(harmless_action(match)), match.now)
    take_back(match)
    match.book.hold(match.letter("bank", nonce="f" * 32), match.now)
    match.now += WINDOW
    match.book.release(match.now)
    match.move(harmless_action(match))
    for seat in range(3):
        vote(match, seat)
    take_back(match)
    match.play_on(Random(2), 12)
    archive.close(match.book, match.seed, match.now, abandoned=True)
    return archive.write(archive.finished(match.book, match.server))


KEPT = Path(__file__).parents[2] / "vectors" / "undo-game.json"


def test_the_kept_sample_still_verifies_and_is_still_made() -> None:
    data = KEPT.read_bytes()
    assert verify(data).taken_back == 2
    assert changed_minds() == data
