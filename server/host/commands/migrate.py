"""`grubenpost-server migrate`: bring the ledger up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json

if TYPE_CHECKING:
    from server.ledger.store import Ledger


def run(
    rehearsed: Annotated[
        bool, typer.Option("--rehearsed", help="Every game was replayed before, by `rehearse`: don't again.")
    ] = False,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Make the ledger, or bring it up to date.

    All of it happens, or nothing. Make a backup first. Server processes of an older version must be stopped.
    Every game is replayed before: if this version does not come to the same positions, nothing is changed.
    """
    from server.config import load_config
    from server.host.setup.house import any_ledger, is_there, make_folder, newest_revision

    loaded = load_config(config, data)
    make_folder(loaded)
    with any_ledger(loaded) as ledger:
        before = ledger.revision() if is_there(ledger) else None
        if before not in (None, newest_revision()) and not rehearsed:
            _refuse_other_games(ledger)
        ledger.migrate()
        after = ledger.revision()
        room = _give_room_back(loaded.data, ledger)
    if as_json:
        put_json({"before": before, "after": after, "room": room})
        return
    if room:
        put(room)
    if before == after:
        put(f"The ledger is up to date: revision {after}.")
    else:
        put(f"The ledger is now at revision {after}; before: {before or 'nothing'}.")


def _refuse_other_games(ledger: Ledger) -> None:
    """Change nothing if a game would be another one afterwards."""
    from server.host.commands.rehearse import in_words, rehearse_all
    from server.ledger.errors import BadLedger

    found = rehearse_all(ledger)
    if found.faults:
        raise BadLedger(
            "ledger/differs",
            "nothing was changed, because {count} games would not go on as they are: {games}",
            count=len(found.faults),
            games="; ".join(in_words(found)),
        )


def _give_room_back(data: Path, ledger: Ledger) -> str:
    """Write an SQLite file anew that was made before files gave room back: what came of it, in words."""
    from server.host.reports.disk_room import free_space, in_megabytes
    from server.ledger.disk_space import gives_room_back, write_anew

    if not ledger.is_sqlite or gives_room_back(ledger):
        return ""
    needed = Path(ledger.url.database or "").stat().st_size
    if free_space(data) < 2 * needed:
        return (
            f"The ledger's file can't give room back to the disk yet: to write it anew, twice its "
            f"{needed // 1_000_000} MB are needed, and {in_megabytes(free_space(data))}. Type `migrate` "
            "again when there is room."
        )
    sizes = write_anew(ledger)
    return (
        f"The ledger's file was written anew: {sizes.before // 1000} kB before, {sizes.after // 1000} kB now."
    )
