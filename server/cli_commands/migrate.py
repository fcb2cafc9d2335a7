"""`grubenpost-server migrate`: bring the ledger up to date."""

from __future__ import annotations

from server.hosting.options import AsJson, ConfigFile, DataFolder
from server.hosting.output import put, put_json


def run(config: ConfigFile = None, data: DataFolder = None, as_json: AsJson = False) -> None:
    """Make the ledger, or bring it up to date.

    All of it happens, or nothing. Make a backup first. Server processes of an older version must be stopped.
    """
    from server.config import load_config
    from server.hosting.house import any_ledger, make_folder

    loaded = load_config(config, data)
    make_folder(loaded)
    with any_ledger(loaded) as ledger:
        before = ledger.revision()
        ledger.migrate()
        after = ledger.revision()
    if as_json:
        put_json({"before": before, "after": after})
    elif before == after:
        put(f"The ledger is up to date: revision {after}.")
    else:
        put(f"The ledger is now at revision {after}; before: {before or 'nothing'}.")
