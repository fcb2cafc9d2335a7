"""Codes: each is good for what it was mailed for, for its own player, and once."""

from __future__ import annotations

from random import Random

import pytest

from engine.wire.codes import write_code
from server.ledger import models as rows
from tests.server.beginnings import remembered
from tests.server.house import ADDRESS, Got, House, Member, mail
from tests.server.playing import (
    hand_out,
    make_table,
    open_game,
    play_on,
    position,
    start_game,
    to_move,
)

DAY = 24 * 3600


@pytest.fixture
@remembered
def club(house: House) -> list[Member]:
    """Anna (key), Ben (mailbox), Clara (key), Dora (mailbox) in one game; it is Ben's turn."""
    members, _ = make_table(house)
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
    in_turn = house.game(other).turn_seat == 1
    assert ("move/code" if in_turn else "move/not-your-turn") in answer.text
    assert entries(house) == before
    (again,) = ben.ask(f"resend {club[2].turn['game']}")
    hand_out(club, quoted(ben, "1", again.code))
    (answer,) = quoted(ben, "2", old)
    assert "move/not-your-turn" in answer.text


def test_somebody_elses_code_is_passed_over(house: House, club: list[Member]) -> None:
    """A code counts in the mails of its own player only: in others it might as well not be there."""
    _, ben, _, dora = club
    house.time += DAY
    (answer,) = quoted(dora, "status", turn_code(ben))
    assert answer.recipient == dora.address
    before = entries(house)
    for text in ("1", "bank", f"move {ben.turn['game']} 1", "set name Mallory"):
        house.time += DAY
        assert {got.recipient for got in quoted(dora, text, turn_code(ben))} <= {dora.address}
    assert entries(house) == before
    assert {name_of(house, "ben"), name_of(house, "dora")} == {"Ben Bäcker", "Дора Д."}
    # With a code of one's own beside it, it is the own one that counts, in either order.
    house.time += DAY
    dora.ask("status")
    for codes in (f"{turn_code(ben)}\n> {dora.code}", f"{dora.code}\n> {turn_code(ben)}"):
        (answer,) = quoted(dora, "status", codes)
        assert answer.recipient == dora.address
    (named,) = quoted(dora, "set name Dorothea", f"{turn_code(ben)}\n> {dora.code}")
    assert named.recipient == dora.address
    assert name_of(house, "dora") == "Dorothea"


STRANGE = ("x@example.org", "ben+phone@example.org", "ben@example.net", "be.n@example.org")


@pytest.mark.parametrize("sender", STRANGE)
def test_a_code_from_elsewhere_is_not_obeyed_but_told(house: House, club: list[Member], sender: str) -> None:
    _, ben, _, dora = club
    before = entries(house)
    (told,) = house.write(sender, f"1\n\n> code: {turn_code(ben)}")
    assert told.recipient == ben.address
    assert told.subject == "[not obeyed] Grubenpost"
    assert f"came from {sender}" in told.text
    assert f"set address {sender}" in told.text
    assert "It asked for: move." in told.text
    # Once a day, whatever it is that comes.
    for text in ("1", "yes", "", "set name Mallory", "forget me", "recover", "Buy gold!", "status"):
        assert house.write(sender, f"{text}\n\n> code: {turn_code(ben)}\n> {ben.code}") == []
    house.time += DAY
    both = house.write(sender, f"set name Mallory\n\n{turn_code(ben)}\n{dora.code}")
    assert [got.recipient for got in both] == [ben.address, dora.address]
    assert all("Mallory" not in got.text for got in both)
    assert {name_of(house, "ben"), name_of(house, "dora")} == {"Ben Bäcker", "Дора Д."}
    assert entries(house) == before
    # What the note itself carries lets Ben go on, and so does the old code from his own address.
    assert len(house.write("Ben@Example.ORG", f"1\n\n> code: {turn_code(ben)}")) == 4


@pytest.mark.parametrize("text", ["status", "moeny 4", "set name Zora\nboard zzzzz9", "thank you all"])
@pytest.mark.parametrize("field", ["Cc", "To"])
def test_a_code_that_others_have_seen_ends_with_its_mail(
    house: House, club: list[Member], text: str, field: str
) -> None:
    """Whoever is in copy and can write under his address has nothing to write with."""
    ben = club[1]
    assert ben.last is not None
    for code in (ben.last.code, ben.code):
        raw = mail(ben.address, f"{text}\n\n> code: {code}", Message_ID=f"<{code}@example.org>")
        both = f"{ADDRESS}, Eve <eve@example.net>".encode()
        named = b"To: " + both if field == "To" else b"To: " + ADDRESS.encode() + b"\r\nCc: eve@example.net"
        house.time += 60
        house.post(raw.replace(b"To: " + ADDRESS.encode(), named))
        answers = house.work()
        before, name = len(house.all(rows.Entry)), house.all(rows.Player)[1].name
        for forged in ("1", "set name Eve"):
            house.time += 60
            house.write(ben.address, f"{forged}\n\n> code: {code}")
        assert len(house.all(rows.Entry)) == before
        assert house.all(rows.Player)[1].name == name
    # He goes on with the code of the answer, which only he has.
    (answer,) = [got for got in answers if got.recipient == ben.address]
    assert answer.code not in (ben.last.code, ben.code)


ODD = (
    '"eve smith"@example.net',
    "eve@пример.рф",
    "Eve <eve@[192.0.2.1]>",
    "eve @ example.net",
    "eve(who?)@example.net",
    'Eve <"e"@example.net>',
    "friends: eve@example.net;",
)


