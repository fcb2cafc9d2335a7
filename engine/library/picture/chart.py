"""The VP of every player over the plies, with the scorings marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.library.chronicle import Chronicle
from engine.library.picture.png import png
from engine.library.picture.svg import PALE, SEAT_COLOURS, line, mark, picture, text
from engine.rules.events import ShiftScored
from engine.show import Style, people
from engine.show.words import SHIFTS
from engine.tongue import Tongue

WIDTH: Final = 760
HEIGHT: Final = 420
LEFT: Final = 46
RIGHT: Final = 170
TOP: Final = 44
BOTTOM: Final = 40
DASHES: Final = ("none", "9 4", "3 3", "12 3 3 3")
"""Lines differ by more than their colour."""
LABEL_HEIGHT: Final = 17

Points = Sequence[Sequence[int]]
"""The VP of every seat, at the beginning and after each ply."""


def chart_of(game: Chronicle, speaks: Tongue) -> str:
    """The chart of a game that is over, as SVG."""
    return vp_chart_svg(game.points, game.names, speaks, scorings_of(game))


def scorings_of(game: Chronicle) -> list[int]:
    """After how many plies each shift was scored."""
    return [
        ply.number + 1 for ply in game.plies if any(isinstance(event, ShiftScored) for event in ply.events)
    ]


def vp_chart_png(points: Points, names: Sequence[str], speaks: Tongue, scorings: Sequence[int] = ()) -> bytes:
    """The chart as PNG, for mails. Raises NoStudy if what draws it is not installed."""
    return png(vp_chart_svg(points, names, speaks, scorings))


def vp_chart_svg(points: Points, names: Sequence[str], speaks: Tongue, scorings: Sequence[int] = ()) -> str:
    """The chart as SVG; `scorings` are the numbers of plies after which a shift was scored."""
    frame = _Frame(points)
    title = speaks.say("Victory points, move by move")
    return picture(
        WIDTH,
        HEIGHT,
        f"{title}: {', '.join(names)}",
        [
            text(LEFT, 26, title, 16, font_weight="bold"),
            *frame.grid(),
            *(mark for number, at in enumerate(scorings, 1) for mark in frame.scoring(at, number, speaks)),
            *(frame.course(seat) for seat in range(len(names))),
            *frame.labels(names, speaks),
            text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, speaks.say("move"), 12, text_anchor="middle"),
        ],
    )


class _Frame:
    """The place of each ply and each number of points in the picture."""

    def __init__(self, points: Points) -> None:
        self.points = points
        self.plies = max(len(points) - 1, 1)
        values = [vp for row in points for vp in row]
        self.step = _step(max(values) - min(values))
        self.low = min(min(values) // self.step * self.step, 0)
        self.high = max(-(-max(values) // self.step) * self.step, self.low + self.step)

    def x(self, ply: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ply / self.plies

    def y(self, vp: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - vp) / (self.high - self.low)

    def grid(self) -> Iterator[str]:
        for vp in range(self.low, self.high + 1, self.step):
            yield line(LEFT, self.y(vp), WIDTH - RIGHT, self.y(vp), stroke=PALE if vp else "#777777")
            yield text(LEFT - 6, self.y(vp) + 4, str(vp), 12, text_anchor="end")
        for ply in range(0, self.plies + 1, _step(self.plies)):
            yield text(self.x(ply), HEIGHT - BOTTOM + 16, str(ply), 12, text_anchor="middle")

    def scoring(self, ply: int, number: int, speaks: Tongue) -> Iterator[str]:
        """A scoring comes with the ply that ends the shift."""
        yield line(self.x(ply), TOP, self.x(ply), HEIGHT - BOTTOM, stroke="#777777", stroke_dasharray="2 4")
        shift = speaks.say("shift {shift}", shift=SHIFTS[number])
        yield text(self.x(ply) - 4, TOP + 10, shift, 11, text_anchor="end", fill="#555555")

    def course(self, seat: int) -> str:
        """Points come at once, with a ply: so the line has steps."""
        way = [f"M{self.x(0):.1f} {self.y(self.points[0][seat]):.1f}"]
        for ply in range(1, len(self.points)):
            if self.points[ply][seat] != self.points[ply - 1][seat]:
                way.append(f"H{self.x(ply):.1f}V{self.y(self.points[ply][seat]):.1f}")
        way.append(f"H{self.x(len(self.points) - 1):.1f}")
        return mark(
            "path",
            d="".join(way),
            fill="none",
            stroke=SEAT_COLOURS[seat],
            stroke_width=2.5,
            stroke_dasharray=DASHES[seat],
        )

    def labels(self, names: Sequence[str], speaks: Tongue) -> Iterator[str]:
        """Each name with its points at the end of the line, moved apart where lines end close together."""
        last, seated = self.points[-1], people(names, speaks, Style.UNICODE)
        free = TOP
        for left, seat in enumerate(sorted(range(len(names)), key=lambda seat: -last[seat])):
            lowest = HEIGHT - BOTTOM - LABEL_HEIGHT * (len(names) - 1 - left)
            y = min(max(self.y(last[seat]), free), lowest)
            free = int(y) + LABEL_HEIGHT
            x = WIDTH - RIGHT
            yield line(
                x + 4,
                y,
                x + 26,
                y,
                stroke=SEAT_COLOURS[seat],
                stroke_width=2.5,
                stroke_dasharray=DASHES[seat],
            )
            yield text(x + 32, y + 4, f"{last[seat]}  {seated[seat].short}", 13)


def _step(span: int) -> int:
    """A round number of which five to ten fit into a span."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100):
        if span / step <= 8:
            return step
    return max(span // 8, 1)
