"""Mails of a mailbox that can't be had, and when to give one up.

A server that says no three times will not change its mind. A connection that ends may have ended for any
reason, so it takes more of them until the mail is to blame; until then the mailbox is not read past it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

REFUSALS: Final = 3
CUTS: Final = 10


class Troubles:
    """The failures of each UID since it last went well."""

    def __init__(self) -> None:
        self._refused: Counter[int] = Counter()
        self._cut: Counter[int] = Counter()

    def refuse(self, uids: Iterable[int]) -> None:
        """The server did not hand these out."""
        self._refused.update(uids)

    def cut(self, uids: Iterable[int]) -> None:
        """The connection ended while these were on their way."""
        self._cut.update(uids)

    def suspects(self, uid: int) -> bool:
        """Whether the mail is fetched alone, so that it alone is to blame if that fails."""
        return uid in self._refused or uid in self._cut

    def gives_up(self, uid: int) -> bool:
        return self._refused[uid] >= REFUSALS or self._cut[uid] >= CUTS

    def clear(self, uids: Iterable[int]) -> None:
        """These have been dealt with."""
        for uid in uids:
            self._refused.pop(uid, None)
            self._cut.pop(uid, None)

    def forget(self) -> None:
        """The numbers mean other mails now."""
        self._refused.clear()
        self._cut.clear()
