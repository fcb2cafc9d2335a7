"""A small SMTP server that says what a provider says: to the sender, to the recipient, or to the mail."""

from __future__ import annotations

import socketserver
import threading

from engine.mail.hosts import Tls
from server.post.accounts import SmtpAccount
from tests.server.real.ports import HOST


class Provider:
    """Takes every mail, until `says` is set: then it says that at `where`, which is MAIL, RCPT or DATA."""

    def __init__(self) -> None:
        self.says = ""
        self.where = "DATA"
        self.tried = 0
        self.taken: list[bytes] = []
        provider = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                provider.converse(self)

        self._server = socketserver.ThreadingTCPServer((HOST, 0), Conversation)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self.account = SmtpAccount(HOST, self._server.server_address[1], "", "", Tls.NONE)

    def converse(self, line: socketserver.StreamRequestHandler) -> None:
        def say(text: str) -> None:
            line.wfile.write(text.encode() + b"\r\n")

        say("220 provider")
        while command := line.rfile.readline():
            verb = command.split()[0].upper().decode() if command.split() else ""
            self.tried += verb == "MAIL"
            if verb == "DATA":
                say("354 go on")
                self._receive(line, say)
            elif self.says and verb == self.where:
                say(self.says)
            elif verb == "QUIT":
                say("221 bye")
                return
            else:
                say("250 ok")

    def _receive(self, line: socketserver.StreamRequestHandler, say: object) -> None:
        assert callable(say)
        lines = []
        while (text := line.rfile.readline()) not in (b".\r\n", b""):
            lines.append(text)
        if self.says and self.where == "DATA":
            say(self.says)
        else:
            self.taken.append(b"".join(lines))
            say("250 taken")

    def __enter__(self) -> Provider:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
