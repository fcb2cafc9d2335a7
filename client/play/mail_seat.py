"""A person's seat in a game by mail, from one turn to the next until the game is over."""

from __future__ import annotations

from collections.abc import Callable

from client.bots.seat import BotSeat
from client.letters.signed import Turn
from client.play.chooser import Person
from client.refusals import Declined
from client.session.style import Showing
from client.session.time_left import time_left, told_with_time
from engine.show import people, wrap

Tell = Callable[[str], None]


class Sitting:
    """Asks the person, sends what they decide, and waits for the others."""

    def __init__(self, seat: BotSeat, person: Person, showing: Showing, tell: Tell) -> None:
        self._seat = seat
        self._person = person
        self._showing = showing
        self._tell = tell

    def play_out(self) -> Turn:
        """To the end of the game, however long the others think."""
        turn = self._seat.await_start()
        waiting = ""
        while not turn.ended:
            if self._seat.may_move:
                turn, waiting = self.play_turn(), ""
                continue
            who = people(turn.names, self._showing.tongue, self._showing.style)[turn.position.turn].name
            if who != waiting:
                self.say("It's {who}'s turn.", who=who)
                for line in time_left(self._seat.kept.dial, who, turn.seat, self._showing.tongue):
                    self._tell(line)
                waiting = who
            turn = self._seat.await_news()
        if self._seat.kept.told:
            self._tell(f"\n{self._seat.kept.told}")
        self._tell("")
        self._tell(self._showing.standings(turn.position, turn.names))
        return turn

    def play_turn(self) -> Turn:
        """One move: the position that the server answers with. If it was not taken, the newest one."""
        turn = self._seat.turn
        kept, tongue = self._seat.kept, self._showing.tongue
        told = told_with_time(kept.told, kept.dial, turn.whose, turn.seat, tongue)
        action = self._person.decide(turn.position, turn.names, game=turn.game, told=told)
        self.say("Your move is on its way: {move}", move=action.write())
        try:
            return self._seat.move(action)
        except Declined as refusal:
            self.say("Your move was not taken. {why}", why=refusal)
            return self._seat.catch_up()

    def say(self, template: str, **facts: object) -> None:
        self._tell("\n".join(wrap(self._showing.tongue.say(template, **facts))))
