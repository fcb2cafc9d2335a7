"""What a sealed letter does when it comes: one function for each kind.

The seal says who speaks. A letter that was taken before does nothing again, so that a reply that quotes an
old one does no harm; whoever sends nothing but moves that were taken hears that they count. All letters of a
mail are opened before any of them does anything.

One that was refused is burnt: its sender was told that nothing came of it, and nobody who has a copy shall
make something of it later. Whoever still wants the same seals another letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import col, select

from engine.errors import BadLetter, Refused
from engine.record.keyring.keyring import key_event
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import Opened, open_letter
from server.desk.repeated import say_it_counts, tell_taken_again, was_played
from server.games.leaving import leave_table
from server.games.moves import take_move
from server.games.plies import two_moves
from server.games.table import take_seat, take_share
from server.ledger import models as rows
from server.ledger.queues import is_taken, take_letter
from server.outgoing.limits import REGISTER, may_speak, not_too_often, wear_out
from server.players.key_changes import change_key, owner_of_code, spend_recover_code
from server.players.registration import ask_to_confirm
from server.visit.visit import BY_OLD_SEAL, BY_SEAL, Deed, Visit
from server.words.command import carry_out, understand

_OWNER: Final = (
    select(rows.Player, rows.Taken.letter_id, rows.Burnt)
    .select_from(rows.Player)
    .outerjoin(rows.Taken, col(rows.Taken.letter_id) == bindparam("letter"))
    .outerjoin(rows.Burnt, col(rows.Burnt.letter_id) == bindparam("letter"))
    .where(rows.Player.handle == bindparam("handle"))
)
"""Made once, because it is asked at every move."""


class Found(NamedTuple):
    """A letter, the player whose key sealed it, and what became of it when it came before."""

    opened: Opened
    owner: rows.Player | None
    taken: bool
    burnt: rows.Burnt | None


def prepare_letters(visit: Visit, letters: Sequence[bytes], *, automatic: bool = False) -> list[Deed]:
    """Open the letters and say what each of them will do; known ones do nothing.

    One that can't be opened, or is not for us, takes nothing from the others: else what stands beside it
    would be refused without being spoilt, because anybody can have put it there.
    """
    opened, unread = _opened(visit, letters)
    all_found = [look_up(visit, one) for one in opened]
    found = [each for each in all_found if not each.taken]
    if unread and not found:
        raise unread[0]
    if not found and not automatic:
        tell_taken_again(visit, [(each.opened, each.owner) for each in all_found])
        return []
    new, again = [each for each in found if not each.burnt], [each for each in found if each.burnt]
    visit.burnable = _burnable(visit, new)
    for each in (*new, *again):
        _hear(visit, each)
    if again and not new:
        visit.authority = BY_OLD_SEAL
        raise _refused_before(visit, again[0])
    _note_what_can_come_again(visit, new)
    not_too_often(visit)
    _check_one_move_a_game(new)
    if not all(isinstance(each.opened.letter, Move | Request | Register) for each in new):
        visit.lock_keys()  # before any game, so that two workers never wait for each other
    deeds: list[Deed] = [partial(_take, visit, each.opened) for each in new]
    return [*deeds, partial(mention, visit, unread)] if unread else deeds


def _opened(visit: Visit, letters: Sequence[bytes]) -> tuple[list[Opened], list[Refused]]:
    """The letters to this server whose seal is good, and why the others are not among them."""
    opened: list[Opened] = []
    unread: list[Refused] = []
    for raw in letters:
        try:
            one = open_letter(raw, visit.keys.ring.keys_by_id)
            _check_server(visit, one)
            opened.append(one)
        except BadLetter as refusal:
            unread.append(refusal)
    return opened, unread


def _check_server(visit: Visit, opened: Opened) -> None:
    letter: Any = opened.letter
    if letter.server != visit.settings.name:
        raise other_server(letter.server, visit.settings.name)


def mention(visit: Visit, problems: Sequence[Refused]) -> None:
    """Tell of letters in a mail that could not be opened; those that could do their work all the same."""
    for problem in problems if visit.authority == BY_SEAL else ():
        visit.say(
            "Another letter in your mail was not read ({code}): {problem}", code=problem.code, problem=problem
        )


def _hear(visit: Visit, found: Found) -> None:
    """Who speaks by a letter."""
    letter: Any = found.opened.letter
    if isinstance(letter, Register):
        may_speak(visit, REGISTER)
    elif isinstance(letter, Recover):
        speak_as(visit, owner_of_code(visit, letter))
    else:
        speak_by_key(visit, active(found.owner), found.opened)


def _burnable(visit: Visit, new: Sequence[Found]) -> list[str]:
    """The letters that are spoilt if the mail is refused: of one player, by the key in force.

    Else somebody could spoil another's letter by sending it together with one that is sure to be refused.
    Nor is a registration or a recovery spoilt, which may be refused for the address that it came from, and
    lives on a code that ends; nor a letter without a nonce, because it can't be written anew; nor a move
    that came too early.
    """
    if len({each.owner.handle if each.owner else "" for each in new}) != 1:
        return []
    return [each.opened.sealed.letter_id for each in new if _is_burnable(visit, each)]


def _note_what_can_come_again(visit: Visit, new: Sequence[Found]) -> None:
    """What is not burnt when it is refused can be sent again by anybody who has seen it."""
    letters = [each.opened.sealed.letter_id for each in new]
    if visit.player is not None and not set(letters).intersection(visit.burnable):
        wear_out(visit, letters)


def _is_burnable(visit: Visit, found: Found) -> bool:
    letter = found.opened.letter
    if found.owner is None or not hasattr(letter, "nonce") or _is_early(visit, letter):
        return False
    try:
        visit.keys.ring.check_signer(found.owner.handle, found.opened.signers[0], visit.keys.next_seq)
    except BadLetter:
        return False
    return True


def _is_early(visit: Visit, letter: object) -> bool:
    """Whether a move is for a position that is not known here yet: nobody can judge it.

    Mails overtake each other, above all when a server that was put back from a backup gets them all again.
    Such a move can't be misused: it is bound to its position.
    """
    game = visit.session.get(rows.Game, letter.game) if isinstance(letter, Move) else None
    return isinstance(letter, Move) and game is not None and letter.ply > game.ply


def _refused_before(visit: Visit, found: Found) -> BadLetter:
    assert found.burnt is not None
    return BadLetter(
        "letter/refused-before",
        "this letter was refused on {when} ({why}), and is good for nothing since then: if you still want "
        "what it says, seal another one",
        when=visit.tongue.moment(found.burnt.at, visit.somebody().zone),
        why=found.burnt.code,
    )


def _check_one_move_a_game(new: Sequence[Found]) -> None:
    games = [each.opened.letter.game for each in new if isinstance(each.opened.letter, Move)]
    twice = next((game for game in games if games.count(game) > 1), None)
    if twice is not None:
        raise two_moves(twice)


def look_up(visit: Visit, opened: Opened) -> Found:
    """A letter as the ledger knows it."""
    handle, letter = visit.keys.ring.owner(opened.signers[0]), opened.sealed.letter_id
    row = visit.session.exec(_OWNER, params={"handle": handle, "letter": letter}).first() if handle else None
    if row is None:
        return Found(opened, None, is_taken(visit.session, letter), None)
    player, taken_as, burnt = row
    return Found(opened, player, taken_as is not None, burnt)


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


def speak_by_key(visit: Visit, player: rows.Player, opened: Opened) -> None:
    """The same, if the key is in force.

    One that is lost, or that somebody else wanted to recover to, takes nothing of what its owner may send.
    """
    try:
        visit.keys.ring.check_signer(player.handle, opened.signers[0], visit.keys.next_seq)
    except BadLetter:
        if visit.player is None:
            visit.player, visit.authority = player, BY_OLD_SEAL
        raise
    speak_as(visit, player)


def other_server(meant: str, here: str) -> BadLetter:
    return BadLetter(
        "letter/other-server", "this letter is for {server}, not for {here}", server=meant, here=here
    )


def _take(visit: Visit, opened: Opened) -> None:
    take = _TAKERS.get(type(opened.letter))
    if take is None:
        raise BadLetter(
            "letter/no-taker",
            "this server does nothing with letters of the kind {format}",
            format=opened.sealed.context,
        )
    take(visit, opened.letter, opened)


def _taken_now(visit: Visit, opened: Opened) -> bool:
    """Accept a letter; false if another worker did so a moment ago."""
    return take_letter(visit.session, opened.sealed.letter_id, visit.now)


def _speaks_for(visit: Visit, handle: str, opened: Opened) -> rows.Player:
    """The key must be in force for the handle that the letter names."""
    visit.keys.ring.check_signer(handle, opened.signers[0], visit.keys.next_seq)
    return visit.somebody()


def _move(visit: Visit, letter: Move, opened: Opened) -> None:
    visit.moving = True
    visit.moves += 1
    game = visit.find_game(letter.game)
    if was_played(visit, game, letter):
        if _taken_now(visit, opened):
            say_it_counts(visit, game, letter.ply)
    else:
        take_move(visit, game, opened.sealed.raw, letter.action)


def _join(visit: Visit, letter: Join | OldJoin, opened: Opened) -> None:
    player = _speaks_for(visit, letter.handle, opened)
    game = visit.find_game(letter.game)
    if _taken_now(visit, opened):
        take_seat(visit, game, player, opened.sealed.raw)


def _reveal(visit: Visit, letter: Reveal, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    game = visit.find_game(letter.game)
    if _taken_now(visit, opened):
        take_share(visit, game, opened.sealed.raw)


def _leave(visit: Visit, letter: Leave, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    game = visit.find_game(letter.game)
    if _taken_now(visit, opened):
        leave_table(visit, game, opened.sealed.raw)


def _request(visit: Visit, letter: Request, opened: Opened) -> None:
    _speaks_for(visit, letter.handle, opened)
    if _taken_now(visit, opened):
        visit.request = opened.sealed.raw
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
    Join: _join,
    OldJoin: _join,
    Reveal: _reveal,
    Leave: _leave,
    Request: _request,
    Register: _register,
    Rotate: _key,
    Revoke: _key,
    Veto: _key,
    Recover: _key,
}
