"""Orders ahead by mail: taken, kept secret, played the moment the turn comes, told, and withdrawn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.bots.lists import propose
from engine.record.archive.verify import verify
from engine.rules import CARDS
from engine.tongue import tongue
from engine.tongue.order_words import in_words_of
from server.games.standing import MOST_A_TURN
from server.ledger import models as rows
from tests.server.house import Got, House, Member
from tests.server.playing import hand_out, make_club, open_game, play_on, position, start_game, to_move


class Table:
    """Anna with her key, Ben from his mailbox, Clara with her key; the draft is over."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.members = self.anna, self.ben, self.clara = make_club(house, 3)
        self.game = start_game(self.members)
        play_on(self.members, 9)

    def wait_for(self, member: Member) -> None:
        """Go on until the one before this member is to move, and nothing is drawn."""
        while True:
            seen = position(self.members[0])
            if (seen.turn + 1) % seen.players == member.turn["seat"] and not seen.drawn:
                return
            play_on(self.members, 1)

    def move(self, action: str = "bank") -> list[Got]:
        mover = to_move(self.members)
        assert mover is not None
        return hand_out(self.members, mover.move(action))

    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(entry.facts) for entry in self.house.entries(self.game)]

    def plies(self) -> list[tuple[Any, ...]]:
        facts = [each for each in self.entries() if each["kind"] == "ply"]
        return [(ply["seat"], ply["action"], ply.get("by")) for ply in facts]

    def orders(self) -> list[dict[str, Any]]:
        return [each for each in self.entries() if each.get("about") == "standing"]


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


def absent(member: Member) -> str:
    """A card that is not on offer, and may still come."""
    seen = position(member)
    gone = [*seen.cards, *(card for pit in seen.pits for card in (*pit.orders, *pit.delivered))]
    return next(card.name for card in CARDS.values() if card not in gone)


def of(mails: list[Got], member: Member) -> Got:
    (found,) = [got for got in mails if got.recipient == member.address]
    return found


def refused(mails: list[Got], code: str) -> str:
    (got,) = mails
    assert f"({code})" in got.text, got.text
    return got.text


@pytest.mark.parametrize("who", [0, 1])
def test_played_the_moment_the_turn_comes(table: Table, who: int) -> None:
    member = table.members[who]
    table.wait_for(member)
    (told,) = member.order("next: bank; stop if gone")
    assert "In your next turn:\n  1  bank\n" in told.text
    assert table.orders()[-1]["secret"] is True
    before = len(table.plies())
    mails = table.move()
    assert table.plies()[before:][1] == (member.turn["seat"], "bank", "standing")
    assert "Your orders have played `bank`, by line 1." in of(mails, member).text
    assert len(mails) == 3  # one mail for each reader, about all that happened


def test_all_that_happened_is_told_in_one_mail(table: Table) -> None:
    table.wait_for(table.anna)
    for member in (table.anna, table.ben):
        member.order("next: bank; then: bank")
    before = len(table.plies())
    mails = hand_out(table.members, table.clara.order("next: bank; then: bank"))
    assert [mark for _, _, mark in table.plies()[before:]] == ["standing"] * 6
    assert len(mails) == 3
    for member in table.members:
        told = of(mails, member).text
        assert told.count("Your orders have played `bank`, by line 1.") == 2
        assert told.count("Anna goes to the bank") == 2


def test_nobody_else_sees_them(table: Table) -> None:
    table.wait_for(table.ben)
    mails = table.ben.order("next: money 5 if money >= 1; else bank")
    assert [got.recipient for got in mails] == [table.ben.address]
    table.wait_for(table.clara)
    for member in (table.anna, table.clara):
        (archive,) = member.ask(f"archive {table.game}")
        shown = b"".join(archive.files.values()) + archive.raw
        assert b"money >= 1" not in shown
        (history,) = member.ask(f"history {table.game}")
        assert "money 5 if" not in history.text


def test_replaced_shown_and_withdrawn(table: Table) -> None:
    ben = table.ben
    table.wait_for(ben)
    hand_out([ben], ben.ask(f"orders {table.game}"))
    assert "You have ordered nothing" in ben.ask(f"orders {table.game}")[0].text
    ben.order("next: money 5")
    answer = hand_out([ben], ben.ask("next: bank"))[0]
    assert "1  bank" in answer.text
    shown = ben.ask("orders")[0].text
    assert "1  bank" in shown
    assert "money 5" not in shown
    assert "are withdrawn" in ben.ask("drop orders")[0].text
    assert "You have ordered nothing" in ben.ask(f"drop orders {table.game}")[0].text
    before = len(table.plies())
    table.move()
    assert len(table.plies()) == before + 1


