"""The standings, with every point explained: a column for each player, a line for each source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.tongue import Tongue

from ..rules import Breakdown, Game, Standing, standings
from ..rules import components as box
from . import words
from .layout import cut, left, right, rule, wrap
from .people import NamedPlayer, people
from .scribe import Scribe, scribe
from .style import Style

_LABEL: Final = 34
_COLUMN: Final = 11
"""Four of them fit beside the labels."""
_CUT: Final = _COLUMN - 1


class PointSource(NamedTuple):
    """A source of points, and what each player got there: a number, or one for each shift."""

    name: str
    points: tuple[tuple[int, ...], ...]
    part: bool
    """Whether another line has these points in it already."""


def standings_text(
    game: Game, names: Sequence[str], tongue: Tongue = words.ENGLISH, style: Style = Style.ASCII
) -> str:
    """Best first. A line of an element shows what each of the shifts so far paid for it."""
    by = scribe(tongue, style)
    ranked = standings(game)
    seated = people(names, by.tongue, style)
    lines = [_title(game, seated, ranked, by.tongue)]
    lines += _spoken(game, seated, ranked, by.tongue) if by.spoken else _drawn(game, seated, ranked, by)
    return "\n".join(lines)


def _title(game: Game, seated: Sequence[NamedPlayer], ranked: Sequence[Standing], tongue: Tongue) -> str:
    if not game.over:
        return tongue.say(words.STANDINGS_SO_FAR)
    first = [seated[standing.seat].name for standing in ranked if standing.rank == 1]
    return "\n".join(wrap(tongue.say(words.ENDED, result=words.result(tongue, first))))


def _drawn(game: Game, seated: Sequence[NamedPlayer], ranked: Sequence[Standing], by: Scribe) -> list[str]:
    say = by.tongue.say
    lines = [
        rule("", by.signs.double),
        _line("", [cut(seated[standing.seat].name, _CUT) for standing in ranked]),
    ]
    for source in _sources(game, ranked, by.tongue):
        indent = "  " if source.part else ""
        lines.append(_line(indent + source.name, [_written(paid, source, by) for paid in source.points]))
    total = [say(words.WORTH, vp=standing.vp) for standing in ranked]
    lines += [rule("", by.signs.rule), _line(say(words.TOTAL), total)]
    if game.over:
        lines.append(_line(say(words.MARKS_LEFT), [str(standing.marks_left) for standing in ranked]))
    return [*lines, _line(say(words.PLACE), [f"{standing.rank}." for standing in ranked])]


def _sources(game: Game, ranked: Sequence[Standing], tongue: Tongue) -> Iterator[PointSource]:
    """Deliveries, shift scorings with their elements, and at the end of the game the final count."""
    each = [standing.breakdown for standing in ranked]
    yield _whole(tongue.say(words.DELIVERIES), [points.deliveries for points in each])
    for scored in range(len(game.prizes)):
        label = tongue.say(words.SCORING, shift=words.SHIFTS[scored + 1])
        yield _whole(label, [points.shifts[scored].total for points in each])
    for at in range(box.ELEMENTS_BY_SHIFT[len(game.prizes) - 1] if game.prizes else 0):
        paid = tuple(_by_shift(points, at) for points in each)
        yield PointSource(words.element(tongue, box.ELEMENTS[at]), paid, part=True)
    if game.over:
        yield _whole(tongue.say(words.FROM_MARKS), [points.marks for points in each])
        yield _whole(tongue.say(words.FROM_CUBES), [points.cubes for points in each])
        yield _whole(tongue.say(words.FROM_OUTSTANDING), [points.outstanding for points in each])
        yield _whole(tongue.say(words.FROM_IMBALANCE), [points.imbalance for points in each])


def _whole(name: str, points: Sequence[int]) -> PointSource:
    return PointSource(name, tuple((n,) for n in points), part=False)


def _by_shift(points: Breakdown, element: int) -> tuple[int, ...]:
    """The pay of an element in each shift that scored it."""
    return tuple(shift.prizes[element] for shift in points.shifts if element < len(shift.prizes))


def _written(paid: Sequence[int], source: PointSource, by: Scribe) -> str:
    """`2+1+2`: what an element paid in each shift."""
    return by.signs.none if source.part and not any(paid) else "+".join(map(str, paid))


def _line(label: str, columns: Sequence[str]) -> str:
    return left(label, _LABEL) + "".join(right(cell, _COLUMN) for cell in columns)


def _spoken(
    game: Game, seated: Sequence[NamedPlayer], ranked: Sequence[Standing], tongue: Tongue
) -> list[str]:
    """For each player the place, and a line for each source that paid anything."""
    sources = list(_sources(game, ranked, tongue))
    lines: list[str] = []
    for at, standing in enumerate(ranked):
        who = seated[standing.seat].name
        placed = tongue.say("Place {rank}: {who}, {vp} VP.", rank=standing.rank, who=who, vp=standing.vp)
        lines += ["", *wrap(placed)]
        paying = [source for source in sources if any(source.points[at])]
        lines += [_sentence(source, at) for source in paying if not source.part]
        parts = [_sentence(source, at) for source in paying if source.part]
        lines += [tongue.say("The scorings by element:"), *parts] if parts else []
        if game.over:
            lines += wrap(f"{words.capital(tongue.say(words.MARKS_LEFT))}: {standing.marks_left}.")
    return lines


def _sentence(source: PointSource, at: int) -> str:
    return f"{words.capital(source.name)}: {sum(source.points[at])}."
