"""The transcript tells every move, every scoring and every point."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from engine.library.chronicle import Chronicle, chronicle, read_chronicle
from engine.library.moments import moments
from engine.library.transcript import transcript
from engine.record.archive import archive
from engine.tongue import LANGUAGES
from tests.engine.record.club import finished_archive, new_match, refusal, told

SAVES = Path(__file__).parents[3] / "saves"
NAMES = sorted(path.stem for path in SAVES.glob("*.json"))


def saved(name: str) -> Chronicle:
    return chronicle(json.loads((SAVES / f"{name}.json").read_bytes()), name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_move_stands_there_once_in_order(name: str, language: str) -> None:
    game = saved(name)
    text = transcript(game, language)
    moves = re.findall(r"^(\d+)\\\. \*\*.+?\*\* `(.+)`$", text, re.MULTILINE)
    assert moves == [(str(ply.number), ply.action.write()) for ply in game.plies]
    assert len(re.findall(r"^## ", text, re.MULTILINE)) >= 5, "result, draft and three shifts"
    assert "{" not in text, "no place is left unfilled"


@pytest.mark.parametrize("name", NAMES)
def test_points_add_up(name: str) -> None:
    game = saved(name)
    table = transcript(game).partition("## Result")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")][2:]
    by_label = {row[0]: [int(cell.strip("*.")) for cell in row[1:]] for row in rows}
    total = by_label.pop("**total**")
    del by_label["Marks left after that"], by_label["place"]
    assert sorted(total) == sorted(game.end.vp)
    assert [sum(column) for column in zip(*by_label.values(), strict=True)] == total


def test_scorings_tell_what_each_element_paid() -> None:
    game = saved("4p-greedy-face-down")
    text = transcript(game)
    scorings = json.loads((SAVES / "4p-greedy-face-down.json").read_bytes())["scorings"]
    for shift, scoring in zip(("I", "II", "III"), scorings, strict=True):
        part = text.partition(f"### Scoring of shift {shift}\n")[2].partition("\n## ")[0]
        paid = [element for element in scoring["elements"] if any(element["vp"])]
        rows = [line for line in part.splitlines() if "→" in line]
        assert len(rows) == len(paid)
        totals = [sum(vp) for vp in zip(*(element["vp"] for element in scoring["elements"]), strict=True)]
        assert "| **total** | " + " | ".join(f"**{vp}**" for vp in totals) in part


def test_key_moments_are_found() -> None:
    said = {moment.said.template for moment in moments(saved("3p-coal-shortage"))}
    assert "Coal runs short: {who} gets {tile} with other coal, or with empty lorries." in said
    assert "{who} takes the lead with {vp} VP." in said
    said = {moment.said.template for moment in moments(saved("4p-empty-stack"))}
    assert "The last order is taken from the stack." in said
    leads = [m for m in moments(saved("2p-greedy")) if "lead" in m.said]
    assert leads, "somebody won"
    found = [moment.ply for moment in moments(saved("2p-greedy"))]
    assert found == sorted(found)


def test_notes_stand_below_their_move() -> None:
    notes = [{"ply": 3, "best": "draft `E-kk", "loss": 2.5, "text": "Why *this*?\n\n# one"}, {"ply": 0}]
    text = transcript(saved("2p-greedy"), notes=notes)
    below = text.partition("\n3\\. ")[2].partition("\n4\\. ")[0]
    assert "> Better: `draft 'E-kk` (worth 2.5 VP more). Why \\*this\\*? \\# one" in below
    assert refusal(transcript, saved("2p-greedy"), notes=[{"ply": 999}]).code == "replay/note"


def test_names_mean_nothing_but_themselves() -> None:
    facts = told(finished_archive(1, 4))
    facts["names"][0] = {"name": "*Anna* <b>|`x`[y](z)", "salt": "00" * 16}
    text = transcript(chronicle(facts))
    assert "\\*Anna\\* \\<b\\>\\|\\`x\\`\\[y\\]\\(z\\)" in text
    assert "<b>" not in text


def test_a_game_that_was_given_up() -> None:
    match = new_match(4, 3)
    match.play_on(Random(4), 30)
    archive.close(match.book, match.seed, match.now, abandoned=True)
    text = transcript(read_chronicle(archive.write(archive.finished(match.book, match.server))))
    assert "Abandoned" in text
    assert "wins" not in text
