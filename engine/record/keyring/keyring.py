"""The keyring: whose key is in force at which point of the log.

The keyring is a value that follows from the accepted key events, in the order of the log. It keeps
every key that was ever in force, with the entries between which it was: what an old key signed in
its time stays verifiable, and nothing that it signs later is accepted. One entry may hold several
key letters; they count in their order.

- A handle is taken once, and so is a key: never by two handles, never a second time by one.
- A rotation is signed by the old key and the new one. A revocation ends a key without a new one.
- A recovery only starts a delay. A veto or a rotation by the key in force ends it, a newer request
  takes its place and starts the delay anew, and a revoked key has no say. When the delay is over,
  the server logs `Recovered`, and from that entry on the new key is in force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from engine.errors import BadLetter, BadRecord
from engine.phrase import word, word_within
from engine.record.keyring.holder import Holder, KeySpan, Recovery
from engine.record.letters.key import PublicKey
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import Opened

DELAY = 72 * 3600

_LOOK_ALIKE = str.maketrans("01i", "oll")
_ENDED = {
    "rotated": (
        "keyring/rotated",
        word("the key {key_id} of {handle} was exchanged for another at entry {seq}"),
    ),
    "revoked": ("keyring/revoked", word("the key {key_id} of {handle} was revoked at entry {seq}")),
    "recovered": (
        "keyring/recovered",
        word("the key {key_id} of {handle} was given up as lost at entry {seq}"),
    ),
}


@dataclass(frozen=True, slots=True)
class Recovered:
    """The server's entry that a recovery's delay has passed without a veto."""

    handle: str
    recover: str


KeyLetter: TypeAlias = Register | Rotate | Revoke | Recover | Veto | Recovered


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A key letter at its place in the log, with its signers and its time in Unix seconds."""

    seq: int
    at: int
    letter: KeyLetter
    signers: frozenset[PublicKey] = frozenset()
    letter_id: str = ""


def key_event(opened: Opened, seq: int, at: int) -> KeyEvent:
    """The event that an opened key letter is when it is logged."""
    letter = opened.letter
    if not isinstance(letter, Register | Rotate | Revoke | Recover | Veto):
        raise BadLetter(
            "keyring/not-a-key-letter",
            "a letter of the kind {format} changes no key",
            format=opened.sealed.context,
        )
    return KeyEvent(seq, at, letter, frozenset(opened.signers), opened.sealed.letter_id)


def fold(handle: str) -> str:
    """The common form of two handles that people could take for each other."""
    return handle.casefold().translate(_LOOK_ALIKE)


