"""The open actions: each as a link that fills in a reply, or as a command for the client."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from html import escape
from itertools import groupby
from typing import Final

from ...rules import Factory, Keep, Mine
from .. import words
from ..turn.actions import Menu, MenuLine
from ..turn.outcome import CHOOSING, DRAFTING
from ..turn.plans import what_it_does
from .answer import ByClient, ByMail
from .look import BREAK, END_OF_HALVES, FIELD, LINK, MONO, half, panel, sentence, small, subtitle, title
from .said import HtmlTongue

Answer = ByMail | ByClient | None

_HEADS: Final = {**words.AREAS, DRAFTING: words.DRAFTING, CHOOSING: words.CHOOSING}
_SHORT: Final = 16
"""A longer move has a line of its own."""
_ALIKE: Final = 3
_OWN_STEPS: Final = ": ?"
"""Behind a mining space without a plan: sent as it is it is refused, so that nobody works for nothing."""
_STRIPE: Final = f'<tr class="f" bgcolor="{FIELD}">'
_LINK: Final = f' class="l" style="color:{LINK}"'


def actions_panel(heading: str, menu: Menu, answer: Answer, said: HtmlTongue) -> str:
    """The actions by area, two areas beside each other where there is room."""
    areas = [
        half(_area(said, area, list(entries), answer))
        for area, entries in groupby(menu.entries, key=lambda entry: entry.outcome.area)
    ]
    return panel(
        title(heading) + _how(said, answer) + "".join(areas) + END_OF_HALVES + _back_note(said, menu)
    )


def _how(said: HtmlTongue, answer: Answer) -> str:
    if isinstance(answer, ByMail):
        how = said.say("Choose an action: it opens a reply that is ready to be sent.")
        by_hand = said.say("Or reply by hand with an action or its number, and leave this line in:")
        code = f'<b style="{MONO};white-space:nowrap">code: {escape(answer.code)}</b>'
        return sentence(f"{how} {by_hand} {code}")
    if isinstance(answer, ByClient):
        how = said.say("Run one of these commands: the client seals the move and mails it for you.")
        return sentence(how)
    return ""


def _back_note(said: HtmlTongue, menu: Menu) -> str:
    if not any(isinstance(entry.action, Keep) and entry.action.back for entry in menu.entries):
        return ""
    return small(said.say(words.BACK_NOTE))


def _area(said: HtmlTongue, area: str, entries: Sequence[MenuLine], answer: Answer) -> str:
    rows: list[str] = []
    for _, alike in groupby(entries, key=_choice):
        first, more = _parted(list(alike))
        rows += [row for entry in first for row in _rows(said, entry, answer)]
        if more:
            rows.append(_more(said, len(more)))
    striped = [f"{_STRIPE if at % 2 == 0 else '<tr>'}{row}" for at, row in enumerate(rows)]
    return (
        f"{subtitle(said.headed(_HEADS[area]))}"
        '<table role="presentation" width="100%" cellspacing="0" cellpadding="5" '
        f'style="font-size:13px;line-height:18px;{BREAK}">\n{"".join(striped)}</table>\n'
        f"{_own_steps(said) if area == 'mining' and answer else ''}"
    )


def _own_steps(said: HtmlTongue) -> str:
    return small(said.say("For a plan of your own, put your work steps in place of the question mark."))


def _choice(entry: MenuLine) -> Hashable:
    """The common part of entries that differ only in the coal that is loaded."""
    action = entry.action
    if isinstance(action, Keep):
        return action.piece
    return action.number if isinstance(action, Factory) else action


def _parted(alike: Sequence[MenuLine]) -> tuple[Sequence[MenuLine], Sequence[MenuLine]]:
    """Those to show, and those to count: where coal is short there may be a dozen ways to load a tile."""
    return (alike, ()) if len(alike) <= _ALIKE + 1 else (alike[:_ALIKE], alike[_ALIKE:])


def _more(said: HtmlTongue, n: int) -> str:
    more = said.count(
        "{n} more way to load it: the text of this mail lists it.",
        "{n} more ways to load it: the text of this mail lists them.",
        n,
    )
    return f'<td>&nbsp;</td><td colspan="2">{more}</td></tr>\n'


def _rows(said: HtmlTongue, entry: MenuLine, answer: Answer) -> list[str]:
    """The action, and below a mining space its plans."""
    follows = escape("; ".join(entry.outcome.follows))
    details = " &middot; ".join([text for text in (_cost(said, entry), follows) if text])
    move = entry.action.write()
    sent = f"{move}{_OWN_STEPS}" if isinstance(entry.action, Mine) else move
    rows = [_row(str(entry.number), move, details, answer, sent)]
    for planned in entry.plans:
        does = escape(what_it_does(planned.plan, said.tongue))
        rows.append(_row(f"{entry.number}{planned.letter}", planned.action.write(), does, answer))
    return rows


def _cost(said: HtmlTongue, entry: MenuLine) -> str:
    """The workers and Marks that it takes."""
    workers, marks = entry.outcome.workers, entry.outcome.marks
    paid = [said.told(words.workers, workers)] if workers else []
    paid += [said.told(words.marks, marks)] if marks else []
    return f"<b>{', '.join(paid)}</b>" if paid else ""


def _row(number: str, move: str, details: str, answer: Answer, sent: str = "") -> str:
    """Number, move and what follows; beside a short move, above a long one. What is sent may say more."""
    shown = _move(move, sent or move, answer)
    if len(move) <= _SHORT and not isinstance(answer, ByClient):
        told = f'<td width="84">{shown}</td><td>{details}</td>'
    else:
        told = f'<td colspan="2">{details}<br>{shown}</td>' if details else f'<td colspan="2">{shown}</td>'
    return f'<td width="22" align="right">{number}</td>{told}</tr>\n'


def _move(move: str, sent: str, answer: Answer) -> str:
    if isinstance(answer, ByMail):
        return f'<a href="{escape(answer.link(sent))}"{_LINK}><b>{escape(move)}</b></a>'
    if isinstance(answer, ByClient):
        return f'<b style="{MONO}">{escape(answer.command(sent), quote=False)}</b>'
    return f"<b>{escape(move)}</b>"
