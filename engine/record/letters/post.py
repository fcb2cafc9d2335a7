"""The two doors for letters: seal one to send it, open one that came.

Opening keeps the order that makes it safe: take the seal apart, find the keys, verify, and only
then read. Some letters name the keys that must have signed them (a registration can't be looked
up); the line with such a key is found by its exact form, as the signatures are, and not by
reading the text.

Whether the signer may speak for this handle or seat at this point of the log is the keyring's
answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.errors import BadLetter
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.letters.kinds import KINDS, kind_of
from engine.record.letters.schema import Letter, missing_field
from engine.record.letters.seal import Sealed, open_seal, seal, verify

KeysById = Callable[[str], Iterable[PublicKey]]


@dataclass(frozen=True, slots=True)
class Opened:
    """A letter that these keys, and no others, have signed."""

    letter: Letter
    sealed: Sealed
    signers: tuple[PublicKey, ...]


def seal_letter(letter: Letter, *keys: PrivateKey) -> bytes:
    """The letter as a file, signed by these keys."""
    kind = kind_of(letter)
    return seal(kind.write(letter), kind.format, *keys)


def write_letter(letter: Letter, *keys: PrivateKey) -> Opened:
    """The letter that these keys of ours sign, as whoever opens it will have it."""
    return Opened(letter, open_seal(seal_letter(letter, *keys)), tuple(key.public for key in keys))


def open_letter(raw: bytes, keys_by_id: KeysById) -> Opened:
    """The verified letter in these bytes. `keys_by_id` gives all keys ever known with a key id."""
    sealed = open_seal(raw)
    kind = KINDS[sealed.context]
    if kind.keys:
        signers = tuple(_named_key(sealed, name) for name in kind.keys)
        verify(sealed, *signers)
    else:
        signers = (_known_signer(sealed, keys_by_id),)
    return Opened(kind.read(sealed.payload), sealed, signers)


def _named_key(sealed: Sealed, name: str) -> PublicKey:
    line = re.search(rb'^%s = "([ !#-~]*)"$' % name.encode("ascii"), sealed.payload, re.MULTILINE)
    if line is None:
        raise missing_field(sealed.context, [name])
    return PublicKey.from_line(line[1].decode("ascii"))


def _known_signer(sealed: Sealed, keys_by_id: KeysById) -> PublicKey:
    """The one signer; keys whose ids happen to be alike are told apart by the signature."""
    key_id = sealed.signatures[0].key_id
    refusal: BadLetter | None = None
    for key in keys_by_id(key_id):
        try:
            verify(sealed, key)
        except BadLetter as error:
            refusal = error
        else:
            return key
    raise refusal or unknown_key(key_id)


def unknown_key(key_id: str) -> BadLetter:
    """For a letter whose signer is nobody that the reader knows."""
    return BadLetter(
        "seal/unknown-key",
        "the letter is signed by the key {key_id}, which is not registered here",
        key_id=key_id,
    )
