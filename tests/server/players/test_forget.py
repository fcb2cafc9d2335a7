"""forget me: no personal data is left, and the games stay verifiable."""

from __future__ import annotations

import email
import json

import pytest
from sqlmodel import select, update

from engine.record.archive.verify import compare, verify
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.players.memos import ask_for
from tests.server.accounts import DAY, NEW, add, addresses, make_pair, stop, stop_code, tick
from tests.server.house import HOST, House, Member
from tests.server.playing import (
    hand_out,
    make_club,
    make_table,
    open_game,
    play_on,
    position,
    start_game,
    to_move,
)

TABLES = [mapper.class_ for mapper in rows.Row._sa_registry.mappers]
"""All of them."""


def words_in(value: object) -> str:
    """What a value says, mails decoded as their readers see them."""
    if not isinstance(value, bytes):
        return str(value)
    message = email.message_from_bytes(value)
    parts = [part.get_payload(decode=True) or b"" for part in message.walk() if not part.is_multipart()]
    return b"\n".join([value, *parts]).decode("utf-8", "replace")  # type: ignore[list-item]


def traces(house: House, *sought: str) -> list[str]:
    """Where these words still stand in the ledger."""
    return [
        f"{kind.__name__}.{column}: {word}"
        for kind in TABLES
        for row in house.all(kind)
        for column, value in row.model_dump().items()
        for word in sought
        if word.lower() in words_in(value).lower()
    ]


def mark_sent(house: House) -> None:
    """The senders have done their work."""
    with house.ledger.writing() as session:
        for row in house.all(rows.Outbox):
            kept = session.get(rows.Outbox, row.id)
            assert kept is not None
            kept.state, kept.next_at, kept.sent_at = "sent", None, house.time


@pytest.mark.parametrize("number", [0, 1])
def test_nothing_personal_is_left(ledger: Ledger, number: int) -> None:
    house = House(ledger)
    members = make_club(house, 3)
    gone, others = members[number], [member for member in members if member is not members[number]]
    code, _ = gone.ask("set address second@example.net")
    house.write("second@example.net", f"yes\n{code.code}")
    gone.ask("set zone Europe/Berlin")
    finished = start_game(members)
    play_on(members, 12)
    running = start_game(members)
    play_on(members, 10)
    waiting = open_game([gone, *others])
    gone.join(waiting)
    mark_sent(house)
    assert traces(house, gone.address, "second@example.net")
    mails = gone.ask("forget me")
    farewell = [got for got in mails if got.recipient == gone.address]
    assert len(farewell) == 1
    assert "Your data are erased" in farewell[0].text
    assert "code:" not in farewell[0].text
    # The rest goes when this last mail has gone.
    mark_sent(house)
    house.tick()
    name = {"anna": "Berlin", "ben": "Bäcker"}[gone.handle]
    assert traces(house, gone.address, "second@example.net", name) == []
    (player,) = house.all(rows.Player, rows.Player.handle == gone.handle)
    assert (player.name, player.state, player.seed) == (gone.handle, "forgotten", None)
    # The others can play on, and every game still proves itself.
    assert house.game(waiting).state == "open"
    assert house.all(rows.Seat, rows.Seat.game_id == waiting) == []
    for game in (finished, running):
        (got,) = others[0].ask(f"archive {game}")
        assert verify(got.files[f"grubenpost-{game}.json"]).state == "running"


