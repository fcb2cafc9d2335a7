"""Change of mind: what can be taken back, what can't, and that log, archive and clock know it."""

from __future__ import annotations

from random import Random

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.changes.undo import MOST
from engine.record.game.opening import KEY
from engine.record.game.seats import BOT
from tests.engine.record.club import (
    forge,
    player_key,
    random_action,
    refusal,
    told,
)
from tests.engine.record.game.changes.undoing import (
    WINDOW,
    asking,
    begun,
    harmless_action,
    read_again,
    take_back,
    vote,
)


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
