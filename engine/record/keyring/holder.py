"""The keys of one handle, one after the other, and a recovery under way."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.record.letters.key import PublicKey


@dataclass(frozen=True, slots=True)
class KeySpan:
    """The entries in which a key is in force: from `since` on, up to but without `until`."""

    key: PublicKey
    since: int
    until: int | None = None
    ended: str = ""

    def covers(self, seq: int) -> bool:
        """Whether the key is in force at this entry."""
        return self.since <= seq and (self.until is None or seq < self.until)


@dataclass(frozen=True, slots=True)
class Recovery:
    """A recovery that waits for its delay to pass."""

    key: PublicKey
    letter_id: str
    asked_at: int


@dataclass(frozen=True, slots=True)
class Holder:
    """All that is known of one handle's keys."""

    handle: str
    spans: tuple[KeySpan, ...]
    recovery: Recovery | None = None

    def ending(self, seq: int, why: str) -> Holder:
        """The holder with no key in force from this entry on."""
        last = self.spans[-1]
        if last.until is not None:
            return self
        return replace(self, spans=(*self.spans[:-1], replace(last, until=seq, ended=why)))

    def beginning(self, key: PublicKey, seq: int) -> Holder:
        """The holder with this key in force from this entry on, and no recovery to wait for."""
        return replace(self, spans=(*self.spans, KeySpan(key, seq)), recovery=None)
