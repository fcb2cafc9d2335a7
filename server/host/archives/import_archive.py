"""Taking a finished game in from its archive: verified whole, then kept as if it had been played here.

Its players become guests, known as `anna@pit.example.org` and without a way in, unless they are here
already: whoever sealed the game with a key that belongs to a player of this server is that player.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlmodel import Session, select

from engine.errors import Refused
from engine.record.archive.certificate import Certificate
from engine.record.archive.verify import verify
from engine.record.game.book import Book
from engine.record.game.recall import recall_book
from engine.record.game.seats import BOT
from engine.record.game.seats import Seat as LoggedSeat
from engine.record.keyring.keyring import Keyring, fold
from engine.record.letters.key import PublicKey
from engine.record.log import canonical, checkpoint
from engine.record.log.log import read_entries
from engine.record.names.display_name import read_names
from server.ledger import models as rows
from server.ledger.queues import lock_imports
from server.ledger.store import Ledger
from server.visit.keys import KeyCabinet
from server.visit.shelf import write_entry

IN_LEDGER = {"finished": "over", "abandoned": "abandoned"}


def read_archive(file: Path) -> bytes:
    """The bytes of a file; never much more than an archive can have."""
    with file.open("rb") as opened:
        return opened.read(canonical.MAX_BYTES + 1)


class NotImported(Refused):
    """An archive that can't be taken in; nothing was changed."""


@dataclass(frozen=True)
class Importer:
    """Takes archives into a ledger. Imported games are private unless the host makes them public."""

    ledger: Ledger
    server: str
    """This server's name."""
    key: PublicKey
    now: int
    public: bool = False
    trusted: PublicKey | None = None
    """The only server key that the archives may stand on, if the host insists on one."""

    def take(self, data: bytes) -> tuple[str, bool]:
        """The game's id, and whether it is new here."""
        certificate = verify(data, self.trusted)
        _check_kind(certificate)
        facts: dict[str, Any] = canonical.loads(data)  # type: ignore[assignment]  # verified: it is an object
        book = _book(facts)
        with self.ledger.writing() as session:
            lock_imports(session)
            self._check_server(session, certificate)
            if (known := session.get(rows.Game, certificate.game)) is not None:
                _check_same(session, known, book)
                _forget_names(session, book)
                return certificate.game, False
            self._write(session, book, facts["checkpoints"], IN_LEDGER[certificate.state])
        return certificate.game, True

    def _check_server(self, session: Session, certificate: Certificate) -> None:
        """All that is said to come from one server must stand on one key."""
        assert certificate.server_key is not None
        line, found = certificate.server_key.line, None
        if certificate.server == self.server:
            found = self.key.line
        else:
            before = select(rows.Imported).where(rows.Imported.server == certificate.server)
            if (earlier := session.exec(before).first()) is not None:
                found = earlier.server_key
        if found is not None and found != line:
            raise NotImported(
                "import/other-key",
                "the game {game} is said to be of {server}, but stands on the key {found}; the key of that "
                "server is known here as {known}",
                game=certificate.game,
                server=certificate.server,
                known=PublicKey.from_line(found).fingerprint,
                found=certificate.server_key.fingerprint,
            )

    def _write(self, session: Session, book: Book, notes: Sequence[str], state: str) -> None:
        opening, entries = book.opening, book.log.entries
        game = rows.Game(
            id=opening.game,
            state=state,
            options=json.dumps({**_USUAL, **opening.options(), "private": not self.public}),
            seed=bytes.fromhex(entries[-1].facts["seed"]),
            ply=book.game.ply,
            created_at=entries[0].at,
            moved_at=entries[-1].at,
        )
        session.add(game)
        session.flush()
        for entry in entries:
            write_entry(session, game, entry)
        session.add(
            rows.Imported(
                game_id=game.id,
                server=opening.server,
                server_key=opening.server_key.line,
                checkpoints=json.dumps(list(notes), ensure_ascii=False),
                at=self.now,
            )
        )
        self._seat(session, book)

    def _seat(self, session: Session, book: Book) -> None:
        ring = KeyCabinet(self.server).look(session).ring
        sitting: set[int] = set()
        for number, (seat, name) in enumerate(zip(book.seats, book.names, strict=True)):
            player = None if seat.auth == BOT else self._player(session, book, seat, ring, sitting)
            if player is not None and player.state == "forgotten":
                name = None  # noqa: PLW2901  what was erased here does not come back
            session.add(
                rows.Seat(
                    game_id=book.opening.game,
                    number=number,
                    player_id=player.id if player else None,
                    name=name.text if name else None,
                    salt=name.salt if name else None,
                    auth=seat.auth,
                )
            )
            if player:
                sitting.add(player.id)
        session.flush()

    def _player(
        self, session: Session, book: Book, seat: LoggedSeat, ring: Keyring, sitting: set[int]
    ) -> rows.Player:
        """The player whose key it is, else a guest; nobody sits twice."""
        owner = ring.owner(seat.key)
        if owner is not None:
            own = session.exec(select(rows.Player).where(rows.Player.handle == owner)).first()
            if own is not None and own.id not in sitting:
                return own
        handle = f"{seat.handle}@{book.opening.server}"
        guest = session.exec(select(rows.Player).where(rows.Player.folded == fold(handle))).first()
        if guest is None:
            guest = rows.Player(
                handle=handle,
                folded=fold(handle),
                name=seat.handle,
                auth=seat.auth,
                state="guest",
                mails="none",
                created_at=self.now,
            )
            session.add(guest)
            session.flush()
        return guest


_USUAL = {"hold": False, "resigned": "bot", "languages": []}
"""Options of a game that its log does not tell, and that mean nothing once it is over."""


def _check_kind(certificate: Certificate) -> None:
    if not certificate.signed:
        raise NotImported(
            "import/unsigned", "this archive is unsigned: no server vouches for it, and it has no log to keep"
        )
    if certificate.state == "running":
        raise NotImported(
            "import/running",
            "the game {game} is still being played: a server that keeps it needs the seed and the sealed "
            "moves, which hold what players may not know before it is over. Import it then",
            game=certificate.game,
        )


def _book(facts: dict[str, Any]) -> Book:
    """The book in an archive that has just been verified."""
    for note in facts["checkpoints"]:
        checkpoint.read(note)
    entries = read_entries(facts["log"])
    book = recall_book(entries, bytes.fromhex(entries[-1].facts["seed"]))
    book.introduce(read_names(facts["names"]))
    return book


def _check_same(session: Session, known: rows.Game, book: Book) -> None:
    """A game that is here already is no harm, another one under its id is."""
    last = session.get(rows.Entry, (known.id, len(book.log.entries) - 1))
    if last is None or last.leaf != book.log.entries[-1].leaf.hex() or known.entries != len(book.log.entries):
        raise NotImported(
            "import/other-game", "there is another game {game} here: two can't have one id", game=known.id
        )


def _forget_names(session: Session, book: Book) -> None:
    """A name that the archive no longer tells was forgotten where it comes from, and so it is here."""
    if session.get(rows.Imported, book.opening.game) is None:
        return
    for number, name in enumerate(book.names):
        seat = session.get(rows.Seat, (book.opening.game, number))
        if name is None and seat is not None:
            seat.name = seat.salt = None
