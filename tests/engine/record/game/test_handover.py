"""Handing over a seat in a log: what gives a right to it, and what does not."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.opening import KEY, MAILBOX
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from engine.record.names.display_name import Name
from tests.engine.record.club import Match, new_match, player_key, refusal

NAME = Name("Emil", bytes(16))


def join_letter(match: Match, handle: str, nonce: int = 1) -> bytes:
    opening, key = match.book.opening, player_key(handle)
    letter = Join(opening.server, opening.game, handle, key.public, "0" * 64, f"{nonce:032x}")
    return seal_letter(letter, key)


def offer(match: Match, seat: int, text: str) -> bytes:
    handle = match.book.seats[seat].handle
    request = Request(match.book.opening.server, handle, "0" * 32, text)
    return seal_letter(request, player_key(handle))


def facts(handle: str, seat: int, how: str, **more: Any) -> dict[str, Any]:
    key = player_key(handle).public.line
    return {
        "seat": seat,
        "handle": handle,
        "auth": KEY,
        "key": key,
        "name": NAME.commitment,
        "how": how,
        **more,
    }


def refused(match: Match, letters: list[bytes], **told: Any) -> str:
    before = match.book.log.head
    code = refusal(match.book.note, "seat", match.now, letters, **told).code
    assert match.book.log.head == before
    return code


def test_a_seat_goes_only_to_whom_its_player_gave_it() -> None:
    match = new_match(4, 3, auths=(KEY, KEY, MAILBOX))
    match.play_on(Random(4), 6)
    game = match.book.opening.game
    join = join_letter(match, "emil")
    given = facts("emil", 0, "given")
    assert refused(match, [], **given) == "handover/no-letter"
    assert refused(match, [join_letter(match, "fred")], **given) == "handover/other"
    assert refused(match, [join], **given) == "handover/no-right"
    assert refused(match, [join, offer(match, 0, f"substitute {game} fred")], **given) == "handover/no-right"
    assert refused(match, [join, offer(match, 1, f"substitute {game} emil")], **given) == "keyring/not-yours"
    assert refused(match, [join], **facts("emil", 0, "open")) == "handover/no-right"
    assert refused(match, [join], **facts("emil", 0, "back")) == "handover/no-right"
    ben = match.book.seats[1].handle
    assert refused(match, [join_letter(match, ben)], **facts(ben, 0, "given")) == "handover/knows"
    match.book.note("seat", match.now, [join, offer(match, 0, f"substitute {game} emil")], **given)
    assert match.book.seats[0].handle == "emil"
    proved = verify(archive.write(archive.running(match.book, match.server)))
    assert proved.players[0] == "emil", "the name is not told"


def test_a_lent_seat_comes_back_when_its_time_has_come() -> None:
    match = new_match(4, 2, auths=(KEY, KEY))
    game, owner = match.book.opening.game, match.book.seats[0].handle
    until = match.now + 1000
    asked = offer(match, 0, f"substitute {game} emil until 2027-01-05")
    lent = facts("emil", 0, "lent", until=until)
    assert refused(match, [join_letter(match, "emil"), asked], **{**lent, "until": 0}) == "handover/no-right"
    match.book.note("seat", match.now, [join_letter(match, "emil"), asked], **lent)
    back = facts(owner, 0, "back")
    assert refused(match, [], **back) == "handover/no-letter", "it is too early"
    again = join_letter(match, "fred", 5)
    assert refused(match, [again], **facts("fred", 0, "given")) == "handover/no-right", "it is only lent"
    match.now = until
    match.book.note("seat", match.now, [], **back)
    assert match.book.seats[0].handle == owner
    match.play_on(Random(1), 4)
    verify(archive.write(archive.running(match.book, match.server)))


def test_nobody_comes_again_with_another_key_or_when_all_is_over() -> None:
    match = new_match(4, 2, auths=(KEY, KEY))
    owner = match.book.seats[0].handle
    match.book.note("substitute", match.now, seat=0, how="bot")
    opening, key = match.book.opening, player_key("somebody else")
    letter = Join(opening.server, opening.game, owner, key.public, "0" * 64, "3" * 32)
    told = {**facts(owner, 0, "open"), "key": key.public.line}
    assert refused(match, [seal_letter(letter, key)], **told) == "handover/other-key"
    assert refused(match, [join_letter(match, owner, 9)], **facts(owner, 1, "open")) == "handover/knows"
    two = facts("emil", 0, "open")
    match.book.note("seat", match.now, [join_letter(match, "emil")], **two)
    match.book.note("substitute", match.now, seat=1, how="bot")
    emil = player_key("emil")
    twin = Join(opening.server, opening.game, "fred", emil.public, "0" * 64, "4" * 32)
    told = {**facts("fred", 1, "open"), "key": emil.public.line}
    assert refused(match, [seal_letter(twin, emil)], **told) == "handover/two"
    unstarted = new_match(4, 2, auths=(KEY, KEY))
    unstarted.book.course = None
    assert refused(unstarted, [join_letter(unstarted, "emil")], **two) == "handover/no-game"
