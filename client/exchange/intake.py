"""The intake: all that comes from the server is checked and kept before it is used, whichever way it came."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from email.message import EmailMessage
from email.policy import SMTP

from client.letters.server_mail import BadMail, ServerMail, read_mail
from client.letters.signed import Signed, Turn, TurnMail, read_checkpoint, read_signed, signed_files
from client.letters.trust import NotTrusted, trusting
from client.memory.journal import ToldTurn, write_told
from client.memory.memory import Keeping, Kept
from client.memory.tables import Chair, Tables, find_chair
from client.outbox.outbox import Outbox
from client.outbox.pending import PendingLetter, Purpose
from client.outbox.quill import Enclosed, enclosed_move, mail_letter
from client.profile.home import Home
from client.profile.profile import House, Profile, keep_house
from engine.errors import Refused
from engine.record.letters.key import PublicKey
from engine.record.letters.seal import open_seal
from engine.wire.clocks import GameClock
from engine.wire.facts import read_held
from engine.wire.mails import TABLE
from engine.wire.notes import GameNotes
from engine.wire.refusals import refuses_share
from engine.wire.tablefile import checkpoint_line, read_table

News = Signed | ServerMail
"""News signed by the server; or a mail that nobody has signed, which anybody can have written."""


def _nothing(*_: object) -> None:
    """For whoever need not be told."""


class Intake:
    """Takes the server's mails in.

    `on_trouble` is told of what is refused in a mail that brings something good too, `on_key` of the server's
    key when it is learnt.
    """

    def __init__(self, home: Home, profile: Profile) -> None:
        self.profile = profile
        self.outbox = Outbox(home.outbox)
        self.on_trouble: Callable[[Refused], None] = _nothing
        self.on_key: Callable[[House], None] = _nothing
        self._home = home
        self._keeping = Keeping(home)
        self.tables = Tables(home)
        self._kept: dict[str, Kept] = {}

    def kept(self, game: str) -> Kept:
        """The kept game."""
        if game not in self._kept:
            self._kept[game] = self._keeping.game(game)
            self._adopt_move(self._kept[game])
        return self._kept[game]

    def pending(self, game: str) -> PendingLetter | None:
        """A move that was sent, or was about to be, and has no receipt yet."""
        turn = self.kept(game).turn
        return self.outbox.move_in(game, turn.position.ply if turn else 0)

    def _adopt_move(self, kept: Kept) -> None:
        """A move that lay in the game's file in former times is put where letters wait, once."""
        if kept.older_move is None:
            return
        purpose, sealed, words = kept.older_move
        if self.outbox.find(purpose) is None:
            self.store(enclosed_move(sealed, words, purpose))
        kept.older_move = None
        self.keep(kept)

    def store(self, enclosed: Enclosed) -> PendingLetter:
        """Put a letter into the outbox, in the mail that will carry it."""
        message = mail_letter(self.profile, enclosed)
        return self.store_mail(message, enclosed.purpose, enclosed.words, enclosed.letter_id)

    def store_mail(
        self, message: EmailMessage, purpose: Purpose, words: str, letter: str = ""
    ) -> PendingLetter:
        return self.outbox.put(
            PendingLetter(
                purpose=purpose,
                message_id=str(message["Message-ID"]),
                mail=message.as_bytes(policy=SMTP).decode("latin-1"),
                words=words,
                at=int(time.time()),
                letter=letter,
            )
        )

    def keep(self, kept: Kept) -> None:
        self._keeping.keep(kept)

    def take_in(self, raw: bytes) -> list[News]:
        """Take a mail in: its turns are kept, and what it answers is remembered beside its letter.

        What is refused is told, or raised if the mail brings nothing else.
        """
        mail = read_mail(raw)
        signed: list[Signed] = []
        troubles: list[Refused] = []
        for name, data in signed_files(mail):
            try:
                signed.append(self._take(mail, name, data, raw))
            except Refused as refusal:
                troubles.append(refusal)
        for each in signed:
            self._keep_clocks(each.facts.clocks)
            self._keep_held(each.facts.held)
            self._keep_notes(each.facts.notes)
        taken: list[News] = [*signed]
        if taken and TABLE in mail.files:
            troubles += self._take_table(mail.files[TABLE])
        if not taken and all(isinstance(trouble, NotTrusted) for trouble in troubles):
            troubles += [] if troubles else self._unproven_answer(mail)
            taken.append(mail)  # for people to read, as what it is
        if not taken:
            raise troubles.pop()
        for trouble in troubles:
            self.on_trouble(trouble)
        return taken

    def read_again(self, raw: bytes) -> Signed | None:
        """The news that answered a letter before; nothing if that was taken in by a client which did not
        look.
        """
        mail = read_mail(raw)
        for name, data in signed_files(mail):
            try:
                return self._believed(*read_signed(mail, name, data))
            except Refused:
                continue
        return None

    def _unproven_answer(self, mail: ServerMail) -> list[Refused]:
        waiting = self.outbox.sent_as(mail.answers)
        if waiting is None:
            return []
        return [
            BadMail(
                "answer/unsigned",
                "a mail seems to answer yours ({words}), but nobody has signed it: anybody can have written "
                "it, so it counts for nothing, and yours still waits. If the server is older than this "
                "client, its host has to upgrade it",
                words=waiting.words.splitlines()[0],
            )
        ]

    def _take(self, mail: ServerMail, name: str, data: bytes, raw: bytes) -> Signed:
        """One file of a mail, when its signature, its sender and its reader have been checked."""
        signed = self._believed(*read_signed(mail, name, data))
        if isinstance(signed, TurnMail):
            self._keep_turn(signed.turn)
        if waiting := self.outbox.sent_as(signed.answered):
            self.outbox.keep_answer(waiting, raw)
        if isinstance(signed, TurnMail):
            self._settle_moves(signed.turn.game, signed.turn.position.ply)
            self.tables.forget(signed.turn.game)
        self._settle_shares(signed)
        return signed

    def _believed(self, signed: Signed, signer: PublicKey) -> Signed:
        """The same, if it is the server that has said it, and if it was said to us."""
        house, said = self.profile.house, signed.said
        if said.server != house.name:
            raise BadMail(
                "turn/other-server",
                "this is of the server {other}, not of {server}",
                other=said.server,
                server=house.name,
            )
        waiting = self._answered(signed)
        sealed = waiting is not None and waiting.letter in said.answers
        if not (said.handle == self.profile.handle or _is_nobodys(signed, waiting, sealed)):
            raise BadMail(
                "turn/not-yours",
                "this is meant for {other}, and you are {handle}: it counts for nothing",
                other=said.handle or "?",
                handle=self.profile.handle,
            )
        self._trust(signer, answers_ours=sealed)
        return replace(signed, answered=waiting.message_id if waiting else "")

    def _answered(self, signed: Signed) -> PendingLetter | None:
        """The letter of ours that it answers. Our mails have one each: what names more refuses another
        mail.
        """
        waiting = self.outbox.answered_by(signed.said.answers, signed.names_mail)
        if waiting and waiting.letter and signed.refused and signed.said.answers != (waiting.letter,):
            return None
        return waiting

    def _trust(self, signer: PublicKey, *, answers_ours: bool) -> None:
        """Refuse another key than the server's. If that was not known yet, it is from now on."""
        house = trusting(self.profile.house, signer, answers_ours=answers_ours)
        if house != self.profile.house:
            keep_house(self._home, house)
            self.profile = replace(self.profile, house=house)
            self.on_key(house)

    def _take_table(self, data: bytes) -> list[Refused]:
        """Keep the table of a game that has not started, if it is newer than what is known: what is wrong."""
        try:
            chair = self._check_table(data)
        except Refused as refusal:
            return [refusal]
        game, size = chair.book.opening.game, len(chair.book.log.entries)
        known, kept = self.tables.read(game), self.kept(game)
        if not kept.started and size >= max(kept.checkpoints, default=0):
            known.table, known.waiting = data, chair.awaited
            self.tables.keep(known)
        kept.checkpoints.setdefault(size, checkpoint_line(data))
        self.keep(kept)
        return []

    def _check_table(self, data: bytes) -> Chair:
        key, handle = self.profile.house.key, self.profile.handle
        assert key is not None  # or nothing that is signed would have been taken
        opening = read_table(data, key).opening
        if opening.server != self.profile.house.name:
            raise BadMail(
                "turn/other-server",
                "this is of the server {other}, not of {server}",
                other=opening.server,
                server=self.profile.house.name,
            )
        lines = self.kept(opening.game).checkpoints.values()
        return find_chair(data, handle, key, [read_checkpoint(line, key) for line in lines])

    def _keep_turn(self, turn: Turn) -> None:
        kept = self.kept(turn.game)
        try:
            if kept.notice(turn):
                told = ToldTurn(turn.entries, turn.position.ply, turn.mine, turn.at, turn.said)
                write_told(self._home, turn.game, told)
        finally:
            self.keep(kept)  # a second history above all

    def _keep_clocks(self, clocks: Sequence[GameClock]) -> None:
        for clock in clocks:
            kept = self.kept(clock.game)
            if kept.notice_clock(clock):
                self.keep(kept)

    def _keep_held(self, moves: Sequence[str]) -> None:
        for told in moves:
            kept = self.kept(read_held(told)[0])
            kept.held = told
            self.keep(kept)

    def _keep_notes(self, notes: Sequence[GameNotes]) -> None:
        for game, text in notes:
            kept = self.kept(game)
            kept.notes = text
            self.keep(kept)

    def _settle_moves(self, game: str, ply: int) -> None:
        """Moves for earlier plies were taken, or come too late."""
        for waiting in self.outbox.all():
            purpose = waiting.purpose
            if purpose.is_move and purpose.game == game and purpose.number < ply:
                self.outbox.settle(waiting)

    def _settle_shares(self, signed: Signed) -> None:
        """A share has its receipt when the server says so, or when the game has started."""
        started = signed.turn.game if isinstance(signed, TurnMail) else None
        for waiting in self.outbox.all():
            if waiting.purpose.is_share and waiting.purpose.game == started:
                self.outbox.settle(waiting)
            elif waiting.purpose.is_share and waiting.message_id == signed.answered:
                self._hear_of_share(waiting, signed.refused)

    def _hear_of_share(self, waiting: PendingLetter, refused: str) -> None:
        """The server has got a share, or says why it is none; else it is sent again."""
        known = self.tables.read(waiting.purpose.game)
        for joined, told in known.told.items():
            if open_seal(told.letter).letter_id == waiting.letter:
                heard = not refused or refuses_share(refused)
                known.told[joined] = replace(told, heard=heard)
        self.tables.keep(known)
        self.outbox.settle(waiting)

    def settle(self, waiting: PendingLetter) -> None:
        """A letter has its answer. A move that was refused is no longer on its way."""
        self.outbox.settle(waiting)


def _is_nobodys(signed: Signed, waiting: PendingLetter | None, sealed: bool) -> bool:
    """Whether it is a receipt for us, who are not registered there: not yet, or not any more."""
    if isinstance(signed, TurnMail) or waiting is None:
        return False
    return sealed or not signed.receipt.handle
