"""What one player may cost: in a mail, in a day, and in all. More is refused clearly, and ends by itself."""

from __future__ import annotations

from hashlib import sha256

import pytest

from engine.record.archive.verify import verify
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import seal_letter
from server.desk.commands import archive, new
from server.ledger import models as rows
from server.players import key_changes as keychanges
from tests.server.house import Got, House, Member
from tests.server.playing import first_move, make_club, open_game, play_on, start_game, to_move

DAY = 24 * 3600


@pytest.fixture
def club(house: House) -> list[Member]:
    return make_club(house, 2)


def closed_game(club: list[Member]) -> str:
    game = start_game(club)
    for member in club:
        member.ask(f"abandon {game}")
    return game


def letters(member: Member, *texts: str) -> list[Got]:
    """One mail with so many sealed requests."""
    return member.house.write(member.address, "", *(member.sealed(member.request(text)) for text in texts))


def test_a_command_that_is_there_again_is_done_once(house: House, club: list[Member]) -> None:
    anna = club[0]
    (once,) = letters(anna, "status; games")
    (answer,) = letters(anna, "status; STATUS; status; games", "games; status", "status")
    assert answer.text.count("You wrote: status") == once.text.count("You wrote: status") == 1
    (answer,) = letters(anna, "new players=2", "new players=2; new players=2")
    assert [game.state for game in house.all(rows.Game)] == ["open"]


def open_against_bots(ben: Member, *more: str) -> list[Got]:
    """One mail that opens so many games, each of which begins at once."""
    (status,) = [got for got in ben.write("help new") if got.kind == "answer"]
    ben.house.time += DAY // 24
    lines = [f"new players=2 bots=1 {option}".strip() for option in more]
    return ben.house.write(ben.address, "\n".join([*lines, "", f"> code: {status.code}"]))


def test_games_against_bots_have_an_end(house: House, club: list[Member]) -> None:
    """They fill at once, so that open ones are not all that has to be counted."""
    ben, names = club[1], [f"languages={first}{last}" for first in "abcd" for last in "abcdefgh"]
    open_against_bots(ben, *names[:8])
    assert len(house.all(rows.Game)) == 8
    house.time += DAY
    (answer,) = open_against_bots(ben, *names[8:16])
    assert "(new/too-many-alone)" in answer.text
    assert len(house.all(rows.Game)) == 8
    house.time += DAY
    assert len(open_against_bots(ben, *names[8:10])) == 2
    house.time += DAY
    (answer,) = open_against_bots(ben, names[20])
    assert "(new/too-many-alone)" in answer.text
    # Games with other people are not in the way, and are not counted.
    house.time += DAY
    club[1].code = ben.write("help new")[0].code
    start_game(club[::-1])
    assert len(house.all(rows.Game)) == 11


def test_games_of_a_day(house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new, "MOST_A_DAY", 3)
    anna = club[0]
    for _ in range(3):
        assert "is open" in anna.ask("new players=3")[0].text
    (answer,) = anna.ask("new players=3")
    assert "(new/too-often)" in answer.text
    house.time += DAY
    assert "is open" in anna.ask("new players=3")[0].text


def test_two_moves_are_not_taken_for_one(house: House, club: list[Member]) -> None:
    start_game(club)
    while to_move(club) is not club[1]:
        play_on(club, 1)
    ben, before = club[1], len(house.all(rows.Entry))
    move = first_move(ben)
    ben.reply(f"{move}\n{move}")
    assert len(house.all(rows.Entry)) <= before + 1


def test_all_letters_of_a_mail_have_so_many_commands_together(house: House, club: list[Member]) -> None:
    wanted = [f"help {name}" for name in "abandon archive board forget games history invite join".split()]
    wanted += [f"help {name}" for name in "leave legal move new recover register resend resign score".split()]
    many = [*wanted, "help set", "help start", "help status", "help test", "help try"]
    (answer,) = letters(club[0], "; ".join(many[:11]), "; ".join(many[11:]))
    assert "command/too-many" in answer.text
    (answer,) = letters(club[0], "; ".join(many[:10]), "; ".join(many[10:20]))
    assert "command/too-many" not in answer.text


