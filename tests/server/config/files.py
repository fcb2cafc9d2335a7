"""Configurations in files, read or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.config import BadConfig, Config
from server.config.reader import read_config

ROOT = Path(__file__).parents[3]
SERVER = """
[server]
name = "pit.example.org"
address = "grubenpost@example.org"
"""
ACCOUNTS = """
[imap]
host = "imap.example.org"
user = "grubenpost@example.org"
[smtp]
host = "smtp.example.org"
"""
WHOLE = SERVER + ACCOUNTS


def read(file: Path, text: str) -> Config:
    file.write_text(text, "utf-8")
    return read_config(file)


def refusal(file: Path, text: str) -> BadConfig:
    with pytest.raises(BadConfig) as caught:
        read(file, text)
    assert str(file) in str(caught.value)
    return caught.value
