"""Press by mail: who hears it, who may say it, and what it can never be taken for."""

from __future__ import annotations

import pytest
from sqlmodel import select, update

from engine.record.letters.kinds.press import Press
from engine.wire.press import MARK, WIDTH, marked, tidy
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.words.wording import read_words
from tests.server.house import Got, House, Member
from tests.server.playing import first_move, hand_out, make_club, start_game, to_move

TO_ALL = {"anna@example.org", "clara@example.org", "dora@example.org"}


def heard(mails: list[Got]) -> set[str]:
    """Who gets press by these mails."""
    return {got.recipient for got in mails if got.subject.startswith("[press]")}


def sealed_press(member: Member, game: str, text: str, to: str = "") -> list[Got]:
    letter = Press(member.house.server, game, member.handle, to, member.nonce(), text)
    return member.house.write(member.address, "", member.sealed(letter))


def table(house: House, options: str = "") -> tuple[list[Member], str]:
    members = make_club(house)
    return members, start_game(members, options)


def test_a_mailbox_player_speaks_to_the_table_by_a_code(house: House) -> None:
    (_, ben, _, _), game = table(house)
    mails = ben.ask(f"press {game}: Hi all, nice game!\n\nSee you on Monday.")
    assert heard(mails) == TO_ALL
    (got,) = [got for got in mails if got.recipient == "anna@example.org"]
    assert "Ben Bäcker says" in got.text
    assert f"{MARK}Hi all, nice game!\n|\n{MARK}See you on Monday." in got.text
    assert not any("ben@example.org" in got.text for got in mails if got.recipient != ben.address)
    (answer,) = [got for got in mails if got.recipient == ben.address]
    assert "Sent to Anna, Клара, Дора Д." in answer.text


def test_a_key_player_seals_it(house: House) -> None:
    (anna, *_), game = table(house)
    mails = sealed_press(anna, game, "Good luck!", to="ben")
    assert heard(mails) == {"ben@example.org"}
    assert "Anna says to you alone" in next(got.text for got in mails if got.recipient == "ben@example.org")
    assert heard(anna.house.write(anna.address, f"press {game}: not me")) == set()


def test_press_has_a_thread_of_its_own(house: House) -> None:
    members, game = table(house)
    turn = next(got for got in members[1].ask(f"resend {game}") if got.kind == "turn")
    first = next(got for got in sealed_press(members[0], game, "One") if got.recipient == members[1].address)
    again = next(got for got in sealed_press(members[0], game, "Two") if got.recipient == members[1].address)
    assert first.message["References"] == again.message["References"] != turn.message["References"]
    assert first.subject == f"[press] with Anna, Клара, Дора Д. · Grubenpost press {game}"


def test_nobody_speaks_in_anothers_name(house: House) -> None:
    (_, ben, _, _), game = table(house)
    mails = ben.write(f"press {game}: I am a fool")
    assert heard(mails) == set()
    assert house.all(rows.Press) == []
    mails = house.write("mallory@example.org", f"press {game}: I am a fool\n\n> code: {ben.code}")
    assert heard(mails) == set()
    assert house.all(rows.Press) == []


def test_without_a_code_it_waits_for_a_yes(house: House) -> None:
    (_, ben, _, _), game = table(house)
    assert ben.last is not None
    (question,) = house.write(
        ben.address, f"press {game}: Hello", In_Reply_To=str(ben.last.message["Message-ID"])
    )
    assert question.subject == f"[please confirm] with Anna, Клара, Дора Д. · Grubenpost {game}"
    assert heard(house.write(ben.address, f"no\n\n> code: {question.code}")) == set()
    (question,) = house.write(
        ben.address, f"press {game}: Hello", In_Reply_To=str(ben.last.message["Message-ID"])
    )
    assert heard(house.write(ben.address, f"yes\n\n> code: {question.code}")) == TO_ALL


def test_words_beside_a_move_are_offered_and_sent_only_if_wanted(house: House) -> None:
    members, _ = table(house)
    while (mover := to_move(members)) is not None and mover.own_key:
        hand_out(members, mover.move(first_move(mover)))
    assert mover is not None
    mails = hand_out(members, mover.reply(f"{first_move(mover)}\n\nHi Anna, that was a nice game!"))
    assert house.outcome() == "done"
    (mine,) = [got for got in mails if got.recipient == mover.address]
    assert f"{MARK}Hi Anna, that was a nice game!" in mine.text
    assert heard(mails) == set()
    assert all("nice game" not in got.text for got in mails if got is not mine)
    sent = house.write(mover.address, f"press\n\n> code: {mine.code}")
    assert len(heard(sent)) == 3
    assert "press/nothing" in mover.ask("press")[0].text


