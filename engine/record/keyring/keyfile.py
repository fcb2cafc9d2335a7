"""The private key as a file that can be protected by a passphrase.

Flat TOML: the public key (so that a file can be told from another without its passphrase), how the
secret is locked, the secret, and a checksum that tells a damaged file from a wrong passphrase.

    format = "grubenpost-keyfile/1"
    key = "grubenpost-key ed25519 ..."
    lock = "scrypt chacha20poly1305"        or "none": the secret is the bare 32 bytes
    n = 65536                               n, r, p: what a guess costs
    r = 8
    p = 1
    salt = "<32 hex>"
    secret = "<96 hex>"
    check = "<16 hex>"

scrypt makes 44 bytes from the passphrase (NFKC, UTF-8): the cipher's key and its nonce. All lines
above `secret` are authenticated with it. Storing the bytes, with mode 0600, is up to the client.
"""

from __future__ import annotations

import hashlib
import unicodedata

from engine.errors import BadLetter, Refused
from engine.record.letters.flat_toml import Scalar, read_flat, write_flat
from engine.record.letters.key import KEY_BYTES, PrivateKey, PublicKey
from engine.record.letters.seal import repair

FORMAT = "grubenpost-keyfile/1"
SALT_BYTES = 16
DEFAULT_N = 2**16

_LOCK = "scrypt chacha20poly1305"
_BARE = "none"
_OPEN_FIELDS = {"format": str, "key": str, "lock": str, "secret": str, "check": str}
_LOCKED_FIELDS = _OPEN_FIELDS | {"n": int, "r": int, "p": int, "salt": str}
_CHECK_BYTES = 8
_CIPHER_KEY_BYTES = 32
_NONCE_BYTES = 12
_TAG_BYTES = 16

# A hostile file can ask for at most 256 MiB and about four seconds.
_SMALLEST_N = 2**10
_LARGEST_N = 2**18
_LARGEST_R = 8
_LARGEST_P = 4

Fields = dict[str, Scalar]


def lock(private: PrivateKey, passphrase: str, salt: bytes, n: int = DEFAULT_N) -> bytes:
    """The key as a file; an empty passphrase leaves it unprotected. The salt is 16 fresh bytes."""
    head: Fields = {"format": FORMAT, "key": private.public.line}
    if not passphrase:
        return _finished(head | {"lock": _BARE}, private.seed)
    if len(salt) != SALT_BYTES:
        raise BadLetter(
            "key/salt",
            "a key file is salted with {needed} bytes, not with {given}",
            needed=SALT_BYTES,
            given=len(salt),
        )
    head |= {"lock": _LOCK, "n": n, "r": 8, "p": 1, "salt": salt.hex()}
    return _finished(head, _encrypt(private.seed, passphrase, head))


def unlock(raw: bytes, passphrase: str) -> PrivateKey:
    """The key in this file. An unprotected file opens with any passphrase."""
    fields = _read(raw)
    head = {name: value for name, value in fields.items() if name not in ("secret", "check")}
    secret = _hex(fields, "secret")
    if fields["lock"] == _LOCK:
        secret = _decrypt(secret, passphrase, head)
    if len(secret) != KEY_BYTES:
        raise _damaged()
    private = PrivateKey(secret)
    if private.public.line != fields["key"]:
        raise _damaged()
    return private


def public_key(raw: bytes) -> PublicKey:
    """The public key in this file, without its passphrase. Only `unlock` proves it."""
    return PublicKey.from_line(str(_read(raw)["key"]))


def _finished(head: Fields, secret: bytes) -> bytes:
    body = write_flat(head | {"secret": secret.hex()})
    return body + write_flat({"check": _checksum(body)})


def _checksum(body: bytes) -> str:
    return hashlib.sha256(body).digest()[:_CHECK_BYTES].hex()


def _read(raw: bytes) -> Fields:
    """The fields of a whole file: every byte is under the checksum, every field is known."""
    try:
        text = repair(raw)
        fields = read_flat(text)
    except Refused:
        raise _damaged() from None
    body, mark, end = text.rpartition(b"check = ")
    if mark + end != write_flat({"check": _checksum(body)}):
        raise _damaged()
    if fields.get("format") != FORMAT:
        raise BadLetter("key/not-a-keyfile", "this is not a file of the kind {kind}", kind=FORMAT)
    expected = _LOCKED_FIELDS if fields.get("lock") == _LOCK else _OPEN_FIELDS
    known: Fields = {}
    for name, value in fields.items():
        if isinstance(value, dict) or type(value) is not expected.get(name):
            raise _damaged()
        known[name] = value
    if known.keys() != expected.keys() or known["lock"] not in (_LOCK, _BARE):
        raise _damaged()
    return known


def _hex(fields: Fields, name: str) -> bytes:
    try:
        return bytes.fromhex(str(fields[name]))
    except ValueError:
        raise _damaged() from None


def _encrypt(seed: bytes, passphrase: str, head: Fields) -> bytes:
    # Imported here: only whoever opens a key file needs the cipher.
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415

    cipher_key, nonce = _stretch(passphrase, head)
    return ChaCha20Poly1305(cipher_key).encrypt(nonce, seed, write_flat(head))


def _decrypt(secret: bytes, passphrase: str, head: Fields) -> bytes:
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415

    if len(secret) != KEY_BYTES + _TAG_BYTES:
        raise _damaged()
    if not passphrase:
        raise BadLetter("key/locked", "this key file is protected: its passphrase is needed")
    cipher_key, nonce = _stretch(passphrase, head)
    try:
        return ChaCha20Poly1305(cipher_key).decrypt(nonce, secret, write_flat(head))
    except InvalidTag:
        raise BadLetter("key/wrong-passphrase", "this is not the passphrase of this key file") from None


def _stretch(passphrase: str, head: Fields) -> tuple[bytes, bytes]:
    n, r, p = int(head["n"]), int(head["r"]), int(head["p"])
    power_of_two = n & (n - 1) == 0 and _SMALLEST_N <= n <= _LARGEST_N
    if not (power_of_two and 1 <= r <= _LARGEST_R and 1 <= p <= _LARGEST_P):
        raise _too_costly(n, r, p)
    typed = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")
    salt = _hex(head, "salt")
    length = _CIPHER_KEY_BYTES + _NONCE_BYTES
    most = 128 * r * (n + p + 2) + 2**20
    try:
        made = hashlib.scrypt(typed, salt=salt, n=n, r=r, p=p, maxmem=most, dklen=length)
    except (ValueError, MemoryError):
        raise _too_costly(n, r, p) from None
    return made[:_CIPHER_KEY_BYTES], made[_CIPHER_KEY_BYTES:]


def _too_costly(n: int, r: int, p: int) -> BadLetter:
    return BadLetter(
        "key/too-costly",
        "the key file asks for scrypt with n={n}, r={r}, p={p}: that is not allowed here",
        n=n,
        r=r,
        p=p,
    )


def _damaged() -> BadLetter:
    return BadLetter("key/damaged", "this key file is damaged: take it from a copy")
