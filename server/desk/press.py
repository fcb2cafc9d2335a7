"""Press and notes in a mail of plain words: taken with a code at once, else after a yes."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Final

from engine.tongue import word
from engine.wire.press import marked
from server.ledger import models as rows
from server.outgoing.code_lines import CONFIRM_VALID
from server.outgoing.limits import Silence
from server.players.registration import check_no_key
from server.press.checking import check_text
from server.press.notes import check_note, keep_note
from server.press.saying import offer, say_to_table
from server.visit.codes import CONFIRM
from server.visit.sender import BY_CODE, Said
from server.visit.visit import Visit

_SEND: Final = word(
    "You, or somebody in your name, wrote for the table of {game}:\n\n{text}\n\n"
    "To have it sent, reply with `yes` in a line of its own, and leave this line in the mail:\n\n"
    "  code: {code}\n\n"
    "If it was not you, or you do not want it, reply with `no` or do nothing."
)
_KEEP: Final = word(
    "You, or somebody in your name, wrote as a note on the game {game}:\n\n{text}\n\n"
    "To have it kept, reply with `yes` in a line of its own, and leave this line in the mail:\n\n"
    "  code: {code}\n\n"
    "If it was not you, or you do not want it, reply with `no` or do nothing."
)


def prepare_press(visit: Visit, said: Said) -> Callable[[], None]:
    """Give the function that sends words to the table: any code of their sender's shows whose they are."""
    act = _say if visit.sender.authority == BY_CODE else _hold
    return partial(act, visit, said)


def offer_talk(visit: Visit, text: str) -> None:
    """Offer to send words that stand beside a move; the move makes its own mail, in which it is asked."""
    game = visit.implied_game()
    visit.reply.offer_words(offer(visit, game, text))


def _say(visit: Visit, said: Said) -> None:
    check_no_key(visit.sender.registered())
    if said.note:
        keep_note(visit, _game_of(visit, said), said.text)
    else:
        say_to_table(visit, _game_of(visit, said), said.text, said.to)


def _game_of(visit: Visit, said: Said) -> rows.Game:
    return visit.meant_game(said.game)


def _hold(visit: Visit, said: Said) -> None:
    """Keep words until their sender shows that the mail is theirs."""
    player = visit.sender.registered()
    check_no_key(player)
    (check_note if said.note else check_text)(said.text)
    game, address = _game_of(visit, said), visit.players.main_address(player)
    visit.seat_of(game)
    if address is None:
        raise Silence("no address")
    do = "note" if said.note else "press"
    pending = {"do": do, "game": game.id, "to": said.to, "text": said.text}
    code = visit.codes.make(CONFIRM, player, CONFIRM_VALID, address=address, what=json.dumps(pending))
    asked = visit.sender.tongue.say(
        _KEEP if said.note else _SEND, game=game.id, text=marked(said.text), code=code
    )
    visit.reply.ask(asked)
