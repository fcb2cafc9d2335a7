"""The forecast: the pay of the coming shift scoring, if it came now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ...rules import HIDDEN_CARD, Game, Pit
from ...rules import components as box
from ...rules.components import Element
from ...rules.scoring import element_counts, share_prizes
from .. import words
from ..layout import WIDTH, cut, ends, in_columns, width_of, wrap
from ..people import NamedPlayer
from ..scribe import Scribe
from .unchanged import Shown

_PRIZES: Final = "13/6"
_CELL: Final = "12 (+13)"


class Forecast(NamedTuple):
    """One element: what each seat counts, and the VP that each would get.

    A count is None where it is not known, because cards lie face down; then nothing can be said of VP.
    """

    element: Element
    counts: tuple[int | None, ...]
    vp: tuple[int, ...]


def forecast(view: Game) -> list[Forecast]:
    """The elements that the scoring at the end of this shift will count; none once the game is over."""
    if view.over:
        return []
    elements = box.ELEMENTS[: box.ELEMENTS_BY_SHIFT[max(view.shift, 1) - 1]]
    by_seat = [_counts(pit) for pit in view.pits]
    return [_element(element, [seat[at] for seat in by_seat]) for at, element in enumerate(elements)]


def _element(element: Element, counts: Sequence[int | None]) -> Forecast:
    known = [n for n in counts if n is not None]
    paid = share_prizes(known, element.first, element.second) if len(known) == len(counts) else ()
    return Forecast(element, tuple(counts), paid)


def _counts(pit: Pit) -> Sequence[int | None]:
    if HIDDEN_CARD not in pit.delivered:
        return element_counts(pit)
    bare = pit.copy()
    bare.delivered = ()
    found = zip(box.ELEMENTS, element_counts(bare), strict=True)
    return [n if element.count == "empty" else None for element, n in found]


def forecast_lines(view: Game, seated: Sequence[NamedPlayer], by: Scribe) -> list[str]:
    """A line for each element: the prizes, then for each player what counts and what it would pay."""
    found = tuple(forecast(view))
    key = (found, view.shift, sum(view.workers))
    return list(_written(Shown(view, key), found, tuple(seated), by)) if found else []


@lru_cache(maxsize=64)
def _written(
    shown: Shown[tuple[object, ...]], found: tuple[Forecast, ...], seated: tuple[NamedPlayer, ...], by: Scribe
) -> list[str]:
    """Everyone at the table sees the same."""
    view = shown.game
    labels = [words.element(by.tongue, line.element) for line in found]
    label = max(width_of(labels), len(_CELL)) + 2
    heads = by.tongue.say(words.PRIZES)
    first = max(width_of([heads]), len(_PRIZES)) + 2
    column = min((WIDTH - label - first) // len(seated), 14)
    rows = [["", heads, *(cut(person.name, column - 1) for person in seated)]]
    rows += [
        [name, _prizes(line.element, view.players), *_cells(line, by)]
        for name, line in zip(labels, found, strict=True)
    ]
    if all(line.vp for line in found):
        together = [sum(vp) for vp in zip(*(line.vp for line in found), strict=True)]
        rows.append(
            [by.tongue.say(words.TOGETHER), "", *(by.tongue.say(words.WORTH, vp=n) for n in together)]
        )
    lines = [*_title(view, by), *in_columns(rows, [label, first, *[column] * len(seated)])]
    return lines + _doubts(found, by)


def _title(view: Game, by: Scribe) -> list[str]:
    title = by.tongue.say(words.WOULD_PAY, shift=words.SHIFTS[max(view.shift, 1)]).upper()
    return ends(title, by.tongue.say(words.UNTIL_SCORING, n=sum(view.workers)))


def _prizes(element: Element, players: int) -> str:
    second = f"/{element.second}" if players >= box.SECOND_PRIZE_FROM else ""
    return f"{element.first}{second}"


def _cells(line: Forecast, by: Scribe) -> list[str]:
    """`3 (+2)`: counts three and would get 2 VP."""
    vp = line.vp or (0,) * len(line.counts)
    return [_cell(n, paid, by) for n, paid in zip(line.counts, vp, strict=True)]


def _cell(n: int | None, paid: int, by: Scribe) -> str:
    if n is None:
        return "?"
    return f"{n} (+{paid})" if paid else str(n) if n else by.signs.none


def _doubts(found: Sequence[Forecast], by: Scribe) -> list[str]:
    return [] if all(line.vp for line in found) else wrap(by.tongue.say(words.NOT_KNOWN))
