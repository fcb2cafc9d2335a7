"""Archives that somebody changed, or a server forged, and odd ones that are right, for the page to judge."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.record.archive import archive
from engine.record.game.book import Book
from engine.record.game.opening import KEY, MAILBOX
from engine.record.keyring.keyring import Recovered
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import open_seal
from engine.record.names.display_name import Name
from tests.engine.record.archive import test_forged_deal as deal
from tests.engine.record.archive import test_forged_seats as seats
from tests.engine.record.archive import test_forgery as history
from tests.engine.record.club import (
    BEGUN,
    SERVER,
    names,
    new_match,
    player_key,
    random_action,
    seat_of,
    secret,
    server_key,
)
from tests.engine.record.game.test_table import SEED, open_table, tell_all


def flipped(data: bytes, at: int, bit: int) -> str:
    """The text with one bit changed, as a browser reads it."""
    return (data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]).decode("utf-8", "replace")


def recovered_game() -> bytes:
    """A mailbox player asks for a key of their own, takes it back, asks again, gets it and uses it."""
    match, rng = new_match(4, 3), Random(4)
    book, own, lost = match.book, PrivateKey(secret("own")), PrivateKey(secret("lost"))
    match.play_on(rng, 12)
    for key in (lost, own):
        code = "GP-0000-0000-0000"
        raw = seal_letter(Recover(SERVER, "ben", key.public, code, secret(key.public.line)[:16].hex()), key)
        book.change_key(raw, match.now)
        asked = open_seal(raw).letter_id
        if key is lost:
            book.change_key(seal_letter(Veto(SERVER, "ben", asked), player_key("ben")), match.now)
    match.now += 72 * 3600
    book.recovered(Recovered("ben", asked), match.now)
    while not book.game.over:
        changes: dict[str, Any] = {"key": own, "by": None} if book.game.turn == 1 else {}
        book.take_move(match.letter(random_action(book, rng), **changes), match.now)
    match.close()
    return archive.write(archive.finished(book, match.server))


def change_plies(facts: dict[str, Any], ply: int) -> None:
    facts["plies"][ply]["action"] = "bank"


def change_entry(facts: dict[str, Any], ply: int) -> None:
    entry_of(facts, ply)["entry"]["action"] = "bank"


def change_letter(facts: dict[str, Any], ply: int) -> None:
    item = entry_of(facts, ply)
    item["letters"][0] = item["letters"][0].replace("action = ", "action =  ")


def change_seat(facts: dict[str, Any], ply: int) -> None:
    facts["plies"][ply]["seat"] ^= 1


def entry_of(facts: dict[str, Any], ply: int) -> dict[str, Any]:
    (found,) = [item for item in facts["log"] if item["entry"].get("ply") == ply]
    return dict(found) | {"entry": found["entry"], "letters": found["letters"]}


def rename(facts: dict[str, Any]) -> str:
    facts["names"][1]["name"] = "Mallory"
    return "names 1"


def reseat(facts: dict[str, Any]) -> str:
    facts["players"][0]["handle"] = "mallory"
    return "players 0"


def restack(facts: dict[str, Any]) -> str:
    tiles = facts["stacks"]["tiles"]
    tiles[0], tiles[1] = tiles[1], tiles[0]
    return "stacks"


def more_points(facts: dict[str, Any]) -> str:
    facts["final"][0]["vp"] += 100
    return "final"


def drop_entry(facts: dict[str, Any]) -> str:
    facts["log"].pop(40)
    return "entry 40"


def drop_checkpoint_seal(facts: dict[str, Any]) -> str:
    note = facts["checkpoints"][2]
    facts["checkpoints"][2] = note[:-10] + ("B" if note[-10] != "B" else "C") + note[-9:]
    return "checkpoint 2"


def forge_move(facts: dict[str, Any], ply: int) -> None:
    """The server writes another move for a player, under the seal of the one that was made."""
    facts["plies"][ply]["action"] = "bank"
    item = entry_of(facts, ply)
    item["entry"]["action"] = "bank"
    payload, seal = item["letters"][0].split("#sig1")
    item["letters"][0] = payload.split("action = ")[0] + 'action = "bank"\n#sig1' + seal


FORGERIES = (
    deal.other_seed,
    deal.other_seed_and_commitment,
    deal.swapped_tiles,
    deal.moved_card,
    deal.other_start,
    deal.other_entropy,
    deal.other_commitment,
    deal.commitment_of_a_bot,
    deal.untold_share,
    deal.share_told_by_the_server,
    deal.old_log,
    deal.commitment_of_a_mailbox,
    deal.other_face_up_tiles,
    deal.other_order,
    deal.other_seat_numbers,
    deal.a_seat_left_over,
    history.dropped_ply,
    history.swapped_plies,
    history.doubled_ply,
    history.added_note,
    history.later,
    seats.other_name,
    seats.other_handle,
    seats.other_auth,
    seats.a_bot_for_a_player,
    seats.key_of_the_server,
    seats.own_keys_only,
    seats.join_by_the_server,
)


def given_up(book: Book, names_: Sequence[Name]) -> bytes:
    """A game that starts with this table and is given up at once."""
    book.start(names_, SEED, BEGUN + 60)
    archive.close(book, SEED, BEGUN + 61, abandoned=True)
    return archive.write(archive.finished(book, server_key()))


def table_left(raw: bytes | None, at: int = BEGUN + 20, *, full: bool = True, told: bool = False) -> bytes:
    """Anna left the table, by this letter or by none; Dmitri came, and they began."""
    book = open_table(KEY, MAILBOX, KEY, joined=3 if full else 1)
    if told:
        tell_all(book)
    # Whether the book would allow it is not asked here: a forging server writes what it likes.
    book.log.append(book.log.write("leave", at, [raw] if raw else [], seat=0))
    book.table.get_up(0)
    for number, auth in ((3, KEY),) if full else ((3, KEY), (1, MAILBOX), (2, KEY)):
        book.join(seat_of(book.opening, number, auth, 1), at)
    tell_all(book)
    return given_up(book, names(1, 3))
