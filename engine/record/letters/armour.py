"""Text armour: one small file carried in the body of a mail, through whatever mail does to text.

The form, for whoever writes it in another language. The 50 bytes of "Anna mines at 8, and her
order leaves on a barge." with an LF behind it are:

    BEGIN GRUBENPOST.
    FVyi27C5lCLJsTr c7Xty6HR5pRBa4A SvioPAhG6YPCG3y cP7k51GaqH5lfOp
    Fl8ZPGsTJ2WPR
    END GRUBENPOST.

*Writing.* Take the content, at most 16,384 bytes, and add a checksum behind it: the first 4 bytes
of the SHA-256 of the content. Cut the result into chunks of 32 bytes; the last may be shorter.
Read each chunk as one big-endian number and write it in base 62, highest digit first, with the
digits 0-9 A-Z a-z in this order, padded with leading 0 to the width of the chunk: n bytes take the
least number of digits c for which 62^c >= 256^n, so 32 bytes take 43 and the checksum alone takes
6. Join all digits, cut them into words of 15 (the last may be shorter), write four words a line
with single spaces between them, and put the two frame lines around. Lines end in LF. Nothing in it
is a dash, an equals sign or a quotation mark, and no line begins with anything that mail programs
treat in their own way.

*Reading.* Turn full-width letters and digits (U+FF10-FF19, U+FF21-FF3A, U+FF41-FF5A) into ASCII by
taking 0xFEE0 off. Throw away every character that is not an ASCII letter or digit. What is left
between BEGINGRUBENPOST and the next ENDGRUBENPOST are the digits of one block. Quoting, wrapping,
punctuation, bold type, invisible characters and odd spaces are all gone by then, wherever they
stood. Each chunk must have a width that some number of bytes has, and a value that fits into those
bytes; the checksum must match. One content has therefore one row of digits, and a row that is not
exactly that is refused.

The checksum tells damage from forgery. It is no proof of anything: that is the work of the seal
inside. Half a frame is a block that was cut. A whole frame in small letters is one that was
lower-cased; half a one is somebody who writes about Grubenpost.

Also here: how the text of a mail part is got from HTML, as far as a search for armour needs it.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.errors import BadLetter

LONGEST_CONTENT = 16 * 1024
LOOK_AT = 256 * 1024
MOST_BLOCKS = 8

BEGIN_LINE = "BEGIN GRUBENPOST."
END_LINE = "END GRUBENPOST."

Block = bytes | BadLetter

_DIGITS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_VALUES = bytes(max(_DIGITS.find(byte), 0) for byte in range(256))
_NOT_DIGITS = bytes(byte for byte in range(256) if byte not in _DIGITS)
_FULL_WIDTH = {digit + 0xFEE0: chr(digit) for digit in _DIGITS}
_SOME_FULL_WIDTH = re.compile(rb"\xef(?:\xbc[\x90-\x99\xa1-\xba]|\xbd[\x81-\x9a])")

_CHUNK = 32
_CHECKSUM = 4
_WORD = 15
_LINE = 4


def _width(size: int) -> int:
    """The base 62 digits that a chunk of `size` bytes takes."""
    width = 0
    while 62**width < 256**size:
        width += 1
    return width


_WIDTHS = [_width(size) for size in range(_CHUNK + 1)]
_SIZES = {width: size for size, width in enumerate(_WIDTHS) if size}
_CHUNK_DIGITS = _WIDTHS[_CHUNK]
_MOST_DIGITS = sum(
    _WIDTHS[min(_CHUNK, LONGEST_CONTENT + _CHECKSUM - at)]
    for at in range(0, LONGEST_CONTENT + _CHECKSUM, _CHUNK)
)


# Writing


def wrap(content: bytes) -> str:
    """The content as an armoured block, to be put into the body of a mail."""
    if len(content) > LONGEST_CONTENT:
        raise _too_long()
    packed = content + _checksum(content)
    digits = "".join(_written(packed[at : at + _CHUNK]) for at in range(0, len(packed), _CHUNK))
    words = [digits[at : at + _WORD] for at in range(0, len(digits), _WORD)]
    lines = [" ".join(words[at : at + _LINE]) for at in range(0, len(words), _LINE)]
    return "\n".join([BEGIN_LINE, *lines, END_LINE, ""])


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:_CHECKSUM]


def _written(chunk: bytes) -> str:
    value = int.from_bytes(chunk, "big")
    digits = []
    for _ in range(_WIDTHS[len(chunk)]):
        value, digit = divmod(value, 62)
        digits.append(chr(_DIGITS[digit]))
    return "".join(reversed(digits))


# Reading


def find(text: str) -> list[Block]:
    """Every armoured block of a mail body, in order: its content, or why it can't be read.

    A block that is there twice, quoted or not, counts once. What lies behind the eighth different
    block, or behind the first 262,144 characters, is not read, and the last items say so.
    """
    found: dict[_Frame, Block] = {}
    over: list[Block] = []
    for frame in _frames(_digits(text[:LOOK_AT])):
        if frame in found:
            continue
        if len(found) == MOST_BLOCKS:
            over.append(_too_many())
            break
        found[frame] = _opened(frame)
    if len(text) > LOOK_AT:
        over.append(_text_too_long(len(text)))
    return [*found.values(), *over]


def _digits(text: str) -> bytes:
    """Only what can be a digit or a frame."""
    raw = text.encode("utf-8", "replace")
    # Nearly all mails are done with the first look, which is thirty times faster than the second.
    if b"\xef" in raw and _SOME_FULL_WIDTH.search(raw):
        raw = text.translate(_FULL_WIDTH).encode("utf-8", "replace")
    return raw.translate(None, _NOT_DIGITS)


class _Mark(NamedTuple):
    """A frame line, found in a row of digits."""

    start: int
    end: int
    opens: bool
    in_capitals: bool


class _Frame(NamedTuple):
    """The digits of one block, and the frame line that it lacks, if any."""

    digits: bytes
    lacks: str = ""


def _marks(digits: bytes) -> Iterator[_Mark]:
    name, begin, end = b"GRUBENPOST", b"BEGIN", b"END"
    folded = digits.upper() if name.lower() in digits else digits
    at = folded.find(name)
    while at >= 0:
        after = at + len(name)
        for word in (begin, end):
            if folded.endswith(word, 0, at):
                start = at - len(word)
                line = digits[start:after]
                if line.isupper() or line.islower():
                    yield _Mark(start, after, word is begin, line.isupper())
        at = folded.find(name, after)


def _frames(digits: bytes) -> Iterator[_Frame]:
    opened: _Mark | None = None
    for mark in _marks(digits):
        if mark.opens:
            if opened and opened.in_capitals:
                yield _Frame(digits[opened.end : mark.start], END_LINE)
            opened = mark
        elif opened:
            yield _Frame(digits[opened.end : mark.start])
            opened = None
        elif mark.in_capitals:
            yield _Frame(b"", BEGIN_LINE)
    if opened and opened.in_capitals:
        yield _Frame(digits[opened.end :], END_LINE)


def _opened(frame: _Frame) -> Block:
    if frame.lacks:
        return _cut(frame.lacks)
    if len(frame.digits) > _MOST_DIGITS:
        return _too_long()
    packed = _packed(frame.digits)
    content, checksum = packed[:-_CHECKSUM], packed[-_CHECKSUM:]
    if checksum == _checksum(content):
        return content
    return _lower_cased() if frame.digits.islower() else _damaged()


def _packed(digits: bytes) -> bytes:
    """The bytes that the digits write, or none if no bytes are written like that."""
    values = digits.translate(_VALUES)
    chunks = []
    for at in range(0, len(values), _CHUNK_DIGITS):
        row = values[at : at + _CHUNK_DIGITS]
        size = _SIZES.get(len(row))
        value = 0
        for digit in row:
            value = value * 62 + digit
        if size is None or value >> 8 * size:
            return b""
        chunks.append(value.to_bytes(size, "big"))
    return b"".join(chunks)


# Refusals


def _cut(line: str) -> BadLetter:
    return BadLetter(
        "armour/cut",
        "a block was cut off, its line '{line}' is missing: send the block again, whole",
        line=line,
    )


def _damaged() -> BadLetter:
    return BadLetter(
        "armour/damaged",
        "a block was changed on its way, some of its letters are missing or different:"
        " send it again, or attach the file",
    )


def _lower_cased() -> BadLetter:
    return BadLetter(
        "armour/lower-cased",
        "a block was turned into small letters on its way, but capitals matter in it:"
        " send it again as it was, or attach the file",
    )


def _too_long() -> BadLetter:
    return BadLetter(
        "armour/too-long",
        "a block may hold at most {limit} bytes, and this one would hold more",
        limit=LONGEST_CONTENT,
    )


def _too_many() -> BadLetter:
    return BadLetter(
        "armour/too-many",
        "the mail has more than {limit} different blocks, and only the first {limit} were read:"
        " send the others in another mail",
        limit=MOST_BLOCKS,
    )


def _text_too_long(length: int) -> BadLetter:
    return BadLetter(
        "armour/text-too-long",
        "the text of the mail has {length} characters, and only the first {limit} were read:"
        " send a shorter mail",
        length=length,
        limit=LOOK_AT,
    )


# The text of a mail part

# The standard library's parser takes quadratic time on unclosed tags. Here every quantifier is
# possessive and stops at the next "<", so that the time is linear whatever is sent.
_TAG = re.compile(r"<(?:(!--)(?!-?>)|([/!?]?[a-z\[][a-z0-9]*+)[^<>]*+>)", re.IGNORECASE)
_HIDDEN = {
    "!--": re.compile("-->"),
    "script": re.compile(r"</script[^<>]*+>", re.IGNORECASE),
    "style": re.compile(r"</style[^<>]*+>", re.IGNORECASE),
    "title": re.compile(r"</title[^<>]*+>", re.IGNORECASE),
}
_LINE_BREAKS = frozenset(
    "br hr p div pre blockquote table tr td th ul ol li dl dt dd h1 h2 h3 h4 h5 h6".split()
)
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});?", re.IGNORECASE)


def text_of_html(source: str) -> str:
    """The text that a reader sees of a HTML part: without tags, scripts and styles, in lines.

    Looks at one character more than `find` does, so that `find` still can say "too long".
    """
    source = source[: LOOK_AT + 1]
    pieces: list[str] = []
    at = 0
    in_pre = False
    while tag := _TAG.search(source, at):
        pieces.append(_seen(source[at : tag.start()], in_pre))
        name = (tag[1] or tag[2]).lower()
        at = _behind(tag, name)
        if name.removeprefix("/") in _LINE_BREAKS:
            pieces.append("\n")
        if name.removeprefix("/") == "pre":
            in_pre = name == "pre"
    pieces.append(_seen(source[at:], in_pre))
    return "".join(pieces)


def _behind(tag: re.Match[str], name: str) -> int:
    """The place where the text goes on: behind the tag, or behind all that it hides."""
    closing = _HIDDEN.get(name)
    if closing is None:
        return tag.end()
    closed = closing.search(tag.string, tag.end())
    return closed.end() if closed else len(tag.string)


def _seen(piece: str, in_pre: bool) -> str:
    if not in_pre:
        piece = _BLANKS.sub(" ", piece)
    return _ENTITY.sub(lambda entity: _character(entity[0]), piece)


@lru_cache(maxsize=1024)
def _character(entity: str) -> str:
    return html.unescape(entity)
