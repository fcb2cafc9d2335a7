"""`grubenpost-server rehearse`: whether this version plays the games as the one before it did."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json

if TYPE_CHECKING:
    from server.host.backups.rehearsal import Rehearsal
    from server.ledger.store import Ledger

SHOWN = 20


def run(config: ConfigFile = None, data: DataFolder = None, as_json: AsJson = False) -> None:
    """Replay every game with this version, before it goes live.

    For a new version, before `migrate`: the ledger may be of an older version that still runs, and nothing is
    changed. Every game has to lead to the position that the version which played it came to. The exit code is
    1 if one does not.
    """
    from server.config import load_config
    from server.host.setup.house import any_ledger, is_there

    loaded = load_config(config, data)
    with any_ledger(loaded) as ledger:
        found = rehearse_all(ledger) if is_there(ledger) else None
    if as_json:
        put_json(_facts(found))
    else:
        put("\n".join(in_words(found)) if found else "There is no ledger yet, and nothing to rehearse.")
    raise typer.Exit(int(bool(found and found.faults)))


def rehearse_all(ledger: Ledger) -> Rehearsal:
    """The rehearsal of a whole ledger, with a bar that shows how far it is."""
    from server.host.backups.rehearsal import rehearse
    from server.host.progress import watched

    with ledger.reading() as session:
        return rehearse(session, partial(watched, label="replaying every game"))


def in_words(found: Rehearsal) -> list[str]:
    """The outcome of a rehearsal, in lines."""
    told = [f"the game {fault.game}: {fault.why}" for fault in found.faults[:SHOWN]]
    if len(found.faults) > SHOWN:
        told.append(f"and {len(found.faults) - SHOWN} games more")
    if found.faults:
        told.append("This version does not play these games as the one before: stay with that, and tell us.")
    else:
        told.append(
            f"{found.games} games lead to where they led before; {found.compared} of them were compared "
            "piece by piece."
        )
    return told


def _facts(found: Rehearsal | None) -> dict[str, object]:
    if found is None:
        return {"games": 0, "compared": 0, "differ": []}
    return {
        "games": found.games,
        "compared": found.compared,
        "differ": [fault._asdict() for fault in found.faults],
    }
