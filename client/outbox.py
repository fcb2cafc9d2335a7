"""Letters that have no answer yet: each is stored before it is sent, and stays until it is settled.

Whoever says the same again after a lost connection, a full disk or Ctrl-C finds the letter here, and sends
the very same mail once more. The answer is kept beside it as soon as it comes, so that nothing is lost
either when it was read and not yet acted on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from email import message_from_bytes
from email.policy import SMTP
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from client.files import make_folder, write_whole
from client.safe import BadProfile
from engine.record.seal import open_seal

FORMAT: Final = "grubenpost-waiting/1"
LETTER_TYPE: Final = "application/toml"
"""As what a letter is attached to our mails."""


@dataclass(frozen=True)
class Waiting:
    """A mail that waits for its answer."""

    purpose: str
    """What it is for: the same wish is the same letter until it is settled."""
    message_id: str
    mail: str
    """The whole mail, as it goes out."""
    words: str
    """What it says, for people."""
    game: str
    at: int
    """When it was written."""
    handed: bool = False
    """Whether a mail server may have it. Until then it can still be taken back."""
    answer: str = ""
    """The mail that answers it."""
    letter: str = ""
    """The id of the sealed letter in it, which its answer names; empty for plain words."""


class Outbox:
    """The folder in which they lie, one file each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[Waiting]:
        """All of them, the oldest first. One that is damaged is named."""
        found = [_read(path) for path in sorted(self._folder.glob("*.json"))]
        return sorted(found, key=lambda waiting: (waiting.at, waiting.message_id))

    def _sound(self) -> Iterator[Waiting]:
        """All that can be read: a damaged letter keeps no mail from being taken in."""
        for path in sorted(self._folder.glob("*.json")):
            with suppress(BadProfile):
                yield _read(path)

    def find(self, purpose: str) -> Waiting | None:
        return next((waiting for waiting in self.all() if waiting.purpose == purpose), None)

    def sent_as(self, message_id: str) -> Waiting | None:
        """The letter whose mail has this Message-ID."""
        if not message_id or not self._file(message_id).exists():
            return None
        return _read(self._file(message_id))

    def answered_by(self, letters: Sequence[str], message_id: str = "") -> Waiting | None:
        """The mail that is answered by something which names these letters and this Message-ID.

        A sealed letter is answered by nothing that does not name it. Some mail servers change Message-IDs,
        so those alone need not fit.
        """
        waiting = self.sent_as(message_id)
        if waiting is not None and (waiting.letter in letters or not waiting.letter):
            return waiting
        named = (one for one in self._sound() if one.letter and one.letter in letters)
        return next(named, None) if letters else None

    def put(self, waiting: Waiting) -> Waiting:
        """Store it, or what has become of it."""
        make_folder(self._folder)
        facts = {"format": FORMAT, **waiting.__dict__}
        write_whole(self._file(waiting.message_id), json.dumps(facts, ensure_ascii=False).encode())
        return waiting

    def hand_over(self, waiting: Waiting) -> Waiting:
        """Note that it is given to a mail server now."""
        return waiting if waiting.handed else self.put(replace(waiting, handed=True))

    def keep_answer(self, waiting: Waiting, raw: bytes) -> Waiting:
        return self.put(replace(waiting, handed=True, answer=raw.decode("latin-1")))

    def settle(self, waiting: Waiting) -> None:
        """It has its answer, or nobody waits for one any more."""
        self._file(waiting.message_id).unlink(missing_ok=True)

    def _file(self, message_id: str) -> Path:
        return self._folder / f"{sha256(message_id.encode()).hexdigest()[:20]}.json"


def _letter_in(mail: str) -> str:
    """The id of the letter in a mail of ours; empty if it has none."""
    for part in message_from_bytes(mail.encode("latin-1"), policy=SMTP).walk():
        if part.get_content_type() == LETTER_TYPE:
            content = part.get_payload(decode=True)
            return open_seal(content).letter_id if isinstance(content, bytes) else ""
    return ""


def _read(path: Path) -> Waiting:
    try:
        facts: dict[str, Any] = json.loads(path.read_bytes())
        if facts.pop("format") != FORMAT:
            raise ValueError(FORMAT)
        waiting = Waiting(**facts)
        # Written before letters were named here.
        return waiting if "letter" in facts else replace(waiting, letter=_letter_in(waiting.mail))
    except OSError as error:
        raise BadProfile(
            "state/unreadable", "{file} can't be read: {why}", file=path, why=error.strerror
        ) from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BadProfile(
            "state/damaged-letter", "{file} is damaged: delete it, and say again what you wanted", file=path
        ) from None
