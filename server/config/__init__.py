"""The host's configuration: one TOML file, or none at all.

`table.py` lists every key with its rule and its comment. The reader, the file that `grubenpost-server init`
writes and the example in `deploy/` all follow from it: a new key is one new line there.
"""

from __future__ import annotations

from server.config.errors import BadConfig
from server.config.model import Account, Config, Limits, Office
from server.config.passwords import Password, Secret
from server.config.search import embedded_config, load_config

__all__ = [
    "Account",
    "BadConfig",
    "Config",
    "Limits",
    "Office",
    "Password",
    "Secret",
    "embedded_config",
    "load_config",
]
