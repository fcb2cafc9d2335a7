"""Mail of ours that came back: whose it was, and when somebody can't be reached any more.

Only the token in the envelope address that we made counts; a report without one changes nothing. A
Message-ID does not do: whoever gets a copy of a player's reply can read ours in it.
"""

from __future__ import annotations

from typing import Final

from sqlmodel import col, func, select

from server.ledger import models as rows
from server.ledger.budgets import DAY
from server.mail.bounces.complaints import Complaint
from server.mail.reading import Incoming
from server.outgoing.answers import tell_host
from server.outgoing.proof import ROWS_KEPT
from server.players.unreached import try_elsewhere
from server.visit.deed import Outcome
from server.visit.preferences import NONE
from server.visit.visit import Visit

WINDOW: Final = 7 * DAY
HARD_BOUNCES: Final = 3
TOKEN_VALID: Final = 30 * DAY
"""Mail servers give up after five days; whatever comes back much later is no bounce."""


def note_bounce(visit: Visit, mail: Incoming) -> Outcome:
    """Write a bounce down, if it is one of a mail that we sent."""
    sent = _outbox_row(visit, mail.bounce_token)
    if sent is None or mail.report is None or sent.created_at < visit.now - TOKEN_VALID:
        return Outcome("a report without our token")
    hard = mail.report.hard
    visit.session.add(rows.Bounce(outbox_id=sent.id, player_id=sent.player_id, at=visit.now, hard=hard))
    visit.session.flush()
    player = _note_about(visit, sent)
    if player is not None and hard and _hard_bounces(visit, player) >= HARD_BOUNCES:
        _unreachable(visit, player)
    stands = player is not None and hard and try_elsewhere(visit, player, sent.recipient)
    kind = "nobody is there" if hard else "it may get through later"
    return Outcome(f"bounce of {sent.message_id}{_to(player)}: {kind}", changes=stands, about=player)


def _note_about(visit: Visit, sent: rows.Outbox) -> rows.Player | None:
    """The player whose mail it was; what comes of it is about the game that the mail was about."""
    if sent.game_id is not None:
        visit.games.speak_of(sent.game_id)
    return visit.session.get(rows.Player, sent.player_id) if sent.player_id is not None else None


def _to(player: rows.Player | None) -> str:
    return f" to {player.handle}" if player else ""


def note_complaint(visit: Visit, complaint: Complaint) -> Outcome:
    """Write a complaint down beside the player whose mail it is about; nothing else changes."""
    sent = _outbox_row(visit, complaint.token) or _outbox_row_by_id(visit, complaint.message_id)
    if sent is None:
        return Outcome("a complaint about no mail of ours")
    player = _note_about(visit, sent)
    tell_host(
        visit,
        f"complaint {player.id if player else sent.dedupe_key} {visit.now // DAY}",
        f"{player.handle if player else 'Somebody'} has marked a mail of this server as spam, says their "
        "provider. Perhaps you\nshould ask whether they want to go on.\n",
    )
    by = f" by {player.handle}" if player else ""
    return Outcome(f"complaint about {sent.message_id}{by}", about=player)


def _outbox_row_by_id(visit: Visit, message_id: str) -> rows.Outbox | None:
    """The mail of ours with this Message-ID."""
    return _known(visit, rows.Outbox.message_id == message_id) if message_id else None


def _outbox_row(visit: Visit, token: str) -> rows.Outbox | None:
    """The mail of ours that a token names; nobody can guess one."""
    return _known(visit, rows.Outbox.token == token) if token else None


def _known(visit: Visit, which: bool) -> rows.Outbox | None:
    """A mail of ours, unless it went so long ago that its row may be forgotten."""
    lately = col(rows.Outbox.created_at) > visit.now - ROWS_KEPT
    return visit.session.exec(select(rows.Outbox).where(which, lately)).first()


def unsubscribe(visit: Visit, token: str) -> Outcome:
    """Somebody used the link in a mail of ours: they hear of games no more until they ask to."""
    sent = _outbox_row(visit, token)
    player = visit.session.get(rows.Player, sent.player_id) if sent and sent.player_id else None
    if player is None:
        return Outcome("unsubscribed without our token", changes=True)
    player.mails = NONE
    return Outcome(f"unsubscribed: {player.handle}", changes=True)


def _hard_bounces(visit: Visit, player: rows.Player) -> int:
    """The number of a player's mails that came back for good in the last days."""
    return visit.session.exec(
        select(func.count(func.distinct(rows.Bounce.outbox_id))).where(
            rows.Bounce.player_id == player.id,
            col(rows.Bounce.hard).is_(True),
            col(rows.Bounce.at) > visit.now - WINDOW,
        )
    ).one()


def _unreachable(visit: Visit, player: rows.Player) -> None:
    if player.unreachable_since is None:
        player.unreachable_since = visit.now
        tell_host(
            visit, f"unreachable {player.handle} {visit.now}", f"Mail to {player.handle} keeps coming back."
        )
