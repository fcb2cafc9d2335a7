"""Ed25519 worked out by hand, to show what odd keys and odd signatures are and that we refuse them.

The arithmetic here is the textbook's, slow and independent of both `cryptography` and engine.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.errors import BadLetter
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import Signature, open_seal, verify

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "letters.json").read_text("ascii"))

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1)

Point = tuple[int, int]


def add(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + product, P - 2, P) % P
    y = (y1 * y2 + x1 * x2) * pow(1 - product, P - 2, P) % P
    return x, y


def times(number: int, point: Point) -> Point:
    total = IDENTITY
    while number:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def roots_of_x(y: int) -> list[int]:
    """Both x with (x, y) on the curve, the even one first, or none."""
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    root = pow(square, (P + 3) // 8, P)
    if root * root % P != square:
        root = root * ROOT_OF_MINUS_ONE % P
    if root * root % P != square:
        return []
    return sorted({root, -root % P}, key=lambda x: x & 1)


def encode(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


BASE = (roots_of_x(4 * pow(5, P - 2, P) % P)[0], 4 * pow(5, P - 2, P) % P)


def a_point_outside_the_prime_order_group() -> Point:
    y = 2
    while True:
        for x in roots_of_x(y):
            if times(L, (x, y)) != IDENTITY and times(4 * L, (x, y)) != IDENTITY:
                return x, y
        y += 1


GENERATOR_OF_EIGHT = times(L, a_point_outside_the_prime_order_group())
SMALL_ORDER = [times(number, GENERATOR_OF_EIGHT) for number in range(8)]


def other_encodings(point: Point) -> list[bytes]:
    """What a careless decoder also takes for this point: y not reduced, or a sign for x = 0."""
    x, y = point
    ys = [y, y + P] if y + P < 2**255 else [y]
    signs = [0, 1] if x == 0 else [x & 1]
    every = [(one | sign << 255).to_bytes(32, "little") for one in ys for sign in signs]
    return [raw for raw in every if raw != encode(point)]


def hash_of(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def secret_of(seed: bytes) -> int:
    low = int.from_bytes(hashlib.sha512(seed).digest()[:32], "little")
    return low & (1 << 254) - 8 | 1 << 254


def sign(seed: bytes, message: bytes, nonce: int) -> bytes:
    """A signature with a nonce of the signer's choice; any nonce gives a good one."""
    secret = secret_of(seed)
    commitment = encode(times(nonce, BASE))
    challenge = hash_of(commitment, encode(times(secret, BASE)), message)
    return commitment + ((nonce + challenge * secret) % L).to_bytes(32, "little")


def code_of(raw: bytes) -> str:
    with pytest.raises(BadLetter) as refusal:
        PublicKey(raw)
    return refusal.value.code


def test_there_are_eight_points_of_small_order_and_six_other_ways_to_write_them() -> None:
    assert len(set(SMALL_ORDER)) == 8
    assert all(times(8, point) == IDENTITY for point in SMALL_ORDER)
    assert sum(len(other_encodings(point)) for point in SMALL_ORDER) == 6


@pytest.mark.parametrize("number", range(8))
def test_keys_of_small_order_are_refused_however_they_are_written(number: int) -> None:
    point = SMALL_ORDER[number]
    for raw in [encode(point), *other_encodings(point)]:
        assert code_of(raw) == "key/small-order"


def test_the_identity_as_a_key_signs_everything_without_our_check() -> None:
    raw = encode(IDENTITY)
    anything = raw + bytes(32)
    for message in (b"bank", b"money 5"):
        Ed25519PublicKey.from_public_bytes(raw).verify(anything, message)
    assert code_of(raw) == "key/small-order"


def test_a_key_of_order_eight_signs_every_eighth_message_without_our_check() -> None:
    raw = encode(GENERATOR_OF_EIGHT)
    forged = 0
    for number in range(64):
        try:
            Ed25519PublicKey.from_public_bytes(raw).verify(encode(IDENTITY) + bytes(32), b"%d" % number)
        except InvalidSignature:
            continue
        forged += 1
    assert forged
    assert code_of(raw) == "key/small-order"


def test_every_y_that_is_not_reduced_is_refused() -> None:
    for y in range(P, 2**255):
        for sign_bit in (0, 1):
            raw = (y | sign_bit << 255).to_bytes(32, "little")
            assert code_of(raw) == ("key/small-order" if y - P in (0, 1) else "key/not-canonical")


def test_a_y_off_the_curve_is_not_a_key_and_a_y_on_it_is() -> None:
    on_curve = [y for y in range(2, 40) if roots_of_x(y)]
    assert 10 < len(on_curve) < 28
    for y in range(2, 40):
        raw = y.to_bytes(32, "little")
        if y in on_curve:
            assert PublicKey(raw).raw == raw
        else:
            assert code_of(raw) == "key/not-a-key"


@pytest.mark.parametrize("vector", VECTORS["keys"], ids=lambda vector: str(vector["name"]))
def test_public_keys_of_the_vectors_follow_from_their_seeds(vector: dict[str, str]) -> None:
    seed = bytes.fromhex(vector["seed"])
    assert encode(times(secret_of(seed), BASE)).hex() == vector["public"]


@pytest.mark.parametrize("vector", VECTORS["letters"], ids=lambda vector: str(vector["name"]))
def test_signatures_of_the_vectors_satisfy_the_equation(vector: dict[str, object]) -> None:
    keys = {key["name"]: key for key in VECTORS["keys"]}
    sealed = str(vector["sealed"])
    lines = [line.split(" ") for line in sealed.splitlines() if line.startswith("#sig1 ")]
    message = f"{vector['context']}\0{vector['payload']}".encode("ascii")
    signers = vector["signers"]
    assert isinstance(signers, list)
    assert len(signers) == len(lines)
    for signer, (_, key_id, text) in zip(signers, lines, strict=True):
        signature = base64.b64decode(text, validate=True)
        seed = bytes.fromhex(keys[signer]["seed"])
        challenge = hash_of(signature[:32], bytes.fromhex(keys[signer]["public"]), message)
        scalar = int.from_bytes(signature[32:], "little")
        commitment = times((scalar - challenge * secret_of(seed)) % L, BASE)
        assert encode(commitment) == signature[:32]
        assert key_id == keys[signer]["key_id"]


SEED = b"v" * 32
KEY = PrivateKey(SEED)
VETO = seal_letter(Veto("pit.example.org", "anna", "0" * 64), KEY)


def resealed(value: bytes) -> bytes:
    return open_seal(VETO).payload + Signature(KEY.public.key_id, value).line


def test_a_letter_signed_again_by_its_owner_is_the_same_letter() -> None:
    first = open_seal(VETO)
    message = b"grubenpost-veto/1\0" + first.payload
    again = open_seal(resealed(sign(SEED, message, nonce=12345)))
    verify(again, KEY.public)
    assert again.signatures != first.signatures
    assert again.letter_id == first.letter_id == hashlib.sha256(message).hexdigest()


def test_a_signature_can_not_be_shifted_by_the_order_of_the_group() -> None:
    value = open_seal(VETO).signatures[0].value
    scalar = int.from_bytes(value[32:], "little")
    for rounds in range(1, 16):
        shifted = open_seal(resealed(value[:32] + (scalar + rounds * L).to_bytes(32, "little")))
        with pytest.raises(BadLetter) as refusal:
            verify(shifted, KEY.public)
        assert refusal.value.code == "seal/bad-signature"
