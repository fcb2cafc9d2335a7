"""The Merkle tree over a log's entries, hashed as in RFC 6962.

    leaf = SHA-256(0x00 + entry)   node = SHA-256(0x01 + left + right)   empty tree = SHA-256("")

A tree of n leaves splits at the greatest power of two below n. Everything here takes leaf hashes,
so a log entry whose body is still secret is proved by its hash alone.

An *inclusion proof* shows that an entry is in a log, a *consistency proof* that a longer log only
adds to a shorter one: with these, a server that shows two histories is caught by anyone who holds
two checkpoints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from engine.errors import BadRecord

HASH_BYTES = 32
EMPTY = sha256(b"").digest()


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that grows: only the roots of its full subtrees are kept, the largest first."""

    def __init__(self, leaf_hashes: Iterable[bytes] = ()) -> None:
        self.size = 0
        self._peaks: list[bytes] = []
        for leaf in leaf_hashes:
            self.append(leaf)

    def append(self, leaf: bytes) -> None:
        """Add a leaf; each set bit at the low end of the size is a subtree that it completes."""
        size = self.size
        while size & 1:
            leaf = node_hash(self._peaks.pop(), leaf)
            size >>= 1
        self._peaks.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        if not self._peaks:
            return EMPTY
        *larger, whole = self._peaks
        for peak in reversed(larger):
            whole = node_hash(peak, whole)
        return whole


def root(leaf_hashes: Iterable[bytes]) -> bytes:
    return Tree(leaf_hashes).root()


def inclusion_proof(leaf_hashes: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The hashes that lead from the leaf at `index` up to the root, lowest first."""
    if not 0 <= index < len(leaf_hashes):
        raise _no_such_size(index, len(leaf_hashes))
    if len(leaf_hashes) == 1:
        return ()
    split = _split(len(leaf_hashes))
    left, right = leaf_hashes[:split], leaf_hashes[split:]
    if index < split:
        return (*inclusion_proof(left, index), root(right))
    return (*inclusion_proof(right, index - split), root(left))


def consistency_proof(leaf_hashes: Sequence[bytes], old_size: int) -> tuple[bytes, ...]:
    """The hashes that lead from the tree of the first `old_size` leaves to the tree of all."""
    if not 0 <= old_size <= len(leaf_hashes):
        raise _no_such_size(old_size, len(leaf_hashes))
    if old_size in (0, len(leaf_hashes)):
        return ()
    return _consistency(leaf_hashes, old_size, old_root_is_known=True)


def _consistency(
    leaf_hashes: Sequence[bytes], old_size: int, *, old_root_is_known: bool
) -> tuple[bytes, ...]:
    if old_size == len(leaf_hashes):
        return () if old_root_is_known else (root(leaf_hashes),)
    split = _split(len(leaf_hashes))
    left, right = leaf_hashes[:split], leaf_hashes[split:]
    if old_size <= split:
        inner = _consistency(left, old_size, old_root_is_known=old_root_is_known)
        return (*inner, root(right))
    return (*_consistency(right, old_size - split, old_root_is_known=False), root(left))


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], whole: bytes) -> None:
    """Refuse unless the leaf is the one at `index` in the tree of `size` with the root `whole`."""
    if not 0 <= index < size:
        raise _no_such_size(index, size)
    climbed = _climb(index, size - 1, (leaf, leaf), proof)
    if climbed is None or climbed[1] != whole:
        raise BadRecord(
            "merkle/inclusion",
            "the proof does not show that entry {index} is in this log of {size} entries",
            index=index,
            size=size,
        )


def verify_consistency(
    old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]
) -> None:
    """Refuse unless the tree of `new_size` begins with the whole tree of `old_size`."""
    if not 0 <= old_size <= new_size:
        raise _no_such_size(old_size, new_size)
    if old_size == 0:
        consistent = not proof and old_root == EMPTY and (new_size > 0 or new_root == EMPTY)
    elif old_size == new_size:
        consistent = not proof and old_root == new_root
    else:
        consistent = _grows(old_size, old_root, new_size, new_root, proof)
    if not consistent:
        raise BadRecord(
            "merkle/consistency",
            "the proof does not show that the log of {old} entries begins the log of {new}",
            old=old_size,
            new=new_size,
        )


def _grows(old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Climb from the last full subtree of the old tree to both roots at once."""
    index, last = old_size - 1, new_size - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    # A full old tree is itself that subtree, and the proof leaves out what is known.
    start, *rest = (old_root, *proof) if index == 0 else (proof or (b"",))
    return _climb(index, last, (start, start), rest) == (old_root, new_root)


def _climb(
    index: int, last: int, pair: tuple[bytes, bytes], proof: Sequence[bytes]
) -> tuple[bytes, bytes] | None:
    """Follow a proof from place `index` of a level that ends at `last` up to the root.

    Of the pair, the old tree's hash takes in what lies to the left, the new one's both sides.
    `None` if the proof has not exactly the hashes that the way up needs.
    """
    old, new = pair
    if any(len(part) != HASH_BYTES for part in (old, new, *proof)):
        return None
    for sibling in proof:
        if last == 0:
            return None
        if index & 1 or index == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            # A last node without a sibling moves up unchanged until it is a right one.
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        index, last = index >> 1, last >> 1
    return (old, new) if last == 0 else None


def _split(size: int) -> int:
    """The greatest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def _no_such_size(part: int, size: int) -> BadRecord:
    return BadRecord("merkle/size", "a log of {size} entries has no part {part}", size=size, part=part)
