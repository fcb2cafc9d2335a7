"""A season of a club by mail, in which everything happens, and its mailbox, from which it can be made again.

Everybody's acts follow from a seed. All mails that come are kept with the times at which our mail server took
them, as a real mailbox keeps them; of all that goes out, the bytes are kept by their Message-IDs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random

from sqlmodel import col, select, update

from engine.bots import choose
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import open_seal
from engine.rules import from_data
from server.desk.clerk import Clerk
from server.games.archives import write_archive
from server.host.backups.copy_ledger import copy_ledger
from server.ledger import models as rows
from server.ledger.queues import MARGIN, Place, add_mail, lease_mailbox, note_poll
from server.ledger.store import Ledger
from server.visit.shelf import read_book
from tests.server.house import SERVER, Got, House, Member, mail

HOUR, DAY = 3600, 24 * 3600
STRANGERS = ("help", "register newcomer{n}", "cheap pills", "unsubscribe", "games", "yes", "5")
CHATTER = ("thanks!", "good game, see you on Monday", "what a lovely mine", "status", "board", "yes")
Letter = tuple[int, bytes]
"""When our mail server took a mail, and its bytes."""


@dataclass
class JournalHouse(House):
    """A house with a mailbox that keeps all that came, and that remembers all that went."""

    mailbox: list[Letter] = field(default_factory=list)
    sent: dict[str, bytes] = field(default_factory=dict)

    def post(self, *raws: bytes) -> None:
        self.mailbox += [(self.time, raw) for raw in raws]
        self.fetch()

    def fetch(self, most: int = 10_000) -> int:
        """Take what is in the mailbox beyond the watermark into the inbox."""
        with self.ledger.writing() as session:
            box = lease_mailbox(session, "club", "fetcher", self.time, 600)
            assert box is not None
            new = self.mailbox[box.last_uid : box.last_uid + most]
            for uid, (at, raw) in enumerate(new, box.last_uid + 1):
                add_mail(session, Place("club", 1, uid), "fetcher", raw, at, self.time)
            if box.last_uid == len(self.mailbox):
                note_poll(session, "club", "fetcher", self.time, self.time)
        self.uid = len(self.mailbox)
        return len(new)

    def new_mails(self) -> list[Got]:
        with self.ledger.reading() as session:
            new = select(rows.Outbox).where(col(rows.Outbox.id) > self.seen)
            for row in session.exec(new):
                assert self.sent.setdefault(row.message_id, row.mime) == row.mime
        return super().new_mails()

    def tick(self) -> None:
        """What has fallen due until now is done, once it is certain that nothing came before it."""
        self.time += MARGIN
        self.fetch()
        self.work()
        self.desk.tick()


class Player(Member):
    """Somebody who reads the mails of each game, and whose key may change."""

    held: PrivateKey | None = None
    tables: dict[str, Got]

    @property
    def key(self) -> PrivateKey:
        return self.held or super().key

    def read(self, mails: list[Got]) -> None:
        """Keep the newest mail of each game."""
        for got in mails:
            if got.recipient == self.address and got.kind == "turn" and got.subject[-6:] != "npost":
                self.tables[got.subject[-6:]] = got
        self.hear(mails)

    def sit_at(self, game: str) -> None:
        self.turn, self.last = {}, None
        self.take([self.tables[game]])


class Season:
    """What happens, act by act."""

    def __init__(self, ledger: Ledger, seed: int, games: int, players: int = 8) -> None:
        self.house = JournalHouse(ledger)
        self.rng = Random(seed)
        self.games: list[str] = []
        self.gone: set[str] = set()
        self.players = [self._register(number) for number in range(players)]
        for number in range(games):
            self._open(number)

    def _register(self, number: int) -> Player:
        name = f"Miner {'abcdefgh'[number % 8] * 3}"
        player = Player(self.house, f"p{number}", name, own_key=number % 2 == 0)
        player.tables = {}
        player.register()
        return player

    def hand_out(self, mails: list[Got]) -> None:
        for player in self.players:
            player.read(mails)

    def _open(self, number: int) -> None:
        """Games of two people, of one and a bot, of three."""
        people = self.rng.sample(self.players, (2, 1, 3)[number % 3])
        bots = "bots=1" if len(people) == 1 else ""
        (answer,) = people[0].ask(f"new players={max(2, len(people))} {bots}".strip())
        found = re.search(r"The game (\w{6}) is open", answer.text)
        mails = [answer]
        assert found or answer.kind == "turn", answer.text
        game = found[1] if found else answer.subject[-6:]
        for player in people:
            if player.own_key or player is not people[0]:
                mails = player.join(game)
                self.hand_out(mails)
        self.games.append(game)

    # Acts

    def play(self, acts: int, on_act: Callable[[int], None] = lambda _: None) -> None:
        deeds = [self.move] * 12 + [self.refused, self.chatter, self.stranger, self.flood, self.pass_time]
        deeds += [self.rotate, self.recover, self.move_address, self.set_mails, self.mark_sent, self.forget]
        deeds += [self.pass_time, self.ask, self.recover_and_veto, self.unsubscribe]
        for number in range(acts):
            self.rng.choice(deeds)()
            on_act(number)

    def someone(self) -> Player:
        return self.rng.choice([player for player in self.players if player.handle not in self.gone])

    def move(self) -> None:
        """Somebody moves in some game, as a bot would."""
        game = self.rng.choice(self.games)
        for player in self.players:
            if game in player.tables and player.handle not in self.gone:
                player.sit_at(game)
                position = from_data(player.turn["position"])
                if not position.over and position.turn == player.turn["seat"] and not player.turn["closed"]:
                    action = choose("greedy", position, self.rng).write()
                    self.hand_out(player.move(action))
                    return

    def refused(self) -> None:
        player = self.someone()
        if player.tables:
            player.sit_at(self.rng.choice(sorted(player.tables)))
            self.hand_out(player.move("mine 99" if player.own_key else "bank bank"))

    def chatter(self) -> None:
        player = self.someone()
        if player.tables:
            player.sit_at(self.rng.choice(sorted(player.tables)))
            self.hand_out(player.reply(self.rng.choice(CHATTER)))

    def ask(self) -> None:
        self.hand_out(self.someone().ask(self.rng.choice(("status", "games", "help", "set language de"))))

    def stranger(self) -> None:
        number = self.rng.randrange(6)
        text = self.rng.choice(STRANGERS).format(n=number)
        mails = self.house.write(f"stranger{number}@example.net", text)
        if mails and "reply with `yes`" in mails[0].text and self.rng.random() < 0.5:
            self.house.write(mails[0].recipient, f"yes\n\n> {mails[0].code}")

    def flood(self) -> None:
        """The same mail over and over, with other bytes, all within a moment."""
        player, wanted = self.someone(), self.rng.randrange(2, 75)
        letter = player.sealed(player.request("status")) if player.own_key else b""
        text = "" if player.own_key else f"status\n\n> code: {player.code}"
        raws = [
            mail(player.address, text, *([letter] if letter else []), X_Copy=f"{self.house.uid} {n}")
            for n in range(wanted)
        ]
        self.house.time += 1
        self.house.post(*raws, raws[0])
        self.hand_out(self.house.work())

    def pass_time(self) -> None:
        self.house.time += self.rng.choice((HOUR, 5 * HOUR, DAY, 3 * DAY))
        if self.rng.random() < 0.6:
            self.house.tick()
            self.hand_out(self.house.new_mails())

    def _new_key(self, player: Player) -> PrivateKey:
        return PrivateKey(sha256(f"{player.handle} {self.house.uid}".encode()).digest())

    def rotate(self) -> None:
        player = self.someone()
        if player.own_key:
            new = self._new_key(player)
            letter = Rotate(SERVER, player.handle, player.key.public, new.public, player.nonce())
            mails = self.house.write(player.address, "", seal_letter(letter, player.key, new))
            if self.house.outcome() == "done":
                player.held = new
            self.hand_out(mails)

    def recover(self) -> tuple[Player, bytes] | None:
        """A key is lost, or wanted by somebody who has none; it may come to nothing."""
        player = self.someone()
        mails = player.write("recover")
        coded = [got for got in mails if "recover letter" in got.text and got.recipient == player.address]
        if not coded:
            return None
        new = self._new_key(player)
        raw = seal_letter(Recover(SERVER, player.handle, new.public, coded[0].code, player.nonce()), new)
        self.hand_out(self.house.write(player.address, "", raw))
        if self.house.outcome() == "done" and self.rng.random() < 0.5:
            self.house.time += 3 * DAY + HOUR
            self.house.tick()
            self.hand_out(self.house.new_mails())
            player.held, player.own_key = new, True
        return player, raw

    def recover_and_veto(self) -> None:
        asked = self.recover()
        if asked is not None and asked[0].own_key:
            player, raw = asked
            letter = Veto(SERVER, player.handle, open_seal(raw).letter_id)
            self.hand_out(self.house.write(player.address, "", seal_letter(letter, player.key)))

    def move_address(self) -> None:
        """A second address, which is confirmed, and may become the main one or be dropped."""
        player = self.someone()
        other = f"{player.handle}@work.example.org"
        mails = player.ask(f"set address {other}{self.rng.choice(('', ' off'))}")
        self.hand_out(mails)
        asked = [got for got in mails if got.recipient == other and "reply with `yes`" in got.text]
        if asked:
            self.hand_out(self.house.write(other, f"yes\n\n> code: {asked[0].code}"))

    def set_mails(self) -> None:
        self.hand_out(self.someone().ask(f"set mails {self.rng.choice(('daily', 'daily', 'every', 'mine'))}"))

    def mark_sent(self) -> None:
        """What was written is sent: nothing that is decided later may depend on that."""
        with self.house.ledger.writing() as session:
            pending = update(rows.Outbox).where(col(rows.Outbox.state) == "pending")
            session.exec(pending.values(state="sent", next_at=None, sent_at=self.house.time))

    def unsubscribe(self) -> None:
        """Somebody uses the link in a mail of ours."""
        with self.house.ledger.reading() as session:
            row = session.exec(select(rows.Outbox).order_by(col(rows.Outbox.id).desc())).first()
        if row is not None and self.rng.random() < 0.2:
            self.house.write(row.recipient, "", subject=f"unsubscribe {row.token}")

    def forget(self) -> None:
        if self.rng.random() < 0.1 and len(self.gone) < 2:
            player = self.someone()
            self.hand_out(player.ask("forget me"))
            if self.house.outcome() == "done":
                self.gone.add(player.handle)


@dataclass
class Told:
    """All of a ledger that must come out the same."""

    logs: dict[str, list[tuple[int, str, str]]]
    keys: list[tuple[int, bytes | None, str]]
    archives: dict[str, bytes]


def told_by(house: House) -> Told:
    """What the ledger holds."""
    logs: dict[str, list[tuple[int, str, str]]] = {}
    for entry in house.all(rows.Entry):
        logs.setdefault(entry.game_id, []).append((entry.at, entry.leaf, entry.facts))
    keys = [(row.at, row.raw, row.facts) for row in house.all(rows.KeyLetter)]
    with house.ledger.reading() as session:
        begun = session.exec(select(rows.Game).where(col(rows.Game.state) != "open")).all()
        key = house.settings.key
        archives = {game.id: write_archive(session, game, read_book(session, game), key) for game in begun}
    return Told(logs, keys, archives)


def work_together(clerks: list[Clerk]) -> None:
    """All of them at once, each until it finds nothing to do a few times."""

    def work(clerk: Clerk) -> None:
        idle = 0
        while idle < 3:
            idle = 0 if clerk.work_once() else idle + 1

    with ThreadPoolExecutor(len(clerks)) as pool:
        for done in [pool.submit(work, clerk) for clerk in clerks]:
            done.result()


def back_up(ledger: Ledger, file: Path) -> Path:
    """The ledger as it is, in a file."""
    with Ledger(f"sqlite:///{file}") as copy:
        copy_ledger(ledger, copy)
    return file


def rebuild(
    ledger: Ledger, season: Season, backup: Path | None, portion: int = 10_000, workers: int = 1
) -> JournalHouse:
    """A house on an empty ledger that has what was backed up, and reads the mailbox on from there."""
    if backup is not None:
        with Ledger(f"sqlite:///{backup}") as copy:
            copy_ledger(copy, ledger)
    lived = season.house
    house = JournalHouse(ledger, time=lived.time, mailbox=list(lived.mailbox))
    with ledger.reading() as session:
        last = session.exec(select(rows.Outbox.id).order_by(col(rows.Outbox.id).desc())).first()
        house.seen = last or 0
    while True:
        fetched = house.fetch(portion)
        if workers > 1:
            work_together([Clerk(house.desk, f"clerk-{number}") for number in range(workers)])
        while house.clerk.work_once():
            house.new_mails()
        house.new_mails()
        if not fetched:
            break
    house.desk.tick()
    house.new_mails()
    return house
