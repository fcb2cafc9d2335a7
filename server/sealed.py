"""What a sealed letter does when it comes: one function for each kind.

The seal says who speaks. A letter that was taken before is passed over without a word, so that a reply
that quotes an old one does no harm. All letters of a mail are opened before any of them does anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from sqlmodel import select

from engine.errors import BadLetter
from engine.record.keyring import KeyEvent, key_event
from engine.record.letters.join import Join
from engine.record.letters.move import Move
from engine.record.letters.recover import Recover
from engine.record.letters.register import Register
from engine.record.letters.request import Request
from engine.record.letters.revoke import Revoke
from engine.record.letters.rotate import Rotate
from engine.record.letters.veto import Veto
from engine.record.post import Opened, open_letter
from server.codes import hash_code
from server.command import BadCommand, carry_out, understand
from server.commands.register import ask_to_confirm
from server.games import take_seat
from server.gate import may_speak
from server.ledger import models as rows
from server.ledger.queues import append_keyletter, take_letter
from server.moves import take_move
from server.visit import BY_SEAL, Deed, Visit


def prepare_letters(visit: Visit, letters: Sequence[bytes]) -> list[Deed]:
    """Open the letters and say what each of them will do; known ones do nothing."""
    opened = [open_letter(raw, visit.ring.keys_by_id) for raw in letters]
    new = [one for one in opened if visit.session.get(rows.Taken, one.sealed.letter_id) is None]
    for one in new:
        letter: Any = one.letter
        if letter.server != visit.settings.name:
            raise other_server(letter.server, visit.settings.name)
        if isinstance(letter, Register | Recover):
            may_speak(visit)
        else:
            recognise(visit, one)
    return [partial(_take, visit, one) for one in new]


def _take(visit: Visit, opened: Opened) -> None:
    if not isinstance(opened.letter, Move | Register):
        take_letter(visit.session, opened.sealed.letter_id, visit.now)
    _TAKERS[type(opened.letter)](visit, opened.letter, opened)


def recognise(visit: Visit, opened: Opened) -> None:
    """The player whose key sealed the letter; the answer goes to them and to nobody else."""
    handle = visit.ring.owner(opened.signers[0])
    player = visit.session.exec(select(rows.Player).where(rows.Player.handle == handle)).first()
    if player is None or player.state != "active":
        raise BadLetter("seal/unknown-key", "the letter is sealed by a key that is not registered here")
    if visit.player is not None and visit.player.id != player.id:
        raise BadLetter("seal/two-senders", "one mail can't carry letters of two players")
    visit.player, visit.authority = player, BY_SEAL


def other_server(meant: str, here: str) -> BadLetter:
    return BadLetter(
        "letter/other-server", "this letter is for {server}, not for {here}", server=meant, here=here
    )


def _speaks_for(visit: Visit, handle: str, opened: Opened) -> rows.Player:
    """The key must be in force for the handle that the letter names."""
    visit.ring.check_signer(handle, opened.signers[0], visit.next_key)
    return visit.somebody()


def _move(visit: Visit, letter: Move, opened: Opened) -> None:
    take_move(visit, visit.find_game(letter.game), opened.sealed.raw)


def _join(visit: Visit, letter: Join, opened: Opened) -> None:
    player = _speaks_for(visit, letter.handle, opened)
    take_seat(visit, visit.find_game(letter.game), player, opened.sealed.raw)


def _request(visit: Visit, letter: Request, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    for found, text in understand(letter.text.split(";")):
        carry_out(visit, found, text)


def _register(visit: Visit, letter: Register, opened: Opened) -> None:
    ask_to_confirm(visit, letter.handle, letter.name, letter.auth, opened.sealed.raw.decode("ascii"))


def _change_key(visit: Visit, letter: Rotate | Revoke | Veto | Recover, opened: Opened) -> None:
    """Log a key letter server-wide and in every running game of its owner."""
    event = key_event(opened, visit.next_key, visit.now)
    log_key_event(visit, event, opened.sealed.raw)
    for game in [visit.find_game(mine.id) for mine in visit.running_games()]:
        visit.write(game, visit.book(game).change_key(opened.sealed.raw, visit.now))
    _leave_open_games(visit, letter)
    visit.say(_SAID[type(letter)])


def log_key_event(visit: Visit, event: KeyEvent, raw: bytes | None) -> None:
    """Check a key event against the keyring and write it down."""
    visit.ring = visit.ring.after(event)
    append_keyletter(visit.session, visit.now, raw)


def _leave_open_games(visit: Visit, letter: object) -> None:
    """A seat taken with a key that is no longer in force has to be taken again."""
    if not isinstance(letter, Rotate | Revoke):
        return
    player = visit.somebody()
    for game in visit.my_games():
        if game.state == "open":
            for seat in visit.seats(game):
                if seat.player_id == player.id:
                    visit.session.delete(seat)
            visit.say(
                f"Your seat in {game.id}, which has not started, is free again: join with your new key."
            )


def _recover(visit: Visit, letter: Recover, opened: Opened) -> None:
    """Only with a code that was mailed to the registered address; it starts a delay, no more."""
    code = visit.session.get(rows.Code, hash_code(letter.code.upper()))
    owner = visit.find_player(letter.handle)
    if code is None or code.used_at is not None or code.player_id != owner.id or code.expires_at <= visit.now:
        raise BadCommand("recover/code", "the code in this letter is not one that was mailed for it")
    code.used_at = visit.now
    visit.player, visit.authority = owner, BY_SEAL
    _change_key(visit, letter, opened)


_SAID: Final = {
    Rotate: "Your new key is in force from now on.",
    Revoke: "Your key is revoked. Send `recover` to be heard again with a new one.",
    Veto: "The recovery is stopped. Your key stays in force.",
    Recover: "In 72 hours your new key will be in force, unless the old one says no before that.",
}

_TAKERS: Final[dict[type, Callable[[Visit, Any, Opened], None]]] = {
    Move: _move,
    Join: _join,
    Request: _request,
    Register: _register,
    Rotate: _change_key,
    Revoke: _change_key,
    Veto: _change_key,
    Recover: _recover,
}
