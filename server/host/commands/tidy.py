"""`grubenpost-server tidy`: move and delete mail in the server's own mailbox that was dealt with."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    back: Annotated[
        bool,
        typer.Option("--back", help="Move all mail back that was moved: to rebuild from an older backup."),
    ] = False,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Move and delete what was dealt with in the server's mailbox, as [imap] says; the server does so hourly.

    Only what the newest `backup` holds is touched, never what a restore of it would have to read again.
    """
    from server.config import BadConfig, load_config
    from server.host.setup.accounts import imap_account
    from server.host.setup.house import open_ledger
    from server.post.imap.cleanup import put_back, tidy
    from server.post.imap.folder import Folder

    loaded = load_config(config, data)
    with open_ledger(loaded) as ledger:
        if loaded.imap is None or not (loaded.imap.done_folder or loaded.imap.delete_days):
            raise BadConfig(
                "tidy/not-set",
                "{source}: neither done_folder nor delete_days is set in [imap], so all mail stays",
                source=loaded.source,
            )
        account = imap_account(loaded.imap)
        folder = Folder(account)
        try:
            folder.look()
            if back:
                facts = {"back": put_back(folder, account)}
            else:
                facts = tidy(folder, ledger, account, int(time.time()))._asdict()
        finally:
            folder.close()
    if as_json:
        put_json(facts)
    else:
        put(", ".join(f"{count} mails {what}" for what, count in facts.items()) + ".")
