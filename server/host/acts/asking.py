"""Asking the server for what the host wants done, by a command; it need not run meanwhile."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from server.config import load_config
from server.host.output import put, put_json
from server.host.setup.house import open_ledger
from server.players.memos import ask_for

WITHIN: Final = (
    "It counts from now on, and is done when all mail that came until now has been dealt with;\n"
    "that takes a few minutes while the server runs, and `status` tells of it meanwhile."
)


def ask_and_tell(
    config: Path | None,
    data: Path | None,
    act: str,
    about: str,
    told: str,
    *,
    reason: str = "",
    as_json: bool = False,
    **more: str,
) -> None:
    """Write down what is to be done, and tell the host so."""
    with open_ledger(load_config(config, data)) as ledger:
        at = ask_for(ledger, act, about, int(time.time()), reason, **more)
    if as_json:
        put_json({"act": act, "about": about, "at": at})
    else:
        put(f"{told}\n{WITHIN}")
