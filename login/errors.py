"""Errors on the way to a mail account."""

from __future__ import annotations

from engine.errors import Refused


class BadLogin(Refused):
    """There is no password or access token now, or none that the account takes."""
