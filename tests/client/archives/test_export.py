"""`grubenpost export` and `grubenpost stats`, on real archives."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from client.cli import app
from engine.tongue import LANGUAGES
from tests.engine.record.club import finished_archive, running_archive

SAVES = Path(__file__).parents[3] / "saves"
SAVE = SAVES / "3p-coal-shortage.json"


@pytest.fixture(autouse=True)
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player without a profile, who reads English."""
    monkeypatch.setenv("GRUBENPOST_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GRUBENPOST_LANGUAGE", "en")


def run(*args: object) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args])


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("options", "endings"),
    [
        ((), {".html"}),
        (("--format", "json"), {".json"}),
        (("--format", "md"), {".md"}),
        (("--format", "csv"), {".moves.csv", ".scores.csv"}),
        (("--format", "parquet"), {".moves.parquet", ".scores.parquet"}),
        (("--picture", "board"), {".board.svg"}),
        (("--picture", "chart", "--png"), {".chart.png"}),
    ],
)
def test_every_form_is_written(tmp_path: Path, options: tuple[str, ...], endings: set[str]) -> None:
    done = run("export", SAVE, *options, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert files(tmp_path / "out") == {f"3p-coal-shortage{ending}" for ending in endings}
    assert all(path.stat().st_size > 400 for path in (tmp_path / "out").iterdir())


def test_the_page_is_small_and_loads_nothing(tmp_path: Path) -> None:
    signed = tmp_path / "signed.json"
    signed.write_bytes(finished_archive(1, 4))
    assert run("export", signed, "--out", tmp_path / "out").exit_code == 0
    page = (tmp_path / "out/signed.html").read_bytes()
    assert len(page) < 500_000
    assert not re.search(rb'(?:src|href)="(?:https?:)?//', page)


def test_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {}
    for language in LANGUAGES:
        run("export", SAVE, "--format", "md", "--language", language, "--out", tmp_path / language)
        texts[language] = (tmp_path / language / "3p-coal-shortage.md").read_text("utf-8")
    assert len(set(texts.values())) == 3
    assert "## Shift II" in texts["en"]
    assert "## Schicht II" in texts["de"]
    assert "Смена II" in texts["ru"]
    monkeypatch.setenv("GRUBENPOST_LANGUAGE", "de")
    run("export", SAVE, "--format", "md", "--out", tmp_path / "own")
    assert (tmp_path / "own/3p-coal-shortage.md").read_text("utf-8") == texts["de"]


def test_json_comes_out_as_it_went_in(tmp_path: Path) -> None:
    run("export", SAVE, "--format", "json", "--out", tmp_path)
    assert (tmp_path / SAVE.name).read_bytes() == SAVE.read_bytes()
    done = run("export", SAVE, "--format", "json", "--out", "-")
    assert done.stdout_bytes == SAVE.read_bytes()


def test_several_at_once(tmp_path: Path) -> None:
    saves = sorted(SAVES.glob("*.json"))
    done = run("export", *saves, "--format", "csv", "--out", tmp_path / "out")
    assert done.exit_code == 0
    assert len(files(tmp_path / "out")) == 2 * len(saves)


def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    out = tmp_path / "out"
    cut = tmp_path / "cut.json"
    cut.write_bytes(SAVE.read_bytes()[:-30])
    done = run("export", cut, "--out", out)
    assert done.exit_code == 1
    assert "cut.json:" in done.output
    running = tmp_path / "running.json"
    running.write_bytes(running_archive())
    done = run("export", running, "--format", "md", "--out", out)
    assert done.exit_code == 1
    assert "still being played" in done.output
    assert run("export", running, "--format", "json", "--out", out).exit_code == 0, "that is public"
    done = run("export", SAVE, "--format", "pdf", "--out", out)
    assert done.exit_code == 1
    assert "there is no form pdf: choose one of json, html" in " ".join(done.output.split())
    assert run("export", tmp_path / "none.json", "--out", out).exit_code == 1
    assert files(out) == {"running.json"}


@pytest.mark.parametrize("form", ["html", "md"])
def test_notes_are_put_in(tmp_path: Path, form: str) -> None:
    notes = tmp_path / "notes.json"
    notes.write_text(json.dumps([{"ply": 20, "best": "bank", "loss": 2.5, "text": "Too dear."}]))
    done = run("export", SAVE, "--format", form, "--notes", notes, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "Too dear." in (tmp_path / f"out/3p-coal-shortage.{form}").read_text("utf-8")


@pytest.mark.parametrize(
    ("written", "form", "said"),
    [
        ("no JSON", "html", "replay/note-file"),
        ("{}", "html", "can't be read as notes"),
        ('[{"ply": 9999}]', "html", "must name one of the moves"),
        ('[{"ply": 1, "lead": "much"}]', "md", "numbers (`loss`, `lead`)"),
        ('[{"ply": 1, "text": "x"}]', "csv", "library/no-notes"),
    ],
)
def test_notes_that_can_not_be_put_in_are_refused(tmp_path: Path, written: str, form: str, said: str) -> None:
    notes = tmp_path / "notes.json"
    notes.write_text(written)
    done = run("export", SAVE, "--format", form, "--notes", notes, "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert said in " ".join(done.output.split())
    assert run("export", SAVE, "--notes", tmp_path / "none.json", "--out", tmp_path / "out").exit_code == 1


def test_tampering_is_found_before_anything_is_made(tmp_path: Path) -> None:
    changed = tmp_path / "changed.json"
    changed.write_bytes(SAVE.read_bytes().replace(b"money 6", b"money 5", 1))
    for form in ("json", "html", "md", "csv"):
        assert run("export", changed, "--format", form, "--out", tmp_path / "out").exit_code == 1
    assert run("stats", changed, "--out", tmp_path / "report.html").exit_code == 1
    assert files(tmp_path) == {"changed.json", "out"}
    assert files(tmp_path / "out") == set()


def test_a_missing_package_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = run("export", SAVE, "--format", "parquet", "--out", tmp_path)
    assert done.exit_code == 1
    assert "grubenpost[study]" in done.output
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = run("stats", SAVE, "--out", tmp_path / "report.html")
    assert done.exit_code == 1
    assert "grubenpost[study]" in done.output
    assert run("stats", SAVE, "--json").exit_code == 0, "numbers need nothing"


# Statistics


def test_a_report_has_a_chart_and_a_table_for_each_question(tmp_path: Path) -> None:
    signed = tmp_path / "signed.json"
    signed.write_bytes(finished_archive(1, 4))
    report = tmp_path / "report.html"
    done = run("stats", *sorted(SAVES.glob("*.json")), signed, "--out", report)
    assert done.exit_code == 0, done.output
    page = report.read_text("utf-8")
    assert page.count("<section>") == page.count("<svg ") == page.count("<table>") == 5
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    headings = re.findall("<h2>(.*?)</h2>", page)
    assert headings == [
        "Victories by the order of play",
        "Victories by the first order",
        "Where points come from",
        "Worker spaces",
        "Time per move",
    ]
    run("stats", *sorted(SAVES.glob("*.json")), signed, "--out", tmp_path / "again.html")
    assert (tmp_path / "again.html").read_text("utf-8") == page, "the same games, the same report"


def test_the_numbers_alone(tmp_path: Path) -> None:
    done = run("stats", *sorted(SAVES.glob("*.json")), "--json")
    facts = json.loads(done.output)
    assert facts["games"] == len(list(SAVES.glob("*.json")))
    assert len(facts["order_of_play"]) == 2 + 3 + 4


def test_a_report_in_german(tmp_path: Path) -> None:
    run("stats", SAVE, "--language", "de", "--out", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert '<html lang="de">' in page
    assert "Schicht II" in page
