"""A turn on a full screen: the page, what was said last, and a line that filters while one types."""

from __future__ import annotations

from functools import partial
from typing import Final

from prompt_toolkit.filters import Condition

from client.play.filter import fitting
from client.play.screens.frame import Frame
from client.play.stages import BACK, UNDO, Agreeing, Choosing, Composing
from client.play.talk import Left
from client.play.turn import Thinking
from engine.rules import Action

AT_ONCE: Final = "h?q"
"""Keys that need no Enter where nothing has been typed yet."""
FUNCTIONS: Final = {"f1": "?", "f2": "h", "f10": "q"}
"""The same for keyboards with other letters, and in the middle of a line."""


def decide_on_screen(thinking: Thinking) -> Action:
    """Let the person decide; `Left` if they leave before."""
    return TurnScreen(thinking).run()


class TurnScreen:
    """Keys to answers, and answers to what is seen."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._left = False
        self._filtered = False
        self._frame = Frame(
            title=self._title,
            said=lambda: thinking.notice,
            prompt=lambda: thinking.prompt,
            keys=lambda: f" {thinking.keys}",
            colourful=thinking.of.showing.colourful,
        )
        self._frame.line.on_text_changed += lambda _: self._filter()
        self._bind()
        self._show()

    def run(self) -> Action:
        self._frame.run()
        if self._left or self._thinking.decided is None:
            raise Left
        return self._thinking.decided

    def _title(self) -> str:
        of = self._thinking.of
        return " " + of.tongue.say("Game {game}, move {ply}: your turn", game=of.game, ply=of.view.ply)

    def _answer(self, typed: str) -> None:
        stage = self._thinking.stage
        try:
            self._thinking.answer(typed)
        except Left:
            self._left = True
        if self._left or self._thinking.decided is not None:
            self._frame.app.exit()
            return
        self._frame.line.reset()
        if self._thinking.stage is not stage or self._filtered:
            self._show()

    def _show(self) -> None:
        self._filtered = False
        self._frame.sheet.put(self._thinking.blocks())

    def _filter(self) -> None:
        """While words or a number are typed, the list shows what fits to them, if anything does."""
        of, typed = self._thinking.of, self._frame.line.text.strip()
        if not isinstance(self._thinking.stage, Choosing):
            return
        if not typed:
            self._show()
        elif fitting(of.menu, typed).entries:
            self._filtered = True
            self._frame.sheet.put(Choosing(typed).blocks(of))

    def _bind(self) -> None:
        frame, thinking = self._frame, self._thinking
        frame.key("enter")(lambda: self._answer(frame.line.text))
        frame.key("escape")(self._go_back)
        frame.key("home", when=frame.empty)(lambda: frame.sheet.go_to_end(last=False))
        frame.key("end", when=frame.empty)(lambda: frame.sheet.go_to_end(last=True))
        frame.key("c-d", when=frame.empty)(lambda: self._answer("q"))
        for letter in AT_ONCE:
            frame.key(letter, when=frame.empty)(partial(self._answer, letter))
        for name, meaning in FUNCTIONS.items():
            frame.key(name)(partial(self._answer, meaning))
        composing = _at(thinking, Composing) & frame.empty
        frame.key("backspace", "u", when=composing)(lambda: self._answer(UNDO))
        for letter in "yn":
            agreeing = _at(thinking, Agreeing) & frame.empty
            frame.key(letter, when=agreeing)(partial(self._answer, letter))

    def _go_back(self) -> None:
        if self._frame.line.text:
            self._frame.line.text = ""
        else:
            self._answer(BACK)


def _at(thinking: Thinking, stage: type) -> Condition:
    return Condition(lambda: isinstance(thinking.stage, stage))
