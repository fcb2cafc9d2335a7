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

from server.host.health import EVERY
from server.host.reports.disk_room import SCARCE, free_space, in_megabytes
from server.host.reports.loglines import Voice, clean
from server.host.reports.status import tell_waiting
from server.ledger.disk_space import give_room_back
from server.ledger.queues import free_what_waits_too_long, free_work_of, note_sending, waits_too_long
from server.ledger.store import Ledger
from server.service.attendance import Attendance
from server.service.part import ServicePart
from server.service.senders import SENDERS
from server.service.systemd import ALIVE, READY, STOPPING, notify, status

LONGEST: Final = 6 * 3600
"""No mail is ever put off for longer than this, in seconds: by a lease, or after an attempt."""
HOUR: Final = 3600
GRACE: Final = 60.0
"""The seconds that a part may take to finish what is at hand."""

voice = Voice("server")


class Server:
    """Some parts on one ledger. `parts` are in the order in which they start."""

    def __init__(
        self,
        parts: Sequence[ServicePart],
        ledger: Ledger,
        attendance: Attendance,
        report: Callable[[dict[str, Any]], None],
    ) -> None:
        self._parts = parts
        self._attendance = attendance
        self._ledger = ledger
        self._worker = attendance.worker
        self._report = report
        self._since = int(time.time())
        self._outage: int | None = None
        self._trouble = ""
        self.facts: dict[str, Any] = {}
        """The facts of our health that were written down last."""
        self._warned_at: float | None = None
        self._may_not_send = True
        """Whether an outage may be on record that is over by now."""

    def run(self, stop: Event) -> bool:
        """Work until `stop` is set; true if everything at hand was finished then."""
        self._enter()
        self._take_over()
        for part in self._parts:
            part.start()
        self.tell_health("running")
        notify(READY, status("running"))
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
        self._trouble = "; ".join(f"{name}: {why}" for name, why in troubles.items())
        facts = {
            "state": state,
            "at": now,
            "since": self._since,
            "pid": os.getpid(),
            "worker": self._worker,
            "parts": [part.name for part in self._parts],
            "outage_since": self._outage,
            "trouble": self._trouble,
        }
        facts["disk_free"] = free_space(self._attendance.data)
        try:
            with self._ledger.reading() as session:
                facts |= tell_waiting(session)
        except Exception as error:
            voice.error("the ledger can't be read", error)
        self.facts = facts
        try:
            self._report(facts)
        except OSError as error:
            voice.error("the health file can't be written", error)

    def _look_after(self) -> None:
        self._take_over()
        self._watch_disk()
        self._give_room_back()
        for part in self._parts:
            part.look_after()
        self._note_sending()
        self.tell_health("running")
        notify(ALIVE, status(self._trouble or "running"))

    def _note_sending(self) -> None:
        """While nothing can be sent, clocks stand still."""
        senders = [part for part in self._parts if part.name == SENDERS]
        in_trouble = any(part.trouble for part in senders)
        if not senders or not (in_trouble or self._may_not_send):
            return
        try:
            with self._ledger.writing() as session:
                note_sending(session, int(time.time()), in_trouble=in_trouble)
            self._may_not_send = in_trouble
        except Exception as error:
            voice.error("can't write down whether mail goes out", error)

    def _enter(self) -> None:
        """Whoever can't be known as alive works all the same; after its end others wait for its leases."""
        try:
            self._attendance.enter()
        except OSError as error:
            voice.error("can't tell the other workers that we are here", error)

    def _take_over(self) -> None:
        """Free what killed workers had claimed, and what a wrong clock put off."""
        try:
            for dead in self._attendance.find_dead():
                with self._ledger.writing() as session:
                    freed = free_work_of(session, dead, int(time.time()))
                self._attendance.bury(dead)
                voice.warning("a worker was killed, its work is taken over", worker=dead, mails=freed)
            if late := self._free_late():
                voice.warning("a clock was wrong: mails that were put off for too long go now", mails=late)
        except Exception as error:
            voice.error("can't look after the other workers", error)

    def _free_late(self) -> int:
        now = int(time.time())
        with self._ledger.reading() as session:
            if not waits_too_long(session, now, LONGEST):
                return 0
        with self._ledger.writing() as session:
            return free_what_waits_too_long(session, now, LONGEST)

    def _watch_disk(self) -> None:
        """Say in the log, once an hour, that the disk is nearly full: before it is."""
        free = free_space(self._attendance.data)
        due = self._warned_at is None or time.monotonic() - self._warned_at > HOUR
        if free < SCARCE and due:
            self._warned_at = time.monotonic()
            voice.warning("the disk is nearly full", room=in_megabytes(free))

    def _give_room_back(self) -> None:
        """Give the room of all that was erased from the ledger back to the disk."""
        try:
            give_room_back(self._ledger)
        except Exception as error:
            voice.error("the ledger can't give room back", error)

    def _stop(self) -> bool:
        voice.info("stopping")
        notify(STOPPING)
        late = [part.name for part in reversed(self._parts) if not part.stop(GRACE)]
        if late:
            voice.warning("some parts did not finish in time", parts=",".join(late))
        self.tell_health("stopped")
        if not late:
            self._attendance.leave()
        voice.info("stopped")
        return not late
