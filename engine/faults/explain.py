"""Tells a code: the sentences it comes with, what is behind it, and what to do."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

from engine.tongue import Tongue

from .advice import advice_on

_FACT = re.compile(r"\{[^{}]*\}")


@cache
def _sentences() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads((files(__package__) / "sentences.json").read_text("utf-8"))
    return found


def codes() -> list[str]:
    """All codes that something can be refused with."""
    return sorted(_sentences())


def sentences_of(code: str, tongue: Tongue) -> list[str]:
    """The sentences that are said with a code; what differs from time to time is left open."""
    return [_FACT.sub("…", tongue.say(template)) for template in _sentences()[code]]


def explain(code: str, tongue: Tongue) -> str | None:
    """All there is to say about a code; nothing if there is no such code."""
    if code not in _sentences():
        return None
    advice = advice_on(code)
    said = [
        tongue.say("It is told like this: {sentence}", sentence=each) for each in sentences_of(code, tongue)
    ]
    return "\n\n".join([code, tongue.phrase(advice.about), *said, tongue.phrase(advice.do)])
