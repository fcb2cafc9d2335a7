"""The Merkle tree against RFC 6962: known vectors, its recursive definition, and broken proofs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.record.log.merkle import (
    EMPTY,
    Tree,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    root,
    verify_consistency,
    verify_inclusion,
)

# The eight leaves, their roots and some proofs as used by implementations of certificate
# transparency.
KNOWN_LEAVES = [
    leaf_hash(bytes.fromhex(entry))
    for entry in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
KNOWN_ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
KNOWN_PATH_OF_FIRST = [
    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
]
KNOWN_FROM_6_TO_8 = [
    "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
]

Proof = Sequence[bytes]


def leaves_of(number: int) -> list[bytes]:
    return [leaf_hash(b"entry %d" % index) for index in range(number)]


def split(size: int) -> int:
    return max(power for power in (1 << bit for bit in range(16)) if power < size)


def defined_root(leaves: Proof) -> bytes:
    """MTH of RFC 6962, section 2.1."""
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return sha256(b"\1" + defined_root(leaves[:k]) + defined_root(leaves[k:])).digest()


def defined_path(index: int, leaves: Proof) -> list[bytes]:
    """PATH of RFC 6962, section 2.1.1."""
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if index < k:
        return [*defined_path(index, leaves[:k]), defined_root(leaves[k:])]
    return [*defined_path(index - k, leaves[k:]), defined_root(leaves[:k])]


def defined_subproof(old: int, leaves: Proof, known: bool) -> list[bytes]:
    """SUBPROOF of RFC 6962, section 2.1.2."""
    if old == len(leaves):
        return [] if known else [defined_root(leaves)]
    k = split(len(leaves))
    if old <= k:
        return [*defined_subproof(old, leaves[:k], known), defined_root(leaves[k:])]
    return [*defined_subproof(old - k, leaves[k:], False), defined_root(leaves[:k])]


def refusal(check: Callable[..., None], *claim: object) -> str:
    try:
        check(*claim)
    except BadRecord as refused:
        return refused.code
    return ""


def included(leaf: bytes, index: int, size: int, proof: Proof, whole: bytes) -> bool:
    code = refusal(verify_inclusion, leaf, index, size, proof, whole)
    assert code in ("", "merkle/inclusion", "merkle/size")
    return not code


def consistent(old: int, old_root: bytes, new: int, new_root: bytes, proof: Proof) -> bool:
    code = refusal(verify_consistency, old, old_root, new, new_root, proof)
    assert code in ("", "merkle/consistency", "merkle/size")
    return not code


def damaged(proof: Proof) -> list[list[bytes]]:
    """The proof with each bit flipped, each hash left out or doubled, and something added."""
    others = [
        [*proof[:at], flipped(part, bit), *proof[at + 1 :]]
        for at, part in enumerate(proof)
        for bit in range(8 * len(part))
    ]
    for at, part in enumerate(proof):
        others.append([*proof[:at], *proof[at + 1 :]])
        others.append([*proof[:at], part, *proof[at:]])
        others.append([*proof[:at], part[:-1], *proof[at + 1 :]])
    return [*others, [*proof, EMPTY], [EMPTY, *proof], [*proof, b""]]


def flipped(content: bytes, bit: int) -> bytes:
    return bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(content))


def test_known_roots() -> None:
    for size, known in enumerate(KNOWN_ROOTS):
        assert root(KNOWN_LEAVES[:size]).hex() == known


def test_known_proofs() -> None:
    assert [part.hex() for part in inclusion_proof(KNOWN_LEAVES, 0)] == KNOWN_PATH_OF_FIRST
    assert [part.hex() for part in consistency_proof(KNOWN_LEAVES, 6)] == KNOWN_FROM_6_TO_8


def test_leaves_and_nodes_are_told_apart() -> None:
    first, second = KNOWN_LEAVES[:2]
    assert leaf_hash(first + second) != root([first, second])


@given(st.lists(st.binary(min_size=32, max_size=32), max_size=70))
def test_the_root_is_as_defined(leaves: list[bytes]) -> None:
    assert root(leaves) == defined_root(leaves)


def test_a_growing_tree_has_the_right_root_at_every_size() -> None:
    leaves, tree = leaves_of(130), Tree()
    for size in range(131):
        assert (tree.size, tree.root()) == (size, defined_root(leaves[:size]))
        if size < 130:
            tree.append(leaves[size])


def test_a_growing_tree_keeps_little() -> None:
    tree = Tree(leaves_of(1000))
    assert len(tree._peaks) == (1000).bit_count()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 31, 32, 33, 70])
def test_every_proof_is_as_defined_and_verifies(size: int) -> None:
    leaves = leaves_of(size)
    whole = defined_root(leaves)
    for index, leaf in enumerate(leaves):
        proof = inclusion_proof(leaves, index)
        assert list(proof) == defined_path(index, leaves)
        assert included(leaf, index, size, proof, whole)
    for old in range(1, size + 1):
        steps = consistency_proof(leaves, old)
        assert list(steps) == defined_subproof(old, leaves, True)
        assert consistent(old, defined_root(leaves[:old]), size, whole, steps)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 11])
def test_every_damaged_inclusion_proof_is_refused(size: int) -> None:
    leaves = leaves_of(size)
    whole = root(leaves)
    for index, leaf in enumerate(leaves):
        proof = inclusion_proof(leaves, index)
        for other in damaged(proof):
            assert not included(leaf, index, size, other, whole)
        for bit in range(256):
            assert not included(flipped(leaf, bit), index, size, proof, whole)
            assert not included(leaf, index, size, proof, flipped(whole, bit))


@pytest.mark.parametrize("size", [2, 3, 5, 8, 11])
def test_every_damaged_consistency_proof_is_refused(size: int) -> None:
    leaves = leaves_of(size)
    whole = root(leaves)
    for old in range(1, size):
        part, proof = root(leaves[:old]), consistency_proof(leaves, old)
        for other in damaged(proof):
            assert not consistent(old, part, size, whole, other)
        for bit in range(256):
            assert not consistent(old, flipped(part, bit), size, whole, proof)
            assert not consistent(old, part, size, flipped(whole, bit), proof)


def test_a_proof_serves_no_other_place() -> None:
    leaves = leaves_of(13)
    whole = root(leaves)
    for index, leaf in enumerate(leaves):
        proof = inclusion_proof(leaves, index)
        for other in range(-1, 15):
            assert included(leaf, other, 13, proof, whole) == (other == index)


def test_a_proof_serves_no_other_place_in_a_smaller_log() -> None:
    """The last leaf of two is not the only leaf of one, though the hashes would come out."""
    first, second = leaves_of(2)
    assert included(second, 1, 2, [first], root([first, second]))
    assert not included(second, 0, 1, [first], root([first, second]))


def test_what_is_not_a_hash_is_in_no_log() -> None:
    assert included(KNOWN_LEAVES[0], 0, 1, (), KNOWN_LEAVES[0])
    assert not included(b"entry", 0, 1, (), b"entry")


def test_a_rewritten_history_is_refused() -> None:
    """The server shows one log of 9 entries, and later a longer one with another entry 4."""
    shown, later = leaves_of(9), leaves_of(20)
    later[4] = leaf_hash(b"another move")
    proof = consistency_proof(later, 9)
    assert not consistent(9, root(shown), 20, root(later), proof)
    assert consistent(9, root(later[:9]), 20, root(later), proof)


def test_empty_and_equal_logs() -> None:
    leaves = leaves_of(5)
    assert consistent(0, EMPTY, 5, root(leaves), consistency_proof(leaves, 0))
    assert consistent(0, EMPTY, 0, EMPTY, consistency_proof([], 0))
    assert consistent(5, root(leaves), 5, root(leaves), consistency_proof(leaves, 5))
    assert not consistent(0, leaves[0], 5, root(leaves), ())
    assert not consistent(0, EMPTY, 0, leaves[0], ())
    assert not consistent(0, EMPTY, 5, root(leaves), (EMPTY,))
    assert not consistent(5, root(leaves), 5, root(leaves), (EMPTY,))
    assert not consistent(5, root(leaves), 5, leaves[0], ())
    assert not consistent(3, root(leaves[:3]), 5, root(leaves), ())


@pytest.mark.parametrize(("part", "size"), [(-1, 5), (6, 5), (1, 0)])
def test_there_is_no_such_part(part: int, size: int) -> None:
    leaves = leaves_of(size)
    assert refusal(verify_inclusion, EMPTY, part, size, (), EMPTY) == "merkle/size"
    assert refusal(verify_consistency, part, EMPTY, size, EMPTY, ()) == "merkle/size"
    for prove in (inclusion_proof, consistency_proof):
        with pytest.raises(BadRecord) as refused:
            prove(leaves, part)
        assert refused.value.code == "merkle/size"


def test_a_wrong_proof_has_its_own_code() -> None:
    leaves = leaves_of(5)
    assert refusal(verify_inclusion, leaves[0], 1, 5, (), root(leaves)) == "merkle/inclusion"
    assert refusal(verify_consistency, 2, EMPTY, 5, root(leaves), ()) == "merkle/consistency"


hashes_or_not = st.lists(st.binary(max_size=40) | st.binary(min_size=32, max_size=32), max_size=8)


@given(st.integers(), st.integers(), hashes_or_not, st.binary(max_size=40))
def test_nonsense_is_refused(index: int, size: int, proof: list[bytes], whole: bytes) -> None:
    assert not included(KNOWN_LEAVES[0], index, size, proof, whole)
    assert not consistent(index, KNOWN_LEAVES[0], size, whole, proof)
