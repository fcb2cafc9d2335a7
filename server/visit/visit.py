"""One mail, or one duty, in hand: what it is dealt with by, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlmodel import Session

from server.ledger import models as rows
from server.visit.codes import REPLY, TURN, Codes, Entropy
from server.visit.costs import Cost
from server.visit.draft import MailDraft
from server.visit.games import Games
from server.visit.keys import KeysInHand
from server.visit.players import Players
from server.visit.refusal import BadCommand
from server.visit.reply import Reply
from server.visit.sender import NO_WORDS, Sender, Words
from server.visit.settings import Settings


@dataclass
class Visit:
    """A mail in hand: all that a mail command works with, and everything else that happens because of one
    mail.

        visit.sender    who speaks: `player`, `address`, `authority`, `tongue`; `registered()` is the player,
                        and refuses strangers
        visit.say       says a sentence in the sender's language, as a part of the answer
        visit.reply     what else is answered: `show` a text, `tell` a client facts, `ask` back; `attachments`
        visit.games     the games: `find` by an id, `of` a player, `book`, `seats`, `write` to the log
        visit.players   the players: `find` by a handle, `on` a seat, `addresses`
        visit.codes     one-time codes: `make`, `known`, `valid`
        visit.keys      whose key is in force: `ring`; `lock` them before any game to change one
        visit.drafts    mails to be written, also to others; most are added by `notify` and `tell_everyone`
        visit.words     what the mail says
        visit.session   the ledger      visit.settings  the server      visit.now  the time, of the mail
        visit.entropy   bytes nobody can guess, the same whenever the same mail is dealt with
        visit.name      the hash of the mail, from which all that it causes is named

    `meant_game` and `seat_of` are the sender's game and seat. Whatever cannot be done is refused by raising
    `BadCommand` with a code and a reason: then nothing of the mail is done, and the reason is the answer.
    """

    session: Session
    settings: Settings
    now: int
    entropy: Entropy
    name: str
    sender: Sender
    reply: Reply
    games: Games
    players: Players
    codes: Codes
    keys: KeysInHand
    words: Words = NO_WORDS
    drafts: list[MailDraft] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)
    """The parts of the day's budgets that were spent, which stay spent whatever becomes of the mail."""

    def say(self, template: str, /, **facts: object) -> None:
        """Tell the sender something, in their language."""
        self.reply.show(self.sender.tongue.say(template, **facts))

    def start_over(self) -> None:
        """Forget what the visit has done so far, as the database has; but not what the host is to hear."""
        self.session.flush()
        self.session.expire_all()  # rolling back a savepoint does not make sure that rows are read anew
        self.drafts = [draft for draft in self.drafts if draft.kind == "host"]
        self.reply.start_over()
        self.games.start_over()

    def supposed_sender(self) -> rows.Player | None:
        """The player whose mail it is; if nothing proves it, the one whose address it came from."""
        return self.sender.player or self.players.owner_of(self.sender.address)

    def meant_game(self, text: str) -> rows.Game:
        """The game of this id or name; without one, the game that is meant."""
        return self.games.find(text) if text else self.implied_game()

    def implied_game(self, purpose: str = "") -> rows.Game:
        """The game that is meant when none is named: that of the code, or the only one under way.

        Of several codes those for this purpose count, if there are any.
        """
        codes = [code for code in self.sender.codes.values() if code.game_id]
        codes = [code for code in codes if code.purpose == purpose] or codes
        of_codes = list(dict.fromkeys(code.game_id for code in codes if code.game_id))
        if len(of_codes) == 1:
            return self.games.find(of_codes[0])
        mine = of_codes or list(self.sender.hinted) or self._running_games()
        if len(mine) == 1:
            return self.games.find(mine[0])
        if not mine:
            raise BadCommand("game/none", "you are in no game that is under way; `games` lists the open ones")
        raise BadCommand("game/which", "say which game you mean: {games}", games=", ".join(mine))

    def _running_games(self) -> list[str]:
        return [game.id for game in self.games.of(self.sender.registered()) if game.state == "running"]

    def seat_of(self, game: rows.Game) -> rows.Seat:
        """The seat of the sender in a game."""
        player = self.sender.registered()
        for seat in self.games.seats(game):
            if seat.player_id == player.id:
                return seat
        raise BadCommand("game/not-in", "you are not in the game {game}", game=game.id)

    def turn_code(self, game: rows.Game) -> str | None:
        """The code in the mail that is good for a move in this game now."""
        place = (TURN, game.id, game.ply)
        return next(
            (
                text
                for text, code in self.sender.codes.items()
                if (code.purpose, code.game_id, code.ply) == place and self.codes.is_live(code)
            ),
            None,
        )

    def reply_code(self) -> str | None:
        """The code in the mail that is good for any change; none is, if the player has a key of their own."""
        if self.sender.player is None or self.sender.player.auth == "key":
            return None
        codes = self.sender.codes.items()
        live = (
            text
            for text, code in codes
            if code.purpose == REPLY and code.game_id is None and self.codes.is_live(code)
        )
        return next(live, None)
