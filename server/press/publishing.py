"""Published words: they go with the archive of a game that is over, as those agree whose words they are.

Press is told if all have voted for it, and then only that which was said to all, by those who voted; notes,
if their writers have shown them.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlmodel import col, select

from engine.record.game.changes.handover import is_handover
from engine.record.game.changes.votes import PUBLISH, VOTE, YES, is_vote
from engine.tongue import word
from engine.wire.press import marked
from server.ledger import models as rows
from server.outgoing.press_mails import ANONYMOUS, SOMEBODY, names_at, note_text, press_of
from server.visit.visit import Visit

_SAID = word("{who}, {day}:\n\n{text}")
_NOTED = word("The notes of {who}:\n\n{text}")


def published(visit: Visit, game: rows.Game) -> str:
    """All that is published of a game's words, in the language of whoever asks; nothing before its end."""
    if game.state not in ("over", "abandoned"):
        return ""
    parts = [*_press(visit, game), *_notes(visit, game)]
    return "".join(f"{part}\n\n" for part in parts).rstrip("\n") + "\n" if parts else ""


def _press(visit: Visit, game: rows.Game) -> list[str]:
    if not visit.games.book(game).votes.carried(PUBLISH):
        return []
    agreed = _agreed(visit, game)
    said = visit.session.exec(
        select(rows.Press)
        .where(rows.Press.game_id == game.id, col(rows.Press.sent).is_(True), col(rows.Press.to_id).is_(None))
        .order_by(col(rows.Press.at), col(rows.Press.id))
    ).all()
    say, nameless = visit.sender.tongue.say, press_of(game) == ANONYMOUS
    return [
        say(
            _SAID,
            who=say(SOMEBODY) if nameless else _name(visit, game, row.player_id),
            day=datetime.fromtimestamp(row.at, UTC).date().isoformat(),
            text=marked(row.text),
        )
        for row in said
        if row.player_id in agreed
    ]


def _agreed(visit: Visit, game: rows.Game) -> set[int | None]:
    """The players who voted for it, and still have the seats on which they did."""
    seats: set[int] = set()
    for entry in visit.games.book(game).log.entries:
        facts, about = entry.facts, str(entry.facts.get("about", ""))
        if about == VOTE and is_vote(about, facts) and facts["on"] == PUBLISH:
            (seats.add if facts["choice"] == YES else seats.discard)(facts["seat"])
        elif is_handover(about, facts):
            seats.discard(facts["seat"])
    return {seat.player_id for seat in visit.games.seats(game) if seat.number in seats}


def _notes(visit: Visit, game: rows.Game) -> list[str]:
    shown = visit.session.exec(
        select(rows.Note)
        .where(rows.Note.game_id == game.id, col(rows.Note.published).is_(True))
        .order_by(col(rows.Note.id))
    ).all()
    writers = dict.fromkeys(note.player_id for note in shown)
    return [
        visit.sender.tongue.say(
            _NOTED,
            who=_name(visit, game, writer),
            text=marked(note_text([note for note in shown if note.player_id == writer])),
        )
        for writer in writers
    ]


def _name(visit: Visit, game: rows.Game, player_id: int) -> str:
    return names_at(visit, game, [visit.session.get_one(rows.Player, player_id)])[0]
