"""Games in which a move can be taken back, and the letters for it."""

from __future__ import annotations

from random import Random

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.changes.undo import shows
from engine.record.game.opening import KEY, MAILBOX
from engine.record.game.read_book import read_book
from engine.record.game.recall import recall_book
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from engine.record.log.log import Entry
from engine.rules import Action, Draw, legal_actions, play
from tests.engine.record.club import (
    HANDLES,
    SERVER,
    Match,
    new_match,
    player_key,
    secret,
)

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
