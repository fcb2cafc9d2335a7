"""Watching a public game: by mail, as anybody may see it, until it ends or one command stops it."""

from __future__ import annotations

import re

import pytest
from sqlmodel import select

from server.desk.commands import watch as limits
from server.ledger import models as rows
from tests.server.house import CODE, Got, House, Member
from tests.server.playing import hand_out, make_club, open_game, play_on, start_game, to_move

HOUR, DAY = 3600, 24 * 3600


def text_of(member: Member, asked: str) -> str:
    return next(got.text for got in member.ask(asked) if got.recipient == member.address)


def table(house: House, options: str = "") -> tuple[list[Member], list[Member], str]:
    """Two who watch, with a key and from a mailbox; two who play; and their game."""
    anna, ben, clara, dora = make_club(house)
    game = start_game([anna, ben], options)
    return [clara, dora], [anna, ben], game


def to(member: Member, mails: list[Got]) -> list[Got]:
    return [got for got in mails if got.recipient == member.address]


def test_every_turn_until_one_command_stops_it(house: House) -> None:
    (clara, dora), players, game = table(house)
    assert "a mail comes with every turn" in text_of(clara, f"watch {game}")
    text_of(dora, f"watch {game} turns")
    mails = play_on(players, 1)
    (got,) = to(clara, mails)
    assert got.subject == f"[a game that you watch] Anna, Ben Bäcker · Grubenpost watch {game}"
    assert got.text.startswith(f"Game {game}, move 1: it's ")
    assert "What happened:" in got.text
    assert "What you can do" not in got.text
    assert not CODE.search(got.text), "nothing to change anything with"
    (plain,) = to(dora, mails)
    assert CODE.search(plain.text), "whoever plays from a mailbox stops it by a reply"
    assert f"`unwatch {game}` stops that" in plain.text
    # A code of this mail stops the watching, and moves nothing.
    stopped = house.write(dora.address, f"unwatch {game}\n\n> code: {plain.code}")
    assert f"You watch no more: {game}" in stopped[0].text
    mails = play_on(players, 1)
    assert to(clara, mails)
    assert not to(dora, mails)
    assert f"You watch: {game}" in text_of(clara, "status")
    assert "You watch no more" in text_of(clara, "unwatch")
    assert "You watch no such game" in text_of(clara, "unwatch")
    assert house.all(rows.Watch) == []


SAID = {
    "en": "You watch this game",
    "de": "Du siehst bei dieser Partie zu",
    "ru": "Вы наблюдаете за этой партией",
}


def test_in_every_language_and_style(house: House) -> None:
    (clara, _), players, game = table(house)
    clara.ask(f"watch {game}")
    for language, said in SAID.items():
        for style in ("html", "text", "ascii", "spoken"):
            clara.ask(f"set language {language}; set style {style}")
            (got,) = to(clara, play_on(players, 1))
            assert said in got.text or (style == "ascii" and got.text.isascii())
            assert bool(got.page) == (style == "html")
            if got.page:
                assert said in got.page
                assert 'href="mailto' not in got.page, "nobody moves from here"


def test_once_a_day_and_never_without_news(house: House) -> None:
    (clara, _), players, game = table(house)
    clara.ask("set zone Europe/Berlin")
    clara.ask(f"watch {game} daily")
    mails = play_on(players, 3)
    assert not to(clara, mails)
    morning = house.time - house.time % DAY + DAY + 5 * HOUR  # seven in Berlin
    house.time = morning - 60
    house.tick()
    assert not to(clara, house.new_mails())
    house.time = morning + 60
    house.tick()
    (got,) = to(clara, house.new_mails())
    assert got.text.startswith(f"Game {game}, move 3")
    house.time += 2 * DAY
    house.tick()
    assert not to(clara, house.new_mails()), "nothing has happened since"
    for player in players:
        player.ask(f"abandon {game}")
    house.new_mails()
    house.time += 2 * DAY
    house.tick()
    (last,) = to(clara, house.new_mails())
    assert "the game was abandoned" in last.text
    assert "the last mail about it" in last.text
    assert house.all(rows.Watch) == []


