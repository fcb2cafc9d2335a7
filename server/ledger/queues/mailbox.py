"""The mailboxes we read: who reads one, how far it has been read, and what was found.

The *watermark* (UIDVALIDITY and the last UID) moves in the transaction that stores the mail, and only the
worker that holds the mailbox moves it: so no mail is left out, whatever dies when.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from server.ledger.errors import LeaseLost
from server.ledger.models import Inbox, Mailbox
from server.ledger.queues.journal import read_journal
from server.ledger.statements import insert_once, storable

NO_CLOCK: Final = 946_684_800
"""The year 2000: a mail server that says that a mail came before then has no clock …"""
AHEAD: Final = 24 * 3600
"""… and neither has one that says that it came so many seconds from now, or more."""
SKEW: Final = 60
"""The seconds by which the clocks of two machines may differ. A lease that lasts longer than any was made
while a clock was wrong, and holds nobody off."""

_LOCK: Final = (
    select(Mailbox)
    .where(col(Mailbox.account) == bindparam("account"))
    .with_for_update()
    .execution_options(populate_existing=True)
)


class MailPlace(NamedTuple):
    """The place of a mail on the mail server."""

    account: str
    uidvalidity: int
    uid: int


def lease_mailbox(session: Session, account: str, worker: str, now: int, lease: int) -> Mailbox | None:
    """Become, or stay, the one reader of a mailbox; None if another worker is. Makes the row if need be."""
    box = _lock(session, account)
    if box is None:
        insert_once(session, Mailbox(account=account), "account")
        box = _lock(session, account)
    if box is None or (box.lease_by != worker and now < box.lease_until <= now + lease + SKEW):
        return None
    box.lease_by, box.lease_until = worker, now + lease
    return box


def renew_mailbox(session: Session, account: str, worker: str, now: int, lease: int) -> None:
    """Stay the one reader of a mailbox; LeaseLost if another worker has become that."""
    _held(session, account, worker).lease_until = now + lease


def release_mailbox(session: Session, account: str, worker: str) -> None:
    """Give a mailbox free for others; nothing happens if it is not this worker's."""
    box = _lock(session, account)
    if box is not None and box.lease_by == worker:
        box.lease_by, box.lease_until = "", 0


def note_poll(session: Session, account: str, worker: str, now: int, began: int | None = None) -> None:
    """The mailbox was read without trouble: all of it that was there when the reading began."""
    box = _held(session, account, worker)
    box.seen_at = now
    if began is not None:
        box.read_until = max(box.read_until, began)


def restart_mailbox(session: Session, account: str, worker: str, uidvalidity: int) -> None:
    """The mailbox is read from its beginning again; what is known is recognised by its bytes."""
    box = _held(session, account, worker)
    box.uidvalidity, box.last_uid = uidvalidity, 0


def last_uid(session: Session, account: str) -> int:
    """The UID up to which a mailbox that is ours to read has been read."""
    box = _lock(session, account)
    return box.last_uid if box is not None else 0


def advance_mailbox(session: Session, place: MailPlace, worker: str) -> None:
    """Everything up to this place has been dealt with."""
    box = _held(session, place.account, worker)
    if box.uidvalidity == place.uidvalidity:
        box.last_uid = max(box.last_uid, place.uid)
    else:
        box.uidvalidity, box.last_uid = place.uidvalidity, place.uid


def time_of(session: Session, place: MailPlace, worker: str, received_at: int, now: int) -> int:
    """The time at which a mail counts as come: as our mail server says, if it has a clock, but not before the
    last one; nor before what is done already, if it was long on its way into the mailbox or comes from
    another one."""
    box = _held(session, place.account, worker)
    told = received_at if NO_CLOCK < received_at <= now + AHEAD else 0
    box.last_at = max(box.last_at, told, _done_until(session)) or now
    return box.last_at


def _done_until(session: Session) -> int:
    """The time of the last thing that others had to wait for, asked once in a transaction."""
    if "done until" not in session.info:
        session.info["done until"] = read_journal(session).at
    done: int = session.info["done until"]
    return done


def add_mail(
    session: Session, place: MailPlace, worker: str, raw: bytes, received_at: int, now: int
) -> int | None:
    """Store a mail and advance the watermark: the id of the row, or None if these bytes are known."""
    advance_mailbox(session, place, worker)
    mail = Inbox(
        raw_sha256=sha256(raw).hexdigest(),
        received_at=received_at,
        size=len(raw),
        raw=raw,
        next_at=now,
        at=time_of(session, place, worker, received_at, now),
        **place._asdict(),
    )
    new: int | None = insert_once(session, mail, "raw_sha256")
    return new


def add_stub(
    session: Session,
    place: MailPlace,
    worker: str,
    *,
    state: str,
    traces: bytes,
    size: int,
    error: str,
    received_at: int,
) -> int | None:
    """Note a mail that was not fetched, as `oversize` or `aside`, and advance the watermark.

    It is known again by its traces: all that could be had of it, such as its header.
    """
    advance_mailbox(session, place, worker)
    mail = Inbox(
        raw_sha256=_stub_name(size, traces),
        received_at=received_at,
        size=size,
        state=state,
        error=storable(error),
        **place._asdict(),
    )
    new: int | None = insert_once(session, mail, "raw_sha256")
    return new


def add_header(
    session: Session, place: MailPlace, worker: str, header: bytes, *, size: int, received_at: int, now: int
) -> int | None:
    """Store what is had of a mail that is too large to be fetched: its sender may be told so.

    That it is no whole mail shows in its size, which is that of the mail.
    """
    advance_mailbox(session, place, worker)
    mail = Inbox(
        raw_sha256=_stub_name(size, header),
        received_at=received_at,
        size=size,
        raw=header,
        next_at=now,
        at=time_of(session, place, worker, received_at, now),
        **place._asdict(),
    )
    new: int | None = insert_once(session, mail, "raw_sha256")
    return new


def _stub_name(size: int, traces: bytes) -> str:
    return sha256(b"stub %d\0" % size + traces).hexdigest()


def _lock(session: Session, account: str) -> Mailbox | None:
    """The row, which is ours until the transaction ends; so the session, which ends with it, remembers it."""
    locked: dict[str, Mailbox] = session.info.setdefault("mailboxes", {})
    if account not in locked:
        box = session.exec(_LOCK, params={"account": account}).one_or_none()
        if box is None:
            return None
        locked[account] = box
    return locked[account]


def _held(session: Session, account: str, worker: str) -> Mailbox:
    box = _lock(session, account)
    if box is None or box.lease_by != worker:
        raise LeaseLost(f"the mailbox {account} is not {worker}'s to read")
    return box
