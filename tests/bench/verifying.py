"""Verifying a finished four-player archive, against its bare signatures and one checked replay."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.record.archive.verify import verify
from engine.record.letters.key import PublicKey
from engine.record.letters.seal import open_seal
from engine.rules import new_game, replay
from tests.bench.figures import Figure, compare, time_of
from tests.engine.record.club import HANDLES, finished_archive, player_key, server_key

AT_MOST = 2

Check = Callable[[], object]


def bare_checks(data: bytes) -> list[Check]:
    """Every signature in an archive: of each letter, and of each checkpoint."""
    facts = json.loads(data)
    known = {key.key_id: key for key in [server_key().public, *[player_key(name).public for name in HANDLES]]}
    checks = []
    for letter in (letter for item in facts["log"] for letter in item["letters"]):
        sealed = open_seal(letter.encode())
        for signature in sealed.signatures:
            signed = sealed.context.encode() + b"\0" + sealed.payload
            checks.append(_check(known[signature.key_id], signature.value, signed))
    for note in facts["checkpoints"]:
        text, _, signature = note.partition("\n\n")
        value = base64.b64decode(signature.split()[-1])[4:]
        checks.append(_check(server_key().public, value, f"{text}\n".encode()))
    return checks


def _check(key: PublicKey, signature: bytes, signed: bytes) -> Check:
    bare = Ed25519PublicKey.from_public_bytes(key.raw)
    return lambda: bare.verify(signature, signed)


def measure() -> Iterator[Figure]:
    data = finished_archive(1, 4)
    checks, facts = bare_checks(data), json.loads(data)
    opening = new_game(4, **facts["stacks"], start=facts["start"])
    moves = [ply["action"] for ply in facts["plies"]]

    def verify_it() -> int:
        return verify(data).signed

    def check_and_replay() -> int:
        for check in checks:
            check()
        return replay(opening, moves).over

    speeds = compare(verify_it, check_and_replay)
    ratio = 1 / speeds.ratio
    yield Figure(
        name=f"verifying an archive, 4 players, {len(checks)} signatures",
        value=time_of(speeds.ours),
        unit="µs",
        peer=time_of(speeds.theirs),
        ratio=ratio,
        wanted=f"ratio <= {AT_MOST}",
        met=ratio <= AT_MOST,
    )
