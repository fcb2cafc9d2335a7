"""The sender: whose a mail is, what shows it, and what they have written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.tongue import Tongue, tongue
from server.ledger import models as rows
from server.visit.codes import TURN
from server.visit.preferences import manner_of
from server.visit.refusal import BadCommand

BY_SEAL: Final = "seal"
BY_CODE: Final = "code"
BY_READING: Final = "reading"
"""It answers our mail to its player: good for asking, and for nothing else."""
BY_OLD_SEAL: Final = "old seal"
"""A key that is not in force, or on a letter that was refused before: good for hearing so."""
BY_DOMAIN: Final = "domain"
NOT_AT_ALL: Final = ""


@dataclass(frozen=True, slots=True)
class Said:
    """Press or a note in a mail: the game and the one whom it is for, as far as named, and the words."""

    game: str
    to: str
    text: str
    note: bool = False
    """Whether it is for nobody but the sender."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a mail.

    own       the lines that its sender surely wrote
    commands  those among them that are commands, or nearly so
    doubts    lines that may be commands, or may not be meant at all
    codes     the codes in it, quoted or not
    press     what its sender says to the table
    talk      what else they wrote: it may be meant for the table, and is never sent by itself
    """

    own: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    press: Said | None = None
    talk: str = ""


NO_WORDS: Final = Words()


@dataclass(frozen=True, slots=True)
class Sender:
    """Whoever sent the mail in hand. Until something shows who that is, no more than an address."""

    language: str
    """The language that is spoken to somebody who is no player."""
    address: str = ""
    player: rows.Player | None = None
    authority: str = NOT_AT_ALL
    """The authority behind the mail: BY_SEAL and the others above."""
    wear: int = 0
    """The number of times that what shows it has come today; 0 if nobody else can send it again."""
    codes: Mapping[str, rows.Code] = field(default_factory=dict)
    """Their valid codes in the mail, by how they are written; the first one counts most."""
    overlooked: bool = False
    """Whether the mail went to others too, who have seen the codes in it."""
    strayed: tuple[rows.Code, ...] = ()
    """Codes in a mail from an address that is nobody's; not those that were mailed there."""
    outdated: tuple[str, ...] = ()
    """The purposes of the codes in the mail that are good for nothing any more."""
    hinted: tuple[str, ...] = ()
    """The games that the mail may be about, by what it answers; nothing is proved by that."""
    relayed: str = ""
    """The field that a mailing list put into the mail: without a proof it is nobody's."""
    request: bytes | None = None
    """The sealed request by which they ask for what is being carried out."""

    @property
    def tongue(self) -> Tongue:
        """The language that they are answered in."""
        return manner_of(self.player).tongue if self.player else tongue(self.language)

    @property
    def may_move(self) -> bool:
        """Whether a code that is good for a move came with the mail."""
        return self.authority == BY_CODE and any(code.purpose == TURN for code in self.codes.values())

    def registered(self) -> rows.Player:
        """The player who speaks; strangers are refused."""
        if self.player is None or self.player.state != "active":
            raise BadCommand("command/who", "this is for registered players: send `register` first")
        return self.player

    def known_as(self, player: rows.Player | None, authority: str | None = None) -> Sender:
        """The same sender, now that it is known who they are, and by what."""
        return replace(self, player=player, authority=self.authority if authority is None else authority)
