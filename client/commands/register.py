"""`grubenpost register`: become known to the server."""

from __future__ import annotations

from client.session.console import Console
from client.session.errands import PATIENCE, Patience, tell_waiting


def run(at: Console, *, patience: Patience = PATIENCE) -> None:
    """Register your handle and your key with the server.

    A sealed letter goes out, a code comes back to your address, and the answer to it proves that the address
    is yours. `grubenpost init` has to be run first.
    """
    from client.exchange.requests import register  # noqa: PLC0415

    with at.correspond() as post:
        tell_waiting(at, post)
        register(post, patience)
        house = post.profile.house
    # The server's own welcome speaks to mailbox players, and does not know the player's language yet.
    at.say("Welcome! You are registered as {handle}.", handle=post.profile.handle)
    if house.fingerprint_known:
        at.say(
            "The key of {server} has the fingerprint {fingerprint}: compare it with what the host tells.",
            server=house.name,
            fingerprint=house.fingerprint_known,
        )
    at.say(
        "Next: `grubenpost games` lists the games that you can join; `grubenpost new --players 3 --bots 2` "
        "opens one against bots."
    )
