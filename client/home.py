"""Where a player's things lie: the profile and its secrets, and what is remembered of games.

    profile.toml     who you are, your server, your mail account
    player.key       your private key, perhaps locked by a passphrase
    mail.password    the password of the mail account
    mailbox.json     how far the mailbox has been read
    games/ID.json    the last position of a game, the checkpoints seen, a move on its way
    archives/        archives that were fetched

The first three lie in the platform's folder for settings, the others in its folder for data, or all of
them in one folder that was named.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple


class Home(NamedTuple):
    """Two folders, which may be the same one."""

    config: Path
    data: Path

    @property
    def profile(self) -> Path:
        return self.config / "profile.toml"

    @property
    def key(self) -> Path:
        return self.config / "player.key"

    @property
    def password(self) -> Path:
        return self.config / "mail.password"

    @property
    def mailbox(self) -> Path:
        return self.data / "mailbox.json"

    @property
    def games(self) -> Path:
        return self.data / "games"

    @property
    def archives(self) -> Path:
        return self.data / "archives"

    def make(self) -> None:
        """Make the folders, for their owner only."""
        for folder in (self.config, self.data, self.games, self.archives):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def find_home(named: Path | None = None) -> Home:
    """The named folder, or where this platform keeps such things."""
    if named is not None:
        return Home(named, named)
    if not sys.platform.startswith("linux"):
        import typer  # noqa: PLC0415  only here, for what it knows of other platforms

        folder = Path(typer.get_app_dir("grubenpost"))
        return Home(folder, folder)
    own = Path.home()
    return Home(_xdg("XDG_CONFIG_HOME", own / ".config"), _xdg("XDG_DATA_HOME", own / ".local" / "share"))


def _xdg(variable: str, usual: Path) -> Path:
    """A folder of the desktop's convention, where a relative one counts for nothing."""
    named = os.environ.get(variable, "")
    return (Path(named) if named.startswith("/") else usual) / "grubenpost"
