"""The part that sends: an event loop of its own in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
from threading import Event, Thread

from server.host.reports.loglines import Voice
from server.post.smtp.send import SmtpSender

SENDERS = "senders"
voice = Voice("sender")


class Sending:
    """Empties the outbox."""

    name = SENDERS

    def __init__(self, sender: SmtpSender) -> None:
        self._sender = sender
        self._end = Event()
        self._stop: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = Event()

    @property
    def trouble(self) -> str:
        return self._sender.trouble

    def start(self) -> None:
        self._ready.clear()
        self._thread = Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()
        self._ready.wait()

    def look_after(self) -> None:
        if not self._thread.is_alive() and not self._end.is_set():
            voice.error("the sender ended by itself and was started again")
            self.start()

    def stop(self, seconds: float) -> bool:
        self._end.set()
        if self._loop is not None and self._stop is not None and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # it has ended meanwhile
                self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def wake(self) -> None:
        self._sender.wake()

    def _run(self) -> None:
        try:
            asyncio.run(self._send())
        except Exception as error:
            voice.error("the sender failed", error)
        finally:
            self._ready.set()

    async def _send(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._ready.set()
        await self._sender.run(self._stop)
