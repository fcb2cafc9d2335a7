"""Plain words in a mail: whose they are, what they may do, and doing it.

A code of theirs shows that a player's mail is the player's (`sender`). Without one, whoever shows that our
mail was read may ask; a bare address may ask too, and a stranger for help or to register, each at most once a
day. Whatever would change something is held until a code comes back. Everything else gets silence.
"""

from __future__ import annotations

import json
from functools import partial

from engine.rules.notation import shorten
from server.desk.confirmation import is_grave, prepare_promise
from server.desk.press import offer_talk, prepare_press
from server.desk.sender import tell_owners, waits_for
from server.ledger import models as rows
from server.outgoing.code_lines import CONFIRM_VALID
from server.outgoing.limits import REGISTER, Silence, may_speak, not_too_often, purpose_of
from server.players.guard import STOP, stop_changes
from server.players.registration import check_no_key
from server.visit.codes import CONFIRM, REPLY, TURN
from server.visit.deed import Deed
from server.visit.refusal import BadCommand
from server.visit.sender import BY_CODE, BY_READING, NOT_AT_ALL, Said
from server.visit.visit import Visit
from server.words.command import Command, Understood, carry_out, hurry, understand, understood
from server.words.yes_no import YES, answer_in, says_stop


def prepare_words(visit: Visit) -> list[Deed]:
    """The deeds of the commands in a mail without sealed letters."""
    not_too_often(visit, moving=hurry(understood(list(visit.words.commands))))
    own = list(visit.words.own)
    if (stop := _to_stop(visit, own)) is not None:
        return [Deed(partial(stop_changes, visit, stop))]
    confirmed = next((code for code in visit.sender.codes.values() if waits_for(code) != STOP), None)
    if confirmed is not None and confirmed.purpose == CONFIRM:
        return [prepare_promise(visit, confirmed, own)]
    lines, press = list(visit.words.commands), visit.words.press
    if visit.sender.strayed and not _for_strangers(lines):
        return [Deed(partial(tell_owners, visit, lines))]
    if visit.sender.authority != BY_CODE:
        _gate(visit, lines or ([("note" if press.note else "press")] if press else []))
    if not lines and not press and visit.words.doubts:
        raise BadCommand(
            "command/in-doubt",
            "it is not clear whether you mean `{sent}`, or whether it is part of a sentence or of the mail "
            "that you quote, so nothing was done: if you mean it, reply with just that in the first line",
            sent=shorten(visit.words.doubts[0]),
        )
    if not lines and not press:
        raise _nothing_to_do(visit)
    # A move comes first: what is ordered in the same mail is for the turns after it.
    commands = sorted(understand(lines), key=lambda each: not each[0].in_turn)
    changing = [found for found, _ in commands if found.changes and not found.in_turn]
    if any(found.grave for found in changing) or (changing and not _has_code_for(visit, changing)):
        _check_can_wait(commands, press)
        return [Deed(partial(_hold, visit, lines))]
    moves = [Deed(partial(carry_out, visit, each), moves=each[0].in_turn) for each in commands]
    deeds = [
        *_words_for_the_table(visit, commands),
        *moves,
        *([Deed(prepare_press(visit, press))] if press else []),
    ]
    return [*deeds, Deed(partial(_spend, visit))] if changing else deeds


def _words_for_the_table(visit: Visit, commands: list[Understood]) -> list[Deed]:
    """Words that stand beside a move are offered back, in the mail that the mover gets of it."""
    moves = [each for each in commands if each[0].in_turn]
    if not moves or visit.words.press or not visit.words.talk:
        return []
    return [Deed(partial(offer_talk, visit, visit.words.talk))]


def _has_code_for(visit: Visit, changing: list[Command]) -> bool:
    """Whether a code in the mail is good for all of these changes."""
    if visit.reply_code() is not None:
        return True
    codes = visit.sender.codes.values()
    of_games = (code for code in codes if code.game_id and visit.codes.is_live(code))
    return all(found.ahead for found in changing) and any(code.purpose in (TURN, REPLY) for code in of_games)


