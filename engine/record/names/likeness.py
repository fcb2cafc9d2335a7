"""Likeness of names: those that people could take for each other.

A name is brought into the shapes that it has on paper: without accents, spaces and signs, with letters of
other alphabets as the Latin ones that they are drawn like, in capitals and in small letters. Two names that
have a shape in common are alike. Normal forms are those of Unicode 3.2, which every Python carries along,
so that all of them see alike.
"""

from __future__ import annotations

from functools import lru_cache
from string import digits
from typing import Final
from unicodedata import ucd_3_2_0 as unicode

from engine.record.names.alphabets import MARK, alphabet_of

_DRAWN_LIKE: Final = str.maketrans(
    dict(
        zip(
            # Cyrillic, Greek, Armenian, then Latin letters that Unicode does not take apart, then signs of
            # Chinese and Japanese that are drawn like Latin letters, or like one another
            "АВЕЅІЈКМНОРСТУҮХЗБЬӀԚԜҺԀавеѕіјкмнорстуүхзбьӏԛԝһԁгпиѵ"
            "ҒғҚқҜҝҞҟҢңӇӈҪҫҬҭҮҰұҲҳӨөӾӿѴѠѡҽєЄԌԍћЋҐґЃѓ"
            "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳαβγειικνορτυχωϲη"
            "ՕՍՏԼՈոսօհցզյլ"
            "ıŁłØøĐđÐðƏəŦŧĦħƀɃƁƂƄƅƇƈƊƑƒƓƖƗƘƙƝƞƟƤƥƬƭƮƲƳƴƵƶƧƨƼƽŊŋĸǤǥȤȥȷȺȻȼɆɇɈɉɊɋɌɍɎɏɄƿǷ"
            "〇口ロ丨工エ丁乙丫乂凵匚亅ニカタトハー夕卜",
            "ABESIJKMHOPCTYYX36bIQWhDabesijkmhopctyyx36blqwhdrnuv"
            "FfKkKkKkHhHhCcTtYYyXxOoXxVWweeEGghhrrrr"
            "ABEZHIKMNOPTYXCjabyeiikvoptuxwcn"
            "OUSLnnuohgqjl"
            "iLlOoDdDdEeTtHhbBBbbbCcDFfGIIKkNnOPpTtTVYyZzSs55NnkGgZzjACcEeJjQqRrYyUpP"
            "oooIIITZYXUCJ二力夕卜八一夕卜",
            strict=True,
        )
    )
    | {
        "ы": "bl",
        "Ы": "bl",
        "ß": "ss",
        "Æ": "AE",
        "æ": "ae",
        "Œ": "OE",
        "œ": "oe",
        "ס": "o",
        "ו": "l",
        "ا": "l",
    }
)
_SAME: Final = str.maketrans("01i", "oll")
_NO_SIGNS: Final = {code: None for code in range(128) if not chr(code).isalnum()}
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


@lru_cache(maxsize=4096)
def shapes(name: str) -> frozenset[str]:
    """The shapes of a name; two names that share one could be taken for each other."""
    if name.isascii():
        return frozenset({shape_of_ascii(name)})
    return frozenset(_shape(form) for form in (name, name.casefold(), name.upper()))


def alike(one: str, other: str) -> bool:
    """Whether somebody could take one name for the other."""
    return not shapes(one).isdisjoint(shapes(other))


def _shape(name: str) -> str:
    plain = unicode.normalize("NFKD", name).translate(_DRAWN_LIKE).casefold()
    letters = [letter for letter in MARK.sub("", plain) if alphabet_of(letter) or letter in digits]
    return _as_seen("".join(letters)) or plain


def shape_of_ascii(name: str) -> str:
    """The one shape of a name in plain ASCII, such as every handle: quickly, because there may be many."""
    plain = name.casefold()
    return _as_seen(plain.translate(_NO_SIGNS)) or plain


def _as_seen(letters: str) -> str:
    seen = letters.translate(_SAME)
    for pair, letter in _PAIRS:
        seen = seen.replace(pair, letter)
    return seen
