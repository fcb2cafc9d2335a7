"""A game of four on real mail servers in which every seat plays by standing orders, as far as they reach.

The draft goes by lists that were given when joining. Then everyone orders three turns ahead at every reading,
and whoever is to move orders too, which is played at once. The archive proves that every move follows from
what was sealed, to the command and to the page in a browser.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from engine.bots.lists import sketch
from engine.library.replay import replay_page
from engine.record.archive.verify import verify
from tests.browser.chromium import chromium
from tests.end_to_end.artefacts import Bundle, artefacts_folder
from tests.end_to_end.host import Site, running_club
from tests.end_to_end.people import KeyPlayer, MailboxPlayer, Person, Town, unused
from tests.end_to_end.test_whole_game import check_archive, make_people, register, server_key
from tests.engine.library.replay.shown import opened
from tests.engine.library.replay.test_controls import step_through, vp_shown
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix

__all__ = ["chromium"]

TURNS = 3


def open_game(people: list[Person]) -> str:
    """All join with a list for the draft; when the last share is told, the draft is over."""
    host, *_ = people
    found = re.search(r"\bjoin ([0-9a-z]{6})\b", host.ask("new players=4 hold=yes").text)
    assert found
    game = found[1]
    for person in people:
        if isinstance(person, MailboxPlayer):
            person.write(f"join {game} draft: kk, 9vp, any", answers=person.last)
        else:
            assert isinstance(person, KeyPlayer)
            person.join(game)
            person.hear_answer()
            person.post(person.quill.orders(game, 0, "draft: gg, any"))
        person.hear_answer()
    host.tell(f"start {game}")
    first, last = [person for person in people if isinstance(person, KeyPlayer)]
    first.tell_share()
    first.hear_answer()
    last.tell_share()
    return game


def order(person: Person, game: str) -> bool:
    """What a bot would order, in answer to the newest position; false if there is no turn any more."""
    assert person.turn is not None
    orders = sketch(person.turn.position, person.turn.seat, turns=TURNS)
    if orders is None:
        return False
    if isinstance(person, KeyPlayer):
        person.post(person.quill.orders(game, person.turn.position.ply, orders.in_one_line()))
    else:
        person.write(orders.write(), answers=person.turn_mail)
    return True


def play(people: list[Person], game: str) -> int:
    """To the end; how many times somebody had to be asked."""
    asked, news = 0, [person.hear_turn(12) for person in people]
    while not news[0].position.over:
        mover = next(person for person, turn in zip(people, news, strict=True) if turn.mine)
        waiting = [person for person in people if person is not mover]
        for person in waiting:
            if order(person, game):
                person.hear_answer()
        assert order(mover, game)
        asked += 1
        news = [person.hear_next_turn() for person in people]
        assert len({turn.position.ply for turn in news}) == 1
    return asked


def test_a_whole_game_by_orders(
    tmp_path: Path,
    authority: Authority,
    dovecot: Dovecot,
    postfix: Postfix,
    database: str,
    chromium: Browser,
) -> None:
    account, bundle = unused("grubenpost"), Bundle(artefacts_folder("game-by-orders"))
    with (
        running_club(tmp_path, Site(authority, dovecot, postfix), account, database=database) as server,
        Town(dovecot, postfix, bundle, key := server_key(server), account) as town,
    ):
        people = make_people(town)
        register(people)
        game = open_game(people)
        asked = play(people, game)
        plies = people[0].turn.position.ply  # type: ignore[union-attr]
        archive = check_archive(people[0], game, plies, key, tmp_path)
        assert server.stop() == 0
    facts = json.loads(archive)
    marks = [each["entry"].get("by") for each in facts["log"] if each["entry"]["kind"] == "ply"]
    assert marks == ["standing"] * plies
    assert verify(archive, key).untyped == plies
    assert asked < plies / 2
    with opened(chromium, tmp_path, replay_page(archive)) as (shown, wrong):
        shown.click("#last")
        step_through(shown)
        assert vp_shown(shown) == [seat["vp"] for seat in facts["final"]]
        shown.click("#verify")
        expect(shown.locator("#verdict.good")).to_contain_text("signed", timeout=60_000)
        assert wrong == []
    print(f"{plies} plies, {asked} of them asked for, {bundle.kept} mails in {bundle.folder}")
