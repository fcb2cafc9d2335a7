"""Mails are taken in one by one: whatever one of them does, the others are read, each once."""

from __future__ import annotations

import errno
import os
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from client.exchange import arrivals
from client.exchange.arrivals import MOST_COPIES, MOST_TRIES, Arrivals
from client.letters.server_mail import read_mail
from client.memory.memory import Keeping
from client.post.account import MailAccount
from client.post.mailbox import Mailbox
from client.profile.home import Home
from client.refusals import BadProfile, NoPost
from engine.errors import Refused
from tests.client.post.test_mailbox import SERVER, mail, numbers
from tests.server.post.sites import Site
from tests.server.real.proxy import Break, Proxy

TakeIn = Callable[[bytes], None]


class Player:
    """Somebody who fetches, each time with a new process's memory. `poison` fails as it is told to."""

    def __init__(self, folder: Path, account: MailAccount) -> None:
        self.home = Home(folder, folder)
        self.account = account
        self.got: list[int] = []
        self.told: list[str] = []
        self.many: list[int] = []
        self.poison: dict[int, Callable[[], None]] = {}

    def fetch(self, **settings: float) -> list[int]:
        """The numbers of the mails that were taken in this time."""
        before = len(self.got)
        mailbox = Mailbox(self.account, SERVER, Keeping(self.home).watermark())
        try:
            Arrivals(self.home, mailbox, self.take_in, self.trouble, self.many.append).fetch(**settings)
        finally:
            mailbox.close()
        return self.got[before:]

    def take_in(self, raw: bytes) -> None:
        (number,) = numbers([raw])
        if number in self.poison:
            self.poison[number]()
        read_mail(raw)
        self.got.append(number)

    def trouble(self, error: Refused) -> None:
        self.told.append(error.code)


@pytest.fixture
def player(tmp_path: Path, account: MailAccount) -> Player:
    return Player(tmp_path, account)


def fail(error: BaseException) -> Callable[[], None]:
    def failing() -> None:
        raise error

    return failing


def test_a_poisonous_mail_keeps_no_other_from_being_read(site: Site, name: str, player: Player) -> None:
    site.deliver(name, *map(mail, range(1, 6)))
    player.poison[3] = fail(RecursionError("too deep"))
    assert player.fetch() == [1, 2, 4, 5]
    assert player.told == ["mail/failed"]
    site.deliver(name, mail(6))
    assert player.fetch() == [6]
    for _ in range(MOST_TRIES + 2):
        assert player.fetch() == []
    assert player.told == ["mail/failed"] * MOST_TRIES + ["mail/given-up"]
    (copy,) = player.home.set_aside.iterdir()
    assert numbers([copy.read_bytes()]) == [3]
    assert copy.stat().st_mode & 0o777 == 0o600


def test_what_was_poison_before_is_taken_in_when_it_no_longer_is(
    site: Site, name: str, player: Player
) -> None:
    site.deliver(name, *map(mail, range(1, 4)))
    player.poison[1] = fail(MemoryError())
    assert player.fetch() == [2, 3]
    player.poison.clear()
    assert player.fetch() == [1]
    assert player.fetch() == []


def test_a_refused_mail_is_told_once_and_passed_over(site: Site, name: str, player: Player) -> None:
    site.deliver(name, *map(mail, range(1, 4)))
    player.poison[2] = fail(Refused("turn/format", "no turn"))
    assert player.fetch() == [1, 3]
    assert player.fetch() == []
    assert player.told == ["turn/format"]


def test_a_damaged_file_costs_no_mail(site: Site, name: str, player: Player) -> None:
    """It says: delete it, and it is fetched again."""
    site.deliver(name, *map(mail, range(1, 4)))
    player.poison[2] = fail(BadProfile("state/damaged", "a file is damaged"))
    assert player.fetch() == [1, 3]
    player.poison.clear()
    assert player.fetch() == [2]


def test_a_full_disk_stops_it_and_loses_nothing(site: Site, name: str, player: Player) -> None:
    site.deliver(name, *map(mail, range(1, 5)))
    player.poison[2] = fail(OSError(errno.ENOSPC, "no room"))
    for _ in range(2 * MOST_TRIES):
        with pytest.raises(OSError, match="no room"):
            player.fetch()
    assert Counter(player.got) == {1: 1, 3: 1, 4: 1}, "one that failed comes behind the new ones"
    player.poison.clear()
    assert player.fetch() == [2]


