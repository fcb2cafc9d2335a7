"""What a mail says to us, as it was read before anything is decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Words:
    """What a mail says.

    own       the lines that its sender surely wrote
    commands  those among them that are commands, or nearly so
    doubts    lines that may be commands, or may not be meant at all
    codes     the codes in it, quoted or not
    """

    own: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


NO_WORDS: Final = Words()
