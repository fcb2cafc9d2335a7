"""Codes: each is good for what it was mailed for, for its own player, and once."""

from __future__ import annotations

import pytest

from server.ledger import models as rows
from tests.server.house import Got, House, Member
from tests.server.playing import hand_out, make_club, open_game, play_on, position, start_game, to_move

DAY = 24 * 3600


@pytest.fixture
def club(house: House) -> list[Member]:
    """Anna (key), Ben (mailbox), Clara (key), Dora (mailbox) in one game; it is Ben's turn."""
    members = make_club(house)
    start_game(members)
    while to_move(members) is not members[1]:
        play_on(members, 1)
    return members


def turn_code(member: Member) -> str:
    assert member.last is not None
    return member.last.code


def name_of(house: House, handle: str) -> str:
    (player,) = house.all(rows.Player, rows.Player.handle == handle)
    return player.name


def entries(house: House) -> int:
    return len(house.all(rows.Entry))


def quoted(member: Member, text: str, code: str) -> list[Got]:
    return member.house.write(member.address, f"{text}\n\n> code: {code}")


def test_a_turn_code_moves_once(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    code, before = turn_code(ben), entries(house)
    assert len(quoted(ben, "1", code)) == 4
    for text in ("1", "2", "bank", "draft B-k"):
        quoted(ben, text, code)
    assert entries(house) == before + 1


def test_a_turn_code_is_for_moves_and_questions_only(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    code = turn_code(ben)
    for text in ("set name Mallory", "forget me", "set address mallory@example.net", "new", "resign {game}"):
        game = ben.turn["game"]
        (question,) = quoted(ben, text.format(game=game), code)
        assert question.subject == "[please confirm] Grubenpost"
        assert question.recipient == ben.address
    assert name_of(house, "ben") == "Ben Bäcker"
    assert len(house.all(rows.Address)) == 4
    (answer,) = quoted(ben, "status", code)
    assert "YOUR TURN" in answer.text
    assert len(quoted(ben, "1", code)) == 4  # and still it is good for its move


def test_a_turn_code_is_for_its_own_game_and_ply(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    old, other = turn_code(ben), start_game([club[0], ben])
    before = entries(house)
    (answer,) = quoted(ben, f"move {other} 1", old)
    assert "move/code" in answer.text
    assert entries(house) == before
    (again,) = ben.ask(f"resend {club[2].turn['game']}")
    hand_out(club, quoted(ben, "1", again.code))
    (answer,) = quoted(ben, "2", old)
    assert "move/stale" in answer.text


def test_somebody_elses_code_is_somebody_elses_mail(house: House, club: list[Member]) -> None:
    """A code is a key: whoever quotes it speaks for its player, and the answer goes to that player."""
    _, ben, _, dora = club
    (answer,) = quoted(dora, "status", turn_code(ben))
    assert answer.recipient == ben.address
    (question,) = quoted(dora, "set name Mallory", turn_code(ben))
    assert question.recipient == ben.address
    assert name_of(house, "ben") == "Ben Bäcker"


def test_codes_of_two_players_do_not_mix(house: House, club: list[Member]) -> None:
    _, ben, _, dora = club
    before = entries(house)
    (answer,) = house.write("x@example.org", f"set name Mallory\n\n{turn_code(ben)}\n{dora.code}")
    assert answer.subject.startswith("[please confirm]")
    assert answer.recipient == ben.address
    assert {name_of(house, "ben"), name_of(house, "dora")} == {"Ben Bäcker", "Дора Д."}
    assert entries(house) == before


def test_a_reply_code_is_good_for_one_change(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    ben.ask("status")
    code = ben.code
    for _ in range(3):
        (answer,) = quoted(ben, "status", code)
        assert "ply" in answer.text
    (refused,) = quoted(ben, "set language klingon", code)
    assert "set/value" in refused.text
    quoted(ben, "set name Benno", code)
    assert name_of(house, "ben") == "Benno"
    (question,) = quoted(ben, "set name Mallory", code)
    assert question.subject.startswith("[please confirm]")
    assert name_of(house, "ben") == "Benno"


def test_a_reply_code_does_not_move(house: House, club: list[Member]) -> None:
    _, ben, _, dora = club
    before = entries(house)
    dora.ask("status")
    (answer,) = quoted(dora, f"move {dora.turn['game']} bank", dora.code)
    assert "move/code" in answer.text
    assert f"resend {dora.turn['game']}" in answer.text
    assert entries(house) == before
    # But an answer about a game in which it is one's turn carries a code to move with.
    (answer,) = ben.ask(f"board {ben.turn['game']}")
    assert len(quoted(ben, "1", answer.code)) == 4


def test_held_until_confirmed(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    house.time += DAY
    (question,) = ben.write("set name Benno\nset language de")
    assert "  set name Benno\n  set language de\n" in question.text
    assert name_of(house, "ben") == "Ben Bäcker"
    (done,) = quoted(ben, "Yes", question.code)
    assert "> set name Benno" in done.text
    assert name_of(house, "ben") == "Benno"
    assert quoted(ben, "Yes", question.code) == []


def test_what_was_held_may_still_be_refused_as_a_whole(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    house.time += DAY
    (question,) = ben.write("set name Benno\nboard zzzzz9")
    (answer,) = quoted(ben, "yes", question.code)
    assert "game/unknown" in answer.text
    assert name_of(house, "ben") == "Ben Bäcker"


def test_a_code_that_confirms_is_good_for_nothing_else(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    house.time += DAY
    (question,) = ben.write("set name Benno")
    before = entries(house)
    (answer,) = quoted(ben, "1", question.code)
    assert "confirm/yes" in answer.text
    assert (entries(house), name_of(house, "ben")) == (before, "Ben Bäcker")


def test_key_players_get_no_codes_and_hold_nothing(house: House, club: list[Member]) -> None:
    anna, _, _, _ = club
    house.time += DAY
    (answer,) = anna.write("set name Mallory")
    assert "command/unsealed" in answer.text
    assert name_of(house, "anna") == "Anna"
    players = {player.id: player.handle for player in house.all(rows.Player) if player.auth == "key"}
    assert [code for code in house.all(rows.Code) if code.player_id in players] == []


def test_old_codes_in_a_long_thread_do_no_harm(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    (again,) = ben.ask(f"resend {ben.turn['game']}")
    olds = [turn_code(ben)]
    hand_out(club, quoted(ben, "1", again.code))
    while to_move(club) is not ben:
        play_on(club, 1)
    text = "1\n\n> " + "\n> > ".join([*olds, turn_code(ben)])
    assert len(house.write(ben.address, text)) == 4


def test_codes_expire_and_are_swept_out(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    ben.ask("status")
    reply, turn = ben.code, turn_code(ben)
    house.time += 61 * DAY
    (question,) = quoted(ben, "set name Benno", reply)
    assert question.subject.startswith("[please confirm]")
    assert len(quoted(ben, "1", turn)) == 4  # nobody loses a turn by taking time
    house.time += 400 * DAY
    house.desk.tick()
    assert house.all(rows.Code) == []


def test_a_code_in_a_machines_mail_does_nothing(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    before = entries(house)
    text = f"1\n\n> code: {turn_code(ben)}"
    for header in ("Auto_Submitted", "Precedence", "List_Id", "X_Autoreply"):
        value = {"Auto_Submitted": "auto-replied", "Precedence": "bulk"}.get(header, "<x.example.org>")
        assert house.write(ben.address, text, **{header: value}) == []
    assert entries(house) == before


def test_only_hashes_of_codes_are_kept(house: House, club: list[Member]) -> None:
    codes = {row.hash for row in house.all(rows.Code)}
    assert turn_code(club[1]) not in codes
    texts = "".join(f"{row.hash}{row.what}{row.address}" for row in house.all(rows.Code))
    assert "GP-" not in texts


def test_a_turn_code_outlives_a_question_about_another_game(house: House, club: list[Member]) -> None:
    other = open_game([club[0], club[1]])
    (answer,) = quoted(club[1], f"leave {other}", turn_code(club[1]))
    assert answer.subject.startswith("[please confirm]")
    assert position(club[1]).turn == club[1].turn["seat"]
    assert len(club[1].reply("1")) == 4
