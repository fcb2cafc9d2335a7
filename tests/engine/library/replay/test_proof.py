"""The page checks the proof by itself: a good archive passes, and whatever is changed is found and named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.errors import Refused
from engine.library.replay import replay_page
from engine.library.replay.embed import as_json
from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.opening import KEY, MAILBOX
from engine.record.game.table import ABSENT
from engine.record.letters.kinds.move import By
from engine.record.letters.post import seal_letter
from tests.browser.chromium import chromium
from tests.engine.library.replay.shown import opened, part_of, saved_page, signed_page
from tests.engine.library.replay.tampered import (
    FORGERIES,
    change_entry,
    change_letter,
    change_plies,
    change_seat,
    drop_checkpoint_seal,
    drop_entry,
    flipped,
    forge_move,
    more_points,
    recovered_game,
    rename,
    reseat,
    restack,
    table_left,
)
from tests.engine.record.archive import forging
from tests.engine.record.archive import test_forgery as history
from tests.engine.record.archive.test_tampering import places
from tests.engine.record.club import (
    finished_archive,
    forge,
    new_match,
    told,
)
from tests.engine.record.game.test_standing import match_by_lists
from tests.engine.record.game.test_table import not_reasons, open_table, reasons

__all__ = ["chromium"]
NAMED = {"log": "entry", "plies": "ply", "names": "item", "players": "item", "scorings": "item"}
"""How a fault names the item of a member in which it is."""
VECTORS = Path(__file__).parents[2] / "record" / "vectors"


def verified(page: Page, text: str) -> dict[str, Any]:
    """What the page's own verification finds in this text."""
    found: dict[str, Any] = page.evaluate("text => grubenpost.verify(text)", text)
    return found


def swapped(page: str, new: object, part: str = "archive") -> str:
    """The page as somebody would forge it: with another archive, or with other things to show."""
    head, tag, rest = page.partition(f'<script type="application/json" id="{part}">')
    return head + tag + as_json(new) + rest[rest.index("</script>") :]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_signed_game_passes(chromium: Browser, tmp_path: Path, players: int) -> None:
    with opened(chromium, tmp_path, signed_page(players)) as (page, wrong):
        page.click("#verify")
        expect(page.locator("#verdict.good")).to_contain_text("signed")
        assert page.locator("#checks li").count() == 11
        assert wrong == []


@pytest.mark.parametrize("name", ["game", "shares-game"])
def test_the_games_of_the_vectors_pass(chromium: Browser, tmp_path: Path, name: str) -> None:
    """They have a mailbox player, a rotated key, a clock and a standing order; one is of the first form."""
    data = (VECTORS / f"{name}.json").read_bytes()
    with opened(chromium, tmp_path, replay_page(data)) as (page, _):
        assert verified(page, data.decode())["fault"] is None


def test_a_game_with_a_recovered_key_passes(chromium: Browser, tmp_path: Path) -> None:
    data = recovered_game()
    facts = told(data)
    early = next(item["entry"] for item in facts["log"] if "recover" in item["entry"])
    early["at"] -= 1
    with opened(chromium, tmp_path, replay_page(data)) as (page, _):
        assert verified(page, data.decode())["fault"] is None
        fault = verified(page, forge(facts).decode())["fault"]
        assert (fault["why"], fault["place"]["entry"]) == ("fault.keyLetter", early["seq"])


def test_a_game_by_standing_orders_passes(chromium: Browser, tmp_path: Path) -> None:
    match, _ = match_by_lists()
    data = archive.write(archive.finished(match.book, match.server))
    facts = told(data)
    note = next(item for item in facts["log"] if item["entry"].get("about") == "standing")
    note["letters"] = [note["letters"][0].replace("draft: ", "draft: any, ", 1)]
    with opened(chromium, tmp_path, replay_page(data)) as (page, _):
        assert verified(page, data.decode())["fault"] is None
        fault = verified(page, archive.write(facts).decode())["fault"]
        assert fault["place"]["entry"] == note["entry"]["seq"]


def test_an_unsigned_game_says_so(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, saved_page()) as (page, wrong):
        expect(page.locator("#claim")).to_contain_text("carries no signatures")
        page.click("#verify")
        expect(page.locator("#verdict.good")).to_contain_text("carries no signatures")
        assert wrong == []


def test_the_archive_can_be_saved(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, signed_page()) as (page, _), page.expect_download() as saving:
        page.click("#save")
    assert saving.value.suggested_filename == "grubenpost-game-1.json"


