"""Folders, locks and permissions, as Linux, macOS and Windows have them: the one place that tells them apart.

A test checks the rest of the client as for Windows and for macOS, so that no other module calls what only one
of them knows.
"""

from __future__ import annotations

import os
import shlex
import stat
import sys
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""For its owner only: whatever is not made to be handed on."""

if sys.platform == "win32":
    import msvcrt

    def hide(file: int) -> None:
        """No change: what lies in a person's own folders there is not for others."""

    def is_private(path: Path) -> bool:
        """True: the permissions that Windows shows for a file tell nothing of other people."""
        path.stat()  # which tells if it is there at all
        return True

    def take_lock(file: int) -> bool:
        """Whether the lock on an open file was free; it is held until the file is closed."""
        os.lseek(file, 0, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def put_new(part: Path, path: Path) -> None:
        """Give a file its name; `FileExistsError` if another file has it."""
        part.rename(path)

    def split_command(command: str) -> list[str]:
        """The words of a command: backslashes are parts of paths there."""
        return [word.strip('"') for word in shlex.split(command, posix=False)]

else:
    import fcntl

    def hide(file: int) -> None:
        """Let nobody but its owner read an open file."""
        if stat.S_IMODE(os.fstat(file).st_mode) & ~PRIVATE:
            os.fchmod(file, PRIVATE)

    def is_private(path: Path) -> bool:
        """Whether nobody but its owner may read a file."""
        return not path.stat().st_mode & 0o077

    def take_lock(file: int) -> bool:
        """Whether the lock on an open file was free; it is held until the file is closed."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def put_new(part: Path, path: Path) -> None:
        """Give a file its name; `FileExistsError` if another file has it. A rename would replace that one."""
        os.link(part, path)
        part.unlink()

    def split_command(command: str) -> list[str]:
        """The words of a command, as a shell would have them."""
        return shlex.split(command)


def usual_folders() -> tuple[Path, Path]:
    """The folders for a person's configuration and data."""
    if not sys.platform.startswith("linux"):
        return _app_folder(), _app_folder()
    own = Path.home()
    return _xdg("XDG_CONFIG_HOME", own / ".config"), _xdg("XDG_DATA_HOME", own / ".local" / "share")


def _app_folder() -> Path:
    import typer  # noqa: PLC0415  only here, for what it knows of other systems

    return Path(typer.get_app_dir("grubenpost"))


def _xdg(variable: str, usual: Path) -> Path:
    """A folder of the desktop's convention, where a relative one counts for nothing."""
    named = os.environ.get(variable, "")
    return (Path(named) if named.startswith("/") else usual) / "grubenpost"
