"""Mails kept as files, so that a person can read what was written: numbered, with one index."""

from __future__ import annotations

import os
from email import message_from_bytes, policy
from pathlib import Path

ROOT = Path(__file__).parents[2]
VARIABLE = "GRUBENPOST_ARTEFACTS"
INDEX = "index.txt"


def artefacts_folder(name: str) -> Path:
    """Where they go: the folder that the environment names, else `build/artefacts`, which git ignores."""
    return Path(os.environ.get(VARIABLE) or ROOT / "build" / "artefacts") / name


class Bundle:
    """A folder of mails, each kept as the bytes that were sent or that came."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for old in (*folder.glob("*.eml"), folder / INDEX):
            old.unlink(missing_ok=True)
        self.folder = folder
        self.kept = 0

    def keep(self, sender: str, recipient: str, raw: bytes) -> None:
        """One more mail, and its line in the index."""
        self.kept += 1
        name = f"{self.kept:04}-{sender}-to-{recipient}.eml"
        (self.folder / name).write_bytes(raw)
        subject = message_from_bytes(raw, policy=policy.default)["Subject"]
        with (self.folder / INDEX).open("a", encoding="utf-8") as index:
            index.write(f"{name:<34} {len(raw):>7} bytes  {subject}\n")
