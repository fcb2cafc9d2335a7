"""docs/protocol.md is true and enough: its tables are those of the code, and a reader of the page alone,
who shares no code with the program, opens its letters and checks its archives.
"""

from __future__ import annotations

import ast
import base64
import json
import re
from dataclasses import fields
from hashlib import sha256
from itertools import chain
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.record.keyring import keyring
from engine.record.keyring.keyring import Recovered
from engine.record.letters.fields import COMMANDS, NAME, Field, Number, Text
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds import KINDS
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import open_seal
from engine.record.log import canonical
from engine.record.log.log import COMMON
from engine.record.log.log import KINDS as ENTRY_KINDS
from engine.rules import to_data
from engine.wire.facts import Facts
from engine.wire.mails import LETTER_TYPE
from tests.docs.protocol import PAGE, ROOT, VECTORS, from_base_62, key_of_line
from tests.engine.record.club import finished_archive, new_match, refusal


def rows(heading: str) -> list[list[str]]:
    """The cells of the one table with this first line."""
    (table,) = re.findall(rf"^{re.escape(heading)}\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in line[1:-1].split(" | ")] for line in table.splitlines()]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


# The tables


def codes_in_source() -> set[str]:
    """Every code that the record, the clock and the wire know; two families are made from words."""
    families = {"keyring/": keyring._ENDED, "log/": ENTRY_KINDS}
    found: set[str] = set()
    rooms = [ROOT / "engine" / room for room in ("record", "clock", "wire")]
    for path in (path for room in rooms for path in room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                family = str(node.values[0].value)
                if re.fullmatch("[a-z]+/", family):
                    found |= {family + word for word in families[family]}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {*re.findall(r"\A[a-z]+/[a-z]+(?:-[a-z]+)*\Z", node.value)}
    return found - {LETTER_TYPE}


def test_every_code_is_explained_once() -> None:
    told = [code for row in rows("| code | meaning |") for code in quoted(row[0])]
    assert len(told) == len(set(told)) > 100
    assert set(told) == codes_in_source()


def test_codes_of_one_family_stand_together() -> None:
    families = [code.split("/")[0] for row in rows("| code | meaning |") for code in quoted(row[0])]
    changes = [family for last, family in zip(["", *families], families, strict=False) if family != last]
    assert len(changes) == len(set(changes))


def test_letters_have_the_fields_that_the_page_says() -> None:
    told = {
        quoted(row[0])[0]: quoted(row[1]) for row in rows("| format | fields after `format` | signed by |")
    }
    right = {
        format: [
            *kind.shape.fields,
            *chain.from_iterable((f"[{name}]", *shape.fields) for name, shape in kind.tables.items()),
        ]
        for format, kind in KINDS.items()
    }
    assert told == right


def test_letters_are_signed_by_the_keys_that_the_page_says() -> None:
    told = {
        quoted(row[0])[0]: quoted(row[2]) for row in rows("| format | fields after `format` | signed by |")
    }
    assert told == {format: list(kind.keys) for format, kind in KINDS.items()}


def rules_by_field() -> dict[str, Field]:
    shapes = [kind.shape for kind in KINDS.values()]
    shapes += [shape for kind in KINDS.values() for shape in kind.tables.values()]
    return {name: rule for shape in shapes for name, rule in shape.fields.items()}


def test_every_field_is_explained_with_its_limit() -> None:
    told = {
        name: allowed
        for names, _, allowed in rows("| field | what it is | allowed |")
        for name in quoted(names)
    }
    rules = rules_by_field()
    assert told.keys() == rules.keys()
    for name, rule in rules.items():
        if isinstance(rule, Number):
            assert told[name] == f"{rule.low} to {rule.high}"
        elif isinstance(rule, Text) and rule.form.startswith("one of "):
            assert rule.form == "one of " + ", ".join(quoted(told[name]))
        elif isinstance(rule, Text):
            assert int(re.findall(r"\d+", told[name])[-1]) == rule.longest, name


def test_names_leave_out_the_characters_that_the_page_says() -> None:
    (listed,) = re.findall(r"^Not in texts: (.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL)
    left_out: set[int] = set()
    for low, high in re.findall(r"\b([0-9A-F]{4,6})(?:–([0-9A-F]{4,6}))?", listed):
        left_out |= {*range(int(low, 16), int(high or low, 16) + 1)}
    for rule, more in ((COMMANDS, set[int]()), (NAME, {ord(";")})):
        refused = {code for code in range(0x110000) if not rule.pattern.fullmatch(chr(code))}
        assert left_out | more == refused


def entries_of_every_kind() -> list[dict[str, Any]]:
    """All of a finished game, a secret note, and a recovery with its end."""
    book, new = new_match(3).book, PrivateKey(bytes(32))
    now = book.log.entries[-1].at
    note = book.note("press", now, secret=True)
    letter = seal_letter(Recover(book.opening.server, "anna", new.public, "GP-0000-0000-0000", "0" * 32), new)
    asked = book.change_key(letter, now)
    recovered = Recovered("anna", open_seal(letter).letter_id)
    assert refusal(book.recovered, recovered, now + 259_199).code == "keyring/too-early"
    done = book.recovered(recovered, now + 259_200)
    guest = new_match(3, guest=True).book.log.entries[2]
    log = json.loads(finished_archive())["log"]
    return [item["entry"] for item in log] + [entry.facts for entry in (guest, note, asked, done)]


def test_entries_have_the_members_that_the_page_says() -> None:
    told: dict[str, set[str]] = {kind: set() for kind in ("all", *ENTRY_KINDS)}
    for kind, names, _ in rows("| kind | member | content |"):
        told[kind] |= {*quoted(names)}
    found: dict[str, set[str]] = {kind: set() for kind in ENTRY_KINDS}
    for entry in entries_of_every_kind():
        assert entry.keys() >= set(COMMON)
        found[entry["kind"]] |= entry.keys() - set(COMMON)
    assert told == {"all": set(COMMON), **found}


def vectors_of(name: str) -> Any:
    return json.loads((VECTORS / name).read_text("utf-8"))


@pytest.mark.parametrize("kind", ["turn", "receipt"])
def test_signed_files_have_the_members_that_the_page_says(kind: str) -> None:
    told = [name for row in rows(f"| member of a {kind} | content |") for name in quoted(row[0])]
    for vector in vectors_of("turns.json")[f"{kind}s"]:
        assert {*json.loads(vector["signed"])} == {*told, "key", "signature"}


def open_signed(data: bytes, key: bytes) -> dict[str, Any]:
    """A signed file, by nothing but the page."""
    payload, mark, rest = data.rpartition(b'\n"signature":"')
    payload, signature = payload + b"\n", rest.removesuffix(b'"\n}\n')
    assert mark
    assert len(signature) == 88
    facts: dict[str, Any] = json.loads(data)
    assert key_of_line(facts["key"]) == key
    message = facts["format"].encode() + b"\0" + payload
    Ed25519PublicKey.from_public_bytes(key).verify(base64.b64decode(signature), message)
    return facts


def test_the_reader_opens_every_turn_and_receipt_of_the_vectors() -> None:
    vectors = vectors_of("turns.json")
    key = key_of_line(vectors["key"])
    for vector in vectors["turns"]:
        facts = open_signed(vector["signed"].encode(), key)
        origin, size, proof = facts["checkpoint"].removeprefix("checkpoint: ").split(", ")
        both = b"".join(from_base_62(proof[at : at + 43]) for at in (0, 43, 86))
        assert (origin, size) == (f"{facts['server']}/{facts['game']}", str(facts["entries"]))
        assert both[:32].hex() == facts["head"]
        text = f"{origin}\n{size}\n{base64.b64encode(both[:32]).decode()}\n"
        Ed25519PublicKey.from_public_bytes(key).verify(both[32:], text.encode())
    for vector in vectors["receipts"]:
        assert open_signed(vector["signed"].encode(), key)["format"] == "grubenpost-receipt/1"


def test_facts_have_the_members_that_the_page_says() -> None:
    told = [name for row in rows("| member of the facts | content |") for name in quoted(row[0])]
    names = [name for row in rows("| fact | content |") for name in quoted(row[0])]
    assert names == [field.name for field in fields(Facts)]
    key = key_of_line(vectors_of("turns.json")["key"])
    files = {
        one["name"]: one["signed"] for kind in ("receipts", "turns") for one in vectors_of("turns.json")[kind]
    }
    of_a_clock = [name for row in rows("| member of a clock | content |") for name in quoted(row[0])]
    found: set[str] = set()
    for vector in vectors_of("turns.json")["facts"]:
        facts = open_signed(vector["signed"].encode(), key)
        assert {*facts} == {*told, "key", "signature"}
        assert facts["receipt"] == sha256(files[vector["beside"]].encode()).hexdigest()
        assert all({*clock} == {*of_a_clock} for clock in facts["facts"].get("clocks", []))
        found |= facts["facts"].keys()
    assert found == set(names)


def test_a_position_has_the_members_that_the_page_says() -> None:
    position, table = to_data(new_match(3).book.game), rows("| member of `position` | content |")
    assert [name for row in table for name in quoted(row[0])] == list(position)
    (pits,) = (row[1] for row in table if row[0] == "`pits`")
    assert quoted(pits) == list(position["pits"][0])


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:engine|tests|saves|docs)/[\w/.-]+)`|\]\(([\w.]+\.md)\)", PAGE)
    paths = [ROOT / ours if ours else ROOT / "docs" / page for ours, page in named]
    assert {ROOT / "docs/engine.md", ROOT / "docs/archive.md", VECTORS} <= set(paths)
    assert [path for path in paths if not path.exists()] == []


def test_every_file_of_vectors_is_named() -> None:
    named = [name for row in rows("| file | what to do with it |") for name in quoted(row[0])]
    assert sorted(named) == sorted(path.name for path in VECTORS.iterdir())


def test_the_page_has_the_javascript_of_the_code() -> None:
    (script,) = re.findall(r"^    const flat = .*?;\n\n", PAGE + "\n", re.MULTILINE | re.DOTALL)
    assert script.strip() in (canonical.__doc__ or "")
