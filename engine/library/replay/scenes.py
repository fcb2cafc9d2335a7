"""Scenes to draw after each ply: the opening whole, then only what a ply changes."""

from __future__ import annotations

from typing import Any

from engine.rules import Game, to_data
from engine.rules.components import SPACES
from engine.rules.scoring import element_counts

Scene = dict[str, Any]
"""The visible things of a position, flat: a name for each that can change by itself."""

_TAKEN_OVER = (
    "phase",
    "shift",
    "start",
    "turn",
    "workers",
    "canteen",
    "bank",
    "vp",
    "tiles",
    "cards",
    "coal",
    "draft",
    "drawn",
)


def scene(game: Game) -> Scene:
    """A position as the page draws it, with what everyone counts for the scorings. Of the stacks only the
    sizes are shown."""
    data = to_data(game)
    seen: Scene = {name: data[name] for name in _TAKEN_OVER}
    seen["coal"] = list(data["coal"])
    seen["tile_stack"], seen["card_stack"] = len(game.tile_stack), len(game.card_stack)
    for space in SPACES:
        standing = game.count[space.index]
        seen[f"space{space.index}"] = [game.owner[space.index], standing] if standing else None
    for seat, pit in enumerate(data["pits"]):
        seen |= {f"pit{seat}.{name}": value for name, value in pit.items()}
        seen[f"pit{seat}.counts"] = element_counts(game.pits[seat])
    return seen


def changes(before: Scene, after: Scene) -> Scene:
    """The differences of the later of two scenes."""
    return {name: value for name, value in after.items() if before[name] != value}
