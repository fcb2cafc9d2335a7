"""docs/protocol.md is enough: a reader of the page alone opens and checks all that the code writes."""

from __future__ import annotations

import base64
import hmac
import json
import re
import unicodedata
from collections.abc import Iterator
from hashlib import scrypt, sha256
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from engine.record.letters import armour
from engine.record.log import checkpoint
from tests.docs.protocol import PAGE, VECTORS, field, from_base_62, key_of_line
from tests.engine.record.club import finished_archive, new_match


def key_id(public: bytes) -> str:
    return sha256(b"grubenpost-key/1\0" + public).digest()[:8].hex()


FLAT = re.compile(
    r"([a-z][a-z0-9_]{0,31}) = (?:(0|[1-9][0-9]{0,15})|"
    r'"((?:[ !#-\[\]-~]|\\["\\]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*)")'
)


def read_payload(payload: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    here = fields
    for line in payload.removesuffix("\n").split("\n"):
        if table := re.fullmatch(r"\[([a-z][a-z0-9_]{0,31})\]", line):
            here = fields.setdefault(table[1], {})
            continue
        name, number, text = FLAT.fullmatch(line).groups()  # type: ignore[union-attr]
        assert name not in here
        here[name] = int(number) if text is None else unescaped(text)
    return fields


def unescaped(text: str) -> str:
    def character(escape: re.Match[str]) -> str:
        return escape[0][1] if escape[0][1] in '"\\' else chr(int(escape[0][2:], 16))

    return re.sub(r'\\["\\]|\\u.{4}|\\U.{8}', character, text)


def open_letter(raw: str, known: dict[str, bytes]) -> tuple[dict[str, Any], str]:
    """A letter's fields and its id, after every signature has been verified."""
    payload, *signatures = re.split(r"(?<=\n)#sig1 ", raw)
    fields = read_payload(payload)
    message = fields["format"].encode() + b"\0" + payload.encode("ascii")
    named = [key_of_line(fields[name]) for name in ("key", "old", "new") if name in fields]
    keys = {key_id(key): key for key in named} or known
    assert len(signatures) == max(len(named), 1)
    for line in signatures:
        signer, signature = line.removesuffix("\n").split(" ")
        Ed25519PublicKey.from_public_bytes(keys[signer]).verify(base64.b64decode(signature), message)
    return fields, sha256(message).hexdigest()


def test_the_reader_opens_every_letter_of_the_vectors() -> None:
    vectors = json.loads((VECTORS / "letters.json").read_text("ascii"))
    known = {key["key_id"]: bytes.fromhex(key["public"]) for key in vectors["keys"]}
    assert {key["key_id"]: key_of_line(key["line"]) for key in vectors["keys"]} == known
    for vector in vectors["letters"]:
        fields, letter_id = open_letter(vector["sealed"], known)
        assert (fields, letter_id) == (vector["fields"], vector["letter_id"])


def test_the_reader_opens_the_key_files_of_the_vectors() -> None:
    vectors = json.loads((VECTORS / "letters.json").read_text("ascii"))
    seeds = {key["name"]: key["seed"] for key in vectors["keys"]}
    for vector in vectors["keyfiles"]:
        lines, check = vector["file"].split("check = ")
        assert check == f'"{sha256(lines.encode()).hexdigest()[:16]}"\n'
        told, secret = read_payload(lines), bytes.fromhex(read_payload(lines)["secret"])
        if told["lock"] != "none":
            typed = unicodedata.normalize("NFKC", vector["passphrase"]).encode()
            cost = {name: told[name] for name in ("n", "r", "p")}
            made = scrypt(typed, salt=bytes.fromhex(told["salt"]), dklen=44, **cost)
            secret = ChaCha20Poly1305(made[:32]).decrypt(made[32:], secret, lines.split("secret")[0].encode())
        assert secret.hex() == seeds[vector["key"]]


def open_armour(text: str) -> bytes:
    digits = re.sub("[^A-Za-z0-9]", "", text).split("BEGINGRUBENPOST")[1].split("ENDGRUBENPOST")[0]
    packed = b"".join(from_base_62(digits[at : at + 43]) for at in range(0, len(digits), 43))
    assert sha256(packed[:-4]).digest()[:4] == packed[-4:]
    return packed[:-4]


@pytest.mark.parametrize("size", [0, 1, 27, 28, 29, 31, 32, 33, 500])
def test_the_reader_opens_armour(size: int) -> None:
    content = Random(size).randbytes(size)
    mail = "> " + armour.wrap(content).replace("\n", "\r\n> ")
    assert open_armour(f"Glück auf!\n\n{mail}\nAnna") == content


def one_line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def root(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\1" + root(leaves[:split]) + root(leaves[split:])).digest()


def check_note(note: str, server_key: bytes, heads: list[str], origin: str) -> None:
    text, last = note.split("\n\n")
    dash, name, proof = last.removesuffix("\n").split(" ")
    signed = base64.b64decode(proof)
    assert (dash, name) == ("—", origin)
    assert signed[:4] == sha256(f"{origin}\n".encode() + b"\1" + server_key).digest()[:4]
    Ed25519PublicKey.from_public_bytes(server_key).verify(signed[4:], f"{text}\n".encode())
    told, size, head = text.split("\n")
    assert (told, base64.b64decode(head).hex()) == (origin, heads[int(size) - 1])


def test_the_reader_finds_the_checkpoint_in_a_mail() -> None:
    match = new_match(3)
    server_key, head = match.server.public.raw, bytes.fromhex(match.book.log.head)
    mail = f"Glück auf!\n> {checkpoint.write_line(match.book.checkpoint(match.server))[:120]}"
    mail += f"\n> {checkpoint.write_line(match.book.checkpoint(match.server))[120:]}\n"
    plain = re.sub("[^A-Za-z0-9.,:/-]", "", unicodedata.normalize("NFKC", mail))
    (found,) = re.findall("(?i:checkpoint):([A-Za-z0-9./-]{1,49}),([0-9]{1,6}),([0-9A-Za-z]{129})", plain)
    origin, size, digits = found
    both = b"".join(from_base_62(digits[at : at + 43]) for at in (0, 43, 86))
    assert (origin, size, both[:32]) == ("pit.example.org/game-3", "8", head)
    text = f"{origin}\n{size}\n{base64.b64encode(head).decode()}\n"
    Ed25519PublicKey.from_public_bytes(server_key).verify(both[32:], text.encode())


def stream(name: str, game: str, seed: bytes, mixed: bytes) -> Iterator[int]:
    label = b"grubenpost-deck/1\0" + field(name.encode()) + field(game.encode()) + field(mixed)
    key = hmac.digest(seed, label, "sha256")
    block = 0
    while True:
        yield from hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        block += 1


def below(n: int, numbers: Iterator[int]) -> int:
    """For n up to 256, where one byte is enough."""
    return next(x for x in numbers if x < 256 // n * n) % n


def shuffled(names: list[str], numbers: Iterator[int]) -> list[str]:
    order = sorted(names)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1, numbers)
        order[i], order[j] = order[j], order[i]
    return order


def names_on_the_page() -> tuple[list[str], list[str]]:
    """The tiles and orders, from what the page says of them."""
    tiles = [f"{colour}{lorries}{side}" for colour in "ybgk" for lorries in "12" for side in "DL"]
    orders = []
    words = " ".join(PAGE.split())
    for one, other, spots in re.findall("`([BCME]-)` and `([BCME]-)` with `([^`]+)`", words):
        orders += [f"{vehicle}{spot}" for vehicle in (one, other) for spot in spots.split()]
    return tiles * 3, orders


def seated(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Who sits where when the game starts, by the order of joining."""
    seats: dict[int, dict[str, Any]] = {}
    for entry in entries:
        if entry["kind"] == "join":
            assert entry["seat"] == min({*range(4)} - seats.keys())
            seats[entry["seat"]] = entry
        elif entry["kind"] == "leave":
            del seats[entry["seat"]]
    return [seats[number] for number in range(entries[0]["options"]["players"])]


def entropies(entries: list[dict[str, Any]]) -> list[bytes]:
    """What each seat brings to the shuffle: with its join letter in an old log, else by its last share."""
    seats = seated(entries)
    if entries[0]["format"] == "grubenpost-log/1":
        return [bytes.fromhex(seat["entropy"]) for seat in seats]
    told = {entry["seat"]: bytes.fromhex(entry["entropy"]) for entry in entries if entry["kind"] == "reveal"}
    return [told[seat["seat"]] if seat["auth"] == "key" else b"" for seat in seats]


def step(genesis: dict[str, Any], seat: dict[str, Any], share: bytes) -> bytes:
    names = (genesis["server"], genesis["game"], seat["handle"])
    owner = b"".join(field(name.encode()) for name in names) + field(key_of_line(seat["key"]))
    return sha256(b"grubenpost-share/1\0" + owner + share).digest()


def check_names(told: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    (start,) = (entry for entry in entries if entry["kind"] == "start")
    for name, commitment in zip(told["names"], start["names"], strict=True):
        salted = bytes.fromhex(name["salt"]) + name["name"].encode()
        assert sha256(b"grubenpost-name/1\0" + salted).hexdigest() == commitment


def check_deal(told: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    genesis, close = entries[0], entries[-1]
    (start,) = (entry for entry in entries if entry["kind"] == "start")
    game, seed = genesis["game"], bytes.fromhex(close["seed"])
    committed = sha256(b"grubenpost-seed/1\0" + field(game.encode()) + field(seed)).hexdigest()
    assert committed == genesis["commitment"]
    shares = [field(entropy) for entropy in entropies(entries)]
    mixed = sha256(b"grubenpost-mix/1\0" + b"".join(shares)).digest()
    tiles, orders = names_on_the_page()
    assert told["stacks"]["tiles"] == shuffled(tiles, stream("tiles", game, seed, mixed))
    assert told["stacks"]["orders"] == shuffled(orders, stream("orders", game, seed, mixed))
    assert told["start"] == start["start"] == below(len(shares), stream("start", game, seed, mixed))


MARKS = {"key": None, "mailbox": "delegated"}


class Witness:
    """Goes through a log: who holds which key, which entry allows what, and which heads there were."""

    def __init__(self, log: list[dict[str, Any]]) -> None:
        self.entries = [item["entry"] for item in log]
        self.leaves = [sha256(b"\0" + one_line(entry)).digest() for entry in self.entries]
        self.heads = [root(self.leaves[:size]).hex() for size in range(1, len(self.leaves) + 1)]
        self.server_key = key_of_line(self.entries[0]["server_key"])
        self.seats = seated(self.entries)
        self.keys = {seat["handle"]: key_of_line(seat["key"]) for seat in self.seats}
        self.letter_ids: list[str] = []
        self.old = self.entries[0]["format"] == "grubenpost-log/1"
        self.table: dict[int, dict[str, Any]] = {}
        self.full = 0
        self.plies = 0
        self.last_ply = 0

    def open(self, letter: str, *signers: bytes) -> dict[str, Any]:
        fields, letter_id = open_letter(letter, {key_id(key): key for key in signers})
        assert letter_id not in self.letter_ids
        assert fields["server"] == self.entries[0]["server"]
        assert fields.get("game", self.entries[0]["game"]) == self.entries[0]["game"]
        self.letter_ids.append(letter_id)
        return fields

    def join(self, seq: int, letters: list[str]) -> None:
        seat = self.entries[seq]
        assert len(letters) == (seat["auth"] != "bot")
        for letter in letters:
            fields = self.open(letter)
            assert (fields["handle"], fields["key"]) == (seat["handle"], seat["key"])
            assert fields["format"] == f"grubenpost-join/{1 if self.old else 2}"
            member = "entropy" if self.old else "commitment"
            assert seat[member] == (fields[member] if seat["auth"] == "key" else "")
        self.table[seat["seat"]] = {**seat, "join": self.letter_ids[-1] if letters else "", "due": 0}
        if len(self.table) == self.entries[0]["options"]["players"]:
            self.full = seq

    def reveal(self, seq: int, letters: list[str]) -> None:
        (letter,), entry = letters, self.entries[seq]
        seat = self.table[entry["seat"]]
        fields = self.open(letter, key_of_line(seat["key"]))
        assert fields["format"] == "grubenpost-reveal/1"
        assert (fields["handle"], fields["entropy"]) == (seat["handle"], entry["entropy"])
        assert self.full <= self.heads.index(fields["base"]) < seq
        link = bytes.fromhex(fields["entropy"])
        for _ in range(seat["due"] + 1):
            link = step(self.entries[0], seat, link)
        assert link.hex() == seat["commitment"]

    def leave(self, seq: int, letters: list[str]) -> None:
        seat = self.table[self.entries[seq]["seat"]]
        if self.old or seat["auth"] != "key":
            assert letters == []
        else:
            fields = self.open(letters[0], key_of_line(seat["key"]))
            assert (fields["format"], fields["join"]) == ("grubenpost-leave/1", seat["join"])
        if len(self.table) == self.entries[0]["options"]["players"]:
            for other in self.table.values():
                other["due"] += 1
        del self.table[seat["seat"]]

    def start(self, seq: int, letters: list[str]) -> None:
        assert letters == []
        self.last_ply = seq

    def ply(self, seq: int, letters: list[str]) -> None:
        (letter,), entry = letters, self.entries[seq]
        seat, mark = self.seats[entry["seat"]], entry.get("by")
        own = mark in (None, "delegated")
        assert not own or mark == MARKS[seat["auth"]]
        fields = self.open(letter, self.keys[seat["handle"]] if own else self.server_key)
        assert (fields["format"], fields["ply"], entry["ply"]) == (
            "grubenpost-move/1",
            self.plies,
            self.plies,
        )
        assert (fields["seat"], fields.get("by", {}).get("kind")) == (entry["seat"], mark)
        assert own or self.allows(bytes.fromhex(fields["by"]["entry"]), fields)
        assert self.last_ply <= self.heads.index(fields["base"]) < seq
        self.plies, self.last_ply = self.plies + 1, seq

    def allows(self, leaf: bytes, move: dict[str, Any]) -> bool:
        entry, mark = self.entries[self.leaves.index(leaf)], move["by"]["kind"]
        if entry["kind"] == "start":
            return bool(mark == "bot" and self.seats[move["seat"]]["auth"] == "bot")
        here = (entry["about"], entry["seat"]) == (mark, move["seat"])
        return here and (mark != "clock" or entry["ply"] == move["ply"])

    def key(self, seq: int, letters: list[str]) -> None:
        fields = self.open(letters[0])
        assert fields["format"] == "grubenpost-rotate/1"
        assert key_of_line(fields["old"]) == self.keys[fields["handle"]]
        self.keys[fields["handle"]] = key_of_line(fields["new"])

    def note(self, seq: int, letters: list[str]) -> None:
        for letter in letters:
            self.open(letter, self.server_key, *self.keys.values())

    def genesis(self, seq: int, letters: list[str]) -> None:
        assert (seq, letters) == (0, [])
        assert self.old or self.entries[0]["format"] == "grubenpost-log/2"

    def close(self, seq: int, letters: list[str]) -> None:
        assert (seq, letters) == (len(self.entries) - 1, [])


def checked(told: dict[str, Any]) -> Witness:
    """The log of a finished game, checked without the rules of the game."""
    witness = Witness(told["log"])
    entries = witness.entries
    assert [entry["seq"] for entry in entries] == list(range(len(entries)))
    assert [entry["prev"] for entry in entries] == ["", *(leaf.hex() for leaf in witness.leaves[:-1])]
    origin = f"{entries[0]['server']}/{entries[0]['game']}"
    for note in told["checkpoints"]:
        check_note(note, witness.server_key, witness.heads, origin)
    assert int(told["checkpoints"][-1].split("\n")[1]) == len(entries)
    check_deal(told, entries)
    check_names(told, entries)
    for seq, item in enumerate(told["log"]):
        hashes = [sha256(letter.encode("ascii")).hexdigest() for letter in item["letters"]]
        assert hashes == item["entry"]["letters"]
        getattr(witness, item["entry"]["kind"])(seq, item["letters"])
    result = {name: told[name] for name in told if name not in ("format", "names", "log", "checkpoints")}
    assert sha256(one_line(result)).hexdigest() == entries[-1]["result"]
    return witness


def test_the_reader_checks_a_game_with_a_bot() -> None:
    assert checked(json.loads(finished_archive())).plies > 80


@pytest.mark.parametrize("name", ["game", "shares-game"])
def test_the_reader_checks_the_games_of_the_vectors(name: str) -> None:
    told = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    wanted = json.loads((VECTORS / f"{name}.expected.json").read_text("utf-8"))
    witness = checked(told)
    assert witness.heads == wanted["heads"]
    assert [leaf.hex() for leaf in witness.leaves] == wanted["leaves"]
    assert witness.letter_ids == wanted["letter_ids"]
    assert told["log"][-1]["entry"]["result"] == wanted["told"]
