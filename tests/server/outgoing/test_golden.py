"""The mails of a whole game, byte for byte. `python -m tests.server.make_golden` writes them anew."""

from __future__ import annotations

import re

from server.desk import commands as _commands  # noqa: F401  gathers the commands
from server.words.wording import read_words
from tests.server.make_golden import kept_golden, write_golden


def test_a_reply_that_quotes_us_without_a_mark_commands_nothing() -> None:
    turns = {name: text for name, text in kept_golden().items() if re.match(r"[45]-.*\.txt", name)}
    assert len(turns) == 24
    for name, text in turns.items():
        mail = text.partition("\n\n")[2]
        assert read_words(mail).commands == (), name
        assert read_words(f"3\n\n{mail}").commands == ("3",), name


def test_the_mails_are_as_they_were() -> None:
    kept = kept_golden()
    written = write_golden()
    assert sorted(written) == sorted(kept)
    for name, content in written.items():
        assert content.splitlines() == kept[name].splitlines(), name
        assert content == kept[name]
