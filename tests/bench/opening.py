"""Opening a letter: found in a 20 kB mail body, verified and read, against the bare check of its seal."""

from __future__ import annotations

from collections.abc import Iterator

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.record.letters import armour
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import open_letter, seal_letter
from engine.record.letters.seal import open_seal
from tests.bench.figures import Figure, compare, time_of
from tests.engine.record.club import player_key

BODY = 20_000
AT_MOST = 3
ACTION = "mine 8: to g, load g x2, to y, load y, to top, fill E-gg g x2"


def mail_body(raw: bytes) -> str:
    """An answer on top, as most people write it, and under it the quoted mail that it answers."""
    answer = f"Here is my move.\n\n{armour.wrap(raw)}\nAnna\n\nOn Monday the pit wrote:\n"
    line = "> | 4  g2L  7 Marks, 1 worker | 5  k1D  5 Marks, 2 workers | order 3: C-ybg |\n"
    return (answer + line * (BODY // len(line)))[:BODY]


def measure() -> Iterator[Figure]:
    key = player_key("anna")
    move = Move("pit.example.org", "01J9ZK3V9Q8R7T6S5W4X3Y2Z1A", 17, 2, "5" * 64, "a" * 32, ACTION)
    raw = seal_letter(move, key)
    body, sealed = mail_body(raw), open_seal(raw)
    signed = sealed.context.encode() + b"\0" + sealed.payload
    bare = Ed25519PublicKey.from_public_bytes(key.public.raw)
    keys = {key.public.key_id: (key.public,)}

    def open_one() -> int:
        (block,) = armour.find(body)
        assert isinstance(block, bytes)
        return open_letter(block, lambda key_id: keys.get(key_id, ())).letter == move

    def verify_one() -> int:
        bare.verify(sealed.signatures[0].value, signed)
        return 1

    speeds = compare(open_one, verify_one, seconds=0.1)
    ratio = 1 / speeds.ratio
    yield Figure(
        name="opening a letter in a 20 kB mail",
        value=time_of(speeds.ours),
        unit="µs",
        peer=time_of(speeds.theirs),
        ratio=ratio,
        wanted=f"ratio <= {AT_MOST}",
        met=ratio <= AT_MOST,
    )
