"""The commands of a player, against a pretended server: what they show, what they send, what they keep."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from client.refusals import NoPost
from engine.record.keyring.keyfile import lock, public_key, unlock
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import open_letter
from engine.wire.facts import Facts
from server.mail.reading import read_mail
from tests.client.athome import GAME, AtHome, a_move
from tests.client.pretend import Said, answer_mail, refusing, turn_mail
from tests.engine.record.club import SERVER, player_key

REFUSED = refusing("move/stale", "it answers an old position")
COLOURS = re.compile(r"\x1b\[[\d;]*m")


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtHome:
    return AtHome(tmp_path, monkeypatch)


@pytest.fixture
def playing(anna: AtHome) -> AtHome:
    anna.begin()
    return anna


# Looking


def test_fetch_tells_where_games_stand(anna: AtHome) -> None:
    assert anna.must("fetch") == "Nothing new.\n"
    anna.pretend.arriving.extend(anna.others())
    assert anna.must("fetch") == f"{GAME}: it is your turn (ply {anna.game.ply}).\n"
    assert anna.must("fetch") == "Nothing new.\n"


def test_fetch_from_a_file_and_from_a_pipe_needs_no_post(anna: AtHome, tmp_path: Path) -> None:
    first, *more = anna.others()
    anna.pretend.arriving.append(NoPost("post/imap", "nobody must ask"))
    (tmp_path / "mail.eml").write_bytes(first)
    assert "ply 0" in anna.must("fetch", str(tmp_path / "mail.eml"))
    for mail in more:
        anna.must("fetch", "-", typed=mail.decode("latin-1"))
    assert anna.json("status")[0]["ply"] == anna.game.ply


def test_a_file_that_is_not_there_and_one_that_is_no_mail(anna: AtHome, tmp_path: Path) -> None:
    result = anna.run("fetch", str(tmp_path / "none.eml"))
    assert (result.exit_code, "none.eml" in result.output) == (1, True)
    (tmp_path / "forged.eml").write_bytes(turn_mail(anna.match, head="0" * 64))
    assert anna.run("fetch", str(tmp_path / "forged.eml")).exit_code == 1
    assert anna.json("status") == []


def test_status(playing: AtHome) -> None:
    facts = playing.json("status")[0]
    assert (facts["game"], facts["mine"], facts["state"]) == (GAME, True, "running")
    assert facts["new"] == playing.game.ply
    assert f"{GAME}: YOUR TURN since " in playing.must("status")
    playing.must("board", GAME)
    assert playing.json("status")[0]["new"] == 0


def test_the_board_and_the_list_are_the_players_own(playing: AtHome) -> None:
    facts = playing.json("board", GAME)
    assert facts["seat"] == 0
    assert facts["position"]["ply"] == playing.game.ply
    assert "(you)" in playing.must("board")
    entries = playing.json("legal", GAME)
    shown = playing.must("legal", GAME)
    for entry in entries:
        assert re.search(rf"^ *{entry['number']}  {re.escape(entry['move'])}\b", shown, re.M)


def test_colours_change_no_word(playing: AtHome) -> None:
    for command in ("board", "legal", "score"):
        plain, coloured = playing.must(command), playing.must(command, FORCE_COLOR="1")
        assert plain != coloured
        assert COLOURS.sub("", coloured) == plain
        assert playing.must(command, FORCE_COLOR="1", NO_COLOR="1") == plain


def test_the_story(playing: AtHome) -> None:
    playing.must("move", GAME, a_move(playing.match), "--yes")
    since = playing.must("since")
    assert "What happened:" in since
    history = playing.must("history")
    assert history.endswith(since)
    told = playing.json("history")
    assert [part["ply"] for part in told] == sorted({part["ply"] for part in told})
    assert len(playing.json("history", "--from", "3")) < len(told)


def test_the_language_of_the_profile(playing: AtHome) -> None:
    text = playing.home.profile.read_text("utf-8").replace('language = "en"', 'language = "de"')
    playing.home.profile.write_text(text, "utf-8")
    assert playing.must("board") != playing.must("board", GRUBENPOST_LANGUAGE="en")


@pytest.mark.parametrize("command", ["board", "legal", "score", "since", "history"])
def test_what_is_not_known_is_said(command: str, anna: AtHome) -> None:
    result = anna.run(command, "nogame")
    assert result.exit_code == 1
    assert "nothing is known here of a game nogame" in " ".join(result.output.split())
    assert anna.run(command).exit_code == 1


def test_a_damaged_game_is_named(playing: AtHome) -> None:
    (playing.home.games / f"{GAME}.json").write_text("{")
    result = playing.run("status")
    assert (result.exit_code, "is damaged: delete it" in " ".join(result.output.split())) == (1, True)


# Moving


def test_try_sends_nothing(playing: AtHome) -> None:
    move = a_move(playing.match)
    assert playing.must("try", GAME, *move.split()).startswith(f"{move}\n")
    assert not playing.pretend.sent


@pytest.mark.parametrize("how", ["number", "words", "one word"])
def test_a_move(how: str, playing: AtHome) -> None:
    entry = playing.json("legal", GAME)[0]
    words = {"number": ["1"], "words": entry["move"].split(), "one word": [entry["move"]]}[how]
    before = playing.game.ply
    shown = playing.must("move", GAME, *words, "--yes")
    assert playing.moves() == [entry["move"]]
    assert shown.startswith(f"{entry['move']}\n")
    assert "(you)" in shown
    assert playing.json("status")[0]["ply"] > before
    assert not playing.waiting()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["99"], "there is no action of the number 99"),
        (["fly", "to", "the", "moon"], "is not a move"),
        (["mine", "99"], "mine 99"),
    ],
)
def test_what_is_no_move_is_refused_here(words: list[str], why: str, playing: AtHome) -> None:
    result = playing.run("move", GAME, *words, "--yes")
    assert result.exit_code == 1
    assert why in " ".join(result.output.split())
    assert not playing.pretend.sent


def test_it_must_be_the_players_turn(anna: AtHome) -> None:
    while anna.game.turn == 0:
        anna.match.move(a_move(anna.match))
    anna.pretend.arriving.append(turn_mail(anna.match))
    anna.must("fetch")
    for command in ("move", "sign"):
        result = anna.run(command, GAME, "1", *(["--yes"] if command == "move" else []))
        assert (result.exit_code, "it is the turn of" in result.output) == (1, True)


def test_without_a_yes_nothing_is_sent(playing: AtHome) -> None:
    result = playing.run("move", GAME, "1")
    assert (result.exit_code, "say --yes" in result.output) == (1, True)
    assert not playing.pretend.sent


def test_a_move_that_could_not_be_sent_goes_out_as_the_same_letter(
    playing: AtHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = playing.pretend.send

    def cut(message: object) -> None:
        send(message)  # type: ignore[arg-type]
        playing.pretend.arriving.clear()  # the server has it, and its answer is lost
        raise NoPost("post/smtp", "the line is cut")

    monkeypatch.setattr(playing.pretend, "send", cut)
    result = playing.run("move", GAME, "1", "--yes")
    assert result.exit_code == 3
    assert "Sent, and not answered yet" in result.output
    assert playing.json("status")[0]["pending"]
    monkeypatch.setattr(playing.pretend, "send", send)
    playing.pretend.arriving.append(turn_mail(playing.match))
    playing.must("move", GAME)
    assert len(playing.taken) == 1
    assert len(set(playing.ids())) == 1
    assert not playing.waiting()


@pytest.mark.parametrize("how", ["number", "words"])
@pytest.mark.parametrize("command", ["move", "sign"])
def test_a_bare_mining_space_is_never_sealed(command: str, how: str, playing: AtHome) -> None:
    while not any(entry["move"].startswith("mine") for entry in playing.json("legal", GAME)):
        playing.must("move", GAME, a_move(playing.match), "--yes")
    entry = next(entry for entry in playing.json("legal", GAME) if entry["move"].startswith("mine"))
    words = [str(entry["number"])] if how == "number" else entry["move"].split()
    agreed = ["--yes"] if command == "move" else []
    before = playing.moves()
    result = playing.run(command, GAME, *words, *agreed)
    assert result.exit_code != 0
    assert "does not say which work steps you want" in " ".join(result.output.split())
    assert playing.moves() == before
    playing.must(command, GAME, f"{entry['move']}: nothing", *agreed)
    if command == "move":
        assert playing.moves()[-1] == entry["move"]


def test_another_move_waits_until_the_first_one_is_settled(playing: AtHome) -> None:
    playing.pretend.answer = lambda *_: []
    result = playing.run("move", GAME, "1", "--yes", "--patience", "0")
    assert result.exit_code == 4
    result = playing.run("move", GAME, "2", "--yes")
    assert (result.exit_code, "has no receipt yet" in " ".join(result.output.split())) == (1, True)
    assert len(playing.pretend.sent) == 1


def test_what_nobody_has_can_be_taken_back(playing: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = playing.pretend.connect

    def refused() -> None:
        raise NoPost("post/smtp", "nobody listens there")

    monkeypatch.setattr(playing.pretend, "connect", refused)
    result = playing.run("move", GAME, "1", "--yes")
    assert (result.exit_code, "Written down, and not sent yet" in result.output) == (3, True)
    monkeypatch.setattr(playing.pretend, "connect", connect)
    second = playing.json("legal", GAME)[1]["move"]
    playing.must("move", GAME, "2", "--yes")
    assert playing.moves() == [second]
    assert not playing.waiting()


def test_a_refused_move_is_forgotten(playing: AtHome) -> None:
    playing.answer_with(REFUSED)
    result = playing.run("move", GAME, "1", "--yes")
    assert (result.exit_code, "it answers an old position" in result.output) == (1, True)
    assert not playing.waiting()
    assert playing.json("status")[0]["pending"] is None


def test_not_waiting(playing: AtHome) -> None:
    assert "brings the receipt" in playing.must("move", GAME, "1", "--yes", "--no-wait")
    assert playing.json("status")[0]["pending"]
    playing.must("fetch")
    assert playing.json("status")[0]["pending"] is None
    assert not playing.waiting()


def test_not_waiting_for_a_refusal(playing: AtHome) -> None:
    playing.answer_with(REFUSED)
    playing.must("move", GAME, "1", "--yes", "--no-wait")
    assert "it answers an old position" in playing.must("fetch")
    assert playing.json("status")[0]["pending"] is None
    assert not playing.waiting()


def test_sign_and_submit(playing: AtHome, tmp_path: Path) -> None:
    sealed = playing.must("sign", GAME, "1")
    letter = open_letter(sealed.encode(), lambda _: [player_key("anna").public]).letter
    assert isinstance(letter, Move)
    assert letter.action == playing.json("legal", GAME)[0]["move"]
    assert not playing.pretend.sent
    mail = read_mail(playing.must("submit", "--eml", typed=sealed).encode(), SERVER)
    assert mail.letters == (sealed.encode(),)
    assert not playing.pretend.sent
    playing.must("submit", "-", typed=sealed)
    assert playing.taken == [sealed.encode()]
    assert not playing.waiting()


def test_a_signed_file_and_an_armoured_one(playing: AtHome, tmp_path: Path) -> None:
    file = tmp_path / "my.move"
    playing.must("sign", GAME, "1", "--out", str(file))
    assert file.read_text().startswith('format = "grubenpost-move/1"')
    assert playing.must("sign", GAME, "1", "--armour").startswith("BEGIN GRUBENPOST.")
    playing.must("submit", str(file), "--no-wait")
    assert playing.taken == [file.read_bytes()]


@pytest.mark.parametrize("content", ["", "hello", 'format = "grubenpost-move/1"\n'])
def test_what_is_no_letter_is_not_submitted(content: str, playing: AtHome) -> None:
    assert playing.run("submit", typed=content).exit_code == 1
    assert not playing.pretend.sent


# Errands


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("games", "games"),
        ("invite k3t9qa ben clara", "invite k3t9qa ben clara"),
        ("start k3t9qa", "start k3t9qa"),
        ("resign k3t9qa --yes", "resign k3t9qa"),
        ("set zone Europe/Berlin", "set zone Europe/Berlin"),
        ("send history k3t9qa since 40", "history k3t9qa since 40"),
    ],
)
def test_an_errand(words: str, text: str, anna: AtHome) -> None:
    anna.answer_with("This is the answer.\n")
    assert anna.must(*words.split()).strip() == "This is the answer."
    letter = anna.letter()
    assert isinstance(letter, Request)
    assert letter.text == text
    assert not anna.waiting()


def test_an_errand_that_is_refused(anna: AtHome) -> None:
    anna.answer_with(refusing("start/not-yours", "only its host can"))
    result = anna.run("start", "k3t9qa")
    assert (result.exit_code, "only its host can" in result.output) == (1, True)
    assert not anna.waiting()


def test_an_errand_without_an_answer_is_the_same_letter_again(anna: AtHome) -> None:
    assert anna.run("games", "--patience", "0").exit_code == 4
    (first,) = anna.ids()
    anna.answer_with("None is open.\n")
    assert "None is open." in anna.must("games")
    assert anna.ids() == [first, first]
    assert not anna.waiting()


def test_an_answer_that_came_late_is_not_asked_for_again(anna: AtHome) -> None:
    assert anna.run("games", "--patience", "0").exit_code == 4
    anna.pretend.arriving.append(answer_mail("None is open.\n", anna.pretend.received()))
    assert "None is open." in anna.must("fetch")
    assert not anna.waiting()
    assert len(anna.pretend.sent) == 1


def test_a_registration_goes_on_where_it_was_stopped(anna: AtHome) -> None:
    """The question came after nobody waited for it any more, and was even fetched."""
    assert anna.run("register", "--patience", "0").exit_code == 4
    question = Said("Is it you?\n", facts=Facts(confirm="GP-7K3M-Q9XW-2TRD"))
    anna.pretend.arriving.append(answer_mail(question, anna.pretend.received()))
    assert anna.run("register", "--patience", "0").exit_code == 4, "the answer to the code is awaited"
    assert len(set(anna.ids())) == 2
    anna.answer_with("Welcome, Anna!\n", "Done.\n")
    assert "You are registered as anna." in anna.must("register")
    assert not anna.waiting()
    texts = [mail.get_body(("plain",)).get_content() for mail in anna.pretend.sent]  # type: ignore[union-attr]
    assert len({text for text in texts if "GP-7K3M-Q9XW-2TRD" in text}) == 1


@pytest.mark.parametrize("command", ["rotate --yes", "join k3t9qa"])
def test_what_has_to_be_finished_is_not_settled_by_fetching(command: str, anna: AtHome) -> None:
    assert anna.run(*command.split(), "--patience", "0").exit_code == 4
    anna.pretend.arriving.append(answer_mail("It is done.\n", anna.pretend.received()))
    assert f"`grubenpost {command.split(maxsplit=1)[0]}`" in anna.must("fetch")
    assert len(anna.waiting()) == 1
    anna.must(*command.split())
    assert anna.waiting() == []
    assert len(anna.pretend.sent) == 1
    assert anna.home.config.joinpath("next").exists() is False


def test_a_language_that_was_set_is_spoken_from_now_on(anna: AtHome) -> None:
    anna.answer_with("Gut.\n")
    anna.must("set", "language", "de")
    assert 'language = "de"' in anna.home.profile.read_text("utf-8")


def test_opening_a_game_takes_a_seat(anna: AtHome) -> None:
    anna.answer_with(Said("The game is open.\n", facts=Facts(opened=("k3t9qa",))), "Good.\n")
    assert anna.must("new", "--players", "2", "--own-keys", "--private", "--quiet") == "k3t9qa\n"
    first, second = anna.letter(0), anna.letter(1)
    assert isinstance(first, Request)
    assert first.text == "new players=2 auth=key deliveries=open private=yes hold=no resigned=bot"
    assert isinstance(second, Join)
    assert second.game == "k3t9qa"
    assert anna.json("status")[0]["state"] == "open"


def test_a_game_against_bots_begins_at_once(anna: AtHome) -> None:
    anna.others()  # until it is Anna's turn
    opened = Said("The game is open.\n", facts=Facts(opened=("game-1",)))
    anna.pretend.answer = lambda mail: [
        turn_mail(anna.match, answers=mail) if len(anna.pretend.sent) > 1 else answer_mail(opened, mail)
    ]
    told = anna.must("new", "--players", "3", "--bots", "2", "--bot", "baron")
    assert "Others join it" not in told
    assert "it is your turn" in told
    request = anna.letter(0)
    assert isinstance(request, Request)
    assert request.text.endswith("resigned=bot bots=2 bot=baron")
    assert anna.json("status")[0]["mine"]


def test_the_receipt_tells_what_happened(playing: AtHome) -> None:
    assert "Ben goes to the bank for 1 Mark." in playing.must("move", GAME, "1", "--yes")


def test_where_no_game_is_known(anna: AtHome) -> None:
    result = anna.run("board")
    assert result.exit_code == 1
    assert "`grubenpost games` lists" in " ".join(result.output.split())
    anna.home.profile.unlink()
    assert "`grubenpost init` makes one" in anna.must("status")


def test_the_same_trouble_is_told_once(anna: AtHome) -> None:
    anna.pretend.answer = lambda *_: [NoPost("post/imap", "nobody listens there")] * 3
    result = anna.run("games", "--patience", "1")
    assert result.output.count("nobody listens there") == 1


def test_another_key(anna: AtHome) -> None:
    anna.answer_with("Your new key is in force from now on.\n")
    anna.must("rotate", "--yes")
    letter = anna.letter()
    assert isinstance(letter, Rotate)
    assert letter.old == player_key("anna").public
    assert public_key(anna.home.key.read_bytes()) == letter.new
    (old,) = anna.home.config.glob("player-*.key")
    assert unlock(old.read_bytes(), "").public == letter.old
    assert anna.home.key.stat().st_mode & 0o777 == 0o600


def test_another_key_that_was_interrupted_is_the_same_one_again(anna: AtHome) -> None:
    assert anna.run("rotate", "--yes", "--patience", "0").exit_code == 4
    assert public_key(anna.home.key.read_bytes()) == player_key("anna").public
    anna.answer_with("Your new key is in force from now on.\n")
    anna.must("rotate", "--yes")
    first, second = anna.letter(0), anna.letter(1)
    assert first == second
    assert isinstance(first, Rotate)
    assert public_key(anna.home.key.read_bytes()) == first.new


def test_a_seat_that_was_given_up_is_forgotten(anna: AtHome) -> None:
    no_table = refusing("game/not-running", "the game k3t9qa is not under way")
    anna.answer_with("You have a seat.\n", no_table, "You have left the game k3t9qa.\n")
    anna.must("join", "k3t9qa")
    assert [facts["game"] for facts in anna.json("status")] == ["k3t9qa"]
    anna.must("leave", "k3t9qa")
    assert anna.json("status") == []


def test_a_locked_key_is_opened_by_its_passphrase(playing: AtHome) -> None:
    playing.home.key.write_bytes(lock(player_key("anna"), "sesame", bytes(16), n=1024))
    assert playing.must("sign", GAME, "1", GRUBENPOST_PASSPHRASE="sesame").startswith("format")
    assert playing.must("sign", GAME, "1", typed="sesame\n").startswith("format")
    result = playing.run("move", GAME, "1", "--yes", GRUBENPOST_PASSPHRASE="simsalabim")
    assert (result.exit_code, "passphrase" in result.output) == (1, True)
    assert not playing.pretend.sent
    playing.must("fetch")  # which needs no key


def test_the_archive_is_checked_and_kept(playing: AtHome) -> None:
    from engine.record.archive import archive as archives

    data = archives.write(archives.running(playing.match.book, playing.match.server))
    name = f"grubenpost-{GAME}.json"
    playing.pretend.answer = lambda mail: [answer_mail("Here it is.\n", mail, {name: data})]
    path = Path(playing.must("archive", GAME, "--quiet").strip())
    assert path.read_bytes() == data
    damaged = data.replace(b'"at":', b'"at": ', 1)
    playing.pretend.answer = lambda mail: [answer_mail("Here it is.\n", mail, {name: damaged})]
    assert playing.run("archive", GAME).exit_code == 1


def test_a_letter_for_a_bad_day(anna: AtHome, tmp_path: Path) -> None:
    file = tmp_path / "revoke.toml"
    anna.must("revoke", "--write", str(file))
    assert not anna.pretend.sent
    assert isinstance(open_letter(file.read_bytes(), lambda _: ()).letter, Revoke)
    anna.answer_with("Your key is revoked.\n")
    anna.must("submit", str(file))
    assert isinstance(anna.letter(), Revoke)


def test_without_a_profile_the_way_to_one_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    for command in ("register", "games", "fetch"):
        result = anna.run(command, GRUBENPOST_HOME=str(tmp_path / "none"))
        assert (result.exit_code, "`grubenpost init` makes one" in " ".join(result.output.split())) == (
            1,
            True,
        )


def test_only_one_corresponds_at_a_time(anna: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    monkeypatch.setattr("client.profile.files.PATIENCE", 0.0)
    with anna.home.lock.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = anna.run("fetch")
    assert (result.exit_code, "another grubenpost is at work" in result.output) == (1, True)


def test_json_is_json(playing: AtHome) -> None:
    for command in ("status", "board", "legal", "score", "since", "history"):
        assert json.loads(playing.must(command, "--json"))
