"""What a sealed letter does when it comes: one function for each kind.

The seal says who speaks. A letter that was taken before is passed over without a word, so that a reply
that quotes an old one does no harm. All letters of a mail are opened before any of them does anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import bindparam
from sqlmodel import col, select

from engine.errors import BadLetter
from engine.record.keyring import key_event
from engine.record.letters.move import Move
from engine.record.letters.old_join import OldJoin
from engine.record.letters.recover import Recover
from engine.record.letters.register import Register
from engine.record.letters.request import Request
from engine.record.letters.revoke import Revoke
from engine.record.letters.rotate import Rotate
from engine.record.letters.veto import Veto
from engine.record.post import Opened, open_letter
from server.command import carry_out, understand
from server.games import take_seat
from server.gate import REGISTER, may_speak, not_too_often
from server.keychanges import change_key, owner_of_code, spend_recover_code
from server.ledger import models as rows
from server.ledger.queues import is_taken, take_letter
from server.moves import take_move
from server.plies import two_moves
from server.registering import ask_to_confirm
from server.visit import BY_SEAL, Deed, Visit

_OWNER: Final = (
    select(rows.Player, rows.Taken.letter_id)
    .outerjoin(rows.Taken, col(rows.Taken.letter_id) == bindparam("letter"))
    .where(rows.Player.handle == bindparam("handle"))
)
"""Made once, because it is asked at every move."""


def prepare_letters(visit: Visit, letters: Sequence[bytes]) -> list[Deed]:
    """Open the letters and say what each of them will do; known ones do nothing."""
    opened = [open_letter(raw, visit.keys.ring.keys_by_id) for raw in letters]
    found = [(one, *look_up(visit, one)) for one in opened]
    new = [(one, owner) for one, owner, known in found if not known]
    for one, owner in new:
        letter: Any = one.letter
        if letter.server != visit.settings.name:
            raise other_server(letter.server, visit.settings.name)
        if isinstance(letter, Register):
            may_speak(visit, REGISTER)
        elif isinstance(letter, Recover):
            speak_as(visit, owner_of_code(visit, letter))
        else:
            speak_as(visit, active(owner))
    not_too_often(visit)
    _check_one_move_a_game(new)
    if not all(isinstance(one.letter, Move | Request | Register) for one, _ in new):
        visit.lock_keys()  # before any game, so that two workers never wait for each other
    return [partial(_take, visit, one) for one, _ in new]


def _check_one_move_a_game(new: Sequence[tuple[Opened, rows.Player | None]]) -> None:
    moved: set[str] = set()
    for one, _ in new:
        if isinstance(one.letter, Move):
            if one.letter.game in moved:
                raise two_moves(one.letter.game)
            moved.add(one.letter.game)


def look_up(visit: Visit, opened: Opened) -> tuple[rows.Player | None, bool]:
    """The player whose key sealed the letter, and whether it was taken before."""
    handle, letter = visit.keys.ring.owner(opened.signers[0]), opened.sealed.letter_id
    row = visit.session.exec(_OWNER, params={"handle": handle, "letter": letter}).first() if handle else None
    if row is None:
        return None, is_taken(visit.session, letter)
    player, taken = row
    return player, taken is not None


def active(player: rows.Player | None) -> rows.Player:
    """Only a player who is there can be spoken for."""
    if player is None or player.state != "active":
        raise BadLetter("seal/unknown-key", "the letter is sealed by a key that is not registered here")
    return player


def speak_as(visit: Visit, player: rows.Player) -> None:
    """The mail is this player's: the answer goes to them and to nobody else."""
    if visit.player is not None and visit.player.id != player.id:
        raise BadLetter("seal/two-senders", "one mail can't carry letters of two players")
    visit.player, visit.authority = player, BY_SEAL


def other_server(meant: str, here: str) -> BadLetter:
    return BadLetter(
        "letter/other-server", "this letter is for {server}, not for {here}", server=meant, here=here
    )


def _take(visit: Visit, opened: Opened) -> None:
    _TAKERS[type(opened.letter)](visit, opened.letter, opened)


def _taken_now(visit: Visit, opened: Opened) -> bool:
    """Accept a letter; false if another worker did so a moment ago."""
    return take_letter(visit.session, opened.sealed.letter_id, visit.now)


def _speaks_for(visit: Visit, handle: str, opened: Opened) -> rows.Player:
    """The key must be in force for the handle that the letter names."""
    visit.keys.ring.check_signer(handle, opened.signers[0], visit.keys.next_seq)
    return visit.somebody()


def _move(visit: Visit, letter: Move, opened: Opened) -> None:
    visit.moving = True
    take_move(visit, visit.find_game(letter.game), opened.sealed.raw, letter.action)


def _join(visit: Visit, letter: OldJoin, opened: Opened) -> None:
    player = _speaks_for(visit, letter.handle, opened)
    game = visit.find_game(letter.game)
    if _taken_now(visit, opened):
        take_seat(visit, game, player, opened.sealed.raw)


def _request(visit: Visit, letter: Request, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    if _taken_now(visit, opened):
        for understood in understand([line for line in letter.text.split(";") if line.strip()]):
            carry_out(visit, understood)


def _register(visit: Visit, letter: Register, opened: Opened) -> None:
    """The letter is kept with the code, and taken when that comes back."""
    if letter.auth != "key":
        raise BadLetter(
            "register/auth",
            "whoever seals a registration has a key: `auth` must be key, not {auth}",
            auth=letter.auth,
        )
    visit.keys.ring.after(key_event(opened, visit.keys.next_seq, visit.now))
    ask_to_confirm(visit, letter.handle, letter.handle, letter.auth, opened.sealed.raw.decode("ascii"))


def _key(visit: Visit, letter: Rotate | Revoke | Veto | Recover, opened: Opened) -> None:
    if _taken_now(visit, opened):
        if isinstance(letter, Recover):
            spend_recover_code(visit, letter)
        change_key(visit, letter, opened)


_TAKERS: Final[dict[type, Callable[[Visit, Any, Opened], None]]] = {
    Move: _move,
    OldJoin: _join,
    Request: _request,
    Register: _register,
    Rotate: _key,
    Revoke: _key,
    Veto: _key,
    Recover: _key,
}
