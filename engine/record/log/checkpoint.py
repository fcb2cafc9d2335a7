"""Checkpoints: the server's signature under the state of a log.

A checkpoint names a log (its *origin*), how many entries it has and the root of the Merkle tree
over them. Two forms carry the same signature, and each can be made from the other.

The **note** is the form that transparency tools know (C2SP tlog-checkpoint and signed-note). The
signature covers the first three lines with their line breaks:

    pit.example.org/01J9ZK3V9Q8R7T6S5W4X3Y2Z1A
    17
    <root in base64>

    — pit.example.org/01J9ZK3V9Q8R7T6S5W4X3Y2Z1A <base64 of key id and signature>

Here it has exactly this shape: one signature, under the origin's name, and no further lines. More
signatures would be bytes that no seal covers.

The **line** stands at the foot of every mail, in at most 200 characters of ASCII:

    checkpoint: pit.example.org/01J9ZK3V9Q8R7T6S5W4X3Y2Z1A, 17, <129 letters and digits>

The 129 characters are root and signature in base 62: each 32 bytes are one number, written as 43 of
the digits 0-9, A-Z, a-z. The key id is left out, for it follows from the server's public key:
SHA-256(origin + LF + 0x01 + key), the first four bytes. To find lines in a mail, bring its text into
the normal form NFKC, throw away all characters but `A-Z a-z 0-9 . , : / -`, and look for the word
`checkpoint:` with the three parts behind it. So nothing depends on spaces or line breaks, and a line
comes through quoting, wrapping and most of what mail programs do to text.

No other signature can pass for a checkpoint's: those are made over a text with a NUL in it, which a
note never has. Reading checks the form; only `verify` says that the server signed it.
"""

from __future__ import annotations

import base64
import hashlib
import re
import string
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.errors import BadRecord
from engine.harmless import normal_form

HASH_BYTES = 32
KEY_BYTES = 32
KEY_ID_BYTES = 4
SIGNATURE_BYTES = 64

_ED25519 = b"\x01"
_GROUP_BYTES = 32
_GROUP_DIGITS = 43
_PROOF_DIGITS = 3 * _GROUP_DIGITS

MAX_TEXT = 256 * 1024
MAX_LINE = 200
MAX_SIZE = 999_999
MAX_ORIGIN = MAX_LINE - len(f"checkpoint: , {MAX_SIZE}, ") - _PROOF_DIGITS

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase

_ORIGIN_FORM = rf"[A-Za-z0-9./-]{{1,{MAX_ORIGIN}}}"
_SIZE_FORM = r"0|[1-9][0-9]{0,5}"
_ORIGIN = re.compile(_ORIGIN_FORM)
_NOTE = re.compile(
    rf"({_ORIGIN_FORM})\n({_SIZE_FORM})\n([A-Za-z0-9+/]{{43}}=)\n\n— \1 ([A-Za-z0-9+/]{{91}}=)\n"
)
_LINE = re.compile(rf"(?i:checkpoint):({_ORIGIN_FORM}),({_SIZE_FORM}),([0-9A-Za-z]{{{_PROOF_DIGITS}}})")
_NOT_IN_A_LINE = re.compile(r"[^A-Za-z0-9.,:/-]+")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A well-formed checkpoint, which nobody has verified yet."""

    origin: str
    size: int
    root: bytes
    key_id: bytes
    signature: bytes

    def __post_init__(self) -> None:
        _check_log(self.origin, self.size, self.root)
        if len(self.key_id) != KEY_ID_BYTES or len(self.signature) != SIGNATURE_BYTES:
            raise BadRecord("checkpoint/form", "the checkpoint's key id or signature is cut off")


def sign(origin: str, size: int, root: bytes, private: bytes) -> Checkpoint:
    """The server's checkpoint for a log; `private` is the raw Ed25519 key."""
    _check_log(origin, size, root)
    if len(private) != KEY_BYTES:
        raise BadRecord("checkpoint/key", "a private key has {bytes} bytes", bytes=KEY_BYTES)
    signer = Ed25519PrivateKey.from_private_bytes(private)
    named = _key_id(origin, signer.public_key().public_bytes_raw())
    return Checkpoint(origin, size, root, named, signer.sign(_signed_text(origin, size, root)))


def verify(checkpoint: Checkpoint, public: bytes) -> None:
    """Refuse a checkpoint that the owner of this raw public key did not sign."""
    wanted = _key_id(checkpoint.origin, public)
    if checkpoint.key_id != wanted:
        raise BadRecord(
            "checkpoint/key",
            "the checkpoint was signed with key {found}, not with the server's key {wanted}",
            found=checkpoint.key_id.hex(),
            wanted=wanted.hex(),
        )
    text = _signed_text(checkpoint.origin, checkpoint.size, checkpoint.root)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(checkpoint.signature, text)
    except InvalidSignature:
        raise BadRecord(
            "checkpoint/signature",
            "the signature under the checkpoint of {origin} at {size} entries is wrong",
            origin=checkpoint.origin,
            size=checkpoint.size,
        ) from None