@pytest.mark.parametrize("whom", ODD)
@pytest.mark.parametrize("field", ["Cc", "Resent-To"])
def test_an_address_of_an_odd_form_sees_it_as_well(
    house: House, club: list[Member], whom: str, field: str
) -> None:
    ben = club[1]
    raw = mail(ben.address, f"status\n\n> code: {ben.code}", Message_ID="<odd@example.org>")
    house.time += 60
    house.post(f"{field}: {whom}\r\n".encode() + raw)
    house.work()
    name = house.all(rows.Player)[1].name
    house.write(ben.address, f"set name Eve\n\n> code: {ben.code}")
    assert house.all(rows.Player)[1].name == name


@pytest.mark.parametrize("to", [ADDRESS, "club@example.org", f"{ADDRESS}, ben@example.org", ADDRESS.upper()])
def test_a_code_that_nobody_else_has_seen_stays(house: House, club: list[Member], to: str) -> None:
    ben = club[1]
    assert ben.last is not None
    raw = mail(ben.address, f"status\n\n> code: {ben.last.code}")
    house.post(raw.replace(b"To: " + ADDRESS.encode(), b"To: " + to.encode()))
    house.work()
    before = len(house.all(rows.Entry))
    house.write(ben.address, f"1\n\n> code: {ben.last.code}")
    assert len(house.all(rows.Entry)) == before + 1


def test_an_opponent_in_copy_does_not_move(house: House, club: list[Member]) -> None:
    """Ben sends his reply to everyone; Clara and Dora see his code and are quicker."""
    anna, ben, clara, dora = club
    before = entries(house)
    for other in (anna, clara, dora):
        house.time += DAY
        mails = house.write(
            other.address, f"bank\n\n> code: {turn_code(ben)}", Cc=f"{ben.address}, {anna.address}"
        )
        assert {got.recipient for got in mails} <= {other.address}
    assert entries(house) == before
    assert len(ben.reply("1")) == 4


def spellings(code: str) -> list[str]:
    """How a display name can be spelled like a code."""
    digits = code.removeprefix("GP-").replace("-", "")
    groups = [digits[at : at + 4] for at in (0, 4, 8)]
    return [
        code,
        code.lower(),
        "gp " + " ".join(groups),
        f"GP{digits}",
        "GP." + ".".join(groups),
        "g p " + "-".join(groups).lower(),
        "GP_" + "_".join(groups),
    ]


@pytest.mark.parametrize("number", range(7))
def test_a_name_that_is_a_live_code_takes_nobodys_mail(house: House, club: list[Member], number: int) -> None:
    """Whatever the names on the board are, the reply that quotes them is its sender's."""
    _, ben, _, dora = club
    name, before = spellings(dora.code)[number], entries(house)
    text = f"1\n\nOn Monday {name} wrote:\n> It is your turn. {name}: 3 coins\n> code: {turn_code(ben)}"
    mails = house.write(ben.address, text)
    assert len(mails) == 4
    assert entries(house) == before + 1
    (answer,) = house.write(ben.address, f"status\n\n> {name}\n> code: {turn_code(ben)}\n> {name}") or [None]
    assert answer is None or answer.recipient == ben.address


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
    assert "move/not-your-turn" in answer.text
    assert entries(house) == before
    # But an answer about a game in which it is one's turn carries a code to move with.
    (answer,) = ben.ask(f"board {ben.turn['game']}")
    assert len(quoted(ben, "1", answer.code)) == 4


def test_held_until_confirmed(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    house.time += DAY
    (question,) = ben.write("set name Benno\nset language de")
    assert "  - set name Benno\n  - set language de\n" in question.text
    assert name_of(house, "ben") == "Ben Bäcker"
    (done,) = quoted(ben, "Yes", question.code)
    assert "You wrote: set name Benno" in done.text
    assert name_of(house, "ben") == "Benno"
    (over,) = quoted(ben, "Yes", question.code)
    assert "confirm/over" in over.text


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
    house.time += 461 * DAY
    house.tick()
    assert house.all(rows.Code) == []


def test_a_code_in_a_machines_mail_does_nothing(house: House, club: list[Member]) -> None:
    _, ben, _, _ = club
    before = entries(house)
    text = f"1\n\n> code: {turn_code(ben)}"
    for header in ("Auto_Submitted", "Precedence", "X_Autoreply"):
        value = {"Auto_Submitted": "auto-replied", "Precedence": "bulk"}.get(header, "<x.example.org>")
        assert house.write(ben.address, text, **{header: value}) == []
    assert entries(house) == before
    # A mailing list on the way is no machine that writes.
    assert len(house.write(ben.address, text, List_Id="<x.example.org>")) == 4


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


def test_guessed_codes_get_nothing(house: House, club: list[Member]) -> None:
    """4,800 of them, from strangers and in the names of players, next to a good one or without."""
    rng, before = Random(7), (entries(house), house.all(rows.Player), house.all(rows.Address))
    _, ben, _, dora = club
    raws = []
    for number in range(300):
        codes = "\n".join(f"> {write_code(rng.randbytes(8))}" for _ in range(16))
        sender = ("x@example.net", ben.address, dora.address)[number % 3]
        text = ("1", "set name Mallory", "yes", "forget me")[number % 4]
        raws.append(mail(sender, f"{text}\n\n{codes}", Message_ID=f"<{number}.guess@example.net>"))
    house.post(*raws)
    mails = house.work()
    assert {got.recipient for got in mails} <= {ben.address, dora.address}
    assert len(mails) <= 6, "so many as come without any code"
    assert (entries(house), house.all(rows.Player), house.all(rows.Address)) == before
