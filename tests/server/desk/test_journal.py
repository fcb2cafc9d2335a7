"""The mailbox is the journal: from any backup, or from none, the same ledger and the same mails are made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from server.ledger import models as rows
from server.ledger.store import Ledger
from server.players.memos import ACTS
from server.words.command import COMMANDS
from tests.server.postgres import Postgres
from tests.server.seasons.journal_house import JournalHouse, back_up, rebuild, told_by
from tests.server.seasons.of_time import SeasonOfTime
from tests.server.seasons.of_words import SAID, SeasonOfWords
from tests.server.seasons.season import Season

SOON = range(1)
LATER = range(20)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_ledgers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Ledger]]:
    """Some ledgers without rows, in each of the databases."""
    names = [f"ledger-{number}" for number in range(4)]
    if request.param == "sqlite":
        ledgers = [Ledger(f"sqlite:///{tmp_path / name}.sqlite") for name in names]
        yield ledgers
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        databases = [postgres.database() for _ in names]
        ledgers = [Ledger(database.__enter__()) for database in databases]
        yield ledgers
    for ledger in ledgers:
        ledger.close()
    if request.param != "sqlite":
        for database in databases:
            database.__exit__(None, None, None)


def check_same(rebuilt: JournalHouse, lived: JournalHouse, *, whole: bool) -> None:
    """The same logs, keys and archives, and no mail that differs from what was sent before; if all was made
    again, all mails were."""
    made, was = told_by(rebuilt), told_by(lived)
    assert [row.error for row in lived.all(rows.Inbox) if row.state == "aside"] == []
    assert made.logs == was.logs
    assert made.keys == was.keys
    assert made.archives == was.archives
    for message_id, mime in rebuilt.sent.items():
        assert lived.sent[message_id] == mime
    if whole:
        kept = {row.message_id for row in lived.all(rows.Outbox)}
        assert {row.message_id for row in rebuilt.all(rows.Outbox)} == kept


def try_season(ledgers: list[Ledger], tmp_path: Path, seed: int, games: int, acts: int) -> None:
    rng = Random(seed)
    moments = sorted(rng.sample(range(acts), 2))
    backups: list[Path | None] = [None]
    season = Season(ledgers[0], seed, games)
    by_time = SeasonOfTime(season)
    SeasonOfWords(season)

    def on_act(number: int) -> None:
        if number in moments:
            backups.append(back_up(season.house.ledger, tmp_path / f"backup-{number}.sqlite"))

    season.play(acts, on_act)
    assert by_time.asked == set(ACTS)
    season.house.tick()
    season.house.new_mails()
    for ledger, backup in zip(ledgers[1:], backups, strict=True):
        made = rebuild(ledger, season.house, backup, portion=rng.choice((7, 50, 10_000)))
        check_same(made, season.house, whole=backup is None)
    assert len(told_by(season.house).logs) >= games
    assert season.house.all(rows.LeagueTable), "a league has begun"


OTHERWISE = {
    *"away back clock forget join league move nudge plan press recover register resign set substitute".split()
}
"""Commands that are acts of their own."""


def test_a_season_has_all_mail_commands() -> None:
    said = {text.split()[0] for text in SAID}
    assert said | OTHERWISE == set(COMMANDS)
    assert not said & OTHERWISE


@pytest.mark.parametrize("seed", SOON)
def test_a_season_is_made_again(empty_ledgers: list[Ledger], tmp_path: Path, seed: int) -> None:
    try_season(empty_ledgers, tmp_path, seed, games=30, acts=50)


def test_it_does_not_hang_on_which_worker_is_faster(empty_ledgers: list[Ledger]) -> None:
    """Moves go beside each other, in whatever order their workers commit."""
    season = Season(empty_ledgers[0], seed=7, games=8)
    for _ in range(60):
        season.move()
    season.play(15)
    season.house.tick()
    season.house.new_mails()
    for ledger, portion in zip(empty_ledgers[1:], (40, 200, 10_000), strict=True):
        check_same(rebuild(ledger, season.house, None, portion, workers=4), season.house, whole=True)


def test_moves_that_wait_are_made_again(empty_ledgers: list[Ledger]) -> None:
    """Moves are held, played when it is time, and taken back: all of it by the mails and their times."""
    season = Season(empty_ledgers[0], seed=3, games=4, players=4, options="undo=5m")
    for number in range(60):
        season.move()
        if number % 3 == 0:
            season.change_mind()
        season.house.time += season.rng.choice((0, 100, 240, 400))
        if number % 4 == 0:
            season.house.tick()
            season.hand_out(season.house.new_mails())
    season.house.tick()
    season.house.new_mails()
    told = [facts for log in told_by(season.house).logs.values() for _, _, facts in log]
    assert sum('"about":"held"' in facts for facts in told) > 10
    assert any('"about":"taken-back"' in facts for facts in told)
    for ledger, workers in zip(empty_ledgers[1:], (1, 1, 4), strict=True):
        made = rebuild(ledger, season.house, None, 5 + 20 * workers, workers)
        check_same(made, season.house, whole=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", LATER)
def test_many_seasons_are_made_again(empty_ledgers: list[Ledger], tmp_path: Path, seed: int) -> None:
    try_season(empty_ledgers, tmp_path, 100 + seed, games=30, acts=Random(seed).randrange(100, 400))
