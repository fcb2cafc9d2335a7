"""Errors of the world outside in words: what a host can get wrong is told, never shown as a traceback."""

from __future__ import annotations

import sys
from typing import Any

from engine.errors import Refused


def explain(error: BaseException) -> str | None:
    """An error in words for the host; None if it is a fault of ours."""
    if isinstance(error, Refused):
        return str(error)
    if isinstance(error, ModuleNotFoundError):
        return _missing(error)
    if isinstance(error, OSError):
        return _from_system(error)
    if _is_database(error):
        return _from_database(error)
    return None


def _from_system(error: OSError) -> str:
    why = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {why}" if error.filename else why


def _missing(error: ModuleNotFoundError) -> str | None:
    package = (error.name or "").partition(".")[0]
    if package in ("server", "engine", "client", ""):
        return None
    return (
        f"the package {package} is not installed: install Grubenpost with what a host needs, grubenpost[host]"
    )


def _is_database(error: BaseException) -> bool:
    known = sys.modules.get("sqlalchemy.exc")
    return known is not None and isinstance(error, known.DBAPIError)


def _from_database(error: Any) -> str | None:
    """Only faults of the connection, the file or the disk; the statement and its values are never shown."""
    kind = type(error).__name__
    if kind not in ("OperationalError", "DatabaseError", "InterfaceError"):
        return None
    said = " ".join(str(error.orig).split())
    return f"the ledger can't be used: {said}{_advice(said)}"


def is_beyond_use(error: BaseException) -> bool:
    """Whether the database is damaged, so that trying again would not help."""
    return _is_database(error) and _is_damage(str(getattr(error, "orig", "")))


def _is_damage(said: str) -> bool:
    return "malformed" in said or "not a database" in said


def _advice(said: str) -> str:
    """Advice about a database that is beyond use."""
    if _is_damage(said):
        return "; stop the server, and put the last backup back with `grubenpost-server restore --replace`"
    return ""
