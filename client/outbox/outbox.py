"""Letters that have no answer yet: each is stored before it is sent, and stays until it is settled.

Whoever says the same again after a lost connection, a full disk or Ctrl-C finds the letter here, and sends
the very same mail once more. The answer is kept beside it as soon as it comes, so that nothing is lost
either when it was read and not yet acted on.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from client.outbox.pending import (
    PendingLetter,
    Purpose,
    first_move,
    read_waiting,
    sound_letters,
    write_waiting,
)
from client.profile.files import make_folder, write_whole


class Outbox:
    """The folder in which they lie, one file each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[PendingLetter]:
        """All of them, the oldest first. One that is damaged is named."""
        found = [read_waiting(path) for path in sorted(self._folder.glob("*.json"))]
        return sorted(found, key=lambda waiting: (waiting.at, waiting.message_id))

    def find(self, purpose: Purpose) -> PendingLetter | None:
        return next((waiting for waiting in self.all() if waiting.purpose == purpose), None)

    def move_in(self, game: str, ply: int) -> PendingLetter | None:
        """The move that may be on its way in a game which is at this ply."""
        return first_move(self.all(), game, ply)

    def sent_as(self, message_id: str) -> PendingLetter | None:
        """The letter whose mail has this Message-ID."""
        if not message_id or not self._file(message_id).exists():
            return None
        return read_waiting(self._file(message_id))

    def answered_by(self, letters: Sequence[str], message_id: str = "") -> PendingLetter | None:
        """The mail that is answered by something which names these letters and this Message-ID.

        A sealed letter is answered by nothing that does not name it. Some mail servers change Message-IDs,
        so those alone need not fit.
        """
        waiting = self.sent_as(message_id)
        if waiting is not None and (waiting.letter in letters or not waiting.letter):
            return waiting
        named = (one for one in sound_letters(self._folder) if one.letter and one.letter in letters)
        return next(named, None) if letters else None

    def put(self, waiting: PendingLetter) -> PendingLetter:
        """Store it, or what has become of it."""
        make_folder(self._folder)
        write_whole(self._file(waiting.message_id), write_waiting(waiting))
        return waiting

    def hand_over(self, waiting: PendingLetter) -> PendingLetter:
        """Note that it is given to a mail server now."""
        return waiting if waiting.handed else self.put(waiting._replace(handed=True))

    def keep_answer(self, waiting: PendingLetter, raw: bytes) -> PendingLetter:
        return self.put(waiting._replace(handed=True, answer=raw.decode("latin-1")))

    def settle(self, waiting: PendingLetter) -> None:
        """It has its answer, or nobody waits for one any more."""
        self._file(waiting.message_id).unlink(missing_ok=True)

    def _file(self, message_id: str) -> Path:
        return self._folder / f"{sha256(message_id.encode()).hexdigest()[:20]}.json"