@pytest.mark.parametrize("own_key", [True, False])
def test_no_byte_of_a_name_is_left(house: House, own_key: bool) -> None:
    """Neither in the ledger nor in what is exported later, and every archive proves itself as before."""
    greta, others = Member(house, "greta", "Zechenmüllerin Ж.", own_key), make_club(house, 2)
    greta.register()
    members = [greta, *others]
    given_up = start_game(members)
    play_on(members, 4)
    for member in members:
        hand_out(members, member.ask(f"abandon {given_up}"))
    assert house.game(given_up).state == "abandoned"
    assert greta.turn["closed"] == "abandoned"
    greta.ask("set name Neubenannte Ж.")
    running = start_game(members)
    assert house.game(running).state == "running", [row.outcome for row in house.all(rows.Inbox)]
    play_on(members, 4)
    open_one = open_game(members)
    greta.ask(f"invite {open_one} ben")
    for asked in (f"board {running}", f"history {running}", f"archive {given_up}", f"archive {running}"):
        mails = others[0].ask(asked)
    seat = greta.turn["seat"]
    before = json.loads(mails[0].files[f"grubenpost-{running}.json"])
    assert before["names"][seat]["name"] == "Neubenannte Ж."
    mark_sent(house)
    sought = ("Zechenm", "Neubenannte")
    assert traces(house, *sought)
    greta.ask("forget me")
    mark_sent(house)
    house.tick()
    assert traces(house, *sought) == []
    for game, state in ((given_up, "abandoned"), (running, "running")):
        (got,) = others[0].ask(f"archive {game}")
        data = got.files[f"grubenpost-{game}.json"]
        assert not any(word in data.decode() for word in sought)
        assert json.loads(data)["names"][seat] is None
        proved = verify(data)
        assert (proved.state, proved.unnamed, proved.players[seat]) == (state, (seat,), "greta")
    assert compare(mails[0].files[f"grubenpost-{running}.json"], data) is None


def test_others_play_on_and_hear_of_it(house: House) -> None:
    members, _ = make_table(house, 3)
    play_on(members, 10)
    ben = members[1]
    mails = hand_out(members, ben.ask("forget me"))
    told = [got for got in mails if got.recipient in (members[0].address, members[2].address)]
    assert len(told) == 2
    assert all("ben has resigned" in got.text for got in told)
    rest = [members[0], members[2]]
    while not position(rest[0]).over:
        member = to_move(rest)
        assert member is not None
        play_on(rest, 1)
    (got,) = rest[0].ask(f"archive {rest[0].turn['game']}")
    assert verify(got.files[f"grubenpost-{rest[0].turn['game']}.json"]).state == "finished"


def test_who_is_forgotten_is_a_stranger(house: House) -> None:
    anna, ben = make_club(house, 2)
    letter, code = anna.sealed(anna.request("status")), ben.code
    anna.ask("forget me")
    assert house.write(anna.address, "", letter) == []
    assert house.outcome() == "refused in silence: seal/unknown-key"
    ben.ask("forget me")
    for text in ("status", f"status\n> {code}", f"set name Ben\n> {code}"):
        assert house.write(ben.address, text) == []
    # The handle stays taken, the address is free for another.
    (answer,) = house.write("other@example.org", "register anna")
    assert "register/handle-taken" in answer.text
    (question,) = house.write(ben.address, "register benno")
    house.write(ben.address, f"yes\n{question.code}")
    assert {row.handle for row in house.all(rows.Player) if row.state == "active"} == {"benno"}


def test_who_comes_back_loses_nothing(house: House) -> None:
    """The last traces go when the farewell is sent; not what belongs to a new registration."""
    _, ben = make_club(house, 2)
    ben.ask("forget me")
    (question,) = house.write(ben.address, "register benno")
    mark_sent(house)
    house.tick()
    (welcome,) = house.write(ben.address, f"yes\n{question.code}")
    assert "Welcome, benno!" in welcome.text
    mark_sent(house)
    house.tick()
    assert [row for row in house.all(rows.Outbox) if row.recipient == ben.address]
    assert [row.address for row in house.all(rows.Address)] == ["anna@example.org", ben.address]


def test_nothing_after_it_in_the_same_mail(house: House) -> None:
    anna, _ = make_club(house, 2)
    (answer,) = anna.ask("forget me; set name Anna the Second")
    assert "command/who" in answer.text
    assert house.all(rows.Player)[0].state == "active"
    assert anna.ask("forget them")[0].text.count("command/usage") == 1


