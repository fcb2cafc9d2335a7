"""The mails of a whole game, byte for byte. `python -m tests.server.make_golden` writes them anew."""

from __future__ import annotations

from tests.server.make_golden import kept_golden, write_golden


def test_the_mails_are_as_they_were() -> None:
    kept = kept_golden()
    written = write_golden()
    assert sorted(written) == sorted(kept)
    for name, content in written.items():
        assert content.splitlines() == kept[name].splitlines(), name
        assert content == kept[name]
