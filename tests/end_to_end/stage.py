"""Two who play from their mailboxes, one with a key, and Mallory: for one attack after another."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from sqlmodel import col, select

from server.ledger.models import Entry, Player
from server.ledger.store import Ledger
from tests.end_to_end.artefacts import Bundle
from tests.end_to_end.hand import Hand
from tests.end_to_end.host import Site, ledger_url, running_club
from tests.end_to_end.people import KeyPlayer, MailboxPlayer, Person, Town, unused
from tests.end_to_end.test_whole_game import server_key
from tests.server.house import Got
from tests.server.real.dovecot import PASSWORD
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN

HAND = Hand("utf-8", "quoted-printable", "On Monday at 12:00 Grubenpost wrote:", "")
MINE = re.compile(r"^ *\d+  (mine \d+)", re.MULTILINE)
"""A mine in the list of actions."""


@dataclass
class Stage:
    """Whose turn it is stays the same: nothing that happens here is a move."""

    folder: Path
    town: Town
    mover: MailboxPlayer
    other: MailboxPlayer
    karl: KeyPlayer
    mallory: MailboxPlayer
    game: str

    @property
    def turn_mail(self) -> Got:
        assert self.mover.turn_mail is not None
        return self.mover.turn_mail

    @property
    def ply(self) -> int:
        """Where the game stood when all this began."""
        assert self.mover.turn is not None
        return self.mover.turn.position.ply

    def plies(self) -> int:
        """Where it stands."""
        with Ledger(ledger_url(self.folder)) as ledger, ledger.reading() as session:
            return len(session.exec(select(Entry).where(Entry.kind == "ply")).all())

    def kinds(self, game: str) -> list[str]:
        """The kinds of the entries in a game's log."""
        wanted = select(Entry.kind).where(Entry.game_id == game).order_by(col(Entry.seq))
        with Ledger(ledger_url(self.folder)) as ledger, ledger.reading() as session:
            return list(session.exec(wanted))

    def player(self, who: Person) -> Player:
        with Ledger(ledger_url(self.folder)) as ledger, ledger.reading() as session:
            return session.exec(select(Player).where(Player.handle == who.handle)).one()

    def answer(self, who: MailboxPlayer, text: str, named: Got | None = None, *, fields: str = "") -> Got:
        """What comes back to a mail with exactly this text, which quotes what it quotes itself.

        One that has nothing for us in it names no mail of ours: so soon after that only a machine would.
        """
        answers = str(named.message["Message-ID"]) if named else ""
        self.post(who, who.address, text, answers=answers, fields=fields)
        return who.hear_answer()

    def post(
        self, who: MailboxPlayer, sender: str, text: str, *, answers: str = "", fields: str = ""
    ) -> None:
        """Send a mail under any address, with more fields in its header."""
        to = f"{self.town.server}@{DOMAIN}"
        raw = HAND.write(("", sender), to, "Re: hello", text, answers=answers)
        with smtplib.SMTP(HOST, self.town.postfix.smtp_port) as smtp:
            smtp.login(who.address, PASSWORD)
            smtp.sendmail(who.address, [to], fields.encode() + raw)

    def status(self) -> Got:
        """The answer to a question of the other, which comes when all before it has been dealt with."""
        return self.other.ask("status")


def play_the_draft(*people: MailboxPlayer) -> list[MailboxPlayer]:
    """Everyone takes the first orders that there are; then whose turn it is, and the other."""
    for ply in count():
        turns = {person.hear_turn(ply).mine: person for person in people}
        mover = turns[True]
        assert mover.turn_mail is not None
        if MINE.search(mover.turn_mail.text):
            break
        mover.reply("1")
    return [mover, turns[False]]


@contextmanager
def set_up(folder: Path, site: Site) -> Iterator[Stage]:
    account = unused("club")
    with (
        running_club(folder, site, account) as server,
        Town(site.dovecot, site.postfix, Bundle(folder / "mails"), server_key(server), account) as town,
    ):
        otto, paula, mallory = (
            MailboxPlayer(town, who, who.title(), "en", HAND) for who in ("otto", "paula", "mallory")
        )
        karl = KeyPlayer(town, "karl", "Karl", "en", HAND)
        for player in (otto, paula, karl, mallory):
            player.register()
        found = re.search(r"\bjoin ([0-9a-z]{6})\b", otto.ask("new players=2").text)
        assert found
        paula.join(found[1])
        mover, other = play_the_draft(otto, paula)
        for player in (otto, paula):
            player.last = player.turn_mail
            player.ask("status")  # the answer brings a code that is good for a change
        yield Stage(folder, town, mover, other, karl, mallory, found[1])
        assert server.stop() == 0
    assert not [line for line in server.log if " error " in line]
