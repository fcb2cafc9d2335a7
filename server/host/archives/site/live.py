"""Live pages: the public games under way, as anybody may see them after the last move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from sqlmodel import Session, col, select

from engine.record.game.book import Book
from engine.record.letters.key import PrivateKey
from engine.show.html import html_mail
from engine.tongue import Tongue
from server.games.archives import write_archive
from server.host.archives.site.cards import LiveCard
from server.host.archives.site.feeds import feed_of, game_feed
from server.host.archives.site.html import alternate, nav
from server.ledger import models as rows
from server.outgoing.bulletin import Bulletin
from server.outgoing.history import names_in
from server.outgoing.observer_mails import page_of
from server.visit.preferences import Manner, manner_in
from server.visit.shelf import read_book

LATELY: Final = 8
"""So many entries of the log are told on a page; the feed has more."""
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_BAR: Final = "display:flex;flex-wrap:wrap;gap:12px;max-width:62rem;margin:0 auto;padding:12px;font-size:16px"


class Live(NamedTuple):
    """A game under way: its card, and its files."""

    card: LiveCard
    files: dict[str, bytes]


def live_games(session: Session) -> Iterator[rows.Game]:
    """The public games that run, and those that were given up: whoever has their address finds them."""
    begun = select(rows.Game).where(
        col(rows.Game.state).in_(("running", "abandoned")), col(rows.Game.host_id).is_not(None)
    )
    for game in session.exec(begun.order_by(col(rows.Game.moved_at).desc(), col(rows.Game.id))):
        if not json.loads(game.options).get("private", True):
            yield game


def live_of(session: Session, game: rows.Game, key: PrivateKey, language: str, stamp: str) -> Live | None:
    """The page, the archive so far and the feed of a game; nothing of one that never began."""
    book = read_book(session, game)
    if book.course is None:
        return None
    manner = manner_in(language, "html")
    card = _card(game, book, stamp)
    return Live(
        card,
        {
            f"games/{game.id}.html": _page(game, book, key, manner).encode(),
            f"games/{game.id}.json": write_archive(session, game, book, key),
            feed_of(game.id): game_feed(book, manner.tongue),
        },
    )


def _card(game: rows.Game, book: Book, stamp: str) -> LiveCard:
    names = names_in(book)
    start = next(entry for entry in book.log.entries if entry.kind == "start")
    return LiveCard(
        game=game.id,
        stamp=stamp,
        names=tuple(names),
        ply=book.game.ply,
        turn=None if game.turn_seat is None else names[game.turn_seat],
        began_at=start.at,
        moved_at=game.moved_at,
        over=game.state != "running",
    )


def _page(game: rows.Game, book: Book, key: PrivateKey, manner: Manner) -> str:
    """As of the last move: nothing on it depends on when it was written."""
    say = manner.tongue.say
    bulletin = Bulletin(book, key, game.moved_at)
    as_of = say("As of {moment} (UTC).", moment=manner.tongue.moment(game.moved_at, "UTC"))
    page = page_of(bulletin, max(len(book.log.entries) - LATELY, 0), manner, [as_of])
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">'
        f"{alternate(f'../{feed_of(game.id)}', say('Atom feed'))}"
    )
    return html_mail(page, manner.tongue, head=head, above=bar(game.id, manner.tongue))


def bar(game: str, speaks: Tongue) -> str:
    """The links above a game."""
    own = (
        (f"../{feed_of(game)}", speaks.say("Atom feed")),
        (f"{game}.json", speaks.say("Archive so far")),
    )
    return f'<nav style="{_BAR}">{nav(speaks, "../", own)}</nav>\n'
