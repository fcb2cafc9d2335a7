"""Ed25519 keys as values and as text.

A public key is written as one line that survives a phone, a card and a chat window:

    grubenpost-key ed25519 <56 characters>

The 56 characters are 32 bytes of key and 3 bytes of checksum in base 32, with digits and lower-case
letters but without i, l, o and u; whoever types them may use capitals, hyphens and spaces, and may
mix up 0 with O and 1 with I or l.

People compare two keys by the fingerprint: six groups of five decimal digits (99 bits of SHA-256).
Digits, because they can be read aloud in every language and no two of them look alike; 99 bits,
because nobody can then make a second key with the same fingerprint. The key id (16 hex digits)
is much shorter and only a hint for looking a key up.

A public key that exists as a value is a usable one: a point on the curve, in its only right
encoding, and not one of the few points of small order, under which anybody can sign anything.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.errors import BadLetter

KEY_BYTES = 32

_HASHED_AS = b"grubenpost-key/1\0"
_LINE_START = ("grubenpost-key", "ed25519")
_LONGEST_LINE = 300
_CHECK_BYTES = 3
_BODY_LENGTH = (KEY_BYTES + _CHECK_BYTES) * 8 // 5
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_BODY = re.compile(f"[{_ALPHABET}]{{{_BODY_LENGTH}}}")
_READ_ALIKE = str.maketrans("oil", "011", "-")
_TO_INT_DIGITS = str.maketrans(_ALPHABET, "0123456789abcdefghijklmnopqrstuv")
_FINGERPRINT_DIGITS = 30
_GROUP = 5

# The curve of RFC 8032: -x^2 + y^2 = 1 + d x^2 y^2 over the integers modulo p.
_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P


def signed_bytes(context: str, payload: bytes) -> bytes:
    """The bytes to sign; the context keeps one kind of letter from passing for another."""
    if "\0" in context:
        raise BadLetter("key/context", "a signing context can't hold a NUL character")
    return context.encode("utf-8", "surrogatepass") + b"\0" + payload


@dataclass(frozen=True, slots=True, repr=False)
class PublicKey:
    """A public key: 32 checked bytes, equal when the bytes are equal."""

    raw: bytes
    key_id: str = field(init=False, compare=False)
    _verifier: Ed25519PublicKey = field(init=False, compare=False)

    def __post_init__(self) -> None:
        _check_point(self.raw)
        object.__setattr__(self, "key_id", _digest(self.raw)[:8].hex())
        object.__setattr__(self, "_verifier", Ed25519PublicKey.from_public_bytes(self.raw))

    @classmethod
    def from_line(cls, line: str) -> PublicKey:
        """The key that somebody wrote, pasted or typed."""
        words = line.lower().split() if len(line) <= _LONGEST_LINE else []
        body = "".join(words[2:]).translate(_READ_ALIKE)
        if tuple(words[:2]) != _LINE_START or not _BODY.fullmatch(body):
            raise BadLetter(
                "key/not-a-key",
                "this is not a key: a key is one line, {start} and {length} letters and digits",
                start=" ".join(_LINE_START),
                length=_BODY_LENGTH,
            )
        both = int(body.translate(_TO_INT_DIGITS), 32).to_bytes(KEY_BYTES + _CHECK_BYTES, "big")
        raw, check = both[:KEY_BYTES], both[KEY_BYTES:]
        if check != _checksum(raw):
            raise BadLetter("key/typo", "there is a typing error in this key: copy it again, whole")
        return cls(raw)

    @property
    def line(self) -> str:
        """The key as one line of text; `from_line` reads it back."""
        number = int.from_bytes(self.raw + _checksum(self.raw), "big")
        shifts = range(5 * (_BODY_LENGTH - 1), -1, -5)
        body = "".join(_ALPHABET[number >> shift & 31] for shift in shifts)
        return " ".join((*_LINE_START, body))

    @property
    def fingerprint(self) -> str:
        """Six groups of five digits to compare over the phone."""
        number = int.from_bytes(_digest(self.raw), "big") % 10**_FINGERPRINT_DIGITS
        digits = f"{number:0{_FINGERPRINT_DIGITS}d}"
        return " ".join(digits[at : at + _GROUP] for at in range(0, _FINGERPRINT_DIGITS, _GROUP))

    def verify(self, context: str, payload: bytes, signature: bytes) -> bool:
        """Whether this key's owner signed exactly this payload in this context."""
        try:
            self._verifier.verify(signature, signed_bytes(context, payload))
        except InvalidSignature:
            return False
        return True

    def __str__(self) -> str:
        return self.line

    def __repr__(self) -> str:
        return f"PublicKey.from_line({self.line!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return PublicKey, (self.raw,)


class PrivateKey:
    """The secret that signs: made from 32 bytes of entropy, and never shown by repr."""

    __slots__ = ("_signer", "public", "seed")

    seed: bytes
    public: PublicKey

    def __init__(self, seed: bytes) -> None:
        if len(seed) != KEY_BYTES:
            raise BadLetter(
                "key/not-a-key",
                "a private key is made from {needed} bytes of entropy, not from {given}",
                needed=KEY_BYTES,
                given=len(seed),
            )
        self.seed = bytes(seed)
        self._signer = Ed25519PrivateKey.from_private_bytes(self.seed)
        self.public = PublicKey(self._signer.public_key().public_bytes_raw())

    def sign(self, context: str, payload: bytes) -> bytes:
        """The 64 bytes that only this key can make for this payload in this context."""
        return self._signer.sign(signed_bytes(context, payload))

    def __repr__(self) -> str:
        return f"<PrivateKey of {self.public.key_id}>"


def _digest(raw: bytes) -> bytes:
    return hashlib.sha256(_HASHED_AS + raw).digest()


def _checksum(raw: bytes) -> bytes:
    return _digest(raw)[-_CHECK_BYTES:]


@lru_cache(maxsize=1024)
def _check_point(raw: bytes) -> None:
    """Refuse what is not a usable public key; remembered, for it costs as much as a verification.

    The encoding is y with the sign of x in the top bit. A point has small order (1, 2, 4 or 8)
    exactly if y is 1, -1 or 0, or if doubling it gives y = 0, that is x^2 = -y^2, which the curve
    turns into d y^4 + 2 y^2 = 1.
    """
    if len(raw) != KEY_BYTES:
        raise BadLetter(
            "key/not-a-key",
            "a public key has {needed} bytes, this has {given}",
            needed=KEY_BYTES,
            given=len(raw),
        )
    y = int.from_bytes(raw, "little") & (1 << 255) - 1
    square = y * y % _P
    if square in (0, 1) or (_D * square * square + 2 * square - 1) % _P == 0:
        raise BadLetter("key/small-order", "this key is worthless: anybody could sign with it")
    if y >= _P:
        raise BadLetter("key/not-canonical", "this key is written in a form that is not allowed")
    # x^2 = (y^2 - 1) / (d y^2 + 1) has a root if and only if the product of both has one (Euler).
    if pow((square - 1) * (_D * square + 1), (_P - 1) // 2, _P) != 1:
        raise BadLetter("key/not-a-key", "these {needed} bytes are not a key", needed=KEY_BYTES)
