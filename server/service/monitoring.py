"""The part that answers monitors: `/health` and `/metrics` over HTTP, on this machine only.

It tells what the health file tells, as it was written last, so whoever asks often costs nothing. Of several
processes with one configuration the first has the port; when it ends, another takes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Final

from server.host.health import Facts
from server.host.reports.loglines import Voice
from server.service.metrics import write_metrics

HOST: Final = "127.0.0.1"
TIMEOUT: Final = 10
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"

voice = Voice("monitor")


class Monitoring:
    """Listens on a port. `facts` are this process's own, `ailments` those of all that share the folder."""

    name = "monitor"
    trouble = ""
    """That nobody can ask keeps no mail from going."""

    def __init__(self, port: int, facts: Callable[[], Facts], ailments: Callable[[], list[str]]) -> None:
        self._port = port
        self._facts = facts
        self._ailments = ailments
        self._server: ThreadingHTTPServer | None = None
        self._told = False

    @property
    def port(self) -> int | None:
        """The port on which it listens; nothing if another process does."""
        return self._server.server_address[1] if self._server is not None else None

    def start(self) -> None:
        try:
            self._server = _Server((HOST, self._port), self._handler())
        except OSError as error:
            if not self._told:
                voice.info("another process answers monitors, or the port is taken", why=error.strerror)
                self._told = True
            return
        self._thread = Thread(target=self._server.serve_forever, name=self.name, daemon=True)
        self._thread.start()
        voice.info("answers monitors", port=self.port)

    def look_after(self) -> None:
        if self._server is None:
            self.start()

    def stop(self, seconds: float) -> bool:
        if self._server is None:
            return True
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def answer(self, path: str) -> tuple[HTTPStatus, str, str]:
        """The answer to whoever asks for this path."""
        found = self._ailments()
        if path == "/metrics":
            return HTTPStatus.OK, TEXT, write_metrics(self._facts(), not found)
        if path == "/health":
            status = HTTPStatus.SERVICE_UNAVAILABLE if found else HTTPStatus.OK
            return status, "application/json", json.dumps({"healthy": not found, "ailments": found}) + "\n"
        return HTTPStatus.NOT_FOUND, TEXT, "/health or /metrics\n"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        answer = self.answer

        class Conversation(BaseHTTPRequestHandler):
            timeout = TIMEOUT
            server_version = "grubenpost"
            sys_version = ""

            def do_GET(self) -> None:
                status, kind, text = answer(self.path.partition("?")[0])
                content = text.encode()
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Nobody wants to read who asked."""

        return Conversation


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, _request: object, _address: object) -> None:
        """Whoever hangs up early is no news."""
