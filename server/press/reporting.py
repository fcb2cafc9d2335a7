"""Reporting: the host sees what was said to somebody who complains of it."""

from __future__ import annotations

from typing import Final

from sqlmodel import col, or_, select

from engine.wire.press import marked
from server.ledger import models as rows
from server.outgoing.answers import tell_host
from server.visit.costs import REPORTS, spend
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

MOST_A_DAY: Final = 10
LAST: Final = 10
"""So much of what was said is shown."""


def report(visit: Visit, game: rows.Game, reason: str) -> None:
    """Show the host what was last said to this player in a game, also what bore no name."""
    player = visit.sender.registered()
    visit.seat_of(game)
    said = visit.session.exec(
        select(rows.Press, rows.Player.handle)
        .join(rows.Player, col(rows.Player.id) == col(rows.Press.player_id))
        .where(
            rows.Press.game_id == game.id, col(rows.Press.sent).is_(True), rows.Press.player_id != player.id
        )
        .where(or_(col(rows.Press.to_id).is_(None), rows.Press.to_id == player.id))
        .order_by(col(rows.Press.at).desc(), col(rows.Press.id).desc())
        .limit(LAST)
    ).all()
    if not said:
        raise BadCommand("report/nothing", "nobody has said anything to you in the game {game}", game=game.id)
    if not visit.settings.host:
        raise BadCommand("report/no-host", "this server's host has given no address for reports")
    if not spend(visit, REPORTS, MOST_A_DAY):
        raise BadCommand(
            "report/too-often",
            "you have reported something {most} times today, and the host has got all of it: go on tomorrow",
            most=MOST_A_DAY,
        )
    lines = [f"{handle} said:\n{marked(press.text)}" for press, handle in reversed(said)]
    tell_host(
        visit,
        f"report {visit.name} {len(visit.drafts)}",
        f"{player.handle} reports what was said in the game {game.id}:\n{marked(reason)}\n\n"
        + "\n\n".join(lines)
        + "\n\n`grubenpost-server block HANDLE` keeps somebody from writing to this server.\n",
    )
    visit.say("The host sees what was said in the game {game}, and your reason.", game=game.id)
