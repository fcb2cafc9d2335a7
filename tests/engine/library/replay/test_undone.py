"""Moves that were taken back: the page checks them too."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from engine.library.replay import replay_page
from tests.browser.chromium import chromium
from tests.engine.library.replay.shown import opened
from tests.engine.library.replay.test_proof import verified
from tests.engine.record.club import forge, told
from tests.engine.record.game.changes.test_undo_with_others import KEPT

__all__ = ["chromium"]


def about(facts: dict[str, list[dict[str, dict[str, object]]]], what: str) -> list[int]:
    """The entries of the notes about something."""
    return [number for number, item in enumerate(facts["log"]) if item["entry"].get("about") == what]


@pytest.fixture(scope="module")
def sample() -> bytes:
    return KEPT.read_bytes()


def test_it_passes_and_what_is_twisted_is_found(chromium: Browser, tmp_path: Path, sample: bytes) -> None:
    with opened(chromium, tmp_path, replay_page(sample)) as (page, wrong):
        assert verified(page, sample.decode())["fault"] is None
        for change in (without_consent, too_early, another_entry):
            facts = told(sample)
            change(facts)
            fault = verified(page, forge(facts).decode())["fault"]
            assert fault["why"] == "fault.undo", change.__name__
        assert wrong == []


def without_consent(facts: dict) -> None:  # type: ignore[type-arg]
    """The last vote for it is said to be another note."""
    facts["log"][about(facts, "vote")[-1]]["entry"]["on"] = "pace"


def too_early(facts: dict) -> None:  # type: ignore[type-arg]
    """A move that was held is played a second before its window is over."""
    at = about(facts, "held")[1]
    ply = next(item["entry"] for item in facts["log"][at:] if item["entry"]["kind"] == "ply")
    ply["at"] -= 1


def another_entry(facts: dict) -> None:  # type: ignore[type-arg]
    """What is taken back is not what was held."""
    facts["log"][about(facts, "taken-back")[0]]["entry"]["entry"] = "0" * 64
