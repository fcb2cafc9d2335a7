"""One turn of one person: from the board to an action that was agreed on, whatever the terminal is like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.play.help import help_text
from client.play.hint import compare, hint
from client.play.situation import Situation
from client.play.stages import Choosing, Composing, Reading, Stage, find_meant
from client.play.talk import Left
from engine.errors import Refused
from engine.rules import Action
from engine.show import wrap

WHY: Final = "why "


class Thinking:
    """Takes what is typed. `notice` is what was said to the last answer, `decided` what came of it all."""

    def __init__(self, of: Situation) -> None:
        self.of = of
        self.stage: Stage = Choosing()
        self.notice = ""
        self.decided: Action | None = None
        self._asides: dict[str, Callable[[], None]] = {
            "h": self._hint,
            "hint": self._hint,
            "?": self._help,
            "help": self._help,
            "q": self._leave,
            "quit": self._leave,
            "t": self._teach,
            "board": self._again,
            "score": self._score,
        }

    @property
    def prompt(self) -> str:
        return self.stage.prompt(self.of)

    @property
    def keys(self) -> str:
        return self.of.tongue.say(self.stage.keys)

    def blocks(self) -> list[str]:
        """The parts that there are to see."""
        return self.stage.blocks(self.of)

    def answer(self, typed: str) -> None:
        """Go on by what was typed; `Left` if the person wants to leave."""
        typed = " ".join(typed.split())
        self.notice = ""
        try:
            if aside := self._asides.get(typed.casefold()):
                aside()
            elif typed.casefold().startswith(WHY):
                self._why(typed[len(WHY) :])
            else:
                self._go_on(typed)
        except Refused as error:
            self._say(self.of.tongue.refusal(error))

    def _go_on(self, typed: str) -> None:
        came = self.stage.answer(self.of, typed)
        if isinstance(came, Action):
            self.decided = came
        else:
            self.stage = came

    def _say(self, text: str) -> None:
        self.notice = "\n".join(wrap(text))

    def _hint(self) -> None:
        """About the turn, or about the mining space that is being worked on."""
        mining = self.stage.mine.number if isinstance(self.stage, Composing) else None
        self.notice = "\n".join(line for said in hint(self.of, mining) for line in wrap(said))

    def _why(self, typed: str) -> None:
        """The reason why the bot would rather do something else than this."""
        of = self.of
        meant = find_meant(of, typed)
        if not isinstance(meant, Action):
            raise Refused("play/why", "say one move behind `why`, such as `why bank`")
        self._say(compare(of, meant))

    def _help(self) -> None:
        self._aside(help_text(self.of.tongue))

    def _score(self) -> None:
        self._aside(self.of.showing.standings(self.of.view, self.of.names))

    def _aside(self, text: str) -> None:
        before = self.stage.before if isinstance(self.stage, Reading) else self.stage
        self.stage = Reading(text, before)

    def _again(self) -> None:
        self.stage = Choosing()

    def _teach(self) -> None:
        self.of.taught = not self.of.taught
        self.stage = Choosing()

    def _leave(self) -> None:
        raise Left
