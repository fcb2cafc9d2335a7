"""Reading and writing moves: the words between a player and the actions.

Writing is canonical, reading forgiving: case, spaces, commas, colons, smart punctuation and full-width
forms do not matter, `x2` repeats a work step, and obvious synonyms are understood. Where a position is
given, a piece may stand for the space it lies on, and a card's vehicle may be left out when only one
card can be meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from ..errors import Ambiguous, NotNotation
from ..phrase import phrase
from . import components as box
from .coal import LETTERS
from .components import Card, Tile

LONGEST_MOVE: Final = 2000
SHOWN: Final = 60

_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""Signs that mail programs put between letters where nobody sees them."""
_PLAIN = str.maketrans(
    {
        **dict.fromkeys(",;:.!()[]`'\"“”„‘’«»|/", " "),
        **dict.fromkeys("‐‑‒–—−_", "-"),
        **dict.fromkeys("×*✕", "x"),
        **dict.fromkeys(_UNSEEN),
    }
)
_PLUS = re.compile(r"\s*\+\s*")
_REPEAT = re.compile(r"x\d{1,9}|\d{1,9}x")
_NUMBER = re.compile(r"\d{1,9}")
_TILE = re.compile(r"([ybgk])([12])([ld])")
_CARD = re.compile(r"([bcme])-?([ybgk]{1,4})")
_SPOTS = re.compile(r"[ybgk]{1,4}")
_SPACED_CARD = re.compile(r"(?<![\w-])([bcme]) ?- ?(?=[ybgk]{1,4}(?![\w-]))")

COLOUR_WORDS: Final[dict[str, int]] = {
    **{letter: colour for colour, letter in enumerate(LETTERS)},
    **{name: colour for colour, name in enumerate(box.COLOURS)},
    "grey": box.COLOURS.index("gray"),
}
VEHICLE_WORDS: Final[dict[str, int]] = {
    **{letter.lower(): vehicle for vehicle, letter in enumerate(box.VEHICLE_LETTERS)},
    **{name: vehicle for vehicle, name in enumerate(box.VEHICLES)},
    "cart": box.VEHICLES.index("barrow"),
    "handcart": box.VEHICLES.index("barrow"),
    "wheelbarrow": box.VEHICLES.index("barrow"),
    "wagon": box.VEHICLES.index("carriage"),
    "truck": box.VEHICLES.index("motorcar"),
    "lorry": box.VEHICLES.index("motorcar"),
    "motor": box.VEHICLES.index("motorcar"),
    "train": box.VEHICLES.index("engine"),
    "locomotive": box.VEHICLES.index("engine"),
}

A_NUMBER: Final = phrase("a number")
A_COLOUR: Final = phrase("a colour (y, b, g or k)")

T = TypeVar("T")


def no_such(what: str, value: object) -> NotNotation:
    """For a value that no text stands for: it can't be made, so nobody has to expect it later."""
    return NotNotation("notation/no-such", "there is no {what} {value!r}", what=what, value=value)


def shorten(text: str) -> str:
    """A foreign text, short enough to repeat in an answer, with nothing that could confuse a terminal."""
    clean = " ".join("".join(c if c.isprintable() else " " for c in text[: SHOWN * 4]).split())
    return clean if len(clean) <= SHOWN else clean[: SHOWN - 1] + "…"


def split(text: str) -> list[str]:
    """The words of a move, in small letters."""
    if len(text) > LONGEST_MOVE:
        raise NotNotation(
            "notation/too-long",
            "`{sent}` is {length} characters long; a move has at most {most}",
            sent=shorten(text),
            length=len(text),
            most=LONGEST_MOVE,
        )
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_PLAIN)
    plain = _SPACED_CARD.sub(r"\1-", " ".join(plain.split()))
    words = _PLUS.sub(" + ", plain).split()
    foreign = next((word for word in words if not word.isascii()), None)
    if foreign is not None:
        raise NotNotation(
            "notation/letters",
            "`{sent}`: `{word}` has letters that no move uses; moves are written in plain English letters",
            sent=shorten(text),
            word=shorten(foreign),
        )
    return words


