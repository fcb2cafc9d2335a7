"""A policy service for Postfix: who is refused, for how long, is up to the test."""

from __future__ import annotations

import socketserver
import threading

from tests.server.real.ports import HOST

PASS = "DUNNO"


class Policy:
    """Answers Postfix's question for each recipient, such as `450 4.2.0 come back later`.

    Real greylisting and real quotas ask over the same protocol.
    """

    def __init__(self) -> None:
        self.verdicts: dict[str, str] = {}
        """By recipient; whoever is not in it passes."""
        policy = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                while facts := read_facts(self):
                    self.wfile.write(f"action={policy.verdicts.get(facts['recipient'], PASS)}\n\n".encode())

        def read_facts(conversation: Conversation) -> dict[str, str]:
            facts = {}
            while line := conversation.rfile.readline().decode().strip():
                name, _, value = line.partition("=")
                facts[name] = value
            return facts

        self._server = socketserver.ThreadingTCPServer((HOST, 0), Conversation)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
