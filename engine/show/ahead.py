"""Standing orders for their owner: what each line would do now, and what became of them at a turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.tongue import Tongue

from ..ahead import Orders, OrderStopped, Play, Verdict
from ..ahead.deciding import DRAFTING
from . import words
from .layout import wrap


def explained(orders: Orders, verdicts: Sequence[Verdict], tongue: Tongue = words.ENGLISH) -> list[str]:
    """Every line of the orders, and below it the move that it would be now, or why there is none."""
    lines: list[str] = []
    for turn, told in groupby(verdicts, key=lambda verdict: verdict.turn):
        lines.append(_title(turn, tongue))
        for verdict in told:
            lines += wrap(_line(orders, verdict), f"{verdict.line + 1:>3}  ", " " * 5)
            lines += wrap(_outcome(verdict, tongue), " " * 7)
    return lines


def _title(turn: int, tongue: Tongue) -> str:
    if turn == DRAFTING:
        return tongue.say("In the draft:")
    return (
        tongue.say("In your next turn:")
        if not turn
        else tongue.say("In the turn after, if line 1 was played:")
    )


def _line(orders: Orders, verdict: Verdict) -> str:
    if verdict.turn == DRAFTING:
        return orders.draft[verdict.line].write()
    return orders.turns[verdict.turn][verdict.line].write()


def _outcome(verdict: Verdict, tongue: Tongue) -> str:
    if verdict.action is None:
        return tongue.say("not now: {why}", why=verdict.why)
    return tongue.say("now `{move}`: {why}", move=verdict.action.write(), why=verdict.why)


def carried_out(decision: Play | OrderStopped, tongue: Tongue = words.ENGLISH) -> list[str]:
    """The deeds of the orders at a turn, for the next mail to their owner, and why lines were passed over."""
    if isinstance(decision, Play):
        said = tongue.say(
            "Your orders have played `{move}`, by line {line}.",
            move=decision.action.write(),
            line=decision.line + 1,
        )
    else:
        said = tongue.say("Your orders have stopped: {why}. It is for you to move.", why=decision.why)
    passed = [
        tongue.say("Line {line} was passed over: {why}.", line=verdict.line + 1, why=verdict.why)
        for verdict in decision.passed
    ]
    return [line for sentence in (said, *passed) for line in wrap(sentence)]
