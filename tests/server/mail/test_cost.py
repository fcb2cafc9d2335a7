"""Whatever a mail says, reading it costs as much as it is long, and not more.

A text of a quarter of the most that is read is compared with one of all of it. A quadratic reader takes
sixteen times as long for that, a linear one four times; the bound lies between them, and only what takes long
enough to be measured is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from engine.mail.limits import MOST_BYTES
from server import commands as _commands  # noqa: F401  gathers the commands
from server.wording import read_words
from tests.server.mail.hostile import families, grown

READERS: dict[str, Callable[[str], object]] = {"words": read_words}
MEASURABLE = 0.06
GROWTH = 9.0
TRIES = 5


def cost(read: Callable[[str], object], text: str) -> float:
    """The processor's seconds, at best: others use the machine too."""
    best = float("inf")
    for _ in range(TRIES):
        began = process_time()
        read(text)
        best = min(best, process_time() - began)
        if best < MEASURABLE:
            break
    return best


@pytest.mark.parametrize("family", families())
@pytest.mark.parametrize("reader", READERS)
def test_reading_is_linear(reader: str, family: str) -> None:
    read, seed = READERS[reader], families()[family]
    whole = cost(read, grown(seed, MOST_BYTES))
    if whole >= MEASURABLE:
        assert whole / cost(read, grown(seed, MOST_BYTES // 4)) < GROWTH
