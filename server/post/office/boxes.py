"""The boxes of our own post office, from which people fetch their mail by IMAP.

They are kept in memory only; the ledger is the record. The store and the protocol are pymap's. Of its
stores this is the one that keeps every byte as it came.
"""

from __future__ import annotations

import hmac
import ssl
from argparse import Namespace
from asyncio import StreamReader, StreamWriter
from collections import Counter
from contextlib import AsyncExitStack, closing
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from pymap import imap
from pymap.backend.dict import Config, Identity, Login
from pymap.backend.dict.filter import FilterSet
from pymap.backend.dict.mailbox import MailboxData, MailboxSet
from pymap.concurrent import Event, Subsystem
from pymap.context import connection_exit
from pymap.imap.state import ConnectionState
from pymap.parsing.message import AppendMessage
from pymap.parsing.response import Response
from pymap.selected import SelectedMailbox
from pymap.user import UserMetadata

INBOX: Final = "INBOX"
KEPT_FOR: Final = timedelta(minutes=10)
"""The age from which mails make room when a box is full: the server has long read its own."""


class BoxFull(Exception):
    """There is no room for another mail just now."""


class Boxes:
    """A box for each account. Belongs to one event loop."""

    def __init__(self, largest: int, room: int) -> None:
        self._room = room
        self._held: Counter[str] = Counter()
        """Not more than this many mails are in a box; people may have deleted some."""
        self._config = _Settings(
            Namespace(passlib_cfg=None, proxy_protocol=None),
            host=None,
            port=0,
            demo_data=False,
            demo_user="",
            demo_password="",
            tls_enabled=False,
            # Not used; without it one would be made from files that the environment names.
            ssl_context=ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER),
            hash_context=_Unhashed(),
            cpu_subsystem=Subsystem.for_asyncio(),
            reject_dnsbl=False,
            max_append_len=largest,
        )
        self._login = Login(self._config)

    def open(self, address: str, password: str) -> None:
        """Make a box, or change its password."""
        self._login.users_dict[address] = UserMetadata(self._config, address, password=password)
        self._config.set_cache.setdefault(address, (_Folders(), FilterSet()))

    async def put(self, address: str, raw: bytes, *, instead: bool = False) -> None:
        """Put a mail into a box, and wake whoever waits for it. With `instead`, older ones make room."""
        identity = Identity(address, self._login, None, frozenset())
        async with identity.new_session() as session:
            if self._held[address] >= self._room:
                box = await session.mailbox_set.get_mailbox(INBOX)
                self._held[address] = await _make_room(box, self._room // 10 if instead else 0)
            if self._held[address] >= self._room:
                raise BoxFull(address)
            await session.append_messages(INBOX, [AppendMessage(_whole(raw), datetime.now(UTC))])
            self._held[address] += 1

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """The connection of one mail program, from the greeting to the end."""
        config = self._config
        info = imap.SocketInfo.get(writer, None)  # type: ignore[attr-defined]  # of a package of pymap's own
        connection = _Connection(config.commands, config, reader, writer, info)
        async with AsyncExitStack() as stack:
            connection_exit.set(stack)
            stack.enter_context(closing(connection))
            await connection.run(ConnectionState(self._login, config))


def _whole(raw: bytes) -> bytes:
    """A header that is not ended by an empty line would lose its last byte in the store."""
    return raw if b"\r\n\r\n" in raw or raw.startswith(b"\r\n") else raw + b"\r\n"


async def _make_room(box: MailboxData, least: int) -> int:
    """Remove the old mails, and in any case so many: how many are left."""
    ages = {mail.uid: datetime.now(UTC) - mail.internal_date async for mail in box.messages()}
    old = [uid for number, (uid, age) in enumerate(ages.items()) if age > KEPT_FOR or number < least]
    await box.delete(old)
    return len(ages) - len(old)


class _Folders(MailboxSet):
    """The folders of one account."""

    def __init__(self) -> None:
        super().__init__()
        self._inbox = _Inbox(self._content_cache, self._thread_cache)


class _Inbox(MailboxData):
    async def update_selected(
        self, selected: SelectedMailbox, *, wait_on: Event | None = None
    ) -> SelectedMailbox:
        """Tell what is new, and wait for it only if nothing is: a mail may have come just before."""
        is_new = self._mod_sequences.highest != selected.mod_sequence
        return await super().update_selected(selected, wait_on=None if is_new else wait_on)


class _Settings(Config):
    @property
    def greeting(self) -> bytes:
        return b"Grubenpost ready"  # else the name service is asked for our name, which can take long


class _Unhashed:
    """Passwords as they are: they live no longer than the process, whose memory holds them anyway."""

    def copy(self, **_: Any) -> _Unhashed:
        return self

    def hash(self, secret: str) -> str:
        return secret

    def verify(self, secret: str, hash: str) -> bool:
        return hmac.compare_digest(secret.encode(), hash.encode())


class _Connection(imap.IMAPConnection):
    async def write_response(self, resp: Response) -> None:
        """In one piece. Mail programs may take the end of what arrives for the end of a line."""
        whole = _Gathered()
        await resp.async_write(whole)
        try:
            self.writer.write(bytes(whole.written))
            await self.writer.drain()
        except ConnectionError:
            pass  # whoever reads next notices


class _Gathered:
    """Something to write to."""

    def __init__(self) -> None:
        self.written = bytearray()

    def write(self, data: bytes) -> None:
        self.written += data
