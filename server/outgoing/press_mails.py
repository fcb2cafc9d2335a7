"""Press and notes in mails: who says what, in the words of whoever reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlmodel import col, select

from engine.tongue import word
from engine.wire.press import marked
from server.ledger import models as rows
from server.outgoing.code_lines import reply_line
from server.outgoing.history import names_in
from server.visit.draft import SOON, MailDraft
from server.visit.preferences import NONE, manner_of
from server.visit.visit import Visit

WHITE: Final = "white"
ANONYMOUS: Final = "anonymous"
NO_PRESS: Final = "none"
PRESS = word("press")
SAYS_TO_ALL = word("{who} says to the table of {game}:\n\n{text}")
SAYS_TO_YOU = word("{who} says to you alone, at the table of {game}:\n\n{text}")
SOMEBODY = word("Somebody")
SHOWS_NOTES = word("{who} shows you what they noted in the game {game}:\n\n{text}")
YOUR_NOTES = word("Your notes, which nobody else sees:\n\n{text}")
TO_ANSWER = word("To answer, begin your words with `press:`.")


def press_of(game: rows.Game) -> str:
    """Whether a game has press, and whether that bears names."""
    options: dict[str, Any] = json.loads(game.options)
    return str(options.get("press", WHITE))


def tell_press(visit: Visit, game: rows.Game, row: rows.Press, reader: rows.Player) -> None:
    """Send somebody what was said, unless they want no mail of games."""
    _send(visit, game, reader, shown(visit, game, row, reader))


def tell_notes(visit: Visit, game: rows.Game, notes: Sequence[rows.Note], reader: rows.Player) -> None:
    """Send somebody the notes that their writer, whose visit it is, wants to be seen."""
    (who,) = names_at(visit, game, [visit.sender.registered()])
    text = marked(note_text(notes))
    _send(visit, game, reader, manner_of(reader).tongue.say(SHOWS_NOTES, who=who, game=game.id, text=text))


def note_text(notes: Sequence[rows.Note]) -> str:
    """Notes in one text, each with the ply at which it was written."""
    return "\n".join(f"[{note.ply}] {note.text}" for note in notes)


def notes_in(visit: Visit, game: rows.Game) -> dict[int, str]:
    """The notes of all who have written some in a game, by their ids: each is for its writer alone."""
    found = visit.session.exec(
        select(rows.Note).where(rows.Note.game_id == game.id).order_by(col(rows.Note.id))
    ).all()
    return {
        writer: note_text([note for note in found if note.player_id == writer])
        for writer in {note.player_id for note in found}
    }


def _send(visit: Visit, game: rows.Game, reader: rows.Player, text: str) -> None:
    address, manner = visit.players.main_address(reader), manner_of(reader)
    if address is None or reader.mails == NONE:
        return
    parts = [text, manner.tongue.say(TO_ANSWER)]
    parts += [reply_line(visit, reader)] if reader.seed is not None else []
    visit.drafts.append(
        MailDraft(
            dedupe=f"press {visit.name} {len(visit.drafts)}",
            kind="notice",
            urgency=SOON,
            recipient=address,
            text=manner.written("\n\n".join(parts) + "\n"),
            remark=manner.tongue.say(PRESS),
            game=game.id,
            topic="press",
            player_id=reader.id,
        )
    )


def shown(visit: Visit, game: rows.Game, row: rows.Press, reader: rows.Player) -> str:
    """The words of somebody to the table, and whose they are."""
    spoken = manner_of(reader).tongue
    author = visit.session.get_one(rows.Player, row.player_id)
    who = spoken.say(SOMEBODY) if press_of(game) == ANONYMOUS else names_at(visit, game, [author])[0]
    template = SAYS_TO_YOU if row.to_id is not None else SAYS_TO_ALL
    return spoken.say(template, who=who, game=game.id, text=marked(row.text))


def said_since(visit: Visit, player: rows.Player, since: int) -> list[str]:
    """The words that were said to somebody in all their games since then."""
    mine = select(rows.Seat.game_id).where(rows.Seat.player_id == player.id, col(rows.Seat.left_at).is_(None))
    said = visit.session.exec(
        select(rows.Press)
        .where(col(rows.Press.game_id).in_(mine), col(rows.Press.sent).is_(True), rows.Press.at >= since)
        .where(rows.Press.player_id != player.id)
        .order_by(col(rows.Press.at), col(rows.Press.id))
    ).all()
    return [
        shown(visit, visit.session.get_one(rows.Game, row.game_id), row, player)
        for row in said
        if row.to_id in (None, player.id) and not is_muted(visit, player, row.player_id)
    ]


def is_muted(visit: Visit, reader: rows.Player, author: int | None) -> bool:
    """Whether somebody does not want to hear somebody else."""
    return visit.session.get(rows.Muted, (reader.id, author)) is not None


def names_at(visit: Visit, game: rows.Game, players: Sequence[rows.Player]) -> list[str]:
    """The names of players at this table; their handles, if they have left it."""
    names = names_in(visit.games.book(game))
    seats = {seat.player_id: seat.number for seat in visit.games.seats(game)}
    return [names[seats[player.id]] if player.id in seats else player.handle for player in players]