def test_every_flipped_bit_is_found(chromium: Browser, tmp_path: Path) -> None:
    flip_bits(chromium, tmp_path, finished_archive(1, 4), signed_page(), 30, seed=1)


@pytest.mark.slow
def test_a_thousand_flipped_bits_are_found(chromium: Browser, tmp_path: Path) -> None:
    flip_bits(chromium, tmp_path, finished_archive(1, 4), signed_page(), 1_000, seed=2)


def test_every_flipped_bit_of_an_unsigned_game_is_found(chromium: Browser, tmp_path: Path) -> None:
    page_text = saved_page("2p-greedy")
    data = part_of(page_text, "archive").encode()
    flip_bits(chromium, tmp_path, data, page_text, 30, seed=3, by_digest=True)


def flip_bits(
    chromium: Browser,
    folder: Path,
    data: bytes,
    page_text: str,
    count: int,
    *,
    seed: int,
    by_digest: bool = False,
) -> None:
    """Each is found by the proof itself, not by the digest of the whole; unsigned ones have no other."""
    rng = Random(seed)
    by_line = places(data)
    with opened(chromium, folder, page_text) as (page, _):
        assert verified(page, data.decode())["fault"] is None
        for _ in range(count):
            at, bit = rng.randrange(len(data)), rng.randrange(8)
            fault = verified(page, flipped(data, at, bit))["fault"]
            assert fault is not None, (at, bit)
            assert by_digest or fault["why"] != "fault.digest", (at, bit, data[at - 30 : at + 30])
            member, item = by_line[data.count(b"\n", 0, at)]
            if not by_digest and item is not None and member in NAMED:
                assert fault["place"].get(NAMED[member]) == item, (at, bit, fault)


@pytest.mark.parametrize("name", ["game", "shares-game"])
def test_the_edits_of_the_vectors_are_found_at_their_place(
    chromium: Browser, tmp_path: Path, name: str
) -> None:
    data = (VECTORS / f"{name}.json").read_bytes()
    edits = json.loads((VECTORS / f"{name}.expected.json").read_text("utf-8"))["refused"]
    with opened(chromium, tmp_path, replay_page(data)) as (page, _):
        for edit in edits:
            at = edit["at"]
            text = (data[:at] + edit["byte"].encode() + data[at + 1 :]).decode("utf-8", "replace")
            place = verified(page, text)["fault"]["place"]
            if "member" in edit:
                assert place["member"] == edit["member"].split(",")[0], edit
            else:
                assert {name: place.get(name) for name in edit if name not in ("at", "byte")} == {
                    name: edit[name] for name in edit if name not in ("at", "byte")
                }, edit


@pytest.mark.parametrize("change", [change_plies, change_entry, change_letter, change_seat])
def test_a_changed_move_is_named_by_its_ply(
    chromium: Browser, tmp_path: Path, change: Callable[[dict[str, Any], int], None]
) -> None:
    forged = {}
    for ply in (0, 57, 113):
        facts = told(finished_archive(1, 4))
        change(facts, ply)
        forged[ply] = archive.write(facts).decode()
    with opened(chromium, tmp_path, swapped(signed_page(), forged[57])) as (page, wrong):
        for ply, text in forged.items():
            assert verified(page, text)["fault"]["place"]["ply"] == ply
        page.click("#verify")
        expect(page.locator("#verdict.bad")).to_contain_text("move 57")
        page.click("#verdict button")
        assert page.evaluate("location.hash") == "#ply=57"
        assert wrong == []


def test_a_letter_that_was_not_logged_is_named(chromium: Browser, tmp_path: Path) -> None:
    facts = told(finished_archive(1, 4))
    change_letter(facts, 57)
    with opened(chromium, tmp_path, signed_page()) as (page, _):
        fault = verified(page, archive.write(facts).decode())["fault"]
    assert (fault["why"], fault["place"]["ply"]) == ("fault.letterHash", 57)


def test_a_game_that_was_given_up_passes_too(chromium: Browser, tmp_path: Path) -> None:
    match = new_match(1)
    match.play_on(Random(1), 40)
    archive.close(match.book, match.seed, match.now, abandoned=True)
    data = archive.write(archive.finished(match.book, match.server, match.checkpoints))
    with opened(chromium, tmp_path, replay_page(data), "#ply=39") as (page, wrong):
        expect(page.locator("#occasion")).to_contain_text("abandoned")
        expect(page.locator("#points")).to_be_hidden()
        page.click("#verify")
        expect(page.locator("#verdict.good")).to_be_visible()
        assert wrong == []


