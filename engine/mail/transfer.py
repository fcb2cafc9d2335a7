"""Transfer encodings, undone as forgivingly as they are damaged."""

from __future__ import annotations

import binascii

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(byte for byte in range(256) if byte not in _BASE64)


def undone(body: bytes, encoding: str) -> bytes:
    """The bytes that were meant. An unknown encoding is taken for none."""
    if encoding == "quoted-printable":
        return binascii.a2b_qp(body)
    if encoding == "base64":
        return from_base64(body)
    return body


def from_base64(body: bytes) -> bytes:
    """Up to the first padding, because lists append their footer behind it as plain text."""
    digits = body.partition(b"=")[0].translate(None, _NOT_BASE64)
    if len(digits) % 4 == 1:  # a digit that carries no whole byte
        digits = digits[:-1]
    return binascii.a2b_base64(digits + b"=" * (-len(digits) % 4))
