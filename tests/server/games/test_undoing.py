"""Change of mind by mail: a move waits, is played when it is time, or is taken back."""

from __future__ import annotations

import json

import pytest

from engine.record.archive.verify import verify
from engine.record.game.changes.undo import MOST
from server.desk.clerk import Clerk
from server.desk.desk import Desk
from server.games.undoing import USUAL_WINDOW, usual_window
from tests.server.clocks.clocking import archive_of, plain
from tests.server.games.undo_table import WINDOW, Table, of, refused
from tests.server.house import House, Member
from tests.server.playing import hand_out, make_table, position, start_game


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


@pytest.mark.parametrize("who", ["anna", "ben"])
def test_a_move_waits_and_only_its_player_hears_of_it(table: Table, who: str) -> None:
    member = table.go_to(who)
    before, action = table.plies(), table.harmless()
    (told,) = member.move(action)
    assert told.recipient == member.address
    assert f"Your move {len(before)}:  {action}" in told.text
    assert "It is played on" in told.text
    assert ("reply with:  undo" if who == "ben" else f"grubenpost undo {table.game}") in told.text
    assert table.plies() == before
    assert table.house.game(table.game).due_at == table.house.time + WINDOW
    assert table.house.game(table.game).turn_seat is None
    for other in table.others():
        (archive,) = other.ask(f"archive {table.game}")
        (board,) = other.ask(f"board {table.game}")
        assert action.encode() not in b"".join(archive.files.values())
        assert verify(next(iter(archive.enclosed.values()))).unseen > 0
        assert board.kind == "answer"
    assert not table.wait(WINDOW - 10 * 60)
    mails = table.wait()
    assert table.plies() == [*before, action]
    assert {got.recipient for got in mails} == {one.address for one in table.members}


def test_it_is_played_at_the_end_of_its_window_whenever_that_is_found_out(table: Table) -> None:
    member = table.go_to("ben")
    member.move(table.harmless())
    came = table.house.time
    table.wait(5 * WINDOW)
    assert table.facts()[-1]["at"] == came + WINDOW


@pytest.mark.parametrize("who", ["anna", "ben"])
def test_it_is_taken_back_and_another_is_made(table: Table, who: str) -> None:
    member = table.go_to(who)
    before, ply = table.plies(), position(member).ply
    member.move(table.harmless())
    mails = table.undo(member, ply)
    told = of(mails, member)
    assert len(mails) == 1
    assert "[your turn]" in told.subject
    assert "is taken back." in told.text
    assert table.house.game(table.game).due_at is None
    assert table.plies() == before
    member.move("bank")
    table.wait()
    assert table.plies() == [*before, "bank"]
    proved = verify(archive_of(table.house, member, table.game))
    assert proved.taken_back == 1


def test_a_reply_with_one_word_is_enough(table: Table) -> None:
    ben = table.go_to("ben")
    (told,) = ben.move(table.harmless())
    quoted = "".join(f"> {line}\n" for line in told.text.splitlines())
    (again,) = table.house.write(ben.address, f"undo\n\n{quoted}")
    assert "[your turn]" in again.subject
    assert table.about()[-1] == "taken-back"


def test_the_last_time_a_move_counts_at_once(table: Table) -> None:
    member = table.go_to("ben")
    before, ply = len(table.plies()), position(member).ply
    for _ in range(MOST):
        member.move("bank")
        table.undo(member, ply)
    hand_out(table.members, member.move("bank"))
    assert table.plies()[before:] == ["bank"]


def test_a_draw_counts_at_once(table: Table) -> None:
    member = table.go_to("anna")
    hand_out(table.members, member.move("factory draw"))
    assert table.plies()[-1] == "factory draw"
    assert "(undo/shown)" in of(table.undo(member, position(member).ply - 1), member).text


def test_only_its_player_takes_it_back(table: Table) -> None:
    member = table.go_to("anna")
    member.move(table.harmless())
    ply = position(member).ply
    for other in table.others():
        refused(table.undo(other, ply), "undo/nothing")
    assert table.about()[-1] == "held"


def test_nothing_else_is_moved_meanwhile(table: Table) -> None:
    ben = table.go_to("ben")
    (told,) = ben.move(table.harmless())
    refused(ben.move("bank"), "move/held")
    refused(table.member("anna").ask(f"nudge {table.game}"), "nudge/held")
    assert "your move" in plain(of(ben.ask("status"), ben).text)
    assert "has made move" in plain(of(table.member("anna").ask("status"), table.member("anna")).text)
    again = of(ben.ask(f"resend {table.game}"), ben)
    assert "your move has come, and waits to be played" in again.text
    assert "To move" not in again.text
    assert "What you can do" not in again.text
    for line in told.text.splitlines()[2:6]:
        assert line in again.text


