"""Export of many games: all forms, one after the other, and on from where it was stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.library.forms import FORMS, make_form
from engine.record.archive.verify import verify
from engine.record.letters.key import PrivateKey
from server.host.archives import export as exporting
from server.host.archives.export import ChosenGames, Exporter, NoArchive
from server.host.archives.import_archive import Importer
from server.ledger.store import Ledger
from tests.engine.record.club import BEGUN, finished_archive, refusal, told
from tests.server.house import House
from tests.server.playing import make_table

KEY = PrivateKey(bytes(range(32)))
SEEDS = (1, 2, 3, 5)


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    """A ledger with four finished games, of two, three and four players."""
    for seed, players in zip(SEEDS, (4, 3, 2, 2), strict=True):
        Importer(ledger, "shaft.example.net", KEY.public, BEGUN).take(finished_archive(seed, players))
    return ledger


def export(ledger: Ledger, folder: Path, choice: ChosenGames | None = None, **how: object) -> list[str]:
    exporter = Exporter(ledger, KEY, folder, **how)  # type: ignore[arg-type]
    written = exporter.export((choice or ChosenGames()).ids(ledger))
    return [path.name for paths in written for path in paths]


def test_every_game_in_every_form(filled: Ledger, tmp_path: Path) -> None:
    forms = tuple(FORMS)
    written = export(filled, tmp_path / "out", forms=forms, language="de")
    endings = [ending for form in FORMS.values() for ending in form.endings]
    assert sorted(written) == sorted(f"grubenpost-game-{seed}{e}" for seed in SEEDS for e in endings)
    data = finished_archive(3, 2)
    for form in ("json", "html", "md", "csv", "board.svg", "chart.png"):
        for ending, content in make_form(form, data, language="de").items():
            assert (tmp_path / f"out/grubenpost-game-3{ending}").read_bytes() == content


def test_a_players_games(filled: Ledger, tmp_path: Path) -> None:
    clara = ChosenGames(player="Clara@pit.example.org")
    assert clara.count(filled) == 2
    written = export(filled, tmp_path / "out", clara)
    assert written == ["grubenpost-game-1.json", "grubenpost-game-2.json"]
    for path in (tmp_path / "out").iterdir():
        assert "clara" in {player["handle"] for player in told(path.read_bytes())["players"]}
    refused = refusal(export, filled, tmp_path / "none", ChosenGames(player="nobody"))
    assert (type(refused), refused.code) == (NoArchive, "player/unknown")


def test_named_games_come_in_their_order(filled: Ledger, tmp_path: Path) -> None:
    written = export(filled, tmp_path / "out", ChosenGames(("game-3", "game-1")))
    assert written == ["grubenpost-game-3.json", "grubenpost-game-1.json"]
    assert refusal(export, filled, tmp_path / "out", ChosenGames(("game-9",))).code == "game/unknown"
    assert refusal(export, filled, tmp_path / "out", forms=("pdf",)).code == "library/form"


def test_ids_are_read_page_by_page(filled: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(ChosenGames().ids(filled))
    for size in (1, 2, 3, 4, 5):
        monkeypatch.setattr(exporting, "PAGE", size)
        assert list(ChosenGames().ids(filled)) == whole == [f"game-{seed}" for seed in SEEDS]


class Stopped(Exception):
    """Somebody pulled the plug."""


def failing(times: int, real: Callable[..., None]) -> Callable[..., None]:
    left = [times]

    def write(path: Path, data: bytes) -> None:
        if not left[0]:
            path.with_name(f".{path.name}.1.part").write_bytes(data[: len(data) // 2])
            raise Stopped
        left[0] -= 1
        real(path, data)

    return write


@pytest.mark.parametrize("after", [0, 1, 2, 5, 7])
def test_stopped_anywhere_it_goes_on_there(
    filled: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    forms = ("json", "csv")
    export(filled, tmp_path / "whole", forms=forms)
    whole = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
    with monkeypatch.context() as patched:
        patched.setattr(exporting, "write_whole", failing(after, exporting.write_whole))
        with pytest.raises(Stopped):
            export(filled, tmp_path / "out", forms=forms)
    there = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("grubenpost*")}
    assert len(there) == after
    written = export(filled, tmp_path / "out", forms=forms)
    found = {path.name: path for path in (tmp_path / "out").glob("grubenpost*")}
    assert {name: path.read_bytes() for name, path in found.items()} == whole
    # Both tables of a game are made at once, so one that was alone is made again.
    again = set(there) & set(written)
    assert again <= {name for name in there if name.endswith("moves.csv")}
    for name in set(there) - again:
        assert found[name].stat().st_mtime_ns == there[name], "what was there is left alone"
    assert export(filled, tmp_path / "out", forms=forms) == []
    assert len(export(filled, tmp_path / "out", forms=forms, again=True)) == len(whole)


def test_a_running_game_is_told_anew_until_it_is_over(house: House, tmp_path: Path) -> None:
    members, game = make_table(house, 2)
    name = f"grubenpost-{game}.json"

    def go() -> list[str]:
        exporter = Exporter(house.ledger, house.settings.key, tmp_path, ("json", "md"))
        return [path.name for paths in exporter.export(ChosenGames().ids(house.ledger)) for path in paths]

    assert go() == [name] == go(), "only its archive, every time"
    assert verify((tmp_path / name).read_bytes()).state == "running"
    assert b'"seed"' not in (tmp_path / name).read_bytes()
    for member in members:
        member.ask(f"abandon {game}")
    assert go() == [name, f"grubenpost-{game}.md"], "now all of it"
    assert verify((tmp_path / name).read_bytes()).state == "abandoned"
    assert go() == []
