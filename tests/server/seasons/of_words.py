"""All mail commands in a season, each by somebody about some game, whether or not it is possible."""

from __future__ import annotations

import re

from tests.server.seasons.season import HOUR, Season

SAID = (
    "abandon {game}",
    "archive {game}",
    "board {game}",
    "drop orders {game}",
    "games rated=yes rating=0-60",
    "games players=2 pace=daily language=de",
    "help orders",
    "history {game}",
    "invite {game} {other}",
    "leagues",
    "leagues cup-1",
    "leave {game}",
    "legal {game}",
    "mute {other}",
    "note {game}: remember {other}",
    "notes {game}",
    "note {game} drop",
    "note {game} publish",
    "new players=2 rated=yes hold=yes",
    "orders {game}",
    "ratings",
    "rematch {game}",
    "report {game} {other} insults us",
    "resend {game}",
    "score {game}",
    "start {game}",
    "status {game}",
    "test",
    "try {game} money 1",
    "undo {game}",
    "unmute {other}",
    "unwatch {game}",
    "vote {game} count",
    "vote {game} count no",
    "vote {game} publish",
    "vote {game} replace {other}",
    "watch {some}",
    "watch {some} daily",
    "watch {some} results",
    "who",
    "who {other}",
)
"""What people write."""


class SeasonOfWords:
    """Acts for a season, in which all of them are said."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.waiting: list[str] = []
        season.more += [*[self.say] * 4, self.play_again, self.run_a_league]
        self.leagues = 0

    def say(self) -> None:
        """The next few, in an order of chance, until all were said; then again."""
        rng = self.season.rng
        for _ in range(7):
            if not self.waiting:
                self.waiting = rng.sample(SAID, len(SAID))
            player, other = self.season.someone(), self.season.someone()
            game = rng.choice(sorted(player.tables) or self.season.games)
            some = rng.choice(self.season.games)
            text = self.waiting.pop().format(game=game, some=some, other=other.handle)
            self.season.hand_out(player.ask(text))

    def play_again(self) -> None:
        """Somebody gives up, and wants another game like it; all who can join it."""
        player = self.season.someone()
        game = self.season.rng.choice(sorted(player.tables) or self.season.games)
        for text in (f"resign {game}", f"rematch {game}"):
            mails = player.ask(text)
            self.season.hand_out(mails)
        found = re.search(r"The game (\w{6}) is open", mails[0].text if mails else "")
        for other in self.season.players if found else ():
            if other.handle not in self.season.gone:
                self.season.hand_out(other.join(found[1]))

    def run_a_league(self) -> None:
        """Somebody opens a league, others sign up until it is full; one of them leaves, another comes."""
        rng, gone = self.season.rng, self.season.gone
        self.leagues += 1
        name = f"cup-{self.leagues}"
        kind = rng.choice(("robin", "swiss rounds=2"))
        asked = [f"league new {name} {kind} places=3 pace=2d", *[f"league join {name}"] * 2]
        people = rng.sample([one for one in self.season.players if one.handle not in gone], 4)
        for player, text in zip(people, [*asked, f"league join {name}"], strict=True):
            self.season.hand_out(player.ask(text))
            if player is people[1]:  # the place is free again
                self.season.hand_out(player.ask(f"league leave {name}"))
        self.season.house.wait(HOUR)
        self.season.tick()
