"""Games in which seats changed hands, and moves nobody typed: the page proves them as `verify` does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from engine.library.replay import replay_page
from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.authority import FORCED
from engine.record.game.changes.forced import forced_move
from engine.record.game.opening import KEY
from engine.record.letters.kinds.move import By
from engine.rules import view
from server.ledger.store import Ledger
from tests.browser.chromium import chromium
from tests.engine.library.replay.shown import opened
from tests.engine.library.replay.test_proof import verified
from tests.engine.record.club import forge, new_match, random_action, refusal, server_key, told
from tests.server.clocks.clocking import DAY, archive_of, began, tick
from tests.server.clocks.test_handing_over import day
from tests.server.house import House, Member
from tests.server.playing import hand_out, make_club, play_on, start_game, to_move

__all__ = ["chromium"]


def forced_game() -> bytes:
    """A game in which the only move was made at once."""
    match, rng = new_match(3, 3, auths=(KEY,) * 3), Random(3)
    book, only = match.book, None
    while only is None:
        match.move(random_action(book, rng))
        only = forced_move(view(book.game, book.game.turn))
    last = next(entry for entry in reversed(book.log.entries) if entry.kind in ("ply", "start"))
    book.take_move(match.letter(only, by=By(FORCED, last.leaf.hex()), key=server_key()), match.now)
    archive.close(book, match.seed, match.now, abandoned=True)
    return archive.write(archive.finished(book, match.server))


def ended(house: House, members: list[Member], game: str) -> bytes:
    for member in members:
        member.ask(f"abandon {game}")
    return archive_of(house, members[0], game)


def given(house: House, four: list[Member], owner: int) -> bytes:
    """A seat is given away, by a player with a key or from a mailbox."""
    table = four[:2]
    game = start_game(table, "pace=1d")
    play_on(table, 3)
    old, new, other = table[owner], four[2 + owner], table[1 - owner]
    old.ask(f"substitute {game} {new.handle}")
    hand_out([new, other], new.join(game))
    play_on([new, other], 4)
    return ended(house, [new, other], game)


def lent(house: House, four: list[Member]) -> bytes:
    """A seat is lent, and its owner wants it back."""
    table = four[:2]
    game = start_game(table)
    old, new, other = table[0], four[2], table[1]
    old.ask(f"substitute {game} {new.handle} until {day(house, 3)}")
    hand_out([new, other], new.join(game))
    play_on([new, other], 4)
    hand_out([old, other], old.join(game))
    play_on([old, other], 4)
    return ended(house, [old, other], game)


def missed(house: House, four: list[Member]) -> bytes:
    """Time runs out, a bot plays, and somebody takes the seat; another resigns."""
    table = four[:3]
    game = start_game(table, "pace=1d+open:1")
    silent = to_move(table)
    others = [one for one in table if one is not silent]
    tick(house, began(house, game) + DAY, table)
    sitting = [four[3], *others]
    hand_out(sitting, four[3].join(game))
    play_on(sitting, 5)
    others[0].ask(f"resign {game}")
    return ended(house, [four[3], others[1]], game)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with Ledger(f"sqlite:///{tmp_path / 'ledger.sqlite'}") as ledger:
        yield House(ledger)


def test_the_page_proves_what_verify_proves(chromium: Browser, house: House, tmp_path: Path) -> None:
    four = make_club(house)
    games = [
        forced_game(),
        given(house, four, 0),
        given(house, four, 1),
        lent(house, four),
        missed(house, four),
    ]
    with opened(chromium, tmp_path, replay_page(games[0])) as (page, wrong):
        for data in games:
            verify(data)
            page.goto(_page_of(data, tmp_path))
            fault = verified(page, data.decode())["fault"]
            assert fault is None
        twisted = told(games[1])
        note = next(item for item in twisted["log"] if item["entry"].get("about") == "seat")
        note["letters"].pop()
        note["entry"]["letters"].pop()
        forged = forge(twisted, house.settings.key)
        assert refusal(verify, forged).code == "handover/no-right"
        assert verified(page, forged.decode())["fault"]["why"] == "fault.seats"
        assert wrong == []


def _page_of(data: bytes, folder: Path) -> str:
    file = folder / f"{len(list(folder.iterdir()))}.html"
    file.write_text(replay_page(data), "utf-8")
    return file.as_uri()
