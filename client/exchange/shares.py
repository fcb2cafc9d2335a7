"""Telling one's share of the shuffle: when the server's table asks for it, and in one log only."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client.letters.signed import read_checkpoint
from client.memory.tables import Chair, Tables, ToldShare, find_chair
from client.outbox.pending import REVEAL, Purpose
from client.outbox.quill import Enclosed, reveal_words
from engine.errors import Refused
from engine.record.letters.key import PublicKey
from engine.record.log.checkpoint import Checkpoint
from engine.wire.mails import letter_file

if TYPE_CHECKING:
    from client.exchange.correspondence import Correspondence
    from client.exchange.intake import Intake
    from client.outbox.quill import Quill

AGAIN: Final = 10 * 60
"""A share that has no receipt after so many seconds is sent again, the very same letter."""


def chair_in(intake: Intake, game: str) -> Chair | None:
    """Our seat at a table that came; none if no table of this game has come, or the game has started."""
    key, known = intake.profile.house.key, intake.tables.read(game)
    if not known.table or key is None or intake.kept(game).started:
        return None
    return find_chair(known.table, intake.profile.handle, key, seen_of(intake, game, key))


def seen_of(intake: Intake, game: str, key: PublicKey) -> list[Checkpoint]:
    """The checkpoints of a game that the server has signed before."""
    return [read_checkpoint(line, key) for line in intake.kept(game).checkpoints.values()]


def seal_share(intake: Intake, quill: Quill, chair: Chair) -> Enclosed:
    """The letter that tells the share which is due. It is kept before anybody gets it, and then the same."""
    game = chair.book.opening.game
    known = intake.tables.read(game)
    told = known.told.get(chair.joined)
    if told is None or told.number < chair.share:
        sealed = quill.reveal(game, chair.nonce, chair.share, chair.book.log.head)
        known.told[chair.joined] = ToldShare(chair.share, chair.book.log.head, sealed.sealed)
        intake.tables.keep(known)
        return sealed
    if told.number > chair.share or told.base not in chair.book.log.heads:
        raise Refused(
            "share/two-logs",
            "the server asks for your share of the shuffle of {game} in another log than the one that you "
            "told it for: whoever knows it could choose the shuffle. Leave the game, and tell the host: "
            "`grubenpost leave {game}`",
            game=game,
        )
    return enclosed_share(intake, game, told)


def enclosed_share(intake: Intake, game: str, told: ToldShare) -> Enclosed:
    """A share that was sealed before."""
    words, purpose = reveal_words(intake.profile, game), Purpose(REVEAL, game, told.number)
    return Enclosed(told.letter, words, letter_file(game, REVEAL), purpose, game)


def tell_shares(post: Correspondence) -> None:
    """Tell what is due in all games. What can't be done now is told, and done the next time."""
    for game in Tables(post.home).games():
        try:
            _tell_share(post, game)
        except Refused as error:
            post.on_trouble(error)


def _tell_share(post: Correspondence, game: str) -> None:
    chair = chair_in(post.intake, game)
    if chair is None or not chair.is_due:
        return
    told = post.intake.tables.read(game).told.get(chair.joined)
    now = int(time.time())
    same = told is not None and told.number == chair.share and told.base in chair.book.log.heads
    if told and same and (told.heard or 0 <= now - told.at < AGAIN):
        return
    post.send(seal_share(post.intake, post.quill, chair))
    known = post.intake.tables.read(game)
    known.told[chair.joined] = replace(known.told[chair.joined], at=now)
    post.intake.tables.keep(known)
