"""Every kind of letter is taken by this server."""

from __future__ import annotations

from engine.record.letters.kinds import KINDS
from server.desk.sealed_letters import _TAKERS


def test_every_kind_is_taken() -> None:
    assert {kind.value for kind in KINDS.values()} == _TAKERS.keys()
