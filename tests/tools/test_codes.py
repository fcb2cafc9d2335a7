"""What `make play` refuses at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tools.play.launch import app


@pytest.mark.parametrize(
    ("code", "wrong"), [("play/players", ["--players", "7"]), ("play/language", ["--language", "xx"])]
)
def test_wishes_that_can_not_be_met(tmp_path: Path, code: str, wrong: list[str]) -> None:
    result = CliRunner().invoke(app, [*wrong, "--home", str(tmp_path / "home")])
    assert result.exit_code == 2
    assert f"[{code}]" in result.output
    assert not (tmp_path / "home").exists()