class Keyring:
    """An immutable value: `after` gives another keyring and leaves this one as it is."""

    def __init__(self, server: str, delay: int = DELAY) -> None:
        self.server = server
        self.delay = delay
        self._holders: dict[str, Holder] = {}
        self._taken: dict[str, str] = {}
        self._owners: dict[PublicKey, str] = {}
        self._by_id: dict[str, tuple[PublicKey, ...]] = {}
        self._seq = -1

    def after(self, *events: KeyEvent) -> Keyring:
        """The keyring when these events have been logged too; refused if one can't be accepted."""
        grown = Keyring(self.server, self.delay)
        grown._holders = self._holders.copy()
        grown._taken = self._taken.copy()
        grown._owners = self._owners.copy()
        grown._by_id = self._by_id.copy()
        grown._seq = self._seq
        for event in events:
            grown._take(event)
        return grown

    def key_in_force(self, handle: str, seq: int) -> PublicKey:
        """The key that speaks for this handle at this entry of the log."""
        for span in self._holder(handle).spans:
            if span.covers(seq):
                return span.key
        raise BadLetter(
            "keyring/no-key", "{handle} has no key in force at entry {seq}", handle=handle, seq=seq
        )

    def has_changed(self, handle: str) -> bool:
        """Whether another key has taken the place of this handle's first one."""
        return len(self._holder(handle).spans) > 1

    def check_signer(self, handle: str, key: PublicKey, seq: int) -> None:
        """Refuse, with the reason, unless this key speaks for this handle at this entry."""
        holder = self._holder(handle)
        for span in holder.spans:
            if span.key == key:
                if span.covers(seq):
                    return
                raise _out_of_force(holder, span, seq)
        raise BadLetter(
            "keyring/not-yours",
            "the key {key_id} does not speak for {handle}",
            key_id=key.key_id,
            handle=handle,
        )

    def keys_by_id(self, key_id: str) -> tuple[PublicKey, ...]:
        """Every key that ever came with this id, in force or not."""
        return self._by_id.get(key_id, ())

    def owner(self, key: PublicKey) -> str | None:
        """The handle that this key belongs or belonged to."""
        return self._owners.get(key)

    def due(self, now: int) -> tuple[Recovered, ...]:
        """The recoveries that the server can log as done by now."""
        return tuple(recovered for at, recovered in self.waiting() if now >= at)

    def waiting(self) -> tuple[tuple[int, Recovered], ...]:
        """The recoveries that nobody has ended, each with the time from which on it can be logged as done."""
        return tuple(
            (holder.recovery.asked_at + self.delay, Recovered(holder.handle, holder.recovery.letter_id))
            for holder in self._holders.values()
            if holder.recovery
        )

    def _take(self, event: KeyEvent) -> None:
        if event.seq < self._seq:
            raise BadRecord(
                "keyring/order",
                "the key event at entry {seq} comes after the one at entry {last}",
                seq=event.seq,
                last=self._seq,
            )
        letter = event.letter
        if not isinstance(letter, Recovered) and letter.server != self.server:
            raise BadLetter(
                "letter/other-server",
                "this letter is for {server}, not for {here}",
                server=letter.server,
                here=self.server,
            )
        holder = _STEPS[type(letter)](self, event, letter)
        self._holders[holder.handle] = holder
        self._taken[fold(holder.handle)] = holder.handle
        self._seq = event.seq

    def _holder(self, handle: str) -> Holder:
        if handle not in self._holders:
            raise BadLetter(
                "keyring/unknown-handle", "nobody is registered as {handle}", handle=ascii(handle)
            )
        return self._holders[handle]

    def _claim(self, key: PublicKey, handle: str) -> None:
        """Take a key that nobody has used before. The last thing that a step can refuse."""
        if key in self._owners:
            raise BadLetter(
                "keyring/key-taken",
                "the key {key_id} has been used before: make a new one",
                key_id=key.key_id,
            )
        self._owners[key] = handle
        self._by_id[key.key_id] = (*self.keys_by_id(key.key_id), key)

    def _register(self, event: KeyEvent, letter: Register) -> Holder:
        _check_signed_by(event, letter.key)
        taken = self._taken.get(fold(letter.handle))
        if taken is not None:
            raise BadLetter(
                "keyring/handle-taken",
                "{handle} is taken or could be mistaken for {taken}: choose another",
                handle=letter.handle,
                taken=taken,
            )
        self._claim(letter.key, letter.handle)
        return Holder(letter.handle, (KeySpan(letter.key, event.seq),))

    def _rotate(self, event: KeyEvent, letter: Rotate) -> Holder:
        _check_signed_by(event, letter.old, letter.new)
        self.check_signer(letter.handle, letter.old, event.seq)
        self._claim(letter.new, letter.handle)
        holder = self._holder(letter.handle).ending(event.seq, "rotated")
        return holder.beginning(letter.new, event.seq)

    def _revoke(self, event: KeyEvent, letter: Revoke) -> Holder:
        _check_signed_by(event, letter.key)
        self.check_signer(letter.handle, letter.key, event.seq)
        return self._holder(letter.handle).ending(event.seq, "revoked")

    def _recover(self, event: KeyEvent, letter: Recover) -> Holder:
        _check_signed_by(event, letter.key)
        holder = self._holder(letter.handle)
        self._claim(letter.key, letter.handle)
        return replace(holder, recovery=Recovery(letter.key, event.letter_id, event.at))

    def _veto(self, event: KeyEvent, letter: Veto) -> Holder:
        for signer in event.signers:
            self.check_signer(letter.handle, signer, event.seq)
        _check_signed_by(event, self.key_in_force(letter.handle, event.seq))
        self._recovery(letter.handle, letter.recover)
        return replace(self._holder(letter.handle), recovery=None)

    def _recovered(self, event: KeyEvent, letter: Recovered) -> Holder:
        recovery = self._recovery(letter.handle, letter.recover)
        left = recovery.asked_at + self.delay - event.at
        if left > 0:
            raise BadLetter(
                "keyring/too-early",
                "the recovery of {handle} has to wait {left} more seconds for a veto",
                handle=letter.handle,
                left=left,
            )
        holder = self._holder(letter.handle).ending(event.seq, "recovered")
        return holder.beginning(recovery.key, event.seq)

    def _recovery(self, handle: str, letter_id: str) -> Recovery:
        recovery = self._holder(handle).recovery
        if recovery is None or recovery.letter_id != letter_id:
            raise BadLetter(
                "keyring/no-recovery",
                "there is no recovery {letter_id} of {handle} to decide on",
                letter_id=letter_id[:16],
                handle=handle,
            )
        return recovery


def keyring_of(server: str, events: Iterable[KeyEvent], delay: int = DELAY) -> Keyring:
    """The keyring that these events make, from the first on."""
    return Keyring(server, delay).after(*events)


def _out_of_force(holder: Holder, span: KeySpan, seq: int) -> BadLetter:
    if seq < span.since:
        return BadLetter(
            "keyring/not-yet",
            "the key {key_id} of {handle} is in force from entry {seq} on",
            key_id=span.key.key_id,
            handle=holder.handle,
            seq=span.since,
        )
    code, text = _ENDED[span.ended]
    return BadLetter(
        code,
        text,
        key_id=span.key.key_id,
        handle=holder.handle,
        seq=span.until,
    )


def _check_signed_by(event: KeyEvent, *keys: PublicKey) -> None:
    if event.signers != frozenset(keys):
        raise BadLetter(
            "keyring/wrong-signer",
            "this letter must be signed by {needed}, but is signed by {found}",
            needed=_ids(keys),
            found=_ids(event.signers) or word_within("signers", "nobody"),
        )


def _ids(keys: Iterable[PublicKey]) -> str:
    return ", ".join(sorted(key.key_id for key in keys))


_STEPS: dict[type, Callable[[Keyring, KeyEvent, Any], Holder]] = {
    Register: Keyring._register,
    Rotate: Keyring._rotate,
    Revoke: Keyring._revoke,
    Recover: Keyring._recover,
    Veto: Keyring._veto,
    Recovered: Keyring._recovered,
}
