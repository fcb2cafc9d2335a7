"""Plain words in a mail: whose they are, what they may do, and doing it.

A code from one of our mails makes a mail its player's. Without one, a registered address may ask, and a
stranger may ask for help or to register, each at most once a day; whatever would change something is
held until a code comes back. Everything else gets silence.
"""

from __future__ import annotations

import json
from functools import partial

from sqlmodel import select

from server.codes import CONFIRM, TURN
from server.coding import CONFIRM_VALID
from server.command import BadCommand, Command, Understood, carry_out, understand
from server.confirm import check_yes, keep_promise
from server.gate import Silence, may_speak, not_too_often
from server.ledger import models as rows
from server.mail.reading import Incoming
from server.visit import BY_CODE, BY_DOMAIN, NOT_AT_ALL, Deed, Visit


def prepare_words(visit: Visit, mail: Incoming) -> list[Deed]:
    """What the commands in a mail without sealed letters will do."""
    identify(visit, mail)
    not_too_often(visit)
    confirmed = next(iter(visit.codes.values()), None)
    if confirmed is not None and confirmed.purpose == CONFIRM:
        check_yes(list(visit.words.own))
        return [partial(keep_promise, visit, confirmed)]
    lines = list(visit.words.commands)
    if visit.authority == NOT_AT_ALL:
        _gate(visit, lines)
    if not lines:
        raise BadCommand("command/none", "there is no command in your mail; `help` lists them")
    commands = understand(lines)
    changing = [found for found, _ in commands if found.changes and not found.in_turn]
    if changing and visit.reply_code() is None:
        _check_can_wait(commands)
        return [partial(_hold, visit, lines)]
    deeds: list[Deed] = [partial(carry_out, visit, understood) for understood in commands]
    return [*deeds, partial(_spend, visit)] if changing else deeds


def identify(visit: Visit, mail: Incoming) -> None:
    """Who speaks: by a code, else by the sender's address, which proves little."""
    visit.codes = _codes_in(visit)
    first = next(iter(visit.codes.values()), None)
    if first is not None:
        visit.authority = BY_CODE
        if first.player_id is not None:
            visit.player = visit.session.get(rows.Player, first.player_id)
        if visit.player is not None:
            visit.player.unreachable_since = None  # our mail got through
        visit.moving = any(code.purpose == TURN for code in visit.codes.values())
        return
    known = visit.session.exec(select(rows.Address).where(rows.Address.address == visit.sender)).first()
    if known is not None:
        visit.player = visit.session.get(rows.Player, known.player_id)
        visit.authority = BY_DOMAIN if mail.authenticated_by else NOT_AT_ALL


def _codes_in(visit: Visit) -> dict[str, rows.Code]:
    """The valid codes of one player in a mail. In a long thread old ones come after, or instead."""
    found = {code: row for code in visit.words.codes if (row := visit.valid_code(code))}
    fresh = {code: row for code, row in found.items() if not _is_stale(visit, row)}
    chosen = fresh or found
    whose = next((row.player_id for row in chosen.values()), None)
    return {code: row for code, row in chosen.items() if row.player_id == whose}


def _is_stale(visit: Visit, code: rows.Code) -> bool:
    """Whether a turn code is for a ply that has been played."""
    if code.purpose != TURN:
        return False
    game = visit.session.get(rows.Game, code.game_id)
    return game is None or game.ply != code.ply


def _gate(visit: Visit, lines: list[str]) -> None:
    """Strangers may ask for help or to register, players may ask; but not often."""
    if not lines:
        raise Silence("no command")
    if visit.player is None and not _for_strangers(lines):
        raise Silence("a stranger")
    may_speak(visit)


def _for_strangers(lines: list[str]) -> bool:
    try:
        return all(found.for_strangers for found, _ in understand(lines))
    except BadCommand:
        return False


def _spend(visit: Visit) -> None:
    """A code from an answer of ours is good for one change; asking does not use it up."""
    code = visit.reply_code()
    if code is not None:
        visit.codes[code].used_at = visit.now


def _check_can_wait(commands: list[Understood]) -> None:
    moves: list[Command] = [found for found, _ in commands if found.in_turn]
    if moves:
        raise BadCommand(
            "command/mixed", "your code is good for a move and nothing else: send the rest in another mail"
        )


def _hold(visit: Visit, lines: list[str]) -> None:
    """Keep commands that change something until their sender shows that the mail is theirs."""
    player = visit.somebody()
    address = visit.main_address(player)
    if player.auth == "key":
        raise BadCommand(
            "command/unsealed",
            "you have a key of your own, so what changes something must be sealed with it: send it with the "
            "client",
        )
    if address is None:
        raise Silence("no address")
    pending = json.dumps({"do": "commands", "lines": lines})
    code = visit.make_code(CONFIRM, player, CONFIRM_VALID, address=address, what=pending)
    asked = "\n".join(f"  {line}" for line in lines)
    visit.question = visit.tongue.say(
        "You, or somebody in your name, wrote:\n\n{asked}\n\n"
        "To have it done, reply with `yes` and leave this line in the mail:\n\n"
        "  code: {code}\n\n"
        "If it was not you, do nothing.",
        asked=asked,
        code=code,
    )