def test_the_commands_of_a_day(house: House, club: list[Member]) -> None:
    small = House(house.ledger, time=house.time, more={"commands_per_day": 5})
    small.seen, small.uid = house.seen, house.uid
    anna, ben = club
    anna.house = ben.house = small
    for _ in range(2):
        (answer,) = letters(anna, "status; games")
        assert "didn't work" not in answer.text
    (answer,) = letters(anna, "status; games")
    assert "command/too-many-today" in answer.text
    assert "moves are taken" in " ".join(answer.text.split())
    (answer,) = letters(anna, "help")
    assert "command/too-many-today" in answer.text
    (answer,) = ben.ask("status")
    assert "didn't work" not in answer.text
    small.time += DAY
    (answer,) = letters(anna, "status")
    assert "didn't work" not in answer.text


def test_a_mail_brings_so_many_forms_of_games(
    house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often and in whatever words they are asked for, each is made once."""
    game, made = closed_game(club), []
    real = archive._made

    def counted(visit: object, game: rows.Game, data: bytes, wanted: str) -> dict[str, bytes]:
        made.append((game.id, wanted))
        return real(visit, game, data, wanted)  # type: ignore[arg-type]

    monkeypatch.setattr(archive, "_made", counted)
    asked = [
        f"archive {game}",
        f"archive {game} html json",
        f"archive {game} json, html",
        f"export {game} md",
    ]
    (answer,) = letters(club[0], *["; ".join(asked * 5)] * 8)
    assert sorted(made) == sorted({(game, wanted) for wanted in ("json", "html", "md")})
    assert len(answer.enclosed) == 3
    (answer,) = letters(club[0], f"archive {game} json html md csv")
    assert len(answer.enclosed) == 5
    other = closed_game(club)
    (answer,) = letters(club[0], f"archive {game}; archive {other}; archive {game} md")
    assert "archive/too-many" in answer.text
    assert answer.enclosed == {}


def test_forms_of_games_in_a_day_count_even_if_the_mail_is_refused(house: House, club: list[Member]) -> None:
    game = closed_game(club)
    for _ in range(house.settings.archives_per_day // 4):
        (answer,) = letters(club[0], f"archive {game} json html md csv; board zzzzz9")
        assert "game/unknown" in answer.text
    (answer,) = letters(club[0], f"archive {game} json")
    assert "archive/too-often" in answer.text
    house.time += DAY
    (answer,) = letters(club[0], f"archive {game} json")
    assert set(answer.enclosed) == {f"grubenpost-{game}.json"}


def test_an_answer_has_so_many_bytes(
    house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = closed_game(club)
    monkeypatch.setattr(archive, "LARGEST_MAIL", 100_000)
    (answer,) = letters(club[0], f"archive {game}")
    assert "archive/too-large" in answer.text
    (answer,) = letters(club[0], f"archive {game} html")
    assert len(answer.enclosed) == 1
    monkeypatch.setattr("server.words.command.LONGEST_ANSWER", 1000)
    (answer,) = letters(club[0], "help; help rules")
    assert "command/too-long" in answer.text


def rotated(member: Member, old: PrivateKey, number: int) -> tuple[PrivateKey, list[Got]]:
    new = PrivateKey(sha256(f"key {number} of {member.handle}".encode()).digest())
    letter = Rotate(member.house.server, member.handle, old.public, new.public, member.nonce())
    got = member.house.write(member.address, "", seal_letter(letter, old, new))
    return new, [mail for mail in got if mail.recipient == member.address]


def test_keys_are_changed_so_often_and_every_archive_can_be_made(
    house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keychanges, "MOST_IN_A_GAME", 15)
    game, anna = start_game(club), club[0]
    key, refusals = anna.key, set()
    for number in range(40):
        house.time += DAY // 8
        new, got = rotated(anna, key, number)
        if "didn't work" in got[0].text:
            refusals.add(got[0].text.split("(")[1].split(")")[0])
        else:
            key = new
    assert refusals == {"key/too-many"}
    assert sum(entry.kind == "key" for entry in house.entries(game)) == 15
    (answer,) = club[1].ask(f"archive {game}")
    assert verify(answer.files[f"grubenpost-{game}.json"]).state == "running"


def test_keys_are_changed_so_often_in_a_day(house: House, club: list[Member]) -> None:
    anna = club[0]
    key, taken = anna.key, 0
    for number in range(20):
        new, got = rotated(anna, key, number)
        if "didn't work" not in got[0].text:
            key, taken = new, taken + 1
    assert taken <= 10


def test_coming_and_going_ends(house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.games.table.MOST_BEFORE_START", 12)
    game, ben = open_game(club), club[1]
    for _ in range(10):
        ben.ask(f"join {game}")
        ben.ask(f"leave {game}")
    assert len(house.entries(game)) <= 13
    (answer,) = ben.ask(f"join {game}")
    assert "game/worn-out" in answer.text
