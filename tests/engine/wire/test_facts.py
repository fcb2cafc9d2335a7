"""Facts stand beside one receipt of one signer, in fields; what is not known is passed over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.record.letters.key import PrivateKey
from engine.record.log.checkpoint import write_line
from engine.wire import refusals
from engine.wire.codes import CONFIRM, confirming, find_codes, read_code, write_code
from engine.wire.facts import FORMAT, MOST, NO_FACTS, Facts, read_facts, write_facts
from engine.wire.mails import FACTS, POSITION, RECEIPT, TABLE, is_position, position_file
from engine.wire.older import facts_in_words
from engine.wire.receipt import Receipt, write_receipt
from engine.wire.statement import write_statement
from server.words.yes_no import YES, answer_in
from tests.engine.record.club import SERVER, new_match, refusal, server_key
from tests.engine.wire.test_clocks import CLOCK

ROOT = Path(__file__).parents[3]
KEY = server_key()
MALLORY = PrivateKey(bytes(32))
CODE = "GP-7K3M-Q9XW-2TRD"
LINE = write_line(new_match(1).book.checkpoint(KEY))
ALL = Facts(CODE, write_code(bytes(8)), ("k3t9qa", "x06aer"), (LINE,), (CLOCK,))

codes = st.binary(min_size=8, max_size=8).map(write_code)
games = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", fullmatch=True)
any_facts = st.builds(
    Facts,
    codes | st.just(""),
    codes | st.just(""),
    st.lists(games).map(tuple),
    st.just((LINE,)) | st.just(()),
    st.just((CLOCK,)) | st.just(()),
)


def receipt(said: str = "Done.\n", key: PrivateKey = KEY) -> bytes:
    return write_receipt(Receipt(SERVER, "anna", 7, "", (), "", said), key)


def written(facts: object, key: PrivateKey = KEY, beside: bytes | None = None) -> bytes:
    """A file of facts with whatever in it."""
    told = json.loads(write_facts(NO_FACTS, beside or receipt(), key))
    return write_statement({"format": FORMAT, "facts": facts, "receipt": told["receipt"]}, key)


@given(any_facts)
def test_what_is_written_is_read(facts: Facts) -> None:
    assert read_facts(write_facts(facts, receipt(), KEY), receipt(), KEY.public) == facts


def test_facts_add_up() -> None:
    both = Facts(opened=("k3t9qa",)).joined(Facts(confirm=CODE, opened=("x06aer",)))
    assert both == Facts(confirm=CODE, opened=("k3t9qa", "x06aer"))
    assert ALL.joined(NO_FACTS) == NO_FACTS.joined(ALL) == ALL


def test_what_a_later_server_tells_is_passed_over() -> None:
    told = {"confirm": CODE, "weather": {"until": 5}, "opened": []}
    assert read_facts(written(told), receipt(), KEY.public) == Facts(confirm=CODE)


@pytest.mark.parametrize(
    ("data", "beside"),
    [
        (write_facts(ALL, receipt(), KEY), receipt("Otherwise.\n")),
        (write_facts(ALL, receipt(), MALLORY), receipt()),
        (write_facts(ALL, receipt(key=MALLORY), KEY), receipt()),
        (receipt(), receipt()),
        (b"", receipt()),
    ],
    ids=["another receipt", "another signer", "another signer's receipt", "no facts", "nothing"],
)
def test_facts_belong_to_one_receipt_of_one_signer(data: bytes, beside: bytes) -> None:
    assert isinstance(refusal(read_facts, data, beside, KEY.public), BadRecord)


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        "GP",
        {"confirm": "yes"},
        {"confirm": CODE.lower()},
        {"confirm": f"{CODE} {CODE}"},
        {"recover": [CODE]},
        {"recover": 5},
        {"opened": "k3t9qa"},
        {"opened": ["../k3t9qa"]},
        {"opened": ["k3t9qa"] * (MOST + 1)},
        {"checkpoints": [5]},
        {"checkpoints": ["x" * 201]},
        {"clocks": {}},
        {"clocks": ["until Thursday"]},
    ],
    ids=repr,
)
def test_what_can_not_be_is_refused(told: object) -> None:
    assert isinstance(refusal(read_facts, written(told), receipt(), KEY.public), BadRecord)


@pytest.mark.parametrize(
    ("told", "code"), [({"opened": "k3t9qa"}, "facts/form"), ({"confirm": "yes"}, "code/form")]
)
def test_the_code_of_the_refusal(told: object, code: str) -> None:
    refused = refusal(read_facts, written(told), receipt(), KEY.public)
    assert refused is not None
    assert refused.code == code


@given(st.integers(0, len(write_facts(ALL, receipt(), KEY)) * 8 - 1))
def test_no_bit_can_be_changed(bit: int) -> None:
    data = bytearray(write_facts(ALL, receipt(), KEY))
    data[bit // 8] ^= 1 << bit % 8
    with pytest.raises(BadRecord):
        read_facts(bytes(data), receipt(), KEY.public)


def test_too_many_are_cut() -> None:
    many = Facts(opened=tuple(f"game-{n}" for n in range(MOST + 5)))
    assert read_facts(write_facts(many, receipt(), KEY), receipt(), KEY.public).opened == many.opened[:MOST]


# Codes, names and refusals


@given(codes)
def test_a_code_is_read_as_it_is_written(code: str) -> None:
    assert read_code(code) == code
    assert find_codes(confirming(code)) == [code]


def test_a_client_confirms_in_words_that_the_server_understands() -> None:
    assert answer_in(confirming(CODE).splitlines()[:1]) == answer_in([CONFIRM]) == YES


def test_turns_in_one_mail_have_names_of_their_own() -> None:
    names = [position_file(number) for number in range(30)]
    assert names[:2] == [POSITION, "grubenpost-position-2.json"]
    assert len(set(names)) == 30
    assert all(map(is_position, names))
    assert not any(map(is_position, (RECEIPT, FACTS, TABLE, "grubenpost-k3t9qa.json")))


def test_refusals_that_clients_act_on_are_refusals_of_the_server() -> None:
    """Each code, and each family of codes, stands in the source of what the server runs."""
    rooms = [*ROOT.glob("server/**/*.py"), *ROOT.glob("engine/record/**/*.py")]
    source = "\n".join(path.read_text("utf-8") for path in rooms)
    raised = set(re.findall(r'"([a-z]+(?:-[a-z]+)*/[a-z]+(?:-[a-z]+)*)"', source))
    assert {refusals.NOT_RUNNING, refusals.OTHER_SHUFFLE} <= raised
    assert any(map(refusals.refuses_key, raised))
    assert {"game/started", "reveal/again"} & {code for code in raised if refusals.refuses_share(code)}
    assert not refusals.refuses_share("letter/refused-before")
    assert not refusals.refuses_key("")


# Words of servers from before


def test_words_of_a_server_from_before() -> None:
    said = (
        f"Take your own seat with:  grubenpost join k3t9qa\n\n{LINE}\n\nReply with yes.\n\n  code: {CODE}\n"
    )
    assert facts_in_words(said, KEY.public) == Facts(confirm=CODE, opened=("k3t9qa",), checkpoints=(LINE,))
    assert facts_in_words(f"If that is so:\n\n  {CODE}\n\nIf not, do nothing.\n").recover == CODE
    assert facts_in_words("Nothing.\n", KEY.public) == NO_FACTS