def test_ctrl_c_in_the_middle_loses_nothing_and_repeats_nothing(
    site: Site, name: str, player: Player
) -> None:
    site.deliver(name, *map(mail, range(1, 8)))
    player.poison[2] = lambda: os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        player.fetch()
    assert player.got == [1, 2], "what is begun is ended"
    player.poison = {4: fail(KeyboardInterrupt())}
    with pytest.raises(KeyboardInterrupt):
        player.fetch()
    player.poison.clear()
    player.fetch()
    assert Counter(player.got) == dict.fromkeys(range(1, 8), 1)


def test_a_process_that_is_killed_again_and_again_gets_on(site: Site, name: str, player: Player) -> None:
    site.deliver(name, *map(mail, range(1, 4)))
    for _ in range(MOST_TRIES):
        child = os.fork()
        if not child:  # the mail kills whoever takes it in
            player.poison[1] = lambda: os.kill(os.getpid(), signal.SIGKILL)
            player.fetch()
            os._exit(0)
        os.waitpid(child, 0)
    player.fetch()
    assert player.told == ["mail/given-up"]
    assert Keeping(player.home).watermark().again == ()


def test_a_large_mail_is_never_fetched(
    site: Site, name: str, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.exchange.arrivals.LARGEST", 3000)
    site.deliver(name, mail(1), mail(2) + b"x" * 4000, mail(3))
    read: list[int] = []
    usual = Mailbox.read
    monkeypatch.setattr(Mailbox, "read", lambda box, uid: (read.append(uid), usual(box, uid))[1])
    assert player.fetch() == [1, 3]
    assert len(read) == 2
    assert player.fetch() == []
    assert player.told == ["mail/too-large"]


def test_a_mail_that_is_larger_than_it_says(
    site: Site, name: str, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only so much of it is asked for, and it is passed over."""
    monkeypatch.setattr("client.post.mailbox.LARGEST", 3000)
    monkeypatch.setattr("client.exchange.arrivals.LARGEST", 3000)
    site.deliver(name, mail(1), mail(2) + b"x" * 400_000, mail(3))
    looked = Mailbox.look
    monkeypatch.setattr(Mailbox, "look", lambda box: [one._replace(size=100) for one in looked(box)])
    got: list[int] = []
    usual = Mailbox.read

    def read(box: Mailbox, uid: int) -> bytes | None:
        raw = usual(box, uid)
        got.append(len(raw or b""))
        return raw

    monkeypatch.setattr(Mailbox, "read", read)
    assert player.fetch() == [1, 3]
    assert max(got) == 3001
    assert player.told == ["mail/too-large"]


def test_hundreds_of_hostile_mails_come_before_a_true_one(site: Site, name: str, player: Player) -> None:
    site.deliver(name, *[mail(0) for _ in range(500)], mail(1))
    player.poison[0] = fail(Refused("mail/unreadable", "no mail"))
    assert player.fetch(end=0.0) == []
    assert player.fetch() == [1]
    assert player.many == [501, 501]
    assert len(player.told) == 500
    assert player.fetch() == []


def test_deleted_mails_are_forgotten(site: Site, name: str, player: Player) -> None:
    site.deliver(name, mail(1))
    player.poison[1] = fail(KeyError())
    player.fetch()
    mark = Keeping(player.home).watermark()
    Keeping(player.home).keep_watermark(mark._replace(again=((999, 1),)))
    player.fetch()
    assert Keeping(player.home).watermark().again == ()


def test_a_mail_whose_reading_breaks_the_line_does_not_stop_the_others(
    site: Site, name: str, account: MailAccount, tmp_path: Path
) -> None:
    site.deliver(name, mail(1), mail(2), mail(3))
    with Proxy(account.imap.port) as proxy:
        from dataclasses import replace

        player = Player(tmp_path, replace(account, imap=replace(account.imap, port=proxy.port)))
        proxy.plans.extend(Break("server", b"This is mail 2", "cut") for _ in range(MOST_TRIES))
        for _ in range(MOST_TRIES):
            with pytest.raises(NoPost):
                player.fetch()
        player.fetch()
    assert sorted(player.got) == [1, 3]
    assert player.told == ["mail/given-up"]


def test_copies_make_room(site: Site, name: str, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "MOST_TRIES", 0)
    site.deliver(name, *map(mail, range(MOST_COPIES + 5)))
    player.fetch()
    assert len(list(player.home.set_aside.iterdir())) == MOST_COPIES
