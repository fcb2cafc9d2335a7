"""Profiles: what everybody may know of a player, and the table of all who are rated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.ratings.rating_table import Record
from engine.tongue import Tongue

MOST: Final = 100
"""The most lines of the table that a mail has."""


def record_lines(record: Record, place: int | None, speaks: Tongue) -> list[str]:
    """A player's rating and reliability, a line each."""
    say = speaks.say
    lines = []
    if record.games:
        lines.append(say("rating: {rating} ({mu} ± {sigma})", **_figures(record)))
        lines += [] if place is None else [say("place in the table: {place}", place=place)]
        lines.append(say("rated games: {games}, won: {won}", games=record.games, won=record.won))
    else:
        lines.append(say("no rated game yet"))
    if record.begun:
        lines.append(
            say("played to the end: {finished} of {begun}", finished=record.finished, begun=record.begun)
        )
    if record.on_time is not None:
        lines.append(say("turns in time: {share} %", share=record.on_time))
    return lines


def _figures(record: Record) -> dict[str, str]:
    facts = record.facts()
    return {name: facts[name] for name in ("rating", "mu", "sigma")}


def table_text(ranked: Sequence[Record], speaks: Tongue, *, own: str = "") -> str:
    """The table, and the reader's own line if it is further below."""
    within = speaks.within
    heads = [
        "",
        within("column", "player"),
        within("column", "rating"),
        within("column", "games"),
        within("column", "won"),
        within("column", "finished"),
        within("column", "in time"),
    ]
    rows = [heads]
    for place, record in enumerate(ranked, start=1):
        if place <= MOST or record.handle == own:
            rows.append(_row(place, record))
    widths = [max(len(row[at]) for row in rows) for at in range(len(heads))]
    return "\n".join(_line(row, widths) for row in rows)


def _row(place: int, record: Record) -> list[str]:
    figures = (record.rating, record.games, record.won)
    on_time = "–" if record.on_time is None else f"{record.on_time} %"
    rating, games, won = f"{figures[0]:.2f}", str(figures[1]), str(figures[2])
    return [f"{place}.", record.handle, rating, games, won, f"{record.finished}/{record.begun}", on_time]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    """Handles stand on the left, numbers on the right."""
    cells = [
        cell.ljust(width) if at == 1 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()
