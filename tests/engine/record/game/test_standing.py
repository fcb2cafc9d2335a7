"""Standing orders in log and archive: secret until the end, and proved there to be what was played."""

from __future__ import annotations

from random import Random

import pytest

from engine import ahead
from engine.bots.lists import propose
from engine.errors import Refused
from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.book import Book
from engine.record.game.opening import KEY, MAILBOX
from engine.record.game.recall import recall_book
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.move import By
from engine.record.letters.kinds.orders import StandingOrders
from engine.record.letters.post import seal_letter
from engine.record.log.log import Entry
from engine.rules import Bank, view
from tests.engine.record.archive.test_secrets import running, told
from tests.engine.record.club import (
    HANDLES,
    SERVER,
    Match,
    new_match,
    player_key,
    random_action,
    refusal,
    secret,
    server_key,
)


def orders_letter(
    match: Match, seat: int, text: str, key: PrivateKey | None = None, **changes: object
) -> bytes:
    delegated = By("delegated", secret("code").hex()) if match.auths[seat] == MAILBOX else None
    facts: dict[str, object] = {
        "server": SERVER,
        "game": match.book.opening.game,
        "handle": HANDLES[seat],
        "ply": match.book.game.ply,
        "nonce": secret("orders", len(match.book.log.entries))[:16].hex(),
        "orders": text,
        "by": delegated,
    }
    letter = StandingOrders(**{**facts, **changes})  # type: ignore[arg-type]
    return seal_letter(letter, key or player_key(HANDLES[seat]))


def send(match: Match, seat: int, text: str, **changes: object) -> Entry:
    letter = orders_letter(match, seat, text, **changes)  # type: ignore[arg-type]
    return match.book.note("standing", match.now, [letter], seat=seat, secret=True)


def by_orders(match: Match) -> bool:
    """Play what the orders of the seat to move give, if they give anything."""
    book, seat = match.book, match.book.game.turn
    order = book.standing.of(seat)
    if order is None or order.orders is None:
        return False
    decision = ahead.decide(order.orders, view(book.game, seat), order.memory)
    if not isinstance(decision, ahead.Play):
        return False
    move = match.letter(decision.action, by=By("standing", order.entry), key=server_key())
    book.take_move(move, match.now)
    return True


def begun(auths: tuple[str, ...] = (KEY, KEY)) -> Match:
    """A game after its draft."""
    match = new_match(5, len(auths), auths=auths)
    match.play_on(Random(5), 3 * len(auths))
    return match


@pytest.fixture
def match() -> Match:
    return begun()


def other(match: Match) -> int:
    return 1 - match.book.game.turn


def match_by_lists() -> tuple[Match, int]:
    """A finished game in which all play by lists as far as they reach, and how many plies were by lists."""
    match = new_match(9, 4, auths=(KEY, MAILBOX, KEY, KEY))
    rng, played = Random(9), 0
    while not match.book.game.over:
        game, seat = match.book.game, match.book.game.turn
        order = match.book.standing.of(seat)
        spent = order is None or order.memory.played or order.memory.by_hand
        if spent and not game.drawn and (orders := propose(view(game, seat), seat, "greedy")):
            send(match, seat, orders.in_one_line())
        if by_orders(match):
            played += 1
        else:
            match.move(random_action(match.book, rng))
    match.close()
    return match, played


def test_a_whole_game_by_lists() -> None:
    match, played = match_by_lists()
    assert played > 0.9 * match.book.game.ply
    whole = archive.write(archive.finished(match.book, match.server))
    assert verify(whole).untyped == played
    recalled = recall_book(match.book.log.entries, match.seed)
    assert recalled.game == match.book.game
    assert [recalled.standing.of(seat) for seat in range(4)] == [
        match.book.standing.of(seat) for seat in range(4)
    ]


def test_the_server_can_play_nothing_else(match: Match) -> None:
    seat = other(match)
    note = send(match, seat, "next: money 4 if costs <= 1; else bank")
    match.move("bank")
    by = By("standing", note.leaf.hex())
    error = refusal(match.book.take_move, match.letter("bank", by=by, key=server_key()), match.now)
    assert error.code == "orders/other-move"
    assert "money 4" in str(error)
    match.book.take_move(match.letter("money 4", by=by, key=server_key()), match.now)


def test_a_stop_is_kept_by_the_server_too(match: Match) -> None:
    seat = other(match)
    note = send(match, seat, f"next: bank; stop if seat {2 - seat} played bank")
    match.move("bank")
    by = By("standing", note.leaf.hex())
    error = refusal(match.book.take_move, match.letter("bank", by=by, key=server_key()), match.now)
    assert error.code == "orders/other-move"


