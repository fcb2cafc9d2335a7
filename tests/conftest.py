"""Where all tests keep their files: in memory, if there is room for them.

SQLite, PostgreSQL, Dovecot and Postfix wait for the disk at every commit and every mail. Nothing here outlives
the test, so there is nothing to wait for.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ENOUGH = 2_000_000_000


def is_roomy(folder: Path) -> bool:
    """Whether all that tests write fits in there, and programs can be run from it."""
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return False
    return shutil.disk_usage(folder).free >= ENOUGH and not os.statvfs(folder).f_flag & os.ST_NOEXEC


if "TMPDIR" not in os.environ and is_roomy(MEMORY):
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
