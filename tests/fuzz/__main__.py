"""Let a reader be tried by atheris, which makes up inputs that reach code that none before has reached.

    python -m tests.fuzz READER SECONDS [FOLDER]

It begins with what is committed for the reader. What it finds goes to FOLDER, if one is given; put a few
small ones of these into `tests/fuzz/corpus/READER`. An input that breaks the reader is written to a file
`crash-…`, which belongs there too once the reader is mended.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["engine", "login", "server"]):
    from tests.fuzz.readers import READERS, corpus, try_reader

LONGEST = 65_536
SLOWEST = 10
"""Seconds for one input."""


def main(reader: str, seconds: str, folder: str = "") -> None:
    if reader not in READERS:
        sys.exit(f"no reader {reader}; there are: {', '.join(READERS)}")
    with tempfile.TemporaryDirectory() as nowhere:
        begun, found = Path(nowhere), Path(folder or nowhere)
        found.mkdir(exist_ok=True)
        for number, data in enumerate(corpus(reader)):
            (begun / str(number)).write_bytes(data)
        options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-timeout={SLOWEST}"]
        told = ["-verbosity=0", "-print_final_stats=1", f"-artifact_prefix={folder or '.'}/"]
        places = [str(found), str(begun)]
        atheris.Setup(["fuzz", *options, *told, *places], lambda data: try_reader(reader, bytes(data)))
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
