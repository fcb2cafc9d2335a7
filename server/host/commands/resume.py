"""`grubenpost-server resume`: let a paused game go on; or send again after a restore."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game that was paused; none: after a restore.")
    ] = None,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="Why; all in the game read it.")
    ] = "",
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Let a paused game go on; or, without a game, send again after a restore, though something is missing.

    After a restore the server makes anew, from the mails in its mailbox, all that happened since the backup,
    and sends nothing meanwhile. If something is missing, because mail was deleted at the provider, it stops
    there, and `status` tells what. Put back what you
    can first: move deleted mails back into the mailbox, and restore again. What is still missing then is
    lost: players may be told of games otherwise than before, and clients will warn of two histories.
    """
    from server.config import load_config
    from server.host.setup.house import open_ledger
    from server.ledger.queues import go_on, missing, read_journal

    loaded = load_config(config, data)
    if game is not None:
        from server.host.acts.asking import ask_and_tell

        told = f"The clock of {game} goes on, and its players are told."
        ask_and_tell(config, data, "resume", game, told, reason=reason, as_json=as_json)
        return
    with open_ledger(loaded) as ledger, ledger.writing() as session:
        journal = read_journal(session)
        state, lost = journal.state, missing(journal)
        sent = go_on(session) if state else 0
    if as_json:
        put_json({"was": state, "missing": lost, "count_as_sent": sent})
    elif not state:
        put("Nothing is held back.")
    else:
        put(f"Mail is sent again. {sent} mails count as sent, because they were before.")
