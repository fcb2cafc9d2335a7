"""Refusals to a player, besides what the rules, letters and records refuse. Nothing heavy is here.

Refused
├── BadProfile   a profile, or something beside it, can't be used as it is
├── NoPost       the mail server can't be reached, or does not want us
├── NoAnswer     nothing came in time
└── Declined     the server said no
"""

from __future__ import annotations

from engine.errors import Refused


class BadProfile(Refused):
    """A profile, or something beside it, that can't be used as it is."""


class NoPost(Refused):
    """Mail can't be fetched or sent now. Nothing is lost: it can be tried again."""


class NoAnswer(Refused):
    """Nothing came in time. What was sent may still be on its way: it is kept."""


class Declined(Refused):
    """The server said no. Its answer says why, and what would do."""
