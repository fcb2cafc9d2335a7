"""The refusal of what somebody asked for by mail."""

from __future__ import annotations

from engine.errors import Refused


class BadCommand(Refused):
    """A command that can't be carried out; nothing was changed."""
