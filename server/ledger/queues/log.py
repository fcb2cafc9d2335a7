"""Writing what stays: a game's log by one worker at a time, the key log in one order, each letter once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, text
from sqlmodel import Session, col, delete, func, select

from server.ledger.models import Burnt, Game, KeyLetter, Taken
from server.ledger.statements import insert_values_once, run

# Made once, because they are part of every move.
_LOCK_GAME: Final = (
    select(Game)
    .where(col(Game.id) == bindparam("game"))
    # The weaker of PostgreSQL's two locks: others may still write mails that refer to the game.
    .with_for_update(key_share=True)
    .execution_options(populate_existing=True)
)
_TAKEN: Final = select(Taken.letter_id).where(col(Taken.letter_id) == bindparam("letter"))


def lock_game(session: Session, game_id: str) -> Game | None:
    """A game as it is now. Nobody else can lock it until the transaction ends."""
    return session.exec(_LOCK_GAME, params={"game": game_id}).one_or_none()


def is_taken(session: Session, letter_id: str) -> bool:
    """Whether a letter was accepted before."""
    return run(session, _TAKEN, {"letter": letter_id}).first() is not None


def take_letter(
    session: Session, letter_id: str, now: int, game_id: str | None = None, seq: int | None = None
) -> bool:
    """Accept a letter, which happens once; False if it was accepted before."""
    letter = {"letter_id": letter_id, "game_id": game_id, "seq": seq, "at": now}
    return insert_values_once(session, Taken, [letter], "letter_id") == 1


def burn_letters(session: Session, letter_ids: Sequence[str], code: str, now: int, player_id: int) -> None:
    """Letters that were refused, for this reason, are never taken later."""
    facts = {"player_id": player_id, "code": code, "at": now}
    insert_values_once(session, Burnt, [{"letter_id": one, **facts} for one in letter_ids], "letter_id")


def forget_burnt(session: Session, player_id: int) -> None:
    """The letters that a player's keys sealed so far are good for nothing anyway: the key is another now."""
    session.exec(delete(Burnt).where(col(Burnt.player_id) == player_id))


def lock_keylog(session: Session) -> None:
    """Nobody else can append to the key log until the transaction ends. Whoever first reads, then appends,
    locks before reading."""
    if session.get_bind().dialect.name == "postgresql":
        session.connection().execute(text("LOCK TABLE keyletter IN SHARE ROW EXCLUSIVE MODE"))


def lock_imports(session: Session) -> None:
    """Nobody else can import a game until the transaction ends."""
    if session.get_bind().dialect.name == "postgresql":
        session.connection().execute(text("LOCK TABLE imported IN SHARE ROW EXCLUSIVE MODE"))


def append_keyletter(session: Session, now: int, raw: bytes | None, facts: str = "{}") -> int:
    """Append to the key log: the number of the entry. They are numbered from 1, without gaps, and nobody
    ever sees one before those with lower numbers."""
    lock_keylog(session)
    last = session.exec(select(func.max(col(KeyLetter.id)))).one()
    letter = KeyLetter(id=(last or 0) + 1, at=now, raw=raw, facts=facts)
    session.add(letter)
    session.flush()
    return letter.id
