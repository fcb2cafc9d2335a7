"""Change of mind with the consent of all, mails that cross, and what holds whatever is asked."""

from __future__ import annotations

import json
from random import Random

import pytest
from sqlmodel import col, update

from engine.bots import choose
from engine.record.archive.verify import verify
from engine.tongue import LANGUAGES, tongue
from server.desk.clerk import Clerk
from server.desk.desk import Desk
from server.ledger import models as rows
from tests.server.clocks.clocking import archive_of, plain
from tests.server.games.undo_table import DRAFT, WINDOW, Table, of, refused
from tests.server.house import House, mail
from tests.server.playing import hand_out, position
from tests.server.seasons.journal_house import work_together


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


@pytest.fixture
def at_once(house: House) -> Table:
    """Moves count at once."""
    return Table(house, "undo=off")


def test_later_all_have_to_agree(at_once: Table) -> None:
    table, ben = at_once, at_once.go_to("ben")
    before, action, ply = table.plies(), table.harmless(), position(ben).ply
    old = hand_out(table.members, ben.move(action))
    mails = table.undo(ben)
    anna, clara = table.member("anna"), table.member("clara")
    assert "Still to agree: " in of(mails, ben).text
    for other in (anna, clara):
        assert f"undo {table.game} {ply}" in of(mails, other).text
        assert action in of(mails, other).text
    refused(table.undo(ben), "undo/said")
    assert [got.recipient for got in table.undo(anna, ply)] == [anna.address]
    assert table.plies() == [*before, action]
    mails = table.undo(clara, ply)
    assert "[your turn]" in of(mails, ben).subject
    assert f"Ben Bäcker has taken back `{action}`; all have agreed." in plain(of(mails, clara).text)
    assert table.house.game(table.game).ply == ply
    assert len(old) == len(mails) == 3
    hand_out(table.members, ben.move("bank"))
    assert table.plies() == [*before, action, "bank"], "nothing is erased"
    assert verify(archive_of(table.house, anna, table.game)).taken_back == 1


def test_a_code_for_what_was_undone_moves_nothing(at_once: Table) -> None:
    """A number in an old mail means another action in the position that came instead."""
    table, ben = at_once, at_once.member("ben")
    before_ben = table.members[[one.turn["seat"] for one in table.members].index((ben.turn["seat"] - 1) % 3)]
    mover = table.go_to(before_ben.handle)
    ply = position(mover).ply
    hand_out(table.members, mover.move(table.harmless()))
    old = ben.last
    table.undo(mover, ply)
    for other in table.members:
        if other is not mover:
            table.undo(other, ply)
    hand_out(table.members, mover.move("bank"))
    new, ben.last = ben.last, old
    count = len(table.plies())
    refused(ben.move("bank"), "move/code")
    assert len(table.plies()) == count
    ben.last = new
    hand_out(table.members, ben.move("bank"))
    assert len(table.plies()) == count + 1


def test_a_word_that_may_be_about_another_move_is_no_consent(at_once: Table) -> None:
    """Ben wants his own move back; it crosses with Clara's move, and with her wish to take that back."""
    table = at_once
    mover = table.go_to("ben")
    hand_out(table.members, mover.move(table.harmless()))
    own, after = position(mover).ply - 1, table.mover
    refused(table.undo(after, own), "undo/not-yours")
    hand_out(table.members, after.move(table.harmless()))
    table.undo(after, own + 1)
    refused(table.undo(mover, own), "undo/other-ply")
    refused(table.undo(mover), "undo/say-ply")
    assert table.about().count("vote") == 1


def test_two_that_cross_take_one_move_back(table: Table) -> None:
    ben = table.go_to("ben")
    before = table.plies()
    (told,) = ben.move(table.harmless())
    lines = "".join(f"> {line}\n" for line in told.text.splitlines())
    raws = [mail(ben.address, f"undo\n\n{lines}", Message_ID=f"<{n}@example.org>") for n in range(2)]
    table.house.time += 60
    table.house.post(*raws)
    hand_out(table.members, table.house.work())
    assert table.about().count("taken-back") == 1
    assert table.about().count("vote") == 0
    assert table.plies() == before


def test_one_that_crosses_with_the_end_of_the_window_asks(table: Table) -> None:
    ben = table.go_to("ben")
    ply = position(ben).ply
    ben.move(table.harmless())
    table.wait(2 * WINDOW)
    mails = table.undo(ben, ply)
    assert "Still to agree: " in of(mails, ben).text
    assert len(mails) == 3


