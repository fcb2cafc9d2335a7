"""Proof that somebody has read our mail: between a code, which lets one act, and an address, which proves
nothing.

A mail from one of a player's addresses shows it if it names a Message-ID of ours that went to this player,
or carries any code that did: one for asking, which is in every mail to a mailbox player, or one that is used,
stale or expired. Its sender may ask, and is answered at the player's own address. Nothing is ever moved or
changed by it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from sqlmodel import col, select

from engine.wire.codes import ENTROPY, write_code
from server.ledger import models as rows
from server.ledger.budgets import DAY
from server.mail.reading import Incoming
from server.mail.tokens import is_own_id, thread_id, was_sent_to
from server.visit.codes import KEPT_AFTER, hash_code
from server.visit.draft import reader_of
from server.visit.settings import Settings
from server.visit.visit import Visit

ASK_SPAN: Final = 90 * DAY
"""For so long a player's mails carry the same code for asking …"""
ASK_SPANS: Final = 5
"""… and it is known, from its first day on, for so many times that, unless an address or a key changes."""
MOST_SHOWN: Final = 8
"""So many things in a mail that show it are looked at."""
ROWS_KEPT: Final = 400 * DAY
"""The time for which it is known that a mail came or went, after its text has been erased. Who is handed an
older mail again, by a mailbox that was numbered anew, passes it over."""


def ask_code(settings: Settings, player: rows.Player, now: int) -> str:
    """The code for asking in the mails of these weeks to a player. It is made from a secret, not kept."""
    return _ask_code(settings.mail_secret, f"handle {player.handle}", player.epoch, now // ASK_SPAN)


def _ask_codes(visit: Visit, player: rows.Player) -> set[str]:
    """The codes for asking that count. Earlier versions made them from the number of the player's row."""
    secret, epoch, this = visit.settings.mail_secret, player.epoch, visit.now // ASK_SPAN
    return {
        _ask_code(secret, whose, epoch, span)
        for whose in (f"handle {player.handle}", str(player.id))
        for span in range(this, this - ASK_SPANS, -1)
    }


@lru_cache(maxsize=1024)
def _ask_code(secret: bytes, whose: str, epoch: int, span: int) -> str:
    told = f"grubenpost ask\0{whose} {epoch} {span}".encode()
    return write_code(hmac.digest(secret, told, "sha256")[:ENTROPY])


class SignsOfOurs(NamedTuple):
    """The signs, in a mail from a player's address, of our mails to that player."""

    shown: tuple[str, ...]
    """The signs that its sender has read one: Message-IDs, the nearest first, and codes, as hashes."""
    outdated: tuple[str, ...]
    """The purposes of the codes in it."""
    games: tuple[str, ...]
    """The games that it may be about."""


def look_for_reading(visit: Visit, mail: Incoming, player: rows.Player) -> SignsOfOurs:
    """Look, in a mail from a player's address, for signs of our mails to that player."""
    codes = visit.words.codes
    old = _old_codes(visit, codes, player)
    games = dict.fromkeys(code.game_id for code in old if code.game_id)
    asked = _ask_codes(visit, player).intersection(codes) if codes else ()
    shown = (*_named(visit, mail, player), *(code.hash for code in old), *map(hash_code, sorted(asked)))
    return SignsOfOurs(
        shown=shown[:MOST_SHOWN],
        outdated=tuple(code.purpose for code in old),
        games=tuple(games or _games_of_thread(visit, mail, player)),
    )


def shows_reading_at(visit: Visit, mail: Incoming) -> list[str]:
    """The same of somebody who is no player: what shows that our mail to this very address was read."""
    secret, server = visit.settings.mail_secret, visit.settings.name
    reader = reader_of(None, visit.sender.address)
    shown = [_hashed(one) for one in answered_by(mail) if was_sent_to(secret, server, one, reader)]
    return shown[:MOST_SHOWN]


def answered_by(mail: Incoming) -> list[str]:
    """The Message-IDs that a mail answers, the nearest first."""
    return [one for one in dict.fromkeys([mail.in_reply_to, *reversed(mail.references)]) if one]


def _old_codes(visit: Visit, codes: Iterable[str], player: rows.Player) -> list[rows.Code]:
    """The codes in a mail that were mailed to this player, whatever they were for."""
    hashes = [hash_code(code) for code in codes]
    if not hashes:
        return []
    mailed = select(rows.Code).where(
        col(rows.Code.hash).in_(hashes),
        rows.Code.player_id == player.id,
        col(rows.Code.expires_at) > visit.now - KEPT_AFTER,
    )
    return list(visit.session.exec(mailed).all())


def _named(visit: Visit, mail: Incoming, player: rows.Player) -> list[str]:
    """The Message-IDs of mails of ours to this player that a mail answers, as hashes."""
    secret, server = visit.settings.mail_secret, visit.settings.name
    ours = [one.lower() for one in answered_by(mail) if is_own_id(one.lower(), server)]
    # Mails of earlier versions name their reader by the number of a row, or not at all …
    readers = (reader_of(player.handle, ""), f"player {player.id}")
    named = [one for one in ours if any(was_sent_to(secret, server, one, reader) for reader in readers)]
    if ours and not named:
        # … which the outbox tells, while it lasts.
        earlier = select(rows.Outbox.message_id).where(
            col(rows.Outbox.message_id).in_(ours),
            rows.Outbox.player_id == player.id,
            col(rows.Outbox.created_at) > visit.now - ROWS_KEPT,
        )
        named = sorted(set(visit.session.exec(earlier)))
    return [_hashed(one) for one in named]


def _hashed(message_id: str) -> str:
    return sha256(message_id.lower().encode("ascii", "replace")).hexdigest()


def _games_of_thread(visit: Visit, mail: Incoming, player: rows.Player) -> list[str]:
    """The player's running games whose mails this mail is in a thread with."""
    named = {one.lower() for one in answered_by(mail)}
    if not named:
        return []
    playing = (
        select(rows.Game.id)
        .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
        .where(
            rows.Seat.player_id == player.id, col(rows.Seat.left_at).is_(None), rows.Game.state == "running"
        )
        .order_by(col(rows.Game.id))
    )
    secret, server = visit.settings.mail_secret, visit.settings.name
    return [game for game in visit.session.exec(playing) if thread_id(secret, server, game) in named]
