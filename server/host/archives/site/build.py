"""Bringing a site up to date with the ledger."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlmodel import Session, col, select

from engine.errors import Refused
from engine.library.chronicle import chronicle
from engine.library.replay import replay_page
from engine.ratings.rating_table import Record
from engine.record.letters.key import PrivateKey
from engine.record.log import canonical
from engine.tongue import tongue
from server.games.archives import write_archive
from server.host.archives.export import PAGE
from server.host.archives.site.cards import GameCard, LiveCard, card_of, read_card, read_live_card
from server.host.archives.site.feeds import feed_of, game_feed
from server.host.archives.site.live import live_games, live_of
from server.host.archives.site.pages import Listed, pages
from server.host.files import write_whole
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.ratings.standings import ranked, table_of
from server.visit.shelf import read_book

MANIFEST: Final = "site.json"
FORMAT: Final = "grubenpost-site/1"
FOLDERS: Final = ("games", "players", "feeds")

Watch = Callable[[Iterable[str], int], Iterable[str]]
"""Shows progress over so many games."""


class BadSite(Refused):
    """A folder that can't be made a site."""


@dataclass
class Built:
    """The files that were written and deleted, and the numbers of games that are over and under way."""

    games: int = 0
    live: int = 0
    written: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)


def build_site(
    ledger: Ledger, key: PrivateKey, name: str, folder: Path, language: str, watch: Watch
) -> Built:
    """Write what is new and changed, and delete what may not be shown any more."""
    before = _read_manifest(folder)
    for each in FOLDERS:
        (folder / each).mkdir(parents=True, exist_ok=True)
    builder = _Builder(ledger, key, folder, language, before)
    ids = _public_ids(ledger)
    cards = [card for game_id in watch(ids, len(ids)) if (card := builder.card(game_id))]
    cards.sort(key=lambda card: (-card.ended_at, card.game))
    kept = {MANIFEST, *(path for card in cards for path in _files_of(card.game))}
    live = builder.live()
    kept |= {path for card in live for path in _files_of(card.game)}
    games = Listed(cards, live)
    for path, content in pages(games, name, tongue(language), _rated(ledger)):
        kept.add(path)
        builder.write(path, content)
    builder.write(MANIFEST, _manifest(games))
    builder.delete_others(kept)
    builder.built.games = len(cards)
    builder.built.live = sum(not card.over for card in live)
    return builder.built


def _files_of(game: str) -> tuple[str, ...]:
    """The files of one game, under way or over: they stay where they are when it ends."""
    return f"games/{game}.html", f"games/{game}.json", feed_of(game)


class KnownCards(NamedTuple):
    """The cards of the last time, by game."""

    over: dict[str, GameCard]
    live: dict[str, LiveCard]


def _read_manifest(folder: Path) -> KnownCards:
    """The cards of the last time. A folder with other things in it is left alone."""
    manifest = folder / MANIFEST
    if not manifest.exists():
        if folder.is_dir() and any(folder.iterdir()):
            raise BadSite(
                "site/other-folder",
                "{folder} holds other things and no site: take an empty folder, or a new one",
                folder=folder,
            )
        return KnownCards({}, {})
    try:
        facts: dict[str, Any] = json.loads(manifest.read_bytes())
        if facts["format"] != FORMAT:
            return KnownCards({}, {})
        over = [read_card(each) for each in facts["games"]]
        live = [read_live_card(each) for each in facts.get("live", [])]
    except (ValueError, KeyError, TypeError):
        return KnownCards({}, {})  # everything is made anew
    return KnownCards({card.game: card for card in over}, {card.game: card for card in live})


def _manifest(games: Listed) -> bytes:
    over, live = ([card.facts() for card in cards] for cards in games)
    facts = {"format": FORMAT, "games": over, "live": live}
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()


