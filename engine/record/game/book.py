"""A game's book: its log together with what follows from it, grown one entry at a time.

The server writes a book, a verifier reads one, and both go through the same checks. A move is taken in
this order: seal, address, known already, seat and key, ply and head, notation, rules. Nothing is changed
unless all of them hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.clock.notation import parse_full
from engine.errors import BadLetter, BadRecord
from engine.record.game import shuffle
from engine.record.game.authority import FORCED, authorises, check_signer
from engine.record.game.changes.forced import check_forced
from engine.record.game.changes.handover import Seating
from engine.record.game.changes.undo import HELD, Undoing, check_waited, held_facts, waits
from engine.record.game.changes.votes import Votes
from engine.record.game.course import Course, ply_facts
from engine.record.game.move_place import check_answers
from engine.record.game.noting import CLOSED, write_note
from engine.record.game.opening import KEY, MAILBOX, Opening
from engine.record.game.seats import Seat, check_address, registrations, start_facts
from engine.record.game.standing import STANDING, AllStandingOrders
from engine.record.game.table import Table
from engine.record.game.timekeeping import Timekeeping
from engine.record.keyring.keyring import KeyEvent, Keyring, Recovered, key_event
from engine.record.letters.fields import HASH
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import Opened, open_letter, unknown_key
from engine.record.letters.seal import Sealed, open_seal
from engine.record.log.checkpoint import Checkpoint, sign
from engine.record.log.log import Enclosed, Entry, Log
from engine.record.names.display_name import Name, Names, check_names
from engine.rules import Action, Game, Played, parse


class Judged(NamedTuple):
    """A move that the rules have yet to judge: the letter, its exact bytes, and the action in it."""

    letter: Move
    raw: Enclosed
    letter_id: str
    action: Action


class Book:
    """A log, and what follows from it: seats, keys in force, and the course of the game."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.log = Log()
        self.seats: tuple[Seat, ...] = ()
        """The seats with their players; none before the start."""
        self.names: Names = ()
        """The display names, which the log only commits to: `None` where one is not known."""
        self.keyring = Keyring(opening.server)
        self.course: Course | None = None
        self.stacks: shuffle.Deal | None = None
        """The stacks as they were dealt; `None` before the start, and in a book that holds only what is
        public.
        """
        self.closed = False
        self.table = Table(opening)
        """The table before the start: who sits where, and what they bring to the shuffle."""
        self.time = Timekeeping(parse_full(opening.pace))
        """The clock, if the game has one."""
        self.seating = Seating()
        """The holders of every seat since the start."""
        self.undoing = Undoing()
        """The moves that can be taken back."""
        self.votes = Votes()
        """The votes of those in the game that are not over."""
        self.standing = AllStandingOrders()
        """The standing orders of all seats."""
        self.plies: list[Entry] = []
        """The entries of the plies, without those that were taken back."""
        self.taken: dict[str, int] = {}
        """The entry of each letter in the log, by the letter's id."""
        self.last_ply = 0
        """The length of the log after its last ply (or start): older heads are stale."""

    @property
    def game(self) -> Game:
        """The position now. Only a started game has one."""
        return self._started().game

    # Writing

    def begin(self, at: int) -> Entry:
        """Write the first entry."""
        if self.log.entries:
            raise BadRecord("book/begun", "the log has a first entry already")
        return self.add("genesis", at, **self.opening.facts())

    @property
    def joined(self) -> Mapping[int, Seat]:
        """The handles of those who have a seat so far, by its number."""
        return self.table.seats

    def join(self, seat: Seat, at: int) -> Entry:
        """Give the first free seat to somebody, before anyone knows what those who join later will bring."""
        self._check_not_started()
        number = self.table.free_seat(seat)
        letters = [] if seat.join is None else [open_seal(seat.join)]
        facts = {**seat.facts(self.opening), "seat": number}
        entry = self._add_letters("join", at, letters, **facts)
        self.table.sit(number, seat, len(self.log.entries), at)
        return entry

    def reveal(self, raw: bytes, at: int) -> Entry:
        """Take somebody's share of the shuffle, which they committed to when they joined."""
        self._check_not_started()
        opened = open_letter(raw, self.table.keys_by_id)
        number, share = self.table.judge_share(opened, self.log.size_at(getattr(opened.letter, "base", "")))
        entry = self._add_letters("reveal", at, [opened.sealed], seat=number, entropy=share.hex())
        self.table.tell(number, share)
        return entry

    def leave(self, number: int, at: int, raw: bytes | None = None) -> Entry:
        """Free a seat, for a good reason. Whoever wants one again joins anew, with another letter."""
        self._check_not_started()
        reasons = [opened.sealed for opened in self.table.check_leave(number, raw, at)]
        entry = self._add_letters("leave", at, reasons, seat=number)
        self.table.get_up(number)
        return entry

    def start(self, names: Sequence[Name], seed: bytes, at: int) -> Entry:
        """Deal the game from the server's seed and everyone's entropy."""
        self._check_not_started()
        self.opening.check_seed(seed)
        dealt = self.deal(seed)
        entry = self.sit_down([name.commitment for name in names], self.opening.lay_out(dealt), at, dealt)
        self.names = tuple(names)
        return entry

    def deal(self, seed: bytes) -> shuffle.Deal:
        """The deal that follows from the seed and the entropy of all who joined."""
        return self.opening.deal(seed, self.table.entropies())

    def sit_down(
        self, commitments: Sequence[str], game: Game, at: int, stacks: shuffle.Deal | None = None
    ) -> Entry:
        """Write the start, with the position that the deal gave; the stacks only if they are known."""
        self._check_not_started()
        seats = self.table.all_seated()
        self.table.entropies()  # nobody may sit down before all shares are told
        if len(commitments) != len(seats):
            raise BadRecord("names/seats", "there are names for {names} seats", names=len(commitments))
        for commitment in commitments:
            HASH.read("names", commitment)
        keys = registrations(seats, self.opening.server, len(self.log.entries), at)
        keyring = self.keyring.after(*keys)
        time = self.time.after_start(seats, game, at)
        entry = self.add("start", at, **start_facts(commitments, game))
        self.keyring, self.seats, self.course, self.stacks = keyring, seats, Course(game), stacks
        self.names, self.time = (None,) * len(seats), time
        self.seating.begin(seats, commitments)
        self.last_ply = len(self.log.entries)
        return entry

    def introduce(self, names: Sequence[Name | None]) -> None:
        """Tell the names of a game that has started; those that are forgotten are `None`."""
        self._started()
        check_names(names, self.seating.names)
        self.names = tuple(names)

    def shown_names(self) -> tuple[str, ...]:
        """The players' names; a handle where the name is not known."""
        return tuple(
            seat.handle if name is None else name.text
            for seat, name in zip(self.seats, self.names, strict=True)
        )

    def auth_now(self, number: int) -> str:
        """The seal of a seat's moves now: a mailbox player's own key too, as soon as there is one."""
        seat = self.seats[number]
        own = seat.auth == MAILBOX and self.keyring.has_changed(seat.handle)
        return KEY if own else seat.auth

    def _check_not_started(self) -> None:
        if self.course is not None:
            raise BadRecord("book/started", "the game has started already")

    def take_move(self, move: bytes | Opened, at: int) -> tuple[Entry, Played]:
        """Check a move, play it and write it. Refused ones leave everything as it is."""
        return self.play(self.judge(move), at)

    def play(self, judged: Judged, at: int) -> tuple[Entry, Played]:
        """Play a move that has just been judged, and write it."""
        check_waited(self, judged, at)
        self._check_follows(judged)
        letter = judged.letter
        self.time.after_move(letter.seat, letter.by.kind if letter.by else None, at)  # or it is refused
        played = self._started().go(judged.action, letter.seat)
        facts = ply_facts(judged.letter, judged.action, played.events)
        entry = self.log.write("ply", at, [judged.raw], **facts)
        self.add_ply(entry, judged.letter_id)
        return entry, played

    def add_ply(self, entry: Entry, letter_id: str) -> None:
        """Append a ply that has been played."""
        moved = self.time.after_move(entry.facts["seat"], entry.facts.get("by"), entry.at)
        self.time = moved.next_turn(self.game, entry.at)
        self.log.append(entry)
        self.taken[letter_id] = entry.seq
        self.last_ply = len(self.log.entries)
        self.plies.append(entry)
        self.undoing.played(entry)
        self.votes.moved(entry)
        self.standing.went(self._started(), entry.facts.get("by") == STANDING)

    def note(self, about: str, at: int, letters: Sequence[Enclosed] = (), /, **facts: object) -> Entry:
        """Write an entry that is no ply: press, a clock, an act of the host.

        With `secret` = True its letters stay hidden from others until the game is closed.
        """
        return write_note(self, about, at, letters, facts)

    def hold(self, move: bytes | Opened, at: int) -> Entry | None:
        """Keep a move face down until the window is over in which it can be taken back; nothing is written,
        if it is one that counts at once."""
        judged = self.judge(move)
        if not waits(self, judged.letter, judged.action):
            return None
        return self.note(HELD, at, [judged.raw], **held_facts(self, judged, at))

    def release(self, at: int) -> tuple[Entry, Played]:
        """Play the move that is held: the window is over."""
        held = self.undoing.held
        if held is None or held.judged is None:
            raise BadRecord("undo/nothing-held", "no move is held here")
        return self.play(held.judged, at)

    def closed_because(self) -> str:
        """The host's reason for ending the game; nothing, if the host has not ended it."""
        notes = (entry.facts for entry in reversed(self.log.entries) if entry.kind == "note")
        return next((str(facts["reason"]) for facts in notes if facts["about"] == CLOSED), "")

    def change_key(self, raw: bytes, at: int) -> Entry:
        """Take a letter that changes a key of somebody in this game."""
        opened = open_letter(raw, self.known_keys)
        event = key_event(opened, len(self.log.entries), at)
        self._check_plays(event.letter.handle)
        keyring = self.keyring.after(event)
        entry = self.add("key", at, [opened.sealed.raw])
        self.keyring = keyring
        return entry

    def recovered(self, done: Recovered, at: int) -> Entry:
        """Write that a recovery's delay has passed without a veto."""
        keyring = self.keyring.after(KeyEvent(len(self.log.entries), at, done))
        entry = self.add("key", at, handle=done.handle, recover=done.recover)
        self.keyring = keyring
        return entry

    def close(self, seed: bytes, result: str, at: int) -> Entry:
        """Reveal the seed and fix the result; nothing can be added afterwards."""
        self._started()
        self.opening.check_seed(seed)
        HASH.read("result", result)
        entry = self.add("close", at, seed=seed.hex(), result=result)
        self.closed = True
        return entry

    def checkpoint(self, key: PrivateKey) -> Checkpoint:
        """The server's signature under the log as it is now."""
        return sign(self.opening.origin, len(self.log.entries), bytes.fromhex(self.log.head), key.seed)

    def add(self, kind: str, at: int, letters: Sequence[Enclosed] = (), /, **facts: object) -> Entry:
        if self.closed:
            raise BadRecord("book/closed", "the game {game} is closed", game=self.opening.game)
        if not self.log.entries and kind != "genesis":
            raise BadRecord("book/not-begun", "the log has no first entry")
        entry = self.log.write(kind, at, letters, **facts)
        self.log.append(entry)
        return entry

    def _add_letters(self, kind: str, at: int, letters: Sequence[Sealed], /, **facts: object) -> Entry:
        """Write an entry whose letters are not in the log yet."""
        for sealed in letters:
            self.check_new(sealed.letter_id, "letter/known")
        entry = self.add(kind, at, [sealed.raw for sealed in letters], **facts)
        self.taken.update(dict.fromkeys((sealed.letter_id for sealed in letters), entry.seq))
        return entry

    def _started(self) -> Course:
        if self.course is None:
            raise BadRecord("book/not-started", "the game {game} has not started", game=self.opening.game)
        return self.course

    # Judging

    def known_keys(self, key_id: str) -> tuple[PublicKey, ...]:
        """Every key ever known here with this id; the server's own too."""
        server = self.opening.server_key
        own = (server,) if server.key_id == key_id else ()
        return self.keyring.keys_by_id(key_id) + own

    def judge(self, move: bytes | Opened) -> Judged:
        """Check everything about a move but the rules. Raises, changes nothing.

        One that was opened already is not verified again; but it must be by a key that is known here.
        """
        opened = self._by_known_key(move) if isinstance(move, Opened) else open_letter(move, self.known_keys)
        letter = opened.letter
        if not isinstance(letter, Move):
            raise BadLetter(
                "move/not-a-move", "a letter of the kind {format} is no move", format=opened.sealed.context
            )
        check_address(letter.server, letter.game, self.opening.server, self.opening.game)
        self.check_new(opened.sealed.letter_id, "move/known")
        self._check_signer(letter, opened.signers[0])
        self.check_place(letter)
        action = parse(letter.action)
        if action.write() != letter.action:
            raise BadLetter(
                "move/not-canonical",
                "`{sent}` is signed in another form than the canonical `{canonical}`",
                sent=letter.action,
                canonical=action.write(),
            )
        return Judged(letter, opened.sealed.raw, opened.sealed.letter_id, action)

    def _by_known_key(self, opened: Opened) -> Opened:
        signer = opened.signers[0]
        if signer not in self.known_keys(signer.key_id):
            raise unknown_key(signer.key_id)
        return opened

    def authorised(self, mark: str, seat: int, ply: int) -> bool:
        """Whether any entry allows such a move that nobody typed."""
        return any(authorises(entry, self.seats, mark, seat, ply) for entry in self.log.entries)

    def _check_follows(self, judged: Judged) -> None:
        """A move by standing orders must be what they give, for those who may know both; a forced one the
        only one there is."""
        if judged.letter.by is not None and judged.letter.by.kind == FORCED:
            check_forced(self.game, judged.action)
        if judged.letter.by is not None and judged.letter.by.kind == STANDING and self.stacks is not None:
            self.standing.check(judged.letter.seat, judged.letter.by.entry, self.game, judged.action)

    def check_new(self, letter_id: str, code: str) -> None:
        """Refuse a letter that is in the log already."""
        known = self.taken.get(letter_id)
        if known is not None:
            raise BadLetter(code, "this letter is in the log already, as entry {known}", known=known)

    def _check_signer(self, letter: Move, signer: PublicKey) -> None:
        self._started()
        check_signer(self, letter, signer)

    def check_place(self, letter: Move) -> None:
        """The move must answer the position as it is now."""
        known = self.log.size_at(letter.base)
        handles = [seat.handle for seat in self.seats]
        check_answers(letter, None if self.closed else self.game, handles, known, self.last_ply)

    def check_sealed_by(self, seat: int, opened: Opened) -> None:
        """Refuse a letter that the key in force of this seat has not signed."""
        self.keyring.check_signer(self.seats[seat].handle, opened.signers[0], len(self.log.entries))

    @property
    def voters(self) -> list[int]:
        """The seats on which somebody plays."""
        return [number for number in range(len(self.seats)) if number not in self.time.bots]

    def _check_plays(self, handle: str) -> None:
        if handle not in [seat.handle for seat in self.seats]:
            raise BadLetter("key/not-in-game", "{handle} does not play in this game", handle=handle)
