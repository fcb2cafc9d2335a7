"""Armour comes through what mail does to text, whole or refused, and never as something else."""

from __future__ import annotations

import base64
import hashlib
import random
import re
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadLetter
from engine.mail.charsets import read_text
from engine.record.letters import armour
from engine.record.letters.armour import (
    LONGEST_CONTENT,
    LOOK_AT,
    MOST_BLOCKS,
    Block,
    find,
    text_of_html,
    wrap,
)
from tests.engine.record.mangles import MANGLES, OLDER, SURVIVABLE, mail_with

LETTER = b"".join(
    b'%s = "%s"\n' % (key, hashlib.sha256(key).hexdigest().encode())
    for key in (b"format", b"game", b"head", b"nonce", b"action")
)

LOSSLESS = ("plain 7bit", "quoted-printable", "base64 transfer encoding", "UTF-16 round trip")


def contents(blocks: list[Block]) -> list[bytes]:
    return [block for block in blocks if isinstance(block, bytes)]


def codes(blocks: list[Block]) -> list[str]:
    return [block.code for block in blocks if isinstance(block, BadLetter)]


def digits_of(block: str) -> str:
    return "".join(block.split("\n")[1:-2]).replace(" ", "")


def framed(digits: str) -> str:
    return f"BEGIN GRUBENPOST.\n{digits}\nEND GRUBENPOST.\n"


class TestForm:
    def test_the_example_of_the_description_is_real(self) -> None:
        first, *_ = find(armour.__doc__ or "")
        assert first == b"Anna mines at 8, and her order leaves on a barge.\n"

    @pytest.mark.parametrize(
        ("content", "digits"),
        [
            (b"", "4AWNmc"),
            (b"\x00", "0217oY0"),
            (b"\xff" * 28, "yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rLAiNC5"),
            (bytes(32), "00000000000000000000000000000000000000000001sH4KD"),
        ],
    )
    def test_known_digits(self, content: bytes, digits: str) -> None:
        assert digits_of(wrap(content)) == digits

    @given(st.binary(max_size=2000))
    def test_any_content_is_written_by_the_book(self, content: bytes) -> None:
        assert digits_of(wrap(content)) == digits_by_the_book(content)

    @given(st.binary(max_size=2000))
    def test_lines_are_harmless(self, content: bytes) -> None:
        block = wrap(content)
        first, *words, last, end = block.split("\n")
        assert (first, last, end) == ("BEGIN GRUBENPOST.", "END GRUBENPOST.", "")
        assert all(re.fullmatch(r"(\w{15} ){3}\w{15}", line) for line in words[:-1])
        assert re.fullmatch(r"(\w{15} ){0,3}\w{1,15}", words[-1])
        assert not re.search(r"[-=\"'_]|^[>.]|^From ", block, re.MULTILINE)

    @given(st.binary(max_size=LONGEST_CONTENT))
    def test_round_trip(self, content: bytes) -> None:
        assert find(mail_with(wrap(content))) == [content]

    def test_the_longest_content(self) -> None:
        longest = random.Random(1).randbytes(LONGEST_CONTENT)
        assert find(wrap(longest)) == [longest]
        with pytest.raises(BadLetter) as refusal:
            wrap(longest + b"!")
        assert refusal.value.code == "armour/too-long"