def _public_ids(ledger: Ledger) -> list[str]:
    with ledger.reading() as session:
        over = (
            select(rows.Game.id, rows.Game.options)
            .where(rows.Game.state == "over")
            .order_by(col(rows.Game.id))
        )
        found = session.exec(over.execution_options(yield_per=PAGE))
        return [game_id for game_id, options in found if not json.loads(options).get("private", True)]


def _rated(ledger: Ledger) -> dict[int, Record]:
    """The records of everybody who is in the table, by the numbers of their pages."""
    with ledger.reading() as session:
        found = {record.handle: record for record in ranked(session, table_of(session))}
        known = session.exec(select(rows.Player.id, rows.Player.handle).where(rows.Player.state == "active"))
        return {number: found[handle] for number, handle in known if handle in found}


class _Builder:
    """Makes what is missing, one game at a time."""

    def __init__(
        self, ledger: Ledger, key: PrivateKey, folder: Path, language: str, before: KnownCards
    ) -> None:
        self.built = Built()
        self._ledger = ledger
        self._key = key
        self._folder = folder
        self._language = language
        self._before = before

    def card(self, game_id: str) -> GameCard | None:
        """A game's card; its replay and archive are written if they are not there or not right any more."""
        with self._ledger.reading() as session:
            game = session.get(rows.Game, game_id)
            if game is None:
                return None
            seated = list(_seated(session, game_id))
            stamp = _stamp(self._language, game.entries, seated)
            known = self._before.over.get(game_id)
            if known and known.stamp == stamp and self._are_there(game_id):
                return known
            book = read_book(session, game)
            data = write_archive(session, game, book, self._key)
        told = chronicle(canonical.loads(data), game_id)  # type: ignore[arg-type]  # an archive is an object
        page = replay_page(data, language=self._language, called=game_id)
        self.write(f"games/{game_id}.json", data)
        self.write(f"games/{game_id}.html", page.encode())
        self.write(feed_of(game_id), game_feed(book, tongue(self._language)))
        return card_of(told, stamp, [page_of for _, page_of in seated])

    def live(self) -> list[LiveCard]:
        """The cards of the games under way, those with the newest moves first; their files are written."""
        cards = []
        with self._ledger.reading() as session:
            for game in list(live_games(session)):
                stamp = _stamp(self._language, game.entries, list(_seated(session, game.id)))
                known = self._before.live.get(game.id)
                if known and known.stamp == stamp and self._are_there(game.id):
                    cards.append(known)
                elif found := live_of(session, game, self._key, self._language, stamp):
                    cards.append(found.card)
                    for path, content in found.files.items():
                        self.write(path, content)
        return cards

    def _are_there(self, game_id: str) -> bool:
        return all((self._folder / path).exists() for path in _files_of(game_id))

    def write(self, path: str, content: bytes) -> None:
        """Write a file, unless it is there as it should be."""
        file = self._folder / path
        if file.exists() and file.read_bytes() == content:
            return
        write_whole(file, content)
        self.built.written.append(path)

    def delete_others(self, kept: set[str]) -> None:
        """Delete the pages that an earlier time wrote and this one would not."""
        for folder in FOLDERS:
            for file in sorted((self._folder / folder).iterdir()):
                path = f"{folder}/{file.name}"
                if path not in kept and file.is_file():
                    file.unlink()
                    self.built.deleted.append(path)


def _seated(session: Session, game_id: str) -> Iterator[tuple[str | None, int | None]]:
    """By seat: the name that may be shown, and the number of the player's page."""
    query = (
        select(rows.Seat.name, rows.Seat.player_id, rows.Player.state)
        .join(rows.Player, col(rows.Player.id) == col(rows.Seat.player_id), isouter=True)
        .where(rows.Seat.game_id == game_id)
        .order_by(col(rows.Seat.number))
    )
    for name, player_id, state in session.exec(query):
        yield name, player_id if state in ("active", "guest") else None


def _stamp(language: str, entries: int, seated: list[tuple[str | None, int | None]]) -> str:
    told = json.dumps([FORMAT, language, entries, seated], ensure_ascii=False)
    return sha256(told.encode()).hexdigest()[:16]
