"""The attachment of a game's last mail: how everyone's points grew, as a picture."""

from __future__ import annotations

from typing import Final

from engine.library.chronicle import chronicle
from engine.library.picture import vp_chart_png
from engine.library.picture.chart import scorings_of
from engine.library.study import NoStudy
from engine.record.archive import archive
from engine.record.game.book import Book
from engine.record.letters.key import PrivateKey
from engine.tongue import Tongue

CHART: Final = "grubenpost-points.png"


class Ending:
    """The end of one game, drawn once for each language."""

    def __init__(self, book: Book, key: PrivateKey) -> None:
        self._told = chronicle(archive.finished(book, key))
        self._charts: dict[str, bytes] = {}

    def files(self, spoken: Tongue) -> tuple[tuple[str, bytes], ...]:
        """The chart; none where what draws it is not installed."""
        try:
            if spoken.code not in self._charts:
                points, scorings = self._told.points, scorings_of(self._told)
                self._charts[spoken.code] = vp_chart_png(points, self._told.names, spoken, scorings)
        except NoStudy:
            return ()
        return ((CHART, self._charts[spoken.code]),)
