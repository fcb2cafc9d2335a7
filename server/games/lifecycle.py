"""The life of a game: it is opened, started, moved in, and closed. `table` has how it is joined.

Each function does one of these inside a visit: it writes the log, keeps the ledger's summary of the game
in step, and tells everyone in the game.
"""

from __future__ import annotations

import json
from typing import Any, Final

from sqlmodel import select

from engine.ratings.rated_game import RATED
from engine.record.archive import archive
from engine.record.game.book import Book
from engine.record.game.seats import MAILBOX
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.move import By, Move
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.post import Opened, seal_letter, write_letter
from engine.record.names.display_name import SALT_BYTES, Name
from engine.rules import Action
from server.clocks.absences import tell_absences
from server.clocks.alarms import pace_of, set_alarms, tell_zones
from server.clocks.stale import set_patience
from server.clocks.stops import stop_if_out
from server.games.archives import write_archive
from server.games.playing_on import play_on
from server.games.standing import begin_orders
from server.ledger import models as rows
from server.names.house_bots import HOUSE_BOT, bot_name
from server.names.names import called
from server.outgoing.turn_mails import tell_everyone
from server.ratings.keeping import keep_result
from server.visit.codes import DIGITS
from server.visit.refusal import BadCommand
from server.visit.shelf import opening_of
from server.visit.visit import Visit

ID_LENGTH: Final = 6


def new_game_id(visit: Visit) -> str:
    """A short id that is easy to type, can't be taken for a number or a word, and is not yet taken."""
    while True:
        number = int.from_bytes(visit.entropy(8), "big")
        digits = [DIGITS[number >> 5 * place & 31] for place in range(ID_LENGTH)]
        game_id = "".join(digits)
        if (
            not game_id.isdecimal()
            and not game_id.isalpha()
            and visit.session.get(rows.Game, game_id) is None
        ):
            return game_id


def usual_options() -> dict[str, Any]:
    """The options of a game of which nothing else is said."""
    return {
        "players": 3,
        "auth": MAILBOX,
        "face_down": False,
        "private": False,
        "hold": False,
        "resigned": "bot",
        "press": "white",
        "rated": False,
        "bots": 0,
        "bot": HOUSE_BOT,
        "languages": [],
    }


def open_game(visit: Visit, options: dict[str, Any], host: rows.Player) -> rows.Game:
    """A new game that waits for players. The commitment to its seed is written before anyone joins."""
    game_id, seed = new_game_id(visit), visit.entropy(32)
    game = rows.Game(
        id=game_id,
        state="open",
        options=json.dumps(options),
        host_id=host.id,
        seed=seed,
        created_at=visit.now,
        moved_at=visit.now,
        pace=pace_of(options),
    )
    visit.session.add(game)
    visit.session.flush()
    settings = visit.settings
    book = Book(opening_of(game_id, settings.name, settings.key.public, options, seed))
    visit.games.books[game_id] = book
    visit.games.write(game, book.begin(visit.now))
    if options.get("rated"):
        visit.games.write(game, book.note(RATED, visit.now))
    set_patience(game, visit.now)
    return game


def join_for(visit: Visit, game: rows.Game, player: rows.Player) -> bytes:
    """The join letter of a mailbox player, sealed with the key that the server holds for them."""
    key = held_key(player)
    kind = Join if visit.games.book(game).opening.commits else OldJoin
    # What the server could choose itself does not count in the shuffle: the seat has no share to tell.
    letter = kind(
        visit.settings.name,
        game.id,
        player.handle,
        key.public,
        visit.entropy(32).hex(),
        visit.entropy(16).hex(),
    )
    return seal_letter(letter, key)


def held_key(player: rows.Player) -> PrivateKey:
    """The key that the server holds for a mailbox player."""
    if player.seed is None:
        raise BadCommand(
            "player/own-key",
            "you have a key of your own: with it, joining and moving are letters that the client seals, by "
            "`grubenpost join` and `grubenpost move`",
        )
    return PrivateKey(player.seed)


def options_of(game: rows.Game) -> dict[str, Any]:
    options: dict[str, Any] = json.loads(game.options)
    return options


def start_game(visit: Visit, game: rows.Game) -> None:
    """Deal, and tell everyone."""
    options, seats = options_of(game), visit.games.seats(game)
    if game.state != "open":
        raise BadCommand("game/started", "the game {game} has started already", game=game.id)
    if len(seats) != options["players"]:
        raise BadCommand(
            "game/not-full",
            "seats taken in the game {game}: {taken} of {players}; it can start when all are",
            taken=len(seats),
            players=options["players"],
            game=game.id,
        )
    names = [_name_seat(visit, game, seat) for seat in seats]
    tell_zones(visit, game)
    visit.games.write(game, visit.games.book(game).start(names, game.seed, visit.now))
    game.state, game.full_at = "running", None
    begin_clock(visit, game)
    begin_orders(visit, game, seats)
    play_on(visit, game)  # a bot may have the first turn, or a list for the draft
    summarise(visit, game)
    tell_everyone(visit, game)


def begin_clock(visit: Visit, game: rows.Game) -> None:
    """Log what a clock has to know from its first second on: who is away, and whether mail goes at all."""
    if game.pace:
        tell_absences(visit, game)
        stop_if_out(visit, game)


def _name_seat(visit: Visit, game: rows.Game, seat: rows.Seat) -> Name:
    """The name under which somebody plays a game from its start on, kept where it can be forgotten."""
    player = visit.players.on(seat)
    handle = visit.games.book(game).joined[seat.number].handle
    name = Name(called(player.name, handle) if player else bot_name(handle), visit.entropy(SALT_BYTES))
    seat.name, seat.salt = name.text, name.salt
    return name


def summarise(visit: Visit, game: rows.Game) -> None:
    """Keep what lists need of a game beside its log."""
    book = visit.games.book(game)
    game.ply, game.moved_at = book.game.ply, visit.now
    nobody = book.game.over or book.closed or book.undoing.held is not None
    game.turn_seat = None if nobody else book.game.turn
    set_alarms(visit, game)


def seal_for(visit: Visit, game: rows.Game, action: Action, code: rows.Code) -> Opened:
    """A mailbox player's move, sealed by the server on their behalf and marked as delegated by a code."""
    player, book = visit.sender.registered(), visit.games.book(game)
    letter = Move(
        server=visit.settings.name,
        game=game.id,
        ply=book.game.ply,
        seat=visit.seat_of(game).number,
        base=book.log.head,
        nonce=visit.entropy(16).hex(),
        action=action.write(),
        by=By("delegated", code.hash),
    )
    return write_letter(letter, held_key(player))


def finish_game(visit: Visit, game: rows.Game, *, abandoned: bool = False) -> None:
    """Reveal the seed and fix the result."""
    book = visit.games.book(game)
    archive.close(book, game.seed, visit.now, abandoned=abandoned)
    visit.games.write(game, book.log.entries[-1])
    game.state = "abandoned" if abandoned else "over"
    keep_result(visit, game)
    summarise(visit, game)


def check_played(visit: Visit, game: rows.Game) -> None:
    """Refuse what is only for those who sit in a game, or sat in it."""
    player = visit.sender.registered()
    query = select(rows.Seat).where(rows.Seat.game_id == game.id, rows.Seat.player_id == player.id)
    if visit.session.exec(query).first() is None:
        raise BadCommand("game/not-in", "you are not in the game {game}", game=game.id)


def archive_of(visit: Visit, game: rows.Game) -> bytes:
    """The game's archive: whole if it is closed, else as anyone may see it. One that never began has none."""
    return write_archive(visit.session, game, visit.games.book(game), visit.settings.key)
