"""The table of a game that has not started: seats are taken, and shares of the shuffle are told.

When all seats are taken, each player with a key gets the table by mail, and tells the share that they
committed to when they joined; with the last share the game starts. Where nobody has a key it starts at once.
"""

from __future__ import annotations

import json
from typing import Final

from engine.errors import BadLetter
from engine.phrase import Phrase
from engine.record.game.book import Book
from engine.record.game.seats import KEY, seat_from_join
from engine.record.game.table import ABSENT
from engine.record.log.checkpoint import write_line
from engine.show import wrap
from engine.tongue import Tongue, phrase, word
from engine.wire.facts import Facts
from engine.wire.mails import TABLE
from engine.wire.tablefile import write_table
from server.clocks.stale import set_patience
from server.games.lifecycle import options_of, start_game
from server.games.plies import check_running
from server.ledger import models as rows
from server.visit.draft import MailDraft
from server.visit.games import Recipient
from server.visit.keys import in_doubt
from server.visit.preferences import NONE, manner_of
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

MOST_BEFORE_START: Final = 200
"""A table that was joined and left so often is joined no more: its whole log goes to those who sit at it."""
YOUR_SHARE: Final = word("your share")


def take_seat(
    visit: Visit, game: rows.Game, player: rows.Player, raw: bytes, ahead: str | None = None
) -> None:
    """Give somebody who joined the next free seat. With the last one the game starts, or asks for shares.

    `ahead` is a sealed list for the draft.
    """
    _check_may_join(visit, game, player)
    book, options = visit.games.book(game), options_of(game)
    entry = book.join(seat_from_join(raw, player.auth, book.opening), visit.now)
    visit.games.write(game, entry)
    set_patience(game, visit.now)
    number = entry.facts["seat"]
    seat = rows.Seat(game_id=game.id, number=number, player_id=player.id, auth=player.auth, ahead=ahead)
    visit.session.add(seat)
    visit.session.flush()
    if book.table.full and not options["hold"]:
        go_on(visit, game)  # the first mail of the game says that one is in it
        if game.state != "open" or player.auth == KEY:
            return
    visit.say(
        "You have joined the game {game}, on seat {seat}. Seats taken: {taken} of {players}.",
        game=game.id,
        seat=number + 1,
        taken=len(book.joined),
        players=options["players"],
    )
    if ahead is not None:
        visit.say(
            "Your list for the draft is kept, and nobody else sees it; `orders {game}` shows it.",
            game=game.id,
        )
    _say_whom_it_waits_for(visit, game)
    # The server's signature under the order of joining, which it can't change any more.
    _show_checkpoint(visit, book)


def _check_may_join(visit: Visit, game: rows.Game, player: rows.Player) -> None:
    options, seats = options_of(game), visit.games.seats(game)
    if game.state != "open":
        raise BadCommand("game/not-open", "the game {game} is no longer open to join", game=game.id)
    if any(seat.player_id == player.id for seat in seats):
        raise BadCommand("game/in-already", "you are in the game {game} already", game=game.id)
    if options["auth"] == KEY and player.auth != KEY:
        raise BadCommand(
            "game/own-keys", "the game {game} is for players with a key of their own", game=game.id
        )
    invited = json.loads(game.invited)
    if options.get("league") and player.handle not in invited:
        raise BadCommand("game/of-league", "the game {game} is one of a league", game=game.id)
    if options["private"] and player.handle not in invited and player.id != game.host_id:
        raise BadCommand("game/by-invitation", "the game {game} is by invitation only", game=game.id)
    if len(seats) >= options["players"]:
        raise BadCommand(
            "game/full", "all {n} seats of the game {game} are taken", n=len(seats), game=game.id
        )
    if in_doubt(visit.keys.ring, player):
        raise BadCommand(
            "game/key-in-doubt",
            "a recovery of your key is under way: join the game {game} when it is decided",
            game=game.id,
        )
    if game.entries >= MOST_BEFORE_START:
        raise BadCommand(
            "game/worn-out",
            "too many have joined and left the game {game}: open another one with `new`",
            game=game.id,
        )


# Starting


def go_on(visit: Visit, game: rows.Game) -> None:
    """All seats are taken and nobody holds the game back: start it, or ask for missing shares."""
    book = visit.games.book(game)
    if not book.table.awaited and not _undecided(visit, book):
        start_game(visit, game)
        return
    game.full_at = book.table.full_since
    for reader in visit.games.audience(game):
        if reader.seat in book.table.awaited and (
            reader.player is visit.sender.player or reader.player.mails != NONE
        ):
            visit.drafts.append(_table_mail(visit, game, reader))


def start_if_ready(visit: Visit, game: rows.Game) -> None:
    """Start a game that waited for nothing but the decision on somebody's key."""
    table = visit.games.book(game).table
    if table.full and not table.awaited and not options_of(game)["hold"]:
        go_on(visit, game)


def let_go(visit: Visit, game: rows.Game) -> None:
    """The host does not hold the game back any longer."""
    options, book = options_of(game), visit.games.book(game)
    if game.state == "open" and book.table.full and (book.table.awaited or _undecided(visit, book)):
        game.options = json.dumps({**options, "hold": False})
        go_on(visit, game)
        if not any(draft.player_id == game.host_id for draft in visit.drafts):
            visit.say("All seats of the game {game} are taken.", game=game.id)
            _say_whom_it_waits_for(visit, game)
    else:
        start_game(visit, game)


