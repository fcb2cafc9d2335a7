"""People whose answers are written beforehand, and turns for them to think over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from client.play.chooser import Person
from client.play.prompts import decide_by_prompts
from client.play.situation import Situation
from client.play.talk import Left
from client.play.turn import Thinking
from client.session.style import Showing
from engine.bots import choose
from engine.bots.selfplay import opening
from engine.rules import Action, Game, play, view
from engine.show import Style
from engine.tongue import tongue

NAMES = ["Max", "Berta", "Carl", "Dora"]
PLAIN = Showing(tongue("en"), Style.ASCII)


class Script:
    """A person who leaves when the answers run out."""

    def __init__(self, answers: Iterable[str]) -> None:
        self._answers = iter(answers)
        self.heard: list[str] = []
        self.prompts: list[str] = []

    def answer_with(self, answers: Iterator[str]) -> None:
        self._answers = answers

    def tell(self, text: str) -> None:
        self.heard.append(text)

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self._answers)
        except StopIteration:
            raise Left from None

    @property
    def all(self) -> str:
        return "\n".join(self.heard)


def position(plies: int = 0, seed: int = 5, players: int = 2) -> Game:
    """A game after so many plies of bots, and until it is the turn of seat 0."""
    game, rng = opening(players, Random(seed)), Random(seed)
    while game.ply < plies or game.turn != 0:
        game = play(game, choose("greedy", view(game, game.turn), rng)).game
    return game


def situation(game: Game, showing: Showing = PLAIN, taught: bool = False) -> Situation:
    return Situation(view(game, game.turn), NAMES[: game.players], showing, taught=taught)


def think(*answers: str, game: Game | None = None, showing: Showing = PLAIN) -> tuple[Script, Action | None]:
    """What is heard by a person who gives these answers, and what they decided, if anything."""
    script = Script(answers)
    try:
        decided = decide_by_prompts(Thinking(situation(game or SHIFT_ONE, showing)), script)
    except Left:
        decided = None
    return script, decided


def play_whole(script: Script, players: int, seed: int) -> Game:
    """A whole game: the script plays seat 0, bots play the others."""
    game, rng = opening(players, Random(seed), players == 3), Random(seed)
    person = Person(PLAIN, script, screen=False)
    while not game.over:
        seen = view(game, game.turn)
        action = person.decide(seen, NAMES[:players]) if game.turn == 0 else choose("random", seen, rng)
        game = play(game, action, game.turn).game
    return game


SHIFT_ONE = position(6)
"""Two players; the draft is over, and nobody has placed a worker before seat 0 does, or only seat 1."""
