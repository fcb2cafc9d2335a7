"""A house whose mailbox keeps all that came, so that its ledger can be made again from any backup, or none.

All mails that come are kept with the times at which our mail server took them, as a real mailbox keeps them;
of all that goes out, the bytes are kept by their Message-IDs.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from sqlmodel import col, select

from server.desk.clerk import Clerk
from server.games.archives import write_archive
from server.host.backups.copy_ledger import copy_ledger
from server.ledger import models as rows
from server.ledger.queues import (
    MARGIN,
    MailPlace,
    add_mail,
    begin_catching_up,
    lease_mailbox,
    memo_text,
    memos_to_keep,
    missing,
    note_gap,
    note_poll,
    read_journal,
    take_memo,
)
from server.ledger.queues.outages import PATIENCE
from server.ledger.store import Ledger
from server.mail.memos import LARGEST
from server.visit.shelf import read_book
from tests.server.house import Got, House

Letter = tuple[int, bytes]
"""When our mail server took a mail, and its bytes."""


@dataclass
class JournalHouse(House):
    """A house with a mailbox that keeps all that came, and that remembers all that went."""

    mailbox: list[Letter] = field(default_factory=list)
    sent: dict[str, bytes] = field(default_factory=dict)
    cut: bool = False
    """Whether the mailbox can't be read just now."""

    def post(self, *raws: bytes) -> None:
        self.mailbox += [(self.time, raw) for raw in raws]
        if not self.cut:
            self.fetch()

    def wait(self, seconds: int) -> None:
        """Time passes, in which the mailbox is read and nothing is found."""
        self.time += seconds
        with self.ledger.writing() as session:
            lease_mailbox(session, "club", "fetcher", self.time, 600)
            note_poll(session, "club", "fetcher", self.time, self.time)

    def fetch(self, most: int = 10_000) -> int:
        """Take what is in the mailbox beyond the watermark into the inbox; before that, put memos there and
        find those that are there, as a reader does."""
        self._keep_and_take_memos()
        with self.ledger.writing() as session:
            box = lease_mailbox(session, "club", "fetcher", self.time, 600)
            assert box is not None
            new = self.mailbox[box.last_uid : box.last_uid + most]
            for uid, (at, raw) in enumerate(new, box.last_uid + 1):
                add_mail(session, MailPlace("club", 1, uid), "fetcher", raw, at, self.time)
            if box.last_uid == len(self.mailbox):
                note_poll(session, "club", "fetcher", self.time, self.time)
        self.uid = len(self.mailbox)
        return len(new)

    def _keep_and_take_memos(self) -> None:
        paper = self.settings.memo_paper
        with self.ledger.writing() as session:
            box = lease_mailbox(session, "club", "fetcher", self.time, 600)
            assert box is not None
            if self.time - box.read_until > PATIENCE:
                note_gap(session, self.time)
            session.flush()
            for memo in memos_to_keep(session):
                self.mailbox.append((self.time, paper.compose(memo_text(memo), memo.at)))
                memo.kept = True
            for _, raw in self.mailbox[box.last_uid :]:
                text = paper.read(raw) if len(raw) < LARGEST and b"memo.json" in raw else None
                if text is not None:
                    take_memo(session, text, self.time)

    def new_mails(self) -> list[Got]:
        with self.ledger.reading() as session:
            new = select(rows.Outbox).where(col(rows.Outbox.id) > self.seen)
            for row in session.exec(new):
                assert self.sent.setdefault(row.message_id, row.mime) == row.mime
        return super().new_mails()

    def tick(self) -> None:
        """What has fallen due until now is done, once it is certain that nothing came before it."""
        self.time += MARGIN
        self.fetch()
        self.work()
        self.desk.tick()


@dataclass
class Told:
    """All of a ledger that must come out the same."""

    logs: dict[str, list[tuple[int, str, str]]]
    keys: list[tuple[int, bytes | None, str]]
    archives: dict[str, bytes]


def told_by(house: House) -> Told:
    """What the ledger holds."""
    logs: dict[str, list[tuple[int, str, str]]] = {}
    for entry in house.all(rows.Entry):
        logs.setdefault(entry.game_id, []).append((entry.at, entry.leaf, entry.facts))
    keys = [(row.at, row.raw, row.facts) for row in house.all(rows.KeyLetter)]
    with house.ledger.reading() as session:
        begun = session.exec(select(rows.Game).where(col(rows.Game.state) != "open")).all()
        books = [(game, read_book(session, game)) for game in begun]
        archives = {
            game.id: write_archive(session, game, book, house.settings.key)
            for game, book in books
            if book.course is not None  # else it was left before it began
        }
    return Told(logs, keys, archives)


def work_together(clerks: list[Clerk]) -> None:
    """All of them at once, each until it finds nothing to do a few times."""

    def work(clerk: Clerk) -> None:
        idle = 0
        while idle < 3:
            idle = 0 if clerk.work_once() else idle + 1

    with ThreadPoolExecutor(len(clerks)) as pool:
        for done in [pool.submit(work, clerk) for clerk in clerks]:
            done.result()


def back_up(ledger: Ledger, file: Path) -> Path:
    """The ledger as it is, in a file."""
    with Ledger(f"sqlite:///{file}") as copy:
        copy_ledger(ledger, copy)
    return file


def rebuild(
    ledger: Ledger, lived: JournalHouse, backup: Path | None, portion: int = 10_000, workers: int = 1
) -> JournalHouse:
    """A house on an empty ledger that has what was backed up, and reads the mailbox on from there."""
    if backup is not None:
        with Ledger(f"sqlite:///{backup}") as copy:
            copy_ledger(copy, ledger)
    house = JournalHouse(ledger, time=lived.time, mailbox=list(lived.mailbox))
    with ledger.writing() as session:
        begin_catching_up(session, house.time)
    with ledger.reading() as session:
        last = session.exec(select(rows.Outbox.id).order_by(col(rows.Outbox.id).desc())).first()
        house.seen = last or 0
    while True:
        fetched = house.fetch(portion)
        if workers > 1:
            work_together([Clerk(house.desk, f"clerk-{number}") for number in range(workers)])
        while house.clerk.work_once():
            house.new_mails()
        house.new_mails()
        if not fetched:
            break
    house.desk.tick()
    house.new_mails()
    with ledger.reading() as session:
        journal = read_journal(session)
        assert (journal.state, missing(journal)) == ("", [])
    return house
