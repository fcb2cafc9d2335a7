"""The rest of what happens in a season: what time brings, what the host does, and what breaks."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta

from sqlmodel import col, select

from engine.errors import Refused
from engine.record.letters.kinds.press import Press
from server.ledger import models as rows
from server.ledger.queues import note_sending
from server.players.memos import ask_for
from tests.server.clocks.clocking import bounce
from tests.server.house import SERVER
from tests.server.seasons.season import DAY, HOUR, Player, Season

ORDERS = ("next: money 5; else money 4", "next: order any if costs <= 3; else money 3; then: money 4", "none")


class SeasonOfTime:
    """Acts for a season, each by somebody in some game, whether or not it is possible just then."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.house = season.house
        self.rng = season.rng
        season.more += [self.away, self.back, self.nudge, self.hand_over, self.resign, self.take_open_seat]
        season.more += [self.order, self.press, self.vote, self.settle_in, self.pause, self.go_on, self.close]
        season.more += [self.block, self.release, self.lose_mailbox, self.lose_sending, self.bounce]
        season.more += [self.announce, self.extend, self.unseat_and_seat]
        self.asked: set[str] = set()
        """The acts that the host wanted."""

    def somebody(self) -> tuple[Player, str]:
        """A player, and a game of which they had mail; none of these may still be theirs."""
        player = self.season.someone()
        return player, self.rng.choice(sorted(player.tables) or self.season.games)

    def day(self, later: int) -> str:
        return (datetime.fromtimestamp(self.house.time, UTC).date() + timedelta(days=later)).isoformat()

    def say(self, player: Player, text: str) -> None:
        self.season.hand_out(player.ask(text))

    # What players do about time and seats

    def away(self) -> None:
        first = self.rng.randrange(4)
        self.say(
            self.season.someone(), f"away {self.day(first)} to {self.day(first + self.rng.randrange(9))}"
        )

    def back(self) -> None:
        self.say(self.season.someone(), "back")

    def nudge(self) -> None:
        player, game = self.somebody()
        self.say(player, f"nudge {game}")

    def hand_over(self) -> None:
        """A seat is offered, for good, for some days or for when its player is late, and mostly taken."""
        player, game = self.somebody()
        other = self.season.someone()
        until = self.rng.choice(("", f" until {self.day(6)}", f" until {self.day(9)} if late"))
        self.say(player, f"substitute {game} {other.handle}{until}")
        if self.rng.random() < 0.8:
            self.season.hand_out(other.join(game))

    def resign(self) -> None:
        player, game = self.somebody()
        self.say(player, f"resign {game}")

    def take_open_seat(self) -> None:
        player = self.season.someone()
        self.season.hand_out(player.join(self.rng.choice(self.season.games)))

    def vote(self) -> None:
        """All who have had mail of a game want the same clock for it."""
        game, pace = self.rng.choice(self.season.games), self.rng.choice(("daily", "3d+bank:1d", "none"))
        for player in self.season.players:
            if game in player.tables and player.handle not in self.season.gone:
                self.say(player, f"clock {game} pace={pace}")

    def settle_in(self) -> None:
        wanted = ("set zone Europe/Berlin", "set zone Asia/Tokyo", "set forced auto", "set forced ask")
        self.say(self.season.someone(), self.rng.choice(wanted))

    def order(self) -> None:
        player, game = self.somebody()
        if game in player.tables:
            player.sit_at(game)
            orders = self.rng.choice(
                ORDERS
            )  # in a letter they stand in one line, in a mail as people write them
            self.season.hand_out(
                player.order(orders if player.own_key else orders.replace("; then", "\nthen"))
            )

    def press(self) -> None:
        player, game = self.somebody()
        if player.own_key:
            letter = player.sealed(Press(SERVER, game, player.handle, "", player.nonce(), "Good luck!"))
            self.season.hand_out(self.house.write(player.address, "", letter))
        else:
            self.say(player, f"press {game}: Good luck to all of you!")

    # What the host does

    def host(self, act: str, about: str, reason: str = "", **more: str) -> None:
        self.asked.add(act)
        with contextlib.suppress(Refused):
            ask_for(self.house.ledger, act, about, self.house.time, reason, **more)
        self.house.time += self.rng.choice((0, 1, 60))

    def pause(self) -> None:
        for game in self.rng.sample(self.season.games, 6):
            self.host("pause", game, "the club is on a trip")

    def go_on(self) -> None:
        for game in self.season.games:
            self.host("resume", game)

    def close(self) -> None:
        self.host("close", self.rng.choice(self.season.games), "nobody comes any more")

    def block(self) -> None:
        """For a while nothing is heard of somebody, who writes meanwhile."""
        who = self.season.someone()
        blocked = self.rng.choice((who.handle, who.address, "stranger1@example.net", "@example.net"))
        self.host("block", blocked, "a quarrel")
        self.say(who, "status")
        self.season.stranger()
        self.host("unblock", blocked)
        self.season.move()

    def announce(self) -> None:
        self.host("announce", self.rng.choice(self.season.games), "There is cake on Monday.")

    def extend(self) -> None:
        for game in self.rng.sample(self.season.games, 6):
            self.host("extend", game, "the post was slow", seconds=str(self.rng.choice((HOUR, DAY))))

    def unseat_and_seat(self) -> None:
        """Somebody is taken off a seat, and somebody else asked to take it, who mostly does."""
        (player, game), other = self.somebody(), self.season.someone()
        self.host("unseat", game, "cheating", who=player.handle)
        if self.rng.random() < 0.5:
            self.season.tick()
        self.host("seat", game, "do help us out", who=other.handle)
        self.season.tick()
        if self.rng.random() < 0.8:
            self.season.hand_out(other.join(game))

    def release(self) -> None:
        self.host("release", self.season.someone().handle)

    # What breaks

    def lose_mailbox(self) -> None:
        """The mailbox can't be read for some hours, and people write all the same."""
        self.house.cut = True
        for _ in range(3):
            self.house.time += self.rng.choice((HOUR, 8 * HOUR, 2 * DAY))
            self.rng.choice((self.season.move, self.season.chatter, self.season.stranger))()
        self.host("pause", self.rng.choice(self.season.games), "the server is ill")
        self.house.cut = False
        self.house.fetch()
        self.season.hand_out(self.house.work())
        self.season.tick()

    def lose_sending(self) -> None:
        """Nothing can be sent for some hours."""
        self.house.wait(HOUR)
        self._note_sending(in_trouble=True)
        self.house.wait(self.rng.choice((HOUR, DAY)))
        self.season.move()
        self._note_sending(in_trouble=False)

    def _note_sending(self, *, in_trouble: bool) -> None:
        with self.house.ledger.writing() as session:
            note_sending(session, self.house.time, in_trouble=in_trouble)

    def bounce(self) -> None:
        """The last mail to somebody comes back."""
        player = self.season.someone()
        mine = select(rows.Outbox.id).where(rows.Outbox.recipient == player.address)
        with self.house.ledger.reading() as session:
            found = session.exec(mine.order_by(col(rows.Outbox.id).desc())).first()
        if found is not None:
            self.house.time += 60
            self.house.post(bounce(self.house, player))
            self.season.hand_out(self.house.work())
