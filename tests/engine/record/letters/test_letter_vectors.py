"""Keys and sealed letters as data, so that a client in another language can check itself.

`vectors/letters.json` is written with `python -m tests.engine.record.letters.test_letter_vectors`; a changed
file is a changed protocol. That its keys and signatures are right by the textbook, and not only by
this program, is checked in test_ed25519_by_hand.py.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadLetter
from engine.record.keyring.keyfile import lock, unlock
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.letters.kinds import KINDS, kind_of
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.move import By, Move
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.orders import StandingOrders
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import open_letter, seal_letter
from engine.record.letters.schema import Letter
from engine.record.letters.seal import open_seal

FILE = Path(__file__).parents[1] / "vectors" / "letters.json"
RULE = [
    "keys: public and line follow from the seed (RFC 8032); key_id and fingerprint from public",
    "letters: signed by the named keys, in this order; letter_id is SHA-256(context NUL payload)",
    "fields: what the payload says, as TOML; sealed: payload and signature lines, the whole file",
    "repaired: other bytes (in hex) that open as the sealed letter of this name",
    "refused: bytes (in hex) that must be refused, with the code given for it here",
    "refused_keys: 32 bytes that must not be taken for a public key",
    "keyfiles: open with the passphrase and hold the key of this name",
]
NAMES = ["anna", "bert", "server", "next", "zero"]
PIT = "pit.example.org"


def seed_of(name: str) -> bytes:
    return bytes(32) if name == "zero" else hashlib.sha256(f"seed of {name}".encode()).digest()


def private(name: str) -> PrivateKey:
    return PrivateKey(seed_of(name))


def public(name: str) -> PublicKey:
    return private(name).public


def digits(text: str, length: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def nonce(number: int) -> str:
    return digits(f"nonce {number}", 32)


def letters() -> dict[str, tuple[Letter, list[str]]]:
    game, base = "01J9ZK3V9Q8R7T6S5W4X3Y2Z1A", digits("head", 64)
    mine = "mine 8: to g, load g x2, to y, load y, to top, fill E-gg g x2"
    orders = (
        "next: order C-kk if costs <= 2; else bank; then: mine 8: plan C-kk if costs <= 1; stop if ousted"
    )
    recover = Recover(PIT, "anna", public("next"), "7kq2-m4xt-9rwb", nonce(5))
    recover_id = open_seal(seal_letter(recover, private("next"))).letter_id
    clock = By("clock", digits("entry", 64))
    return {
        "move": (Move(PIT, game, 17, 2, base, nonce(1), mine), ["anna"]),
        "move with odd characters": (Move(PIT, game, 0, 0, base, nonce(2), 'a "b" \\ #c'), ["bert"]),
        "move by the clock": (Move(PIT, game, 18, 3, base, nonce(3), "bank", clock), ["server"]),
        "register": (Register(PIT, "anna", "key", public("anna"), nonce(4)), ["anna"]),
        "join": (Join(PIT, game, "anna", public("anna"), digits("commitment", 64), nonce(6)), ["anna"]),
        "join an old game": (
            OldJoin(PIT, game, "anna", public("anna"), digits("entropy", 64), nonce(6)),
            ["anna"],
        ),
        "reveal": (Reveal(PIT, game, "anna", base, digits("entropy", 64)), ["anna"]),
        "leave": (Leave(PIT, game, "anna", digits("join letter", 64)), ["anna"]),
        "orders": (StandingOrders(PIT, game, "anna", 17, nonce(9), orders), ["anna"]),
        "orders that are delegated": (
            StandingOrders(PIT, game, "bert", 0, nonce(10), "none", By("delegated", digits("code", 64))),
            ["bert"],
        ),
        "request": (Request(PIT, "anna", nonce(8), "set name Ännchen 😀; new players=3"), ["anna"]),
        "rotate": (Rotate(PIT, "anna", public("anna"), public("next"), nonce(7)), ["anna", "next"]),
        "rotate, new key first": (
            Rotate(PIT, "anna", public("anna"), public("next"), nonce(7)),
            ["next", "anna"],
        ),
        "revoke": (Revoke(PIT, "anna", public("anna")), ["anna"]),
        "recover": (recover, ["next"]),
        "veto": (Veto(PIT, "anna", recover_id), ["anna"]),
    }


def key_vector(name: str) -> dict[str, str]:
    key = public(name)
    return {
        "name": name,
        "seed": seed_of(name).hex(),
        "public": key.raw.hex(),
        "line": key.line,
        "key_id": key.key_id,
        "fingerprint": key.fingerprint,
    }


def letter_vector(name: str, letter: Letter, signers: list[str]) -> dict[str, Any]:
    raw = seal_letter(letter, *map(private, signers))
    sealed = open_seal(raw)
    return {
        "name": name,
        "context": sealed.context,
        "signers": signers,
        "fields": tomllib.loads(sealed.payload.decode("ascii")),
        "payload": sealed.payload.decode("ascii"),
        "letter_id": sealed.letter_id,
        "sealed": raw.decode("ascii"),
    }


def repaired_vectors(raw: bytes) -> dict[str, str]:
    text = raw.decode("ascii")
    return {
        "CRLF": raw.replace(b"\n", b"\r\n").hex(),
        "CR": raw.replace(b"\n", b"\r").hex(),
        "no last line end": raw[:-1].hex(),
        "UTF-8 with a mark": text.encode("utf-8-sig").hex(),
        "UTF-16 little-endian": (b"\xff\xfe" + text.encode("utf-16-le")).hex(),
        "UTF-16 big-endian, CRLF": (b"\xfe\xff" + text.replace("\n", "\r\n").encode("utf-16-be")).hex(),
    }


def refused_vectors(raw: bytes) -> list[dict[str, str]]:
    other = seal_letter(letters()["veto"][0], private("anna"))
    cases = {
        "changed": (raw.replace(b"ply = 17", b"ply = 18"), "seal/bad-signature"),
        "a signature from another letter": (
            raw[: raw.index(b"#sig1")] + other[other.index(b"#sig1") :],
            "seal/bad-signature",
        ),
        "the wrong key id": (
            raw.replace(public("anna").key_id.encode(), public("bert").key_id.encode()),
            "seal/bad-signature",
        ),
        "an unknown format": (raw.replace(b"move/1", b"move/2"), "seal/unknown-format"),
        "a trailing space": (raw.replace(b"ply = 17", b"ply = 17 "), "seal/trailing-space"),
        "a tab": (raw.replace(b"ply = 17", b"ply =\t17"), "seal/odd-byte"),
        "text below": (raw + b"Greetings\n", "seal/signature-line"),
        "cut off": (raw[:-20], "seal/signature-line"),
        "unsigned": (raw[: raw.index(b"#sig1")], "seal/unsigned"),
        "signed twice": (raw + raw[raw.index(b"#sig1") :], "seal/signature-count"),
    }
    return [{"name": name, "bytes": raw.hex(), "code": code} for name, (raw, code) in cases.items()]


def refused_key_vectors() -> list[dict[str, str]]:
    p = 2**255 - 19
    eight = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"
    cases = {
        "identity": (1, "key/small-order"),
        "identity, sign set": (1 | 1 << 255, "key/small-order"),
        "order 2": (p - 1, "key/small-order"),
        "order 4": (0, "key/small-order"),
        "order 4, other sign": (1 << 255, "key/small-order"),
        "order 8": (int.from_bytes(bytes.fromhex(eight), "little"), "key/small-order"),
        "zero, not reduced": (p, "key/small-order"),
        "identity, not reduced": (p + 1, "key/small-order"),
        "three, not reduced": (p + 3, "key/not-canonical"),
        "off the curve": (2, "key/not-a-key"),
    }
    return [
        {"name": name, "bytes": number.to_bytes(32, "little").hex(), "code": code}
        for name, (number, code) in cases.items()
    ]


def vectors() -> dict[str, Any]:
    move = seal_letter(letters()["move"][0], private("anna"))
    locked = lock(private("anna"), "Glück auf!", bytes(range(16)), n=2**10)
    return {
        "rule": RULE,
        "keys": [key_vector(name) for name in NAMES],
        "letters": [letter_vector(name, *made) for name, made in letters().items()],
        "repaired": {"letter": "move", "bytes": repaired_vectors(move)},
        "refused": refused_vectors(move),
        "refused_keys": refused_key_vectors(),
        "keyfiles": [
            {"key": "anna", "passphrase": "Glück auf!", "file": locked.decode("ascii")},
            {"key": "bert", "passphrase": "", "file": lock(private("bert"), "", b"").decode("ascii")},
        ],
    }


def known(key_id: str) -> list[PublicKey]:
    return [public(name) for name in NAMES if public(name).key_id == key_id]


DATA: dict[str, Any] = json.loads(FILE.read_text("ascii")) if FILE.exists() else vectors()


def cases(part: str, name: str = "name") -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", DATA[part], ids=lambda vector: vector[name])


def test_the_file_is_what_this_program_makes() -> None:
    assert vectors() == json.loads(FILE.read_text("ascii"))


@cases("keys")
def test_keys(vector: dict[str, str]) -> None:
    key = PrivateKey(bytes.fromhex(vector["seed"])).public
    assert key == PublicKey(bytes.fromhex(vector["public"])) == PublicKey.from_line(vector["line"])
    assert (key.line, key.key_id) == (vector["line"], vector["key_id"])
    assert key.fingerprint == vector["fingerprint"]
    digest = hashlib.sha256(b"grubenpost-key/1\0" + key.raw).digest()
    assert digest[:8].hex() == key.key_id
    assert int(key.fingerprint.replace(" ", "")) == int.from_bytes(digest, "big") % 10**30


@cases("letters")
def test_letters(vector: dict[str, Any]) -> None:
    opened = open_letter(vector["sealed"].encode("ascii"), known)
    assert sorted(key.raw for key in opened.signers) == sorted(public(n).raw for n in vector["signers"])
    assert opened.sealed.payload == vector["payload"].encode("ascii")
    assert opened.sealed.letter_id == vector["letter_id"]
    assert kind_of(opened.letter) is KINDS[vector["context"]]
    assert tomllib.loads(vector["payload"]) == vector["fields"]
    message = vector["context"].encode() + b"\0" + vector["payload"].encode()
    assert hashlib.sha256(message).hexdigest() == vector["letter_id"]


def test_one_letter_signed_in_two_orders_is_one_letter() -> None:
    ids = {vector["letter_id"] for vector in DATA["letters"] if vector["name"].startswith("rotate")}
    assert len(ids) == 1


@pytest.mark.parametrize("name", DATA["repaired"]["bytes"])
def test_repaired(name: str) -> None:
    opened = open_letter(bytes.fromhex(DATA["repaired"]["bytes"][name]), known)
    original = next(one for one in DATA["letters"] if one["name"] == DATA["repaired"]["letter"])
    assert opened.sealed.raw == original["sealed"].encode("ascii")


@cases("refused")
def test_refused(vector: dict[str, str]) -> None:
    with pytest.raises(BadLetter) as refusal:
        open_letter(bytes.fromhex(vector["bytes"]), known)
    assert refusal.value.code == vector["code"]


@cases("refused_keys")
def test_refused_keys(vector: dict[str, str]) -> None:
    with pytest.raises(BadLetter) as refusal:
        PublicKey(bytes.fromhex(vector["bytes"]))
    assert refusal.value.code == vector["code"]


@cases("keyfiles", "key")
def test_keyfiles(vector: dict[str, str]) -> None:
    key = unlock(vector["file"].encode("ascii"), vector["passphrase"])
    assert key.seed == seed_of(vector["key"])


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", "ascii")