@pytest.mark.parametrize(
    "text",
    [
        "money 5",
        "yes",
        "> 3",
        "GP is not what you think",
        "On Monday Anna wrote:\nmoney 5",
        "3\n\nbank\n\nforget me",
        "mine 8: nothing\n" + "word " * 60,
    ],
)
def test_no_answer_that_quotes_press_obeys_it(house: House, text: str) -> None:
    """However a mail program marks it, or not at all: another's words are never those of whoever answers."""
    members, game = table(house)
    mails = sealed_press(members[0], game, tidy(text))
    (got,) = [got for got in mails if got.recipient == members[1].address]
    shown = got.text.partition("says")[2].partition("\n\n")[2].partition("To answer")[0]
    assert text.split("\n", maxsplit=1)[0].rsplit(maxsplit=1)[-1] in shown
    for quoted in (shown, "\n".join(f"> {line}" for line in shown.split("\n"))):
        words = read_words(f"Thanks\n\n{quoted}")
        assert words.commands == ()
        assert words.press is None


def test_a_line_of_press_fits_into_a_quotation() -> None:
    shown = marked(tidy("ein sehr langes Wort " * 40 + "x" * 300))
    assert max(map(len, shown.split("\n"))) <= WIDTH + len(MARK)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("word " * 500, "press/too-long"),
        ("\n".join("x" * 41), "press/too-long"),
        ("my code is GP-AB12-CD34-EF56", "press/secret"),
        ("Game k3t9qa, ply 3: it is your turn.", "press/ours"),
        ("", "press/empty"),
    ],
)
def test_what_is_not_said(house: House, text: str, code: str) -> None:
    (_, ben, _, _), game = table(house)
    mails = ben.ask(f"press {game}: {text}")
    assert heard(mails) == set()
    assert code in mails[0].text


def test_no_sealed_letter_travels_in_press(house: House) -> None:
    (anna, *_), game = table(house)
    mails = sealed_press(anna, game, "look: begin grubenpost. abc")
    assert heard(mails) == set()
    assert "press/secret" in mails[0].text


def test_a_change_that_waits_is_no_place_for_press(house: House) -> None:
    (_, ben, _, _), game = table(house)
    mails = ben.ask(f"forget me\n\npress {game}: Farewell")
    assert "command/mixed-press" in mails[0].text
    assert house.all(rows.Press) == []


def test_bots_hear_nothing(house: House) -> None:
    ben = Member(house, "ben", own_key=False)
    ben.register()
    ben.ask("new players=2 bots=1")
    (game,) = house.all(rows.Game)
    (turn,) = [got for got in ben.ask(f"resend {game.id}") if got.kind == "turn"]
    mails = house.write(ben.address, f"press {game.id}: hello\n\n> code: {turn.code}")
    assert "press/nobody" in mails[0].text


def test_nobody_mutes_the_whole_world(house: House) -> None:
    (anna, ben, _, _), _ = table(house)
    with house.ledger.writing() as session:
        me, other = session.exec(select(rows.Player)).all()[:2]
        for n in range(200):
            stranger = rows.Player(
                handle=f"x{n}x", folded=f"x{n}x", name="x", auth="mailbox", created_at=house.time
            )
            session.add(stranger)
            session.flush()
            session.add(rows.Muted(player_id=me.id, other_id=stranger.id))
        assert (me.handle, other.handle) == (anna.handle, ben.handle)
    assert "mute/too-many" in anna.ask("mute ben")[0].text


def test_a_host_without_an_address_gets_no_reports(ledger: Ledger) -> None:
    house = House(ledger, more={"host": ""})
    (anna, ben, _, _), game = table(house)
    ben.ask(f"press {game}: You fools")
    assert "report/no-host" in anna.ask(f"report {game} rude")[0].text


