"""The configuration as values, after everything in it was checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from server.config.passwords import Password

if TYPE_CHECKING:
    from engine.record.letters.key import PrivateKey
    from server.visit.settings import Settings

USUAL_PORTS: Final = {
    "imap": {"implicit": 993, "starttls": 143, "none": 143},
    "smtp": {"implicit": 465, "starttls": 587, "none": 25},
}


@dataclass(frozen=True)
class Account:
    """A mail account at a provider."""

    kind: str
    """imap or smtp."""
    host: str
    port: int
    tls: str
    user: str
    password: Password | None
    folder: str = "INBOX"
    done_folder: str = ""
    delete_days: int = 0
    ca: Path | None = None
    xoauth2: bool = False
    """Whether the password is an access token."""
    bounces: str = ""
    """Of an smtp account: where mail comes back to that can't be delivered."""

    def __str__(self) -> str:
        return f"{self.kind.upper()} at {self.host}:{self.port}"


@dataclass(frozen=True)
class Office:
    """The post office on this machine."""

    imap_port: int
    smtp_port: int
    accounts: Path


@dataclass(frozen=True)
class Limits:
    answers: int
    answer_minutes: int
    mails_per_minute: int
    mails_per_hour: int
    mails_per_day: int
    mails_per_recipient: int
    keep_days: int
    mails_per_player: int


@dataclass(frozen=True)
class GameLimits:
    pace: str
    away_days: int
    away_notice: int


@dataclass(frozen=True)
class Config:
    """A host's configuration. Either there is a pair of accounts, or a post office of our own."""

    file: Path | None
    """The file that was read; None: there is no file, all is as usual."""
    name: str
    address: str
    host: str
    language: str
    authserv: str
    data: Path
    database: str
    key_file: Path
    health_file: Path
    imap: Account | None
    smtp: Account | None
    office: Office | None
    limits: Limits
    games: GameLimits
    clerks: int
    senders: int
    monitor_port: int = 0
    """0: nobody is answered."""
    in_clear: bool = False
    """Whether there is a password in the file, so that it is its owner's only."""

    def __repr__(self) -> str:
        return f"<Config of {self.name} from {self.source}>"

    @property
    def source(self) -> str:
        return str(self.file) if self.file else "the usual settings"

    def settings(self, key: PrivateKey) -> Settings:
        """Give the desk's settings."""
        from server.visit.settings import Settings  # noqa: PLC0415  not every command has a desk

        return Settings(
            name=self.name,
            address=self.address,
            key=key,
            host=self.host,
            language=self.language,
            authserv=self.authserv,
            answers_per_window=self.limits.answers,
            answer_window=60 * self.limits.answer_minutes,
            keep_days=self.limits.keep_days,
            mails_per_hour=self.limits.mails_per_player,
            pace=self.games.pace,
            away_days=self.games.away_days,
            away_notice=self.games.away_notice,
        )
