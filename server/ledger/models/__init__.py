"""The tables: one class each, one instance for a row.

Times are Unix seconds, texts that hold several things are JSON. A class is named after one of its rows,
and so is its table; an `Inbox` is one mail in the inbox. An `id` is there as soon as the row was flushed.
"""

from __future__ import annotations

from server.ledger.models.budgets import Answered, Tally
from server.ledger.models.games import Burnt, Entry, Game, Imported, Seat, Taken
from server.ledger.models.hosting import Backup, Blocked, Memo
from server.ledger.models.leagues import Entrant, League, LeagueTable
from server.ledger.models.mail import Bounce, Inbox, Journal, Mailbox, Outbox
from server.ledger.models.notes import Note
from server.ledger.models.people import Absence, Address, Code, Former, KeyLetter, Player
from server.ledger.models.press import Muted, Press
from server.ledger.models.ratings import Rated
from server.ledger.models.row import Row
from server.ledger.models.watching import Watch

__all__ = [
    "Absence",
    "Address",
    "Answered",
    "Backup",
    "Blocked",
    "Bounce",
    "Burnt",
    "Code",
    "Entrant",
    "Entry",
    "Former",
    "Game",
    "Imported",
    "Inbox",
    "Journal",
    "KeyLetter",
    "League",
    "LeagueTable",
    "Mailbox",
    "Memo",
    "Muted",
    "Note",
    "Outbox",
    "Player",
    "Press",
    "Rated",
    "Row",
    "Seat",
    "Taken",
    "Tally",
    "Watch",
]
