"""What the client refuses, by its codes: each is provoked as a player would, and told with the code."""

from __future__ import annotations

import fcntl
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import keyring
import pytest
from keyring.backend import KeyringBackend

from client.bots.seat import BotSeat
from client.bots.series import SeriesTally, plan, play_series
from client.bots.tournament import Scroll
from client.exchange.requests import fetch_archive, open_game, register
from client.post.account import Wire
from client.profile.home import find_home
from client.profile.profile import write_profile
from client.profile.secrets import PasswordPlace
from engine.errors import Refused
from engine.mail.hosts import Tls
from engine.wire.facts import Facts
from tests.client.athome import GAME, AtHome
from tests.client.exchange.forging import unsigned
from tests.client.exchange.test_forged import false_board, keep_as_before
from tests.client.exchange.test_recover import NOT_KNOWN, _begin, _wait_72_hours
from tests.client.exchange.test_shares import Table, other_table, without_us
from tests.client.play.test_thinking import heard
from tests.client.pretend import Said, answer_mail, answering, corresponding, make_profile, turn_mail

ROOT = Path(__file__).parents[2]
QUESTION = Said("Somebody, probably you, wants to play as anna.\n", facts=Facts(confirm="GP-7K3M-Q9XW-2TRD"))


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtHome:
    return AtHome(tmp_path, monkeypatch)


@pytest.fixture
def playing(anna: AtHome) -> AtHome:
    anna.begin()
    return anna


def said(anna: AtHome, code: str, *words: str) -> str:
    """What a command says that can't be done, and that has this code."""
    output = " ".join(anna.run(*words).output.split())
    assert f"[{code}]" in output, output
    return output


def refused(code: str, *args: object) -> None:
    """The first of these is called with the others, and refuses."""
    call, *given = args
    with pytest.raises(Refused) as caught:
        call(*given)  # type: ignore[operator]
    assert caught.value.code == code


# Games


def test_a_game_that_has_not_begun(anna: AtHome) -> None:
    Table(anna, ben_waits=True)
    anna.must("join", GAME)
    said(anna, "game/not-started", "board", GAME)
    said(anna, "reveal/not-due", "reveal", GAME)


def test_no_move(playing: AtHome) -> None:
    said(playing, "move/none", "move", GAME)
    said(playing, "client/nobody-there", "move", GAME, "1")


def test_another_move_while_one_is_on_its_way(playing: AtHome) -> None:
    playing.pretend.answer = lambda *_: []
    said(playing, "post/no-answer", "move", GAME, "1", "--yes", "--patience", "0")
    said(playing, "move/on-its-way", "move", GAME, "2", "--yes")


def test_the_game_goes_on_behind_the_players_back(playing: AtHome) -> None:
    """A move was sent; its receipt lies in the mailbox when another one is tried."""
    playing.pretend.answer = lambda *_: []
    playing.run("move", GAME, "1", "--yes", "--patience", "0")
    playing.pretend.arriving.extend(playing.take_move(playing.pretend.received()))
    said(playing, "move/moved-on", "move", GAME, "1", "--yes")


def test_a_move_when_all_is_over(anna: AtHome) -> None:
    anna.match.play_on(Random(1), 500)
    anna.pretend.arriving.append(turn_mail(anna.match))
    anna.must("fetch")
    said(anna, "move/over", "move", GAME, "1")


def test_a_position_that_nobody_has_signed(playing: AtHome) -> None:
    keep_as_before(playing.home, unsigned(playing.match, false_board(playing.match)))
    said(playing, "turn/unproved", "move", GAME, "1", "--yes")


def test_a_mail_of_another_server(anna: AtHome) -> None:
    anna.pretend.arriving.append(answer_mail("Hello!\n", server="other.example.org"))
    said(anna, "turn/other-server", "fetch")


def test_no_position_has_come(tmp_path: Path) -> None:
    with corresponding(tmp_path) as (post, _):
        refused("seat/no-position", lambda: BotSeat(post, GAME).turn)


# Shares of the shuffle


def test_shares_that_can_not_be_told(anna: AtHome) -> None:
    said(anna, "reveal/no-table", "reveal", GAME, "--out", "letter.toml")
    table = Table(anna)
    anna.must("join", GAME)
    fork = other_table(anna, table).mail()
    for path in anna.home.games.glob("*"):
        path.unlink()
    anna.pretend.arriving.append(fork)
    said(anna, "share/two-logs", "fetch")
    (anna.home.tables / f"{GAME}.json").write_text("{}")
    anna.pretend.arriving.append(other_table(anna, table, 3).mail())
    said(anna, "state/damaged-table", "fetch")


def test_a_table_without_us(anna: AtHome) -> None:
    table = Table(anna, ben_waits=True)
    anna.must("join", GAME)
    anna.pretend.arriving.append(without_us(table))
    said(anna, "table/not-yours", "fetch")


# What the server answers


def test_answers_that_lack_what_was_asked_for(tmp_path: Path) -> None:
    with corresponding(tmp_path) as (post, pretend):
        pretend.answer = answering("Good.\n", "Good.\n", "Good.\n")
        refused("archive/none", fetch_archive, post, GAME)
        refused("new/no-game", open_game, post, 2)
        refused("register/no-code", register, post)