def take_share(visit: Visit, game: rows.Game, raw: bytes) -> None:
    """Somebody tells their share of the shuffle; with the last one the game starts."""
    if game.state != "open":
        raise BadCommand("game/started", "the game {game} has started already", game=game.id)
    book = visit.games.book(game)
    visit.games.write(game, book.reveal(raw, visit.now))
    if not (book.table.awaited or options_of(game)["hold"] or _undecided(visit, book)):
        start_game(visit, game)
        return
    visit.say("Your share of the shuffle of the game {game} is there.", game=game.id)
    _say_whom_it_waits_for(visit, game)
    _show_checkpoint(visit, book)


def _show_checkpoint(visit: Visit, book: Book) -> None:
    line = write_line(book.checkpoint(visit.settings.key))
    visit.reply.show(line)
    visit.reply.tell(Facts(checkpoints=(line,)))


def _say_whom_it_waits_for(visit: Visit, game: rows.Game) -> None:
    """Say whom a full table waits for."""
    if waiting := waits_for(visit, game):
        visit.reply.show(visit.sender.tongue.phrase(waiting))


def waits_for(visit: Visit, game: rows.Game) -> Phrase | None:
    """The sentence that says whose word a full table waits for, if it does."""
    book = visit.games.book(game)
    if not book.table.full:
        return None
    if options_of(game)["hold"]:
        return phrase("The game waits for its host's `start`.")
    if handles := _handles(book, book.table.awaited):
        return phrase("The game waits for the shares of the shuffle of {who}.", who=handles)
    if undecided := _undecided(visit, book):
        return phrase(
            "The game waits until the recovery of a key is decided: {who}.", who=_handles(book, undecided)
        )
    return None


def _handles(book: Book, numbers: list[int]) -> str:
    return ", ".join(book.joined[number].handle for number in numbers)


def _undecided(visit: Visit, book: Book) -> list[int]:
    """The seats whose keys may not be in force any more when the game has started."""
    return [number for number in book.joined if needs_key(book, number) and not _is_sure(visit, book, number)]


def needs_key(book: Book, number: int) -> bool:
    """Whether a seat's player has a share, and seals what is said about the seat."""
    return book.opening.commits and book.joined[number].auth == KEY


def _is_sure(visit: Visit, book: Book, number: int) -> bool:
    seat = book.joined[number]
    return is_in_force(visit, book, number) and not in_doubt(visit.keys.ring, visit.players.find(seat.handle))


def is_in_force(visit: Visit, book: Book, number: int) -> bool:
    """Whether the key that a seat was taken with still speaks for its player."""
    seat = book.joined[number]
    try:
        visit.keys.ring.check_signer(seat.handle, seat.key, visit.keys.next_seq)
    except BadLetter:
        return False
    return True


# The table by mail


def show_table(visit: Visit, game: rows.Game) -> None:
    """The table once more, for the player whose visit it is."""
    seat, book = visit.seat_of(game), visit.games.book(game)
    if not needs_key(book, seat.number):
        check_running(game)  # others have nothing to do with it, and get the mails of the game when it runs
    for reader in visit.games.audience(game):
        if reader.player is visit.sender.player:
            visit.drafts.append(_table_mail(visit, game, reader, again=f" {visit.name}"))


def _table_mail(visit: Visit, game: rows.Game, reader: Recipient, *, again: str = "") -> MailDraft:
    book, manner = visit.games.book(game), manner_of(reader.player)
    key = visit.settings.key
    line = write_line(book.checkpoint(key))
    text = "\n\n".join([*_told(visit, game, reader, manner.tongue), line])
    return MailDraft(
        dedupe=f"table {game.id} {game.entries} {reader.player.handle}{again}",
        kind="notice",
        recipient=reader.address,
        text=manner.written(text + "\n"),
        remark=manner.tongue.say(YOUR_SHARE) if reader.seat in book.table.awaited else "",
        game=game.id,
        player_id=reader.player.id,
        answers=visit.reply.message_id if reader.player is visit.sender.player else "",
        attachments=((TABLE, write_table(book, key)),),
        facts=Facts(checkpoints=(line,)),
    )


def _told(visit: Visit, game: rows.Game, reader: Recipient, tongue: Tongue) -> list[str]:
    """The people at the table, what the reader has to do, and whom the game waits for: a paragraph each."""
    book, say = visit.games.book(game), tongue.say
    told = [
        say(
            "The game {game} has not started. Seats taken: {taken} of {players} ({who}). You are on "
            "seat {seat}.",
            game=game.id,
            taken=len(book.joined),
            players=book.opening.players,
            who=_handles(book, sorted(book.joined)),
            seat=reader.seat + 1,
        )
    ]
    if book.table.full_since is not None and reader.seat in book.table.awaited:
        told += [
            say(
                "Before it starts, everyone with a key tells their share of the shuffle, which nobody knows "
                "before. Your client does that when it reads this mail: `grubenpost fetch`"
            ),
            say(
                "Whoever has not told theirs by {until} loses the seat.",
                until=tongue.moment(book.table.full_since + ABSENT, reader.player.zone),
            ),
        ]
    waiting = waits_for(visit, game)
    told += [tongue.phrase(waiting)] if waiting else []
    return ["\n".join(wrap(paragraph)) for paragraph in told]
