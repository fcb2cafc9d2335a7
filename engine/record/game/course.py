"""The course of a game: its plies and scorings as an archive tells them, gathered while it is played."""

from __future__ import annotations

from typing import Any

from engine.record.letters.kinds.move import Move
from engine.rules import Action, Game, Played, play, standings, winners
from engine.rules.components import ELEMENTS
from engine.rules.events import Event, ShiftScored, TurnedUp

Facts = dict[str, Any]


class Course:
    """A game in play, with what has happened so far. `game` is always the position after the last ply."""

    def __init__(self, opening: Game) -> None:
        self.game = opening
        self.before = opening
        """The position before the last ply."""
        self.plies: list[Facts] = []
        self.scorings: list[Facts] = []
        self.events: list[list[Event]] = []
        """The events of each ply."""

    def go(self, action: Action, seat: int | None = None) -> Played:
        """Play an action and note it; refused ones leave everything as it is."""
        before = self.game
        played = play(before, action, seat)
        self.plies.append({"ply": before.ply, "seat": before.turn, "action": action.write()})
        self.scorings += [scoring_facts(e) for e in played.events if isinstance(e, ShiftScored)]
        self.events.append(played.events)
        self.before = before
        self.game = played.game
        return played

    def go_back(self) -> None:
        """Undo the last ply. Only that one: what was before the one before is not known any more."""
        undone = self.events.pop()
        self.plies.pop()
        if scored := sum(isinstance(event, ShiftScored) for event in undone):
            del self.scorings[-scored:]
        self.game = self.before


def turned_up(events: list[Event]) -> list[str]:
    """The names of the pieces that a ply turned face up, in order."""
    return [event.piece.name for event in events if isinstance(event, TurnedUp)]


def scoring_facts(scored: ShiftScored) -> Facts:
    """A shift scoring, element by element: what each seat counts and the VP it gets."""
    return {
        "shift": scored.shift,
        "elements": [
            {"element": number, "count": element.count, "of": element.of, "counts": list(n), "vp": list(vp)}
            for number, (element, n, vp) in enumerate(
                zip(ELEMENTS, scored.counts, scored.prizes, strict=False), start=1
            )
        ],
    }


def ply_facts(letter: Move, action: Action, events: list[Event]) -> Facts:
    """The public facts of a ply: the action, who sealed it, what it turned up and scored."""
    facts: Facts = {
        "ply": letter.ply,
        "seat": letter.seat,
        "action": action.public().write(),
        "turned": turned_up(events),
    }
    if letter.by is not None:
        facts["by"] = letter.by.kind
    for event in events:
        if isinstance(event, ShiftScored):
            facts["scoring"] = scoring_facts(event)
    return facts


def final_facts(game: Game) -> list[Facts]:
    """The sources of every point of every seat, in seat order."""
    rows: list[Facts] = []
    for standing in sorted(standings(game), key=lambda standing: standing.seat):
        points = standing.breakdown
        rows.append(
            {
                "seat": standing.seat,
                "rank": standing.rank,
                "vp": standing.vp,
                "marks_left": standing.marks_left,
                "delivered": [card.name for card in points.delivered],
                "deliveries": points.deliveries,
                "shifts": [shift.total for shift in points.shifts],
                "marks": points.marks,
                "cubes": points.cubes,
                "outstanding": points.outstanding,
                "imbalance": points.imbalance,
            }
        )
    return rows


def result_facts(game: Game) -> Facts:
    """The end of a finished game; nothing for one that is not over."""
    return {"final": final_facts(game), "winners": list(winners(game))} if game.over else {}
