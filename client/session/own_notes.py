"""The player's own notes on a game, as they are shown."""

from __future__ import annotations

from client.memory.glance import Glance
from client.session.console import Console


def tell_notes(at: Console, found: Glance) -> None:
    """Show the notes, if there are any."""
    if found.notes:
        at.show("")
        at.show(at.tongue.say("Your notes, which nobody else sees:\n\n{text}", text=found.notes))
