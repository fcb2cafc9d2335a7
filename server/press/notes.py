"""Notes: kept for their writer alone, until the writer shows them after the end of the game."""

from __future__ import annotations

from typing import Final

from sqlmodel import col, delete, select

from engine.record.letters.armour import BEGIN_LINE
from engine.record.letters.fields import PRESS
from engine.wire.codes import find_codes
from engine.wire.facts import Facts
from engine.wire.notes import LONGEST, GameNotes
from engine.wire.press import marked, tidy
from server.ledger import models as rows
from server.outgoing.press_mails import names_at, note_text, tell_notes
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.own_lines import is_ours

MOST: Final = 50
"""So many notes are kept of one game."""


def keep_note(visit: Visit, game: rows.Game, said: str) -> None:
    """Keep words for their writer, who reads them again in every turn mail of this game."""
    player, text = visit.sender.registered(), tidy(said)
    visit.seat_of(game)
    check_note(text)
    kept = _notes(visit, game)
    note = rows.Note(game_id=game.id, player_id=player.id, ply=game.ply, text=text, at=visit.now)
    if len(kept) >= MOST or len(note_text([*kept, note])) > LONGEST:
        raise BadCommand(
            "note/full",
            "your notes on the game {game} are as long as they may be: `note {game} drop` erases them",
            game=game.id,
        )
    visit.session.add(note)
    visit.session.flush()
    _show(visit, game)


def show_notes(visit: Visit, game: rows.Game) -> None:
    """Tell the sender what they have written down."""
    visit.seat_of(game)
    _show(visit, game)


def drop_notes(visit: Visit, game: rows.Game) -> None:
    """Erase the sender's notes on a game."""
    player = visit.sender.registered()
    mine = (col(rows.Note.player_id) == player.id, col(rows.Note.game_id) == game.id)
    visit.session.exec(delete(rows.Note).where(*mine))
    visit.reply.tell(Facts(notes=(GameNotes(game.id, ""),)))
    visit.say("Your notes on the game {game} are erased.", game=game.id)


def publish_notes(visit: Visit, game: rows.Game) -> None:
    """Show the sender's notes to everyone who sat at the table, once the game is over."""
    seat, kept = visit.seat_of(game), _notes(visit, game)
    if game.state not in ("over", "abandoned"):
        raise BadCommand(
            "note/running",
            "the game {game} is not over: until then your notes stay yours alone",
            game=game.id,
        )
    new = [note for note in kept if not note.published]
    if not new:
        raise BadCommand(
            "note/none", "you have no notes on the game {game} that could be shown", game=game.id
        )
    others = [other for other in visit.games.seats(game) if other.number != seat.number]
    readers = [player for other in others if (player := visit.players.on(other)) is not None]
    for reader in readers:
        tell_notes(visit, game, new, reader)
    for note in new:
        note.published = True
    names = ", ".join(names_at(visit, game, readers)) or "-"
    visit.say("Your notes on the game {game} are shown to {who}.", game=game.id, who=names)


def _notes(visit: Visit, game: rows.Game) -> list[rows.Note]:
    player = visit.sender.registered()
    mine = select(rows.Note).where(rows.Note.player_id == player.id, rows.Note.game_id == game.id)
    return list(visit.session.exec(mine.order_by(col(rows.Note.id))).all())


def _show(visit: Visit, game: rows.Game) -> None:
    text = note_text(_notes(visit, game))
    visit.reply.tell(Facts(notes=(GameNotes(game.id, text),)))
    if not text:
        visit.say(
            "You have no notes on the game {game}: `note {game}: …` keeps what you write behind it.",
            game=game.id,
        )
        return
    visit.say(
        "Your notes on the game {game}, which nobody else sees:\n\n{text}", game=game.id, text=marked(text)
    )


def check_note(text: str) -> None:
    """Refuse what is nothing, is too long, or would come back as more than a note when it is quoted."""
    if not text:
        raise BadCommand("note/empty", "there are no words behind `note:`, so nothing was kept")
    if len(text) > PRESS.longest:
        raise BadCommand(
            "note/too-long",
            "that has {letters} characters, and a note has at most {most}: say it in fewer words",
            letters=len(text),
            most=PRESS.longest,
        )
    lines = text.split("\n")
    secret = find_codes(text) or BEGIN_LINE.rstrip(".").casefold() in text.casefold()
    if secret or any(not line.startswith(">") and is_ours(line) for line in lines):
        raise BadCommand(
            "note/ours",
            "there is a code, a sealed letter or a line of the server's in your note: leave it out, so that "
            "nothing is taken for it when you answer; nothing was kept",
        )
