"""A mail to be written: what goes to whom, before it is frozen into bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.wire.facts import NO_FACTS, Facts

NOW: Final = 0
"""A game waits for it, or somebody who has just written."""
SOON: Final = 1
"""News that nobody waits for."""
SOME_TIME: Final = 2
"""Mails that sum up: the mail of the day, and what the host hears."""


@dataclass(frozen=True, slots=True)
class MailDraft:
    """One mail to one recipient. `dedupe` names it: the same name is never written twice."""

    dedupe: str
    kind: str
    """turn, answer, notice or host."""
    recipient: str
    text: str
    html: str = ""
    """The same as a page, if the recipient wants one."""
    remark: str = ""
    """Goes in front of the subject in brackets, such as `your turn`; threads hold all the same."""
    game: str = ""
    title: str = ""
    """The name of the game and whom its reader plays with, as it stands in subjects."""
    topic: str = ""
    """The topic of the mail besides the turns of the game; each has a thread of its own."""
    player_id: int | None = None
    urgency: int = NOW
    answers: str = ""
    """The Message-ID of the mail that this one answers."""
    attachments: tuple[tuple[str, bytes], ...] = ()
    facts: Facts = NO_FACTS
    """The facts for a client, besides its words."""
    signed: bool = False
    """Whether a client acts on it, though its reader may still play from a mailbox."""

    @property
    def subject(self) -> str:
        subject = subject_of(f"{self.topic} {self.game}".strip(), self.title)
        return f"[{self.remark}] {subject}" if self.remark else subject


def reader_of(handle: str | None, address: str) -> str:
    """The name, in a Message-ID of ours, of whom its mail is for: a player, at whatever address, or nobody
    but an address."""
    return f"address {address.casefold()}" if handle is None else f"handle {handle}"


def subject_of(game: str, title: str = "") -> str:
    """The subject that all mails of a game to one reader have in common, so that threads hold together."""
    return " · ".join(part for part in (title, f"Grubenpost {game}".rstrip()) if part)
