"""A seat in a game that is played by mail: wait for the turn, move, wait for the receipt.

A move is kept before it is sent, and forgotten when a later position shows that it was played. So whoever
comes back after a lost connection, a power cut or Ctrl-C sends the very same letter again, which counts
once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from client.correspondence import Correspondence, NoAnswer, check_answer
from client.keeping import Kept, TwoHistories
from client.mails import Mail
from client.turns import Turn, TurnMail
from engine.rules import Action

PATIENCE: Final = 120
"""How long to wait for the server's answer, in seconds."""


class Seat:
    """A player's place in one game."""

    def __init__(self, post: Correspondence, game: str, patience: float = PATIENCE) -> None:
        self.game = game
        self._post = post
        self._patience = patience

    @property
    def kept(self) -> Kept:
        """What is known of the game."""
        return self._post.kept(self.game)

    @property
    def turn(self) -> Turn:
        """The newest position that came."""
        turn = self.kept.turn
        if turn is None:
            raise NoAnswer("seat/no-position", "no position of the game {game} has come yet", game=self.game)
        return turn

    def look(self) -> Turn:
        """Read what lies in the mailbox, and send a move again that has no receipt yet."""
        self._post.fetch()
        return self._send_pending() if self.kept.in_doubt else self.turn

    def catch_up(self) -> Turn:
        """Ask for the newest position, and send a move again that has no receipt yet."""
        # Newer mail can overtake the answer: it only has to know what was known when it was asked for.
        known = self.turn.entries
        sent = self._post.send(self._post.quill.request(f"resend {self.game}", self.game))
        answer = self._post.await_answer(sent, self._patience)
        shown = answer.turn.entries if isinstance(answer, TurnMail) else 0
        if shown < known:
            raise TwoHistories(
                "turn/taken-back",
                "{server} takes back what it signed in the game {game}: it had {known} entries, now {shown}",
                server=self._post.profile.house.name,
                game=self.game,
                known=known,
                shown=shown,
            )
        return self._send_pending() if self.kept.in_doubt else self.turn

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
        kept = self.kept
        kept.pending = self._post.quill.move(self.turn, action)
        kept.pending_ply = self.turn.position.ply
        self._post.keep(kept)
        return self._send_pending()

    def _send_pending(self) -> Turn:
        """Send the kept move, and wait until a later position shows that it was played."""
        kept = self.kept
        assert kept.pending is not None
        sent = self._post.send(kept.pending)
        for news in self._post.hear(self._patience):
            if not kept.in_doubt:
                break
            if isinstance(news, Mail) and news.answers == sent:
                kept.pending, kept.pending_ply = None, -1
                self._post.keep(kept)
                check_answer(news)
        return self.turn
