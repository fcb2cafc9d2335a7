"""The seal: a payload of plain text, and under it one line for each signature.

    format = "grubenpost-move/1"
    ...
    #sig1 <16 hex key id> <88 characters of base64>

The signature is made over the format's name, a NUL and the exact bytes of the payload. These
bytes are kept as they came and are never written anew, so nothing depends on how somebody's TOML
writer works. The name of a letter (`letter_id`) is the SHA-256 of the same bytes without the
signatures: a letter that its owner signs twice is still one letter.

Mail programs are forgiven four things (`repair`), and nothing else: UTF-16 with its byte order
mark, one UTF-8 byte order mark, CRLF or CR line ends, and a missing last line end.

Nothing here looks inside the payload beyond its first line; that comes after `verify`.
"""

from __future__ import annotations

import base64
import codecs
import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass

from engine.errors import BadLetter
from engine.record.letters.flat_toml import MAX_BYTES, shown
from engine.record.letters.key import PrivateKey, PublicKey, signed_bytes
from engine.record.letters.kinds import FORMATS

MAX_SIGNATURES = 4

_SIGNATURE_START = b"\n#sig1 "
# The last sextet of 64 bytes carries two bits: only A, Q, g and w leave the other four at zero.
_SIGNATURE_LINE = re.compile(rb"#sig1 ([0-9a-f]{16}) ([A-Za-z0-9+/]{85}[AQgw]==)\n")
_SIGNATURE_LENGTH = len("#sig1 ") + 16 + 1 + 88 + 1
_LONGEST = MAX_BYTES + MAX_SIGNATURES * _SIGNATURE_LENGTH
# UTF-16 doubles every byte and CRLF at most doubles them again.
_LONGEST_RAW = 4 * _LONGEST + 4
_ALLOWED = bytes(range(0x20, 0x7F)) + b"\n"
_FORMAT_START = b'format = "'
_FORMAT_END = b'"'


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature line. The key id is a hint for finding the key; it proves nothing."""

    key_id: str
    value: bytes

    @property
    def line(self) -> bytes:
        """The line as it stands in the file."""
        return b"#sig1 %s %s\n" % (self.key_id.encode("ascii"), base64.b64encode(self.value))


@dataclass(frozen=True, slots=True)
class Sealed:
    """A letter whose form is right, and whose signatures are still to be verified."""

    payload: bytes
    context: str
    signatures: tuple[Signature, ...]
    letter_id: str

    @property
    def raw(self) -> bytes:
        """The whole file as it should be stored: what came in, after the repairs."""
        return self.payload + b"".join(signature.line for signature in self.signatures)


def seal(payload: bytes, context: str, *keys: PrivateKey) -> bytes:
    """The payload with a signature line by each key."""
    _check_payload(payload)
    if _first_line(payload) != f'format = "{context}"'.encode("utf-8", "surrogatepass"):
        raise BadLetter(
            "seal/unknown-format",
            "the first line of the payload does not name the format {format}",
            format=shown(context),
        )
    if not 1 <= len(keys) <= MAX_SIGNATURES:
        raise _wrong_count(1, len(keys))
    return payload + b"".join(_signature(payload, context, key).line for key in keys)


def countersign(sealed: Sealed, key: PrivateKey) -> bytes:
    """The letter with one more signature, for two keys that are not in the same hands."""
    if len(sealed.signatures) >= MAX_SIGNATURES:
        raise _wrong_count(MAX_SIGNATURES, len(sealed.signatures) + 1)
    return sealed.raw + _signature(sealed.payload, sealed.context, key).line


def repair(raw: bytes) -> bytes:
    """Undo what mail programs and editors do to plain text; all else stays as it is."""
    if len(raw) > _LONGEST_RAW:
        raise BadLetter(
            "seal/too-big",
            "this has {size} bytes, a letter has at most {most}",
            size=len(raw),
            most=_LONGEST,
        )
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            raw = raw.decode("utf-16").encode("utf-8")
        except UnicodeDecodeError:
            raise BadLetter("seal/not-text", "this begins like UTF-16 text, but is not") from None
    else:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return raw if raw.endswith(b"\n") else raw + b"\n"


def open_seal(raw: bytes, formats: Collection[str] = FORMATS) -> Sealed:
    """Take a letter apart, after the repairs, without believing a word of it."""
    text = repair(raw)
    end = text.find(_SIGNATURE_START) + 1
    if not end:
        raise BadLetter("seal/unsigned", "there is no signature line: the letter is unsigned or was cut off")
    payload = text[:end]
    _check_payload(payload)
    context = _context(payload, formats)
    signatures = _signatures(text[end:])
    letter_id = hashlib.sha256(signed_bytes(context, payload)).hexdigest()
    return Sealed(payload, context, signatures, letter_id)


def verify(sealed: Sealed, *keys: PublicKey) -> None:
    """Refuse unless the letter is signed by each of these keys, and by nobody else."""
    if len(keys) != len(sealed.signatures):
        raise _wrong_count(len(keys), len(sealed.signatures))
    left = list(sealed.signatures)
    for key in keys:
        left.remove(_signature_by(key, sealed, left))


def _signature_by(key: PublicKey, sealed: Sealed, signatures: list[Signature]) -> Signature:
    hinted = [signature for signature in signatures if signature.key_id == key.key_id]
    if not hinted:
        raise BadLetter(
            "seal/other-key",
            "the letter is not signed by the key {key_id}, but by {found}",
            key_id=key.key_id,
            found=", ".join(signature.key_id for signature in signatures),
        )
    for signature in hinted:
        if key.verify(sealed.context, sealed.payload, signature.value):
            return signature
    raise BadLetter(
        "seal/bad-signature",
        "the signature by the key {key_id} does not fit: the letter was changed after signing",
        key_id=key.key_id,
    )


def _signature(payload: bytes, context: str, key: PrivateKey) -> Signature:
    return Signature(key.public.key_id, key.sign(context, payload))


def _check_payload(payload: bytes) -> None:
    """The rules that every sealed text keeps, whoever wrote it."""
    if len(payload) > MAX_BYTES:
        raise BadLetter(
            "seal/too-big",
            "the payload has {size} bytes, at most {most} are allowed",
            size=len(payload),
            most=MAX_BYTES,
        )
    if odd := payload.translate(None, _ALLOWED):
        raise BadLetter(
            "seal/odd-byte",
            "byte {position} is {byte:#04x}: only printable ASCII and line ends are allowed",
            position=payload.index(odd[:1]),
            byte=odd[0],
        )
    if b" \n" in payload:
        raise BadLetter(
            "seal/trailing-space",
            "line {line} ends in a space",
            line=payload.count(b"\n", 0, payload.index(b" \n")) + 1,
        )
    if not payload.endswith(b"\n"):
        raise BadLetter("seal/cut", "the payload does not end with a line end")
    if _SIGNATURE_START in payload:
        raise BadLetter("seal/signature-line", "there is a signature line inside the payload")


def _first_line(payload: bytes) -> bytes:
    return payload[: payload.index(b"\n")]


def _context(payload: bytes, formats: Collection[str]) -> str:
    line = _first_line(payload)
    if line.startswith(_FORMAT_START) and line.endswith(_FORMAT_END):
        context = line[len(_FORMAT_START) : -1].decode("ascii")
        if context in formats:
            return context
    raise BadLetter(
        "seal/unknown-format",
        "the first line is {sent}, which names no format that is known here",
        sent=shown(line.decode("ascii")),
    )


def _signatures(text: bytes) -> tuple[Signature, ...]:
    if len(text) > MAX_SIGNATURES * _SIGNATURE_LENGTH:
        raise BadLetter(
            "seal/after-signature",
            "there is more text after the payload than {most} signature lines",
            most=MAX_SIGNATURES,
        )
    found: list[Signature] = []
    at = 0
    while at < len(text):
        match = _SIGNATURE_LINE.match(text, at)
        if match is None:
            raise BadLetter(
                "seal/signature-line",
                "signature line {line} is damaged or was cut off",
                line=len(found) + 1,
            )
        found.append(Signature(match[1].decode("ascii"), base64.b64decode(match[2])))
        at = match.end()
    return tuple(found)


def _wrong_count(needed: int, given: int) -> BadLetter:
    return BadLetter(
        "seal/signature-count",
        "the letter needs {needed} signatures and has {given}",
        needed=needed,
        given=given,
    )
