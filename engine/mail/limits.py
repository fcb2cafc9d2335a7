"""Limits of a mail, and the refusal of one that is more.

A mail is split by a scanner of our own that counts while it goes, so these limits hold before any
work is done that could grow: the time is linear in the size, and the size is bounded.
"""

from __future__ import annotations

from engine.errors import Refused

MOST_BYTES = 256 * 1024
MOST_HEADER = 256 * 1024  # of all headers in one mail together: a field costs more than its bytes
MOST_PARTS = 40
DEEPEST = 8
MOST_LETTERS = 8
LONGEST_FIELD = 2000  # of a header field that is taken apart; the usual ones have some hundred


class BadMail(Refused):
    """A mail that can't be read, or that may not be written."""


def too_large(size: int, most: int = MOST_BYTES) -> BadMail:
    """The refusal of a mail with too many bytes."""
    return BadMail(
        "mail/too-large",
        "the mail has {size} bytes, at most {most} are read: send it without large attachments",
        size=size,
        most=most,
    )


def too_much_header() -> BadMail:
    """The refusal of a mail that is header and hardly anything else."""
    return BadMail(
        "mail/long-header",
        "the headers of the mail have more than {most} bytes: send it as plain text",
        most=MOST_HEADER,
    )


def too_many_parts() -> BadMail:
    """The refusal of a mail with too many parts."""
    return BadMail(
        "mail/too-many-parts",
        "the mail has more than {most} parts: send it as plain text",
        most=MOST_PARTS,
    )


def too_deep() -> BadMail:
    """The refusal of a mail whose parts have parts that have parts."""
    return BadMail(
        "mail/too-deep",
        "the parts of the mail are nested more than {most} deep: send it as plain text",
        most=DEEPEST,
    )


def unreadable() -> BadMail:
    """The refusal of something that is no mail."""
    return BadMail("mail/unreadable", "this does not begin with the header of a mail")