def test_orders_play_one_move_a_turn(match: Match) -> None:
    seat = other(match)
    note = send(match, seat, "next: bank")
    match.move("bank")
    assert by_orders(match)
    match.move("bank")
    letter = match.letter("bank", by=By("standing", note.leaf.hex()), key=server_key())
    assert refusal(match.book.take_move, letter, match.now).code == "orders/other-move"


def test_new_orders_replace_the_old(match: Match) -> None:
    seat = other(match)
    old = send(match, seat, "next: bank")
    send(match, seat, "next: money 4 if costs <= 1")
    match.move("bank")
    letter = match.letter("bank", by=By("standing", old.leaf.hex()), key=server_key())
    assert refusal(match.book.take_move, letter, match.now).code == "orders/replaced"
    assert by_orders(match)


def test_orders_can_be_withdrawn(match: Match) -> None:
    seat = other(match)
    old = send(match, seat, "next: bank")
    send(match, seat, "none")
    match.move("bank")
    assert not by_orders(match)
    letter = match.letter("bank", by=By("standing", old.leaf.hex()), key=server_key())
    assert refusal(match.book.take_move, letter, match.now).code == "orders/replaced"


def test_what_a_note_refuses(match: Match) -> None:
    seat = other(match)
    before = match.book.game.ply
    for changes, code in [
        ({"text": "next: Bank"}, "orders/not-canonical"),
        ({"text": "next: bank;then: bank"}, "orders/not-canonical"),
        ({"text": "next: sing"}, "notation/unknown-verb"),
        ({"text": "next: bank", "handle": HANDLES[1 - seat]}, "orders/other-seat"),
        ({"text": "next: bank", "by": By("delegated", "0" * 64)}, "move/wrong-mark"),
        ({"text": "next: bank", "by": By("bot", "0" * 64)}, "orders/mark"),
        ({"text": "next: bank", "ply": before + 1}, "orders/stale"),
        ({"text": "next: bank", "key": player_key(HANDLES[1 - seat])}, "keyring/not-yours"),
    ]:
        with pytest.raises(Refused) as caught:
            send(match, seat, **changes)  # type: ignore[arg-type]
        assert caught.value.code == code, changes
    assert match.book.standing.of(seat) is None


def test_orders_that_were_overtaken(match: Match) -> None:
    seat = match.book.game.turn
    before = match.book.game.ply
    match.move("bank")
    with pytest.raises(Refused) as caught:
        send(match, seat, "next: bank", ply=before)
    assert caught.value.code == "orders/stale"
    send(match, seat, "next: bank", ply=before + 1)


def test_the_draft_is_drafted_by_a_list() -> None:
    match = new_match(5, 2, auths=(KEY, MAILBOX))
    for seat in range(2):
        send(match, seat, "draft: kk, gg, any; next: bank", ply=0)
    while match.book.game.draft:
        assert by_orders(match)
    assert by_orders(match)
    assert all(len(pit.orders) == 3 for pit in match.book.game.pits)


def test_a_mailbox_players_orders_are_sealed_by_the_key_that_the_server_holds() -> None:
    match = begun((KEY, MAILBOX))
    while match.book.game.turn != 0:
        match.move("bank")
    send(match, 1, "next: bank")
    with pytest.raises(Refused) as caught:
        send(match, 1, "next: bank", by=None)
    assert caught.value.code == "move/wrong-mark"
    match.move("bank")
    assert by_orders(match)


def test_others_see_nothing_until_the_end(match: Match) -> None:
    seat = other(match)
    note = send(match, seat, "next: money 4 if costs <= 1; else order kk if costs <= 1; then: bank")
    match.move("bank")
    assert by_orders(match)
    data = running(match)
    assert b"order kk" not in data
    assert verify(data).untyped == 1
    while not match.book.game.over:
        match.move(Bank() if not match.book.game.drawn else random_action(match.book, Random(1)))
    match.close()
    whole = archive.write(archive.finished(match.book, match.server))
    assert b"else order kk if costs <= 1; then: bank" in whole
    assert verify(whole).untyped == 1
    facts = told(whole)
    facts["log"][note.seq]["letters"] = [None]
    assert refusal(verify, archive.write(facts)).code == "log/missing-letter"


def test_an_archive_with_a_move_that_its_orders_do_not_give(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that signs what it likes is found out at the end."""
    seat = other(match)
    note = send(match, seat, "next: money 4 if costs <= 1")
    match.move("bank")
    with monkeypatch.context() as patched:
        patched.setattr(Book, "_check_follows", lambda *_: None)
        match.book.take_move(
            match.letter("bank", by=By("standing", note.leaf.hex()), key=server_key()), match.now
        )
    seq = len(match.book.log.entries) - 1
    while not match.book.game.over:
        match.move(Bank())
    match.close()
    whole = archive.write(archive.finished(match.book, match.server))
    error = refusal(verify, whole)
    assert (error.code, error.facts["entry"]) == ("orders/other-move", seq)