def test_a_letter_that_comes_again_hears_what_became_of_it(table: Table) -> None:
    anna = table.go_to("anna")
    ply, letter = position(anna).ply, anna.move_letter("bank")
    table.house.write(anna.address, "", letter)
    assert "It is played on" in of(table.house.write(anna.address, "", letter), anna).text
    table.undo(anna, ply)
    told = of(table.house.write(anna.address, "", letter), anna)
    assert "was taken back: it does not count" in plain(told.text)
    assert table.about()[-1] == "taken-back"


def test_orders_wait_too(table: Table) -> None:
    """Those of the next player are played after the window, and not before."""
    anna = table.go_to("anna")
    after = table.members[[one.turn["seat"] for one in table.members].index((anna.turn["seat"] + 1) % 3)]
    before = table.plies()
    anna.move(table.harmless())
    after.order("next: bank")
    assert table.plies() == before
    mails = table.wait()
    assert table.plies()[-1] == "bank"
    assert len(table.plies()) == len(before) + 2
    assert len(mails) == 3


def test_orders_for_after_a_move_end_with_it(table: Table) -> None:
    ben = table.go_to("ben")
    ply = position(ben).ply
    ben.reply("money 5\nnext: bank")
    assert table.about()[-2:] == ["held", "standing"]
    told = of(table.undo(ben, ply), ben)
    assert "and what you had ordered for after it" in plain(told.text)
    assert "ordered nothing" in of(ben.ask(f"orders {table.game}"), ben).text


def test_a_server_that_starts_anew_plays_it(table: Table) -> None:
    """Nothing of a move that is held is only in the memory of a process."""
    member = table.go_to("ben")
    before = table.plies()
    member.move(table.harmless())
    table.house.desk = Desk(table.house.ledger, table.house.settings, lambda: table.house.time)
    table.house.clerk = Clerk(table.house.desk, "another")
    table.wait()
    assert len(table.plies()) == len(before) + 1


def test_whoever_resigns_has_moved_before(table: Table) -> None:
    ben = table.go_to("ben")
    before, action = table.plies(), table.harmless()
    ben.move(action)
    ben.ask(f"resign {table.game}")
    assert table.plies() == before
    table.wait()
    assert table.plies()[len(before)] == action
    verify(archive_of(table.house, table.member("anna"), table.game))


def test_a_game_is_given_up_though_a_move_waits(table: Table) -> None:
    table.go_to("ben").move(table.harmless())
    for member in table.members:
        member.ask(f"abandon {table.game}")
    game = table.house.game(table.game)
    assert (game.state, game.due_at) == ("abandoned", None)
    assert not table.wait()
    verify(archive_of(table.house, table.member("anna"), table.game))


# Options


def test_the_window_is_an_option_and_its_default_follows_the_pace(house: House) -> None:
    (anna, *_), game = make_table(house, 2)
    assert json.loads(house.game(game).options)["undo"] == 0
    for options, window in (("pace=relaxed", USUAL_WINDOW), ("pace=daily", 0), ("undo=1h", 3600)):
        opened = anna.ask(f"new 2 {options}")[0].text.split("The game ")[1][:6]
        assert json.loads(house.game(opened).options)["undo"] == window
    assert "moves wait 1h" in anna.ask("games")[0].text
    for wrong in ("undo=4m", "undo=2h", "undo=x"):
        refused(anna.ask(f"new 2 {wrong}"), "new/undo")
    assert usual_window(None) == 0


def test_a_late_answer_takes_back_no_other_move(table: Table) -> None:
    """`undo` without a ply is about the move that the answered mail tells of."""
    ben = table.go_to("ben")
    (first,) = ben.move(table.harmless())
    table.wait()
    table.go_to("ben")
    (second,) = ben.move(table.harmless())
    for said in ("undo", f"undo {table.game}"):
        refused(table.house.write(ben.address, f"{said}\n\n> code: {first.code}"), "undo/other-ply")
    assert table.about()[-1] == "held"
    table.house.write(ben.address, f"undo\n\n> code: {second.code}")
    assert table.about()[-1] == "taken-back"


def test_a_code_of_another_game_takes_back_nothing(table: Table) -> None:
    ben, dora = table.go_to("ben"), Member(table.house, "dora", "Dora")
    turn, move = ben.last, table.harmless()
    dora.register()
    start_game([ben, dora])
    assert ben.last is not None
    elsewhere, ben.last = ben.last.code, turn
    (told,) = ben.move(move)
    refused(table.house.write(ben.address, f"undo {table.game}\n\n> code: {elsewhere}"), "undo/code")
    assert table.about()[-1] == "held"
    table.house.write(ben.address, f"undo {table.game}\n\n> code: {told.code}")
    assert table.about()[-1] == "taken-back"