def test_one_that_came_in_time_counts_though_it_is_read_late(table: Table) -> None:
    ben = table.go_to("ben")
    before, ply = table.plies(), position(ben).ply
    (told,) = ben.move(table.harmless())
    table.house.time += WINDOW - 60
    table.house.post(mail(ben.address, f"undo {table.game} {ply}\n\n> code: {told.code}"))
    table.house.time += 3600
    table.house.look()
    table.house.work()
    table.wait()
    assert table.plies() == before
    assert table.about()[-1] == "taken-back"


def test_several_workers_play_it_once(table: Table) -> None:
    table.go_to("ben").move(table.harmless())
    count = len(table.plies())
    table.house.time += 2 * WINDOW
    table.house.look()
    desks = [Desk(table.house.ledger, table.house.settings, lambda: table.house.time) for _ in range(3)]
    work_together([Clerk(desk, f"clerk {number}") for number, desk in enumerate(desks)])
    assert len(table.plies()) == count + 1


def test_under_a_seal_it_is_asked_for_in_full(table: Table) -> None:
    anna = table.go_to("anna")
    anna.move(table.harmless())
    refused(table.undo(anna), "undo/in-full")
    refused(table.undo(anna, position(anna).ply - 1), "undo/other-ply")


# Always


@pytest.mark.parametrize("seed", range(3))
def test_no_move_is_lost_or_doubled_whatever_is_asked(house: House, seed: int) -> None:
    """Every move that came is played once at the end of its window, or taken back and never played."""
    table, rng = Table(house, "undo=5m deliveries=hidden"), Random(seed)
    came: list[str] = []
    for _ in range(60):
        mover, ply = table.mover, position(table.mover).ply
        held = table.house.game(table.game).turn_seat is None
        act = rng.choice(["move", "move", "undo", "other", "wait", "order", "restart", "again"])
        if act == "move" and not held:
            action = choose("random", position(mover), rng).write()
            hand_out(table.members, mover.move(action))
            assert house.outcome() == "done"
            came.append(action)
        elif act in ("undo", "other"):
            who = mover if act == "undo" else rng.choice(table.members)
            table.undo(who, ply - rng.choice((0, 1)) if ply else 0)
        elif act == "wait":
            table.wait(rng.choice((100, 300)))
        elif act == "order":
            hand_out(table.members, rng.choice(table.others()).order("next: bank; stop if gone"))
        elif act == "restart":
            house.desk = Desk(house.ledger, house.settings, lambda: house.time)
            house.clerk = Clerk(house.desk, f"clerk {house.time}")
        elif act == "again":
            hand_out(table.members, mover.ask(f"resend {table.game}"))
    table.wait(300)
    facts = table.facts()
    typed = [fact for fact in facts if fact["kind"] == "ply" and fact.get("by") != "standing"]
    notes_of = [fact for fact in facts if fact["kind"] == "note"]
    never = [fact for fact in notes_of if fact["about"] == "taken-back"]
    leaves = {entry.leaf: json.loads(entry.facts)["kind"] for entry in house.entries(table.game)}
    dropped = [fact for fact in never if leaves[fact["entry"]] == "note"]
    assert len(came) == len(typed) - DRAFT + len(dropped)
    hidden = [fact for fact in facts if fact["kind"] == "ply" and fact["turned"]]
    undone = {fact["entry"] for fact in never}
    entries = {
        json.dumps(json.loads(entry.facts), sort_keys=True): entry.leaf for entry in house.entries(table.game)
    }
    assert not [fact for fact in hidden if entries[json.dumps(fact, sort_keys=True)] in undone]
    assert [row.error for row in house.all(rows.Inbox) if row.state == "aside"] == []
    verify(archive_of(house, table.members[0], table.game))


def test_what_is_said_of_it_is_said_in_every_language(table: Table) -> None:
    ben = table.go_to("ben")
    for language in LANGUAGES:
        with table.house.ledger.writing() as session:
            session.exec(
                update(rows.Player).where(col(rows.Player.handle) == "ben").values(language=language)
            )
        (told,) = ben.move("bank")
        how = tongue(language).say("To take it back, and move anew, reply with:  undo")
        assert how in told.text
        assert (how == "To take it back, and move anew, reply with:  undo") == (language == "en")
        hand_out(table.members, table.house.write(ben.address, f"undo\n\n> code: {told.code}"))
