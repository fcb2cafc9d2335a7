"""The packages of the extra `study`; none of them is imported before it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.errors import Refused


class NoStudy(Refused):
    """Something that needs a package of the extra `study`, which is not installed."""


def need(package: str) -> Any:
    """A package of the extra `study`."""
    try:
        return import_module(package)
    except ImportError:
        raise missing(package.partition(".")[0]) from None


def missing(package: str) -> NoStudy:
    return NoStudy(
        "study/missing",
        "this needs the Python package {package}: pip install 'grubenpost[study]'",
        package=package,
    )
