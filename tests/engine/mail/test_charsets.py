"""Text is read as it was meant, under whatever name its charset goes."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mail import charsets
from engine.mail.charsets import read_text
from engine.record.letters.armour import find, wrap

LETTER = b'format = "grubenpost-move/1"\nhash = "%s"\n' % hashlib.sha256(b"move").hexdigest().encode()
NAMES = sorted({*charsets._SEVERAL_BYTES, *charsets._ONE_BYTE})

MISLABELLED = [
    # What is written, what it is written in, and what that is called.
    ("我下 3，謝謝老師 镕", "gbk", "gb2312"),
    ("我下 3，谢谢老师", "gb18030", "GB2312"),
    ("汉字 朱镕基", "gbk", "x-gbk"),
    ("我下 3，謝謝 啟碁", "big5hkscs", "Big5"),
    ("我下 3", "cp950", "x-x-big5"),
    ("①番 髙橋", "cp932", "Shift_JIS"),
    ("①番 髙橋", "cp932", "x-sjis"),
    ("3番でお願いします", "iso2022_jp", "ISO-2022-JP"),
    ("①番", "iso2022_jp_2004", "iso-2022-jp"),
    ("ｶﾀｶﾅ 3", "iso2022_jp_ext", "iso-2022-jp"),
    ("①番", "euc_jis_2004", "euc-jp"),
    ("3번, 똠방각하", "cp949", "ks_c_5601-1987"),
    ("3번, 똠방각하", "cp949", "EUC-KR"),
    ("„drei“ – bitte…", "cp1252", "iso-8859-1"),
    ("„drei“ – bitte…", "cp1252", "latin1"),
    ("„drei“ – bitte…", "cp1252", "us-ascii"),
    ("„drei“ – bitte…", "cp1252", "utf-8"),
    ("„drei“ – bitte…", "cp1252", ""),
    ("İyi – 3 ğüşıö", "cp1254", "iso-8859-9"),
    ("ขอ 3 …", "cp874", "tis-620"),
    ("ขอ 3", "cp874", "iso-8859-11"),
    ("Мой ход 3 – «да»", "cp1251", "cp1251"),
    ("Мой ход 3 – «да»", "cp1251", "win-1251"),
    ("Мой ход 3, всё", "koi8-r", "KOI8-R"),
    ("Мій хід 3, її", "koi8-u", "koi8-ru"),
    ("Мой ход 3", "cp866", "IBM866"),
    ("Тур 3", "iso-8859-5", "iso_8859-5"),
    ("Tah 3, šťáva", "iso-8859-2", "ISO8859-2"),
    ("τρία", "cp1253", "Windows-1253"),
    ("שלוש", "iso-8859-8", "iso-8859-8-i"),
    ("trois, œuvre", "iso-8859-15", "iso-8859-15"),
    ("Größe 3 – Мой ход", "utf-8", "iso-8859-1"),
    ("Größe 3 – Мой ход", "utf-8", "windows-1251"),
    ("Größe 3 – Мой ход", "utf-8", "koi8-r"),
    ("Größe 3 – Мой ход", "utf-8", "us-ascii"),
    ("Größe 3 – Мой ход", "utf-8", "utf-16"),
    ("Größe 3 – Мой ход", "utf-8", "x-unknown"),
    ("3番でお願いします", "utf-8", "utf8"),
]


@pytest.mark.parametrize(("text", "codec", "label"), MISLABELLED)
def test_text_is_read_as_meant(text: str, codec: str, label: str) -> None:
    assert read_text(text.encode(codec), label) == text


def test_utf_16_needs_no_charset() -> None:
    for codec in ("utf-16", "utf-16-be", "utf-16-le"):
        raw = ("" if codec == "utf-16" else "\ufeff").encode(codec) + wrap(LETTER).encode(codec)
        assert find(read_text(raw, "us-ascii")) == [LETTER]
        assert read_text(raw, None) == wrap(LETTER)


def test_cut_utf_16_keeps_what_is_there() -> None:
    raw = (wrap(LETTER) + "bye").encode("utf-16")[:-1]
    assert find(read_text(raw, "utf-16")) == [LETTER]


def test_a_mark_at_the_beginning_is_no_letter() -> None:
    assert read_text(b"\xef\xbb\xbfGrube", "utf-8") == "Grube"
    assert read_text(b"\xef\xbb\xbfGrube", "gbk") == "Grube"


def test_wrong_bytes_hide_nothing() -> None:
    raw = b"caf\xe9 \xff\x81\n" + wrap(LETTER).encode().replace(b" ", b"\x80")
    for charset in ("utf-8", "us-ascii", "iso-2022-jp", "euc-kr", "gb2312", "big5", None):
        assert find(read_text(raw, charset)) == [LETTER]


@pytest.mark.parametrize(
    "charset",
    [
        "punycode",
        "idna",
        "unicode_escape",
        "rot13",
        "zlib",
        "base64",
        "undefined",
        "x\0y",
        "../x",
        "\ud800",
        "x" * 100_000,
        "",
        '"utf-8"',
        "utf-7",
        "charmap",
        "mbcs",
    ],
)
def test_odd_charsets(charset: str) -> None:
    assert find(read_text(wrap(LETTER).encode() * 3, charset)) == [LETTER]


@given(st.binary(), st.one_of(st.none(), st.text(), st.sampled_from(NAMES)))
def test_anything_is_read(raw: bytes, charset: str | None) -> None:
    assert isinstance(read_text(raw, charset), str)


@given(st.text(), st.sampled_from(["utf-8", "utf8", "us-ascii", "", *charsets._ONE_BYTE]))
def test_utf_8_is_utf_8_under_any_name_of_one_byte_a_letter(text: str, label: str) -> None:
    raw = text.encode("utf-8", "replace")
    if not raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        assert read_text(raw, label) == raw.decode("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_ascii_is_ascii_under_every_name(name: str) -> None:
    """An armoured block and a code come through, whatever a mail program calls them."""
    assert find(read_text(wrap(LETTER).encode("ascii"), name)) == [LETTER]
