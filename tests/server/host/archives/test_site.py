"""The game library shows all that is public, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.letters.key import PrivateKey
from server.host.archives.import_archive import Importer
from server.host.archives.site import Built, build_site
from server.host.archives.site.build import BadSite
from server.ledger.models import Game
from server.ledger.store import Ledger
from tests.engine.record.club import BEGUN, finished_archive, refusal, told
from tests.server.house import House
from tests.server.playing import make_table, play_on

KEY = PrivateKey(bytes(range(32)))
NAME = "shaft.example.net"


def take(ledger: Ledger, data: bytes, *, public: bool = True) -> None:
    Importer(ledger, NAME, KEY.public, BEGUN, public).take(data)


def build(ledger: Ledger, folder: Path, language: str = "en") -> Built:
    return build_site(ledger, KEY, NAME, folder, language, lambda ids, _: ids)


def files(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }


class Links(HTMLParser):
    """Where a page leads to, and what it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Iterable[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if tag == "a" and name == "href":
                self.links.append(value or "")
            elif name in ("src", "href") and ("rel", "alternate") not in attrs:
                self.loaded.append(value or "")


def test_every_public_game_has_its_pages_and_every_link_leads_somewhere(
    ledger: Ledger, tmp_path: Path
) -> None:
    for seed, players in ((1, 4), (2, 3), (3, 2)):
        take(ledger, finished_archive(seed, players))
    take(ledger, finished_archive(4, 2), public=False)
    built = build(ledger, tmp_path / "site")
    assert built.games == 3
    found = files(tmp_path / "site")
    assert {name for name in found if name.startswith("games/")} == {
        f"games/game-{seed}.{form}" for seed in (1, 2, 3) for form in ("html", "json")
    }
    assert {f"feeds/game-{seed}.xml" for seed in (1, 2, 3)} < set(found)
    assert "game-4" not in "".join(found.values())
    for seed in (1, 2, 3):
        assert verify(found[f"games/game-{seed}.json"].encode()).state == "finished"
    lists = [name for name in found if name.endswith(".html") and not name.startswith("games/")]
    assert {"index.html", "players.html", "records.html"} < set(lists)
    assert len([name for name in lists if name.startswith("players/")]) == 3, "a bot has no page"
    for name in lists:
        page = Links(found[name])
        assert page.loaded == [], "nothing is fetched from anywhere"
        for link in page.links:
            assert (tmp_path / "site" / name).parent.joinpath(link).resolve().is_file(), (name, link)


def test_numbers_on_the_pages_are_those_of_the_games(ledger: Ledger, tmp_path: Path) -> None:
    games = [finished_archive(seed, players) for seed, players in ((2, 3), (3, 2), (5, 2))]
    for data in games:
        take(ledger, data)
    build(ledger, tmp_path / "site")
    found = files(tmp_path / "site")
    finals = [told(data)["final"] for data in games]
    wins = sum(final[0]["rank"] == 1 for final in finals)
    average = round(sum(final[0]["vp"] for final in finals) / 3)
    best = max(final[0]["vp"] for final in finals)
    (row,) = re.findall(r">Anna</a></td>(.*?)</tr>", found["players.html"])
    assert re.findall(r">(-?\d+)<", row) == [str(n) for n in (3, wins, average, best)]
    ahead = sum(final[0]["rank"] < final[1]["rank"] for final in finals)
    behind = sum(final[0]["rank"] > final[1]["rank"] for final in finals)
    anna = next(text for name, text in found.items() if name.startswith("players/") and ">Anna</h1>" in text)
    (row,) = re.findall(r">Ben Bäcker</a></td>(.*?)</tr>", anna.partition("<h2>Games")[0])
    assert re.findall(r">(-?\d+)<", row) == [str(n) for n in (3, ahead, behind)]
    two = found["records.html"].partition("<h2>3 players")[0]
    most = max(row["vp"] for final in finals[1:] for row in final)
    assert f'Most victory points</td><td class="number">{most}<' in two


def test_what_is_right_is_left_alone(ledger: Ledger, tmp_path: Path) -> None:
    take(ledger, finished_archive(2, 3))
    site = tmp_path / "site"
    build(ledger, site)
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    assert build(ledger, site) == Built(games=1)
    assert {path: path.stat().st_mtime_ns for path in site.rglob("*")} == before
    take(ledger, finished_archive(3, 2))
    built = build(ledger, site)
    assert "games/game-3.html" in built.written
    assert "games/game-2.html" not in built.written
    (site / "games/game-2.html").unlink()
    assert build(ledger, site).written == ["games/game-2.html"]
    assert "games/game-2.html" in build(ledger, site, "de").written, "another language is another site"
    assert '<html lang="de">' in files(site)["players.html"]


def test_a_game_that_becomes_private_goes(ledger: Ledger, tmp_path: Path) -> None:
    take(ledger, finished_archive(2, 3))
    take(ledger, finished_archive(3, 2))
    build(ledger, tmp_path / "site")
    with ledger.writing() as session:
        game = session.get(Game, "game-2")
        assert game is not None
        game.options = json.dumps({**json.loads(game.options), "private": True})
    built = build(ledger, tmp_path / "site")
    assert {"games/game-2.html", "games/game-2.json"} <= set(built.deleted)
    assert "Clara" not in "".join(files(tmp_path / "site").values()), "nor a player of that game alone"


def test_a_forgotten_name_is_nowhere(house: House, tmp_path: Path) -> None:
    members, game = make_table(house, 2)
    play_on(members, bot="random")
    site = tmp_path / "site"

    def built() -> dict[str, str]:
        build_site(house.ledger, house.settings.key, house.server, site, "en", lambda ids, _: ids)
        return files(site)

    assert "Ben Bäcker" in built()["index.html"]
    members[1].ask("forget me")
    found = built()
    assert len([name for name in found if name.startswith("players/")]) == 1
    for name, text in found.items():
        assert "Bäcker" not in text, name
        assert "B\\u00e4cker" not in text, name
    assert verify(found[f"games/{game}.json"].encode()).state == "finished"


def test_names_are_only_text(ledger: Ledger, tmp_path: Path) -> None:
    """The club's own names are harmless, so these are put where they would do harm."""
    from engine.tongue import tongue
    from server.host.archives.site.cards import GameCard, LiveCard, SeatCard
    from server.host.archives.site.pages import Listed, pages

    bad = '<script>alert(1)</script>"&'
    sitting = SeatCard(bad, 7, 10, 1, 3, 4, 2)
    card = GameCard(
        "game-1", "", "pit.example.org", BEGUN, 50, (sitting, SeatCard("Ben", None, 5, 2, 1, 1, 1))
    )
    live = LiveCard("game-2", "", (bad, "Ben"), 5, bad, BEGUN, BEGUN, over=False)
    for name, content in pages(Listed([card], [live]), NAME, tongue("en")):
        text = content.decode()
        assert "<script>alert" not in text, name
        assert "&lt;script&gt;" in text, name


def test_a_folder_with_other_things_is_left_alone(ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("precious")
    refused = refusal(build, ledger, tmp_path)
    assert (type(refused), refused.code) == (BadSite, "site/other-folder")
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".txt"] == ["thesis.txt"]


@pytest.mark.parametrize("spoilt", [b"{", b'{"format":"grubenpost-site/1","games":[{}]}', b'{"format":"x"}'])
def test_a_spoilt_list_is_made_anew(ledger: Ledger, tmp_path: Path, spoilt: bytes) -> None:
    take(ledger, finished_archive(3, 2))
    site = tmp_path / "site"
    build(ledger, site)
    good = files(site)
    (site / "site.json").write_bytes(spoilt)
    build(ledger, site)
    assert files(site) == good
    assert archive.FORMAT in good["games/game-3.json"]
