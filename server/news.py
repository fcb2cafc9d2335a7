"""What everyone in a game is told after each ply: the board, what happened, and what can be done now."""

from __future__ import annotations

import json
from typing import Final

from engine.record.book import Book
from engine.record.checkpoint import write_line
from engine.rules import Game, to_data, view
from engine.rules.events import Event
from engine.show import board, numbered_actions, standings_text, tell
from engine.show.layout import wrap
from server.draft import Draft
from server.ledger import models as rows
from server.visit import DAY, NO_MAIL, Visit

TURN_CODE_VALID: Final = 400 * DAY
POSITION: Final = "grubenpost-position.json"


def tell_everyone(visit: Visit, game: rows.Game) -> None:
    """A mail to each player in the game, each with their own view."""
    for seat in visit.seats(game):
        player = visit.player_of(seat)
        if player is not None and player.state == "active":
            tell_seat(visit, game, seat.number, player)


def tell_seat(visit: Visit, game: rows.Game, seat: int, player: rows.Player, again: str = "") -> None:
    """The mail for one seat; `again` names a repetition that was asked for."""
    address = visit.main_address(player)
    if address is None or (player.style == NO_MAIL and not again):
        return
    book = visit.book(game)
    mine = not book.game.over and book.game.turn == seat
    visit.drafts.append(
        Draft(
            dedupe=f"turn {game.id} {len(book.log.entries)} {player.id}{again}",
            kind="turn",
            recipient=address,
            text=turn_text(visit, game, seat, player),
            remark="your turn" if mine else "game over" if book.game.over else "",
            game=game.id,
            player_id=player.id,
            attachments=((POSITION, position_attachment(book, seat)),),
        )
    )


def names_in(book: Book) -> list[str]:
    """What the players are called on a board of plain letters."""
    return [seat.name if seat.name.isascii() else seat.handle for seat in book.seats]


def turn_text(visit: Visit, game: rows.Game, seat: int, player: rows.Player) -> str:
    """The body: whose turn it is, what happened, the board, what can be done, how to answer."""
    book = visit.book(game)
    seen, names = view(book.game, seat), names_in(book)
    parts = [_headline(book.game, seat, names, game.id)]
    happened = tell(events_since(book, seat), names)
    if happened:
        parts.append("Since your last move:\n" + "\n".join(line for s in happened for line in wrap(s, "  ")))
    parts.append(board(seen, names, seat))
    if book.game.over:
        parts.append(standings_text(seen, names))
        parts.append(f"The archive of this game, which proves itself: send `archive {game.id}`.")
    elif book.game.turn == seat:
        parts.append("What you can do:\n\n" + str(numbered_actions(seen, names)))
        parts.append(_how_to_answer(visit, game, player))
    parts.append(write_line(book.checkpoint(visit.settings.key)))
    return "\n\n".join(parts) + "\n"


def _headline(position: Game, seat: int, names: list[str], game_id: str) -> str:
    where = f"Game {game_id}, ply {position.ply}"
    if position.over:
        return f"{where}: the game is over."
    if position.turn == seat:
        return f"{where}: it is your turn, {names[seat]}."
    return f"{where}: it is the turn of {names[position.turn]}."


def events_since(book: Book, seat: int) -> list[Event]:
    """What happened after a seat's last own ply, that ply included."""
    course = book.course
    if course is None:
        return []
    own = [number for number, ply in enumerate(course.plies) if ply["seat"] == seat]
    since = own[-1] if own else 0
    return [event for events in course.events[since:] for event in events]


def _how_to_answer(visit: Visit, game: rows.Game, player: rows.Player) -> str:
    if player.seed is None:
        return (
            f'To move:  grubenpost move {game.id} "money 5"\n'
            "with any number or move from above. The client seals and mails it for you."
        )
    code = visit.make_code("turn", player, "", "{}", TURN_CODE_VALID, game)
    return (
        "To move, reply with a number from above (such as 3 or 7b) or with a move\n"
        "(such as `money 5`), and leave this line in your reply:\n\n"
        f"  code: {code}"
    )


def position_attachment(book: Book, seat: int) -> bytes:
    """The reader's own view for a client, with what a move has to name."""
    facts = {
        "format": "grubenpost-turn/1",
        "server": book.opening.server,
        "game": book.opening.game,
        "seat": seat,
        "names": names_in(book),
        "handles": [s.handle for s in book.seats],
        "head": book.log.head,
        "entries": len(book.log.entries),
        "position": to_data(view(book.game, seat)),
    }
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
