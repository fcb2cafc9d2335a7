"""`grubenpost-server block`: let somebody's mail be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json

if TYPE_CHECKING:
    from server.ledger import models as rows


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
    wait for a blocked player: `close` ends one. `unblock` takes it back. It counts from now on, and is done
    as soon as all mail that came until now has been dealt with: until then `status` has it as asked.
    """
    from sqlmodel import col, select

    from server.config import load_config
    from server.host.acts.asking import ask_and_tell
    from server.host.setup.house import open_ledger
    from server.ledger import models as rows

    if who is not None:
        told = f"Mail of {who} is not dealt with any more."
        ask_and_tell(config, data, "block", who, told, reason=reason, as_json=as_json)
        return
    with open_ledger(load_config(config, data)) as ledger, ledger.reading() as session:
        found = list(session.exec(select(rows.Blocked).order_by(col(rows.Blocked.what))).all())
    if as_json:
        put_json([{"who": row.what, "reason": row.reason, "at": row.at} for row in found])
    else:
        put("\n".join(_lines(found)) or "Nobody is blocked.")


def _lines(found: list[rows.Blocked]) -> Iterator[str]:
    from server.host.spans import moment

    for row in found:
        yield f"{row.what}, since {moment(row.at)}" + (f": {row.reason}" if row.reason else "")