def digits_by_the_book(content: bytes) -> str:
    """The description in the docstring, written a second time and in another way."""
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    packed = content + hashlib.sha256(content).digest()[:4]
    digits = ""
    while packed:
        chunk, packed = packed[:32], packed[32:]
        width = next(c for c in range(50) if 62**c >= 256 ** len(chunk))
        number = int(chunk.hex(), 16)
        digits += "".join(alphabet[number // 62**p % 62] for p in reversed(range(width)))
    return digits


class TestMangles:
    def test_there_are_thirty_one(self) -> None:
        assert len(MANGLES) == 31

    @pytest.mark.parametrize("name", SURVIVABLE)
    def test_survives(self, name: str) -> None:
        mail = mail_with(wrap(LETTER))
        found = find(MANGLES[name](mail))
        assert found[0] == LETTER
        assert found[1:] == ([OLDER] if name.startswith("top-posted") else [])

    @pytest.mark.parametrize("name", [name for name in SURVIVABLE if name not in LOSSLESS])
    def test_is_no_pretence(self, name: str) -> None:
        mail = mail_with(wrap(LETTER))
        assert MANGLES[name](mail) != mail

    def test_lower_cased_is_refused(self) -> None:
        assert codes(find(MANGLES["lower-cased"](mail_with(wrap(LETTER))))) == ["armour/lower-cased"]

    def test_truncated_is_refused(self) -> None:
        found = find(MANGLES["truncated at 70 %"](mail_with(wrap(LETTER))))
        assert [refusal.code for refusal in found if isinstance(refusal, BadLetter)] == ["armour/cut"]
        assert "END GRUBENPOST." in str(found[0])

    def test_every_truncation_of_a_block_is_refused(self) -> None:
        block = wrap(LETTER)
        for length in range(len("BEGIN GRUBENPOST"), len(block) - len(".\n")):
            assert codes(find(block[:length])) == ["armour/cut"]
            assert not contents(find(block[:length]))

    def test_random_chains(self) -> None:
        decoded = 0
        for seed in range(2000):
            came_through, false_accepts = survives_chain(seed)
            decoded += came_through
            assert not false_accepts
        assert decoded >= 1980


def survives_chain(seed: int) -> tuple[bool, list[bytes]]:
    """Whether a random letter comes through 2 to 4 random mangles, and what else came out."""
    chance = random.Random(seed)
    letter = chance.randbytes(chance.randint(300, 500))
    text = mail_with(wrap(letter))
    for name in chance.sample(SURVIVABLE, chance.randint(2, 4)):
        text = MANGLES[name](text)
    found = contents(find(text))
    return letter in found, [content for content in found if content not in (letter, OLDER)]


class TestDamage:
    def test_bit_flips(self) -> None:
        mail = mail_with(wrap(LETTER)).encode()
        chance = random.Random(3)
        for _ in range(3000):
            flipped = bytearray(mail)
            flipped[chance.randrange(len(mail))] ^= 1 << chance.randrange(8)
            found = find(read_text(bytes(flipped), "utf-8"))
            assert contents(found) in ([], [LETTER])

    @given(st.binary(min_size=1, max_size=200), st.data())
    def test_one_edit_never_gives_another_content(self, content: bytes, data: st.DataObject) -> None:
        block = wrap(content)
        at = data.draw(st.integers(0, len(block)))
        gone = data.draw(st.integers(0, 1))
        put = data.draw(st.text(max_size=1))
        found = find(block[:at] + put + block[at + gone :])
        assert contents(found) in ([], [content])
        assert len(found) <= 2

    @given(st.binary(min_size=1, max_size=200), st.data())
    def test_a_changed_digit_is_damage(self, content: bytes, data: st.DataObject) -> None:
        digits = digits_of(wrap(content))
        at = data.draw(st.integers(0, len(digits) - 1))
        other = data.draw(st.sampled_from("09AZaz").filter(lambda digit: digit != digits[at]))
        found = find(framed(digits[:at] + other + digits[at + 1 :]))
        assert codes(found) in (["armour/damaged"], ["armour/lower-cased"])
        assert len(found) == 1

    @pytest.mark.parametrize("digits", ["", "0", "00", "zzzzzz", "z" * 43, "0" * 44, "z" * 22022])
    def test_rows_that_nothing_is_written_like(self, digits: str) -> None:
        assert len(codes(find(framed(digits)))) == 1

    @pytest.mark.parametrize("extra", ["0", "00", "000000"])
    @pytest.mark.parametrize("content", [LETTER, LETTER[:28], b""])
    def test_one_content_has_one_row_of_digits(self, content: bytes, extra: str) -> None:
        digits = digits_of(wrap(content))
        assert codes(find(framed(digits + extra))) == ["armour/damaged"]
        assert codes(find(framed(extra + digits))) == ["armour/damaged"]

    def test_a_block_that_is_too_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(armour, "LONGEST_CONTENT", 10**6)
            block = wrap(bytes(LONGEST_CONTENT + 1))
        assert codes(find(block)) == ["armour/too-long"]

    def test_a_missing_first_line(self) -> None:
        found = find(wrap(LETTER).removeprefix("BEGIN GRUBENPOST."))
        assert codes(found) == ["armour/cut"]
        assert "BEGIN GRUBENPOST." in str(found[0])

    def test_a_cut_block_does_not_swallow_the_next(self) -> None:
        assert find(wrap(LETTER)[:200] + "\n> " + wrap(OLDER))[1:] == [OLDER]

    @given(st.text())
    def test_garbage_is_refused(self, garbage: str) -> None:
        assert not contents(find(garbage))
        assert not contents(find(framed(garbage)))
        assert codes(find(framed(garbage)))


class TestTolerance:
    @pytest.mark.parametrize("mark", [">", ">>> ", "| ", "* ", "_", "- ", "\u00ad", "\u2060", "\u3000"])
    def test_marks_in_the_middle_of_every_word(self, mark: str) -> None:
        text = re.sub(r"(\w{7})", lambda found: f"{found[0]}\n{mark}", wrap(LETTER))
        assert find(text) == [LETTER]

    @pytest.mark.parametrize("period", ["\u2026", "\uff0e", "\u3002", "!", ""])
    def test_other_periods(self, period: str) -> None:
        assert find(wrap(LETTER).replace(".", period)) == [LETTER]

    def test_talk_about_grubenpost_is_no_block(self) -> None:
        assert find("Let us begin. Grubenpost is fun, and in the end Grubenpost wins.") == []
        assert find("At the end, Grubenpost counts. When does it begin? grubenpost knows.") == []
        assert find("the end. grubenpost is over") == []
        assert find("begin, grubenpost! do begin, grubenpost!") == []

    def test_a_plain_block_does_not_hide_an_odd_one(self) -> None:
        odd = MANGLES["full-width letters and digits"](wrap(LETTER))
        assert find(odd + wrap(OLDER)) == [LETTER, OLDER]

    def test_lone_surrogates(self) -> None:
        assert find("\ud800" + wrap(LETTER).replace(" ", "\udfff")) == [LETTER]


class TestManyBlocks:
    def test_order_and_repetition(self) -> None:
        text = wrap(b"one") + MANGLES["quoted"](wrap(b"two") + wrap(b"one")) + wrap(b"two")
        assert find(text) == [b"one", b"two"]

    def test_eight_are_fine(self) -> None:
        letters = [b"%d" % number for number in range(MOST_BLOCKS)]
        assert find("".join(wrap(letter) for letter in letters * 3)) == letters

    def test_a_hundred_are_too_many(self) -> None:
        letters = [b"%d" % number for number in range(100)]
        found = find("".join(wrap(letter) for letter in letters))
        assert contents(found) == letters[:MOST_BLOCKS]
        assert codes(found) == ["armour/too-many"]
        assert isinstance(found[-1], BadLetter)
        assert found[-1].facts == {"limit": 8}


class TestHostileText:
    def test_noise(self) -> None:
        noise = "lorem ipsum, " * (8 * 1024 * 1024 // 13)
        tracemalloc.start()
        found = find(noise)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert codes(found) == ["armour/text-too-long"]
        assert peak < 8 * LOOK_AT

    def test_only_the_beginning_is_looked_at(self) -> None:
        found = find(wrap(b"near") + " " * LOOK_AT + wrap(b"far"))
        assert contents(found) == [b"near"]
        assert codes(found) == ["armour/text-too-long"]

    @pytest.mark.parametrize("line", ["BEGIN GRUBENPOST. ", "END GRUBENPOST. "])
    def test_only_frame_lines(self, line: str) -> None:
        assert codes(find(line * (LOOK_AT // len(line)))) == ["armour/cut"]

    def test_only_empty_frames(self) -> None:
        empty = framed("")
        assert codes(find(empty * (LOOK_AT // len(empty)))) == ["armour/damaged"]

    @pytest.mark.parametrize("filler", ["\uff21", "\u0301\u0323", "\ufdfa", "\U0001d400", "GRUBENPOST"])
    def test_odd_letters(self, filler: str) -> None:
        assert find(filler * (LOOK_AT // len(filler))) == []


class TestHtml:
    @pytest.mark.parametrize(
        ("source", "text"),
        [
            ("a<br>b<BR/>c", "a\nb\nc"),
            ("mine<b> 8</b>:\r\n  to g", "mine 8: to g"),
            ("gr<wbr>u<span class='x'>be</span>", "grube"),
            ("<pre>one\n  two</pre>three\nfour", "\none\n  two\nthree four"),
            ("<script>if (a < b) x('<p>')</script>a<style>p > b {}</style>b", "ab"),
            ("a<!-- <p> > --x -->b<!-->c", "ab<!-->c"),
            ("<!--[if mso]><p>Word</p><![endif]-->a<![if !mso]>b<![endif]>", "ab"),
            ("<!DOCTYPE html><?xml version='1'?><o:p>a</o:p>", "a"),
            ("&lt;b&gt; &amp;amp; &#65;&#x42; &nbsp;&auml", "<b> &amp; AB \u00a0\u00e4"),
            ("1 < 2 > 1 & x", "1 < 2 > 1 & x"),
            ("a<!-- never closed <p>b", "a"),
            ("<td>1</td><td>2</td>", "\n1\n\n2\n"),
        ],
    )
    def test_text(self, source: str, text: str) -> None:
        assert text_of_html(source) == text

    def test_scripts_and_comments_hide_blocks(self) -> None:
        for hidden in ("<script>{}</script>", "<!-- {} -->", "<style>{}</style>"):
            assert find(text_of_html(hidden.format(wrap(LETTER)))) == []

    @pytest.mark.parametrize(
        "unit",
        [
            "<div>",
            "<",
            "<a ",
            "</",
            "<!--",
            "<script>",
            "</script",
            '<a b="',
            "&",
            "&#",
            "&#9",
            "&x",
            "<![",
            ">",
            "<aa",
            "<pre>",
        ],
    )
    def test_hostile(self, unit: str) -> None:
        source = unit * (8 * 1024 * 1024 // len(unit))
        assert len(text_of_html(source)) <= LOOK_AT + 1

    def test_long_numbers_and_names(self) -> None:
        for entity in ("&#" + "9" * 5000 + ";", "&#x" + "f" * 5000 + ";", "&" + "a" * 5000 + ";"):
            assert isinstance(text_of_html(entity), str)

    def test_deep_nesting_keeps_the_block(self) -> None:
        source = "<div><blockquote>" * 5000 + wrap(LETTER) + "</blockquote></div>" * 5000
        assert find(text_of_html(source)) == [LETTER]

    def test_too_long_is_still_said(self) -> None:
        assert codes(find(text_of_html("x" * 8 * 1024 * 1024))) == ["armour/text-too-long"]

    @given(st.text(st.sampled_from("<>!-/&#;x9ab \n[]\"'\u00e4") | st.characters()))
    def test_anything_is_text(self, source: str) -> None:
        assert isinstance(text_of_html(source), str)

    def test_a_block_in_base64_images_is_not_seen(self) -> None:
        image = base64.b64encode(wrap(LETTER).encode()).decode()
        assert find(text_of_html(f'<img src="data:image/png;base64,{image}">')) == []
