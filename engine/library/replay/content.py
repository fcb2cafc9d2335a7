"""All that a replay page has to show, as plain values for its script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.library.chronicle import Chronicle, Ply
from engine.record.archive.certificate import Certificate
from engine.record.game.course import final_facts, scoring_facts
from engine.rules import CARDS, SPACES, TILES
from engine.rules.components import ELEMENTS, OWN_LORRY_LIGHT
from engine.rules.events import ShiftScored
from engine.show import people
from engine.tongue import LANGUAGES, tongue

from .scenes import Scene, changes, scene
from .story import sentences
from .words import words

Facts = dict[str, Any]
NOWHERE: Final = -1


def content(
    game: Chronicle, certificate: Certificate, digest: str, notes: Sequence[Facts], language: str
) -> Facts:
    """The data for the page's script, apart from the archive itself, whose SHA-256 is `digest`."""
    opening = scene(game.opening)
    return {
        "language": language,
        "called": game.game,
        "words": {code: words(tongue(code)) for code in LANGUAGES},
        "box": _box(game),
        "players": _players(game),
        "opening": opening,
        "plies": _plies(game, opening),
        "told": {code: _told(game, code) for code in LANGUAGES},
        "scorings": [scoring_facts(event) for event in _scorings(game)],
        "final": final_facts(game.end) if game.end.over else [],
        "certificate": {**certificate.facts(), "digest": digest},
        "notes": list(notes),
    }


def _box(game: Chronicle) -> Facts:
    """The parts of the game that the drawing needs."""
    return {
        "spaces": [
            {"area": space.area, "name": space.name, "row": space.row, "locked": game.players in space.locked}
            for space in SPACES
        ],
        "vp": {card.name: card.vp for card in CARDS.values()},
        "price": {tile.name: tile.price for tile in TILES.values()},
        "ownLight": list(OWN_LORRY_LIGHT),
        "elements": [
            {"count": element.count, "of": element.of, "prizes": [element.first, element.second]}
            for element in ELEMENTS
        ],
    }


def _players(game: Chronicle) -> list[Facts]:
    marks = [person.mark for person in people(game.names)]
    return [
        {"name": name, "handle": handle, "mark": mark, "auth": auth}
        for name, handle, mark, auth in zip(game.names, game.handles, marks, game.auths, strict=True)
    ]


def _plies(game: Chronicle, opening: Scene) -> list[Facts]:
    told, before = [], opening
    for ply in game.plies:
        after = scene(ply.after)
        told.append(
            {
                "seat": ply.seat,
                "action": ply.action.write(),
                "space": ply.placed.space.index if ply.placed else NOWHERE,
                "changes": changes(before, after),
                "scored": _scored(ply),
            }
        )
        before = after
    return told


def _scored(ply: Ply) -> int:
    """The shift whose scoring came with a ply, or 0."""
    return next((event.shift for event in ply.events if isinstance(event, ShiftScored)), 0)


def _scorings(game: Chronicle) -> list[ShiftScored]:
    return [event for ply in game.plies for event in ply.events if isinstance(event, ShiftScored)]


def _told(game: Chronicle, code: str) -> list[str]:
    return [sentences(ply.events, game.names, tongue(code)) for ply in game.plies]
