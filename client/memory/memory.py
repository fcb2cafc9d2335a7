"""A player's memory of games and of the mailbox, in files that are written whole.

It is enough to come back to: the last position, and every checkpoint the server signed. What is damaged can
be deleted: the server sends the position again when asked. Letters on their way lie in the outbox.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from client.letters.signed import read_checkpoint
from client.memory.game_file import GameFile, damaged, game_path, read_game, read_json, write_game
from client.outbox.older_files import older_move
from client.outbox.pending import Purpose
from client.post.mailbox import Watermark
from client.profile.files import make_folder, write_whole
from client.profile.home import Home
from engine.clock.dial import Dial
from engine.errors import BadRecord, Refused
from engine.record.letters.key import PublicKey
from engine.record.log import canonical
from engine.record.log.checkpoint import verify
from engine.wire.clocks import GameClock, read_clock, write_clock
from engine.wire.facts import read_held
from engine.wire.turn import FIRST_FORMAT, Turn, read_turn, read_unsigned_turn


class TwoHistories(BadRecord):
    """The server signed two histories of one game, or takes back what it has shown."""


@dataclass
class Kept:
    """A game as it is kept."""

    game: str
    turn: Turn | None = None
    told: str = ""
    """The state of the game, and what happened …"""
    at: int = 0
    """… and since when; 0 if unknown."""
    checkpoints: dict[int, str] = field(default_factory=dict)
    """The line of every checkpoint seen, by the size of the log."""
    forks: list[str] = field(default_factory=list)
    """Signed turns that contradict those: the proof that the server shows two histories."""
    clock: GameClock | None = None
    """The newest that the server has told of the game's clock."""
    held: str = ""
    """The last move of the player's that the server said it holds, as it came."""
    notes: str = ""
    """The player's own notes, as the server keeps them."""
    older_move: tuple[Purpose, bytes, str] | None = None
    """A move without a receipt that was kept here in former times; it belongs into the outbox."""

    @property
    def started(self) -> bool:
        return self.turn is not None

    @property
    def dial(self) -> Dial | None:
        """The dial of the game's clock, as far as it is known of this position."""
        if self.turn is None or self.clock is None:
            return None
        return self.clock.dial_at(self.turn.entries, self.turn.position.turn)

    @property
    def is_held(self) -> bool:
        """Whether a move of the player's waits to be played: no later position has come since."""
        if self.turn is None or not self.held:
            return False
        return read_held(self.held)[3] >= self.turn.entries

    @property
    def proved(self) -> bool:
        """Whether the server has signed what is known; positions that came in former times it has not."""
        return self.turn is None or self.turn.signer is not None

    def notice(self, turn: Turn) -> bool:
        """Take a signed turn in: whether it is newer than what was known. Refuses a second history."""
        assert turn.signer is not None
        if not self.proved:
            self._forget_unproved(turn.signer)
        self._check_history(turn)
        known, self.checkpoints[turn.entries] = self.turn, turn.checkpoint
        if known is not None and turn.entries <= known.entries:
            return False
        # The last ply can be undone, if all agree: that is in the log, and `verify` checks it.
        if known is not None and turn.position.ply < known.position.ply - 1:
            raise TwoHistories(
                "turn/taken-back",
                "{server} goes back in the game {game}: from move {was} to move {now}",
                server=turn.server,
                game=turn.game,
                was=known.position.ply,
                now=turn.position.ply,
            )
        self.turn, self.told, self.at = turn, turn.said, turn.at
        return True

    def notice_clock(self, clock: GameClock) -> bool:
        """Take in what the server has signed of the game's clock: whether it is newer than what was known."""
        if self.turn is None or clock.entries < self.turn.entries:
            return False
        known = self.clock
        if known is not None and (clock.entries, clock.dial.at) <= (known.entries, known.dial.at):
            return False
        self.clock = clock
        return True

    def _forget_unproved(self, key: PublicKey) -> None:
        """Forget what came before positions were signed, but for what the server signed even then."""
        self.turn, self.forks = None, []
        self.checkpoints = {size: line for size, line in self.checkpoints.items() if _is_signed(line, key)}

    def _check_history(self, turn: Turn) -> None:
        """Of one log there is one head at each size, and one view of it for each seat."""
        line = self.checkpoints.get(turn.entries, turn.checkpoint)
        same = read_checkpoint(line).root.hex() == turn.head
        if same and self.turn is not None and turn.entries == self.turn.entries:
            same = _board(turn) == _board(self.turn)
        if not same:
            self.forks.append(canonical.dumps(dict(turn.facts)).decode())
            raise TwoHistories(
                "turn/two-histories",
                "{server} shows two histories of the game {game}: after {entries} entries it signed this one "
                "now, and another one before. Keep the mails: they prove it",
                server=turn.server,
                game=turn.game,
                entries=turn.entries,
            )


def _board(turn: Turn) -> tuple[object, ...]:
    """The board, which follows from the log alone. Names can be forgotten, and the words depend on the
    reader.
    """
    return turn.seat, turn.handles, turn.closed, turn.position


def _is_signed(line: str, key: PublicKey) -> bool:
    try:
        verify(read_checkpoint(line, key), key.raw)
    except Refused:
        return False
    return True


class Keeping:
    """The files of a home in which a player's memory lies."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def watermark(self) -> Watermark:
        """The watermark up to which the mailbox has been read."""
        return read_json(self._home.mailbox, _read_watermark) or Watermark()

    def keep_watermark(self, mark: Watermark) -> None:
        make_folder(self._home.mailbox.parent)
        write_whole(self._home.mailbox, json.dumps(mark._asdict(), separators=(",", ":")).encode())

    def game(self, game: str) -> Kept:
        """The kept game, of which nothing may be known."""
        file = read_game(self._home, game)
        if file is None:
            return Kept(game)
        try:
            return _kept(file)
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):  # Refused is a ValueError too
            raise damaged(game_path(self._home, game)) from None

    def keep(self, kept: Kept) -> None:
        file = GameFile(
            kept.game,
            dict(kept.turn.facts) if kept.turn else None,
            kept.told,
            kept.at,
            tuple(kept.checkpoints[size] for size in sorted(kept.checkpoints)),
            tuple(kept.forks),
            write_clock(kept.clock) if kept.clock else None,
            kept.held,
            kept.notes,
        )
        write_game(self._home, file)


def _read_watermark(facts: Any) -> Watermark:
    mark = Watermark(int(facts["uidvalidity"]), int(facts["last_uid"]))
    again = facts.get("again", ())
    return mark._replace(again=tuple((int(uid), int(tries)) for uid, tries in again))


def _kept(file: GameFile) -> Kept:
    return Kept(
        file.game,
        turn=_read_turn(file.turn) if file.turn is not None else None,
        told=file.told,
        at=file.at,
        checkpoints={read_checkpoint(line).size: line for line in file.checkpoints},
        forks=list(file.forks),
        clock=read_clock(file.clock) if file.clock is not None else None,
        held=file.held,
        notes=file.notes,
        older_move=older_move(file.move, file.game) if file.move is not None else None,
    )


def _read_turn(facts: Any) -> Turn:
    """A turn that was kept. Those of former times are read as what they are: unsigned."""
    if facts["format"] == FIRST_FORMAT:
        return read_unsigned_turn(facts)
    return read_turn(canonical.dumps(facts))
