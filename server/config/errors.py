"""Errors in a configuration.

Every text names the file, the key, what was found and what would do.
"""

from __future__ import annotations

from engine.errors import Refused


class BadConfig(Refused):
    """A configuration that can't be used as it is."""


def bad_value(file: object, section: str, key: str, found: object, form: str) -> BadConfig:
    """The refusal of a value that is not what its key takes."""
    return BadConfig(
        "config/bad-value",
        "{file}: [{section}] {key} is {found}, but must be {form}",
        file=file,
        section=section,
        key=key,
        found=found,
        form=form,
    )