def _to_stop(visit: Visit, own: list[str]) -> rows.Code | None:
    """The code in the mail by which its sender stops a change; without that word it is good for asking."""
    codes = [
        code
        for code in visit.sender.codes.values()
        if waits_for(code) == STOP and code.address == visit.sender.address
    ]
    if codes and says_stop(own):
        return codes[0]
    if codes and visit.sender.player is None:
        raise BadCommand(
            "stop/word",
            "to stop the change that this code is about, reply with `stop` in a line of its own, and leave "
            "the code in the mail",
        )
    return None


def _gate(visit: Visit, lines: list[str]) -> None:
    """Strangers may ask for help or to register, players may ask; but not often."""
    purpose = purpose_of(visit, lines)
    if (
        not lines
        and visit.sender.player is None
        and visit.sender.authority == BY_READING
        and _says_yes(visit)
    ):
        may_speak(visit, REGISTER)
        raise _without_code()
    if not lines and (visit.sender.player is None or (visit.sender.authority == NOT_AT_ALL and not purpose)):
        raise Silence("no command")
    if visit.sender.player is None and not _for_strangers(lines):
        raise Silence("a stranger")
    if lines or visit.sender.authority == NOT_AT_ALL:
        may_speak(visit, purpose)


def _says_yes(visit: Visit) -> bool:
    return answer_in(list(visit.words.own)) == YES


def _without_code() -> BadCommand:
    """For a yes to a question of ours, as far as anybody can see, in a mail that does not quote it."""
    return BadCommand(
        "confirm/code",
        "a yes counts only with the code of what it is for, and there is none in your mail that is good now: "
        "reply to the mail that asked you, and leave the line with the code in; if that mail is older than "
        "three days, send anew what you want",
    )


def _nothing_to_do(visit: Visit) -> BadCommand:
    if visit.sender.authority == BY_READING and _says_yes(visit) and CONFIRM not in visit.sender.outdated:
        return _without_code()
    if CONFIRM in visit.sender.outdated:
        return BadCommand(
            "confirm/over",
            "the code in your mail was for something that is done, or whose time is over: if it is not "
            "done, send it anew",
        )
    return BadCommand(
        "command/none",
        "there is no command in your mail; `help` lists them, and `press:` before your words says them to "
        "everyone in your game",
    )


def _for_strangers(lines: list[str]) -> bool:
    commands = understood(lines)
    return bool(commands) and all(found.for_strangers for found, _ in commands)


def _spend(visit: Visit) -> None:
    """A code that is not for a move is good for one change; asking does not use it up."""
    text, codes = visit.reply_code(), visit.sender.codes
    of_games = (code for code in codes.values() if code.purpose == REPLY and visit.codes.is_live(code))
    spent = codes[text] if text is not None else next(of_games, None)
    if spent is not None:
        spent.used_at = visit.now


def _check_can_wait(commands: list[Understood], press: Said | None) -> None:
    moves: list[Command] = [found for found, _ in commands if found.in_turn]
    if press:
        raise BadCommand(
            "command/mixed-press",
            "what you ask for has to be confirmed first: send what you say to the table in another mail",
        )
    if moves:
        raise BadCommand(
            "command/mixed", "your code is good for a move and nothing else: send the rest in another mail"
        )


def _hold(visit: Visit, lines: list[str]) -> None:
    """Keep commands that change something until their sender shows that the mail is theirs."""
    player = visit.sender.registered()
    address = visit.players.main_address(player)
    check_no_key(player)
    if address is None:
        raise Silence("no address")
    pending = json.dumps({"do": "commands", "lines": lines})
    code = visit.codes.make(CONFIRM, player, CONFIRM_VALID, address=address, what=pending)
    grave = [line for line in lines if is_grave(line)]
    # No line of the question is a line that confirms: some mail programs quote without any mark.
    question = visit.sender.tongue.say(
        "You, or somebody in your name, wrote:\n\n{asked}\n\n"
        "To have it done, reply with `{wanted}` in a line of its own, and leave this line in the mail:\n\n"
        "  code: {code}\n\n"
        "If it was not you, or you do not want it, reply with `no` or do nothing.",
        asked="\n".join(f"  - {line}" for line in lines),
        wanted="`, `".join(grave) or "yes",
        code=code,
    )
    visit.reply.ask(question)
