"""`grubenpost verify`, run as its own process: what it says of right and wrong archives, and how it ends."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.log.checkpoint import write_line
from tests.engine.record.club import finished_archive, new_match, running_archive, server_key
from tests.engine.record.game.test_timekeeping import finished as timed_game

ROOT = Path(__file__).parents[3]
GAME = ROOT / "tests" / "engine" / "record" / "vectors" / "game.json"
PATIENCE = 60


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "client", "verify", *map(str, args)]


def run(*args: object, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(*args),
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "COLUMNS": "100", **environment},
    )
    text = [stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr)]
    assert "Traceback" not in text[0] + text[1]
    return subprocess.CompletedProcess(done.args, done.returncode, *text)


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(data: bytes, name: str = "game.json") -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write


def test_a_right_archive_gets_a_certificate() -> None:
    done = run(GAME)
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert told[0] == f"{GAME}: all is right."
    assert "  Game game-5 on pit.example.org, finished after 83 moves." in told
    assert "  Anna (key): 30 VP, won." in told
    assert "  Ben Bäcker (mailbox): 21 VP." in told
    assert "  88 sealed letters verified." in told
    assert "  39 moves were delegated: sent by mail, sealed by the server." in told
    assert "  6 moves were typed by nobody: bot, clock, standing order or substitute." in told
    assert f"  Server key {server_key().public.fingerprint}:" in told
    assert all(len(line) < 80 for line in told[1:])


def test_it_speaks_the_language_of_the_player() -> None:
    assert f"{GAME}: alles stimmt." in run(GAME, GRUBENPOST_LANGUAGE="de").stdout
    assert "Anna (ключ): 30 ПО, победа." in run(GAME, GRUBENPOST_LANGUAGE="ru").stdout


def test_the_certificate_as_json() -> None:
    done = run(GAME, "--json")
    facts = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    expected = json.loads(GAME.with_suffix(".expected.json").read_text("utf-8"))["certificate"]
    assert facts == {"file": str(GAME), "right": True, **expected}


def test_a_running_game_is_right_as_far_as_the_public_can_see(file: Any) -> None:
    done = run(file(running_archive()))
    assert done.returncode == 0
    assert "right up to its head, as far as the public can see: the game is running." in done.stdout
    unseen = verify(running_archive()).unseen
    assert unseen > 0
    assert f"{unseen} letters are still secret." in done.stdout
    assert "at move 60." in done.stdout
    assert "won" not in done.stdout


def test_self_play_is_unsigned_and_that_is_said(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "client", "selfplay", "--players", "2", "--out", tmp_path],
        cwd=ROOT,
        check=True,
    )
    (path,) = tmp_path.iterdir()
    done = run(path)
    assert done.returncode == 0
    assert "UNSIGNED" in done.stdout
    assert "Server key" not in done.stdout
    assert run(path, "--server-key", server_key().public.line).returncode == 1


def test_an_abandoned_game_is_called_so(file: Any) -> None:
    match = new_match(1, 2)
    match.play_on(Random(1), 20)
    archive.close(match.book, match.seed, match.now, abandoned=True)
    done = run(file(archive.write(archive.finished(match.book, match.server))))
    assert done.returncode == 0
    assert "abandoned after 20 moves." in done.stdout


def test_who_was_absent_is_told_apart_from_who_lost(file: Any) -> None:
    done = run(file(timed_game()))
    assert done.returncode == 0
    assert "  3 moves of Clara ran out of time, none a second early." in done.stdout.splitlines()


def test_the_first_thing_wrong_is_named(file: Any) -> None:
    facts = json.loads(GAME.read_bytes())
    letter = facts["log"][40]["letters"][0]
    facts["log"][40]["letters"][0] = letter.replace("ply = ", "ply = 1")
    path = file(archive.write(facts))
    done = run(path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"grubenpost verify: {path}: entry 40: ")
    told = json.loads(run(path, "--json").stdout)
    assert (told["right"], told["code"], told["entry"]) == (False, "log/letters", 40)
    assert told["text"].startswith("entry 40: ")


def test_the_archive_must_stand_on_the_key_that_the_host_tells() -> None:
    line = server_key().public.line
    assert run(GAME, "--server-key", line).returncode == 0
    assert run(GAME, "--server-key", line.upper().replace("ED25519", "ed25519")).returncode == 0
    other = run(GAME, "--server-key", server_key("mine.example.org").public.line)
    assert other.returncode == 1
    assert server_key().public.fingerprint in other.stderr
    wrong = run(GAME, "--server-key", line[:-1])
    assert wrong.returncode == 2
    assert "--server-key" in wrong.stderr


def test_a_checkpoint_from_a_mail_must_fit(file: Any) -> None:
    match = new_match(1, 2)
    match.play_on(Random(1), 10)
    mine = write_line(match.book.checkpoint(match.server))
    match.play_on(Random(2), 10)
    path = file(archive.write(archive.running(match.book, match.server)))
    assert run(path, "--checkpoint", f"> {mine}").returncode == 0
    other = new_match(1, 2)
    other.book.note("host", 5)
    foreign = run(path, "--checkpoint", write_line(other.book.checkpoint(other.server)))
    assert foreign.returncode == 1
    assert "another history" in foreign.stderr
    assert "no checkpoint line" in run(path, "--checkpoint", "nothing").stderr


def test_several_files_and_standard_input(file: Any) -> None:
    one, wrong = file(finished_archive(1, 2), "one.json"), file(b"{}\n", "wrong.json")
    done = run(one, "-", stdin=GAME.read_bytes())
    assert done.returncode == 0
    assert f"{one}: all is right." in done.stdout
    assert "-: all is right." in done.stdout
    mixed = run(wrong, one, "--json")
    assert mixed.returncode == 1
    assert [json.loads(line)["right"] for line in mixed.stdout.splitlines()] == [False, True]


def test_two_histories_of_one_game_are_caught(file: Any) -> None:
    paths = []
    for text in ("one", "other"):
        match = new_match(1, 2)
        match.play_on(Random(1), 10)
        differs = len(match.book.log.entries)
        match.book.note("host", 5, text=text)
        match.play_on(Random(2), 3)
        paths.append(file(archive.write(archive.running(match.book, match.server)), f"{text}.json"))
    done = run(*paths)
    assert done.returncode == 1
    assert done.stdout.count("right up to its head") == 2
    assert f"two histories of pit.example.org/game-1; they differ at entry {differs}" in done.stderr
    fork = json.loads(run(*paths, "--json").stdout.splitlines()[-1])
    assert (fork["code"], fork["entry"], fork["right"]) == ("compare/fork", differs, False)
    assert run(paths[0], paths[0]).returncode == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello\n",
        b"[" * 10_000,
        b'{"a":' * 10_000,
        b"9" * 5_000,
        b"\xff" * 100_000,
        Random(1).randbytes(8_000_000),
        b'{\n"format":"\x1b[2J"\n}\n',
        '{\n"format":"grubenpost-archive/1",\n"löschen":1\n}\n'.encode(),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_files_that_are_no_archives(data: bytes, file: Any) -> None:
    path = file(data)
    done = run(path)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr) < 1000
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr
    assert run("-", stdin=data).returncode == 1


def test_what_can_not_be_read_is_wrong_use(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path, "no/such/\x1b[31m"):
        done = run(path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "can't be read" in done.stderr
        assert "\x1b" not in done.stderr
    assert json.loads(run(tmp_path, "--json").stdout)["code"] == "file/unreadable"
    assert run().returncode == 2
    assert run(GAME, "--no-such-option").returncode == 2


def test_an_endless_file_is_not_read_to_its_end() -> None:
    done = run("/dev/zero")
    assert done.returncode == 1
    assert "at most" in done.stderr


def test_names_that_the_terminal_can_not_show_do_no_harm(file: Any) -> None:
    done = run(file(finished_archive(1, 4)), PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "??????? (bot)" in done.stdout


def test_no_network_is_needed() -> None:
    """In a network namespace of its own nothing outside can be reached."""
    if not shutil.which("unshare"):
        pytest.skip("there is no unshare here")
    alone = ["unshare", "--map-root-user", "--net"]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine allows no namespaces")
    right = subprocess.run(
        [*alone, *command(GAME)], cwd=ROOT, capture_output=True, check=False, timeout=PATIENCE
    )
    assert right.returncode == 0
    assert b"all is right" in right.stdout
    facts = json.loads(GAME.read_bytes())
    del facts["log"][40]
    wrong = subprocess.run(
        [*alone, *command("-")],
        cwd=ROOT,
        input=archive.write(facts),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert wrong.returncode == 1
    assert b"entry 40" in wrong.stderr