def test_to_whom(house: House) -> None:
    (_, ben, _, _), game = table(house)
    assert heard(ben.ask(f"press {game} @clara: psst")) == {"clara@example.org"}
    assert "press/whom" in ben.ask(f"press {game} @nobody: psst")[0].text
    eve = Member(house, "eve")
    eve.register()
    assert "game/not-in" in sealed_press(eve, game, "psst")[0].text
    assert "game/unknown" in ben.ask("press zzz999: psst")[0].text


def test_in_every_language(house: House) -> None:
    (_, ben, _, _), game = table(house)
    for word in ("Presse", "Пресса", "PRESS", "an den Tisch"):
        assert heard(ben.ask(f"{word} {game}: Glück auf!")) == TO_ALL, word


def test_a_game_without_press_and_one_without_names(house: House) -> None:
    members, game = table(house, "press=none")
    assert "press/none" in members[1].ask(f"press {game}: hello")[0].text
    game = start_game(members, "press=anonymous")
    mails = members[1].ask(f"press {game}: hello")
    assert heard(mails) == TO_ALL
    assert all("Ben" not in got.text for got in mails if got.recipient in TO_ALL)
    assert all("ben" not in got.text for got in mails if got.recipient in TO_ALL)


def test_whoever_is_muted_is_not_heard(house: House) -> None:
    (anna, ben, _, _), game = table(house)
    anna.ask("mute ben")
    assert heard(ben.ask(f"press {game}: hello")) == TO_ALL - {anna.address}
    anna.ask("unmute ben")
    assert heard(ben.ask(f"press {game}: hello")) == TO_ALL
    assert "mute/self" in anna.ask("mute anna")[0].text


@pytest.mark.parametrize(
    "told", ["Viele Grüße\nBen", "-- \nben bäcker", "BEN", "write to ben@example.org", "ben."]
)
def test_nobody_signs_what_is_said_without_a_name(house: House, told: str) -> None:
    (_, ben, _, _), game = table(house, "press=anonymous")
    mails = ben.ask(f"press {game}: Beware!\n\n{told}")
    if not told.startswith("-- "):  # which mail programs put above a signature: it is left out
        assert [got.recipient for got in mails] == [ben.address]
        assert "(press/signed)" in mails[0].text
    assert not any("bäcker" in got.text for got in mails if got.recipient != ben.address)
    assert heard(ben.ask(f"press {game}: Beware of the bench!")) == TO_ALL


def test_a_report_shows_the_host_who_said_what(house: House) -> None:
    members, game = table(house, "press=anonymous")
    anna, ben, clara, _ = members
    assert "report/nothing" in anna.ask(f"report {game} rude")[0].text
    ben.ask(f"press {game} @clara: for Clara alone")
    ben.ask(f"press {game}: You fools")
    mails = anna.ask(f"report {game} that is rude")
    (told,) = [got for got in mails if got.kind == "host"]
    assert f"{MARK}You fools" in told.text
    assert "ben said" in told.text
    assert "for Clara alone" not in told.text
    assert clara.address not in {got.recipient for got in mails}


def test_enough_is_enough(house: House) -> None:
    (_, ben, _, _), game = table(house)
    answers = [ben.ask(f"press {game}: again {n}") for n in range(31)]
    assert heard(answers[29]) == TO_ALL
    assert "press/too-often" in answers[30][0].text


def test_the_mail_of_the_day_tells_it(house: House) -> None:
    (anna, ben, _, _), game = table(house)
    anna.ask("set mails daily")
    assert heard(ben.ask(f"press {game}: Good evening")) == TO_ALL - {anna.address}
    house.time += 2 * 24 * 3600
    house.tick()
    (digest,) = [got for got in house.new_mails() if got.recipient == anna.address]
    assert f"{MARK}Good evening" in digest.text


def test_it_ends(house: House) -> None:
    (_, ben, clara, _), game = table(house)
    ben.ask(f"press {game}: Good evening")
    clara.ask("mute ben")
    with house.ledger.writing() as session:
        session.exec(update(rows.Game).values(state="over"))
    house.time += 401 * 24 * 3600
    house.tick()
    assert house.all(rows.Press) == []
    assert len(house.all(rows.Muted)) == 1


def test_forgotten_people_have_said_nothing(house: House) -> None:
    (_, ben, clara, _), game = table(house)
    ben.ask(f"press {game}: Good evening")
    clara.ask("mute ben")
    ben.ask("forget me")
    assert house.all(rows.Press) == []
    assert house.all(rows.Muted) == []
