"""Chains of shares as data, for every client in another language.

`vectors/shares.json` says how the inputs follow from the index of a vector. It is written with
`python -m tests.engine.record.game.test_share_vectors`; a changed file is a changed protocol.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.record.game.shares import LINKS, Chain, Owner, chain_of
from engine.record.letters.key import PrivateKey
from engine.record.log import canonical

FILE = Path(__file__).parents[1] / "vectors" / "shares.json"
VECTORS = 100
RULE = [
    "Vector i has these inputs, where text is ASCII and hashed as it stands:",
    "server: 'pit.example.org'; game: 'game-i'; handle: 'player-i'",
    "key: the public key of the private key SHA-256('key i')",
    "secret: SHA-256('secret i'), the last link of a chain: 256 steps lead from it to the commitment",
    "commitment: what the join letter holds",
    "shares: the share 0, 1, 2 and 255 of the chain; share 255 is the secret itself",
    "ours: the commitment of the chain that this program makes of that private key, for a join letter whose",
    "nonce is the first 32 hex digits of SHA-256('nonce i'); another client may choose its secrets otherwise",
]


def _hash(text: str) -> bytes:
    return sha256(text.encode("ascii")).digest()


def made_here(index: int) -> dict[str, Any]:
    key = PrivateKey(_hash(f"key {index}"))
    server, game, handle = "pit.example.org", f"game-{index}", f"player-{index}"
    chain = Chain(Owner(server, game, handle, key.public), _hash(f"secret {index}"))
    own = chain_of(key, server, game, handle, _hash(f"nonce {index}").hex()[:32])
    return {
        "commitment": chain.commitment,
        "shares": [chain.share(number).hex() for number in (0, 1, 2, LINKS - 1)],
        "ours": own.commitment,
    }


def made_by_the_book(index: int) -> dict[str, Any]:
    """The same from the page's description, on another way."""
    public = PrivateKey(_hash(f"key {index}")).public.raw
    owner = b""
    for part in (b"pit.example.org", b"game-%d" % index, b"player-%d" % index, public):
        owner += len(part).to_bytes(4, "big") + part
    links = [_hash(f"secret {index}")]
    while len(links) <= 256:
        links.insert(0, sha256(b"grubenpost-share/1\0" + owner + links[0]).digest())
    told = [links[1 + number].hex() for number in (0, 1, 2, 255)]
    return {"commitment": links[0].hex(), "shares": told}


def write_file() -> bytes:
    vectors = [made_here(index) for index in range(VECTORS)]
    return canonical.dumps({"format": "grubenpost-share-vectors/1", "rule": RULE, "vectors": vectors})


def test_the_file_is_what_the_maker_writes() -> None:
    assert FILE.read_bytes() == write_file()


def test_a_second_reading_of_the_description_agrees() -> None:
    shipped = json.loads(FILE.read_bytes())["vectors"]
    assert len(shipped) == VECTORS
    for index, vector in enumerate(shipped):
        assert made_by_the_book(index) == {name: vector[name] for name in ("commitment", "shares")}


if __name__ == "__main__":
    FILE.write_bytes(write_file())
