"""`grubenpost set`: your name, language, zone, mail style and addresses."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="name, language, zone, style or address.")],
    value: Annotated[list[str], typer.Argument(metavar="VALUE", help="What it shall be.")],
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Change what the server knows of you: name, language, zone, style or address.

    A new name or language is written into your profile too, so that this program speaks it as well.
    """
    text = " ".join(value)
    ask_server(at, f"set {what} {text}", patience=patience, no_wait=no_wait)
    _remember(at, what.casefold(), text)


def _remember(at: Console, what: str, text: str) -> None:
    from dataclasses import replace  # noqa: PLC0415

    from client.profile.profile import read_profile, write_profile  # noqa: PLC0415
    from engine.tongue import LANGUAGES  # noqa: PLC0415

    profile = read_profile(at.home)
    if what == "name":
        write_profile(at.home, replace(profile, name=text))
    elif what == "language" and text.casefold() in LANGUAGES:
        write_profile(at.home, replace(profile, language=text.casefold()))
