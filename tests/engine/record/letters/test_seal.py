"""The seal: exact bytes, four repairs, and signatures by exactly the right keys."""

from __future__ import annotations

import codecs
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadLetter, Refused
from engine.record.letters.flat_toml import MAX_BYTES
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds import FORMATS
from engine.record.letters.seal import MAX_SIGNATURES, Sealed, countersign, open_seal, repair, seal, verify

ANNA, BERT, CARL = (PrivateKey(name * 32) for name in (b"a", b"b", b"c"))
CONTEXT = "grubenpost-move/1"
FIRST = b'format = "grubenpost-move/1"\n'
PAYLOAD = FIRST + b'action = "bank"\n'
LETTER = seal(PAYLOAD, CONTEXT, ANNA)


def code_of(raw: bytes, *keys: PrivateKey) -> str:
    with pytest.raises(BadLetter) as refusal:
        verify(open_seal(raw), *(key.public for key in keys or (ANNA,)))
    return refusal.value.code


def accepted(raw: bytes) -> Sealed:
    sealed = open_seal(raw)
    verify(sealed, ANNA.public)
    return sealed


printable = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=30)
bodies = st.lists(printable.map(lambda line: line.rstrip(" ")), max_size=6).map(
    lambda lines: "".join(f"{line}\n" for line in lines if not line.startswith("#sig1")).encode()
)


@given(bodies, st.sampled_from(sorted(FORMATS)))
def test_what_is_sealed_can_be_opened(body: bytes, context: str) -> None:
    payload = f'format = "{context}"\n'.encode() + body
    raw = seal(payload, context, ANNA)
    sealed = open_seal(raw)
    verify(sealed, ANNA.public)
    assert (sealed.payload, sealed.context, sealed.raw) == (payload, context, raw)


def utf16_little(raw: bytes) -> bytes:
    return codecs.BOM_UTF16_LE + raw.decode("ascii").encode("utf-16-le")


def utf16_big(raw: bytes) -> bytes:
    return codecs.BOM_UTF16_BE + raw.decode("ascii").encode("utf-16-be")


def utf8_mark(raw: bytes) -> bytes:
    return codecs.BOM_UTF8 + raw


def same(raw: bytes) -> bytes:
    return raw


def crlf(raw: bytes) -> bytes:
    return raw.replace(b"\n", b"\r\n")


def only_cr(raw: bytes) -> bytes:
    return raw.replace(b"\n", b"\r")


def no_last_end(raw: bytes) -> bytes:
    return raw.removesuffix(b"\n").removesuffix(b"\r")


REPAIRED = list(
    itertools.product((same, crlf, only_cr), (same, no_last_end), (same, utf8_mark, utf16_little, utf16_big))
)


@pytest.mark.parametrize("damages", REPAIRED, ids=lambda damages: "-".join(one.__name__ for one in damages))
def test_each_listed_damage_and_all_of_them_together_are_repaired(damages: tuple) -> None:  # type: ignore[type-arg]
    raw = LETTER
    for damage in damages:
        raw = damage(raw)
    assert repair(raw) == LETTER
    assert accepted(raw).raw == LETTER


@pytest.mark.parametrize(
    ("damaged", "code"),
    [
        (codecs.BOM_UTF8 * 2 + LETTER, "seal/odd-byte"),
        (codecs.BOM_UTF16_LE + utf16_little(LETTER), "seal/odd-byte"),
        (LETTER.decode("ascii").encode("utf-16-le"), "seal/unsigned"),
        (LETTER.decode("ascii").encode("utf-32"), "seal/unsigned"),
        (utf16_little(LETTER)[:-1], "seal/not-text"),
        (codecs.BOM_UTF16_LE + b"\x00\xd8", "seal/not-text"),
        (LETTER.replace(b"\n", b"\n\n"), "seal/signature-line"),
        (LETTER.replace(b'bank"\n', b'bank"\n\n'), "seal/bad-signature"),
        (LETTER.replace(b'bank"', b'bank" '), "seal/trailing-space"),
        (LETTER.replace(b" ", b"\t"), "seal/unsigned"),
        (LETTER.replace(b'bank"', b'bank"\t'), "seal/odd-byte"),
        (LETTER.replace(b'bank"', b'b\xc3\xa4nk"'), "seal/odd-byte"),
        (LETTER.replace(b'bank"', b'bank\x00"'), "seal/odd-byte"),
        (LETTER.replace(b'bank"', b'bank\x7f"'), "seal/odd-byte"),
        (b"\n" + LETTER, "seal/unknown-format"),
        (b" " + LETTER, "seal/unknown-format"),
        (b"> " + LETTER.replace(b"\n", b"\n> "), "seal/unsigned"),
        (LETTER + b"\n", "seal/signature-line"),
        (LETTER + b"-- \nsent from a phone\n", "seal/signature-line"),
        (LETTER[:-1] + b" \n", "seal/signature-line"),
        (LETTER.replace(b"#sig1", b" #sig1"), "seal/unsigned"),
        (LETTER.replace(b"#sig1", b"#sig2"), "seal/unsigned"),
        (LETTER.lower(), "seal/bad-signature"),
        (PAYLOAD, "seal/unsigned"),
        (b"", "seal/unsigned"),
        (b"#sig1 ", "seal/unsigned"),
        (b"\n#sig1 ", "seal/unknown-format"),
    ],
)
def test_no_other_damage_is_repaired(damaged: bytes, code: str) -> None:
    assert code_of(damaged) == code


