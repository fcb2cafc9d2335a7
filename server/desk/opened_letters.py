"""The sealed letters of a mail: opened and verified once, looked up, and passed on as values."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import col, select

from engine.errors import BadLetter, Refused
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.post import Opened, open_letter
from engine.record.letters.seal import open_seal
from server.ledger import models as rows
from server.ledger.queues import is_taken
from server.outgoing.limits import wear_of
from server.players.key_changes import comes_from_elsewhere, owner_of_code
from server.visit.sender import BY_OLD_SEAL, BY_READING, BY_SEAL, Sender
from server.visit.visit import Visit

_OWNER: Final = (
    select(rows.Player, rows.Taken.letter_id, rows.Burnt)
    .select_from(rows.Player)
    .outerjoin(rows.Taken, col(rows.Taken.letter_id) == bindparam("letter"))
    .outerjoin(rows.Burnt, col(rows.Burnt.letter_id) == bindparam("letter"))
    .where(rows.Player.handle == bindparam("handle"))
)
"""Made once, because it is asked at every move."""


class FoundLetter(NamedTuple):
    """A letter, the player whose key sealed it, and what became of it when it came before."""

    opened: Opened
    owner: rows.Player | None
    taken: bool
    burnt: rows.Burnt | None


class Letters(NamedTuple):
    """The sealed letters of one mail."""

    new: tuple[FoundLetter, ...] = ()
    again: tuple[FoundLetter, ...] = ()
    """Those that were refused before."""
    taken: tuple[FoundLetter, ...] = ()
    unread: tuple[Refused, ...] = ()
    """The reasons for which others could not be opened, or are not for us."""
    burnable: tuple[str, ...] = ()
    """The ids of those that are spoilt if the mail is refused."""


def open_letters(visit: Visit, raws: Sequence[bytes]) -> Letters:
    """Open the letters of a mail, and look them up in the ledger.

    One that can't be opened, or is not for us, takes nothing from the others: else what stands beside it
    would be refused without being spoilt, because anybody can have put it there.
    """
    found: list[FoundLetter] = []
    unread: list[Refused] = []
    for raw in raws:
        try:
            found.append(look_up(visit, _open(visit, raw)))
        except Refused as refusal:
            unread.append(refusal)
    new = tuple(each for each in found if not each.taken and not each.burnt)
    return Letters(
        new=new,
        again=tuple(each for each in found if not each.taken and each.burnt),
        taken=tuple(each for each in found if each.taken),
        unread=tuple(unread),
        burnable=tuple(_burnable(visit, new)),
    )


def _open(visit: Visit, raw: bytes) -> Opened:
    opened = open_letter(raw, visit.keys.ring.keys_by_id)
    letter: Any = opened.letter
    if letter.server != visit.settings.name:
        raise other_server(letter.server, visit.settings.name)
    return opened


def letter_ids(letters: Sequence[bytes]) -> tuple[str, ...]:
    """The ids by which their senders know these letters. Nothing in them is believed."""
    found: list[str] = []
    for raw in letters:
        with suppress(Refused):
            found.append(open_seal(raw).letter_id)
    return tuple(found)


def look_up(visit: Visit, opened: Opened) -> FoundLetter:
    """A letter as the ledger knows it."""
    handle, letter = visit.keys.ring.owner(opened.signers[0]), opened.sealed.letter_id
    row = visit.session.exec(_OWNER, params={"handle": handle, "letter": letter}).first() if handle else None
    if row is None:
        return FoundLetter(opened, None, is_taken(visit.session, letter), None)
    player, taken_as, burnt = row
    return FoundLetter(opened, player, taken_as is not None, burnt)


def speaker(visit: Visit, letters: Letters) -> tuple[Sender, BadLetter | None]:
    """The sender by the letters of a mail; and if nothing comes of them for that, the reason.

    What is not burnt when it is refused can be sent again by anybody who has seen it.
    """
    sender, refusal = _speaker_of_all(visit, letters)
    again = [] if letters.burnable or sender.player is None else letters.new
    return replace(sender, wear=wear_of(visit, [each.opened.sealed.letter_id for each in again])), refusal


def _speaker_of_all(visit: Visit, letters: Letters) -> tuple[Sender, BadLetter | None]:
    sender, refusal = visit.sender, None
    for each in (*letters.new, *letters.again):
        sender, refusal = _speaker(visit, sender, each)
        if refusal is not None:
            return sender, refusal
    if letters.again and not letters.new:
        sender = sender.known_as(sender.player, BY_OLD_SEAL)
        return sender, _refused_before(sender, letters.again[0])
    return sender, None


def _refused_before(sender: Sender, found: FoundLetter) -> BadLetter:
    assert found.burnt is not None
    return BadLetter(
        "letter/refused-before",
        "this letter was refused on {when} ({why}), and no longer counts since then: if you still want "
        "what it says, seal another one",
        when=sender.tongue.moment(found.burnt.at, sender.registered().zone),
        why=found.burnt.code,
    )


def _speaker(visit: Visit, sender: Sender, found: FoundLetter) -> tuple[Sender, BadLetter | None]:
    """The sender by one letter, after those that came before it in the mail."""
    letter = found.opened.letter
    if isinstance(letter, Register):
        return sender, None  # nobody yet
    if isinstance(letter, Recover):
        owner = owner_of_code(visit, letter)
        if (why := comes_from_elsewhere(visit, owner)) is not None:
            return sender.known_as(owner, BY_READING), why  # the owner hears of it, and not the sender
        return _speak_as(sender, owner)
    if found.owner is None or found.owner.state != "active":
        return sender, BadLetter(
            "seal/unknown-key", "the letter is sealed by a key that is not registered here"
        )
    try:
        visit.keys.ring.check_signer(found.owner.handle, found.opened.signers[0], visit.keys.next_seq)
    except BadLetter as why:
        # A key that is lost, or that somebody else wanted, takes nothing of what its owner may send.
        return (sender.known_as(found.owner, BY_OLD_SEAL) if sender.player is None else sender), why
    return _speak_as(sender, found.owner)


def _speak_as(sender: Sender, player: rows.Player) -> tuple[Sender, BadLetter | None]:
    """The mail is this player's: the answer goes to them and to nobody else."""
    if sender.player is not None and sender.player.id != player.id:
        return sender, BadLetter("seal/two-senders", "one mail can't carry letters of two players")
    return sender.known_as(player, BY_SEAL), None


def _burnable(visit: Visit, new: Sequence[FoundLetter]) -> list[str]:
    """The letters that are spoilt if the mail is refused: of one player, by the key in force.

    Else somebody could spoil another's letter by sending it together with one that is sure to be refused.
    Nor is a registration or a recovery spoilt, which may be refused for the address that it came from, and
    lives on a code that ends; nor a letter without a nonce, because it can't be written anew; nor a move
    that came too early.
    """
    if len({each.owner.handle if each.owner else "" for each in new}) != 1:
        return []
    return [each.opened.sealed.letter_id for each in new if _is_burnable(visit, each)]


def _is_burnable(visit: Visit, found: FoundLetter) -> bool:
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


def other_server(meant: str, here: str) -> BadLetter:
    return BadLetter(
        "letter/other-server", "this letter is for {server}, not for {here}", server=meant, here=here
    )
