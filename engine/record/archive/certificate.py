"""The certificate: in short, what a verification proved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any

from engine.record.game.authority import CLOCK, DELEGATED, UNTYPED
from engine.record.game.book import Book
from engine.record.game.changes.host import HostAct, host_acts
from engine.record.game.changes.undo import TAKEN_BACK
from engine.record.game.changes.votes import PACE
from engine.record.game.opening import NO_CLOCK
from engine.record.letters.key import PublicKey
from engine.record.log.log import Entry
from engine.rules import winners


@dataclass(frozen=True, slots=True)
class Certificate:
    """The result of a verification: everything that it proved."""

    game: str
    server: str
    server_key: PublicKey | None
    """The key that everything stands on: compare its fingerprint with the host's."""
    signed: bool
    state: str
    """finished, abandoned or running."""
    players: tuple[str, ...]
    """The display names, in seat order; a handle where the name is missing."""
    unnamed: tuple[int, ...]
    """The seats whose names are missing: they were forgotten at their players' wish."""
    auths: tuple[str, ...]
    """The seal of each seat's moves: key, mailbox or bot."""
    plies: int
    letters: int
    """Sealed letters that were opened and verified."""
    delegated: int
    """Plies that a mailbox player sent as plain text and the server sealed."""
    untyped: int
    """Plies that nobody typed: by a bot, a clock, a standing order or a substitute."""
    unseen: int
    """Letters of a running game that are still secret."""
    entries: int
    head: str
    vp: tuple[int, ...]
    winners: tuple[int, ...]
    reopened: int | None = None
    """The times that the full table was left before the start, each for a new shuffle; `None` where joining
    did not commit to anything, so that whoever joined last could choose the shuffle with the server.
    """
    missed: tuple[int, ...] | None = None
    """The turns of each seat that ran out of time, none of them early; `None` without a clock."""
    taken_back: int = 0
    """The number of moves that were taken back, before they were played or after it with all consenting."""
    votes: tuple[tuple[str, str, bool], ...] = ()
    """The votes that were over: on what, for which choice, and whether it was carried."""
    host_acts: tuple[HostAct, ...] = ()
    """The acts of the host in the game, but that it was ended."""
    closed_because: str = ""
    """The reason for which the host ended the game; nothing, if the players did."""

    def facts(self) -> dict[str, Any]:
        """The certificate for scripts."""
        key = self.server_key
        committed = {} if self.reopened is None else {"reopened": self.reopened}
        return {
            "game": self.game,
            "server": self.server,
            "server_key": key.line if key else None,
            "fingerprint": key.fingerprint if key else None,
            "signed": self.signed,
            "state": self.state,
            "players": list(self.players),
            "unnamed": list(self.unnamed),
            "auths": list(self.auths),
            "plies": self.plies,
            "letters": self.letters,
            "delegated": self.delegated,
            "untyped": self.untyped,
            "unseen": self.unseen,
            "entries": self.entries,
            "head": self.head,
            "vp": list(self.vp),
            "winners": list(self.winners),
            **committed,
            **({} if self.missed is None else {"missed": list(self.missed)}),
            **({"taken_back": self.taken_back} if self.taken_back else {}),
            **({"votes": [list(vote) for vote in self.votes]} if self.votes else {}),
            **({"host_acts": [act._asdict() for act in self.host_acts]} if self.host_acts else {}),
            **({"closed_because": self.closed_because} if self.closed_because else {}),
        }


def certify(book: Book) -> Certificate:
    """The certificate of a book that was read from verified entries."""
    entries = book.log.entries
    marks = [entry.facts.get("by") for entry in book.plies]
    letters = [letter for entry in entries for letter in entry.letters]
    unseen = letters.count(None)
    game = book.game
    return Certificate(
        game=book.opening.game,
        server=book.opening.server,
        server_key=book.opening.server_key,
        signed=True,
        state=("finished" if game.over else "abandoned") if book.closed else "running",
        players=book.shown_names(),
        unnamed=tuple(number for number, name in enumerate(book.names) if name is None),
        auths=tuple(seat.auth for seat in book.seats),
        plies=len(marks),
        letters=len(letters) - unseen,
        delegated=marks.count(DELEGATED),
        untyped=sum(mark in UNTYPED for mark in marks),
        unseen=unseen,
        entries=len(entries),
        head=book.log.head,
        vp=tuple(game.vp),
        winners=winners(game),
        reopened=book.table.reopened if book.opening.commits else None,
        missed=None if book.time.clock is None else missed_turns(book),
        taken_back=sum(entry.facts.get("about") == TAKEN_BACK for entry in entries),
        votes=tuple((vote["on"], vote["choice"], vote["passed"]) for vote in book.votes.decided),
        host_acts=tuple(host_acts(entries)),
        closed_because=book.closed_because(),
    )


def missed_turns(book: Book) -> tuple[int, ...]:
    """The number of each seat's moves that were made because the time for them was up.

    Of such notes from before the game was given a clock nothing can be proved, so they don't count.
    """
    entries: Iterable[Entry] = book.log.entries
    if book.opening.pace == NO_CLOCK:
        entries = dropwhile(lambda entry: entry.facts.get("about") != PACE, entries)
    out = [entry.facts["seat"] for entry in entries if entry.facts.get("about") == CLOCK]
    return tuple(out.count(number) for number in range(len(book.seats)))
