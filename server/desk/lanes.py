"""Sorting: what a mail can touch, so that mails that touch different things need not wait for each other.

A mail that can only be a move touches its player and its game. One of a stranger, in which nothing is that
only we could have given out, touches no player and no game. Both give the same result whether they are dealt
with before or after mails that touch something else. All other mails have everything before them done first,
and are done before all that comes after them: so a mail is sorted when all such mails before it are done.
"""

from __future__ import annotations

from typing import TypeGuard

from sqlmodel import select

from engine.errors import Refused
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import open_letter
from server.desk.commands.move import game_named_in
from server.ledger import models as rows
from server.ledger.queues import EVERYTHING, STRANGERS
from server.mail.reading import Incoming
from server.mail.tokens import is_own_id
from server.outgoing.proof import answered_by
from server.visit.codes import TURN, read_id
from server.visit.visit import Visit
from server.words.command import understood


def lane_of(visit: Visit, mail: Incoming) -> str:
    """The names of what a mail can touch, as far as it may go beside others."""
    told = mail.report or mail.complaint or mail.bounce_token or mail.unsubscribe_token
    if mail.own or told or mail.problems or visit.sender.address == visit.settings.address.casefold():
        return EVERYTHING
    if mail.letters:
        return _of_letters(visit, mail)
    if mail.automatic:
        return STRANGERS  # it gets no answer, whoever it is from
    player = visit.players.owner_of(visit.sender.address)
    if player is None:
        # A code, or an answer to us, may come of a mail before it that is still waiting.
        server = visit.settings.name.lower()
        answers = any(is_own_id(one.lower(), server) for one in answered_by(mail))
        return EVERYTHING if visit.words.codes or answers else STRANGERS
    return _of_words(visit, player)


def _of_words(visit: Visit, player: rows.Player) -> str:
    """A single move of a player, with codes that are for one game of theirs and for nothing else."""
    if player.bounced_at is not None:
        return EVERYTHING  # now that they are heard of, all their clocks run again
    codes = [visit.codes.known(text) for text in visit.words.codes]
    games = {code.game_id if _is_for_moves_of(code, player) else None for code in codes}
    game = games.pop() if len(games) == 1 else None
    return lane(player.handle, game) if game is not None and _is_a_move_in(visit, game) else EVERYTHING


def _is_for_moves_of(code: rows.Code | None, player: rows.Player) -> TypeGuard[rows.Code]:
    return code is not None and code.purpose == TURN and code.player_id == player.id


def _of_letters(visit: Visit, mail: Incoming) -> str:
    """A single sealed move, from an address of the player or of nobody."""
    if len(mail.letters) != 1:
        return EVERYTHING
    try:
        opened = open_letter(mail.letters[0], visit.keys.ring.keys_by_id)
    except Refused:
        return EVERYTHING
    handle, sender = visit.keys.ring.owner(opened.signers[0]), visit.players.owner_of(visit.sender.address)
    if not isinstance(opened.letter, Move) or handle is None:
        return EVERYTHING
    bounced = visit.session.exec(select(rows.Player.bounced_at).where(rows.Player.handle == handle)).first()
    if bounced is not None:
        return EVERYTHING
    if visit.session.get(rows.Game, opened.letter.game) is None:
        return EVERYTHING  # its sender is told of all their games
    return lane(handle, opened.letter.game) if sender is None or sender.handle == handle else EVERYTHING


def _is_a_move_in(visit: Visit, game: str) -> bool:
    """Whether the words of a mail are one move, in the game of its code."""
    commands = understood(list(visit.words.commands))
    more = visit.words.doubts or visit.words.press or visit.words.talk
    if [found.name for found, _ in commands] != ["move"] or more:
        return False
    named = game_named_in(commands[0][1])
    return named is None or read_id(named) == game


def lane(handle: str, game: str) -> str:
    """The lane of one player in one game."""
    return f"player:{handle} game:{game}"
