"""Codes come back through whatever mail programs and fingers do to them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record.letters.armour import wrap
from engine.wire.codes import ENTROPY, find_codes, write_code
from tests.engine.record.mangles import MANGLES, SURVIVABLE
from tests.server.mail.samples import CODE, TURN_DE, TURN_EN, TURN_RU

PLAIN = "GP-7K3M-Q9XW-2TRD"

entropies = st.binary(min_size=ENTROPY, max_size=ENTROPY)


@given(entropies)
def test_a_code_is_found_as_it_was_written(entropy: bytes) -> None:
    code = write_code(entropy)
    assert find_codes(code) == [code]
    assert set(code[3:]) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ-")


@given(entropies, entropies)
def test_sixty_bits_make_the_difference(one: bytes, other: bytes) -> None:
    alike = int.from_bytes(one, "big") % 2**60 == int.from_bytes(other, "big") % 2**60
    assert (write_code(one) == write_code(other)) is alike


@pytest.mark.parametrize(
    "sent",
    [
        "gp-7k3m-q9xw-2trd",
        "GP7K3MQ9XW2TRD",
        "GP 7K3M Q9XW 2TRD",
        "GP–7K3M—Q9XW−2TRD",
        "GP‑7K3M‑Q9XW‑2TRD",
        "GP - 7K3M - Q9XW - 2TRD.",
        "**GP-7K3M-Q9XW-2TRD**",
        "(GP-7K3M-Q9XW-2TRD)",
        "> > GP-7K3M-\n> > Q9XW-2TRD",
        "> GP-7K\n> 3M-Q9XW-2T\n> RD",
        "G\nP-7K3M-Q9XW-2TRD",
        "GP-7K3M-Q9XW-\r\n2TRD",
        "GP-7K3M\u00a0Q9XW\u00a02TRD",
        "G\u200bP-7K\u00ad3M-Q9XW-2TRD",
        "ＧＰ－７Ｋ３Ｍ－Ｑ９ＸＷ－２ＴＲＤ",
        "Code:GP-7K3M-Q9XW-2TRD",
    ],
)
def test_what_happens_to_a_code(sent: str) -> None:
    assert find_codes(f"3\n\nthe code {sent} is here") == [PLAIN]


def test_letters_that_look_like_digits() -> None:
    assert find_codes("GP-OIL0-1234-5678 and gp-oil0-1234-5678") == ["GP-0110-1234-5678"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "GP",
        "GP-7K3M-Q9XW",
        "GP-7K3M-Q9XW-2TR",
        "GP-7K3M-Q9XW-2TRDX",
        "XGP-7K3M-Q9XW-2TRD",
        "GP-7K3U-Q9XW-2TRD",
        "GP-7K3M/Q9XW/2TRD",
        "GP-7K3M" + " " * 40 + "Q9XW-2TRD",
        "my GP is away",
    ],
)
def test_what_is_no_code(text: str) -> None:
    assert find_codes(text) == []


def test_each_code_once_and_in_order() -> None:
    other = write_code(bytes(ENTROPY))
    assert find_codes(f"{other}\n> {PLAIN}\n> {other.lower()}\n") == [other, PLAIN]


def test_at_most_sixteen() -> None:
    assert len(find_codes(" ".join(write_code(n.to_bytes(8, "big")) for n in range(40)))) == 16


def test_no_code_is_found_in_letters() -> None:
    """Blocks are full of letters and digits, but their words are one longer than a code."""
    for n in range(300):
        assert find_codes(wrap(n.to_bytes(2, "big") * 200)) == []


@pytest.mark.parametrize("name", [*SURVIVABLE, "lower-cased"])
def test_a_code_survives_what_armour_survives(name: str) -> None:
    for text in (TURN_EN, TURN_DE, TURN_RU):
        assert find_codes(MANGLES[name](text)) == [CODE]


@given(st.text(max_size=300))
def test_any_text_can_be_searched(text: str) -> None:
    assert PLAIN in find_codes(f"{text}/{PLAIN}")
