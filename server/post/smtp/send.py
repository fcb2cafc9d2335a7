"""Sends what is in the outbox: over a few connections at once, each of which is used again and again.

A mail is claimed, sent and settled. Between the server's yes and our commit lies a moment in which nobody
can know; whoever dies there leaves a mail that is sent once more, with the same bytes and Message-ID.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from sqlmodel import Session, col, select

from engine.mail.hosts import Tls
from server.ledger import models as rows
from server.ledger.queues import is_holding, settle_outbox_sent
from server.ledger.store import Ledger
from server.mail.tokens import bounce_address
from server.post.accounts import SmtpAccount
from server.post.backoff import Backoff
from server.post.error_text import USUAL, in_words
from server.post.smtp.line import DEADLINE, SmtpConnection
from server.post.smtp.pace import Pace
from server.post.smtp.portion import Portion
from server.post.smtp.unsent import OnDead, settle_unsent, tell_nobody
from server.post.smtp.verdict import CUT_SHORT, SENT, Fate, SmtpVerdict, judge

log = logging.getLogger(__name__)

LEASE: Final = 300
PORTION: Final = 16
"""So many mails each connection claims, and settles, in one transaction."""
PATIENCE: Final = 5
"""A mail that takes longer, in seconds, no longer holds up those that were claimed with it."""
POLL: Final = 1
"""The seconds between two looks for mails that another process wrote."""
IDLE: Final = 20
"""A connection that was not used for so long, in seconds, is closed before the server does it."""
GRACE: Final = 10
"""The seconds that a mail may still take after a stop."""
SETTLE_TRIES: Final = 5
REST: Final = (5 * 60.0, 60 * 60.0)
"""The seconds in which nothing is sent after our account was refused: the first time, and at the longest."""


class SmtpSender:
    """Some connections to one SMTP server. Any number of senders share an outbox."""

    def __init__(
        self,
        ledger: Ledger,
        account: SmtpAccount,
        domain: str,
        now: Callable[[], int],
        worker_name: str,
        *,
        connections: int = 2,
        pace: Pace | None = None,
        on_dead: OnDead = tell_nobody,
    ) -> None:
        self.ledger = ledger
        self.bounces = account.bounces or f"bounce@{domain}"
        self.now = now
        self.worker_name = worker_name
        self.pace = pace or Pace()
        self.on_dead = on_dead
        self.trouble = ""
        """The reason for which nothing can be sent just now; empty if something can."""
        tls = None if account.tls is Tls.NONE else account.tls_context()
        self._lines = [SmtpConnection(account, domain, tls) for _ in range(connections)]
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell = asyncio.Event()
        self._claiming = asyncio.Lock()
        self._rest = Backoff(*REST)
        self._resting_until = 0.0
        """Until when, by the monotonic clock, our account is not to be used."""
        self._rests = True
        """Whether there was nothing to send when we last looked."""
        self._in_vain: dict[asyncio.Event, float] = {}
        """The bell after which a connection looked for mails and found none, and when that was."""

    async def run(self, stop: asyncio.Event) -> None:
        """Send whatever becomes due until `stop` is set; what is on its way then is finished if it can be."""
        self._loop = asyncio.get_running_loop()
        self._bell, self._claiming = asyncio.Event(), asyncio.Lock()  # of this loop, not of an earlier one
        workers = [asyncio.create_task(self._work(line, stop)) for line in self._lines]
        try:
            await stop.wait()
            self._ring()
            await asyncio.wait(workers, timeout=GRACE)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
            self._loop = None
            await self.close()

    async def send_due(self) -> int:
        """Send what is due and may go now: how many mails were taken. The connections stay open."""
        return sum(await asyncio.gather(*(self._send_all(line) for line in self._lines)))

    async def close(self) -> None:
        """Hang up everywhere. Belongs to the same event loop as the sending before."""
        await asyncio.gather(*(line.hang_up() for line in self._lines))

    def wake(self) -> None:
        """There is something new in the outbox. May be called from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(self._ring)

    def _ring(self) -> None:
        """Wake all who wait. Whoever takes the next bell before looking misses nothing."""
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()

    async def _work(self, line: SmtpConnection, stop: asyncio.Event) -> None:
        backoff = Backoff()
        used = time.monotonic()
        while not stop.is_set():
            bell = self._bell
            portion = await self._send_portion(line, stop, partial(self._claim_after, bell))
            if portion.trouble:
                if not portion.held:
                    log.warning("No mail can be sent: %s", portion.trouble)
                await _wait(stop, backoff.fail())
            elif portion.claimed:
                backoff.succeed()
                used = time.monotonic()
            else:
                if time.monotonic() - used > IDLE:
                    await line.hang_up()
                await _wait(bell, POLL)

    async def _send_all(self, line: SmtpConnection) -> int:
        sent, going_on = 0, True
        while going_on:
            portion = await self._send_portion(line, asyncio.Event(), self._claim)
            sent += portion.sent
            going_on = portion.claimed > 0 and not portion.trouble
        return sent

    async def _send_portion(
        self, line: SmtpConnection, stop: asyncio.Event, claim: Callable[[], Awaitable[Portion]]
    ) -> Portion:
        """Claim some mails, send them one after the other, settle them."""
        portion = await claim()
        try:
            while portion.waiting and not portion.trouble and not stop.is_set():
                await self._send_next(line, portion)
        finally:
            portion.return_waiting()
            await self._settle(portion)
        if portion.claimed or portion.trouble:
            self.trouble = portion.trouble
        if portion.held:
            self._begin_rest(portion.trouble)
        elif portion.sent:
            self._rest.succeed()
        return portion

    def _begin_rest(self, why: str) -> None:
        """Leave the account alone for a while: whoever goes on asking is shut out for longer."""
        if time.monotonic() >= self._resting_until:
            seconds = self._rest.fail()
            self._resting_until = time.monotonic() + seconds
            log.warning("Nothing is sent for %d minutes, our account is refused: %s", -(-seconds // 60), why)

    async def _send_next(self, line: SmtpConnection, portion: Portion) -> None:
        if (portion.waiting[0].next_at or 0) < self.now() + DEADLINE:
            portion.return_waiting()  # the lease could end while it is being sent
            return
        mail = portion.waiting.popleft()
        sending = asyncio.create_task(self._send(line, mail))
        try:
            await asyncio.wait({sending}, timeout=PATIENCE)
            if not sending.done():
                portion.return_waiting()
                await self._settle(portion)
                await asyncio.wait({sending})
        finally:
            if not sending.done():
                sending.cancel()
                await asyncio.wait({sending})
            portion.add(mail, CUT_SHORT if sending.cancelled() else sending.result())

    async def _send(self, line: SmtpConnection, mail: rows.Outbox) -> SmtpVerdict:
        try:
            if not mail.recipient.isprintable() or " " in mail.recipient:
                raise ValueError(f"no mail can go to {mail.recipient!r}")
            await line.send(bounce_address(mail.token, self.bounces), mail.recipient, mail.mime)
        except Exception as error:
            return judge(error)
        return SENT

    async def _claim_after(self, bell: asyncio.Event) -> Portion:
        """Claim, unless another connection has just looked in vain and the bell has not rung since."""
        async with self._claiming:
            if time.monotonic() < self._resting_until:
                return Portion([])
            looked_at = self._in_vain.get(bell)
            if looked_at is not None and time.monotonic() - looked_at < POLL:
                return Portion([])
            portion = await self._claim()
            if not portion.claimed and not portion.trouble:
                self._in_vain = {bell: time.monotonic()}
            return portion

    async def _claim(self) -> Portion:
        claiming = asyncio.create_task(asyncio.to_thread(self._read_due))
        try:
            return Portion(await asyncio.shield(claiming))
        except asyncio.CancelledError:
            # The thread can't be stopped: what it claims goes back.
            with contextlib.suppress(Exception):
                portion = Portion(await claiming)
                portion.return_waiting()
                await self._settle(portion)
            raise
        except Exception as error:
            log.warning("The outbox: %s", in_words(error), exc_info=not isinstance(error, USUAL))
            return Portion([], in_words(error))

    def _read_due(self) -> list[rows.Outbox]:
        now = self.now()
        if self.ledger.is_sqlite and self._rests and not self._is_due(now):
            return []  # and nobody was held up: who only reads takes no turn
        with self.ledger.writing() as session:
            if is_holding(session):
                return []
            claimed = self.pace.claim(session, self.worker_name, now, LEASE, PORTION)
        self._rests = not claimed
        return claimed

    def _is_due(self, now: int) -> bool:
        with self.ledger.reading() as session:
            due = select(rows.Outbox.id).where(col(rows.Outbox.next_at) <= now).limit(1)
            return session.exec(due).first() is not None

    async def _settle(self, portion: Portion) -> None:
        """Write down what happened. If that can't be done, the mails come back when their lease is over."""
        settled, tries = portion.take_unsettled(), 0
        while settled and tries < SETTLE_TRIES:
            try:
                await self._write_surely(settled)
                return
            except Exception as error:
                log.warning("The outbox: %s", in_words(error), exc_info=not isinstance(error, USUAL))
                tries += 1
                await asyncio.sleep(POLL)

    async def _write_surely(self, settled: list[tuple[rows.Outbox, SmtpVerdict]]) -> None:
        """Also if it is cancelled meanwhile: what was sent and not written down would be sent again."""
        writing = asyncio.create_task(asyncio.to_thread(self._write, settled))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):
                await writing
            raise

    def _write(self, settled: list[tuple[rows.Outbox, SmtpVerdict]]) -> None:
        """Write down the mails that were sent, first and by themselves: whatever fails with the others, they
        must not be sent again."""
        sent = [mail for mail, verdict in settled if verdict.fate is Fate.SENT]
        unsent = [(mail, verdict) for mail, verdict in settled if verdict.fate is not Fate.SENT]
        if sent:
            with self.ledger.writing() as session:
                settle_outbox_sent(session, sent, self.now())
        if unsent:
            with self.ledger.writing() as session:
                settle_unsent(session, unsent, self.now(), self.on_dead)
                waiting = [
                    {**about(session, mail), "attempts": mail.attempts, "why": verdict.error}
                    for mail, verdict in unsent
                    if verdict.fate in (Fate.LATER, Fate.MAYBE)
                ]
            for facts in waiting:
                log.warning("a mail was not taken", extra={"facts": facts})


def about(session: Session, mail: rows.Outbox) -> dict[str, Any]:
    """The facts of a mail for the log: to whom by handle, never by address, and of which game."""
    player = session.get(rows.Player, mail.player_id) if mail.player_id is not None else None
    named = {
        "mail": mail.id,
        "kind": mail.kind,
        "player": player.handle if player else "",
        "game": mail.game_id,
    }
    return {name: value for name, value in named.items() if value}


async def _wait(event: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
