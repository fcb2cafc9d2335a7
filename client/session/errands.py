"""Letters that are sent for an answer: what most commands that use the post do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from client.session.console import Console

if TYPE_CHECKING:
    from client.exchange.correspondence import Correspondence
    from client.letters.signed import Signed
    from client.outbox.quill import Enclosed

Patience = Annotated[
    int, typer.Option(metavar="SECONDS", min=0, help="How long to wait for the server's answer.")
]
NoWait = Annotated[bool, typer.Option("--no-wait", help="Send, and wait for no answer: `fetch` brings it.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask whether you are sure.")]

PATIENCE: Final = 120


def ask_server(
    at: Console, text: str, *, game: str = "", patience: int = PATIENCE, no_wait: bool = False
) -> None:
    """Send a mail command, sealed, and show what the server answers."""
    from engine.record.letters.fields import GAME  # noqa: PLC0415

    if game:
        GAME.read("game", game)
    with at.correspond() as post:
        answer = deliver(at, post, post.quill.request(text, game), patience, no_wait)
        if answer is not None:
            at.show(answer.text.strip())


def deliver(
    at: Console, post: Correspondence, enclosed: Enclosed, patience: int, no_wait: bool
) -> Signed | None:
    """Send a letter: its answer, or nothing if nobody waits for it."""
    if no_wait:
        post.send(enclosed)
        at.say("Sent. `grubenpost fetch` brings the answer.")
        return None
    tell_waiting(at, post)
    return post.ask(enclosed, patience)


def tell_waiting(at: Console, post: Correspondence) -> None:
    """Say what takes its time now."""
    server = post.profile.house.address
    at.mention(at.tongue.say("Writing to {server}, and waiting for the answer.", server=server))
