"""A move that comes again, after it was taken: its sender hears that it counts, never a refusal.

Mail programs send twice, people do it when they are in doubt, and a client does it until it has an answer. By
a sealed letter it is known by the letter, or by the place and the action in it; by a code, by the ply that
the code was for. Nothing is ever played by it, and each player is told so at most so often a day.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.errors import Refused
from engine.record.game.recall import recall_book
from engine.record.game.timekeeping import BY_NOBODY
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import Opened
from engine.tongue import word
from server.games.undoing import tell_held
from server.ledger import models as rows
from server.ledger.budgets import DAY, allow_answer, spend_tally
from server.outgoing.limits import ANSWERS_A_DAY, Silence
from server.outgoing.turn_mails import actions_in
from server.visit.codes import TURN
from server.visit.sender import BY_OLD_SEAL
from server.visit.visit import Visit

COUNTS: Final = word(
    "This was your move {ply} in {game}: it was taken, and it counts. You need not send it again."
)

TAKEN_BACK: Final = word("This was your move {ply} in {game}, and it was taken back: it does not count.")

YOUR_TURN_AGAIN: Final = word("It is your turn again in {game}, and this mail has not moved there.")


def tell_taken_again(visit: Visit, taken: Sequence[tuple[Opened, rows.Player | None]]) -> None:
    """Say of moves in letters that were taken before that they count: to the player who sealed them."""
    moves = [(one, owner) for one, owner in taken if isinstance(one.letter, Move)]
    if not moves or len(moves) != len(taken):
        return
    owners = {owner.id: owner for _, owner in moves if owner is not None and owner.state == "active"}
    if len(owners) == 1 and _may_be_theirs(visit, owner := next(iter(owners.values()))):
        visit.sender = visit.sender.known_as(owner, BY_OLD_SEAL)  # enough to be told about it
        for opened, _ in moves:
            _say_what_became_of(visit, opened)


def _say_what_became_of(visit: Visit, opened: Opened) -> None:
    """Tell the player of a move that came again whether it counts, waits, or was taken back."""
    assert isinstance(opened.letter, Move)
    letter, game = opened.letter, visit.games.find(opened.letter.game)
    book = visit.games.book(game)
    number, held = book.taken.get(opened.sealed.letter_id), book.undoing.held
    entry = None if number is None else book.log.entries[number]
    if was_played(visit, game, letter) if entry is None else book.undoing.counts(entry):
        say_it_counts(visit, game, letter.ply)
        return
    _spend(visit)
    if held is not None and entry is not None and held.entry == entry.leaf.hex():
        tell_held(visit, game)
    else:
        visit.say(TAKEN_BACK, game=game.id, ply=letter.ply)


def _may_be_theirs(visit: Visit, owner: rows.Player) -> bool:
    """Whether the player may have sent the mail: letters are in the log, and anybody may quote them."""
    sender = visit.players.owner_of(visit.sender.address)
    if sender is not None:
        return sender.id == owner.id
    return allow_answer(visit.session, f"player {owner.id} again", visit.now)


def was_played(visit: Visit, game: rows.Game, letter: Move) -> bool:
    """Whether the log has this very move, which another letter of its player made."""
    if letter.ply >= game.ply or letter.seat != _own_seat(visit, game):
        return False
    ply = _ply(visit, game, letter.ply)
    return ply is not None and (ply["seat"], ply["action"]) == (letter.seat, letter.action)


def say_it_counts(visit: Visit, game: rows.Game, ply: int) -> None:
    """Tell the player of a move that came again, within the budget of such answers."""
    _spend(visit)
    visit.games.speak_of(game.id)
    visit.say(COUNTS, game=game.id, ply=ply)
    if game.state == "running" and game.turn_seat == _own_seat(visit, game):
        visit.say(YOUR_TURN_AGAIN, game=game.id)
        visit.reply.show(actions_in(visit, game))


def _spend(visit: Visit) -> None:
    name = f"again player {visit.sender.registered().id}"
    if not spend_tally(visit.session, name, visit.now, DAY, ANSWERS_A_DAY):
        raise Silence(f"more than {ANSWERS_A_DAY} a day")


def ply_taken_before(visit: Visit, game: rows.Game, written: str) -> int | None:
    """The ply whose move these words have made already, by a code in the mail that was for it."""
    if visit.turn_code(game) is not None:
        return None
    for ply in _plies_of_codes(visit, game):
        facts = _ply(visit, game, ply)
        own = facts is not None and facts["seat"] == _own_seat(visit, game)
        if facts is not None and own and _action_then(visit, game, ply, written) == facts["action"]:
            return ply
    return None


def _plies_of_codes(visit: Visit, game: rows.Game) -> list[int]:
    """The plies that codes in the mail were for, if they were mailed to its player, the latest first."""
    player, known = visit.sender.registered(), (visit.codes.known(text) for text in visit.words.codes)
    mine = (code for code in known if code is not None and code.player_id == player.id)
    plies = {code.ply for code in mine if (code.purpose, code.game_id) == (TURN, game.id)}
    return sorted((ply for ply in plies if ply is not None), reverse=True)


def _own_seat(visit: Visit, game: rows.Game) -> int | None:
    """The seat on which the player sits or sat."""
    handle = visit.sender.registered().handle
    return next((n for n, seat in enumerate(visit.games.book(game).seats) if seat.handle == handle), None)


def _ply(visit: Visit, game: rows.Game, ply: int) -> dict[str, Any] | None:
    """The ply that was played, with all that its player wrote; nothing, if nobody did: a bot that stepped in
    may have moved alike, and then the player's own move came too late all the same."""
    book = visit.games.book(game)
    plies = book.course.plies if book.course is not None else []
    for entry in book.plies:
        if entry.facts["ply"] == ply and entry.facts.get("by") in BY_NOBODY:
            return None
    return next((facts for facts in plies if facts["ply"] == ply), None)


def _action_then(visit: Visit, game: rows.Game, ply: int, written: str) -> str | None:
    """The action that these words meant in the position of that ply; nothing, if they meant no move."""
    from server.desk.commands.move import action_in  # noqa: PLC0415  which asks us first

    book = visit.games.book(game)
    entries, at = book.log.entries, next(entry.seq for entry in book.plies if entry.facts["ply"] == ply)
    then = recall_book(entries[:at], game.seed)
    try:
        return action_in(then, then.game.turn, written).write()
    except Refused:
        return None
