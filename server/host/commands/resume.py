"""`grubenpost-server resume`: send again, though not all could be made again from the mailbox."""

from __future__ import annotations

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(config: ConfigFile = None, data: DataFolder = None, as_json: AsJson = False) -> None:
    """Send mail again after a restore, though something is missing.

    After a restore the server makes anew, from the mails in its mailbox, all that happened since the backup,
    and sends nothing meanwhile. If something is missing, because mail was deleted at the provider or because
    the host had changed something by a command, it stops there, and `status` tells what. Put back what you
    can first: move deleted mails back into the mailbox, and restore again. What is still missing then is
    lost: players may be told of games otherwise than before, and clients will warn of two histories.
    """
    from server.config import load_config
    from server.host.setup.house import open_ledger
    from server.ledger.queues import go_on, missing, read_journal

    with open_ledger(load_config(config, data)) as ledger, ledger.writing() as session:
        journal = read_journal(session)
        state, lost = journal.state, missing(journal)
        sent = go_on(session) if state else 0
    if as_json:
        put_json({"was": state, "missing": lost, "count_as_sent": sent})
    elif not state:
        put("Nothing is held back.")
    else:
        put(f"Mail is sent again. {sent} mails count as sent, because they were before.")