class MoveWords:
    """A move's words, read one after the other by the action that takes them."""

    def __init__(self, words: Sequence[str], sent: str, form: str = "") -> None:
        self._words = words
        self._at = 0
        self._sent = sent
        self.form = form

    @property
    def sent(self) -> str:
        """The text that was sent, as a refusal repeats it."""
        return shorten(self._sent)

    def __bool__(self) -> bool:
        return self._at < len(self._words)

    def peek(self) -> str:
        return self._words[self._at] if self else ""

    def take(self) -> str:
        """The next word; the move is incomplete when there is none."""
        if not self:
            raise NotNotation(
                "notation/incomplete",
                "`{sent}` is not complete; it is written like this: {form}",
                sent=self.sent,
                form=self.form,
            )
        self._at += 1
        return self._words[self._at - 1]

    def skip(self, *words: str) -> bool:
        """Pass over one of these words, if it comes next."""
        if self.peek() in words and self:
            self._at += 1
            return True
        return False

    def end(self) -> None:
        """Nothing may follow."""
        if self:
            raise self.wrong(self.peek(), phrase("nothing more"))

    def wrong(self, word: str, wanted: str) -> NotNotation:
        return NotNotation(
            "notation/unexpected",
            "`{sent}`: at `{word}` I expected {wanted}; it is written like this: {form}",
            sent=self.sent,
            word=shorten(word),
            wanted=wanted,
            form=self.form,
        )

    def unclear(self, word: str, meanings: Iterable[str]) -> Ambiguous:
        return Ambiguous(
            "notation/ambiguous",
            "`{sent}`: `{word}` could mean {meanings}; say which",
            sent=self.sent,
            word=shorten(word),
            meanings=", ".join(f"`{m}`" for m in meanings),
        )

    def number(self, wanted: str = A_NUMBER) -> int:
        word = self.take()
        if not _NUMBER.fullmatch(word):
            raise self.wrong(word, wanted)
        return int(word)

    def one_of(self, meanings: Mapping[str, T], wanted: str) -> T:
        word = self.take()
        if word not in meanings:
            raise self.wrong(word, wanted)
        return meanings[word]

    def colour(self) -> int:
        return self.one_of(COLOUR_WORDS, A_COLOUR)

    def times(self) -> int:
        """`x2`, `2x` or `x 2` after a step; once if nothing is said."""
        spaced = self.skip("x")
        word = self.take() if spaced or _REPEAT.fullmatch(self.peek()) else "1"
        number = word.strip("x")
        if not _NUMBER.fullmatch(number) or not int(number):
            raise self.wrong(word, phrase("how many times, once or more"))
        return int(number)

    def tile(self) -> Tile:
        word = self.take()
        if word == box.HIDDEN_TILE.name:
            return box.HIDDEN_TILE
        if not (match := _TILE.fullmatch(word)):
            raise self.wrong(word, phrase("a tile such as g2L"))
        return box.tile(match[1] + match[2] + match[3].upper())

    def card(self, among: Iterable[Card] = ()) -> Card:
        """A card by its name; or by its spots alone, if only one of those at hand has them."""
        word = self.take()
        if word == box.HIDDEN_CARD.name:
            return box.HIDDEN_CARD
        name = _card_name(word)
        if "-" not in word:
            meant = [card for card in among if card.name == name or _has_spots(card, word)]
            if len(meant) > 1:
                raise self.unclear(word, [card.name for card in meant])
            if meant:
                return meant[0]
            if any(_has_spots(card, word) for card in box.CARDS.values()):  # `bb` alone is not yet B-b
                raise self.wrong(word, phrase("an order card such as C-kk"))
        if name not in box.CARDS:
            raise self.wrong(word, phrase("an order card such as C-kk"))
        return box.CARDS[name]

    def is_tile(self) -> bool:
        return self.peek() == box.HIDDEN_TILE.name or bool(_TILE.fullmatch(self.peek()))

    def is_card(self) -> bool:
        return bool(_CARD.fullmatch(self.peek()) or _SPOTS.fullmatch(self.peek()))


def _card_name(word: str) -> str:
    """`ckk` and `c-kk` stand for C-kk; nothing else stands for a card by itself."""
    match = _CARD.fullmatch(word)
    return f"{match[1].upper()}-{_in_order(match[2])}" if match else ""


def _in_order(spots: str) -> str:
    return "".join(sorted(spots, key=LETTERS.index))


def _has_spots(card: Card, word: str) -> bool:
    return bool(_SPOTS.fullmatch(word)) and card.name[2:] == _in_order(word)
