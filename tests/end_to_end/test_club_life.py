"""Life at a club besides the games, on real mail servers: one stage, one act after the other."""

from __future__ import annotations

import re
from pathlib import Path

from tests.end_to_end.host import Site
from tests.end_to_end.stage import Stage, set_up
from tests.server.house import CODE
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix


def test_club_life(tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix) -> None:
    with set_up(tmp_path, Site(authority, dovecot, postfix)) as stage:
        watch(stage)


def watch(stage: Stage) -> None:
    """One watches with the client's letters in Russian, another by replies in German; a reply ends it."""
    karl, mallory = stage.karl, stage.mallory
    karl.ask("set language ru")
    mallory.ask("set language de")
    assert f"Вы наблюдаете за партией {stage.game}" in karl.ask(f"watch {stage.game}").text
    assert f"Du siehst bei der Partie {stage.game} zu" in mallory.ask(f"watch {stage.game}").text
    some = re.search(r"^ *\d+  (money \d+)", stage.turn_mail.text, re.MULTILINE)
    assert some
    stage.mover.reply(some[1])
    by_key, by_mail = karl.hear_answer(), mallory.hear_answer()
    assert "Вы наблюдаете за этой партией" in by_key.text
    assert not CODE.search(by_key.text)
    assert f"Partie {stage.game}, Zug {stage.ply + 1}" in by_mail.text
    assert "Was du tun kannst" not in by_mail.text
    assert f"Du siehst nicht mehr zu bei: {stage.game}" in mallory.ask("unwatch").text
    assert stage.plies() == stage.ply + 1
