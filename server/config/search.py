"""The search for the configuration: the one named, the first of the usual places, or none at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from server.config.builder import assemble, defaults
from server.config.errors import BadConfig
from server.config.model import Config
from server.config.reader import read_config
from server.config.table import SERVER

VARIABLE: Final = "GRUBENPOST_CONFIG"
OF_THE_MACHINE: Final = Path("/etc/grubenpost/grubenpost.toml")
USUAL: Final = (Path("grubenpost.toml"), OF_THE_MACHINE)

NAME: Final = "grubenpost.localhost"
ADDRESS: Final = f"grubenpost@{NAME}"


def load_config(named: Path | None = None, data: Path | None = None) -> Config:
    """The configuration in force. Naming a data folder asks for the usual settings in that folder."""
    if named is None and data is not None:
        return embedded_config(data)
    path = named or find_file()
    return read_config(path) if path is not None else embedded_config(usual_data())


def find_file() -> Path | None:
    """The configuration's file, if there is one."""
    if told := os.environ.get(VARIABLE):
        return Path(told)
    # Not Path.exists, which fails in a folder that the server's user may not look into.
    found = next((path for path in USUAL if os.path.exists(path)), None)
    if found is None:
        check_not_hidden(OF_THE_MACHINE.parent)
    return found


def check_not_hidden(folder: Path) -> None:
    """Refuse to do without a configuration where there may be one that only another user can see.

    Else `check` would be content with a server that nobody meant, and `run` would start one.
    """
    if os.path.isdir(folder) and not os.access(folder, os.X_OK):
        raise BadConfig(
            "config/hidden",
            "you may not look into {folder}, where this machine's configuration is: put `sudo -u grubenpost` "
            "before the command, or name a folder of your own with --data",
            folder=folder,
        )


def usual_data() -> Path:
    """The data folder of a server without a configuration."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if home.startswith("/") else Path.home() / ".local" / "share"
    return base / "grubenpost-server"


def embedded_config(data: Path) -> Config:
    """A server on this machine only, with its own post office."""
    server = defaults(SERVER) | {"name": NAME, "address": ADDRESS}
    return assemble(None, data.absolute(), {"server": server})
