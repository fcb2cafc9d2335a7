"""`grubenpost-server block`: let somebody's mail be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json

if TYPE_CHECKING:
    from server.ledger.models import Blocked


def run(
    who: Annotated[
        str | None,
        typer.Argument(
            metavar="WHO", help="A player's handle, an address, or all of a domain: @example.org."
        ),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; a player reads it.")] = "",
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Deal with no mail of a player, an address or a domain; or list who is blocked.

    Such mail is noted as blocked, and neither obeyed nor answered. A player is told, with the reason. Games
    wait for a blocked player: `close` ends one. `unblock` takes it back.
    """
    from sqlmodel import col, select

    from server.config import load_config
    from server.host.acts.host_acts import block_by_host
    from server.host.setup.house import open_ledger
    from server.ledger.models import Blocked

    loaded = load_config(config, data)
    with open_ledger(loaded) as ledger:
        if who is not None:
            waiting = block_by_host(loaded, ledger, who, reason)
            if as_json:
                put_json({"blocked": who, "waiting": waiting})
            else:
                put(f"Mail of {who} is not dealt with any more.")
                put(
                    "".join(
                        f"The game {game} waits for them: `close` ends it.\n" for game in waiting
                    ).rstrip()
                )
            return
        with ledger.reading() as session:
            found = list(session.exec(select(Blocked).order_by(col(Blocked.what))).all())
    if as_json:
        put_json([{"who": row.what, "reason": row.reason, "at": row.at} for row in found])
    else:
        put("\n".join(_lines(found)) or "Nobody is blocked.")


def _lines(found: list[Blocked]) -> Iterator[str]:
    from server.host.spans import moment

    for row in found:
        yield f"{row.what}, since {moment(row.at)}" + (f": {row.reason}" if row.reason else "")
