"""The home of a player's things: the profile and its secrets, and what is remembered of games.

    profile.toml     who you are, your server, your mail account
    player.key       your private key, perhaps locked by a passphrase
    mail.password    the password of the mail account
    mail.login       or the login that its provider granted
    mailbox.json     how far the mailbox has been read
    games/ID.json    the last position of a game, the checkpoints seen
    journals/ID      what was told of a game, turn by turn
    orders/ID.json   what was ordered ahead last
    outbox/          letters that have no answer yet, moves among them
    set-aside/       mails that could not be taken in
    seen.json        how far each game was looked at
    archives/        archives that were fetched

The first four lie in the platform's folder for settings, the others in its folder for data, or all of
them in one folder that was named. Whoever plays under several names gives each profile a name of its own;
those lie in `profiles/` of the same folders.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, NamedTuple

from client.profile.files import make_folder
from client.profile.system import usual_folders
from engine.errors import Refused

HOME: Final = "GRUBENPOST_HOME"
PROFILE: Final = "GRUBENPOST_PROFILE"
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


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
    def login(self) -> Path:
        return self.config / "mail.login"

    @property
    def mailbox(self) -> Path:
        return self.data / "mailbox.json"

    @property
    def games(self) -> Path:
        return self.data / "games"

    @property
    def tables(self) -> Path:
        return self.data / "tables"

    @property
    def journals(self) -> Path:
        return self.data / "journals"

    @property
    def orders(self) -> Path:
        return self.data / "orders"

    @property
    def outbox(self) -> Path:
        return self.data / "outbox"

    @property
    def set_aside(self) -> Path:
        return self.data / "set-aside"

    @property
    def seen(self) -> Path:
        return self.data / "seen.json"

    @property
    def lock(self) -> Path:
        return self.data / "lock"

    @property
    def archives(self) -> Path:
        return self.data / "archives"

    def make(self) -> None:
        """Make the folders, for their owner only."""
        for folder in (self.config, self.data, self.games, self.journals, self.outbox, self.archives):
            make_folder(folder)


def find_home(folder: Path | None = None, profile: str = "") -> Home:
    """The folder that was named, a profile's own one, or where this platform keeps such things.

    What is not said is looked for in the environment: GRUBENPOST_HOME names a folder, GRUBENPOST_PROFILE a
    profile.
    """
    if folder is None and not profile and (variable := os.environ.get(HOME)):
        folder = Path(variable)
    if folder is not None:
        return Home(folder, folder)
    name = profile or os.environ.get(PROFILE, "")
    usual = Home(*usual_folders())
    if not name:
        return usual
    if not _NAME.fullmatch(name):
        raise Refused(
            "profile/name",
            "`{name}` can't be the name of a profile: take letters, digits, - and _",
            name=name,
        )
    return Home(usual.config / "profiles" / name, usual.data / "profiles" / name)
