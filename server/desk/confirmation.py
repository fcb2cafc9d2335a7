"""Requests that wait for a code, and are done when the code comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from engine.record.keyring.keyring import fold
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.register import Register
from engine.record.letters.post import open_letter, seal_letter
from engine.tongue import LANGUAGES
from server.ledger import models as rows
from server.ledger.queues import take_letter
from server.players.addresses import confirm_address, enter_address
from server.players.key_changes import log_key_letter
from server.players.registration import check_address_free, check_handle_free, check_no_key
from server.press.notes import keep_note
from server.press.saying import say_to_table
from server.visit.deed import Deed
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import carry_out, understand
from server.words.yes_no import NO, YES, answer_in, says


def prepare_promise(visit: Visit, code: rows.Code, own: list[str]) -> Deed:
    """The deed of an answer to a question of ours: a plain yes does the thing that waits, a plain no ends it.

    What can't be undone takes more than a yes: its own words once more. Nothing at all is no answer.
    """
    what: dict[str, Any] = json.loads(code.what)
    grave = [line for line in what.get("lines", ()) if is_grave(line)]
    if answer_in(own) == NO:
        return Deed(partial(_call_off, visit, code))
    if grave and not all(says(own, line) for line in grave):
        raise BadCommand(
            "confirm/words",
            "this can't be undone, so a yes is not enough: to have it done, reply with `{wanted}` in a line "
            "of its own, and leave the line with the code in the mail; if you don't want it, reply with `no`",
            wanted="`, `".join(grave),
        )
    if not grave and answer_in(own) != YES:
        raise BadCommand(
            "confirm/yes",
            "to confirm, reply with the word `yes` in a line of its own and nothing else, and leave the line "
            "with the code in your mail; if you don't want it, reply with `no`",
        )
    return Deed(partial(keep_promise, visit, code))


def is_grave(line: str) -> bool:
    """Whether a command is one that can't be undone."""
    return any(found.grave for found, _ in understand([line]))


def _call_off(visit: Visit, code: rows.Code) -> None:
    code.used_at = visit.now
    visit.say("As you say: nothing was done, and the code in that mail no longer works.")


def keep_promise(visit: Visit, code: rows.Code) -> None:
    """Do what was waiting for this code."""
    what: dict[str, Any] = json.loads(code.what)
    done = _WAITING.get(what.get("do", ""))
    if done is None:
        raise BadCommand("confirm/nothing", "this code is not for a reply: put it into a recover letter")
    code.used_at = visit.now
    done(visit, code, what)


def _check_came_from(visit: Visit, code: rows.Code) -> None:
    if visit.sender.address != code.address:
        raise BadCommand("confirm/address", "this code was mailed to another address: reply from there")


def _register(visit: Visit, code: rows.Code, what: dict[str, Any]) -> None:
    """A new player, with a key of their own or with one that the server holds for them."""
    _check_came_from(visit, code)
    check_address_free(visit, visit.sender.address)
    visit.keys.lock()  # nobody else takes a handle like it meanwhile
    check_handle_free(visit, what["handle"])
    raw, seed = _register_letter(visit, what)
    opened = open_letter(raw, lambda _: ())
    log_key_letter(visit, opened)
    take_letter(visit.session, opened.sealed.letter_id, visit.now)
    player = rows.Player(
        handle=what["handle"],
        folded=fold(what["handle"]),
        name=what["name"],
        auth=what["auth"],
        language=visit.settings.language,
        style="html" if seed else "text",  # one reads mails in a mail program, the other in a terminal
        seed=seed,
        created_at=visit.now,
    )
    visit.session.add(player)
    visit.session.flush()
    enter_address(visit, player, visit.sender.address, main=True)
    visit.sender = visit.sender.known_as(player)
    visit.reply.name_letters((opened.sealed.letter_id,))  # the welcome answers this one too
    visit.say(
        "Welcome, {name}! You are registered as {handle}.\n\n"
        "`games` lists the games that you can join, `new` opens one, and `new 3 bots=2`\n"
        "one against bots. `help rules` tells how the game is played, `help` the rest.\n"
        "`set language` and one of {languages} chooses the language of your mails.\n\n"
        "This server's key, which signs every checkpoint, has the fingerprint\n"
        "  {fingerprint}",
        name=player.name,
        handle=player.handle,
        languages=", ".join(LANGUAGES),
        fingerprint=visit.settings.key.public.fingerprint,
    )


def _register_letter(visit: Visit, what: dict[str, Any]) -> tuple[bytes, bytes | None]:
    """The sealed letter that registers the key, and the key itself if the server holds it."""
    if what["letter"]:
        return what["letter"].encode("ascii"), None
    seed = visit.entropy(32)
    key = PrivateKey(seed)
    handle, nonce = what["handle"], visit.entropy(16).hex()
    return seal_letter(Register(visit.settings.name, handle, "mailbox", key.public, nonce), key), seed


def _address(visit: Visit, code: rows.Code, what: dict[str, Any]) -> None:
    _check_came_from(visit, code)
    confirm_address(visit, code, what)


def _commands(visit: Visit, code: rows.Code, what: dict[str, Any]) -> None:
    check_no_key(visit.sender.registered())
    for understood in understand(what["lines"]):
        carry_out(visit, understood)


def _press(visit: Visit, code: rows.Code, what: dict[str, Any]) -> None:
    check_no_key(visit.sender.registered())
    say_to_table(visit, visit.games.find(what["game"]), what["text"], what["to"])


def _note(visit: Visit, code: rows.Code, what: dict[str, Any]) -> None:
    check_no_key(visit.sender.registered())
    keep_note(visit, visit.games.find(what["game"]), what["text"])


_WAITING: Final[dict[str, Callable[[Visit, rows.Code, dict[str, Any]], None]]] = {
    "register": _register,
    "address": _address,
    "commands": _commands,
    "press": _press,
    "note": _note,
}
