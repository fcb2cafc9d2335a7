"""A server from start to stop: its parts in the right order, a watch over them, and the health file.

It starts from the outgoing end, so that what comes in can go out, and stops from the other: first nothing
more is fetched, then the desk is cleared, then the last mails go out. Nothing depends on a clean stop: what
a killed process had at hand lies in the ledger.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from threading import Event
from typing import Any, Final

from server.hosting.health import EVERY
from server.hosting.loglines import Voice, clean
from server.hosting.standing import tell_waiting
from server.ledger.store import Ledger
from server.running.part import Part

GRACE: Final = 60.0
"""How long, in seconds, a part may take to finish what is at hand."""

voice = Voice("server")


class Server:
    """Some parts on one ledger. `parts` are in the order in which they start."""

    def __init__(
        self, parts: Sequence[Part], ledger: Ledger, worker: str, report: Callable[[dict[str, Any]], None]
    ) -> None:
        self._parts = parts
        self._ledger = ledger
        self._worker = worker
        self._report = report
        self._since = int(time.time())
        self._outage: int | None = None

    def run(self, stop: Event) -> bool:
        """Work until `stop` is set; true if everything at hand was finished then."""
        for part in self._parts:
            part.start()
        self.tell_health("running")
        voice.info("running", parts=",".join(part.name for part in self._parts), worker=self._worker)
        try:
            while not stop.wait(EVERY):
                self._look_after()
        finally:
            finished = self._stop()
        return finished

    def tell_health(self, state: str) -> None:
        """Write down how we are doing. A full disk or a lost ledger must not be the end of us."""
        now = int(time.time())
        troubles = {part.name: clean(part.trouble) for part in self._parts if part.trouble}
        self._outage = (self._outage or now) if troubles else None
        facts = {
            "state": state,
            "at": now,
            "since": self._since,
            "pid": os.getpid(),
            "worker": self._worker,
            "parts": [part.name for part in self._parts],
            "outage_since": self._outage,
            "trouble": "; ".join(f"{name}: {why}" for name, why in troubles.items()),
        }
        try:
            with self._ledger.reading() as session:
                facts |= tell_waiting(session)
        except Exception as error:
            voice.error("the ledger can't be read", error)
        try:
            self._report(facts)
        except OSError as error:
            voice.error("the health file can't be written", error)

    def _look_after(self) -> None:
        for part in self._parts:
            part.look_after()
        self.tell_health("running")

    def _stop(self) -> bool:
        voice.info("stopping")
        late = [part.name for part in reversed(self._parts) if not part.stop(GRACE)]
        if late:
            voice.warning("some parts did not finish in time", parts=",".join(late))
        self.tell_health("stopped")
        voice.info("stopped")
        return not late
