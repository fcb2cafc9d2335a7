"""Every mail of the corpus is read as is written beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.record.letters.key import PublicKey
from engine.record.letters.post import open_letter
from engine.wire.codes import find_codes
from server.mail.bounces.reports import Report
from server.mail.reading import Incoming, read_mail
from server.mail.replies.quoting import own_lines
from tests.engine.record.club import HANDLES, SERVER, player_key
from tests.server.mail.make_corpus import CORPUS, files

AUTHSERV_ID = "mx.example.org"
MAILS = sorted(CORPUS.glob("*.eml"))


def outcome(mail: Incoming) -> dict[str, Any]:
    """What the files of expectations speak of."""
    rare = {
        "relayed": mail.relayed,
        "complaint": mail.complaint and [mail.complaint.message_id, mail.complaint.token],
    }
    return {name: found for name, found in rare.items() if found} | {
        "sender": mail.sender,
        "automatic": mail.automatic,
        "own": mail.own,
        "own_lines": own_lines(mail.text),
        "codes": find_codes(mail.text),
        "letters": len(mail.letters),
        "problems": [problem.code for problem in mail.problems],
        "bounce_token": mail.bounce_token,
        "unsubscribe_token": mail.unsubscribe_token,
        "report": told(mail.report),
        "authenticated_by": mail.authenticated_by,
    }


def told(report: Report | None) -> dict[str, Any] | None:
    if report is None:
        return None
    fates = [[fate.address, fate.action, fate.status] for fate in report.fates]
    return {"fates": fates, "message_id": report.message_id, "hard": report.hard}


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_mail_is_read_as_expected(path: Path) -> None:
    mail = read_mail(path.read_bytes(), SERVER, AUTHSERV_ID)
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    read = outcome(mail)
    unseen = [name for name in ("sender", "own_lines", "codes") if expected[name] is None]
    assert read | dict.fromkeys(unseen) == expected


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_every_letter_in_it_is_genuine(path: Path) -> None:
    for raw in read_mail(path.read_bytes()).letters:
        opened = open_letter(raw, known_keys)
        assert opened.letter.server == SERVER  # type: ignore[attr-defined]


def known_keys(key_id: str) -> list[PublicKey]:
    keys = [player_key(handle).public for handle in HANDLES]
    return [key for key in keys if key.key_id == key_id]


def test_the_corpus_is_what_the_recipes_make() -> None:
    kept = {path.name: path.read_bytes() for path in CORPUS.iterdir() if path.suffix in {".eml", ".json"}}
    assert kept == files()


def test_the_corpus_is_large_and_speaks_of_nobody() -> None:
    assert len(MAILS) >= 60
    for path in MAILS:
        words = path.read_bytes().replace(b"=\r\n", b"").split()
        domains = {word.rpartition(b"@")[2].strip(b"<>();:,.\"'[]").lower() for word in words if b"@" in word}
        strange = [name for name in domains if b"." in name and b"example." not in name]
        assert not strange, f"{path.name} names {strange}"
