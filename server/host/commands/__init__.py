"""One file for each command of the host: its function `run`, whose docstring is its help.

The file's name is the command's name, without an underscore at its end, which keeps it apart from a word of
Python's: a new file is a new command. The files import what is heavy inside `run`, so that
`grubenpost-server --help` is there at once.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules


def gather() -> dict[str, Callable[..., None]]:
    """Every command by its name."""
    names = sorted(found.name for found in iter_modules(__path__))
    return {name.rstrip("_"): import_module(f"{__name__}.{name}").run for name in names}
