"""A season of a club by mail, in which everything happens, and its mailbox, from which it can be made again.

Everybody's acts follow from a seed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from random import Random

from sqlmodel import col, select, update

from engine.bots import choose
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import open_seal
from engine.rules import from_data
from server.ledger import models as rows
from server.ledger.store import Ledger
from tests.server.house import SERVER, Got, Member, mail
from tests.server.seasons.journal_house import JournalHouse

HOUR, DAY = 3600, 24 * 3600
STRANGERS = ("help", "register newcomer{n}", "cheap pills", "unsubscribe", "games", "yes", "5")
CHATTER = ("thanks!", "good game, see you on Monday", "what a lovely mine", "status", "board", "yes")
WINDOWS = ("undo=5m", "", "undo=off", "undo=1h", "")
PACES = ("", "pace=1d+bank:12h+more:1h+grace:6h+open:2", "", "pace=2d+then:substitute", "", "pace=weekend")
Act = Callable[[], None]


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
            if got.recipient == self.address and got.kind == "turn" and got.subject[-6:] != "enpost":
                self.tables[got.subject[-6:]] = got
        self.hear(mails)

    def sit_at(self, game: str) -> None:
        self.turn, self.last = {}, None
        self.take([self.tables[game]])


class Season:
    """What happens, act by act."""

    def __init__(self, ledger: Ledger, seed: int, games: int, players: int = 8, options: str = "") -> None:
        self.house = JournalHouse(ledger)
        self.rng = Random(seed)
        self.games: list[str] = []
        self.options = options
        self.gone: set[str] = set()
        self.more: list[Act] = []
        """What else happens."""
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
        pace = PACES[number % len(PACES)]
        rated = "rated=yes" if number % 4 == 0 else ""
        options = self.options or WINDOWS[number % len(WINDOWS)]
        wanted = f"new players={max(2, len(people))} {bots} {pace} {rated} {options}"
        mails = people[0].ask(" ".join(wanted.split()))
        found = re.search(r"The game (\w{6}) is open", "\n".join(got.text for got in mails))
        begun = [got.subject[-6:] for got in mails if got.kind == "turn"]
        assert found or begun, [got.text for got in mails]
        game = found[1] if found else begun[0]
        for player in people:
            if player.own_key or player is not people[0]:
                mails = player.join(game)
                self.hand_out(mails)
        self.games.append(game)

    # Acts

    def play(self, acts: int, on_act: Callable[[int], None] = lambda _: None) -> None:
        """Everything there is happens once, and then again by chance."""
        once = [
            *self.more,
            self.refused,
            self.chatter,
            self.stranger,
            self.flood,
            self.pass_time,
            self.rotate,
        ]
        once += [self.recover, self.move_address, self.set_mails, self.mark_sent, self.forget, self.pass_time]
        once += [self.ask, self.recover_and_veto, self.unsubscribe, self.watch, self.change_mind, self.leave]
        once += [self.revoke]
        deeds = [self.move] * len(once) + once
        self.rng.shuffle(once)
        for number in range(acts):
            (once.pop() if once else self.rng.choice(deeds))()
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

    def change_mind(self) -> None:
        """Somebody takes back a move of theirs that may wait, or asks for it, or agrees to it."""
        player = self.someone()
        if player.tables:
            game = self.rng.choice(sorted(player.tables))
            player.sit_at(game)
            ply = player.turn["position"]["ply"] - self.rng.choice((0, 0, 1))
            self.hand_out(player.ask(f"undo {game} {max(0, ply)}"))

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
        self.house.wait(self.rng.choice((HOUR, 5 * HOUR, DAY, 3 * DAY)))
        if self.rng.random() < 0.6:
            self.tick()

    def tick(self) -> None:
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

    def recover(self) -> None:
        """A key is lost, or wanted by somebody who has none; it may come to nothing."""
        self._recover(self.someone())

    def _recover(self, player: Player) -> tuple[Player, bytes] | None:
        mails = player.write("recover")
        coded = [got for got in mails if "recover letter" in got.text and got.recipient == player.address]
        if not coded:
            return None
        new = self._new_key(player)
        raw = seal_letter(Recover(SERVER, player.handle, new.public, coded[0].code, player.nonce()), new)
        self.hand_out(self.house.write(player.address, "", raw))
        if self.house.outcome() == "done" and self.rng.random() < 0.5:
            self.house.wait(3 * DAY + HOUR)
            self.tick()
            player.held, player.own_key = new, True
        return player, raw

    def recover_and_veto(self) -> None:
        asked = self._recover(self.someone())
        if asked is not None and asked[0].own_key:
            player, raw = asked
            letter = Veto(SERVER, player.handle, open_seal(raw).letter_id)
            self.hand_out(self.house.write(player.address, "", seal_letter(letter, player.key)))

    def revoke(self) -> None:
        """A key is stolen, and ends; its player wants another."""
        player = self.someone()
        if player.own_key and self.rng.random() < 0.3:
            letter = Revoke(SERVER, player.handle, player.key.public)
            self.hand_out(self.house.write(player.address, "", seal_letter(letter, player.key)))
            self._recover(player)

    def leave(self) -> None:
        """Somebody opens a game, and leaves it before it begins."""
        player = self.someone()
        mails = player.ask("new players=4")
        found = re.search(r"The game (\w{6}) is open", mails[0].text if mails else "")
        if found:
            self.hand_out(player.join(found[1]) if player.own_key else mails)
            if self.house.outcome() == "done":
                self.hand_out(player.leave(found[1]))

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

    def watch(self) -> None:
        """Somebody follows a game, or does so no longer."""
        game, how = self.rng.choice(self.games), self.rng.choice(("", " daily", " results"))
        asked = self.rng.choice((f"watch {game}{how}", f"watch {game}{how}", "unwatch"))
        self.hand_out(self.someone().ask(asked))

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