def write(checkpoint: Checkpoint) -> str:
    """The note form."""
    text = _signed_text(checkpoint.origin, checkpoint.size, checkpoint.root).decode("ascii")
    signature = _base64(checkpoint.key_id + checkpoint.signature)
    return f"{text}\n— {checkpoint.origin} {signature}\n"


def read(note: str) -> Checkpoint:
    """Read exactly what `write` wrote."""
    found = _NOTE.fullmatch(note)
    if found is None:
        raise _not_a_note()
    origin, size, root, signature = found.groups()
    signed = base64.b64decode(signature)
    checkpoint = Checkpoint(
        origin=origin,
        size=int(size),
        root=base64.b64decode(root),
        key_id=signed[:KEY_ID_BYTES],
        signature=signed[KEY_ID_BYTES:],
    )
    # Base64 leaves spare bits in the last character, which must not make a second text.
    if write(checkpoint) != note:
        raise _not_a_note()
    return checkpoint


def write_line(checkpoint: Checkpoint) -> str:
    """The line form, without a line break."""
    proof = _base62(checkpoint.root + checkpoint.signature)
    return f"checkpoint: {checkpoint.origin}, {checkpoint.size}, {proof}"


def find_lines(text: str, public: bytes) -> tuple[Checkpoint, ...]:
    """The checkpoints in a mail, each once, in the order in which they stand there."""
    if len(text) > MAX_TEXT:
        raise BadRecord("checkpoint/too-large", "a mail has at most {most} characters", most=MAX_TEXT)
    plain = _NOT_IN_A_LINE.sub("", normal_form(text))
    found = (_from_line(line, public) for line in _LINE.finditer(plain))
    return tuple(dict.fromkeys(checkpoint for checkpoint in found if checkpoint is not None))


def _from_line(line: re.Match[str], public: bytes) -> Checkpoint | None:
    origin, size, proof = line.groups()
    both = _from_base62(proof)
    if both is None:
        return None
    root, signature = both[:HASH_BYTES], both[HASH_BYTES:]
    return Checkpoint(origin, int(size), root, _key_id(origin, public), signature)


def _signed_text(origin: str, size: int, root: bytes) -> bytes:
    return f"{origin}\n{size}\n{_base64(root)}\n".encode("ascii")


def _key_id(name: str, public: bytes) -> bytes:
    """The four bytes by which a note says whose signature it carries; only a hint."""
    if len(public) != KEY_BYTES:
        raise BadRecord("checkpoint/key", "a public key has {bytes} bytes", bytes=KEY_BYTES)
    return hashlib.sha256(name.encode("utf-8") + b"\n" + _ED25519 + public).digest()[:KEY_ID_BYTES]


def _check_log(origin: str, size: int, root: bytes) -> None:
    """Refuse what would not fit into both forms."""
    if not _ORIGIN.fullmatch(origin):
        raise BadRecord(
            "checkpoint/origin",
            "a log's name has 1 to {most} letters, digits, dots, hyphens or slashes, not {name}",
            most=MAX_ORIGIN,
            name=ascii(origin[: 2 * MAX_ORIGIN]),
        )
    if not 0 <= size <= MAX_SIZE:
        raise BadRecord("checkpoint/size", "a log has at most {most} entries", most=MAX_SIZE)
    if len(root) != HASH_BYTES:
        raise BadRecord("checkpoint/root", "a root has {bytes} bytes", bytes=HASH_BYTES)


def _not_a_note() -> BadRecord:
    return BadRecord("checkpoint/form", "this is not a checkpoint in the one form that it has")


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _base62(content: bytes) -> str:
    """Groups of 32 bytes, each as 43 digits."""
    digits: list[str] = []
    for start in range(0, len(content), _GROUP_BYTES):
        number = int.from_bytes(content[start : start + _GROUP_BYTES], "big")
        places = (number // 62**place % 62 for place in reversed(range(_GROUP_DIGITS)))
        digits.extend(_DIGITS[digit] for digit in places)
    return "".join(digits)


def _from_base62(digits: str) -> bytes | None:
    """`None` for digits that no content is written as."""
    content = b""
    for start in range(0, len(digits), _GROUP_DIGITS):
        number = 0
        for digit in digits[start : start + _GROUP_DIGITS]:
            number = number * 62 + _DIGITS.index(digit)
        if number >> 8 * _GROUP_BYTES:
            return None
        content += number.to_bytes(_GROUP_BYTES, "big")
    return content
