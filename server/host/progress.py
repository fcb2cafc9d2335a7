"""A progress bar for work on many things, if somebody is looking."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import typer

T = TypeVar("T")


def watched(work: Iterable[T], length: int, label: str) -> Iterator[T]:
    """The same things, while a bar on standard error shows how far it is."""
    if not sys.stderr.isatty():
        yield from work
        return
    with typer.progressbar(work, length=length, label=label, file=sys.stderr) as bar:
        yield from bar
