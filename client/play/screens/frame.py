"""The frame that the screens share: a title, a sheet to scroll, something said, a line to type, the keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Always, Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Dimension,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
    WindowAlign,
)
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style as Colours

from client.play.screens.sheet import Sheet
from client.terminal.output import fit

MOST_SAID: Final = Dimension(max=8)
ESCAPE: Final = 0.05
"""The seconds to wait whether an Esc is the beginning of another key."""

Text = Callable[[], str]


def _fit(text: Text) -> Text:
    return lambda: fit(text())


class Frame:
    """A full screen. It draws itself anew whenever the terminal changes its size."""

    def __init__(self, title: Text, said: Text, prompt: Text, keys: Text, colourful: bool) -> None:
        self.sheet = Sheet()
        self.line = Buffer(multiline=False)
        self.bindings = KeyBindings()
        self.empty = Condition(lambda: not self.line.text)
        self._scrolling()
        said = _fit(said)
        typed = BufferControl(self.line, input_processors=[BeforeInput(_fit(prompt))], focusable=True)
        rows = [
            VSplit(
                [
                    Window(FormattedTextControl(_fit(title)), style="class:title"),
                    Window(
                        FormattedTextControl(
                            lambda: f" Tab PgDn {self.sheet.where} " if self.sheet.where else ""
                        ),
                        style="class:title",
                        align=WindowAlign.RIGHT,
                        dont_extend_width=True,
                    ),
                ],
                height=1,
            ),
            Window(self.sheet),
            ConditionalContainer(
                Window(
                    FormattedTextControl(said),
                    height=MOST_SAID,
                    style="class:said",
                    wrap_lines=True,
                    dont_extend_height=True,
                ),
                Condition(lambda: bool(said())),
            ),
            Window(typed, height=1),
            Window(FormattedTextControl(_fit(keys)), height=1, style="class:keys"),
        ]
        self.app: Application[None] = Application(
            layout=Layout(HSplit(rows), focused_element=typed),
            key_bindings=self.bindings,
            full_screen=True,
            color_depth=None if colourful else ColorDepth.DEPTH_1_BIT,
            style=Colours.from_dict({"title": "reverse", "keys": "reverse", "said": "bold"}),
        )
        self.app.ttimeoutlen = ESCAPE

    def key(self, *names: str, when: Filter | None = None) -> Callable[[Callable[[], None]], None]:
        """Bind keys to what they do."""

        def bind(do: Callable[[], None]) -> None:
            for name in names:
                add = self.bindings.add(
                    name, filter=Always() if when is None else when, eager=name == "escape"
                )
                add(lambda _: do())

        return bind

    def run(self) -> None:
        self.app.run()

    def _scrolling(self) -> None:
        sheet = self.sheet
        moves: dict[str, Callable[[], None]] = {
            "up": lambda: sheet.scroll(-1),
            "down": lambda: sheet.scroll(1),
            "pageup": lambda: sheet.page(-1),
            "pagedown": lambda: sheet.page(1),
            "tab": sheet.go_to_next_block,
        }
        for name, move in moves.items():
            self.key(name)(move)

        @self.bindings.add("c-c")
        @self.bindings.add("<sigint>")
        def stop(event: KeyPressEvent) -> None:
            event.app.exit(exception=KeyboardInterrupt)
