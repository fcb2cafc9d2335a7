"""Addresses, in the one plain form that can do no harm in a header or on the wire.

Only `local@domain` of unquoted ASCII counts. What a sender writes beside it (display names,
comments, quoted strings) is thrown away before an address is looked for, so that a name which
looks like an address is never taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.mail.limits import LONGEST_FIELD

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
_LONGEST_LOCAL = 64
_LONGEST = 254

_BESIDE = re.compile(r'"(?:[^"\\]|\\.)*"|\\.|[()]')
_IN_COMMENT = re.compile(r"\\.|[()]")
_ANGLE = re.compile(r"[^<>]*<([^<>]*)>\s*")
_WORDS = re.compile(r"[^\s<>,;:\"()]+")
_MOST = 50


def plain_address(text: str) -> str:
    """The address with its domain in lower case, or an empty text if it is not a plain one."""
    if len(text) > _LONGEST or _ADDRESS.fullmatch(text) is None:
        return ""
    local, _, domain = text.rpartition("@")
    return f"{local}@{domain.lower()}" if len(local) <= _LONGEST_LOCAL else ""


def domain_of(address: str) -> str:
    """The domain: the part behind the @."""
    return address.rpartition("@")[2]


def sender_in(fields: list[str]) -> str:
    """The one address in the From fields, or an empty text if there is none, or a doubt."""
    if len(fields) != 1 or len(fields[0]) > LONGEST_FIELD:
        return ""
    bare = without_remarks(fields[0])
    if bare is None or ":" in bare or ";" in bare:
        return ""
    if "<" not in bare:
        return plain_address(bare.strip())
    angle = _ANGLE.fullmatch(bare)
    others = [piece for piece in bare.split(",") if "@" in piece and "<" not in piece]
    return plain_address(angle[1].strip()) if angle and not others else ""


def names_nobody(fields: list[str]) -> bool:
    """Whether the From fields hold no address at all, as those of mail servers.

    A doubt about which of several it is, or about how one is written, is not that.
    """
    return not any("@" in field and _may_name_somebody(field) for field in fields)


def _may_name_somebody(field: str) -> bool:
    bare = without_remarks(field) if len(field) <= LONGEST_FIELD else None
    return bare is None or "@" in bare


def without_remarks(value: str) -> str | None:
    """The field without quoted strings and (comments (in comments)); None if one is left open."""
    kept: list[str] = []
    depth = at = 0
    while remark := (_IN_COMMENT if depth else _BESIDE).search(value, at):
        if not depth:
            kept.append(value[at : remark.start()])
        at = remark.end()
        depth += {"(": 1, ")": -1}.get(remark[0], 0)
        if depth < 0:
            return None
    kept.append(value[at:])
    bare = " ".join(kept)
    return None if depth or '"' in bare else bare


def strange_addresses_in(fields: Iterable[str]) -> tuple[str, ...]:
    """All in such fields that seems to be an address and is no plain one, as it is written, at most fifty."""
    found: dict[str, None] = {}
    for field in fields:
        bare = without_remarks(field[: 10 * LONGEST_FIELD]) or field[: 10 * LONGEST_FIELD]
        for piece in re.split("[,;]", bare):
            if "@" in piece and not any(map(plain_address, _WORDS.findall(piece))):
                found[piece.strip()[:_LONGEST].lower()] = None
                if len(found) == _MOST:
                    return tuple(found)
    return tuple(found)


def addresses_in(fields: Iterable[str]) -> tuple[str, ...]:
    """All plain addresses in fields such as To, in lower case, each once, at most fifty.

    These say where a mail went. They are never believed as to who sent it, so nothing is refused.
    """
    found: dict[str, None] = {}
    for field in fields:
        for word in _WORDS.findall(field[: 10 * LONGEST_FIELD]):
            if "@" in word and (address := plain_address(word)):
                found[address.lower()] = None
                if len(found) == _MOST:
                    return tuple(found)
    return tuple(found)
