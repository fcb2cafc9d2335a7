"""The next work steps of a mining action that is being composed, numbered.

Two cubes for one spot can be chosen in hundreds of ways: those are not listed but counted, with an
example to type.
"""

from __future__ import annotations

from engine.tongue import Tongue

from ...rules import Dig, Step
from ...rules.mining.notation import write_steps
from .. import words
from ..boards.aloud import pit_sentences
from ..boards.pit import pit_block
from ..layout import flow, wrap
from ..scribe import Scribe, scribe
from ..style import Style


def numbered_steps(begun: Dig) -> list[Step]:
    """The steps to list, the first being number 1: all but the substitutions."""
    return [step for step in begun.legal_steps() if step.cost == 1]


def composition(begun: Dig, tongue: Tongue = words.ENGLISH, style: Style = Style.ASCII) -> str:
    """The pit as it is after the steps so far, those steps, and the next ones."""
    by = scribe(tongue, style)
    say = by.tongue.say
    title = words.steps_left(by.tongue, begun.left)
    if by.spoken:
        lines = [f"{words.capital(title)}.", *pit_sentences(begun.pit, by.tongue)]
    else:
        lines = pit_block(begun.pit, title, by)
    lines += wrap(write_steps(begun.steps) or say(words.NOTHING), say(words.STEPS_SO_FAR) + " ", "  ")
    lines += _next_steps(begun, by)
    others = [step for step in begun.legal_steps() if step.cost > 1]
    if others:
        lines += wrap(
            words.substitutions(by.tongue, len(others), others[0].write()), "" if by.spoken else "  "
        )
    return "\n".join(line.rstrip() for line in lines)


def _next_steps(begun: Dig, by: Scribe) -> list[str]:
    listed = [(number, step.write()) for number, step in enumerate(numbered_steps(begun), start=1)]
    if by.spoken:
        return [f"{number}: {step}" for number, step in listed]
    return flow([f"{number} {step} " for number, step in listed], "  ") if listed else []
