"""Ratings at a club: told by mail, computed again from the archives, and silent about the forgotten."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from typer.testing import CliRunner

from server.cli import app
from server.host.archives.export import ChosenGames, Exporter
from server.host.archives.ratings import BadArchives, ranked_in_archives, ranked_in_ledger
from server.host.archives.site import build_site
from server.ledger import models as rows
from server.ledger.store import Ledger
from tests.engine.record.club import refusal
from tests.server.beginnings import remembered
from tests.server.house import House, Member
from tests.server.playing import make_club, make_table, play_on, start_game


@remembered
def rated_club(house: House) -> tuple[list[Member], str]:
    """Anna has beaten Ben, or Ben Anna, in a rated game on a clock."""
    members = make_club(house, 3)
    game = start_game(members[:2], "rated=yes pace=daily")
    play_on(members[:2], bot="random")
    return members, game


def text_of(member: Member, asked: str) -> str:
    (got,) = member.ask(asked)
    return got.text


def exported(house: House, folder: Path) -> Path:
    exporter = Exporter(house.ledger, house.settings.key, folder, ("json",), "en", again=True)
    list(exporter.export(ChosenGames().ids(house.ledger)))
    return folder


def facts(ranked: list[object]) -> list[dict[str, object]]:
    return [record.facts() for record in ranked]  # type: ignore[attr-defined]


def test_a_profile_and_the_table_by_mail(house: House) -> None:
    (anna, ben, clara), _ = rated_club(house)
    best, worst = (record.handle for record in ranked_in_ledger(house.ledger))
    told = text_of(clara, f"who {best}")
    assert "rating: 3.44 (27.64 ± 8.07)" in told
    assert "place in the table: 1" in told
    assert "rated games: 1, won: 1" in told
    assert "played to the end: 1 of 1" in told
    assert "turns in time: 100 %" in told
    assert "@example.org" not in told.replace("grubenpost@pit.example.org", "")
    assert "no rated game yet" in text_of(clara, "who")
    lines = text_of(clara, "ratings").splitlines()
    assert [line.split()[1] for line in lines if line.split()[:1] in (["1."], ["2."])] == [best, worst]
    anna.ask("set language de")
    assert "Wertung" in text_of(anna, "who ben")
    ben.ask("set language ru")
    assert "рейтинг" in text_of(ben, "who anna")
    assert "player/unknown" in text_of(clara, "who nobody")


def test_nothing_is_rated_that_was_not_opened_so(house: House) -> None:
    (ben, clara), game = make_table(house, 2)
    ben.ask(f"abandon {game}")
    clara.ask(f"abandon {game}")
    assert house.game(game).state == "abandoned"
    assert house.all(rows.Rated) == []
    assert "No rated game has been played" in text_of(ben, "ratings")


def test_archives_alone_give_the_same_table(house: House, tmp_path: Path) -> None:
    members, _ = rated_club(house)
    again = start_game(members[1:3], "rated=yes pace=none")
    members[1].ask(f"resign {again}")
    members[2].ask(f"abandon {again}")
    assert house.game(again).state == "abandoned"
    in_ledger = facts(ranked_in_ledger(house.ledger))  # type: ignore[arg-type]
    folder = exported(house, tmp_path / "out")
    assert facts(ranked_in_archives(folder)) == in_ledger  # type: ignore[arg-type]
    assert {row["handle"]: row["finished"] for row in in_ledger} == {"anna": 1, "ben": 1}
    assert {row["handle"]: row["begun"] for row in in_ledger} == {"anna": 1, "ben": 2}
    done = CliRunner().invoke(app, ["ratings", "--from", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.output) == in_ledger
    shown = CliRunner().invoke(app, ["ratings", "--from", str(folder)]).output
    assert [line.split()[1] for line in shown.splitlines()[1:]] == [row["handle"] for row in in_ledger]


def test_the_forgotten_are_in_no_table(house: House, tmp_path: Path) -> None:
    (_, ben, clara), _ = rated_club(house)
    before = {record.handle: record.facts() for record in ranked_in_ledger(house.ledger)}
    ben.ask("forget me")
    assert {row["handle"] for row in facts(ranked_in_ledger(house.ledger))} == {"anna"}  # type: ignore[arg-type]
    assert before["anna"] == ranked_in_ledger(house.ledger)[0].facts(), "her own rating stays"
    assert "ben" not in text_of(clara, "ratings")
    assert "player/unknown" in text_of(clara, "who ben")
    folder = exported(house, tmp_path / "out")
    assert facts(ranked_in_archives(folder)) == facts(ranked_in_ledger(house.ledger))  # type: ignore[arg-type]
    build_site(house.ledger, house.settings.key, "pit", tmp_path / "site", "en", lambda ids, _: ids)
    pages = {file.name: file.read_text("utf-8") for file in (tmp_path / "site").rglob("*.html")}
    assert before["anna"]["rating"] in pages["players.html"]
    assert not any("Ben Bäcker" in page for page in pages.values())


def test_archives_of_several_servers_need_a_choice(house: House, tmp_path: Path, migrated_file: Path) -> None:
    rated_club(house)
    folder = exported(house, tmp_path / "out")
    shutil.copy(migrated_file, tmp_path / "other.sqlite")
    with Ledger(f"sqlite:///{tmp_path / 'other.sqlite'}") as ledger:
        other = House(ledger, server="shaft.example.net")
        members = make_club(other, 2)
        game = start_game(members, "rated=yes")
        for member in members:
            member.ask(f"abandon {game}")
        exported(other, folder)
    refused = refusal(ranked_in_archives, folder)
    assert (type(refused), refused.code) == (BadArchives, "ratings/servers")
    assert facts(ranked_in_archives(folder, "pit.example.org")) == facts(ranked_in_ledger(house.ledger))  # type: ignore[arg-type]
