"""The contents of a mail's parts: words to read, and sealed letters.

A letter may lie anywhere, because only its seal counts: attached under any name and type, pasted as
an armoured block, in a mail that was forwarded as a whole. Words count only where their sender
wrote them: not in attachments, and not in forwarded mails.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.errors import BadLetter, Refused
from engine.mail.flowed import unflowed
from engine.mail.limits import MOST_LETTERS, BadMail
from engine.mail.markup import readable
from engine.mail.mime import Part
from engine.record.letters import armour
from engine.record.letters.armour import Block
from engine.record.letters.seal import repair

_BEGINNING = 'format = "grubenpost-'
_BEGINNINGS = (
    _BEGINNING.encode("ascii"),
    codecs.BOM_UTF8 + _BEGINNING.encode("ascii"),
    codecs.BOM_UTF16_LE + _BEGINNING.encode("utf-16-le"),
    codecs.BOM_UTF16_BE + _BEGINNING.encode("utf-16-be"),
)
_TNEF = b"\x78\x9f\x3e\x22"
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_ENCRYPTED_TEXT = b"-----BEGIN PGP MESSAGE-----"


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a mail. The problems say what could not be read of it, and why."""

    text: str
    letters: tuple[bytes, ...]
    problems: tuple[Refused, ...]


def read_contents(mail: Part) -> Contents:
    """The words and letters of a mail."""
    parts = list(mail.walk())
    blocks = _blocks(parts)
    letters = list(dict.fromkeys(block for block in blocks if isinstance(block, bytes)))
    problems: dict[str, Refused] = {block.code: block for block in blocks if isinstance(block, BadLetter)}
    if not letters:
        problems.update((problem.code, problem) for problem in _wrappings(parts))
    if len(letters) > MOST_LETTERS:
        problem = _too_many_letters()
        problems[problem.code] = problem
    return Contents(_words(mail), tuple(letters[:MOST_LETTERS]), tuple(problems.values()))


# Words


def _words(part: Part) -> str:
    """The words of the sender. Of alternatives the first that says anything, usually the plain one."""
    if part.kind == "multipart/alternative":
        return next((words for words in map(_words, part.parts) if words.strip()), "")
    if part.attached or part.is_message or _is_sealed(part):
        return ""
    if part.kind == "text/plain":
        flowed = part.parameters.get("format", "").lower() == "flowed"
        return unflowed(part.text, part.parameters.get("delsp", "").lower() == "yes") if flowed else part.text
    if part.kind == "text/html":
        return readable(part.text)
    return "\n".join(filter(None, map(_words, part.parts)))


# Letters


def _is_sealed(part: Part) -> bool:
    return part.content.startswith(_BEGINNINGS)


def _blocks(parts: list[Part]) -> list[Block]:
    """Every letter or piece of one. HTML is looked at only if all else holds no letter."""
    files = [_repaired(part.content) for part in parts if _is_sealed(part)]
    others = [part for part in parts if not _is_sealed(part)]
    plain = [*files, *_armoured(part.text for part in others if part.kind == "text/plain")]
    if any(isinstance(block, bytes) for block in plain):
        return plain
    marked_up = _armoured(armour.text_of_html(part.text) for part in others if part.kind == "text/html")
    return marked_up if any(isinstance(block, bytes) for block in marked_up) else plain or marked_up


def _armoured(texts: Iterable[str]) -> list[Block]:
    blocks = [block for text in texts for block in armour.find(text)]
    return [_repaired(block) if isinstance(block, bytes) else block for block in blocks]


def _repaired(content: bytes) -> Block:
    """Repaired at once, so that the same letter in two carriers counts once."""
    try:
        return repair(content)
    except BadLetter as refusal:
        return refusal


def _wrappings(parts: list[Part]) -> Iterator[BadMail]:
    """The wrappings of letters that only mail programs like their sender's can open."""
    for part in parts:
        if part.content.startswith(_TNEF):
            yield BadMail(
                "mail/winmail",
                "the mail came wrapped as winmail.dat, which only Outlook can open: send it as plain text",
            )
        if part.kind in _ENCRYPTED or part.content.lstrip().startswith(_ENCRYPTED_TEXT):
            yield BadMail(
                "mail/encrypted",
                "the mail is encrypted or wrapped by S/MIME, and there is no key for it here:"
                " send it as plain text",
            )


def _too_many_letters() -> BadMail:
    return BadMail(
        "mail/too-many-letters",
        "the mail has more than {most} different letters, and only the first {most} were read:"
        " send the others in another mail",
        most=MOST_LETTERS,
    )
