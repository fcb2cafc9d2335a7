"""The next work steps of a mining action that is being composed, numbered.

Two cubes for one spot can be chosen in hundreds of ways: those are not listed but counted, with an
example to type.
"""

from __future__ import annotations

from ..rules import Dig, Step
from ..rules.mining import write_steps
from . import words
from .layout import flow, wrap
from .pit import pit_block


def numbered_steps(begun: Dig) -> list[Step]:
    """The steps to list, the first being number 1: all but the substitutions."""
    return [step for step in begun.legal_steps() if step.cost == 1]


def composition(begun: Dig) -> str:
    """The pit as it is after the steps so far, those steps, and the next ones."""
    lines = pit_block(begun.pit, words.COMPOSING.format(steps=words.steps(begun.left)))
    lines += wrap(write_steps(begun.steps) or words.NOTHING, f"{words.STEPS_SO_FAR}: ", "  ")
    listed = [f"{number} {step.write()} " for number, step in enumerate(numbered_steps(begun), start=1)]
    if listed:
        lines += flow(listed, "  ")
    others = [step for step in begun.legal_steps() if step.cost > 1]
    if others:
        example = others[0].write()
        lines += wrap(words.SUBSTITUTIONS.format(n=len(others), example=example), "  ")
    return "\n".join(line.rstrip() for line in lines)
