"""`set` by mail: each setting, each refusal, and that nobody learns or is sent what is not theirs."""

from __future__ import annotations

import pytest

from server.ledger import models as rows
from tests.server.desk.commands.scene import Scene, only, refused


def test_set_name(scene: Scene) -> None:
    assert "Your name is now Бен  Bäcker".replace("  ", " ") in only(
        scene.ben.ask("set name Бен  Bäcker"), scene.ben
    )
    assert {p.handle: p.name for p in scene.house.all(rows.Player)}["ben"] == "Бен Bäcker"
    refused(scene.ben.ask("set name a\u202eb"), scene.ben, "letter/bad-value")
    refused(scene.ben.ask(f"set name {'x' * 41}"), scene.ben, "letter/too-long")


@pytest.mark.parametrize(
    ("sent", "column", "value"),
    [
        ("set language DE", "language", "de"),
        ("set zone europe/berlin", "zone", "Europe/Berlin"),
        ("SET Style SPOKEN", "style", "spoken"),
        ("set mails daily", "mails", "daily"),
        ("set checkpoint off", "checkpoint", False),
        ("set position Off", "position", False),
    ],
)
def test_set(scene: Scene, sent: str, column: str, value: object) -> None:
    only(scene.anna.ask(sent), scene.anna)
    (anna,) = scene.house.all(rows.Player, rows.Player.handle == "anna")
    assert getattr(anna, column) == value


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("set", "command/usage"),
        ("set name", "command/usage"),
        ("set shoes 42", "command/usage"),
        ("set language klingon", "set/value"),
        ("set style loud", "set/value"),
        ("set zone ../../etc/passwd", "set/zone"),
        ("set address not-an-address", "set/address"),
        ("set address a@b..c", "set/address"),
        ("set address anna@example.org maybe", "set/address"),
        ("set address anna@example.org off", "set/address-main"),
    ],
)
def test_set_wrongly(scene: Scene, sent: str, code: str) -> None:
    refused(scene.anna.ask(sent), scene.anna, code)


def test_a_further_address(scene: Scene) -> None:
    new = "anna@work.example.org"
    code, answer = scene.anna.ask(f"set address {new}")
    assert (code.recipient, answer.recipient) == (new, scene.anna.address)
    assert scene.anna.address not in code.text
    added = scene.house.write(new, f"yes\n{code.code}")
    assert sorted(got.recipient for got in added) == [scene.anna.address, new]
    # It may ask now; answers still go to the main one.
    assert only(scene.house.write(new, "status"), scene.anna)
    moved = scene.anna.ask(f"set address {new}")
    assert sorted(got.recipient for got in moved) == [scene.anna.address, new]
    dropped = scene.anna.ask(f"set address {scene.anna.address} off")
    assert sorted(got.recipient for got in dropped) == [scene.anna.address, new]
    assert {row.address for row in scene.house.all(rows.Address) if row.main} == {
        new,
        *(member.address for member in (scene.ben, scene.clara, scene.dora)),
    }
    assert len(scene.house.all(rows.Address)) == 4


def test_whether_an_address_is_registered_is_not_told(scene: Scene) -> None:
    free = scene.anna.ask("set address nobody@example.net")
    taken = scene.anna.ask(f"set address {scene.ben.address}")
    assert [got.recipient for got in free] == ["nobody@example.net", scene.anna.address]
    assert [got.recipient for got in taken] == [scene.anna.address]
    assert free[1].text.replace("nobody@example.net", "X") == taken[0].text.replace(scene.ben.address, "X")


def test_nobody_is_bombed_with_codes(scene: Scene) -> None:
    scene.anna.ask("set address victim@example.net")
    for member in (scene.anna, scene.ben, scene.clara):
        refused(member.ask("set address victim@example.net"), member, "set/address-often")
