"""A seat in a game that is played by mail: wait for the turn, move, wait for the receipt.

A move lies in the outbox before it is sent, and until a later position shows that it was played. So whoever
comes back after a lost connection, a power cut or Ctrl-C sends the very same letter again, which counts
once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from client.exchange.correspondence import Correspondence, check_answer
from client.letters.signed import ReceiptMail, Turn, TurnMail
from client.memory.memory import Kept, TwoHistories
from client.outbox.pending import MOVE, PendingLetter, Purpose
from client.outbox.quill import Enclosed
from client.refusals import NoAnswer
from client.session.chosen_game import unproved
from engine.errors import Refused
from engine.rules import Action

PATIENCE: Final = 120
"""The seconds to wait for the server's answer."""


class BotSeat:
    """A player's place in one game."""

    def __init__(self, post: Correspondence, game: str, patience: float = PATIENCE) -> None:
        self.game = game
        self._post = post
        self._patience = patience
        self._prepared: Purpose | None = None

    @property
    def kept(self) -> Kept:
        """The kept game."""
        return self._post.kept(self.game)

    @property
    def turn(self) -> Turn:
        """The newest position that came."""
        turn = self.kept.turn
        if turn is None:
            raise NoAnswer("seat/no-position", "no position of the game {game} has come yet", game=self.game)
        return turn

    @property
    def pending(self) -> PendingLetter | None:
        """The move that was prepared here, or that may be on its way from before."""
        intake = self._post.intake
        prepared = intake.outbox.find(self._prepared) if self._prepared else None
        return prepared or intake.pending(self.game)

    @property
    def in_doubt(self) -> bool:
        """Whether a move has no receipt yet."""
        return self.pending is not None

    @property
    def may_move(self) -> bool:
        """Whether it is the turn of this seat, and no move of its waits to be played."""
        return self.turn.mine and not self.kept.is_held

    def look(self) -> Turn:
        """Read what lies in the mailbox, and send a move again that has no receipt yet."""
        self._post.fetch()
        if not self.kept.proved:
            return self.catch_up()
        return self._send_pending() if self.in_doubt else self.turn

    def catch_up(self) -> Turn:
        """Ask for the newest position, and send a move again that has no receipt yet."""
        # Newer mail can overtake the answer: it only has to know what was known when it was asked for.
        known = self.turn.entries if self.kept.proved else 0
        sent = self._post.send_anew(self._post.quill.request(f"resend {self.game}", self.game))
        answer = self._post.await_answer(sent, self._patience)
        self._post.settle(sent)
        if not isinstance(answer, TurnMail):
            raise NoAnswer(
                "seat/no-position",
                "the server sent no position of the game {game}: `grubenpost set position on` has them "
                "attached",
                game=self.game,
            )
        shown = answer.turn.entries
        if shown < known:
            raise TwoHistories(
                "turn/taken-back",
                "{server} takes back what it signed in the game {game}: it had {known} entries, now {shown}",
                server=self._post.profile.house.name,
                game=self.game,
                known=known,
                shown=shown,
            )
        return self._send_pending() if self.in_doubt else self.turn

    def await_start(self) -> Turn:
        """The first position, which comes when all seats are taken."""
        self._hear_until(lambda: self.kept.started)
        return self.turn

    def await_news(self) -> Turn:
        """The next position after the one that is known."""
        known = self.turn.entries
        self._hear_until(lambda: self.turn.entries > known)
        return self.turn

    def _hear_until(self, done: Callable[[], bool]) -> None:
        """However long it takes: others may think for days."""
        if not done():
            for _ in self._post.hear(math.inf):
                if done():
                    return

    def move(self, action: Action) -> Turn:
        """Play: the position that the server answers with. The action has been checked already."""
        self.prepare(action)
        return self._send_pending()

    def prepare(self, action: Action) -> None:
        """Seal a move and keep it, to be sent next. The same move is the same letter."""
        ply, pending = self.turn.position.ply, self.pending
        if not self.kept.proved:
            raise unproved(self.game)
        if pending is None or pending.purpose != Purpose(MOVE, self.game, ply, action.write()):
            self.prepare_letter(self._post.quill.move(self.turn, action))

    def prepare_letter(self, enclosed: Enclosed) -> None:
        """Keep a sealed move, to be sent next, unless another one for the same ply may be on its way."""
        intake, pending, purpose = self._post.intake, self.pending, enclosed.purpose
        if pending is not None and pending.purpose != purpose and pending.purpose.number == purpose.number:
            if pending.handed:
                raise Refused(
                    "move/on-its-way",
                    "your move {move} was sent and has no receipt yet: `grubenpost fetch` looks for it, "
                    "`grubenpost move {game}` sends the same letter again",
                    move=pending.purpose.text,
                    game=self.game,
                )
            intake.outbox.settle(pending)  # nobody has it yet
        if intake.outbox.find(purpose) is None:
            intake.store(enclosed)
        self._prepared = purpose

    def send_again(self) -> Turn:
        """Send the move that has no receipt yet once more, and wait for it."""
        return self._send_pending()

    def post_pending(self) -> str:
        """Send the kept move and wait for nothing: the Message-ID of its mail."""
        pending = self.pending
        assert pending is not None
        return self._post.send_again(pending)

    def _send_pending(self) -> Turn:
        """Send the kept move, and wait until a later position shows that it was played."""
        sent, outbox = self.post_pending(), self._post.intake.outbox
        answer = self._post.known_answer(sent)
        refused = answer if isinstance(answer, ReceiptMail) else None
        for news in () if refused else self._post.hear(self._patience):
            if outbox.sent_as(sent) is None:
                break
            if isinstance(news, ReceiptMail) and news.answered == sent:
                refused = news
                break
        if refused is not None:
            self._post.settle(sent)
            check_answer(refused)
        return self.turn
