"""An independent checker: every letter is in the log once, logs verify, mails are true, nothing is stuck.

It shares as little as it can with what it checks: the log is read with plain SQL and hashed by hand, letters
are compared with what their senders kept, boards with what the mailboxes hold. Only the
rules of the game and the archive's verification are the product's own.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sqlalchemy import text

from engine.record.archive.verify import verify
from engine.record.letters.key import PrivateKey
from engine.rules import to_data, view
from server.games.archives import write_archive
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.visit.shelf import read_book

Row = dict[str, Any]
UNREADABLE = (ValueError, KeyError, TypeError, IndexError)
"""What reading a broken log may raise."""


@dataclass
class Witness:
    """What the players know: nothing of it comes from the server's own records."""

    sent: dict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    """By game, the letter of each ply from the first one on; a letter may have been mailed many times."""
    begun: dict[str, int] = field(default_factory=dict)
    """By game, how many plies there were before."""
    boards: dict[tuple[str, str], Row] = field(default_factory=dict)
    """By game and handle, the position in the last mail of that player's mailbox."""


def find_faults(ledger: Ledger, witness: Witness, key: PrivateKey) -> Iterator[str]:
    """Everything that is not as it should be."""
    logs = _logs(ledger)
    yield from _lost_or_doubled(logs, witness)
    yield from _broken_chains(ledger, logs)
    yield from _unproved(ledger, key)
    yield from _wrong_boards(ledger, witness)
    yield from _stuck(ledger)


def _select(ledger: Ledger, statement: str) -> list[Row]:
    with ledger.reading() as session:
        return [dict(row) for row in session.connection().execute(text(statement)).mappings()]


def _logs(ledger: Ledger) -> dict[str, list[Row]]:
    logs: dict[str, list[Row]] = defaultdict(list)
    for row in _select(ledger, "SELECT * FROM entry ORDER BY game_id, seq"):
        logs[row["game_id"]].append(row)
    return logs


def _letters(row: Row) -> list[bytes]:
    return [letter.encode() for letter in json.loads(row["letters"]) if letter is not None]


def _lost_or_doubled(logs: Mapping[str, list[Row]], witness: Witness) -> Iterator[str]:
    """The letters of each game's plies are those that were sent for them, each once and in this order."""
    everywhere: Counter[bytes] = Counter()
    for game, sent in witness.sent.items():
        plies = [row for row in logs.get(game, []) if row["kind"] == "ply"][witness.begun.get(game, 0) :]
        logged = [letter for row in plies for letter in _letters(row)]
        everywhere.update(logged)
        for ply, letter in enumerate(sent):
            if letter not in logged:
                yield f"{game}: the letter of ply {ply} is lost"
        if logged != sent and set(logged) >= set(sent):
            yield f"{game}: its log has other plies than were sent"
    for letter, times in everywhere.items():
        if times > 1:
            yield f"a letter counts {times} times: {sha256(letter).hexdigest()[:12]}"


def _broken_chains(ledger: Ledger, logs: Mapping[str, list[Row]]) -> Iterator[str]:
    """Entry by entry: number, the hash of the one before, its own hash, and the hashes of its letters."""
    for game, log in logs.items():
        before = ""
        for seq, row in enumerate(log):
            facts = json.loads(row["facts"])
            line = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
            leaf = sha256(b"\0" + line).hexdigest()
            if (facts["seq"], row["seq"], facts["prev"], row["leaf"]) != (seq, seq, before, leaf):
                yield f"{game}: entry {seq} does not follow from the one before"
                break
            held = [letter for letter in json.loads(row["letters"]) if letter is not None]
            if {sha256(letter.encode()).hexdigest() for letter in held} - set(facts["letters"]):
                yield f"{game}: entry {seq} names other letters than lie beside it"
                break
            before = leaf
    for row in _select(ledger, "SELECT id, entries FROM game"):
        if len(logs.get(row["id"], [])) != row["entries"]:
            yield f"{row['id']}: entries are missing at the end of its log"


def _unproved(ledger: Ledger, key: PrivateKey) -> Iterator[str]:
    """The archive that a player would get is verified, each signature and each rule."""
    for row in _select(ledger, "SELECT id FROM game WHERE state <> 'open' ORDER BY id"):
        with ledger.reading() as session:
            try:
                game = session.get_one(rows.Game, row["id"])
                verify(write_archive(session, game, read_book(session, game), key), key.public)
            except UNREADABLE as error:
                yield f"{row['id']}: its archive does not verify: {error}"


def _wrong_boards(ledger: Ledger, witness: Witness) -> Iterator[str]:
    """What stands in everybody's last mail is the board as it is."""
    for (game_id, handle), shown in witness.boards.items():
        try:
            with ledger.reading() as session:
                book = read_book(session, session.get_one(rows.Game, game_id))
        except UNREADABLE:
            yield f"{game_id}: its log can't be read, and nobody knows its board"
            continue
        (seat,) = [number for number, one in book.joined.items() if one.handle == handle]
        if shown != json.loads(json.dumps(to_data(view(book.game, seat)))):
            yield f"{game_id}: the last mail to {handle} shows another board"


def _stuck(ledger: Ledger) -> Iterator[str]:
    """No mail waits to be dealt with or to be sent, was set aside, or was given up."""
    for table, idle in (("inbox", "'done', 'oversize'"), ("outbox", "'sent'")):
        counted = _select(
            ledger, f"SELECT state, count(*) AS n FROM {table} WHERE state NOT IN ({idle}) GROUP BY state"
        )
        for row in counted:
            yield f"{table}: {row['n']} mails are {row['state']}"
