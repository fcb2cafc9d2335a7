"""The text of a mail part from its bytes, whatever its charset is called.

Labels are those of mail programs, not those of a registry: `gb2312` stands on text in GBK,
`iso-8859-1` on text in Windows' code page, `ks_c_5601-1987` on what Korean Windows writes. Browsers
have settled for the larger charset behind each of these names, and so does this table. The other
way round, UTF-8 under the name of something else is known by its form, which no text of one byte
a letter has by chance.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8

_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME = 40
_VENDORS = ("windows", "win", "cp", "xcp")
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")

# What is tried, one after the other, under a name without its dashes. Python knows many more, and
# some of those take quadratic time or are no charsets at all.
_SEVERAL_BYTES: dict[str, tuple[str, ...]] = {
    "utf16": ("utf-16",),
    "utf16le": ("utf-16-le",),
    "utf16be": ("utf-16-be",),
    **dict.fromkeys(
        "gb2312 gb231280 csgb2312 gbk xgbk gb18030 cp936 ms936 windows936 chinese euccn xeuccn".split(),
        ("gb18030",),
    ),
    **dict.fromkeys(
        "big5 big5hkscs cnbig5 csbig5 xxbig5 cp950 ms950 windows950".split(), ("big5hkscs", "cp950")
    ),
    **dict.fromkeys(
        "shiftjis sjis xsjis mskanji csshiftjis windows31j cp932 ms932 xmscp932 windows932".split(),
        ("cp932", "shift_jis_2004"),
    ),
    **dict.fromkeys("eucjp xeucjp eucjpms cp51932 cseucpkdfmtjapanese".split(), ("euc_jp", "euc_jis_2004")),
    **dict.fromkeys(
        "iso2022jp csiso2022jp iso2022jp1 iso2022jp2 iso2022jpms cp50220 cp50221".split(),
        ("iso2022_jp_2", "iso2022_jp_ext", "iso2022_jp_2004"),
    ),
    **dict.fromkeys(
        "euckr ksc56011987 ksc5601 ksc56011989 kscs56011987 korean uhc cp949 ms949 windows949 xwindows949"
        " cseuckr csksc56011987".split(),
        ("cp949",),
    ),
}
_ONE_BYTE: dict[str, tuple[str, ...]] = {
    **{f"iso8859{part}": (f"iso-8859-{part}",) for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    **{f"{vendor}125{page}": (f"cp125{page}",) for page in range(9) for vendor in _VENDORS},
    **dict.fromkeys("iso88591 iso885911987 latin1 l1 ibm819 cp819 cp1252 ansi".split(), ("cp1252",)),
    **dict.fromkeys("iso88599 iso885991989 latin5 l5".split(), ("cp1254",)),
    **dict.fromkeys("iso885911 tis620 windows874 cp874 doswindows874".split(), ("cp874",)),
    **dict.fromkeys("latin2 l2 iso885921987".split(), ("iso-8859-2",)),
    **dict.fromkeys("latin9 l9 iso885915".split(), ("iso-8859-15",)),
    **dict.fromkeys("iso88595 cyrillic iso885951988".split(), ("iso-8859-5",)),
    **dict.fromkeys("iso88598i iso88598e hebrew logical".split(), ("iso-8859-8",)),
    "koi8r": ("koi8-r",),
    "koi8": ("koi8-r",),
    "koi8u": ("koi8-u",),
    "koi8ru": ("koi8-u",),
    **dict.fromkeys("ibm866 cp866 866 csibm866".split(), ("cp866",)),
    **dict.fromkeys("macintosh mac xmacroman macroman".split(), ("mac_roman",)),
    **dict.fromkeys("xmaccyrillic maccyrillic xmacukrainian".split(), ("mac_cyrillic",)),
}


def read_text(raw_part: bytes, charset: str | None) -> str:
    """The text of a mail part whose transfer encoding has been undone.

    Bytes that don't fit the charset are never dropped: then all are read as UTF-8, and if they are
    not that either as one byte a letter, which keeps the ASCII of an armoured block.
    """
    for codec in (*_to_try(raw_part, charset or ""), "cp1252"):
        try:
            return raw_part.decode(codec).removeprefix("\ufeff")
        except UnicodeError:
            continue
    return raw_part.decode("latin-1")


def _to_try(raw_part: bytes, charset: str) -> tuple[str, ...]:
    if raw_part.startswith(_UTF_16_MARKS):
        return ("utf-16",)
    name = _NOT_IN_NAMES.sub("", charset[:_LONGEST_NAME].lower())
    several = _SEVERAL_BYTES.get(name, ())
    if not several or raw_part.startswith(BOM_UTF8):
        return ("utf-8", *_ONE_BYTE.get(name, ()))
    if name.startswith("utf16") and b"\0" not in raw_part:  # there is no text without a blank or line end
        return ("utf-8",)
    return (*several, "utf-8")
