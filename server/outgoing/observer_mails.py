"""Mails to those who watch a public game: what everybody may see of it, and nothing to move with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from engine.record.keyring.keyring import Keyring
from engine.show import Menu, board, standings_text, wrap
from engine.show.html import Page, html_mail
from engine.show.scribe import scribe
from engine.tongue import word
from server.ledger import models as rows
from server.outgoing.bulletin import Bulletin
from server.outgoing.code_lines import reply_line
from server.outgoing.history import happened_since
from server.visit.draft import SOME_TIME, SOON, MailDraft
from server.visit.preferences import NONE, Manner, manner_of, next_morning
from server.visit.visit import Visit

TURNS: Final = "turns"
DAILY: Final = "daily"
RESULTS: Final = "results"
HOW: Final = (TURNS, DAILY, RESULTS)
WATCHED = word("a game that you watch")
TO_STOP = word("You watch this game. `unwatch {game}` stops that.")
LAST_ONE = word("You watched this game, and this is the last mail about it.")

# Made once, because it is asked at every move. Who sits in the game has mails of their own.
_SEATED: Final = select(rows.Seat.player_id).where(
    rows.Seat.game_id == rows.Watch.game_id,
    rows.Seat.player_id == rows.Watch.player_id,
    col(rows.Seat.left_at).is_(None),
)
_WATCHERS: Final = (
    select(rows.Watch, rows.Player, rows.Address.address)
    .join(rows.Player, col(rows.Player.id) == col(rows.Watch.player_id))
    .join(rows.Address, col(rows.Address.player_id) == col(rows.Player.id))
    .where(
        rows.Watch.game_id == bindparam("game"),
        rows.Player.state == "active",
        col(rows.Address.main).is_(True),
        ~_SEATED.exists(),
    )
    .order_by(col(rows.Watch.player_id))
)


def tell_observers(visit: Visit, game: rows.Game, bulletin: Bulletin) -> None:
    """A mail to each who wants one now; with the result their watching ends."""
    over = bulletin.turn is None
    for watch, player, address in visit.session.exec(_WATCHERS, params={"game": game.id}).all():
        if watch.how == DAILY or not (over or watch.how == TURNS):
            continue
        _write(visit, game, bulletin, watch, player, address)
        if over:
            visit.session.delete(watch)


def mornings_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The next morning of everyone who watches a game by one mail a day."""
    watching = (
        select(rows.Watch.at, rows.Player.zone, rows.Player.handle)
        .join(rows.Player, col(rows.Player.id) == col(rows.Watch.player_id))
        .where(rows.Watch.how == DAILY, rows.Player.state == "active")
    )
    for at, zone, handle in session.exec(watching):
        yield next_morning(at, zone), handle


def write_morning(visit: Visit, handle: str) -> None:
    """The games that somebody watches, each with all that happened since the last mail."""
    player = visit.players.find(handle)
    address = visit.players.main_address(player)
    watched = (
        select(rows.Watch, rows.Game)
        .join(rows.Game, col(rows.Game.id) == col(rows.Watch.game_id))
        .where(rows.Watch.player_id == player.id, rows.Watch.how == DAILY)
        .order_by(col(rows.Watch.game_id))
    )
    for watch, game in visit.session.exec(watched).all():
        if next_morning(watch.at, player.zone) > visit.now:
            continue  # they began to watch it after that
        watch.at = visit.now
        over = game.state in ("over", "abandoned")
        if address and game.state != "open" and watch.told < game.entries and not _sits(visit, game, player):
            bulletin = Bulletin(visit.games.book(game), visit.settings.key, visit.now)
            _write(visit, game, bulletin, watch, player, address)
        if over:
            visit.session.delete(watch)


def _sits(visit: Visit, game: rows.Game, player: rows.Player) -> bool:
    return any(seat.player_id == player.id for seat in visit.games.seats(game))


def _write(
    visit: Visit, game: rows.Game, bulletin: Bulletin, watch: rows.Watch, player: rows.Player, address: str
) -> None:
    """One mail about one game, from where its reader has heard of it."""
    first, watch.told = watch.told, game.entries
    if player.mails == NONE:
        return
    manner = manner_of(player)
    stop = manner.tongue.say(LAST_ONE if bulletin.turn is None else TO_STOP, game=game.id)
    endings = [stop, *([reply_line(visit, player)] if player.seed is not None else [])]
    visit.drafts.append(
        MailDraft(
            dedupe=f"watch {game.id} {game.entries} {player.handle}",
            kind="notice",
            urgency=SOME_TIME if watch.how == DAILY else SOON,
            recipient=address,
            text=public_text(bulletin, first, manner, endings),
            html=public_page(bulletin, first, manner, endings) if manner.html else "",
            remark=manner.tongue.say(WATCHED),
            game=game.id,
            topic="watch",
            player_id=player.id,
        )
    )


def public_text(bulletin: Bulletin, first: int, manner: Manner, endings: list[str]) -> str:
    """A game as anybody may see it, with what happened from an entry of its log on."""
    tongue, style, seen = manner.tongue, manner.style, bulletin.seen_by(None)
    told = [line for sentence in _story(bulletin, first, manner) for line in wrap(sentence, "  ")]
    time = [line for sentence in bulletin.time_lines(None, manner) for line in wrap(sentence)]
    parts = [
        bulletin.headline(None, manner),
        "\n".join(time),
        "\n".join([tongue.say("What happened:"), *told]) if told else "",
        board(seen, bulletin.names, None, tongue, style),
        standings_text(seen, bulletin.names, tongue, style) if seen.over else "",
        *endings,
    ]
    return manner.written("\n\n".join(part for part in parts if part) + "\n")


def public_page(bulletin: Bulletin, first: int, manner: Manner, notes: list[str]) -> str:
    """The same as a page; nobody can do anything on it."""
    return html_mail(page_of(bulletin, first, manner, notes), manner.tongue)


def page_of(bulletin: Bulletin, first: int, manner: Manner, notes: list[str]) -> Page:
    """All that stands on such a page."""
    nothing = Menu((), scribe(manner.tongue, manner.style))
    return Page(
        view=bulletin.seen_by(None),
        names=bulletin.names,
        reader=None,
        headline=bulletin.headline(None, manner),
        story=_story(bulletin, first, manner),
        time=bulletin.time_lines(None, manner),
        menu=None if bulletin.turn is None else nothing,
        notes=notes,
    )


def _story(bulletin: Bulletin, first: int, manner: Manner) -> list[str]:
    return happened_since(bulletin.book, first, bulletin.names, manner.tongue, manner.style)