def test_every_changed_bit_is_refused_unless_it_makes_another_line_end() -> None:
    repaired = 0
    for at in range(len(LETTER)):
        for bit in range(8):
            changed = LETTER[:at] + bytes([LETTER[at] ^ 1 << bit]) + LETTER[at + 1 :]
            try:
                sealed = accepted(changed)
            except Refused:
                continue
            assert sealed.raw == LETTER
            repaired += 1
    assert repaired == 0  # LF and CR differ in three bits


@given(st.integers(0, len(LETTER) - 1), st.integers(0, 255))
def test_every_changed_byte_is_refused_unless_a_repair_undoes_it(at: int, byte: int) -> None:
    changed = LETTER[:at] + bytes([byte]) + LETTER[at + 1 :]
    try:
        sealed = accepted(changed)
    except Refused:
        assert repair(changed) != LETTER
    else:
        assert sealed.raw == LETTER


def test_every_cut_is_refused_but_that_of_the_last_line_end() -> None:
    for length in range(len(LETTER) - 1):
        code_of(LETTER[:length])
    assert accepted(LETTER[:-1]).raw == LETTER


def test_every_inserted_and_every_left_out_byte_is_refused() -> None:
    for at in range(len(LETTER) - 1):
        code_of(LETTER[:at] + LETTER[at + 1 :])
        code_of(LETTER[:at] + b"0" + LETTER[at:])


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_with_a_code(raw: bytes) -> None:
    assert code_of(raw).startswith("seal/")


@pytest.mark.parametrize("start", [b"", codecs.BOM_UTF16_LE, codecs.BOM_UTF8, LETTER])
def test_eight_megabytes_of_noise_are_refused(start: bytes) -> None:
    assert code_of(start + b"\x00\x37noise\n" * 1_000_000) == "seal/too-big"


def test_a_payload_has_at_most_16_kib() -> None:
    fits = FIRST + b"x" * (MAX_BYTES - len(FIRST) - 1) + b"\n"
    raw = seal(fits, CONTEXT, ANNA)
    assert accepted(utf16_little(crlf(raw))).payload == fits
    with pytest.raises(BadLetter) as refusal:
        seal(fits[:-1] + b"x\n", CONTEXT, ANNA)
    assert refusal.value.code == "seal/too-big"
    assert code_of(raw.replace(b"xx", b"xxx", 1)) == "seal/too-big"


@pytest.mark.parametrize(
    "first",
    [
        b'format = "grubenpost-move/2"',
        b'format = "grubenpost-move/1 "',
        b'format = "Grubenpost-move/1"',
        b"format = 'grubenpost-move/1'",
        b'format="grubenpost-move/1"',
        b'format = "\\u0067rubenpost-move/1"',
        b'format = "',
        b"format",
        b"x = 1",
    ],
)
def test_the_format_is_read_by_its_exact_bytes(first: bytes) -> None:
    raw = LETTER.replace(FIRST, first + b"\n")
    assert code_of(raw) == "seal/unknown-format"


def test_a_signature_made_in_another_context_does_not_fit() -> None:
    for other in sorted(FORMATS - {CONTEXT}):
        foreign = seal(PAYLOAD.replace(CONTEXT.encode(), other.encode()), other, ANNA)
        signature = foreign[foreign.index(b"#sig1") :]
        assert code_of(PAYLOAD + signature) == "seal/bad-signature"
    line = ANNA.sign("", PAYLOAD)
    assert not ANNA.public.verify(CONTEXT, PAYLOAD, line)


