"""`grubenpost back`: you are there again."""

from __future__ import annotations

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(at: Console, *, patience: Patience = PATIENCE, no_wait: NoWait = False) -> None:
    """End your absence early; one that has not begun is taken back."""
    ask_server(at, "back", patience=patience, no_wait=no_wait)
