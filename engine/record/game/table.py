"""The table before the start: who sits where, which shares are told, and how a seat becomes free again."""

from __future__ import annotations

from typing import Final

from engine.errors import BadLetter, BadRecord
from engine.record.game.opening import KEY, Opening
from engine.record.game.seats import Seat, check_address, check_seat
from engine.record.game.shares import Owner, Share
from engine.record.letters.key import PublicKey
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import Opened, open_letter
from engine.record.letters.seal import open_seal

ABSENT: Final = 7 * 24 * 3600
"""The seconds that a full table waits for a share. Then the seat can be freed without a seal."""
FORGET: Final = "forget me"


class Table:
    """The seats of a game that has not started. Whatever is refused changes nothing."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.seats: dict[int, Seat] = {}
        """The seats that are taken."""
        self.reopened = 0
        """The times that somebody left when all seats were taken: each time the shuffle began anew."""
        self.full_since: int | None = None
        """The moment at which the last seat was taken; `None` while one is free."""
        self._full_size = 0
        """The length of the log then: older heads do not hold all commitments."""
        self.shares: dict[int, Share] = {}
        """The known shares of those who have any."""

    @property
    def full(self) -> bool:
        return len(self.seats) == self.opening.players

    @property
    def awaited(self) -> list[int]:
        """The seats whose share is not told yet."""
        return [number for number, share in sorted(self.shares.items()) if not share.told]

    def all_seated(self) -> tuple[Seat, ...]:
        """Everyone in seat order, as soon as all seats are taken."""
        if not self.full:
            raise BadRecord(
                "book/seats",
                "{seats} have joined, the game is for {players}",
                seats=len(self.seats),
                players=self.opening.players,
            )
        return tuple(self.seats[number] for number in sorted(self.seats))

    def entropies(self) -> list[bytes]:
        """The entropy of every seat for the shuffle, in seat order."""
        seats = self.all_seated()
        if not self.opening.commits:
            return [bytes.fromhex(seat.share) for seat in seats]
        if self.awaited:
            handles = ", ".join(self.seats[number].handle for number in self.awaited)
            raise BadRecord("book/shares", "the shares of {handles} are not told yet", handles=handles)
        return [self.shares[number].told if number in self.shares else b"" for number in range(len(seats))]

    # Sitting down

    def free_seat(self, seat: Seat) -> int:
        """The number that somebody gets: the lowest that is free."""
        check_seat(seat, self.seats.values(), self.opening)
        return next(number for number in range(self.opening.players) if number not in self.seats)

    def sit(self, number: int, seat: Seat, size: int, at: int) -> None:
        """Take a seat; the log is so long with this."""
        self.seats[number] = seat
        if seat.share and self.opening.commits:
            owner = Owner(self.opening.server, self.opening.game, seat.handle, seat.key)
            self.shares[number] = Share(owner, bytes.fromhex(seat.share))
        if self.full:
            self.full_since, self._full_size = at, size

    # Telling a share

    def keys_by_id(self, key_id: str) -> tuple[PublicKey, ...]:
        """The keys of those who sit, by their ids."""
        return tuple(
            seat.key for seat in self.seats.values() if seat.auth == KEY and seat.key.key_id == key_id
        )

    def judge_share(self, opened: Opened, base_size: int | None) -> tuple[int, bytes]:
        """The seat and the share in a reveal letter; its base was the head of a log of this size."""
        letter = opened.letter
        if not isinstance(letter, Reveal):
            raise BadLetter(
                "reveal/not-a-reveal",
                "a letter of the kind {format} tells no share",
                format=opened.sealed.context,
            )
        check_address(letter.server, letter.game, self.opening.server, self.opening.game)
        number = next((n for n, seat in self.seats.items() if seat.key == opened.signers[0]), None)
        if number not in self.shares or self.seats[number].handle != letter.handle:
            raise BadLetter(
                "reveal/not-yours", "this key has no share of {handle} to tell", handle=letter.handle
            )
        if self.shares[number].told:
            raise BadLetter("reveal/told", "the share of {handle} is told already", handle=letter.handle)
        if not self.full:
            raise BadLetter("reveal/too-early", "shares are told when all seats are taken, and one is free")
        if base_size is None or base_size < self._full_size:
            raise BadLetter(
                "reveal/unknown-head",
                "this share answers a state of the game that this log has not had since its last seat was "
                "taken: {head}…",
                head=letter.base[:16],
            )
        share = bytes.fromhex(letter.entropy)
        self.shares[number].check(share)
        return number, share

    def tell(self, number: int, share: bytes) -> None:
        """Keep a share that has been judged."""
        self.shares[number].told = share

    def due(self, number: int) -> int:
        """The number of the share that a seat has to tell: how often the full table was left since it was
        taken.
        """
        return self.shares[number].number

    # Getting up

    def needs_seal(self, number: int) -> bool:
        """Whether a seat becomes free only by a letter of its owner. Where the server holds the key, or in an
        old log, its word is all there is."""
        return self.opening.commits and self.seats[number].auth == KEY

    def is_absent(self, number: int, at: int) -> bool:
        """Whether the others have waited long enough for the share of a seat."""
        return number in self.awaited and self._has_waited(at)

    def check_leave(self, number: int, raw: bytes | None, at: int) -> list[Opened]:
        """Refuse to free a seat without a good reason: the letter that is one, opened, if there is any."""
        if number not in self.seats:
            raise BadRecord("book/seats", "nobody sits on seat {seat}", seat=number)
        seat = self.seats[number]
        if raw is None:
            if self.needs_seal(number) and not self.is_absent(number, at):
                raise BadRecord(
                    "leave/no-letter", "only a letter sealed by {handle} frees that seat", handle=seat.handle
                )
            return []
        opened = open_letter(raw, lambda _: (seat.key,))
        if not self.needs_seal(number) or not self._is_reason(seat, opened, at):
            raise BadLetter(
                "leave/not-a-reason",
                "this letter of the kind {format} does not free the seat of {handle}",
                format=opened.sealed.context,
                handle=seat.handle,
            )
        return [opened]

    def _is_reason(self, seat: Seat, opened: Opened, at: int) -> bool:
        """Whether a letter says that its owner leaves, or lets go of the key that the seat was taken with."""
        letter, here = opened.letter, (self.opening.server, seat.handle)
        match letter:
            case Leave():
                own = seat.join is not None and letter.join == open_seal(seat.join).letter_id
                return own and letter.game == self.opening.game and here == (letter.server, letter.handle)
            case Rotate():
                return letter.old == seat.key and here == (letter.server, letter.handle)
            case Revoke():
                return letter.key == seat.key and here == (letter.server, letter.handle)
            case Request():
                return letter.text == FORGET and here == (letter.server, letter.handle)
            case Recover():
                # The key is lost and can seal nothing. While a seat is free, no deal is known to flee from.
                return here == (letter.server, letter.handle) and (not self.full or self._has_waited(at))
        return False

    def _has_waited(self, at: int) -> bool:
        return self.full_since is not None and at - self.full_since >= ABSENT

    def get_up(self, number: int) -> None:
        """Free a seat. At a full table, what was told is worth nothing any more."""
        if self.full:
            self.reopened += 1
            for share in self.shares.values():
                share.void()
        del self.seats[number]
        self.shares.pop(number, None)
        self.full_since = None
