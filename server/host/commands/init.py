"""`grubenpost-server init`: write a configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from server.host.output import put


def run(
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SECTION.KEY=VALUE",
            help="Say it beforehand, such as imap.host=imap.example.org; may be repeated.",
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file to write.")] = Path(
        "grubenpost.toml"
    ),
    no_input: Annotated[bool, typer.Option("--no-input", help="Ask nothing: all was --set.")] = False,
    untested: Annotated[bool, typer.Option("--untested", help="Try no account.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a configuration for your mail accounts.

    Asks for what it needs, tries both accounts, and only then writes the file, with comments on all that can
    be set. A password that was typed goes into a file of its own that only you can read.
    """
    from server.host.setup.questions import Asker, read_given
    from server.host.setup.wizard import introduce

    asker = Asker(read_given(given or []), silent=no_input)
    for line in introduce(asker, out, trying=not untested, replace=force):
        put(line)