def test_a_letter_that_withdraws(table: Table) -> None:
    table.wait_for(table.anna)
    table.anna.order("next: bank")
    assert "are withdrawn" in table.anna.order("none")[0].text
    assert "You have ordered nothing" in table.anna.order("none")[0].text
    before = len(table.plies())
    table.move()
    assert len(table.plies()) == before + 1


@pytest.mark.parametrize("language", ["de", "ru"])
def test_in_other_languages(table: Table, language: str) -> None:
    ben = table.ben
    table.wait_for(ben)
    spoken, card = tongue(language), absent(ben)
    text = in_words_of(spoken, f"next: order {card} if costs <= 2; else bank\nthen: money 5\nstop if ousted")
    (answer,) = ben.reply(text)
    assert f"order {card} if costs <= 2" in answer.text
    assert table.orders()


def test_what_can_never_be_played_is_refused(table: Table) -> None:
    for member in (table.anna, table.ben):
        table.wait_for(member)
        before = table.entries()
        refused(member.order("next: money 3"), "ahead/never")
        assert table.entries() == before
    ben = table.ben
    refused(
        ben.reply("next: oder C-kk; else factory g2L if money >= 1; else money 5"), "notation/unknown-verb"
    )
    refused(ben.reply("then: bank"), "ahead/then-first")
    assert table.entries() == before


def test_a_list_that_is_broken_into_lines(table: Table) -> None:
    table.wait_for(table.ben)
    card = absent(table.ben)
    (answer,) = table.ben.reply(
        f"Hi!\n\nnext: order {card} if costs <= 2 and money >= 1 and not someone takes\n"
        "C-kk;\nelse money 5\nthen: bank\nstop if ousted\n\nThanks, Ben"
    )
    assert "In the turn after, if line 1 was played:\n  1  bank" in answer.text
    assert "not someone takes C-kk" in " ".join(answer.text.split())


def test_try_shows_what_each_line_would_do(table: Table) -> None:
    table.wait_for(table.ben)
    before = table.entries()
    (answer,) = table.ben.ask(f"try next: order {absent(table.ben)}; else bank")
    assert "not now: nothing of the kind is on offer" in answer.text
    assert "now `bank`: it can be done for 1 worker" in answer.text
    refused(table.ben.ask(f"try {table.game} next: money 3"), "ahead/never")
    assert table.entries() == before


def test_a_move_and_orders_in_one_mail(table: Table) -> None:
    ben = table.ben
    table.wait_for(ben)
    table.move()
    before = len(table.plies())
    hand_out(table.members, ben.reply("next: bank\n\nbank"))
    assert table.plies()[before:] == [(ben.turn["seat"], "bank", "delegated")]
    assert len(table.orders()) == 1
    table.move()
    table.move()
    assert table.plies()[-1] == (ben.turn["seat"], "bank", "standing")


def test_orders_in_answer_to_ones_own_turn_are_played_at_once(table: Table) -> None:
    ben = table.ben
    table.wait_for(ben)
    table.move()
    mails = hand_out(table.members, ben.reply(f"next: order {absent(ben)}; else bank"))
    assert table.plies()[-1] == (ben.turn["seat"], "bank", "standing")
    told = " ".join(of(mails, ben).text.split())
    assert "Line 1 was passed over: nothing of the kind is on offer." in told


def test_what_stopped_and_why_is_told_with_the_turn(table: Table) -> None:
    table.wait_for(table.ben)
    table.ben.order(f"next: order {absent(table.ben)}")
    text = of(table.move(), table.ben).text
    assert "it is your turn" in text
    assert "Your orders have stopped: no line can be played. It is for you to move." in text
    table.move()
    assert "have stopped" not in of(table.move(), table.ben).text


def test_letters_that_cross_the_turn_come_to_nothing(table: Table) -> None:
    anna = table.anna
    table.wait_for(anna)
    early = anna.orders_letter("next: bank")
    table.move()
    table.move()
    before = len(table.entries())
    refused(table.house.write(anna.address, "", early), "orders/stale")
    ben = table.ben
    table.wait_for(ben)
    late = ben.last
    table.move()
    table.move()
    ben.last = late
    refused(ben.reply("next: bank"), "orders/stale")
    assert len(table.orders()) == 0
    assert len(table.entries()) > before


