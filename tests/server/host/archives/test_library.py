"""Export, import and site as a host types them."""

from __future__ import annotations

import json
from pathlib import Path

from engine.record.archive.verify import verify
from engine.record.letters.key import PrivateKey
from tests.engine.record.club import finished_archive, running_archive, server_key
from tests.server.host.program import call, here


def facts_of(*args: str | Path) -> dict[str, object]:
    done = here(*args, "--json")
    assert done.returncode == 0, done.stderr
    facts: dict[str, object] = json.loads(done.stdout)
    return facts


def test_a_game_moves_to_an_empty_server(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "archives"
    here("export", "--all", "--out", out, "-c", club)
    archives = {path: verify(path.read_bytes()).state for path in out.iterdir()}
    (given_up,) = [path for path, state in archives.items() if state == "abandoned"]
    (running,) = [path for path, state in archives.items() if state == "running"]

    data = tmp_path / "other"
    assert here("import", given_up, "--data", data).returncode == 1, "there is no ledger yet"
    assert here("migrate", "--data", data).returncode == 0
    done = call("import", given_up, "--data", data)
    assert (done.returncode, done.stdout) == (0, "1 games imported, 0 were here already.\n")
    assert facts_of("import", given_up, "--data", data)["known"] == [given_up.stem.partition("-")[2]]
    refused = here("import", running, given_up, "--data", data, "--json")
    assert refused.returncode == 1
    (told,) = json.loads(refused.stdout)["refused"]
    assert told["code"] == "import/running"
    assert "what players may not know" in told["text"]
    here("export", "--all", "--out", tmp_path / "again", "--data", data)
    assert (tmp_path / "again" / given_up.name).read_bytes() == given_up.read_bytes()
    assert facts_of("status", "--data", data)["players"] == {"active": 0, "unreachable": 0}


def test_a_host_may_insist_on_a_key(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(finished_archive(3, 2))
    here("migrate", "--data", tmp_path / "d")
    other = PrivateKey(bytes(32)).public.line
    done = here("import", tmp_path / "game.json", "--server-key", other, "--data", tmp_path / "d")
    assert done.returncode == 1
    assert "stands on the server key" in done.stderr
    assert here("import", "x", "--server-key", "no key", "--data", tmp_path / "d").returncode == 2
    right = server_key().public.line
    done = here("import", tmp_path / "game.json", "--server-key", right, "--data", tmp_path / "d")
    assert done.returncode == 0


def test_a_wrong_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(finished_archive(3, 2))
    (tmp_path / "bad.json").write_bytes(finished_archive(3, 2)[:-9])
    (tmp_path / "runs.json").write_bytes(running_archive())
    here("migrate", "--data", tmp_path / "d")
    files = [tmp_path / f"{name}.json" for name in ("bad", "runs", "good")]
    done = here("import", *files, "--data", tmp_path / "d")
    assert done.returncode == 1
    assert "1 games imported" in done.stdout
    assert done.stderr.count("grubenpost-server: ") == 2
    assert "Traceback" not in done.stderr


def test_a_site_of_what_is_public(tmp_path: Path) -> None:
    for seed, public in ((3, "--public"), (5, "")):
        (tmp_path / f"{seed}.json").write_bytes(finished_archive(seed, 2))
        here("migrate", "--data", tmp_path / "d")
        here("import", tmp_path / f"{seed}.json", *filter(None, [public]), "--data", tmp_path / "d")
    site = tmp_path / "site"
    told = facts_of("site", site, "--data", tmp_path / "d")
    assert told["games"] == 1
    assert {path.name for path in (site / "games").iterdir()} == {"game-3.html", "game-3.json"}
    assert facts_of("site", site, "--data", tmp_path / "d") == {
        "games": 1,
        "live": 0,
        "written": 0,
        "deleted": 0,
    }
    done = here("site", site, "--language", "ru", "--data", tmp_path / "d")
    assert "1 games in" in done.stdout
    assert '<html lang="ru">' in (site / "index.html").read_text("utf-8")


def test_a_players_history_in_several_forms(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    told = facts_of(
        "export", "--player", "ANNA", "--format", "md", "--format", "csv", "--out", out, "-c", club
    )
    assert told == {"written": 3, "games": 2}, "a game that runs has no transcript"
    assert here("export", "--player", "nobody", "--out", out, "-c", club).returncode == 1
    assert here("export", "--all", "--player", "anna", "-c", club).returncode == 2
    assert here("export", "--all", "--format", "pdf", "--out", out, "-c", club).returncode == 1
