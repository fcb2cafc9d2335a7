"""Stepping through a game moves nothing on the page but what the step is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from engine.tongue import LANGUAGES
from tests.browser.chromium import chromium
from tests.engine.library.replay.shown import opened, part_of, saved_page

__all__ = ["chromium"]

STILL = 2
"""So many pixels nobody sees."""

STEP_THROUGH = """() => {
  const parts = [...document.querySelectorAll(
    "#now, .area, .strip, .pit, .pit .section, .pit .cards, .panel, #points, #moves, #controls")];
  const wide = innerWidth > 700;
  const places = () => parts.map(part => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return [wide ? left + scrollX : 0, top + scrollY, width, height];
  });
  const on = document.getElementById("forward");
  const first = places();
  const moved = [];
  for (let ply = 0; !on.disabled; ply++) {
    on.click();
    places().forEach((place, number) => {
      const far = Math.max(...place.map((at, side) => Math.abs(at - first[number][side])));
      if (far > STILL) moved.push([ply, parts[number].id || parts[number].className, far]);
    });
  }
  return moved;
}"""

IN_VIEW = """() => {
  const on = document.getElementById("forward");
  const bar = document.getElementById("controls").getBoundingClientRect().top;
  const { plies } = JSON.parse(document.getElementById("content").textContent);
  return plies.filter(({ seat }) => {
    on.click();
    const pit = document.querySelector(`.of-${seat} .section`);
    const { left, right, top, bottom } = pit.getBoundingClientRect();
    return left < 0 || right > innerWidth || top < 0 || bottom > bar;
  }).length;
}"""


@pytest.mark.parametrize(
    ("name", "width", "language"),
    [
        ("4p-greedy-face-down", 1280, "en"),
        ("4p-greedy-face-down", 375, "ru"),
        ("3p-coal-shortage", 900, "de"),
        ("2p-greedy", 375, "en"),
        ("2p-greedy", 1280, "ru"),
    ],
)
def test_nothing_jumps(chromium: Browser, tmp_path: Path, name: str, width: int, language: str) -> None:
    view = {"width": width, "height": 800}
    with opened(chromium, tmp_path, saved_page(name), f"#start&lang={language}", viewport=view) as (page, _):
        moved: list[Any] = page.evaluate(STEP_THROUGH.replace("STILL", str(STILL)))
    assert moved == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_mover_s_pit_is_in_view(chromium: Browser, tmp_path: Path, language: str) -> None:
    view = {"width": 375, "height": 667}
    with opened(chromium, tmp_path, saved_page(), f"#start&lang={language}", viewport=view) as (page, _):
        page.evaluate("document.getElementById('now').scrollIntoView()")
        assert page.evaluate(IN_VIEW) == 0


def test_a_scoring_is_a_table(chromium: Browser, tmp_path: Path) -> None:
    shown = part_of(saved_page(), "content")
    number = next(n for n, ply in enumerate(shown["plies"]) if ply["scored"] == 2)
    with opened(chromium, tmp_path, saved_page(), f"#ply={number}") as (page, _):
        for element, facts in enumerate(shown["scorings"][1]["elements"]):
            cells = page.locator(f"#counts tbody tr >> nth={element} >> td").all_inner_texts()
            paid = [
                f"{n} +{vp}" if vp else str(n) for n, vp in zip(facts["counts"], facts["vp"], strict=True)
            ]
            assert cells == paid
        assert len(page.inner_text("#sentence")) < 300
        page.click("#forward")
        assert "+" not in page.inner_text("#counts")
