"""The log of a busy server: every line about a mail says whose it is, and of which game, and no address."""

from __future__ import annotations

import re
from pathlib import Path

from tests.server.host.program import MailProgram, code_in, embedded, text_of


def reply(program: MailProgram, count: int, text: str) -> None:
    """Answer the newest of so many mails."""
    got = program.wait_for(count)
    quoted = "".join(f"> {line}\n" for line in text_of(got).splitlines())
    program.send(f"{text}\n\nOn Monday at 12:00 Grubenpost wrote:\n{quoted}")


def test_every_line_says_whom_and_what_it_is_about(tmp_path: Path) -> None:
    with embedded(tmp_path) as server:
        anna, bert = server.program("anna"), server.program("bert")
        bert.send("help")
        anna.send("register anna Anna")
        anna.send(f"yes\n\n{code_in(anna.wait_for(1))}")
        anna.send(f"new players=2 bots=1\n\ncode: {code_in(anna.wait_for(2))}")
        game = re.search(r"\b(?=\w*\d)(?=\w*[a-z])[0-9a-z]{6}\b", str(anna.wait_for(3)["Subject"]))
        assert game
        reply(anna, 3, "1")
        reply(anna, 4, "1")
        anna.wait_for(5)
        anna.send("no such command", subject="nonsense")
        server.hears("mail=7 ")
        server.stop()
        dealt = [line for line in server.log if "dealt with a mail" in line]
        about_anna = [line for line in dealt if " player=anna " in line]
        assert len(dealt) == 7
        assert len(about_anna) == 5, dealt
        assert [f" game={game[0]} " in line for line in about_anna] == [False, True, True, True, True], dealt
        assert [line for line in dealt if "player=" not in line and "outcome=done" not in line] == []
        for line in server.log:
            assert "@" not in line
            assert "mail=" not in line or re.search(r" (?:player|outcome|kind)=", line)
