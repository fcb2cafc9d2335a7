"""Refusals by which a client knows what to do next. Of all others it only tells the words.

A receipt names the code of its refusal; no sentence is looked at.
"""

from __future__ import annotations

from typing import Final

NOT_RUNNING: Final = "game/not-running"
"""There is no such table, or no game under way there."""
OTHER_SHUFFLE: Final = "join/other-shuffle"
"""The game was opened when joining still told the share of the shuffle at once."""

_OF_KEYS: Final = frozenset({"keyring"})
_OF_SHARES: Final = frozenset({"reveal", "share", "game"})


def refuses_key(code: str) -> bool:
    """Whether it is the key that a letter was sealed with which is not obeyed."""
    return _family(code) in _OF_KEYS


def refuses_share(code: str) -> bool:
    """Whether the same share of the shuffle need not be sent again."""
    return _family(code) in _OF_SHARES


def _family(code: str) -> str:
    return code.partition("/")[0]
