"""A link to a ply, the next move of the same player, and the row of moves by keyboard."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from engine.library.replay import replay_page
from tests.browser.chromium import chromium
from tests.engine.library.replay.shown import SAVES, opened, part_of, saved_page

__all__ = ["chromium"]


def test_a_link_to_a_ply_can_be_copied(chromium: Browser, tmp_path: Path) -> None:
    given = ["clipboard-read", "clipboard-write"]
    with opened(chromium, tmp_path, saved_page(), "#ply=41", permissions=given) as (page, wrong):
        page.click("#link")
        expect(page.locator("#linked")).to_be_visible()
        assert page.input_value("#address").endswith("replay.html#ply=41")
        page.click("#copy")
        expect(page.locator("#copied")).to_have_text("The link is copied.")
        assert page.evaluate("navigator.clipboard.readText()") == page.input_value("#address")
        page.keyboard.press("Escape")
        expect(page.locator("#linked")).to_be_hidden()
        assert wrong == []


def test_the_next_move_of_the_same_player(chromium: Browser, tmp_path: Path) -> None:
    seats = [ply["seat"] for ply in part_of(saved_page(), "content")["plies"]]
    own = [number for number, seat in enumerate(seats) if seat == seats[30]]
    here = own.index(30)
    with opened(chromium, tmp_path, saved_page(), "#ply=30") as (page, _):
        page.click("#again")
        assert page.evaluate("location.hash") == f"#ply={own[here + 1]}"
        page.keyboard.press("n")
        assert page.evaluate("location.hash") == f"#ply={own[here + 2]}"
        page.keyboard.press("p")
        assert page.evaluate("location.hash") == f"#ply={own[here + 1]}"
        page.evaluate(f"location.hash = 'ply={own[-1]}'")
        expect(page.locator("#again")).to_be_disabled()


def test_arrows_go_through_the_moves(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page(), "#ply=30") as (page, _):
        stops = page.locator("#moves button[tabindex='0']")
        expect(stops).to_have_count(1)
        stops.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        assert page.evaluate("location.hash") == "#ply=31"
        expect(stops).to_have_count(1)
        expect(stops).to_be_focused()


def test_the_expected_lead_is_drawn_over_the_whole_game(chromium: Browser, tmp_path: Path) -> None:
    data = (SAVES / "2p-greedy.json").read_bytes()
    leads = [{"ply": ply, "lead": float(ply % 9 - 4), "loss": 1.0} for ply in range(60)]
    with opened(chromium, tmp_path, replay_page(data, notes=leads)) as (page, wrong):
        assert page.locator("#lead .line").count() == 2
        assert page.locator(".noted").count() == 0
        drawn = page.locator("#lead .line").first.get_attribute("d") or ""
        seats = [ply["seat"] for ply in part_of(replay_page(data), "content")["plies"][:60]]
        assert drawn.count("L") + 1 == seats.count(0)
        assert wrong == []
    with opened(chromium, tmp_path, replay_page(data)) as (page, _):
        expect(page.locator("#expected")).to_be_hidden()
