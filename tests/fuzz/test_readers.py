"""Every reader understands or refuses whatever it is given, and nothing else happens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.readers import CORPUS, READERS, Reader, corpus, try_reader

SECONDS = os.environ.get("GRUBENPOST_FUZZ_SECONDS", "60")
"""The time for each reader in `make soak`."""
ROOT = Path(__file__).parents[2]


def damaged(data: bytes, rng: Random) -> bytes:
    """An input after one to four accidents."""
    raw = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(raw) + 1)
        end = min(len(raw), at + rng.choice([1, 1, 2, 8, 60]))
        raw[at:end] = rng.choice([b"", rng.randbytes(end - at), raw[at:end] * 3, b'"', b"\n", "є".encode()])
    return bytes(raw)


def test_every_reader_has_a_corpus() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(READERS)
    for name in READERS:
        assert corpus(name), name


@pytest.mark.parametrize("name", READERS)
def test_what_was_found_before(name: str) -> None:
    for data in corpus(name):
        try_reader(name, data)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=20)
@given(chance=st.randoms(use_true_random=False), noise=st.binary(max_size=200))
def test_what_is_damaged(name: str, chance: Random, noise: bytes) -> None:
    try_reader(name, noise)
    try_reader(name, damaged(chance.choice(corpus(name)), chance))


def test_each_reader_understands_something() -> None:
    """The corpora hold more than refusals, but for signed things, whose keys nobody has here."""
    understood = {name for name, read in READERS.items() if any(map(_understands(read), corpus(name)))}
    assert set(READERS) - understood <= {"letters", "tables", "first-turns", "grants"}


def _understands(read: Reader) -> Reader:
    def tried(data: bytes) -> bool:
        try:
            read(data)
        except ValueError:
            return False
        return True

    return tried


def fuzz(name: str, seconds: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.fuzz", name, seconds, os.fspath(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_what_a_fuzzer_makes_up(name: str, tmp_path: Path) -> None:
    done = fuzz(name, SECONDS, tmp_path)
    print(*[line for line in done.stderr.splitlines() if "number_of_executed" in line])
    assert done.returncode == 0, done.stderr[-3000:]
