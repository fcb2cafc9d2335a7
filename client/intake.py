"""What comes from the server is checked and kept before it is used, whichever way it came."""

from __future__ import annotations

from client.home import Home
from client.journal import Told, write_told
from client.keeping import Keeping, Kept
from client.letters import MOVE
from client.mails import Mail, read_mail
from client.outbox import Outbox, Waiting
from client.profile import House
from client.turns import TurnMail, read_turn_mail, turns_in

News = Mail | TurnMail
"""A turn that was checked and kept, or any other mail of the server."""


class Intake:
    """Takes the server's mails in."""

    def __init__(self, home: Home, house: House) -> None:
        self.house = house
        self.outbox = Outbox(home.outbox)
        self._home = home
        self._keeping = Keeping(home)
        self._kept: dict[str, Kept] = {}

    def kept(self, game: str) -> Kept:
        """What is known of a game."""
        if game not in self._kept:
            self._kept[game] = self._keeping.game(game)
        return self._kept[game]

    def keep(self, kept: Kept) -> None:
        self._keeping.keep(kept)

    def take_in(self, raw: bytes) -> News:
        """A mail: its turn is kept, and what it answers is remembered beside its letter."""
        mail = read_mail(raw)
        waiting = self.outbox.sent_as(mail.answers)
        if waiting is not None:
            self.outbox.keep_answer(waiting, raw)
        turns = [self._take_turn(one) for one in turns_in(mail)]
        return turns[0] if turns else mail

    def _take_turn(self, mail: Mail) -> TurnMail:
        turn_mail = read_turn_mail(mail, self.house.name, self.house.key)
        turn = turn_mail.turn
        kept = self.kept(turn.game)
        try:
            if kept.notice(turn_mail):
                told = Told(turn.entries, turn.position.ply, turn.mine, mail.at, turn_mail.told)
                write_told(self._home, turn.game, told)
        finally:
            self.keep(kept)  # a second history above all
        self._settle_moves(turn.game, turn.position.ply)
        return turn_mail

    def _settle_moves(self, game: str, ply: int) -> None:
        """Moves for earlier plies were taken, or come too late."""
        for waiting in self.outbox.all():
            what, *rest = waiting.purpose.split(maxsplit=3)
            if what == MOVE and rest[0] == game and int(rest[1]) < ply:
                self.outbox.settle(waiting)

    def settle(self, waiting: Waiting) -> None:
        """A letter has its answer. A move that was refused is no longer on its way."""
        if waiting.purpose.startswith(f"{MOVE} "):
            kept = self.kept(waiting.game)
            if kept.pending is not None and kept.pending.purpose == waiting.purpose:
                kept.pending, kept.pending_ply = None, -1
                self.keep(kept)
        self.outbox.settle(waiting)