def test_an_open_game_finds_another_host(house: House) -> None:
    anna, ben, clara = make_club(house, 3)
    game = open_game([anna, ben], "hold=yes")
    for member in (clara, ben):
        member.join(game)
    anna.ask("forget me")
    assert len(clara.start(game)) == 2
    assert house.game(game).state == "running"


def test_an_open_game_without_anyone_starts_by_itself(house: House) -> None:
    anna, ben, clara = make_club(house, 3)
    game = open_game([anna, ben], "hold=yes")
    anna.ask("forget me")
    clara.join(game)
    assert len(ben.join(game)) == 2
    assert house.game(game).state == "running"


def test_a_bot_is_no_host(house: House) -> None:
    """The game is full, and somebody must be able to start it."""
    anna, ben, clara = make_club(house, 3)
    game = open_game([anna, ben, clara], "hold=yes bots=1")
    for member in (ben, clara):
        member.join(game)
    anna.ask("forget me")
    assert len(ben.start(game)) == 2
    assert house.game(game).state == "running"


def test_it_needs_proof(house: House) -> None:
    _, ben = make_club(house, 2)
    (question,) = ben.write("forget me")
    assert question.subject == "[please confirm] Grubenpost"
    assert [row.state for row in house.all(rows.Player)] == ["active", "active"]
    house.write(ben.address, f"yes\n{question.code}")
    assert [row.state for row in house.all(rows.Player)] == ["active", "active"]
    house.write(ben.address, f"forget me\n{question.code}")
    assert [row.state for row in house.all(rows.Player)] == ["active", "forgotten"]
    assert HOST not in {row.recipient for row in house.all(rows.Outbox)}


def test_texts_of_mails_that_never_arrived_go_too(house: House) -> None:
    make_club(house, 2)
    with house.ledger.writing() as session:
        for row in session.exec(select(rows.Outbox)).all():
            row.state, row.next_at = "dead", None
    house.tick()
    assert all(row.mime for row in house.all(rows.Outbox))
    house.time += 31 * 24 * 3600
    house.tick()
    assert all(row.mime == b"" for row in house.all(rows.Outbox))


def test_texts_of_old_mails_go(house: House) -> None:
    anna, _ = make_club(house, 2)
    anna.ask("status")
    with house.ledger.writing() as session:
        for row in session.exec(select(rows.Outbox)).all():
            row.state, row.next_at, row.sent_at = "sent", None, house.time
    house.tick()
    assert all(row.raw for row in house.all(rows.Inbox))
    house.time += 31 * 24 * 3600
    house.tick()
    assert all(row.raw is None and row.raw_sha256 for row in house.all(rows.Inbox))
    assert all(row.mime == b"" and row.dedupe_key for row in house.all(rows.Outbox))


@pytest.mark.parametrize("days", [1, 31], ids=["soon", "when it hears nothing more"])
def test_an_address_of_before_is_erased_too(house: House, days: int) -> None:
    """Also from what the host was told, and from what was counted of its mails."""
    _, ben = make_pair(house)
    stopped = add(ben, NEW)
    code = stop_code(stopped, NEW)
    stop(house, ben.address, stopped)
    assert addresses(house, "ben") == {ben.address: True}
    (told,) = house.write(NEW, f"hello\n\n> {code}")
    assert "stop/word" in told.text
    assert traces(house, NEW)
    mark_sent(house)
    tick(house, days * DAY)
    mark_sent(house)
    if days > 30:
        assert traces(house, NEW) == []
    else:
        house.write(NEW, f"hello again\n\n> {code}")
        assert any(trace.startswith("Tally") for trace in traces(house, NEW))
    house.time = max(house.time, ask_for(house.ledger, "release", "ben", house.time, mail_to=ben.address))
    house.tick()
    with house.ledger.writing() as session:
        session.exec(update(rows.Memo).values(kept=True))
    house.new_mails()
    (answer,) = ben.write("status")
    ben.hear([answer])
    mark_sent(house)
    ben.ask("forget me")
    mark_sent(house)
    house.tick()
    assert traces(house, NEW, ben.address) == []
