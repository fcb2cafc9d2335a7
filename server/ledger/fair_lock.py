"""Turns: a lock that goes to whoever has waited longest.

SQLite lets one writer in at a time, and the others knock again and again: whoever writes all the time shuts
them out for seconds. So the threads of one process queue here first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class Turns:
    """One at a time, in the order of asking.

    Whoever has waited too long goes in all the same: it is SQLite that keeps writers apart, and tells them.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        has_turn = self._await_turn()
        try:
            yield
        finally:
            if has_turn:
                self._hand_on()

    def _await_turn(self) -> bool:
        mine = self._queue()
        if mine is None:
            return True
        try:
            mine.acquire(timeout=self._seconds)
        except BaseException:  # we were interrupted while we waited
            if self._leave(mine):
                self._hand_on()
            raise
        return self._leave(mine)

    def _queue(self) -> Lock | None:
        """None for whoever need not wait; else a lock that is opened by the one before."""
        with self._lock:
            if not self._taken:
                self._taken = True
                return None
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
            return mine

    def _leave(self, mine: Lock) -> bool:
        """Wait no longer; true if it is our turn."""
        with self._lock:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
            return True

    def _hand_on(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
