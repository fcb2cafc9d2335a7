"""The page of the protocol, and how its reader begins."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/protocol.md").read_text("utf-8")
VECTORS = ROOT / "tests/engine/record/vectors"


def key_of_line(line: str) -> bytes:
    digits = "0123456789abcdefghjkmnpqrstvwxyz"
    start, kind, body = line.split(" ")
    assert (start, kind, len(body)) == ("grubenpost-key", "ed25519", 56)
    number = 0
    for character in body:
        number = number * 32 + digits.index(character)
    both = number.to_bytes(35, "big")
    assert sha256(b"grubenpost-key/1\0" + both[:32]).digest()[-3:] == both[32:]
    return both[:32]


BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def from_base_62(digits: str) -> bytes:
    size = next(n for n in range(33) if 256**n <= 62 ** len(digits) < 62 * 256**n)
    number = 0
    for digit in digits:
        number = number * 62 + BASE_62.index(digit)
    return number.to_bytes(size, "big")


def field(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content
