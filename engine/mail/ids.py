"""Message-IDs as they may be kept and written into headers of our own.

They thread mails and do nothing else. Mail programs reuse them and anyone can copy one, so no mail
is ever taken for known, or for genuine, by its Message-ID.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_LAST = 10


def first_id(value: str) -> str:
    """The first Message-ID of a safe form in a field, or an empty text."""
    found = _ID.search(value)
    return found[0] if found else ""


def is_safe_id(text: str) -> bool:
    """Whether this is one Message-ID, of a form that does no harm in a header."""
    return _ID.fullmatch(text) is not None


def thread_of(value: str) -> tuple[str, ...]:
    """The Message-IDs of a References field."""
    return short_thread(_ID.findall(value))


def short_thread(ids: Iterable[str]) -> tuple[str, ...]:
    """Each Message-ID once; of a long thread the first, which began it, and the last ones."""
    found = tuple(dict.fromkeys(ids))
    return found if len(found) <= _LAST + 1 else found[:1] + found[-_LAST:]
