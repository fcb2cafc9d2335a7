"""A bell: who waits for work hears it, and nobody misses one that rang while he looked for work."""

from __future__ import annotations

from threading import Condition


class Bell:
    """Rings for all who wait. Take `count` before looking for work, and wait for a later one."""

    def __init__(self) -> None:
        self._condition = Condition()
        self.count = 0

    def ring(self) -> None:
        with self._condition:
            self.count += 1
            self._condition.notify_all()

    def wait(self, after: int, seconds: float) -> None:
        """Until it has rung since, or the time is over."""
        with self._condition:
            self._condition.wait_for(lambda: self.count != after, seconds)
