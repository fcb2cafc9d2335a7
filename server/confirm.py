"""What waits for a code, and is done when the code comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from engine.record.keyring import fold, key_event
from engine.record.keys import PrivateKey
from engine.record.letters.register import Register
from engine.record.post import open_letter, seal_letter
from server.command import BadCommand, carry_out, understand
from server.commands.register import check_free
from server.ledger import models as rows
from server.ledger.queues import take_letter
from server.sealed import log_key_event
from server.visit import BY_CODE, Visit


def keep_promise(visit: Visit, code: rows.Code) -> None:
    """Do what was waiting for this code."""
    what: dict[str, Any] = json.loads(code.what)
    done = _WAITING.get(what.get("do", ""))
    if done is None:
        raise BadCommand("confirm/nothing", "nothing waits for this code here")
    done(visit, code, what)
    code.used_at = visit.now


def _register(visit: Visit, code: rows.Code, what: dict[str, Any]) -> None:
    """A new player, with a key of their own or with one that the server holds for them."""
    if visit.sender != code.address:
        raise BadCommand("confirm/address", "this code was mailed to another address: reply from there")
    check_free(visit, what["handle"])
    raw, seed = _register_letter(visit, what)
    opened = open_letter(raw, lambda _: ())
    log_key_event(visit, key_event(opened, visit.next_key, visit.now), raw)
    player = rows.Player(
        handle=what["handle"],
        folded=fold(what["handle"]),
        name=what["name"],
        auth=what["auth"],
        seed=seed,
        created_at=visit.now,
    )
    visit.session.add(player)
    visit.session.flush()
    assert player.id is not None
    visit.session.add(
        rows.Address(
            player_id=player.id,
            address=visit.sender,
            main=True,
            confirmed_at=visit.now,
            created_at=visit.now,
        )
    )
    take_letter(visit.session, opened.sealed.letter_id, visit.now)
    visit.session.flush()
    visit.player, visit.authority = player, BY_CODE
    visit.say(
        f"Welcome, {player.name}! You are registered as {player.handle}.\n\n"
        "`games` lists the games that you can join, `new` opens one, `help` tells the rest."
    )


def _register_letter(visit: Visit, what: dict[str, Any]) -> tuple[bytes, bytes | None]:
    """The sealed letter that registers the key, and the key itself if the server holds it."""
    if what["letter"]:
        return what["letter"].encode("ascii"), None
    seed = visit.entropy(32)
    key = PrivateKey(seed)
    nonce = visit.entropy(16).hex()
    letter = Register(visit.settings.name, what["handle"], what["name"], "mailbox", key.public, nonce)
    return seal_letter(letter, key), seed


def _address(visit: Visit, code: rows.Code, what: dict[str, Any]) -> None:
    player = visit.session.get(rows.Player, code.player_id)
    if player is None or visit.sender != code.address:
        raise BadCommand("confirm/address", "this code was mailed to another address: reply from there")
    visit.player, visit.authority = player, BY_CODE
    visit.session.add(
        rows.Address(
            player_id=player.id,
            address=what["address"],
            confirmed_at=visit.now,
            created_at=visit.now,
        )
    )
    visit.say(f"{what['address']} is one of your addresses now.")


def _commands(visit: Visit, code: rows.Code, what: dict[str, Any]) -> None:
    visit.player, visit.authority = visit.session.get(rows.Player, code.player_id), BY_CODE
    for found, text in understand(what["lines"]):
        carry_out(visit, found, text)


_WAITING: Final[dict[str, Callable[[Visit, rows.Code, dict[str, Any]], None]]] = {
    "register": _register,
    "address": _address,
    "commands": _commands,
}
