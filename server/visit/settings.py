"""The settings of a running server, wherever they came from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from engine.record.letters.key import PrivateKey
from server.mail.memos import MemoPaper
from server.mail.writing import Letterhead


@dataclass(frozen=True)
class Settings:
    """The server's name and address, its key, and whom to tell when something is wrong."""

    name: str
    """The host name in letters, checkpoints and Message-IDs, such as pit.example.org."""
    address: str
    """The address that players write to."""
    key: PrivateKey
    host: str = ""
    """The host's own address; empty if nobody is to be told by mail."""
    authserv: str = ""
    """The id in Authentication-Results headers that our own mail server writes; empty to trust none."""
    answers_per_window: int = 30
    answer_window: int = 15 * 60
    language: str = "en"
    """The language that is spoken to people who have not said what they speak."""
    keep_days: int = 30
    """The days for which the text of a mail is kept after it has been dealt with."""
    mails_per_hour: int = 60
    """The most mails of one player that are dealt with in an hour."""
    commands_per_day: int = 500
    """The most commands of one player that are carried out in a day, moves not counted."""
    archives_per_day: int = 40
    """In how many forms one player gets games in a day."""
    pace: str = "none"
    """The clock of a game whose opener names none."""
    away_days: int = 30
    """On how many days of a year one player's clocks stand still because they are away …"""
    away_notice: int = 0
    """… and how many days before they have to say so."""

    @cached_property
    def mail_secret(self) -> bytes:
        """The secret that Message-IDs and bounce tokens are made with."""
        return sha256(b"grubenpost-mail/1\0" + self.key.seed).digest()

    @cached_property
    def journal_secret(self) -> bytes:
        """The secret that codes, nonces and seeds are made with."""
        return sha256(b"grubenpost-journal/1\0" + self.key.seed).digest()

    @cached_property
    def letterhead(self) -> Letterhead:
        """The letterhead of all mails of the server."""
        return Letterhead(self.name, self.address, "Grubenpost", self.mail_secret)

    @cached_property
    def memo_paper(self) -> MemoPaper:
        """The paper on which the server writes what it puts into its own mailbox."""
        return MemoPaper(self.letterhead, self.journal_secret)
