"""Changes of keys: rotated, revoked, lost and recovered, logged for the server and in every running game.

Only the key log decides whose key is in force. A recovery starts with a code that was mailed to the
registered address, waits for 72 hours, and is ended by a veto of the old key; a mailbox alone gets nowhere.

A mailbox player gets a key of their own in the same way. When it comes into force, it seals their moves in
running games too, and turn codes are good for nothing any more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from sqlmodel import Session, select

from engine.errors import BadLetter
from engine.record.game.book import Book
from engine.record.keyring.keyring import KeyEvent, Keyring, Recovered, key_event
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import Opened
from engine.tongue import Phrase, word
from engine.wire.codes import find_codes
from server.games.leaving import free_lost, leave_seat, may_leave
from server.games.table import start_if_ready
from server.ledger import models as rows
from server.ledger.queues import forget_burnt
from server.outgoing.limits import Silence
from server.players.guard import check_may_change, check_not_frozen, end_codes, end_waiting, tell_change
from server.visit.visit import Visit

Change = Rotate | Revoke | Veto | Recover

MOST_IN_A_GAME: Final = 100
"""So often the log of one game tells of changes of one player's key."""

RECOVER: Final = json.dumps({"do": "recover"})
"""The request that waits for a code that was mailed to somebody who lost a key."""


def log_key_letter(visit: Visit, opened: Opened) -> None:
    """Check a key letter against the keyring and write it down."""
    event = key_event(opened, visit.keys.lock().next_seq, visit.now)
    visit.keys.log(event, opened.sealed.raw)


def owner_of_code(visit: Visit, letter: Recover) -> rows.Player:
    """The player whose key a letter may recover: the code in it was mailed to them for just that. Others get
    silence."""
    code = _recover_code(visit, letter)
    owner = visit.session.get(rows.Player, code.player_id) if code else None
    if owner is None or owner.handle != letter.handle or owner.state != "active":
        raise Silence("a recovery without its code")
    return owner


def comes_from_elsewhere(visit: Visit, owner: rows.Player) -> BadLetter | None:
    """The refusal of a recover letter whose mail came from elsewhere: a code counts from its owner's."""
    if visit.players.owner_of(visit.sender.address) is owner:
        return None
    return BadLetter(
        "recover/address",
        "a recover letter with your code came from {sender}, which is not one of your addresses: send it "
        "from one that is",
        sender=visit.sender.address or "-",
    )


def spend_recover_code(visit: Visit, letter: Recover) -> None:
    """The code of a recovery is good once."""
    code = _recover_code(visit, letter)
    if code is not None:
        code.used_at = visit.now


def _recover_code(visit: Visit, letter: Recover) -> rows.Code | None:
    codes = [visit.codes.valid(text) for text in find_codes(letter.code)]
    return next((code for code in codes if code and code.what == RECOVER), None)


def change_key(visit: Visit, letter: Change, opened: Opened) -> None:
    """Log a change server-wide and in every running game of the key's owner, whose addresses are all told."""
    player = visit.sender.registered()
    if isinstance(letter, Recover):
        check_not_frozen(visit, player)
    if isinstance(letter, Recover | Rotate):
        check_may_change(visit, player, sealed=isinstance(letter, Rotate))
    log_key_letter(visit, opened)
    running, waiting = visit.games.lock_of(visit.sender.registered())
    for game in running:
        if not isinstance(letter, Revoke):
            _check_room(visit.games.book(game), player.handle)
        visit.games.write(game, visit.games.book(game).change_key(opened.sealed.raw, visit.now))
    if isinstance(letter, Rotate):
        _hold_own_key(visit, player)
    if isinstance(letter, Rotate | Revoke):
        end_codes(visit, player)
        forget_burnt(visit.session, player.id)
    _tell(visit, letter, opened)
    if type(letter) in _TOLD:
        tell_change(visit, player, _TOLD[type(letter)])
    for game in waiting:
        _leave_or_go_on(visit, game, letter, opened)


def _leave_or_go_on(visit: Visit, game: rows.Game, letter: Change, opened: Opened) -> None:
    """The key that a seat was taken with may not be in force when the game starts."""
    if isinstance(letter, Veto):
        start_if_ready(visit, game)
    elif may_leave(visit, game, visit.sender.registered(), opened.sealed.raw):
        leave_seat(visit, game, visit.sender.registered(), opened.sealed.raw)
        visit.say(
            "Your seat in {game}, which has not started, is free: join again with your new key.", game=game.id
        )
    else:
        visit.say(
            "All seats in {game} are taken. It waits until your recovery is decided\n"
            "and, if your key is lost, until your seat can be freed.",
            game=game.id,
        )


