"""What one step of a replay page costs a real browser: script, style, layout and painting together.

Counted is the processor time of the page's own thread, so that it does not matter what else the machine
has to do. A step has to fit into a frame, at sixty frames a second.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page

from engine.library.replay import replay_page
from tests.bench.figures import Figure
from tools.chromium import open_chromium

GAME = Path(__file__).parents[2] / "saves" / "4p-greedy-face-down.json"
STEPS = 100
ROUNDS = 3
FRAME = 1000 / 60
THREAD = "CrRendererMain"
TASK = "ThreadControllerImpl::RunTask"

# One step in every frame, so that each is drawn.
STEP_ON = """steps => new Promise(done => {
  const on = document.getElementById("forward");
  const step = left => requestAnimationFrame(() => left ? (on.click(), step(left - 1)) : done());
  step(steps);
})"""


def measure() -> Iterator[Figure]:
    with TemporaryDirectory() as folder, open_chromium() as browser:
        file = Path(folder) / "replay.html"
        file.write_text(replay_page(GAME.read_bytes()), encoding="utf-8")
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(file.as_uri())
        each = median(_work(browser, page) for _ in range(ROUNDS)) / STEPS
    yield Figure("a step of the replay page", each, "ms", None, None, f"value < {FRAME:.3g}", each < FRAME)


def _work(browser: Browser, page: Page) -> float:
    """Milliseconds of processor time that all the steps took."""
    page.keyboard.press("Home")
    browser.start_tracing(page=page, categories=["toplevel"])
    page.evaluate(STEP_ON, STEPS)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    ours = {_thread(event) for event in events if _is_page(event)}
    return (
        sum(event.get("tdur", 0) for event in events if event["name"] == TASK and _thread(event) in ours)
        / 1000
    )


def _is_page(event: dict[str, Any]) -> bool:
    return event["name"] == "thread_name" and event["args"].get("name") == THREAD


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]
