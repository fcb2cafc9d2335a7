"""One file for each command: its function `run`, whose docstring is its help.

The file's name is the command's name, with hyphens for underscores, and without one at the end, which
keeps it apart from a word of Python's: a new file is a new command. A file is imported when its command is
called, and imports what is heavy inside `run`, so that every command is there at once.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from os import listdir


def _files() -> dict[str, str]:
    """The file of each command by the command's name."""
    files = (name.removesuffix(".py") for name in listdir(__path__[0]) if name.endswith(".py"))
    return {name.rstrip("_").replace("_", "-"): name for name in files if name != "__init__"}


def names() -> list[str]:
    """The names of the commands."""
    return sorted(_files())


def load(name: str) -> Callable[..., None]:
    """The function of a command."""
    run: Callable[..., None] = import_module(f"{__name__}.{_files()[name]}").run
    return run