@pytest.mark.parametrize("change", [rename, reseat, restack, more_points, drop_entry, drop_checkpoint_seal])
def test_whatever_else_is_changed_is_named(
    chromium: Browser, tmp_path: Path, change: Callable[[dict[str, Any]], str]
) -> None:
    facts = told(finished_archive(1, 4))
    place = change(facts)
    with opened(chromium, tmp_path, swapped(signed_page(), archive.write(facts).decode())) as (page, _):
        page.click("#verify")
        expect(page.locator("#verdict.bad")).to_contain_text(place)


def test_not_even_the_server_can_forge_a_move(chromium: Browser, tmp_path: Path) -> None:
    facts = told(finished_archive(1, 4))
    keyed = [player["seat"] for player in facts["players"] if player["auth"] == "key"]
    ply = next(ply["ply"] for ply in facts["plies"][40:] if ply["seat"] in keyed)
    forge_move(facts, ply)
    with opened(chromium, tmp_path, signed_page()) as (page, _):
        fault = verified(page, forge(facts).decode())["fault"]
    assert (fault["why"], fault["place"]["ply"]) == ("fault.seal", ply)


def test_what_a_forging_server_signs_is_refused(chromium: Browser, tmp_path: Path) -> None:
    """The server numbers, links and signs it all anew, as only it can."""
    with opened(chromium, tmp_path, signed_page()) as (page, _):
        same = forging.forged(lambda facts: None)
        assert verified(page, same.decode())["fault"]["why"] == "fault.digest"
        for spoil in FORGERIES:
            fault = verified(page, forging.forged(spoil).decode())["fault"]
            assert fault["why"] != "fault.digest", spoil.__name__


def test_the_page_and_the_program_judge_tables_alike(chromium: Browser, tmp_path: Path) -> None:
    """Every reason to free a seat, and much that is none: what one takes the other takes too."""
    table = open_table(KEY, MAILBOX, KEY)
    good = [seal_letter(letter, *keys) for letter, keys in reasons(table).values()]
    bad = [seal_letter(letter, *keys) for letter, keys in not_reasons(table)]
    week = (table.table.full_since or 0) + ABSENT
    logs = [table_left(raw, full=full) for raw in (*good, *bad, None) for full in (True, False)]
    logs += [table_left(raw, at) for raw in (None, bad[-1], bad[-2]) for at in (week - 1, week)]
    logs += [table_left(None, week, told=True), table_left(good[0], told=True)]
    verdicts = []
    with opened(chromium, tmp_path, signed_page()) as (page, _):
        for data in logs:
            try:
                verify(data)
                right = None
            except Refused as error:
                right = error.facts["entry"]
            fault = verified(page, data.decode())["fault"]
            # A good archive is still another one than this page was made from.
            found = None if fault["why"].startswith("fault.shown") else fault["place"].get("entry")
            assert found == right, (fault, right)
            verdicts.append(right)
    # A lost key frees its seat at a table that is not full or after a week; silence does after a week.
    assert verdicts.count(None) == 2 * len(good) + 4


@pytest.mark.parametrize("mark", [None, "delegated", "clock", "substitute", "standing", "bot"])
def test_the_server_can_not_move_for_a_player(chromium: Browser, tmp_path: Path, mark: str | None) -> None:
    facts = told(finished_archive(1, 4))
    seq = history.in_last_moves(facts, 0)
    item = facts["log"][seq]
    leaf = facts["log"][forging.START + 1]["entry"]["prev"]
    history.resealed(facts, seq, by=By(mark, leaf) if mark else None)
    item["entry"].pop("by", None)
    if mark:
        item["entry"]["by"] = mark
    with opened(chromium, tmp_path, signed_page()) as (page, _):
        fault = verified(page, forge(facts).decode())["fault"]
    assert fault["why"] in ("fault.signer", "fault.authority")
    assert fault["place"]["ply"] == item["entry"]["ply"]


