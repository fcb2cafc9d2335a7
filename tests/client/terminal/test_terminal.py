"""Whatever strangers write, a terminal shows it and does nothing, whichever command shows it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pyte
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import Result

from client.bots.named import find_bot
from client.bots.series import to_archive
from client.post.errors import no_post
from engine.bots.selfplay import play_one
from engine.record.log import canonical
from tests.client.athome import GAME, AtHome
from tests.client.pretend import TOLD, answer_mail, server_mail, turn_mail
from tests.engine.test_harmless import ACTING, is_harmless

NASTY = "".join(ACTING.values())
WRITABLE = NASTY.replace("\ud800", "")
SIGNS = "\x1b[]0;?8hmHJKcP\\\x07\x9b\x9d\x90\x85\r\b\t\n\u202e\u2028\U000e0041\u0301 äЖ🙂Anna{}"
STRANGE = st.text(st.sampled_from(SIGNS) | st.characters(), max_size=40)
PATIENT = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
OUR_COLOURS = ("0", "1", "2", "33", "37", "90", "38;5;130")


def quiet(done: Result, colourful: bool = False) -> None:
    """Nothing on either stream acts on a terminal, but colours of ours if they are wanted."""
    for stream in (done.stdout, done.stderr):
        shown = stream
        for code in OUR_COLOURS if colourful else ():
            shown = shown.replace(f"\x1b[{code}m", "")
        assert is_harmless(shown), shown
        screen = pyte.Screen(120, 200)
        pyte.Stream(screen).feed(stream.replace("\n", "\r\n"))
        assert screen.title == ""
        assert screen.mode == pyte.Screen(120, 200).mode


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtHome:
    return AtHome(tmp_path, monkeypatch)


SHOWING = [
    ["status"],
    ["status", "--json"],
    ["board", GAME],
    ["board", GAME, "--json"],
    ["legal", GAME],
    ["legal", GAME, "--json"],
    ["since", GAME],
    ["since", GAME, "--json"],
    ["history", GAME],
    ["history", GAME, "--json"],
    ["score", GAME],
    ["try", GAME, "1"],
    ["play", GAME],
    ["move", GAME, NASTY],
    ["board", NASTY],
    ["replay", NASTY],
    ["verify", NASTY],
]


def spoil(anna: AtHome) -> None:
    """What is kept of the game holds strange names and a strange story."""
    kept = anna.home.games / f"{GAME}.json"
    facts = json.loads(kept.read_bytes())
    facts["turn"]["names"] = [f"{NASTY[:60]}Anna", f"Ben{NASTY[60:120]}", NASTY[-70:]]
    facts["told"] = f"{TOLD}{NASTY}"
    kept.write_text(json.dumps(facts))
    told = {"entries": 99, "ply": 99, "mine": True, "at": 0, "text": NASTY}
    journal = anna.home.journals / f"{GAME}.jsonl"
    journal.write_text(f"{journal.read_text()}\n{json.dumps(told)}")


@pytest.mark.parametrize("colour", ["", "1"], ids=["plain", "in colours"])
@pytest.mark.parametrize("words", SHOWING, ids=lambda words: ascii(" ".join(words)[:20]))
def test_what_was_fetched_does_nothing(words: list[str], colour: str, anna: AtHome) -> None:
    """Names and the told story are the other players' and the server's words."""
    anna.begin()
    spoil(anna)
    done = anna.run(*words, typed="q\n", **({"FORCE_COLOR": colour} if colour else {}))
    quiet(done, colourful=bool(colour))
    assert "Traceback" not in done.stderr


def test_a_name_stays_in_its_line(anna: AtHome) -> None:
    """Nothing in it passes for a line of ours."""
    anna.begin()
    kept = anna.home.games / f"{GAME}.json"
    facts = json.loads(kept.read_bytes())
    facts["turn"]["names"] = ["x\nfake: a line\r\nfake: another\u2028fake"] * 3
    kept.write_text(json.dumps(facts))
    for words in (["status"], ["board", GAME], ["score", GAME], ["legal", GAME]):
        assert not [line for line in anna.must(*words).splitlines() if line.startswith("fake")]


def test_colours_are_still_shown_where_they_are_ours(anna: AtHome) -> None:
    anna.begin()
    for words in (["board", GAME], ["legal", GAME], ["score", GAME], ["play", GAME]):
        assert "\x1b[" in anna.run(*words, typed="q\n", FORCE_COLOR="1").stdout, words


@PATIENT
@given(text=STRANGE, story=STRANGE)
def test_mails_do_nothing(text: str, story: str, anna: AtHome) -> None:
    anna.pretend.arriving.append(server_mail(text))
    quiet(anna.run("fetch"))
    signed = story.encode("utf-8", "replace").decode()  # half a character can't be signed
    anna.pretend.arriving.extend([turn_mail(anna.match, said=signed), answer_mail(signed)])
    quiet(anna.run("fetch"))
    quiet(anna.run("since", GAME))
    path = anna.home.data / "a.eml"
    path.write_bytes(server_mail(text))
    quiet(anna.run("fetch", str(path)))


def test_a_flood_of_words_is_cut(anna: AtHome) -> None:
    anna.pretend.arriving.append(server_mail("Anna. " * 40_000))
    shown = anna.must("fetch")
    assert len(shown) < 60_000
    assert "(cut off here)" in shown


@PATIENT
@given(said=STRANGE)
def test_answers_of_mail_servers_do_nothing(said: str, anna: AtHome) -> None:
    for error in (OSError(5, said), ValueError(said)):
        anna.pretend.arriving.append(no_post("post/imap", "imap.example.org:993", error))
        done = anna.run("fetch")
        assert done.exit_code == 3
        quiet(done)


@PATIENT
@given(answer=STRANGE)
def test_answers_of_the_game_server_do_nothing(answer: str, anna: AtHome) -> None:
    anna.pretend.answer = lambda _, sent: [server_mail(answer, sent)]
    for words in (["games"], ["send", "status"], ["set", "language", "de"]):
        quiet(anna.run(*words, "--patience", "5"))


def strange_archive(path: Path, name: str) -> Path:
    """A game of two bots with names that no server gives."""
    finished = play_one(1, 1, [find_bot("random")] * 2, False)
    facts = json.loads(to_archive(finished, ["random", "random"]))
    for seat, named in enumerate(facts["names"]):
        named["name"] = f"{name}{seat}"
    path.write_bytes(canonical.dumps(facts))
    return path


ON_ARCHIVES = [
    ["verify"],
    ["verify", "--json"],
    ["replay"],
    ["replay", "--ply", "3"],
    ["annotate", "--nodes", "2"],
    ["export", "--format", "html"],
]


@pytest.mark.parametrize("words", ON_ARCHIVES, ids=" ".join)
@pytest.mark.parametrize("name", [WRITABLE[:38], "A\u202e\u200b", "\x1b[31mA", "A" + "\u0301" * 37])
def test_archives_of_strangers_do_nothing(
    name: str, words: list[str], anna: AtHome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    quiet(anna.run(*words, str(strange_archive(tmp_path / "strange.json", name))))


def test_a_fault_of_ours_is_told_without_harm(anna: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError(NASTY) from ValueError(NASTY)

    monkeypatch.setattr("client.commands.status.glances", fail)
    done = anna.run("status")
    assert done.exit_code == 1
    assert "Traceback" in done.stderr
    quiet(done)


def test_a_bots_words_do_nothing(anna: AtHome, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(f"import sys\nsys.stderr.write({WRITABLE!r})\nsys.exit(1)\n", "utf-8")
    anna.begin()
    done = anna.run("bot", GAME, "--bot", f"program:{sys.executable} {script}")
    assert done.exit_code == 1
    assert "did not decide" in done.stderr
    quiet(done)
