"""Memos: what no mail from outside tells, each at a moment of its own in the order of all that came.

A memo is written into the ledger first. Whoever reads the mailbox puts it there before reading on, so nothing
that comes after it is dealt with before it is safe. When a ledger is made again, all memos in the mailbox are
taken first: they wait for their moments.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

from sqlmodel import Session, col, func, select

from server.ledger.models import Memo
from server.ledger.queues.catching_up import begin_catching_up
from server.ledger.queues.journal import known_until, lock_journal
from server.ledger.statements import insert_once


def next_moment(session: Session, now: int) -> int:
    """The first moment from now on of which nothing has been dealt with, nor will be before this transaction
    ends."""
    lock_journal(session)
    last = session.exec(select(func.max(Memo.at))).one() or 0
    return max(now, known_until(session) + 1, last + 1)


def add_memo(session: Session, at: int, act: str, about: str, **more: str) -> Memo:
    """Write down what happens at a moment of which nothing has been dealt with."""
    memo = Memo(name="", at=at, act=act, about=about, more=_json(more))
    memo.name = name_of(memo_text(memo))
    session.add(memo)
    lock_journal(session).version += 1
    return memo


def memos_to_keep(session: Session) -> Sequence[Memo]:
    """The memos that are not in the mailbox, in their order."""
    return session.exec(select(Memo).where(col(Memo.kept).is_(False)).order_by(col(Memo.id))).all()


def memo_text(memo: Memo) -> str:
    """All that a memo says, in one line."""
    return _json({"act": memo.act, "at": memo.at, "about": memo.about, "more": json.loads(memo.more)})


def take_memo(session: Session, text: str, now: int) -> bool:
    """A memo of our own was found in the mailbox: whether it is new here. If it is, the ledger is older than
    its mailbox."""
    told = json.loads(text)
    memo = Memo(name=name_of(text), kept=True, **{**told, "more": _json(told["more"])})
    if insert_once(session, memo, "name") is None:
        return False
    begin_catching_up(session, now, memo.at)
    lock_journal(session).version += 1
    return True


def name_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