def test_only_the_named_key_opens_a_letter() -> None:
    assert code_of(LETTER, BERT) == "seal/other-key"
    posing = LETTER.replace(ANNA.public.key_id.encode(), BERT.public.key_id.encode())
    assert code_of(posing, BERT) == "seal/bad-signature"
    assert code_of(posing, ANNA) == "seal/other-key"


def test_two_signatures_fit_in_either_order() -> None:
    for signers in itertools.permutations((ANNA, BERT)):
        sealed = open_seal(seal(PAYLOAD, CONTEXT, *signers))
        verify(sealed, ANNA.public, BERT.public)
        verify(sealed, BERT.public, ANNA.public)
        assert sealed.letter_id == open_seal(LETTER).letter_id


def test_each_of_two_signatures_is_needed_and_no_other_is_allowed() -> None:
    both = seal(PAYLOAD, CONTEXT, ANNA, BERT)
    assert code_of(both, ANNA) == "seal/signature-count"
    assert code_of(LETTER, ANNA, BERT) == "seal/signature-count"
    assert code_of(both, ANNA, CARL) == "seal/other-key"
    assert code_of(both, ANNA, ANNA) == "seal/other-key"
    assert code_of(seal(PAYLOAD, CONTEXT, ANNA, ANNA), ANNA, BERT) == "seal/other-key"
    damaged = both[:-10] + (b"A" if both[-10:-9] != b"A" else b"B") + both[-9:]
    assert code_of(damaged, ANNA, BERT) == "seal/bad-signature"


def test_a_second_hand_can_add_its_signature() -> None:
    assert countersign(open_seal(LETTER), BERT) == seal(PAYLOAD, CONTEXT, ANNA, BERT)


def test_the_number_of_signatures_is_bounded() -> None:
    full = seal(PAYLOAD, CONTEXT, *[ANNA] * MAX_SIGNATURES)
    assert len(open_seal(full).signatures) == MAX_SIGNATURES
    with pytest.raises(BadLetter) as refusal:
        seal(PAYLOAD, CONTEXT)
    assert refusal.value.code == "seal/signature-count"
    with pytest.raises(BadLetter) as refusal:
        countersign(open_seal(full), ANNA)
    assert refusal.value.code == "seal/signature-count"
    assert code_of(full + LETTER[len(PAYLOAD) :]) == "seal/after-signature"


def test_base64_has_one_form_only() -> None:
    text = LETTER[-90:-1]
    assert text.endswith(b"==")
    last = text[-3:-2]
    neighbours = {b"A": b"B", b"Q": b"R", b"g": b"h", b"w": b"x"}
    assert code_of(LETTER[:-4] + neighbours[last] + b"==\n") == "seal/signature-line"
    assert code_of(LETTER[:-3] + b"\n") == "seal/signature-line"
    assert code_of(LETTER.replace(text, text.replace(b"=", b"A"))) == "seal/signature-line"


@pytest.mark.parametrize(
    ("payload", "context", "code"),
    [
        (PAYLOAD[:-1], CONTEXT, "seal/cut"),
        (b"", CONTEXT, "seal/cut"),
        (PAYLOAD, "grubenpost-join/1", "seal/unknown-format"),
        (PAYLOAD, "\ud800", "seal/unknown-format"),
        (FIRST + b"a \n", CONTEXT, "seal/trailing-space"),
        (FIRST + b"a\r\n", CONTEXT, "seal/odd-byte"),
        (FIRST + b"#sig1 \n", CONTEXT, "seal/trailing-space"),
        (FIRST + b"#sig1 x\n", CONTEXT, "seal/signature-line"),
    ],
)
def test_what_could_not_be_opened_is_not_sealed(payload: bytes, context: str, code: str) -> None:
    with pytest.raises(BadLetter) as refusal:
        seal(payload, context, ANNA)
    assert refusal.value.code == code


def test_other_formats_can_use_the_same_seal() -> None:
    raw = seal(b'format = "grubenpost-other/1"\n', "grubenpost-other/1", ANNA)
    assert code_of(raw) == "seal/unknown-format"
    assert open_seal(raw, formats={"grubenpost-other/1"}).context == "grubenpost-other/1"
