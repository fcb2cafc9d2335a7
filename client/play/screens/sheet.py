"""Lines on a screen that is too small for them: it shows a part, and can be scrolled."""

from __future__ import annotations

from itertools import accumulate

from prompt_toolkit.application import get_app
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.layout import UIContent, UIControl

from client.terminal.output import fit


class Sheet(UIControl):
    """However tall the screen is just now, it is filled, and never scrolled beyond an end."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._blocks: list[int] = []
        self._top = 0
        self._height = 1

    def put(self, blocks: list[str]) -> None:
        """New text, from its beginning. It stands in blocks, with a line between them."""
        texts = [fit(block).split("\n") for block in blocks]
        self._lines = [line for block in texts for line in (*block, "")][:-1]
        self._blocks = [0, *accumulate(len(block) + 1 for block in texts)][:-1]
        self._top = 0

    def scroll(self, lines: int) -> None:
        self._top = self._within(self._top + lines)

    def page(self, pages: int) -> None:
        """One line of the old page stays in sight."""
        self.scroll(pages * max(self._height - 1, 1))

    def go_to_end(self, last: bool) -> None:
        self._top = self._within(len(self._lines) if last else 0)

    def go_to_next_block(self) -> None:
        """The next block at the top; after the last one the first again."""
        after = [start for start in self._blocks if start > self._top]
        at_end = self._top == self._within(len(self._lines))
        self._top = 0 if at_end or not after else self._within(after[0])

    def create_content(self, width: int, height: int) -> UIContent:
        if height != self._height:
            self._height = height
            get_app().invalidate()  # what tells where we are was drawn before this was known
        self._top = self._within(self._top)
        seen = self._lines[self._top : self._top + height]
        return UIContent(get_line=lambda at: _fragments(seen[at]), line_count=len(seen), show_cursor=False)

    def is_focusable(self) -> bool:
        return False

    @property
    def where(self) -> str:
        """The lines that are seen, of all: `12-34/80`; nothing if all is seen."""
        last = min(self._top + self._height, len(self._lines))
        return "" if last - self._top >= len(self._lines) else f"{self._top + 1}-{last}/{len(self._lines)}"

    def _within(self, top: int) -> int:
        return max(0, min(top, len(self._lines) - self._height))


def _fragments(line: str) -> StyleAndTextTuples:
    return to_formatted_text(ANSI(line))
