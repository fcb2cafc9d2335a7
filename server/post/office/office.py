"""A post office of our own, for a club without mail accounts: on this machine, in this process.

SMTP and IMAP speak to any mail program. Mail goes only to the accounts of this office, and it is gone when
the process ends: what counts is in the ledger.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
from collections.abc import Coroutine, Mapping
from typing import Any, Final

from aiosmtpd.smtp import SMTP

from engine.mail.hosts import Tls, is_this_machine
from server.post.accounts import ImapAccount, SmtpAccount
from server.post.errors import BadAccount
from server.post.office.boxes import Boxes
from server.post.office.counter import Counter, Customer

LARGEST: Final = 2 * 1024 * 1024
ROOM: Final = 5000
"""So many mails a box holds before old ones have to go."""
PATIENCE: Final = 30
NAME: Final = "grubenpost.localhost"


class PostOffice:
    """Starts and stops with its own thread and event loop. Port 0 takes any that is free."""

    def __init__(
        self,
        accounts: Mapping[str, str],
        host: str = "127.0.0.1",
        smtp_port: int = 0,
        imap_port: int = 0,
        *,
        aliases: Mapping[str, str] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        if not is_this_machine(host):
            raise BadAccount(
                "office/open", "the post office stays on this machine, and {host} is not", host=host
            )
        self.host = host
        self.smtp_port = smtp_port
        self.imap_port = imap_port
        self._tls = tls
        self._passwords = {address.casefold(): password for address, password in accounts.items()}
        self._aliases = {alias.casefold(): to.casefold() for alias, to in (aliases or {}).items()}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._ready = threading.Event()
        self._failure: BaseException | None = None

    def start(self) -> None:
        """Open the office; it is reachable when this returns."""
        # aiosmtpd would write every command, with people's addresses, into the log.
        logging.getLogger("mail.log").setLevel(logging.WARNING)
        self._ready.clear()
        self._thread = threading.Thread(target=self._run, name="post office", daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            self._thread.join()
            raise self._failure

    def stop(self) -> None:
        """Close it, and lose what is in the boxes."""
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join()

    def __enter__(self) -> PostOffice:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def add_account(self, address: str, password: str) -> None:
        """A new account, or a new password for one."""
        self._do(self._add({address.casefold(): password}))

    def deliver(self, address: str, raw: bytes) -> None:
        """Put a mail, as it is, into the box of an account. If that is full, the oldest ones go."""
        account = self._counter.find(address)
        if account is None:
            raise BadAccount("office/unknown", "there is no account {address} here", address=address)
        self._do(self._boxes.put(account, raw, instead=True))

    def imap_account(self, address: str) -> ImapAccount:
        """The account with which somebody reads their box."""
        tls = Tls.IMPLICIT if self._tls else Tls.NONE
        folded = address.casefold()
        return ImapAccount(self.host, self.imap_port, folded, self._counter.passwords[folded], tls)

    def smtp_account(self, address: str) -> SmtpAccount:
        """The account with which somebody sends."""
        tls = Tls.IMPLICIT if self._tls else Tls.NONE
        folded = address.casefold()
        return SmtpAccount(self.host, self.smtp_port, folded, self._counter.passwords[folded], tls)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        assert self._loop is not None, "the post office is closed"
        asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:
            self._failure = error
        finally:
            self._loop = None
            self._ready.set()

    async def _serve(self) -> None:
        self._closing = asyncio.Event()
        self._boxes = Boxes(LARGEST, ROOM)
        self._counter = Counter(self._boxes.put)
        self._counter.aliases = self._aliases
        await self._add(self._passwords)
        loop = asyncio.get_running_loop()
        smtp = await loop.create_server(self._new_customer, self.host, self.smtp_port, ssl=self._tls)
        imap = await asyncio.start_server(self._boxes.serve, self.host, self.imap_port, ssl=self._tls)
        self.smtp_port, self.imap_port = _port(smtp), _port(imap)
        self._loop = loop
        self._ready.set()
        await self._closing.wait()
        for server in (smtp, imap):
            server.close()

    async def _add(self, accounts: Mapping[str, str]) -> None:
        for address, password in accounts.items():
            self._boxes.open(address, password)
            self._counter.passwords[address] = password

    def _new_customer(self) -> SMTP:
        return Customer(
            self._counter,
            hostname=NAME,
            ident="Grubenpost",
            data_size_limit=LARGEST,
            enable_SMTPUTF8=True,
            # Nothing leaves the machine; and of TLS from the first byte the library does not know.
            auth_require_tls=False,
            authenticator=self._counter.check_login,
            loop=asyncio.get_running_loop(),
        )


def _port(server: asyncio.Server) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port
