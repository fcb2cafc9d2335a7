"""Subjects of mails about games: what is up, the name of the game, and with whom its reader plays.

    [your turn] Monday club #3 · with Ben, Clara · Grubenpost k3t9qa

All but the remark in brackets stays the same for a reader, so that threads hold together also in mail
programs that go by subjects. The id ends it: a number never does, which a program that breaks a quoted
subject into lines could leave alone in one. No program of ours reads a subject.
"""

from __future__ import annotations

from dataclasses import replace

from engine.show.layout import cut
from engine.show.people import SHORT
from engine.tongue import word
from server.ledger import models as rows
from server.names.game_names import title_of
from server.outgoing.history import names_in
from server.visit.draft import MailDraft
from server.visit.preferences import Manner, manner_of
from server.visit.shelf import DamagedLog
from server.visit.visit import Visit

WITH = word("with {who}")


def entitled(visit: Visit, draft: MailDraft) -> MailDraft:
    """A mail about a game with the title that its reader knows the game by."""
    game = visit.session.get(rows.Game, draft.game) if draft.game else None
    if game is None:
        return draft
    player = visit.session.get(rows.Player, draft.player_id) if draft.player_id is not None else None
    return replace(draft, title=title_for(visit, game, player))


def title_for(visit: Visit, game: rows.Game, player: rows.Player | None) -> str:
    """The name of a game, and whom this reader plays it with, or who plays it."""
    manner = manner_of(player) if player is not None else None
    tongue = manner.tongue if manner is not None else visit.sender.tongue
    others, sits = _others(visit, game, player)
    who = ", ".join(others)
    parts = [title_of(game), tongue.say(WITH, who=who) if who and sits else who]
    return _written(manner, " · ".join(part for part in parts if part))


def _written(manner: Manner | None, text: str) -> str:
    return text if manner is None else manner.written(text)


def _others(visit: Visit, game: rows.Game, player: rows.Player | None) -> tuple[list[str], bool]:
    """The names of those with whom somebody plays; before the start, the handles of those who are there. And
    whether they play at all, or watch."""
    try:
        book = visit.games.book(game)
    except DamagedLog:
        return [], False
    if book.course is not None:
        names = dict(enumerate(names_in(book)))
        handles = dict(enumerate(seat.handle for seat in book.seats))
    else:
        names = handles = {number: seat.handle for number, seat in sorted(book.joined.items())}
    own = player.handle if player is not None else None
    others = [cut(names[number], SHORT) for number in names if handles[number] != own]
    return others, len(others) < len(names) or book.course is None