@pytest.mark.parametrize("seed", range(3))
def test_members_of_any_kind_are_answered(chromium: Browser, tmp_path: Path, seed: int) -> None:
    """Signed anew or not: no error escapes, and what was not signed is refused."""
    rng = Random(seed)
    with opened(chromium, tmp_path, signed_page()) as (page, wrong):
        for _ in range(12):
            facts = told(finished_archive(1, 4))
            item = rng.choice(facts["log"])
            name = rng.choice(sorted(item["entry"]))
            value = item["entry"][name]
            item["entry"][name] = rng.choice([v for v in (None, 7, "x", [], {}, True) if v != value])
            assert verified(page, archive.write(facts).decode())["fault"] is not None
            if name not in ("letters", "server", "game", "kind"):
                assert verified(page, forge(facts).decode())["fault"] is not None
        assert wrong == []


def test_a_page_that_shows_other_moves_is_caught(chromium: Browser, tmp_path: Path) -> None:
    shown = part_of(signed_page(), "content")
    shown["plies"][33]["action"] = "bank"
    with opened(chromium, tmp_path, swapped(signed_page(), shown, "content")) as (page, _):
        page.click("#verify")
        expect(page.locator("#verdict.bad")).to_contain_text("move 33")


def test_a_page_that_shows_other_points_is_caught(chromium: Browser, tmp_path: Path) -> None:
    shown = part_of(signed_page(), "content")
    shown["plies"][-1]["changes"]["vp"][0] += 50
    with opened(chromium, tmp_path, swapped(signed_page(), shown, "content")) as (page, _):
        page.click("#verify")
        expect(page.locator("#verdict.bad")).to_contain_text("points")


def test_a_page_with_a_damaged_archive_still_opens_and_says_so(chromium: Browser, tmp_path: Path) -> None:
    broken = signed_page().replace('id="archive">"', 'id="archive">')
    with opened(chromium, tmp_path, broken, "#ply=3") as (page, wrong):
        page.click("#verify")
        expect(page.locator("#verdict.bad")).to_contain_text("can't be read")
        assert wrong == []


def test_a_browser_without_the_signatures_says_so(chromium: Browser, tmp_path: Path) -> None:
    without = """const real = SubtleCrypto.prototype.importKey;
        SubtleCrypto.prototype.importKey = function (form, key, name, ...rest) {
          return name === "Ed25519" ? Promise.reject(new DOMException("", "NotSupportedError"))
            : real.call(this, form, key, name, ...rest) };"""
    with opened(chromium, tmp_path, signed_page()) as (page, _):
        page.add_init_script(without)
        page.reload()
        page.click("#verify")
        expect(page.locator("#verdict")).to_contain_text("Signatures could not be checked")
        expect(page.locator("#verdict")).to_contain_text("Ed25519")


def test_a_browser_without_hashes_says_so(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, signed_page()) as (page, _):
        page.add_init_script("Object.defineProperty(globalThis, 'crypto', { value: {} })")
        page.reload()
        page.click("#verify")
        expect(page.locator("#verdict")).to_contain_text("no way to compute hashes")


def test_odd_texts_are_refused(chromium: Browser, tmp_path: Path) -> None:
    good = part_of(signed_page(), "archive")
    deep = '{"format":' + "[" * 5000 + "]" * 5000 + "}\n"
    odd = ["", "{}\n", "null", "[]", good[:-1], good + "\n", good.replace("\n", "\r\n"), deep, '"\\ud800"\n']
    odd += [json.dumps(json.loads(good)), re.sub('"start":([0-9])', '"start":\\1.0', good)]
    assert len(set(odd)) == len(odd)
    with opened(chromium, tmp_path, signed_page()) as (page, wrong):
        for text in odd:
            assert verified(page, text)["fault"] is not None, text[:60]
        assert wrong == []


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda shown: shown["players"][1].update(name="Somebody else"), "names"),
        (lambda shown: shown["players"][1].update(handle="somebody"), "names"),
        (lambda shown: shown["certificate"].update(server="play.example.net"), "names"),
        (lambda shown: shown["plies"][40]["changes"].update(vp=[9, 9, 9, 9]), "points"),
    ],
)
def test_a_page_that_shows_other_people_or_points_is_caught(
    chromium: Browser, tmp_path: Path, spoil: Callable[[Any], None], why: str
) -> None:
    shown = part_of(signed_page(), "content")
    spoil(shown)
    with opened(chromium, tmp_path, swapped(signed_page(), shown, "content")) as (page, _):
        page.click("#verify")
        expect(page.locator("#verdict.bad")).to_contain_text(f"the {why} that this page shows are not those")


def test_what_is_not_checked_is_said(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, signed_page()) as (page, _):
        page.click("#verify")
        page.locator("#verdict.good").wait_for()
        expect(page.locator("#checks")).to_contain_text("Not checked here: the rules themselves")
