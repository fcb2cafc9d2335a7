"""Writes what this version of the archive's format looks like, once: `python -m tests.engine.record.freeze`.

What is there already is never written again: a released version does not change.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from engine.record.archive import archive
from engine.record.archive.verify import verify
from tests.engine.record.club import finished_archive, new_match, running_archive, told

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent / "released" / archive.FORMAT.rpartition("/")[2]


def abandoned() -> bytes:
    match = new_match(4, 3)
    match.play_on(Random(4), 30)
    archive.close(match.book, match.seed, match.now, abandoned=True)
    return archive.write(archive.finished(match.book, match.server, match.checkpoints))


def forgotten_name() -> bytes:
    facts = told(finished_archive(3, 2))
    facts["names"][1] = None
    return archive.write(facts)


def main() -> None:
    samples = {
        "finished": finished_archive(1, 4),
        "abandoned": abandoned(),
        "running": running_archive(),
        "unsigned": (ROOT / "saves/2p-greedy.json").read_bytes(),
        "forgotten-name": forgotten_name(),
        "shares-finished": finished_archive(1, 4),
        "shares-running": running_archive(),
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, data in samples.items():
        path = FOLDER / f"{name}.json"
        if not path.exists():
            expected = json.dumps(verify(data).facts(), ensure_ascii=False, indent=1, sort_keys=True)
            path.with_name(f"{name}.expected.json").write_text(expected + "\n", "utf-8")
            path.write_bytes(data)


if __name__ == "__main__":
    main()
