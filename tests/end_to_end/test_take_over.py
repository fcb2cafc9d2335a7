"""Somebody tries to play, and to live, in another's name, by real mail: what they get, what its owner hears.

Mallory has an account at the same mail server, writes under any name, and has seen mails that were for Otto.
"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlmodel import col, select

from engine.record.letters.key import PublicKey
from server.ledger.models import Address, Entry, Former, Player
from server.ledger.store import Ledger
from server.words.command import YOU_WROTE
from tests.end_to_end.artefacts import Bundle
from tests.end_to_end.hand import Hand
from tests.end_to_end.host import Site, ledger_url, running_club
from tests.end_to_end.people import MailboxPlayer, Town, unused
from tests.end_to_end.test_whole_game import server_key
from tests.server.house import CODE, Got
from tests.server.real.authority import Authority
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN, Postfix

STATUS = YOU_WROTE.format(command="status")
HAND = Hand("utf-8", "quoted-printable", "On Monday at 12:00 Grubenpost wrote:", "Glück auf!")


@dataclass
class Attacker(MailboxPlayer):
    """Has read mails that were for somebody else."""

    def forge(self, sender: str, text: str) -> None:
        """Send a mail under another's address."""
        raw = HAND.write(("", sender), f"{self.town.server}@{DOMAIN}", "hello", text)
        with smtplib.SMTP(HOST, self.town.postfix.smtp_port) as smtp:
            smtp.login(self.address, PASSWORD)
            smtp.sendmail(self.address, [f"{self.town.server}@{DOMAIN}"], raw)


@pytest.fixture
def town(tmp_path: Path, dovecot: Dovecot, postfix: Postfix) -> Iterator[Town]:
    key: PublicKey = None  # type: ignore[assignment]  # the host tells it when the server runs
    with Town(dovecot, postfix, Bundle(tmp_path / "mails"), key, unused("guarded")) as town:
        yield town


def person(town: Town, handle: str) -> MailboxPlayer:
    return MailboxPlayer(town, handle, handle.title(), "en", HAND)


def hear(who: MailboxPlayer, words: str) -> Got:
    return who.hear(words, lambda got: words in got.text)


def plies(folder: Path) -> int:
    with Ledger(ledger_url(folder)) as ledger, ledger.reading() as session:
        return len(session.exec(select(Entry).where(Entry.kind == "ply")).all())


def addresses(folder: Path, handle: str) -> dict[str, bool]:
    with Ledger(ledger_url(folder)) as ledger, ledger.reading() as session:
        query = select(Address).join(Player, col(Player.id) == col(Address.player_id))
        found = session.exec(query.where(Player.handle == handle)).all()
        return {row.address: row.main for row in found}


def test_nobody_plays_or_lives_in_anothers_name(tmp_path: Path, authority: Authority, town: Town) -> None:
    site = Site(authority, town.dovecot, town.postfix)
    with running_club(tmp_path, site, town.server) as server:
        town.key = server_key(server)
        otto, paula = person(town, "otto"), person(town, "paula")
        mallory = Attacker(town, "mallory", "Mallory", "en", HAND)
        for player in (otto, paula):
            player.register()
        found = re.search(r"\bjoin ([0-9a-z]{6})\b", otto.ask("new players=2").text)
        assert found
        paula.join(found[1])
        people = [otto, paula]
        turns = [player.hear_turn(0) for player in people]
        mover, other = people if turns[0].mine else people[::-1]
        play_with_a_code_that_was_seen(tmp_path, mover, other, mallory)
        take_the_account_over(tmp_path, mover, mallory)
        assert server.stop() == 0
    assert not [line for line in server.log if " error " in line]


def play_with_a_code_that_was_seen(
    folder: Path, mover: MailboxPlayer, other: MailboxPlayer, mallory: Attacker
) -> None:
    """The opponent got a copy of the turn mail, and so did Mallory; neither of them moves."""
    assert mover.turn_mail is not None
    code = mover.turn_mail.code
    other.write(f"1\n\ncode: {code}")
    mallory.write(f"1\n\ncode: {code}")
    told = hear(mover, "It was not obeyed")
    assert f"set address {mallory.address}" in told.text
    assert other.address not in told.text
    assert plies(folder) == 0
    mover.reply("1")
    assert mover.hear_turn(1).position.ply == 1
    other.hear_turn(1)


def take_the_account_over(folder: Path, owner: MailboxPlayer, mallory: Attacker) -> None:
    """With two good codes from an old mailbox Mallory gets an address in, and is put out again."""
    owner.write("status")
    first = CODE.findall(hear(owner, STATUS).text)[-1]
    owner.write(f"status\n\ncode: {first}")
    second = CODE.findall(hear(owner, STATUS).text)[-1]
    assert first != second
    mallory.forge(owner.address, f"set address {mallory.address}\n\ncode: {first}")
    mallory.write("yes", answers=hear(mallory, "wants to write to"))
    told = hear(owner, f"{mallory.address} is one of your addresses now")
    assert addresses(folder, owner.handle) == {owner.address: True, mallory.address: False}
    # The second code has ended: whatever is asked with it is asked back, at the owner's address.
    mallory.forge(owner.address, f"set address {mallory.address}\n\ncode: {second}")
    mallory.forge(mallory.address, f"set address {owner.address} off\n\ncode: {second}")
    stop = CODE.findall(told.text)[-1]
    owner.write(f"stop\n\n{stop}")
    hear(owner, "Somebody has replied with `stop`")
    hear(mallory, "Somebody has replied with `stop`")
    assert addresses(folder, owner.handle) == {owner.address: True}
    with Ledger(ledger_url(folder)) as ledger, ledger.reading() as session:
        (held,) = session.exec(select(Player).where(Player.handle == owner.handle)).all()
        assert held.frozen_until is not None
        assert [row.address for row in session.exec(select(Former)).all()] == [mallory.address]
