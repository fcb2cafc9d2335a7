"""The open actions: each a whole row to tap, which fills in a reply, or a command for the client."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from html import escape
from itertools import groupby
from typing import Final

from engine.tongue.offered_moves import offered

from ...rules import Factory, Keep, Mine, Pit
from .. import words
from ..turn.actions import Menu, MenuLine
from ..turn.outcome import CHOOSING, DRAFTING
from ..turn.plans import best_plans, some_work, what_it_does
from .answer import ByClient, ByMail
from .look import BREAK, FIELD, INK, MONO, panel, parted, sentence, small, subtitle, title
from .said import HtmlTongue

Answer = ByMail | ByClient | None

_HEADS: Final = {**words.AREAS, DRAFTING: words.DRAFTING, CHOOSING: words.CHOOSING}
_ALIKE: Final = 3
_STRIPE: Final = f'<tr class="f" bgcolor="{FIELD}">'
_LINK: Final = f'class="i" style="display:block;padding:11px 6px;color:{INK};text-decoration:none"'
"""All of the row: some 44 pixels high, which a finger hits."""
_ROW: Final = "padding:5px 6px"


def actions_panel(heading: str, menu: Menu, answer: Answer, said: HtmlTongue, pit: Pit) -> str:
    """The actions by area, in two columns where there is room; how to answer by hand stands below them."""
    areas = [
        _area(said, area, list(entries), answer, pit)
        for area, entries in groupby(menu.entries, key=lambda entry: entry.outcome.area)
    ]
    return panel(
        title(heading) + _how(said, answer) + parted(areas) + _by_hand(said, answer) + _back(said, menu)
    )


def _how(said: HtmlTongue, answer: Answer) -> str:
    if isinstance(answer, ByMail):
        return sentence(said.say("Choose an action: it opens a reply that is ready to be sent."))
    if isinstance(answer, ByClient):
        return sentence(
            said.say("Run one of these commands: the client seals the move and mails it for you.")
        )
    return ""


def _by_hand(said: HtmlTongue, answer: Answer) -> str:
    if not isinstance(answer, ByMail):
        return ""
    by_hand = said.say("Or reply by hand with an action or its number, and leave this line in:")
    code = f'<b style="{MONO};white-space:nowrap">code: {escape(answer.code)}</b>'
    return sentence(f"{by_hand} {code}")


def _back(said: HtmlTongue, menu: Menu) -> str:
    if not any(isinstance(entry.action, Keep) and entry.action.back for entry in menu.entries):
        return ""
    return small(said.say(words.BACK_NOTE))


def _area(
    said: HtmlTongue, area: str, entries: Sequence[MenuLine], answer: Answer, pit: Pit
) -> tuple[str, int]:
    """An area, and how many rows high it is."""
    rows: list[str] = []
    for _, alike in groupby(entries, key=_choice):
        first, more = _parted(list(alike))
        rows += [row for entry in first for row in _rows(said, entry, answer, pit)]
        if more:
            rows.append(_more(said, len(more)))
    striped = [f"{_STRIPE if at % 2 == 0 else '<tr>'}{row}" for at, row in enumerate(rows)]
    drawn = (
        f"{subtitle(said.headed(_HEADS[area]))}"
        '<table role="presentation" width="100%" cellspacing="0" cellpadding="0" '
        f'style="font-size:13px;line-height:20px;{BREAK}">\n{"".join(striped)}</table>\n'
        f"{_own_steps(said) if area == 'mining' and answer else ''}"
    )
    return drawn, len(rows) + 1


def _own_steps(said: HtmlTongue) -> str:
    return small(
        said.say("A mining space begins with `try`: change its work steps as you like and see what they do.")
    )


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
    return f'<td style="{_ROW}">{more}</td></tr>\n'


def _rows(said: HtmlTongue, entry: MenuLine, answer: Answer, pit: Pit) -> list[str]:
    """The action, and below a mining space its plans."""
    follows = escape("; ".join(entry.outcome.follows))
    details = " &middot; ".join([text for text in (_cost(said, entry), follows) if text])
    move = entry.action.write()
    if isinstance(entry.action, Mine):
        trial = _work(entry, entry.action.number, pit)
        rows = [_row(said, str(entry.number), move, details, answer, trial=trial)]
    else:
        rows = [_row(said, str(entry.number), move, details, answer)]
    for planned in entry.plans:
        does = escape(what_it_does(planned.plan, said.tongue))
        rows.append(_row(said, f"{entry.number}{planned.letter}", planned.action.write(), does, answer))
    return rows


def _work(entry: MenuLine, number: int, pit: Pit) -> str:
    """Work steps for a mining space that can be done: to be tried, so that nobody works for nothing."""
    best = [planned.action for planned in entry.plans or best_plans(pit, number)[:1]]
    return (best[0] if best else some_work(pit, number)).write()


def _cost(said: HtmlTongue, entry: MenuLine) -> str:
    """The workers and Marks that it takes."""
    workers, marks = entry.outcome.workers, entry.outcome.marks
    paid = [said.told(words.workers, workers)] if workers else []
    paid += [said.told(words.marks, marks)] if marks else []
    return f"<b>{', '.join(paid)}</b>" if paid else ""


def _row(said: HtmlTongue, number: str, move: str, details: str, answer: Answer, trial: str = "") -> str:
    """Number, move and what follows, in the reader's words; what is sent is in the move language."""
    shown = escape(offered(move, said.tongue))
    told = f" &middot; {details}" if details else ""
    if isinstance(answer, ByMail):
        href = escape(answer.trial(trial) if trial else answer.link(move))
        inside = f'<a href="{href}" {_LINK}>{number}&ensp;<b><u>{shown}</u></b>{told}</a>'
        return f"<td>{inside}</td></tr>\n"
    if isinstance(answer, ByClient):
        command = answer.trial(trial) if trial else answer.command(move)
        command = f'<b style="{MONO}">{escape(command, quote=False)}</b>'
        return f'<td style="{_ROW}">{number}&ensp;{command}{told}</td></tr>\n'
    return f'<td style="{_ROW}">{number}&ensp;<b>{shown}</b>{told}</td></tr>\n'
