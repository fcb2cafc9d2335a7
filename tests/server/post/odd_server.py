"""An IMAP server with odd manners, all of which the standard or some real server allows itself."""

from __future__ import annotations

import re
import socketserver
import threading
from dataclasses import dataclass, field

from engine.mail.hosts import Tls
from server.post.accounts import ImapAccount
from tests.server.real.ports import HOST


@dataclass
class Manners:
    """What the server holds, and how it talks about it."""

    mails: dict[int, bytes] = field(default_factory=dict)
    uidvalidity: int = 1
    uidnext: int | None = None
    """What SELECT says; None: nothing."""
    can_idle: bool = True
    exists_before_plus: bool = False
    chatty: bool = False
    """Lines that nobody asked for come with each answer to FETCH."""
    uid_last: bool = False
    """The UID comes behind the content."""
    size: int | None = None
    """What it says of every mail's size, if not the truth."""
    silent_about: set[int] = field(default_factory=set)
    """It lists these, but hands nothing out."""
    commands: list[str] = field(default_factory=list)


class OddServer:
    """Runs as long as the block."""

    def __init__(self, manners: Manners) -> None:
        class Conversation(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                converse(manners, self)

        self._server = socketserver.ThreadingTCPServer((HOST, 0), Conversation)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        port: int = self._server.server_address[1]
        self.account = ImapAccount(HOST, port, "post@example.org", "secret", Tls.NONE)

    def __enter__(self) -> ImapAccount:
        self._thread.start()
        return self.account

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def converse(manners: Manners, line: socketserver.StreamRequestHandler) -> None:
    line.wfile.write(b"* OK [CAPABILITY IMAP4rev1] odd\r\n")
    while words := line.rfile.readline().decode():
        tag, _, command = words.strip().partition(" ")
        verb = command.upper().removeprefix("UID ").split()[0]
        manners.commands.append(command)
        if verb == "IDLE":
            line.wfile.write(b"* 9 EXISTS\r\n" * manners.exists_before_plus + b"+ idling\r\n")
            line.rfile.readline()
        else:
            line.wfile.write(ANSWERS[verb](manners, command) if verb in ANSWERS else b"")
        line.wfile.write(f"{tag} OK done\r\n".encode())
        if verb == "LOGOUT":
            return


def tell_capability(manners: Manners, _command: str) -> bytes:
    return b"* CAPABILITY IMAP4rev1" + b" IDLE" * manners.can_idle + b"\r\n"


def select_folder(manners: Manners, _command: str) -> bytes:
    told = f"* {len(manners.mails)} EXISTS\r\n* OK [UIDVALIDITY {manners.uidvalidity}]\r\n"
    if manners.uidnext is not None:
        told += f"* OK [UIDNEXT {manners.uidnext}]\r\n"
    return told.encode()


def search(manners: Manners, command: str) -> bytes:
    found = re.search(r"(\d+):\*", command)
    assert found
    uids = [uid for uid in manners.mails if uid >= int(found[1])] or list(manners.mails)[-1:]
    return f"* SEARCH {' '.join(map(str, uids))}\r\n".encode()


def fetch(manners: Manners, command: str) -> bytes:
    asked = command.split()[2]
    told = b"* 1 FETCH (FLAGS (\\Seen))\r\n* 7 EXISTS\r\n" * manners.chatty
    for uid in map(int, asked.split(",")):
        if uid in manners.silent_about or uid not in manners.mails:
            continue
        raw = manners.mails[uid]
        if "BODY" in command:
            most = re.search(r"<0\.(\d+)>", command)
            content = raw[: int(most[1])] if most else raw
            before, after = (b"", b" UID %d" % uid) if manners.uid_last else (b"UID %d " % uid, b"")
            told += b"* 1 FETCH (%bBODY[]<0> {%d}\r\n%b%b)\r\n" % (before, len(content), content, after)
        else:
            size = len(raw) if manners.size is None else manners.size
            told += b'* 1 FETCH (INTERNALDATE "01-Jan-2026 01:00:00 +0100" UID %d RFC822.SIZE %d)\r\n' % (
                uid,
                size,
            )
        told += b"* 2 FETCH (FLAGS (\\Deleted) UID 4000)\r\n" * manners.chatty
    return told


ANSWERS = {"CAPABILITY": tell_capability, "SELECT": select_folder, "SEARCH": search, "FETCH": fetch}
