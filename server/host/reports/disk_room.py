"""The room that is left on the disk."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

SCARCE: Final = 500_000_000
"""Fewer free bytes than this are worth a word, a tenth of it is trouble."""


def free_space(folder: Path) -> int:
    """So many bytes are free where the folder lies."""
    return shutil.disk_usage(folder).free


def in_megabytes(free: int) -> str:
    """In words."""
    return f"{free // 1_000_000} MB are free"
