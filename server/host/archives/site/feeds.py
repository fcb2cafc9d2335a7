"""Atom feeds: what happens in a game, and which games begin and end at the club."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from engine.record.game.book import Book
from engine.show import Style, standings_text
from engine.tongue import Tongue
from server.host.archives.site.cards import GameCard, LiveCard
from server.outgoing.history import names_in, story_of
from server.words.own_lines import GIVEN_UP, OVER

NEWEST: Final = 50
"""So many entries are in a feed, the newest first."""
CLUB: Final = "feed.xml"
_ATOM: Final = "http://www.w3.org/2005/Atom"
_LONGEST: Final = 120
ET.register_namespace("", _ATOM)


class News(NamedTuple):
    """Something that happened: one entry of a feed."""

    name: str
    """The name by which programs know it again."""
    at: int
    title: str
    text: str = ""
    link: str = ""


def feed_of(game: str) -> str:
    """The path of a game's feed."""
    return f"feeds/{game}.xml"


def game_feed(book: Book, speaks: Tongue) -> bytes:
    """The feed of a game, as anybody may see it."""
    names, page = names_in(book), f"../games/{book.opening.game}.html"
    news = [
        News(str(entry.seq), entry.at, _short(told[0]), "\n".join(told), page)
        for entry in book.log.entries
        if (told := story_of(book, [entry], names, speaks, Style.UNICODE))
    ]
    if book.closed:
        last = book.log.entries[-1]
        over = speaks.say(OVER if book.game.over else GIVEN_UP, game=book.opening.game, ply=book.game.ply)
        ranks = standings_text(book.game, names, speaks, Style.UNICODE) if book.game.over else ""
        news.append(News(str(last.seq), last.at, over, ranks, page))
    title = f"{book.opening.game}: {', '.join(names)}"
    return _atom(f"{book.opening.server}/{book.opening.game}", title, page, news, speaks)


def club_feed(server: str, live: Iterable[LiveCard], over: Iterable[GameCard], speaks: Tongue) -> bytes:
    """The feed of a club: games that begin, and games that end."""
    say = speaks.say
    news = [
        News(
            f"{card.game}/begun",
            card.began_at,
            say("Game {game} has begun: {who}", game=card.game, who=", ".join(card.names)),
            link=f"games/{card.game}.html",
        )
        for card in live
        if not card.over
    ]
    for ended in over:
        points = ", ".join(
            f"{sitting.name} {sitting.vp}" for sitting in sorted(ended.sittings, key=lambda one: one.rank)
        )
        said = say("Game {game} is over: {points}", game=ended.game, points=points)
        news.append(News(f"{ended.game}/over", ended.ended_at, said, link=f"games/{ended.game}.html"))
    return _atom(server, say("Games on {server}", server=server), "index.html", news, speaks)


def _short(sentence: str) -> str:
    line = " ".join(sentence.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _atom(name: str, title: str, page: str, news: Sequence[News], speaks: Tongue) -> bytes:
    """A feed. Its addresses are relative, so that a site can lie anywhere."""
    newest = sorted(news, key=lambda one: one.at)[: -NEWEST - 1 : -1]
    host, _, place = name.partition("/")
    begin = f"tag:{host},2026:{place or 'club'}"
    feed = ET.Element(f"{{{_ATOM}}}feed", {"xml:lang": speaks.code})
    _add(feed, "id", begin)
    _add(feed, "title", title)
    _add(feed, "updated", _moment(newest[0].at if newest else 0))
    author = ET.SubElement(feed, f"{{{_ATOM}}}author")
    _add(author, "name", host)
    ET.SubElement(feed, f"{{{_ATOM}}}link", {"rel": "alternate", "type": "text/html", "href": page})
    for one in newest:
        entry = ET.SubElement(feed, f"{{{_ATOM}}}entry")
        _add(entry, "id", f"{begin}/{one.name}")
        _add(entry, "title", one.title)
        _add(entry, "updated", _moment(one.at))
        ET.SubElement(entry, f"{{{_ATOM}}}link", {"rel": "alternate", "type": "text/html", "href": one.link})
        _add(entry, "content", one.text or one.title)
    ET.indent(feed)
    written: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, f"{{{_ATOM}}}{name}").text = text


def _moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"