def test_the_result_alone(house: House) -> None:
    (clara, _), players, game = table(house, "deliveries=hidden")
    clara.ask(f"watch {game} results")
    heard: list[Got] = []
    while to_move(players) is not None:
        heard += to(clara, play_on(players, 1, seed=len(heard), bot="random"))
    (got,) = heard
    assert got.text.startswith(f"Game {game}, move ")
    assert "the game is over" in got.text.splitlines()[0]
    assert "the last mail about it" in got.text
    assert house.all(rows.Watch) == []
    assert "watch/over" in text_of(clara, f"watch {game}")


def test_who_may_watch_what(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    (clara, dora), (anna, ben), game = table(house)
    assert "watch/own" in text_of(anna, f"watch {game}")
    private = open_game([anna, ben], "private=yes")
    assert "watch/private" in text_of(clara, f"watch {private}")
    assert "game/unknown" in text_of(clara, "watch zz9zz9")
    text_of(clara, f"watch {game}")
    monkeypatch.setattr(limits, "MOST_AT_ONE", 1)
    assert "watch/full" in text_of(dora, f"watch {game}")
    monkeypatch.setattr(limits, "MOST", 1)
    other = open_game([anna, ben])
    assert "watch/too-many" in text_of(clara, f"watch {other}")
    listed = text_of(clara, "games running")
    assert f"{game}: move 0" in listed
    assert private not in listed
    assert f"watch {game}" in listed
    assert "No public game is under way" in text_of(clara, "games running rated=yes")
    assert len(house.all(rows.Watch)) == 1


def test_an_open_game_is_heard_of_when_it_begins_and_whoever_joins_watches_no_more(house: House) -> None:
    anna, ben, clara, dora = make_club(house)
    game = open_game([anna, ben])
    clara.ask(f"watch {game}")
    dora.ask(f"watch {game}")
    hand_out([anna], anna.join(game))
    mails = clara.join(game)
    assert [got.kind for got in to(clara, mails)] == ["turn"], "no second one as an observer"
    (got,) = to(dora, mails)
    assert "move 0" in got.text


def test_whoever_wants_no_mail_gets_none(house: House) -> None:
    (clara, _), players, game = table(house)
    clara.ask("set mails none")
    assert "`set mails every` brings them back" in text_of(clara, f"watch {game}")
    assert not to(clara, play_on(players, 1))
    clara.ask("set mails mine")
    assert to(clara, play_on(players, 1)), "what is watched is asked for by itself"
    # The link in every mail stops all of it.
    with house.ledger.reading() as session:
        sent = session.exec(select(rows.Outbox).where(rows.Outbox.recipient == clara.address)).all()[-1]
    unsubscribe = re.search(r"List-Unsubscribe: <mailto:([^?>]+)", sent.mime.decode())
    assert unsubscribe, sent.mime.decode()[:2000]


def test_the_forgotten_are_forgotten_by_observers_too(house: House) -> None:
    (clara, dora), (anna, ben), game = table(house)
    clara.ask(f"watch {game}")
    dora.ask(f"watch {game}")
    (got,) = to(dora, play_on([anna, ben], 1))
    dora.house.write(dora.address, f"board?\n\n> {got.text.splitlines()[0]}\n> Ben Bäcker\n> {got.code}")
    with house.ledger.writing() as session:
        for row in session.exec(select(rows.Outbox)):
            row.state, row.next_at, row.sent_at = "sent", None, house.time
    ben.ask("forget me")
    clara.ask("forget me")
    assert {row.player_id for row in house.all(rows.Watch)} == {
        player.id for player in house.all(rows.Player) if player.handle == "dora"
    }
    told = [row.mime for row in house.all(rows.Outbox, rows.Outbox.state == "sent")]
    kept = [row.raw for row in house.all(rows.Inbox, rows.Inbox.state == "done") if row.raw]
    assert not any(b"Ben B=C3=A4cker" in text or "Ben Bäcker".encode() in text for text in told + kept)


def test_a_code_for_an_observer_moves_nothing(house: House) -> None:
    (_, dora), players, game = table(house)
    dora.ask(f"watch {game}")
    (got,) = to(dora, play_on(players, 1))
    before = house.game(game).ply
    for words in ("1", f"move {game} 1", "bank", f"move {game} bank", "yes"):
        quoted = "".join(f"> {line}\n" for line in got.text.splitlines())
        house.write(dora.address, f"{words}\n\nOn Monday Grubenpost wrote:\n{quoted}")
    assert house.game(game).ply == before
