"""Errors of the ledger.

Refused
└── BadLedger    a ledger that can't be used: the host is told why
    └── WrongRevision    one that an older or newer Grubenpost wrote: exit code 78
LeaseLost        work that took so long that somebody else has it now: roll back and leave it
"""

from __future__ import annotations

from engine.errors import Refused


class BadLedger(Refused):
    """A URL that names no ledger, or a ledger that this Grubenpost can't read."""


class WrongRevision(BadLedger):
    """A ledger that an older or newer Grubenpost wrote. Trying again does not help: somebody must act."""


class LeaseLost(Exception):
    """The row or mailbox is no longer this worker's. Whatever the transaction did must not count."""
