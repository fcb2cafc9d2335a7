"""`grubenpost register`: become known to the server."""

from __future__ import annotations

from client.console import Console
from client.errands import PATIENCE, Patience, tell_waiting


def run(at: Console, *, patience: Patience = PATIENCE) -> None:
    """Register your handle and your key with the server.

    A sealed letter goes out, a code comes back to your address, and the answer to it proves that the address
    is yours. `grubenpost init` has to be run first.
    """
    from client.bymail import register  # noqa: PLC0415

    with at.correspond() as post:
        tell_waiting(at, post)
        welcome = register(post, patience)
    at.show(welcome.text.strip())