def _check_room(book: Book, handle: str) -> None:
    """The archive of a game must hold all that was logged in it. A key can be revoked all the same."""
    named = f'\nhandle = "{handle}"\n'.encode()
    changes = sum(
        entry.facts.get("handle") == handle or any(named in raw for raw in entry.letters if raw is not None)
        for entry in book.log.entries
        if entry.kind == "key"
    )
    if changes >= MOST_IN_A_GAME:
        raise BadLetter(
            "key/too-many",
            "the log of {game} holds {n} changes of your key, and takes no more: the key that you have stays "
            "in force until that game is over",
            game=book.opening.game,
            n=changes,
        )


def _hold_own_key(visit: Visit, player: rows.Player) -> bool:
    """From now on the player seals everything; the key that the server held for them is thrown away.

    What a code has asked for and still waits is not done: whether there was anything.
    """
    player.auth, player.seed = "key", None
    return end_waiting(visit, player)


def recoveries_due(session: Session, ring: Keyring) -> Iterator[tuple[int, str]]:
    """The times at which the delay of each recovery is over that nobody has stopped, and whose it is."""
    for at, done in ring.waiting():
        if _may_finish(session, done) is not None:
            yield at, done.handle


def _may_finish(session: Session, done: Recovered) -> rows.Player | None:
    """The player whose recovery it is, unless it was stopped."""
    player = session.exec(select(rows.Player).where(rows.Player.handle == done.handle)).first()
    stopped = player is None or player.state != "active" or player.stopped_recovery == done.recover
    return None if stopped else player


def finish_recovery(visit: Visit, handle: str) -> None:
    """Log a recovery whose delay is over, server-wide and in every running game of its owner."""
    for done in visit.keys.lock().ring.due(visit.now):
        if done.handle == handle and (player := _may_finish(visit.session, done)):
            _finish(visit, done, player)


def _finish(visit: Visit, done: Recovered, player: rows.Player) -> None:
    facts = json.dumps({"handle": done.handle, "recover": done.recover})
    visit.keys.log(KeyEvent(visit.keys.next_seq, visit.now, done), None, facts)
    ended = _hold_own_key(visit, player)
    forget_burnt(visit.session, player.id)
    running, waiting = visit.games.lock_of(player)
    for game in running:
        visit.games.write(game, visit.games.book(game).recovered(done, visit.now))
    for game in waiting:
        free_lost(visit, game)
    end_codes(visit, player)
    tell_change(visit, player, _FINISHED_ALONE if ended else _FINISHED)


def _tell(visit: Visit, letter: Change, opened: Opened) -> None:
    if not isinstance(letter, Recover):
        visit.say(_SAID[type(letter)])
    elif visit.sender.registered().seed is None:
        visit.say(
            "In 72 hours your new key will be in force, unless the old one objects before that.\n"
            "If you have not asked for this, object with your old key, by a veto letter that names the\n"
            "recovery:  grubenpost veto {recovery}",
            recovery=opened.sealed.letter_id,
        )
    else:
        visit.say(
            "In 72 hours your own key will be in force, in running games too: from then on only what it\n"
            "seals is a move of yours, and turn codes no longer work. Until then you play as before.\n"
            "If you have not asked for this, somebody else reads your mail: tell the host."
        )


_TOLD: Final[dict[type, Phrase]] = {
    Rotate: word("The key of {handle} was exchanged for another."),
    Revoke: word("The key of {handle} was revoked."),
    Recover: word("In 72 hours a new key will speak for {handle}, unless you stop it."),
}
_FINISHED: Final = word("Your new key is in force from now on.")
_FINISHED_ALONE: Final = word(
    "Your new key is in force from now on. What was asked for by mail about your\n"
    "addresses, and still waited, is not done: seal it with the key."
)
_SAID: Final = {
    Rotate: word("Your new key is in force from now on."),
    Revoke: word("Your key is revoked. Send `recover` to be heard again with a new one."),
    Veto: word("The recovery is stopped. Your key stays in force."),
}
