"""Every control of the page, in a real browser, by pointer and by keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.library.replay import replay_page
from engine.tongue import LANGUAGES
from tests.browser.chromium import chromium
from tests.engine.library.replay.shown import NOTES, SAVES, opened, part_of, saved_page, signed_page
from tests.engine.library.replay.test_page import HOSTILE, renamed

__all__ = ["chromium"]

PLIES = 125
LAST = PLIES - 1


def where(page: Page) -> str:
    return str(page.evaluate("location.hash"))


def vp_shown(page: Page) -> list[int]:
    return [int(text) for text in page.locator(".facts div:first-child dd").all_inner_texts()]


def step_through(page: Page) -> None:
    """Every ply from the first to the last."""
    page.click("#first")
    page.evaluate("() => { const on = document.getElementById('forward'); while (!on.disabled) on.click() }")


def test_the_steps(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page()) as (page, wrong):
        assert where(page) == "#start"
        expect(page.locator("#back")).to_be_disabled()
        page.click("#forward")
        page.click("#forward")
        assert where(page) == "#ply=1"
        page.click("#back")
        assert where(page) == "#ply=0"
        page.click("#last")
        assert where(page) == f"#ply={LAST}"
        expect(page.locator("#forward")).to_be_disabled()
        assert vp_shown(page) == [92, 87, 82, 74]
        page.click("#first")
        assert (where(page), vp_shown(page)) == ("#start", [0, 0, 0, 0])
        assert wrong == []


def test_the_slider_and_the_shifts(chromium: Browser, tmp_path: Path) -> None:
    scenes = part_of(saved_page(), "content")["plies"]
    begins = {
        shift: next(number for number, ply in enumerate(scenes) if ply["changes"].get("shift") == shift)
        for shift in (1, 2, 3)
    }
    with opened(chromium, tmp_path, saved_page()) as (page, wrong):
        page.locator("#slider").fill("31")
        assert where(page) == "#ply=30"
        for shift, ply in begins.items():
            page.click(f"[data-shift='{shift}']")
            assert where(page) == f"#ply={ply}"
            expect(page.locator("[aria-pressed=true]")).to_have_attribute("data-shift", str(shift))
        page.click("[data-shift='0']")
        assert where(page) == "#start"
        assert wrong == []


def test_playing_and_pausing(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page(), f"#ply={LAST - 3}") as (page, wrong):
        page.select_option("#speed", "4")
        page.click("#play")
        expect(page.locator("#play")).to_have_attribute("aria-label", "Stop playing")
        expect(page.locator("#number")).to_contain_text(str(LAST))
        expect(page.locator("#play")).to_have_attribute("aria-label", "Play the game by itself")
        page.click("#play")
        expect(page.locator("#number")).to_have_text(re.compile("Move [1-9] of"))
        page.click("#play")
        stopped = where(page)
        page.wait_for_timeout(900)
        assert where(page) == stopped
        assert wrong == []


def test_the_keys(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page()) as (page, wrong):
        for key, place in (
            ("ArrowRight", "#ply=0"),
            ("ArrowDown", "#ply=10"),
            ("ArrowUp", "#ply=0"),
            ("ArrowLeft", "#start"),
            ("End", f"#ply={LAST}"),
            ("Home", "#start"),
        ):
            page.keyboard.press(key)
            assert where(page) == place, key
        for digit in "0123":
            page.keyboard.press(digit)
            assert page.locator("[aria-pressed=true]").get_attribute("data-shift") == digit
        page.keyboard.press("+")
        assert page.input_value("#speed") == "2"
        page.keyboard.press("-")
        assert page.input_value("#speed") == "1"
        page.keyboard.press("Space")
        expect(page.locator("#play")).to_have_class(re.compile("playing"))
        page.keyboard.press("Space")
        expect(page.locator("#play")).not_to_have_class(re.compile("playing"))
        page.keyboard.press("?")
        expect(page.locator("#help")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#help")).to_be_hidden()
        page.keyboard.press("/")
        expect(page.locator("#search")).to_be_focused()
        before = where(page)
        page.keyboard.type("3 ?")
        assert (where(page), page.input_value("#search")) == (before, "3 ?")
        assert wrong == []


def test_all_can_be_reached_by_keyboard_alone(chromium: Browser, tmp_path: Path) -> None:
    wanted = {
        "language",
        "link",
        "theme",
        "ask",
        "search",
        "who",
        "moves",
        "verify",
        "save",
        "slider",
        "play",
        "speed",
    }
    with opened(chromium, tmp_path, saved_page(), "#ply=5") as (page, _):
        page.focus("#language")
        reached = ["language"]
        for _ in range(45):
            page.keyboard.press("Tab")
            reached.append(
                str(page.evaluate("(document.activeElement.closest('#moves') ?? document.activeElement).id"))
            )
        assert wanted <= set(reached)
        assert reached[: reached.index("speed")].count("moves") == 1
        page.focus("#play")
        page.keyboard.press("Enter")
        expect(page.locator("#play")).to_have_class(re.compile("playing"))


@pytest.mark.parametrize(
    ("address", "place"),
    [("#ply=57", "#ply=57"), ("#ply=0", "#ply=0"), ("#ply=99999", f"#ply={LAST}"), ("#ply=x", "#start")],
)
def test_an_address_names_a_ply(chromium: Browser, tmp_path: Path, address: str, place: str) -> None:
    with opened(chromium, tmp_path, saved_page(), address) as (page, wrong):
        assert where(page) == place
        page.evaluate("location.hash = 'ply=12'")
        expect(page.locator("#number")).to_contain_text("12")
        assert wrong == []


def test_the_sentence_is_announced(chromium: Browser, tmp_path: Path) -> None:
    told = part_of(saved_page(), "content")["told"]["en"]
    with opened(chromium, tmp_path, saved_page(), "#ply=57") as (page, _):
        live = page.locator("[aria-live=polite]")
        assert live.inner_text() == told[57]
        page.keyboard.press("ArrowRight")
        assert live.inner_text() == told[58]
        assert told[58] in str(page.get_attribute("#slider", "aria-valuetext"))


def test_the_moves_can_be_searched(chromium: Browser, tmp_path: Path) -> None:
    plies = part_of(saved_page(), "content")["plies"]
    told = part_of(saved_page(), "content")["told"]["en"]
    delivered = [number for number, text in enumerate(told) if "delivers" in text]
    rows = "#moves li:not(.shift-head):not([hidden])"
    with opened(chromium, tmp_path, saved_page()) as (page, wrong):
        assert page.locator(rows).count() == PLIES
        page.fill("#search", " DELIVERS ")
        assert page.locator(rows).count() == len(delivered) > 3
        expect(page.locator("#found")).to_contain_text(str(len(delivered)))
        page.select_option("#who", "2")
        of_two = [number for number in delivered if plies[number]["seat"] == 2]
        assert page.locator(rows).count() == len(of_two)
        page.locator(f"{rows} button").first.click()
        assert where(page) == f"#ply={of_two[0]}"
        expect(page.locator("[aria-current=step]")).to_have_count(1)
        page.fill("#search", "no such move")
        assert page.locator("#moves li:not([hidden])").count() == 0
        assert wrong == []


def test_the_current_move_stays_in_sight(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page(), "#ply=100") as (page, _):
        inside = page.evaluate(
            """() => { const row = document.querySelector("[aria-current]").getBoundingClientRect();
                 const frame = document.getElementById("moves").getBoundingClientRect();
                 return row.top >= frame.top && row.bottom <= frame.bottom }"""
        )
        assert inside


def test_the_chart_leads_to_a_ply(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page()) as (page, wrong):
        chart = page.locator(".vp-chart")
        assert page.locator(".scored").count() == 3
        width = chart.bounding_box()["width"]  # type: ignore[index]
        chart.click(position={"x": width - 24, "y": 100})
        assert where(page) == f"#ply={LAST}"
        chart.click(position={"x": 34, "y": 100})
        assert where(page) == "#start"
        assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(chromium: Browser, tmp_path: Path, language: str) -> None:
    shown = part_of(signed_page(), "content")
    with opened(chromium, tmp_path, signed_page(), "#ply=30") as (page, wrong):
        page.select_option("#language", language)
        assert page.evaluate("document.documentElement.lang") == language
        assert page.inner_text("#sentence") == shown["told"][language][30]
        assert page.inner_text("#verify") == shown["words"][language]["verify"]
        step_through(page)
        page.click("#verify")
        expect(page.locator("#verdict.good")).to_be_visible()
        assert wrong == []
        page.reload()
        assert page.evaluate("document.documentElement.lang") == language


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_light_and_dark(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page(), color_scheme="dark") as (page, _):
        dark = background(page)
        page.click("#theme")
        light = background(page)
        page.click("#theme")
        assert dark == background(page) != light
        page.emulate_media(color_scheme="light")
        assert background(page) == dark
    with opened(chromium, tmp_path, saved_page(), color_scheme="light") as (page, _):
        assert background(page) == light


def test_the_cage_goes_the_way_that_it_went(chromium: Browser, tmp_path: Path) -> None:
    plies = part_of(saved_page(), "content")["plies"]
    number, ply = next((n, p) for n, p in enumerate(plies) if p["action"].count(" to ") > 1)
    running = f".of-{ply['seat']} .moving"
    glides = "cage => cage.getAnimations().map(one => one.effect.getKeyframes?.().length ?? 0)"
    for motion, moves in (("no-preference", True), ("reduce", False)):
        with opened(chromium, tmp_path, saved_page(), f"#ply={number - 1}", reduced_motion=motion) as (
            page,
            _,
        ):
            page.keyboard.press("ArrowRight")
            frames: list[Any] = page.locator(running).evaluate(glides)
            assert (max(frames, default=0) == ply["action"].count(" to ") + 1) is moves


def test_a_game_has_a_name(chromium: Browser, tmp_path: Path) -> None:
    named = replay_page((SAVES / "2p-greedy.json").read_bytes(), called="2p-greedy")
    for text, name in ((named, "2p-greedy"), (signed_page(), "Game game-1 on pit.example.org")):
        with opened(chromium, tmp_path, text) as (page, _):
            expect(page.locator("#occasion")).to_contain_text(name)


def test_notes_stand_with_their_ply(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page(), "#ply=20") as (page, _):
        expect(page.locator("#note")).to_contain_text(str(NOTES[0]["text"]))
        expect(page.locator("#note code")).to_have_text("bank")
        expect(page.locator("[aria-current] .noted")).to_be_visible()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#note")).to_be_hidden()


def test_the_points_are_all_explained(chromium: Browser, tmp_path: Path) -> None:
    shown = part_of(saved_page(), "content")
    with opened(chromium, tmp_path, saved_page()) as (page, _):
        totals = page.locator(".total td").all_inner_texts()
        assert totals == [str(row["vp"]) for row in sorted(shown["final"], key=lambda row: row["rank"])]
        page.locator("summary").click()
        assert page.locator("details tbody tr").count() == 12


def test_what_counts_now_is_shown(chromium: Browser, tmp_path: Path) -> None:
    scored = part_of(saved_page(), "content")["scorings"][-1]["elements"]
    with opened(chromium, tmp_path, saved_page(), f"#ply={LAST}") as (page, _):
        rows = page.locator("#counts tbody tr").all()
        shown = [[int(cell.split()[0]) for cell in row.locator("td").all_inner_texts()] for row in rows]
        assert shown == [element["counts"] for element in scored]
        for row, element in zip(rows, scored, strict=True):
            best = max(1, *element["counts"])
            assert row.locator(".most").count() == element["counts"].count(best)
        page.keyboard.press("1")
        assert page.locator("#counts .later").count() == 8


def test_the_board_tells_itself_to_a_screen_reader(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page(), "#ply=70") as (page, _):
        for drawing in page.locator("svg[role=img]").all():
            assert drawing.get_attribute("aria-label")
        assert page.locator("svg:not([role=img]):not([aria-hidden=true])").count() == 0
        labels = [cell.get_attribute("aria-label") for cell in page.locator(".cell").all()]
        assert len(labels) == 27
        assert any("Workers of greedy-3: 1; the next to come needs 2." in str(label) for label in labels)


@pytest.mark.parametrize("first", [0, 4])
def test_hostile_names_do_nothing(chromium: Browser, tmp_path: Path, first: int) -> None:
    names = [name[:40] for name in HOSTILE[first : first + 4]]
    with opened(chromium, tmp_path, replay_page(renamed(*names)), "#ply=30") as (page, wrong):
        page.on("dialog", lambda dialog: wrong.append("a dialog"))
        shown = page.locator(".pit h3 bdi").all_text_contents()
        assert shown == names
        assert page.locator("img").count() == 0
        page.keyboard.press("End")
        assert wrong == []