def test_a_code_is_good_once(table: Table) -> None:
    table.wait_for(table.ben)
    table.ben.order("next: bank")
    (answer,) = table.ben.order("next: money 5")
    assert "please confirm" in answer.subject
    assert len(table.orders()) == 1


def test_draw_and_keep_in_one(table: Table) -> None:
    table.wait_for(table.ben)
    table.ben.order("next: order draw, keep 12vp or any, top")
    before = len(table.plies())
    table.move()
    drawn, kept = table.plies()[before + 1 :][:2]
    assert drawn[1:] == ("order draw", "standing")
    assert kept[1].startswith("keep ")
    assert kept[2] == "standing"


def test_too_often(table: Table) -> None:
    table.wait_for(table.anna)
    for _ in range(MOST_A_TURN):
        table.anna.order("next: bank")
    refused(table.anna.order("next: bank"), "orders/too-often")
    assert len(table.orders()) == MOST_A_TURN


def test_a_player_with_a_key_seals_orders(table: Table) -> None:
    table.wait_for(table.anna)
    refused(table.anna.ask("plan next: bank"), "orders/own-key")


def test_a_code_of_another_turn_is_no_code_for_orders(table: Table) -> None:
    ben, dora = table.ben, Member(table.house, "dora", "Dora")
    table.wait_for(ben)
    table.move()
    turn = ben.last
    dora.register()
    other = start_game([ben, dora])
    ben.last = turn
    refused(ben.reply(f"plan {other} next: bank"), "orders/code")


def test_a_draft_by_lists(house: House) -> None:
    """Lists that were given when joining make the whole draft, with the mail that starts the game."""
    anna, ben = make_club(house, 2)
    game = open_game([anna, ben])
    house.write(
        anna.address, "", anna.join_letter(game), anna.orders_letter("draft: kk, any", game=game, ply=0)
    )
    assert "draft: kk, any" in anna.ask(f"orders {game}")[0].text
    refused(
        house.write(anna.address, "", anna.orders_letter("next: bank", game=game, ply=0)), "orders/draft-only"
    )
    mails = hand_out([anna, ben], house.tell_shares(ben.ask(f"join {game} draft: 9vp, any")))
    plies = [json.loads(entry.facts) for entry in house.entries(game) if entry.kind == "ply"]
    assert [ply["action"].split()[0] for ply in plies] == ["draft"] * 6
    assert {ply["by"] for ply in plies} == {"standing"}
    assert len(mails) == 2
    assert all(seat.ahead is None for seat in house.all(rows.Seat))


def test_joining_with_no_list_but_words(house: House) -> None:
    anna, ben = make_club(house, 2)
    game = open_game([anna, ben])
    refused(ben.ask(f"join {game} please do"), "command/usage")
    refused(ben.ask(f"join {game} next: bank"), "orders/draft-only")
    (told,) = ben.ask(f"join {game} draft: any")
    assert f"`orders {game}` shows it" in told.text
    assert "are withdrawn" in ben.ask(f"drop orders {game}")[0].text


def test_a_whole_game_by_orders(house: House) -> None:
    """Everyone orders at every reading; the archive proves that each move follows from what was sealed."""
    members = make_club(house, 3)
    game = start_game(members)
    ordered = 0
    while (mover := to_move(members)) is not None:
        for member in members:
            orders = propose(position(member), member.turn["seat"], "greedy")
            if member is not mover and orders is not None:
                member.order(orders.write() if not member.own_key else orders.in_one_line())
        hand_out(members, mover.order(_now(mover)))
        ordered += 1
        assert ordered < 200
    marks = [json.loads(entry.facts).get("by") for entry in house.entries(game) if entry.kind == "ply"]
    assert marks.count("standing") == len(marks)
    (answer,) = members[0].ask(f"archive {game}")
    (archive,) = [data for name, data in answer.files.items() if name.endswith(".json") and game in name]
    certificate = verify(archive, house.settings.key.public)
    assert certificate.state == "finished"
    assert certificate.untyped == len(marks)


def _now(mover: Member) -> str:
    """Orders that are played at once, since it is their turn."""
    orders = propose(position(mover), mover.turn["seat"], "greedy")
    assert orders is not None
    return orders.write() if not mover.own_key else orders.in_one_line()
