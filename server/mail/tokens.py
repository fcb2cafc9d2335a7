"""The names of mails of ours: Message-IDs, and the tokens by which a bounce or a farewell tells
which mail it is about.

All are made from a secret of the server and from what the mail is for, so nobody can guess one and
the same mail always has the same. Both ways are here: how they are written into addresses and
links, and how they are found in what comes back. Capitals get lost on the way, so the digits are
those of base 32, in small letters.

The second half of a Message-ID tells whom the mail was for, again only to us: a reply that names it
shows that its sender has read that mail, and no ledger is needed to know it.
"""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Iterable
from functools import lru_cache

_LENGTH = 16  # bytes, of which 26 digits are made
_HALF = 13
_FORM = "[a-z2-7]{26}"
_OWN_ID = re.compile(rf"<{_FORM}@[^<>@]+>")
_BOUNCED = re.compile(rf"[^@]+\+({_FORM})@", re.IGNORECASE)
_UNSUBSCRIBED = re.compile(rf"\bunsubscribe ({_FORM})\b", re.IGNORECASE)


@lru_cache(maxsize=1024)
def secret_name(key: bytes, purpose: str, what: str) -> str:
    """Twenty-six digits that nobody can tell without the key, and that are always the same."""
    told = f"{purpose}\0{what}".encode("utf-8", "replace")
    digest = hmac.digest(key, told, "sha256")[:_LENGTH]
    return base64.b32encode(digest).decode("ascii").rstrip("=").lower()


def message_id(key: bytes, server: str, dedupe_key: str, reader: str = "") -> str:
    """The Message-ID of the mail with this dedupe key to this reader, however often it is made or sent."""
    name = secret_name(key, "grubenpost message", dedupe_key)
    if reader:
        name = name[:_HALF] + _reader_mark(key, name[:_HALF], reader)
    return f"<{name}@{server}>"


def was_sent_to(key: bytes, server: str, sent: str, reader: str) -> bool:
    """Whether this is the Message-ID of a mail of ours to this reader. Nobody else can make one."""
    sent = sent.lower()
    if not reader or not is_own_id(sent, server.lower()):
        return False
    name, mark = sent[1 : _HALF + 1], sent[_HALF + 1 : 2 * _HALF + 1]
    return hmac.compare_digest(mark, _reader_mark(key, name, reader))


def _reader_mark(key: bytes, name: str, reader: str) -> str:
    return secret_name(key, "grubenpost reader", f"{name} {reader}")[:_HALF]


def thread_id(key: bytes, server: str, thread: str) -> str:
    """A Message-ID of no mail, to which all mails of a thread refer and so stay together."""
    return f"<{secret_name(key, 'grubenpost thread', thread)}@{server}>"


def is_own_id(text: str, server: str) -> bool:
    """Whether a Message-ID has the form of ours. A mail server of the same name has other forms."""
    return _OWN_ID.fullmatch(text) is not None and text.endswith(f"@{server}>")


def bounce_token(key: bytes, dedupe_key: str) -> str:
    """The token of the mail with this dedupe key."""
    return secret_name(key, "grubenpost bounce", dedupe_key)


def bounce_address(token: str, mailbox: str) -> str:
    """The envelope sender of a mail: what can't be delivered comes back to it.

    The mailbox is `bounce@` in a domain of the host's own, or else the very account that is
    fetched: in somebody else's domain, `bounce@` may be a stranger.
    """
    local, _, domain = mailbox.rpartition("@")
    return f"{local}+{token}@{domain}"


def bounced_token(recipients: Iterable[str]) -> str:
    """The token in the addresses that a mail came to, or an empty text."""
    found = (_BOUNCED.match(address) for address in recipients)
    return next((match[1].lower() for match in found if match), "")


def unsubscribe_link(token: str, address: str) -> str:
    """The link that a mail program opens when its user wants no more of these mails."""
    return f"mailto:{address}?subject=unsubscribe%20{token}"


def unsubscribed_token(subject: str) -> str:
    """The token in the subject of a mail that such a link made, or an empty text."""
    found = _UNSUBSCRIBED.search(subject)
    return found[1].lower() if found else ""
