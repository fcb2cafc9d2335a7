"""`grubenpost-server players`: who plays here."""

from __future__ import annotations

import time
from typing import Any

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(config: ConfigFile = None, data: DataFolder = None, as_json: AsJson = False) -> None:
    """List the players, those first whom mail does not reach.

    By handle, without names and addresses.
    """
    from server.config import load_config
    from server.host.reports.people import list_players
    from server.host.setup.house import open_ledger

    with open_ledger(load_config(config, data)) as ledger, ledger.reading() as session:
        found = list_players(session)
    if as_json:
        put_json(found)
    else:
        put("\n".join(_line(one, int(time.time())) for one in found) or "Nobody plays here yet.")


def _line(one: dict[str, Any], now: int) -> str:
    from server.host.spans import span

    games = f"{one['games']} game{'s' * (one['games'] != 1)}"
    notes = [
        f"unreachable for {span(now - one['unreachable_since'])}" if one["unreachable_since"] else "",
        f"{one['bounces']} mails came back" if one["bounces"] else "",
        f"{one['dead_mails']} mails given up: see `outbox`" if one["dead_mails"] else "",
    ]
    return ", ".join(filter(None, [f"{one['player']:<24}{one['auth']:<9}{games}", *notes]))
