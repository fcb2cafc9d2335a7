"""The sender of a mail of plain words, by its address and the codes in it.

A code belongs to one player, and counts only in a mail from one of that player's addresses. Codes travel:
mails are forwarded, sent to several people, quoted in full, and somebody may give themselves a name that is
spelled like a code. So in a mail from a registered address, codes of anybody else are passed over as if they
were not there. In a mail from any other address no player's code is obeyed; the player hears of it, at the
registered address, once a day of each code and not too often, because it may be their own other address.

Codes that were mailed to an address so that it confirms something itself (to register it, to add it) count
in a mail from that address only.

Whoever gets a copy of a mail sees the codes in it, and may be able to write under its sender's address. So
what is left of them when the mail is dealt with ends; the answer brings others.

Somebody with a key of their own changes nothing by codes: these let them ask, and no more.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from engine.tongue import phrase, word
from server.ledger import models as rows
from server.ledger.budgets import DAY, allow_answer, allow_tally
from server.mail.reading import Incoming
from server.outgoing.answers import notify
from server.outgoing.limits import wear_of
from server.outgoing.proof import look_for_reading, shows_reading_at
from server.players.guard import STOP
from server.visit.codes import CONFIRM, REPLY, TURN
from server.visit.sender import BY_CODE, BY_DOMAIN, BY_READING, NOT_AT_ALL, Sender
from server.visit.visit import Visit
from server.words.command import understood

FOR_AN_ADDRESS: Final = frozenset({"register", "address", STOP})
"""The kinds of requests that wait for the word of an address that need not be anybody's now."""
STRAYED_A_DAY: Final = 5
"""So many mails of others, with different codes of a player, are told to that player in a day."""


def identify(visit: Visit, mail: Incoming) -> Sender:
    """The sender of a mail: the owner of its address, which proves little without a code of theirs."""
    owner = visit.players.owner_of(visit.sender.address)
    sender = visit.sender.known_as(owner)
    known = {text: row for text in visit.words.codes if (row := visit.codes.known(text))}
    theirs = [text for text, row in known.items() if _is_theirs(sender, row)]
    others = [row for text, row in known.items() if text not in theirs and row.player_id]
    sender = replace(
        sender,
        strayed=tuple(others) if owner is None and sender.address else (),
        codes=_usable(visit, theirs),
        overlooked=_went_to_others(visit, sender, mail),
    )
    if any(not _is_for_another(sender, code) for code in sender.codes.values()):
        if owner is not None:
            owner.unreachable_since = None  # our mail got through
        proofs = [code.hash for code in sender.codes.values()]
        return replace(sender.known_as(owner, BY_CODE), wear=wear_of(visit, proofs))
    if owner is None:
        shown = shows_reading_at(visit, mail)
        return replace(sender.known_as(None, BY_READING), wear=wear_of(visit, shown)) if shown else sender
    reading = look_for_reading(visit, mail, owner)
    sender = replace(sender, outdated=reading.outdated, hinted=reading.games)
    if reading.shown:
        owner.unreachable_since = None
        return replace(sender.known_as(owner, BY_READING), wear=wear_of(visit, reading.shown))
    return sender.known_as(owner, BY_DOMAIN if mail.authenticated_by else NOT_AT_ALL)


def _went_to_others(visit: Visit, sender: Sender, mail: Incoming) -> bool:
    """Whether a mail was openly sent to somebody else than us and its own sender."""
    local, _, domain = visit.settings.address.casefold().partition("@")
    own = {row.address for row in visit.players.addresses(sender.player)} if sender.player else set()
    others = [
        address
        for address in mail.shown_to
        if address not in (sender.address, *own)
        and not (address.startswith((f"{local}@", f"{local}+")) and address.endswith(f"@{domain}"))
    ]
    # One alone, and not us, is another name of ours: how else would the mail be here?
    return len(others) > (len(others) == len(mail.shown_to))


def end_overlooked(visit: Visit) -> None:
    """End the codes that others have seen and could use: to move, or for a change."""
    for code in visit.sender.codes.values() if visit.sender.overlooked else ():
        if code.purpose in (TURN, REPLY) and code.used_at is None:
            code.used_at = visit.now


def _is_theirs(sender: Sender, code: rows.Code) -> bool:
    """Whether a code was made for whoever sends this mail."""
    if sender.player is not None and code.player_id == sender.player.id:
        return True
    if code.purpose != CONFIRM or code.address != sender.address:
        return False
    return code.player_id is None or (sender.player is None and waits_for(code) in FOR_AN_ADDRESS)


def _is_for_another(sender: Sender, code: rows.Code) -> bool:
    """Whether a code was mailed to another address for that address to speak; others may read it there."""
    return code.purpose == CONFIRM and waits_for(code) in FOR_AN_ADDRESS and code.address != sender.address


def waits_for(code: rows.Code) -> str:
    """The kind of request that waits for a code."""
    found: str = json.loads(code.what).get("do", "")
    return found


def _usable(visit: Visit, texts: list[str]) -> dict[str, rows.Code]:
    """The codes that can still be used, in their order. In a long thread old ones come after, or instead."""
    # Locked in one order, so that two workers with the same codes never wait for each other.
    valid = {text: row for text in sorted(texts) if (row := visit.codes.valid(text))}
    found = {text: valid[text] for text in texts if text in valid}
    fresh = {text: row for text, row in found.items() if not _is_stale(visit, row)}
    return fresh or found


def _is_stale(visit: Visit, code: rows.Code) -> bool:
    """Whether a turn code is for a ply that has been played."""
    if code.purpose != TURN:
        return False
    game = visit.session.get(rows.Game, code.game_id)
    return game is None or game.ply != code.ply


def tell_owners(visit: Visit, lines: list[str]) -> None:
    """Tell the players whose codes came from an address that is not theirs: of each code once a day.

    Somebody else's mail with an older code does not keep a player from hearing of their own.
    """
    first = {code.player_id: code for code in reversed(visit.sender.strayed)}
    for player_id, code in reversed(first.items()):
        owner = visit.session.get(rows.Player, player_id)
        if owner is not None and _may_tell(visit, owner, code):
            _tell_owner(visit, owner, lines)


def _may_tell(visit: Visit, owner: rows.Player, code: rows.Code) -> bool:
    return allow_answer(visit.session, f"strayed {code.hash}", visit.now) and allow_tally(
        visit.session, f"strayed player {owner.id}", visit.now, DAY, STRAYED_A_DAY
    )


def _tell_owner(visit: Visit, owner: rows.Player, lines: list[str]) -> None:
    """Only what the mail asked for is told, in words of ours: a stranger may have written it."""
    facts = {"sender": visit.sender.address, "asked": ", ".join(_names(lines)) or "-"}
    text = phrase(
        "A mail with a code of yours came from {sender},\n"
        "which is not one of your addresses. It was not obeyed, and nothing was changed.\n"
        "(It asked for: {asked}.)\n\n"
        "If you wrote it, send it again from the address that this mail went to. To write\n"
        "from the other one too, send:\n\n"
        "  set address {sender}\n\n"
        "If you did not, somebody else has read a mail of ours to you: do not let others\n"
        "see the codes.",
        **facts,
    )
    notify(visit, owner, f"strayed {visit.name} {owner.handle}", text, remark=word("not obeyed"))


def _names(lines: list[str]) -> list[str]:
    """The commands in these lines by their names, each once."""
    return list(dict.fromkeys(found.name for found, _ in understood(lines)))
