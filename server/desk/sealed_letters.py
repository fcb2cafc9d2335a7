"""The effects of sealed letters that come: one function for each kind.

The seal says who speaks. A letter that was taken before does nothing again, so that a reply that quotes an
old one does no harm; whoever sends nothing but moves that were taken hears that they count. All letters of a
mail are opened before any of them does anything.

One that was refused is burnt: its sender was told that nothing came of it, and nobody who has a copy shall
make something of it later. Whoever still wants the same seals another letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from engine.errors import BadLetter, Refused
from engine.record.keyring.keyring import key_event
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.orders import StandingOrders
from engine.record.letters.kinds.press import Press
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import Opened
from server.desk.opened_letters import FoundLetter, Letters
from server.desk.ordering import receive
from server.desk.repeated import say_it_counts, tell_taken_again, was_played
from server.games.handing_over import take_seat_in_running
from server.games.leaving import leave_table
from server.games.moves import take_move
from server.games.plies import two_moves
from server.games.table import take_seat, take_share
from server.ledger import models as rows
from server.ledger.queues import take_letter
from server.outgoing.limits import REGISTER, may_speak, not_too_often
from server.players.key_changes import change_key, spend_recover_code
from server.players.registration import ask_to_confirm
from server.press.saying import say_to_table
from server.visit.deed import Deed
from server.visit.sender import BY_SEAL
from server.visit.visit import Visit
from server.words.command import carry_out, hurry, understand, understood


def prepare_letters(visit: Visit, letters: Letters, *, automatic: bool = False) -> list[Deed]:
    """The deed of each letter; known ones do nothing."""
    if letters.unread and not letters.new:
        raise letters.unread[0]
    if not letters.new and not automatic:
        tell_taken_again(visit, [(each.opened, each.owner) for each in letters.taken])
        return []
    if any(isinstance(each.opened.letter, Register) for each in letters.new):
        may_speak(visit, REGISTER)
    not_too_often(visit, moving=any(_hurries(each.opened.letter) for each in letters.new))
    _check_one_move_a_game(letters.new)
    if not all(isinstance(each.opened.letter, Move | Press | Request | Register) for each in letters.new):
        visit.keys.lock()  # before any game, so that two workers never wait for each other
    deeds = [Deed(partial(_take, visit, each.opened), _moves(each.opened.letter)) for each in letters.new]
    return [*deeds, Deed(partial(mention, visit, letters.unread))] if letters.unread else deeds


def _moves(letter: object) -> bool:
    """Whether a letter wants to move."""
    if isinstance(letter, Request):
        return any(found.in_turn for found, _ in understood(lines_of(letter)))
    return isinstance(letter, Move)


def _hurries(letter: object) -> bool:
    """Whether a letter is good for nothing when a time is up."""
    return hurry(understood(lines_of(letter))) if isinstance(letter, Request) else isinstance(letter, Move)


def mention(visit: Visit, problems: Sequence[Refused]) -> None:
    """Tell of letters in a mail that could not be opened; those that could do their work all the same."""
    for problem in problems if visit.sender.authority == BY_SEAL else ():
        visit.say(
            "Another letter in your mail was not read ({code}): {problem}", code=problem.code, problem=problem
        )


def _check_one_move_a_game(new: Sequence[FoundLetter]) -> None:
    games = [each.opened.letter.game for each in new if isinstance(each.opened.letter, Move)]
    twice = next((game for game in games if games.count(game) > 1), None)
    if twice is not None:
        raise two_moves(twice)


def _take(visit: Visit, opened: Opened) -> None:
    _TAKERS[type(opened.letter)](visit, opened.letter, opened)


def _taken_now(visit: Visit, opened: Opened) -> bool:
    """Accept a letter; false if another worker did so a moment ago."""
    return take_letter(visit.session, opened.sealed.letter_id, visit.now)


def _speaks_for(visit: Visit, handle: str, opened: Opened) -> rows.Player:
    """The key must be in force for the handle that the letter names."""
    visit.keys.ring.check_signer(handle, opened.signers[0], visit.keys.next_seq)
    return visit.sender.registered()


def _move(visit: Visit, letter: Move, opened: Opened) -> None:
    game = visit.games.find(letter.game)
    if was_played(visit, game, letter):
        if _taken_now(visit, opened):
            say_it_counts(visit, game, letter.ply)
    else:
        take_move(visit, game, opened, letter.action)


def _join(visit: Visit, letter: Join | OldJoin, opened: Opened) -> None:
    player = _speaks_for(visit, letter.handle, opened)
    game = visit.games.find(letter.game)
    if _taken_now(visit, opened):
        take = take_seat_in_running if game.state == "running" else take_seat
        take(visit, game, player, opened.sealed.raw)


def _reveal(visit: Visit, letter: Reveal, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    game = visit.games.find(letter.game)
    if _taken_now(visit, opened):
        take_share(visit, game, opened.sealed.raw)


def _leave(visit: Visit, letter: Leave, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    game = visit.games.find(letter.game)
    if _taken_now(visit, opened):
        leave_table(visit, game, opened.sealed.raw)


def _orders(visit: Visit, letter: StandingOrders, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    game = visit.games.find(letter.game)
    if _taken_now(visit, opened):
        receive(visit, game, letter, opened.sealed.raw)


def _request(visit: Visit, letter: Request, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    if _taken_now(visit, opened):
        visit.sender = replace(visit.sender, request=opened.sealed.raw)
        for each in understand(lines_of(letter)):
            carry_out(visit, each)


def _press(visit: Visit, letter: Press, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    if _taken_now(visit, opened):
        say_to_table(visit, visit.games.find(letter.game), letter.text, letter.to)


def lines_of(request: Request) -> list[str]:
    """The commands in a request, a line each."""
    return [line for line in request.text.split(";") if line.strip()]


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
    Join: _join,
    OldJoin: _join,
    Reveal: _reveal,
    Press: _press,
    Leave: _leave,
    StandingOrders: _orders,
    Request: _request,
    Register: _register,
    Rotate: _key,
    Revoke: _key,
    Veto: _key,
    Recover: _key,
}
