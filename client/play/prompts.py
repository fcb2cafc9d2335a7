"""A turn line by line: for a terminal that can't be drawn on, for a screen reader, for a pipe."""

from __future__ import annotations

from client.play.stages import Reading
from client.play.talk import Talk
from client.play.turn import Thinking
from engine.rules import Action
from engine.show import wrap


def decide_by_prompts(thinking: Thinking, talk: Talk) -> Action:
    """Ask until an action is agreed on; `Left` if the person leaves before."""
    _show(thinking, talk)
    while True:
        stage = thinking.stage
        typed = talk.ask(thinking.prompt)
        thinking.answer(typed)
        if thinking.decided is not None:
            return thinking.decided
        if thinking.stage is not stage:
            _show(thinking, talk)
        if thinking.notice:
            talk.tell(thinking.notice)
        elif not typed.strip() and thinking.stage is stage:
            _tell_keys(thinking, talk)


def _show(thinking: Thinking, talk: Talk) -> None:
    """The whole page. What is read aside is read once, and one is back at once."""
    for block in thinking.blocks():
        talk.tell("")
        talk.tell(block)
    if isinstance(thinking.stage, Reading):
        thinking.stage = thinking.stage.before
    else:
        _tell_keys(thinking, talk)


def _tell_keys(thinking: Thinking, talk: Talk) -> None:
    talk.tell("\n".join(wrap(thinking.keys)))
