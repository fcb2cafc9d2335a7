"""What everyone in a game is told after each ply: the board, what happened, and what can be done now."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

from engine.record.book import Book
from engine.record.checkpoint import write_line
from engine.record.keys import PrivateKey
from engine.rules import Game, to_data, view
from engine.show import board, numbered_actions, standings_text
from engine.show.layout import wrap
from server.coding import turn_line
from server.draft import Draft
from server.happenings import happened_since, last_ply, names_in
from server.ledger import models as rows
from server.visit import NO_MAIL, Reader, Visit

POSITION: Final = "grubenpost-position.json"


def tell_everyone(visit: Visit, game: rows.Game) -> None:
    """A mail to each player in the game, each with their own view."""
    bulletin = Bulletin(visit.book(game), visit.settings.key)
    for reader in visit.audience(game):
        if reader.player.style != NO_MAIL or reader.player is visit.player:
            visit.drafts.append(_turn_mail(visit, game, bulletin, reader))


def tell_again(visit: Visit, game: rows.Game) -> None:
    """The newest mail of a game once more, for the player whose visit it is."""
    bulletin = Bulletin(visit.book(game), visit.settings.key)
    for reader in visit.audience(game):
        if reader.player is visit.player:
            visit.drafts.append(_turn_mail(visit, game, bulletin, reader, again=f" {visit.name}"))


def actions_in(visit: Visit, game: rows.Game) -> str:
    """What the player to move can do, as far as the player whose visit it is may know."""
    seat, book = visit.seat_of(game).number, visit.book(game)
    return Bulletin(book, visit.settings.key).what_to_do(seat, view(book.game, seat))


def _turn_mail(
    visit: Visit, game: rows.Game, bulletin: Bulletin, reader: Reader, *, again: str = ""
) -> Draft:
    """The mail for one seat. To whoever wrote it is the answer; `again` names a repetition."""
    seat, player, address = reader
    seen = view(bulletin.book.game, seat)
    how = [_how_to_answer(visit, game, player)] if bulletin.turn == seat else []
    parts = [*bulletin.told_to(seat, seen), *how, bulletin.checkpoint]
    return Draft(
        dedupe=f"turn {game.id} {game.entries} {player.id}{again}",
        kind="turn",
        recipient=address,
        text="\n\n".join(parts) + "\n",
        remark={seat: "your turn", None: "game over"}.get(bulletin.turn, ""),
        game=game.id,
        player_id=player.id,
        answers=visit.answers if player is visit.player else "",
        attachments=((POSITION, bulletin.position(seat, seen)),),
    )


def _how_to_answer(visit: Visit, game: rows.Game, player: rows.Player) -> str:
    if player.seed is not None:
        return turn_line(visit, game, player)
    return (
        f'To move:  grubenpost move {game.id} "money 5"\n'
        "with any number or move from above. The client seals and mails it for you."
    )


@lru_cache(maxsize=512)
def _wrapped(sentence: str) -> list[str]:
    """The lines of a sentence; all in a game read the same ones, some for several plies."""
    return wrap(sentence, "  ")


class Bulletin:
    """What the mails about one position have in common, and what each reader is told of it."""

    def __init__(self, book: Book, key: PrivateKey) -> None:
        self.book = book
        self.names = names_in(book)
        self.turn = None if book.game.over or book.closed else book.game.turn
        """The seat whose turn it is; none if the game is over or was given up."""
        self.checkpoint = write_line(book.checkpoint(key))
        self._menus: list[tuple[Game, str]] = []

    def told_to(self, seat: int, seen: Game) -> list[str]:
        """Whose turn it is, what happened, the board, and what can be done."""
        parts = [self._headline(seat), *self._story(seat), board(seen, self.names, seat)]
        if self.book.game.over:
            parts.append(standings_text(seen, self.names))
        if self.book.closed:
            parts.append(f"The archive of this game, which proves itself: send `archive {self._game}`.")
        if self.turn is not None:
            parts.append(self.what_to_do(seat, seen))
        return parts

    @property
    def _game(self) -> str:
        return self.book.opening.game

    def _headline(self, seat: int) -> str:
        where = f"Game {self._game}, ply {self.book.game.ply}"
        if self.turn is None:
            return f"{where}: the game {'is over' if self.book.game.over else 'was given up'}."
        return (
            f"{where}: it is {'your turn' if self.turn == seat else f'the turn of {self.names[self.turn]}'}."
        )

    def _story(self, seat: int) -> list[str]:
        """What the reader did last, as it was understood, and all that happened from then on."""
        own = last_ply(self.book, seat)
        told = [line for s in happened_since(self.book, own, self.names) for line in _wrapped(s)]
        story = ["\n".join(["What happened:", *told])] if told else []
        if own is None or self.book.course is None:
            return story
        ply = own.facts["ply"]
        # The full text of what the reader chose, which others do not get to see.
        action = self.book.course.plies[ply]["action"]
        return ["\n".join(wrap(action, f"Your move at ply {ply}:  ")), *story]

    def what_to_do(self, seat: int, seen: Game) -> str:
        """The numbered actions of the player to move, as far as the reader may know them."""
        turn = self.book.game.turn
        return f"What {'you' if turn == seat else self.names[turn]} can do:\n\n{self._menu(seen)}"

    def _menu(self, seen: Game) -> str:
        """Made once for all who see the same."""
        for known, text in self._menus:
            if known == seen:
                return text
        self._menus.append((seen, str(numbered_actions(seen, self.names))))
        return self._menus[-1][1]

    def position(self, seat: int, seen: Game) -> bytes:
        """The reader's own view for a client, with what a move has to name."""
        facts = {
            "format": "grubenpost-turn/1",
            "server": self.book.opening.server,
            "game": self._game,
            "seat": seat,
            "names": self.names,
            "handles": [seated.handle for seated in self.book.seats],
            "head": self.book.log.head,
            "entries": len(self.book.log.entries),
            "position": to_data(seen),
        }
        return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
