"""Putting a server together from its configuration, and running it in this process."""

from __future__ import annotations

import secrets
import signal
import socket
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event
from typing import Final

from sqlmodel import Session

from engine.mail.addresses import domain_of
from server.config.model import Account, Config, Limits
from server.host.health import ailments, own_health_file, read_processes, write_health
from server.host.reports.loglines import Voice
from server.host.setup.accounts import imap_account, smtp_account
from server.host.setup.house import any_ledger, check_revision, is_there, make_folder, open_key
from server.ledger import models as rows
from server.ledger.queues import add_outgoing
from server.ledger.store import Ledger
from server.outgoing.answers import frozen, host_draft
from server.post.accounts import SmtpAccount
from server.post.imap.memos import Memos
from server.post.smtp.pace import Pace
from server.post.smtp.send import SmtpSender, about
from server.post.smtp.unsent import OnDead
from server.service.attendance import Attendance
from server.service.bell import Bell
from server.service.clerks import Clerking, TalkingDesk
from server.service.fetchers import Fetching
from server.service.local_office import Officing
from server.service.monitoring import Monitoring
from server.service.part import ServicePart
from server.service.senders import Sending
from server.service.server import Server
from server.visit.settings import Settings

ALL: Final = ("fetcher", "clerks", "senders")
OTHER_THREADS: Final = 4
"""That use the ledger besides clerks and senders: the reader, a replaced one, the clock, the watch."""

voice = Voice("server")


@contextmanager
def opened(config: Config) -> Iterator[tuple[Ledger, Settings]]:
    """The ledger, ready to work with, and the server's settings with its key."""
    make_folder(config)
    with any_ledger(config, config.clerks + config.senders + OTHER_THREADS) as ledger:
        # Without a configuration nobody is there who would migrate by hand.
        if config.file is None or not is_there(ledger):
            ledger.migrate()
        check_revision(ledger)
        ledger.keep_private()
        yield ledger, config.settings(open_key(config, ledger))


def open_office(config: Config, ledger: Ledger) -> Officing | None:
    """The server's own post office, if it has no accounts elsewhere."""
    if config.office is None:
        return None
    office = Officing(config.office, config.address, ledger, now)
    office.open()
    return office


def put_together(
    config: Config,
    ledger: Ledger,
    settings: Settings,
    office: Officing | None = None,
    only: Collection[str] = ALL,
) -> Server:
    """A server of these parts, and of the post office if there is one."""
    # With its own post office it is the only one: after a crash it takes up its own work at once.
    worker = "embedded" if office is not None else f"{socket.gethostname()}-{secrets.token_hex(4)}"
    parts: list[ServicePart] = [office] if office is not None else []
    arrived, on_done = Bell(), _nothing
    if "senders" in only:
        smtp = office.smtp if office else smtp_account(_there(config.smtp))
        sending = Sending(_make_sender(config, ledger, settings, smtp, worker))
        parts.append(sending)
        on_done = sending.wake
    if "clerks" in only:
        desk = TalkingDesk(ledger, settings, now)
        parts.append(Clerking(desk, worker, config.clerks, arrived, on_done))
    if "fetcher" in only:
        imap = office.imap if office else imap_account(_there(config.imap))
        memos, last = Memos(ledger, settings.memo_paper, now), office is not None
        parts.append(Fetching(ledger, imap, now, worker, arrived.ring, memos=memos, last_look=last))
    attendance = Attendance(config.data, worker)
    health = own_health_file(config.health_file, only, ALL)
    if config.monitor_port:
        parts.append(Monitoring(config.monitor_port, lambda: server.facts, partial(_ailments, config)))
    server = Server(parts, ledger, attendance, partial(write_health, health))
    return server


def _ailments(config: Config) -> list[str]:
    return ailments(read_processes(config.health_file, now()), now())


def run_until_signal(server: Server) -> bool:
    """Run until somebody says stop; true if everything at hand was finished. A second signal ends at once."""
    stop = Event()

    def ask_to_stop(number: int, _frame: object) -> None:
        stop.set()
        signal.signal(number, signal.SIG_DFL)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, ask_to_stop)
    return server.run(stop)


def now() -> int:
    """The clock on the wall, in Unix seconds."""
    return int(time.time())


def _make_sender(
    config: Config, ledger: Ledger, settings: Settings, account: SmtpAccount, worker: str
) -> SmtpSender:
    return SmtpSender(
        ledger,
        account,
        domain_of(config.address),
        now,
        worker,
        connections=config.senders,
        pace=_pace(config.limits),
        on_dead=_tell_host(settings),
    )


def _pace(limits: Limits) -> Pace:
    return Pace(
        in_all=limits.mails_per_minute,
        to_one=limits.mails_per_recipient,
        an_hour=limits.mails_per_hour,
        a_day=limits.mails_per_day,
    )


def _tell_host(settings: Settings) -> OnDead:
    """A mail that nobody takes is told to the host: which, and why, but not what is in it."""

    def tell(session: Session, mail: rows.Outbox, error: str) -> None:
        voice.warning("a mail can't be delivered", None, **about(session, mail), why=error)
        if settings.host:
            text = f"The mail {mail.id} to {mail.recipient} can't be delivered:\n\n  {error}\n"
            notice = frozen(settings, host_draft(settings, f"dead {mail.dedupe_key} {now()}", text), now())
            add_outgoing(session, notice)

    return tell


def _there(account: Account | None) -> Account:
    assert account is not None, "a configuration has both accounts or a post office"
    return account


def _nothing() -> None:
    """For whoever need not be told."""