def test_a_welcome_for_somebody_else(tmp_path: Path) -> None:
    with corresponding(tmp_path) as (post, pretend):
        pretend.answer = lambda mail: [
            answer_mail(QUESTION, mail)
            if mail.letters
            else answer_mail("Welcome!\n", mail, answers=("0" * 64,))
        ]
        refused("register/other", register, post)


def test_a_recovery_that_does_not_come_through(anna: AtHome) -> None:
    said(anna, "recover/no-code", "recover", "--yes", "--patience", "0")
    anna.pretend.answer = _begin
    anna.must("recover", "--anew", "--yes")
    _wait_72_hours(anna)
    anna.answer_with(NOT_KNOWN)
    said(anna, "recover/not-in-force", "recover")


# The profile


def change(anna: AtHome, old: str, new: str) -> None:
    text = anna.home.profile.read_text("utf-8")
    assert old in text
    anna.home.profile.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("profile/format", 'format = "grubenpost-profile/1"', 'format = "grubenpost-profile/9"'),
        ("profile/missing", "[server]", "[sever]"),
        ("profile/toml", "[mail.imap]", "[mail.imap"),
        ("post/open", 'host = "127.0.0.1"', 'host = "imap.example.org"'),
    ],
)
def test_a_profile_that_was_changed_by_hand(anna: AtHome, code: str, old: str, new: str) -> None:
    change(anna, old, new)
    said(anna, code, "fetch")


def test_a_profile_that_can_not_be_read(anna: AtHome) -> None:
    anna.home.password.chmod(0o644)
    said(anna, "profile/not-private", "fetch")
    anna.home.profile.unlink()
    anna.home.profile.mkdir()
    said(anna, "profile/unreadable", "fetch")


def test_a_name_that_no_profile_can_have() -> None:
    refused("profile/name", find_home, None, "../x")


def test_a_wire_without_tls() -> None:
    refused("post/open", Wire, "imap.example.org", 143, Tls.NONE)


def test_somebody_else_is_at_work(anna: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.profile.files.PATIENCE", 0.0)
    with anna.home.lock.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said(anna, "profile/busy", "fetch")


class EmptyRing(KeyringBackend):
    """A keyring as a desktop has it, in which nothing is kept."""

    priority = 9  # type: ignore[assignment]

    def get_password(self, service: str, username: str) -> str | None:
        return None

    def set_password(self, service: str, username: str, password: str) -> None:
        """Forgotten at once."""


def test_a_password_that_no_keyring_has(anna: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = keyring.get_keyring()
    keyring.set_keyring(EmptyRing())
    try:
        write_profile(anna.home, replace(make_profile(), password_in=PasswordPlace.KEYRING))
        said(anna, "profile/password-missing", "fetch")
    finally:
        keyring.set_keyring(usual)
    monkeypatch.setitem(sys.modules, "keyring", None)
    said(anna, "profile/password-keyring", "fetch")


def test_a_new_profile_that_nobody_can_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    anna.home.profile.unlink()
    said(anna, "init/missing", "init")
    said(anna, "init/ways", "init", "--login", "--password-command", "true")
    said(anna, "init/ways", "init", "--login", "--access-token")


def test_files_of_the_client_that_can_not_be_read(playing: AtHome) -> None:
    file = playing.home.games / f"{GAME}.json"
    file.unlink()
    file.mkdir()
    said(playing, "state/unreadable", "board", GAME)


# Bots and archives


def test_series_that_can_not_be_played(tmp_path: Path) -> None:
    for code, players, bots, games, seed in [
        ("selfplay/players", 5, ["random"], 1, 1),
        ("selfplay/games", 2, ["random"], 0, 1),
        ("selfplay/seed", 2, ["random"], 1, -1),
        ("selfplay/bots", 2, ["random"] * 3, 1, 1),
    ]:
        refused(code, plan, players, bots, games, seed, False, tmp_path)
    series = plan(2, ["random"], 1, 1, False, tmp_path)
    series.path(1).write_text("{}")
    refused("selfplay/other-game", lambda: list(play_series(series, SeriesTally())))


def test_a_file_that_holds_no_results(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("[]\n")
    refused("tournament/file", Scroll(tmp_path / "results").read)


def test_a_bot_that_breaks_the_rules(anna: AtHome, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("print('bank', flush=True)\n")
    said(anna, "bots/faulty", "bot-check", f"program:{sys.executable} {program}")


def test_a_ply_that_no_game_has(anna: AtHome) -> None:
    game = next((ROOT / "saves").glob("*.json"))
    said(anna, "replay/no-ply", "replay", str(game), "--ply", "9999")


# The interactive turn


@pytest.mark.parametrize(
    ("code", "typed", "wrong"),
    [
        ("play/no-step", ("mine 6", "undo"), "no step to take back"),
        ("play/no-steps", ("mine 6", "done"), "no work steps yet"),
        ("play/step-number", ("mine 6", "99"), "there is no step of the number 99"),
        ("play/why", ("why factory",), "say one move behind"),
    ],
)
def test_slips_at_the_screen_are_told(code: str, typed: tuple[str, ...], wrong: str) -> None:
    from engine.faults import sentences_of
    from engine.tongue import tongue

    assert wrong in " ".join(heard(*typed).split())
    assert any(wrong.split("99", maxsplit=1)[0].strip() in text for text in sentences_of(code, tongue("en")))
