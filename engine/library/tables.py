"""Games as rows for people who analyse many of them: one row a ply, and one row a seat.

Players stand in them by their handles, which are plain letters: no cell can be taken for a formula, and no
name has to be forgotten. Every column is explained beside its name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.library.chronicle import Chronicle, Ply
from engine.library.words import sources
from engine.rules import coal, standings
from engine.rules import events as happened

Cell = str | int | None
Row = dict[str, Cell]


class Column(NamedTuple):
    """A column, the type of what stands in it, and what that means."""

    name: str
    kind: type[str] | type[int]
    means: str


MOVES: Final = (
    Column("game", str, "the game's id, or the name of its file"),
    Column("players", int, "how many play"),
    Column("ply", int, "the ply, from 0"),
    Column("shift", int, "the shift, 1 to 3; 0 is the draft"),
    Column("seat", int, "the seat, from 0"),
    Column("handle", str, "the player's handle"),
    Column("kind", str, "the action's first word, such as mine or factory"),
    Column("action", str, "the whole action in canonical notation"),
    Column("area", str, "the area of the board it was done in; empty in the draft and for a choice"),
    Column("space", str, "the worker space, by its name in the area"),
    Column("workers", int, "workers that it took"),
    Column("ousted", int, "workers that it sent to the canteen"),
    Column("ousted_seat", int, "whose; empty if none"),
    Column("price", int, "Marks paid"),
    Column("gained", int, "Marks taken"),
    Column("tile", str, "the tunnel tile bought; empty if none"),
    Column("order", str, "the order taken; empty if none"),
    Column("steps", int, "work steps done"),
    Column("completed", str, "the orders completed, with spaces between"),
    Column("delivered", str, "the orders delivered, with spaces between"),
    Column("delivery_vp", int, "VP for that delivery"),
    Column("vp", int, "the player's VP after the ply, a scoring that came with it included"),
    Column("marks", int, "the player's Marks after the ply"),
    Column("workers_left", int, "the player's workers right before the ply"),
    Column("at", int, "when it was logged, in seconds since 1970 (UTC); empty if unsigned"),
)

SCORES: Final = (
    Column("game", str, "the game's id, or the name of its file"),
    Column("server", str, "the server it was played on; empty if unsigned"),
    Column("state", str, "finished, or abandoned if the players gave it up"),
    Column("players", int, "how many played"),
    Column("face_down", int, "1 if delivered cards lay face down, else 0"),
    Column("plies", int, "how many plies the game had"),
    Column("begun_at", int, "when it began, in seconds since 1970 (UTC); empty if unsigned"),
    Column("ended_at", int, "when it ended, likewise"),
    Column("seat", int, "the seat, from 0"),
    Column("handle", str, "the player's handle"),
    Column("auth", str, "how the moves were sealed: key, mailbox or bot"),
    Column("started", int, "1 if this seat started the first shift, else 0"),
    Column("drafted", str, "the orders drafted, with spaces between"),
    Column("rank", int, "the place; the same for those who share it; empty if abandoned"),
    Column("vp", int, "all victory points"),
    Column("marks_left", int, "Marks left after the count, which decide between equals"),
    Column("deliveries", int, "VP for delivered orders"),
    Column("shift_1", int, "VP in the scoring of shift I"),
    Column("shift_2", int, "VP in the scoring of shift II"),
    Column("shift_3", int, "VP in the scoring of shift III"),
    Column("marks", int, "VP for Marks at the end"),
    Column("cubes", int, "VP for coal cubes at the end"),
    Column("outstanding", int, "VP lost for outstanding orders"),
    Column("imbalance", int, "VP lost for tunnel imbalance"),
    Column("orders_delivered", int, "orders delivered"),
    Column("tiles", int, "tunnel tiles bought"),
    Column("cubes_left", int, "coal cubes owned at the end"),
)


def move_rows(game: Chronicle) -> Iterator[Row]:
    """One row for each ply."""
    for ply in game.plies:
        yield {
            "game": game.game,
            "players": game.players,
            "ply": ply.number,
            "shift": ply.shift,
            "seat": ply.seat,
            "handle": game.handles[ply.seat],
            "kind": ply.action.heads[0].split()[0],
            "action": ply.action.write(),
            **_where(ply),
            **_what(ply.events),
            "vp": ply.after.vp[ply.seat],
            "marks": ply.after.pits[ply.seat].money,
            "workers_left": ply.before.workers[ply.seat],
            "at": ply.at,
        }


def _where(ply: Ply) -> Row:
    """The space to which workers went. The bank is no worker space, but takes a worker all the same."""
    placed = ply.placed
    if placed is None:
        banked = any(isinstance(event, happened.Banked) for event in ply.events)
        area, space, workers = ("bank", "bank", 1) if banked else ("", "", 0)
        return {"area": area, "space": space, "workers": workers, "ousted": 0, "ousted_seat": None}
    return {
        "area": placed.space.area,
        "space": placed.space.name,
        "workers": placed.workers,
        "ousted": placed.ousted,
        "ousted_seat": placed.whose if placed.ousted else None,
    }


def _what(events: Sequence[happened.Event]) -> Row:
    """The piece, plan or sum that came of it."""
    row: Row = {
        "price": 0,
        "gained": 0,
        "tile": "",
        "order": "",
        "steps": 0,
        "delivered": "",
        "delivery_vp": 0,
    }
    completed: list[str] = []
    for event in events:
        match event:
            case happened.Bought():
                row["tile"], row["price"] = event.tile.name, event.price
            case happened.TookMoney() | happened.Banked():
                row["gained"] = event.marks
            case happened.TookOrder() | happened.Drafted():
                row["order"] = event.card.name
            case happened.Mined():
                row["steps"] = sum(step.cost for step in event.steps)
            case happened.Completed():
                completed.append(event.card.name)
            case happened.Delivered():
                row["delivered"], row["delivery_vp"] = _names(event.cards), event.vp
    return {**row, "completed": " ".join(completed)}


def score_rows(game: Chronicle) -> Iterator[Row]:
    """One row for each seat, in seat order."""
    for standing in sorted(standings(game.end), key=lambda standing: standing.seat):
        seat, pit = standing.seat, game.end.pits[standing.seat]
        yield {
            "game": game.game,
            "server": game.server,
            "state": game.state,
            "players": game.players,
            "face_down": int(game.opening.table.face_down),
            "plies": len(game.plies),
            "begun_at": game.begun_at,
            "ended_at": game.ended_at,
            "seat": seat,
            "handle": game.handles[seat],
            "auth": game.auths[seat],
            "started": int(seat == game.opening.start),
            "drafted": " ".join(drafted(game, seat)),
            "rank": standing.rank if game.end.over else None,
            "vp": standing.vp,
            "marks_left": standing.marks_left,
            **sources(standing),
            "orders_delivered": len(pit.delivered),
            "tiles": len(pit.tiles),
            "cubes_left": coal.total(pit.cubes()),
        }


def drafted(game: Chronicle, seat: int) -> list[str]:
    """The orders that a seat drafted, the first first."""
    taken = (event for ply in game.plies for event in ply.events if isinstance(event, happened.Drafted))
    return [event.card.name for event in taken if event.seat == seat]


def _names(cards: Iterable[object]) -> str:
    return " ".join(map(str, cards))


def csv_text(columns: Sequence[Column], rows: Iterable[Row]) -> str:
    """Rows as CSV with a head, as RFC 4180 has it; what is unknown is empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, [column.name for column in columns])
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
