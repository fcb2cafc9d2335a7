"""A finished game on a full screen: arrow keys go from ply to ply."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from prompt_toolkit.key_binding import KeyPressEvent

from client.play.replay import BEGINNING, Replay
from client.play.screens.frame import Frame
from engine.phrase import word
from engine.tongue import Tongue

KEYS: Final = word("Left Right: moves | s next shift | Home End | number, Enter | q quit")


def show_replay(replay: Replay, tongue: Tongue, said: str, colourful: bool) -> None:
    """Until the person has seen enough. What was `said` stands there until a key is pressed."""
    ReplayScreen(replay, tongue, said, colourful).run()


class ReplayScreen:
    """Keys to plies."""

    def __init__(self, replay: Replay, tongue: Tongue, said: str, colourful: bool) -> None:
        self._replay = replay
        self._said = said
        self._frame = Frame(
            title=lambda: f" {replay.title}",
            said=lambda: self._said,
            prompt=lambda: "> ",
            keys=lambda: f" {tongue.say(KEYS)}",
            colourful=colourful,
        )
        self._bind()
        self._frame.sheet.put(replay.blocks())

    def run(self) -> None:
        self._frame.run()

    def _bind(self) -> None:
        frame, replay = self._frame, self._replay
        self._on("right", lambda: replay.go_to(replay.ply + 1))
        self._on("left", lambda: replay.go_to(replay.ply - 1))
        self._on("home", partial(replay.go_to, BEGINNING))
        self._on("end", lambda: replay.go_to(replay.last))
        self._on("s", replay.go_to_next_shift)
        self._on("enter", self._jump)
        for name in ("q", "c-d"):
            frame.key(name)(frame.app.exit)

        @frame.bindings.add("<any>")
        def type_digit(event: KeyPressEvent) -> None:
            """Only numbers can be typed."""
            if event.data.isascii() and event.data.isdecimal():
                frame.line.insert_text(event.data)

    def _on(self, key: str, go: Callable[[], None]) -> None:
        def pressed() -> None:
            go()
            self._said = ""
            self._frame.line.reset()
            self._frame.sheet.put(self._replay.blocks())

        self._frame.key(key)(pressed)

    def _jump(self) -> None:
        """To the number that was typed; a number beyond the end means the end."""
        if typed := self._frame.line.text:
            self._replay.go_to(int(typed[:6]))
