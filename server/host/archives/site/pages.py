"""The pages of the site, from the cards of all its games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Final, NamedTuple

from engine.ratings.rating_table import Record
from engine.show import words
from engine.tongue import Tongue
from server.host.archives.site.cards import GameCard, LiveCard, SeatCard
from server.host.archives.site.feeds import CLUB, club_feed
from server.host.archives.site.html import Markup, NumberCell, link, page, search_field, table, together
from server.host.archives.site.numbers import Career, careers, records
from server.ratings.profile import record_lines

NEWEST: Final = "index.html"
NOBODY: Final[Mapping[int, Record]] = {}


Records = Mapping[int, Record]
"""The records of players in rated games, by their pages."""


class Listed(NamedTuple):
    """The games of a site, the newest first: those that are over, and those under way."""

    over: Sequence[GameCard]
    live: Sequence[LiveCard] = ()


def pages(games: Listed, site: str, speaks: Tongue, rated: Records = NOBODY) -> Iterator[tuple[str, bytes]]:
    """Every page but the games' own, and the club's feed: its path and its content."""
    cards = games.over
    found = careers(cards)
    ranked = sorted(found.values(), key=lambda career: (-career.wins, career.page))
    yield NEWEST, _index(cards, site, speaks)
    yield "live.html", _live(games.live, site, speaks)
    yield CLUB, club_feed(site, games.live, cards, speaks)
    yield "players.html", _players(ranked, site, speaks, rated)
    yield "records.html", _records(cards, site, speaks)
    for career in ranked:
        yield f"players/{career.page}.html", _player(career, found, speaks, rated.get(career.page))


def _index(cards: Sequence[GameCard], site: str, speaks: Tongue) -> bytes:
    say, within = speaks.say, speaks.within
    heads = (
        within("column", "ended"),
        within("column", "game"),
        within("column", "players"),
        within("column", "winner"),
        within("column", "VP"),
        within("column", "moves"),
    )
    rows = [
        (
            _day(card),
            link(f"games/{card.game}.html", card.game),
            together(_player_link(sitting) for sitting in card.sittings),
            together(sitting.name for sitting in card.winners),
            "–".join(str(vp) for vp in sorted((s.vp for s in card.sittings), reverse=True)),
            card.plies,
        )
        for card in cards
    ]
    count = f"<p>{speaks.count('{n} game', '{n} games', len(cards))}</p>\n"
    title = say("Games on {server}", server=site)
    return page(title, count + search_field(speaks) + table(heads, rows), speaks, searched=True)


def _live(cards: Sequence[LiveCard], site: str, speaks: Tongue) -> bytes:
    """The list of the games under way."""
    within = speaks.within
    heads = (
        within("column", "moved"),
        within("column", "game"),
        within("column", "players"),
        within("column", "turn"),
        within("column", "move"),
    )
    rows = [
        (
            Markup(f"<time>{datetime.fromtimestamp(card.moved_at, UTC):%Y-%m-%d %H:%M}</time>"),
            link(f"games/{card.game}.html", card.game),
            together(card.names),
            card.turn or "",
            card.ply,
        )
        for card in cards
        if not card.over
    ]
    count = f"<p>{speaks.count('{n} game', '{n} games', len(rows))}</p>\n"
    title = speaks.say("Games under way on {server}", server=site)
    return page(title, count + search_field(speaks) + table(heads, rows), speaks, searched=True)


def _players(ranked: Sequence[Career], site: str, speaks: Tongue, rated: Records) -> bytes:
    say, within = speaks.say, speaks.within
    heads = (
        within("column", "player"),
        within("column", "games"),
        within("column", "won"),
        within("column", "VP on average"),
        within("column", "best"),
        within("column", "rating"),
        within("column", "in time"),
    )
    rows = [
        (
            link(f"players/{career.page}.html", career.name),
            len(career.cards),
            career.wins,
            round(career.vp / len(career.cards)),
            career.best,
            *_rating_cells(rated.get(career.page)),
        )
        for career in ranked
    ]
    title = say("Players on {server}", server=site)
    return page(title, search_field(speaks) + table(heads, rows), speaks, searched=True)


def _rating_cells(record: Record | None) -> tuple[object, object]:
    """The rating and the turns in time; nothing for whoever is not rated."""
    if record is None:
        return "", ""
    return NumberCell(f"{record.rating:.2f}"), NumberCell(
        "" if record.on_time is None else f"{record.on_time} %"
    )


def _records(cards: Sequence[GameCard], site: str, speaks: Tongue) -> bytes:
    say, within = speaks.say, speaks.within
    content = []
    for players in sorted({len(card.sittings) for card in cards}):
        own = [card for card in cards if len(card.sittings) == players]
        rows = [
            (
                say(record.what),
                record.value,
                together(_player_link(sitting) for sitting in record.holders),
                link(f"games/{record.card.game}.html", record.card.game),
            )
            for record in records(own)
        ]
        heads = (
            within("column", "record"),
            within("column", "value"),
            within("column", "by"),
            within("column", "game"),
        )
        content.append(f"<h2>{speaks.count('{n} player', '{n} players', players)}</h2>\n{table(heads, rows)}")
    return page(say("Records on {server}", server=site), "".join(content), speaks)


def _player(career: Career, found: dict[int, Career], speaks: Tongue, record: Record | None) -> bytes:
    say, within = speaks.say, speaks.within
    others = sorted(career.against.items(), key=lambda pair: (-pair[1].games, pair[0]))
    duels = [
        (link(f"{page_of}.html", found[page_of].name), score.games, score.ahead, score.behind)
        for page_of, score in others
    ]
    games = [_own_game(card, career.page, speaks) for card in career.cards]
    content = (
        _profile(record, speaks)
        + f"<h2>{say('Against others')}</h2>\n"
        + table(
            (
                within("column", "player"),
                within("column", "games"),
                within("column", "ahead"),
                within("column", "behind"),
            ),
            duels,
        )
        + f"<h2>{say('Games')}</h2>\n"
        + table(
            (
                within("column", "ended"),
                within("column", "game"),
                within("column", "with"),
                within("column", "place"),
                within("column", "VP"),
            ),
            games,
        )
    )
    return page(career.name, content, speaks, "../")


def _profile(record: Record | None, speaks: Tongue) -> str:
    """The record of a player in rated games, as a list; nothing if there are none."""
    lines = [] if record is None else record_lines(record, None, speaks)
    items = "".join(f"<li>{escape(line)}</li>\n" for line in lines)
    return f"<ul>\n{items}</ul>\n" if items else ""


def _own_game(card: GameCard, own: int, speaks: Tongue) -> tuple[object, ...]:
    (sitting,) = (each for each in card.sittings if each.page == own)
    others = [_player_link(each, "") for each in card.sittings if each.page != own]
    return (
        _day(card),
        link(f"../games/{card.game}.html", card.game),
        together(others),
        sitting.rank,
        speaks.say(words.WORTH, vp=sitting.vp),
    )


def _player_link(sitting: SeatCard, folder: str = "players/") -> str | Markup:
    return sitting.name if sitting.page is None else link(f"{folder}{sitting.page}.html", sitting.name)


def _day(card: GameCard) -> Markup:
    return Markup(f"<time>{datetime.fromtimestamp(card.ended_at, UTC):%Y-%m-%d}</time>")
