"""Statements: what the server says to one player, as a file that carries its own proof.

A statement is a file of canonical JSON (`canonical`) whose last member is its signature:

    {
    "answers":[],
    ...
    "key":"grubenpost-key ed25519 ...",
    "server":"pit.example.org",
    "signature":"<64 bytes in base64>"
    }

The signature is made over the format's name, a NUL, and all bytes above the line of `signature`. So
nobody has to write JSON anew to check one, and a program that only wants to read finds plain JSON.

Reading proves that the owner of the key that the statement names has said all of it, and nothing
more: anybody has a key. Whether it is the server's is for the reader to judge, who has to compare
`signer` with the key that is known.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.errors import BadRecord, Refused
from engine.record.letters.fields import HASH, KEY, Number
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.log import canonical

LARGEST = 512 * 1024
LONGEST_SAID = 100_000
MOST_ANSWERS = 8
AT = Number(0, canonical.MAX_NUMBER)

# The last sextet of 64 bytes carries two bits: only A, Q, g and w leave the other four at zero.
_SIGNED = re.compile(rb'"signature":"([A-Za-z0-9+/]{85}[AQgw]==)"\n\}\n')
_SIGNED_BYTES = len('"signature":""\n}\n') + 88
_UNSIGNED = "A" * 86 + "=="


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement by the owner of a key."""

    facts: Mapping[str, Any]
    """All members, as they came."""
    signer: PublicKey


def write_statement(facts: Mapping[str, Any], key: PrivateKey) -> bytes:
    """The file of these members, each of which sorts before `signature`. They name their `format`."""
    unsigned = canonical.dumps_unchecked({**facts, "key": _line(key.public), "signature": _UNSIGNED})
    payload = unsigned[:-_SIGNED_BYTES]
    signature = base64.b64encode(key.sign(facts["format"], payload))
    return payload + b'"signature":"%s"\n}\n' % signature


@lru_cache(maxsize=16)
def _line(key: PublicKey) -> str:
    """A server writes its own key under everything."""
    return key.line


def read_statement(data: bytes, format: str, members: Iterable[str]) -> Statement:
    """The statement in these bytes, which has exactly these members, or BadRecord."""
    if len(data) > LARGEST:
        raise BadRecord("statement/too-large", "a signed file has at most {most} bytes", most=LARGEST)
    signed = _SIGNED.fullmatch(data, max(0, len(data) - _SIGNED_BYTES))
    if signed is None:
        raise BadRecord("statement/unsigned", "no signature stands at the end of this file")
    facts = _facts(data, format, members)
    try:
        signer = KEY.read("key", facts["key"])
    except Refused as error:
        raise BadRecord("statement/form", "in a signed file: {why}", why=error) from error
    if not signer.verify(format, data[: signed.start()], base64.b64decode(signed[1])):
        raise BadRecord(
            "statement/signature",
            "a file was changed after it was signed: its signature by the key {fingerprint} does not fit",
            fingerprint=signer.fingerprint,
        )
    return Statement(facts, signer)


def _facts(data: bytes, format: str, members: Iterable[str]) -> dict[str, Any]:
    try:
        facts: Any = canonical.loads(data)
    except BadRecord as error:
        raise BadRecord("statement/form", "a signed file can't be read: {why}", why=error) from error
    if not isinstance(facts, dict) or facts.get("format") != format:
        raise BadRecord("statement/format", "this is not a signed file of the form {form}", form=format)
    if facts.keys() != {*members, "key", "signature"}:
        wrong = ", ".join(sorted(facts.keys() ^ {*members, "key", "signature"}))
        raise BadRecord(
            "statement/members",
            "a signed file of the form {form} has other members than it should: {wrong}",
            form=format,
            wrong=ascii(wrong[:200])[1:-1],
        )
    return facts


def read_answers(value: object) -> tuple[str, ...]:
    """The ids of the letters that something answers."""
    if not isinstance(value, list) or len(value) > MOST_ANSWERS:
        raise BadRecord("statement/answers", "`answers` must name at most {most} letters", most=MOST_ANSWERS)
    return tuple(HASH.read("answers", each) for each in value)


def read_text(name: str, value: object, longest: int = LONGEST_SAID) -> str:
    """A text in anybody's words."""
    if not isinstance(value, str) or len(value) > longest:
        raise BadRecord(
            "statement/text", "{name} must be a text of at most {most} characters", name=name, most=longest
        )
    return value
