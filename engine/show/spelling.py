"""Any text in plain ASCII: what is no ASCII letter is spelt with those that are."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from engine.tongue import Tongue

_LETTERS: Final = {
    **dict(zip("абвгдеёзийклмнопрстуфхыэіґøłđð", "abvgdeezijklmnoprstufhyeigoldd", strict=True)),
    **dict(zip("жцчшщюяїєßæœþ", "zh ts ch sh shch yu ya yi ye ss ae oe th".split(), strict=True)),
    **dict.fromkeys("ъь", ""),
}
_SIGNS: Final = {
    **dict.fromkeys("„“”«»", '"'),
    **dict.fromkeys("‚‘’", "'"),
    **dict.fromkeys("‐‑‒–—−", "-"),
    **dict(zip("…·№×", "... . No. x".split(), strict=True)),
}
_UMLAUTS: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"},
)
_CAPITALS: Final = {a.upper(): b.capitalize() for a, b in _LETTERS.items() if len(a.upper()) == 1}
_SPELT: Final = str.maketrans({**_SIGNS, **_LETTERS, **_CAPITALS})


def in_ascii(text: str) -> str:
    """The text without accents, other letters spelt; a space stands for what can't be."""
    if text.isascii():
        return text
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", text).translate(_SPELT))
    return "".join(c if c.isascii() else " " for c in bare if not unicodedata.combining(c))


@cache
def spelt(tongue: Tongue) -> Tongue:
    """The same language, written in ASCII."""
    return tongue.spelt(lambda text: in_ascii(text.translate(_UMLAUTS)))
