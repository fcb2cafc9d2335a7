"""Becoming a player: by plain words or by a sealed letter, and never without the address's own yes."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.register import Register
from engine.record.letters.post import seal_letter
from server.ledger import models as rows
from server.ledger.store import Ledger
from tests.server.house import SERVER, House, Member, mail

DAY = 24 * 3600
NEW = "nora@example.org"


def register_letter(handle: str, key: PrivateKey, auth: str = "key", server: str = SERVER) -> bytes:
    return seal_letter(Register(server, handle, auth, key.public, "ab" * 16), key)


def test_from_a_mailbox(ledger: Ledger) -> None:
    house = House(ledger)
    (question,) = house.write(NEW, "register nora Nora Nyström", Message_ID="<one@example.org>")
    assert question.recipient == NEW
    assert question.subject == "[please confirm] Grubenpost"
    assert question.message["In-Reply-To"] == "<one@example.org>"
    assert "as nora (Nora Nyström)" in question.text
    assert house.all(rows.Player) == []
    (welcome,) = house.write(NEW, f"Yes!\n\n> {question.code}")
    assert welcome.recipient == NEW
    assert "Welcome, Nora Nyström! You are registered as nora." in welcome.text
    (player,) = house.all(rows.Player)
    assert (player.handle, player.name, player.auth, player.state) == (
        "nora",
        "Nora Nyström",
        "mailbox",
        "active",
    )
    assert player.seed is not None
    (address,) = house.all(rows.Address)
    assert (address.address, address.main, address.player_id) == (NEW, True, player.id)


def test_strangers_are_asked_in_the_language_of_the_house(ledger: Ledger) -> None:
    house = House(ledger, more={"language": "de"})
    (question,) = house.write("anna@example.org", "register anna Anna Steiger")
    assert "anna (Anna Steiger)" in question.text
    assert "antworte mit" in question.text
    assert "Somebody" not in question.text


def test_with_a_key(ledger: Ledger) -> None:
    house = House(ledger)
    nora = Member(house, "nora")
    (welcome,) = nora.register()
    assert "code:" not in welcome.text  # a key player's letters prove themselves
    assert house.settings.key.public.fingerprint in welcome.text
    (player,) = house.all(rows.Player)
    assert (player.handle, player.auth, player.seed) == ("nora", "key", None)
    assert len(house.all(rows.KeyLetter)) == 1


def test_the_same_letter_again_is_passed_over(house: House) -> None:
    nora = Member(house, "nora")
    nora.register()
    letter = house.all(rows.KeyLetter)[0].raw
    house.time += 2 * DAY
    assert house.write("mallory@example.net", "", letter) == []
    assert house.outcome() == "known"


@pytest.mark.parametrize("reply", ["yes", "Yes, please!", "Ja", "да", "OK.", "confirm"])
def test_what_confirms(house: House, reply: str) -> None:
    (question,) = house.write(NEW, "register nora")
    house.write(NEW, f"{reply}\n\n> code: {question.code}")
    assert [player.handle for player in house.all(rows.Player)] == ["nora"]


@pytest.mark.parametrize(
    "reply", ["", "Ok, who are you?", "I am away until Monday.", "unsubscribe", "join k3t9qa"]
)
def test_what_does_not_confirm_is_explained_once(house: House, reply: str) -> None:
    (question,) = house.write(NEW, "register nora")
    (answer,) = house.write(NEW, f"{reply}\n\n> code: {question.code}")
    assert answer.recipient == NEW
    assert "reply with the word `yes`" in answer.text
    for _ in range(5):
        assert house.write(NEW, f"{reply}\n\n> code: {question.code}") == []
    assert house.all(rows.Player) == []
    house.write(NEW, f"yes\n\n> code: {question.code}")
    assert len(house.all(rows.Player)) == 1


@pytest.mark.parametrize("reply", ["yes", "Ja, bitte!", "Да", "Hello,\n\nyes\n\nNora"])
def test_a_yes_without_its_code_is_explained(house: House, reply: str) -> None:
    """Mail programs need not quote; nothing is confirmed, but nobody waits for a welcome in vain."""
    (question,) = house.write(NEW, "register nora")
    named = str(question.message["Message-ID"])
    (answer,) = house.write(NEW, reply, In_Reply_To=named)
    assert answer.recipient == NEW
    assert "confirm/code" in answer.text
    assert house.write(NEW, reply, In_Reply_To=named) == []
    assert house.write("mallory@example.net", reply, In_Reply_To=named) == []
    assert house.write("other@example.net", reply) == []
    for other in ("I am away until Monday.", "no", "Who is this?", ""):
        assert house.write(NEW, other, In_Reply_To=named) == []
    assert house.all(rows.Player) == []
    house.write(NEW, f"yes\n\n> code: {question.code}")
    assert len(house.all(rows.Player)) == 1


def test_a_players_yes_without_its_code_is_explained(house: House) -> None:
    ben = Member(house, "ben", own_key=False)
    ben.register()
    (question,) = house.write(ben.address, f"forget me\n\n> code: {ben.code}")
    (answer,) = house.write(ben.address, "Yes", In_Reply_To=str(question.message["Message-ID"]))
    assert "confirm/code" in answer.text
    assert len(house.all(rows.Player)) == 1


def test_a_code_counts_once_and_only_from_its_address(house: House) -> None:
    (question,) = house.write(NEW, "register nora")
    assert house.write("mallory@example.net", f"yes\n{question.code}") == []
    assert house.outcome() == "silence: no command"
    assert house.all(rows.Player) == []
    house.write(NEW, f"yes\n{question.code}")
    house.time += 2 * DAY
    assert house.write(NEW, f"yes\n{question.code}") == []
    assert len(house.all(rows.Player)) == 1


def test_a_code_expires(house: House) -> None:
    (question,) = house.write(NEW, "register nora")
    house.time += 4 * DAY
    assert house.write(NEW, f"yes\n{question.code}") == []
    assert house.all(rows.Player) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("nora", "N0ra"),
        ("nora", "nor-a"),
        ("nora", "n_o_r_a"),
        ("max", "rnax"),
        ("walter", "vvalter"),
        ("ben-li", "Ben_L1"),
    ],
)
def test_who_comes_second_is_told(house: House, one: str, other: str) -> None:
    """Handles that somebody could take for each other, whichever is there first."""
    (first,) = house.write(NEW, f"register {one}")
    (second,) = house.write("other@example.org", f"register {other}")
    house.write(NEW, f"yes\n{first.code}")
    (answer,) = house.write("other@example.org", f"yes\n{second.code}")
    assert answer.recipient == "other@example.org"
    assert "register/handle-taken" in answer.text
    assert len(house.all(rows.Player)) == 1


@pytest.mark.parametrize(
    "line", ["register 1337", "register x", "register näh Nähe", "register a.b", "register a b\u202ec"]
)
def test_a_bad_handle_or_name_is_explained(house: House, line: str) -> None:
    (answer,) = house.write(NEW, line)
    assert "didn't work" in answer.text
    assert "letter/bad-value" in answer.text
    assert house.all(rows.Code) == []


def test_a_handle_and_its_like_are_taken_for_ever(house: House) -> None:
    Member(house, "lilo", own_key=False).register()
    for number, handle in enumerate(["lilo", "LILO", "1i10", "IiIo"]):
        house.time += DAY
        (answer,) = house.write(f"other{number}@example.org", f"register {handle}")
        assert "taken, or too like one that is" in answer.text or "bad-value" in answer.text


def test_an_address_is_registered_once(house: House) -> None:
    Member(house, "nora", own_key=False).register()
    (answer,) = house.write(NEW, "register mona")
    assert answer.recipient == NEW
    assert "register/already" in answer.text
    assert len(house.all(rows.Player)) == 1


def test_once_a_day(house: House) -> None:
    assert len(house.write(NEW, "register nora")) == 1
    assert house.write(NEW, "register nora2") == []
    assert house.outcome() == "silence: answered today"
    house.time += DAY
    assert len(house.write(NEW, "register nora2")) == 1


def test_what_a_stranger_spent_is_not_held_against_the_player(house: House) -> None:
    Member(house, "nora", own_key=False).register()
    (answer,) = house.write(NEW, "games")
    assert "No game is open" in answer.text


def test_only_a_key_of_ones_own_is_registered_by_letter(house: House) -> None:
    key = PrivateKey(b"n" * 32)
    (answer,) = house.write(NEW, "", register_letter("nora", key, auth="mailbox"))
    assert "register/auth" in answer.text
    house.write("x@example.org", "", register_letter("nora", key, server="other.example.org"))
    assert house.outcome() == "refused in silence: letter/other-server"


def test_a_key_is_registered_once(house: House) -> None:
    nora = Member(house, "nora")
    nora.register()
    (answer,) = house.write("other@example.org", "", register_letter("mona", nora.key))
    assert answer.recipient == "other@example.org"
    assert "keyring/key-taken" in answer.text


def test_a_no_ends_it(house: House) -> None:
    (question,) = house.write(NEW, "register nora")
    (answer,) = house.write(NEW, f"No! Who are you?\n\n> code: {question.code}")
    assert answer.recipient == NEW
    assert "nothing was done" in answer.text
    house.time += DAY
    assert house.write(NEW, f"yes\n\n> code: {question.code}") == []
    assert house.all(rows.Player) == []


def test_nobody_is_made_to_confirm_by_a_player(house: House) -> None:
    """A player's own letters or codes do not open the way to a third person's mailbox."""
    anna, ben = Member(house, "anna"), Member(house, "ben", own_key=False)
    anna.register()
    ben.register()
    victim = "victim@example.net"
    # With somebody's code or without: who asks for this is a stranger, and is asked once a day.
    (asked,) = house.write(victim, f"register vic\n\ncode: {ben.code}")
    assert asked.recipient == victim
    assert house.write(victim, f"register vic\n\ncode: {ben.code}") == []
    sent = house.write(victim, "", anna.sealed(anna.request("register vic")))
    both = [anna.sealed(anna.request("status")), register_letter("vic", PrivateKey(b"v" * 32))]
    sent += house.write(victim, "", *both)
    sent += house.write(victim, "", *reversed(both))
    assert {got.recipient for got in sent} <= {anna.address, ben.address}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60), st.text(max_size=60))
def test_no_name_breaks_anything(house: House, handle: str, name: str) -> None:
    house.time += DAY
    house.post(mail("x@example.org", f"register {handle} {name}".replace("\r", " ")))
    for got in house.work():
        assert got.recipient == "x@example.org"
        assert [header.lower() for header in got.message].count("subject") == 1
        assert not {"bcc", "cc"} & {header.lower() for header in got.message}
    assert house.outcome().split(":")[0].split(" ")[0] in ("done", "silence", "refused")
