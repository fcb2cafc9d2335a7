"""The base of all parts of a running server."""

from __future__ import annotations

from typing import Protocol


class ServicePart(Protocol):
    """Something that runs in threads of its own until it is stopped."""

    name: str

    @property
    def trouble(self) -> str:
        """The reason for which it can't do its work just now; empty if it can."""

    def start(self) -> None:
        """Begin to work."""

    def look_after(self) -> None:
        """Called every few seconds: mend what hangs."""

    def stop(self, seconds: float) -> bool:
        """Finish what is at hand; false if that took longer than this."""
