"""Change of mind: a move is held for the game's window and taken back in it, or later if all agree.

While a move is held nothing else is played, nothing is turned up and nobody else sees it. It becomes a
ply when the window is over (`time_up`). After that its player can only ask the others.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import update
from sqlmodel import col

from engine.clock.terms import DAY, MINUTE, Terms
from engine.phrase import Phrase
from engine.record.game.changes.undo import TAKEN_BACK, UNDO, Held, check_undoable
from engine.record.game.changes.votes import VOTE
from engine.record.game.opening import KEY, NO_WINDOW
from engine.record.letters.post import Opened
from engine.record.log.log import Entry
from engine.tongue import phrase, word
from engine.wire.facts import Facts
from server.games.lifecycle import summarise
from server.ledger import models as rows
from server.names.names import called
from server.outgoing.answers import notify
from server.outgoing.code_lines import held_lines
from server.outgoing.history import names_in
from server.outgoing.turn_mails import tell_again, tell_everyone
from server.visit.codes import TURN
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

SLOW: Final = 3 * DAY
"""The time for a move from which on a few minutes more keep nobody waiting."""
USUAL_WINDOW: Final = 10 * MINUTE


def usual_window(terms: Terms | None) -> int:
    """The seconds for which a move is held in a game for which nobody says anything about it."""
    return USUAL_WINDOW if terms is not None and terms.move >= SLOW else NO_WINDOW


# Holding


def hold_move(visit: Visit, game: rows.Game, move: Opened) -> bool:
    """Keep a move until it can't be taken back any more; false if it counts at once."""
    book = visit.games.book(game)
    entry = book.hold(move, visit.now) if book.opening.undo else None
    if entry is None:
        return False
    visit.games.write(game, entry)
    summarise(visit, game)
    tell_held(visit, game)
    return True


def tell_held(visit: Visit, game: rows.Game) -> None:
    """Say to the player whose visit it is that their move has come, and until when it can be taken back."""
    book, player = visit.games.book(game), visit.sender.registered()
    held = book.undoing.held
    assert held is not None
    visit.reply.tell(Facts(held=(f"{game.id} {book.game.ply} {held.until} {len(book.log.entries)}",)))
    visit.reply.show(held_lines(book, player))
    if visit.reply.offer:
        visit.reply.show(visit.reply.offer)


# Taking back


def change_mind(visit: Visit, game: rows.Game, ply: int | None) -> None:
    """Take back one's own move while it is held; else ask for it, or agree to what another has asked for."""
    book, seat = visit.games.book(game), visit.seat_of(game).number
    if book.auth_now(seat) == KEY and (ply is None or visit.sender.request is None):
        raise BadCommand(
            "undo/in-full",
            "with a key of your own you ask for it under your seal, with the game and the number of the "
            "move: `grubenpost undo {game}` writes it for you",
            game=game.id,
        )
    held = book.undoing.held
    code = _code_of(visit, game)
    if held is not None and held.seat == seat:
        said = code.ply if ply is None and code is not None else ply
        _check_ply(game, said, book.game.ply)
        _take_back_held(visit, game, held)
    else:
        if ply is None and code is not None:
            ply = _ply_meant(visit, game, code)
        _ask_or_agree(visit, game, seat, ply)


def _code_of(visit: Visit, game: rows.Game) -> rows.Code | None:
    """The newest code of this game in the mail; none if it is done by a seal, by a yes, or by a code for any
    change."""
    codes = visit.sender.codes.values()
    mine = [code for code in codes if code.game_id == game.id]
    if mine:
        return max(mine, key=lambda code: code.ply or 0)
    if codes and all(code.game_id for code in codes) and visit.sender.request is None:
        raise BadCommand(
            "undo/code",
            "the code in your mail is of another game than {game}: reply to the newest mail of that game",
            game=game.id,
        )
    return None


def _ply_meant(visit: Visit, game: rows.Game, code: rows.Code) -> int | None:
    """The ply of the move that its player knew as the last one, from a mail that told of it or came after it;
    none if it is another's, which nobody takes back without saying which."""
    last = visit.games.book(game).undoing.last
    if last is None or last.facts["seat"] != visit.seat_of(game).number or code.ply is None:
        return None
    return last.facts["ply"] if last.facts["ply"] in (code.ply, code.ply - 1) else code.ply


def _check_ply(game: rows.Game, said: int | None, ply: int) -> None:
    if said not in (None, ply):
        raise BadCommand(
            "undo/other-ply",
            "the last move in {game} is move {ply}, not move {said}: no other can be taken back",
            game=game.id,
            ply=ply,
            said=said,
        )


def _take_back_held(visit: Visit, game: rows.Game, held: Held) -> None:
    """The move was never played: its player moves anew, and nobody else hears of it."""
    facts = {"seat": held.seat, "ply": visit.games.book(game).game.ply, "entry": held.entry}
    _write(visit, game, TAKEN_BACK, facts, asked=True)
    summarise(visit, game)
    tell_again(visit, game)


def _ask_or_agree(visit: Visit, game: rows.Game, seat: int, ply: int | None) -> None:
    """Write down that a seat would have the last move taken back; it is, if all want that."""
    book = visit.games.book(game)
    last = check_undoable(book)
    _check_may_agree(visit, game, last, seat, ply)
    _write(visit, game, VOTE, {"seat": seat, "on": UNDO, "choice": last.leaf.hex()}, asked=True)
    missing = book.undoing.missing(last.leaf.hex(), book.voters)
    if missing:
        _ask_others(visit, game, last, missing)
        return
    facts = {"seat": last.facts["seat"], "ply": last.facts["ply"], "entry": last.leaf.hex()}
    _write(visit, game, TAKEN_BACK, facts)
    _end_codes(visit, game, last.facts["ply"])
    summarise(visit, game)
    tell_everyone(visit, game)


def _check_may_agree(visit: Visit, game: rows.Game, last: Entry, seat: int, ply: int | None) -> None:
    """Refuse a word that was not, or may not have been, about the last move."""
    book, mover = visit.games.book(game), last.facts["seat"]
    if mover != seat and not book.undoing.wants(mover):
        raise BadCommand(
            "undo/not-yours",
            "the last move in {game} is not yours: you can take back your own, as long as nobody has moved "
            "after it",
            game=game.id,
        )
    if mover != seat and ply is None:  # it may have been meant for a move of their own
        raise BadCommand(
            "undo/say-ply",
            "{who} would take back move {ply} in {game}: if you agree, send `undo {game} {ply}`",
            who=names_in(book)[mover],
            ply=last.facts["ply"],
            game=game.id,
        )
    _check_ply(game, ply, last.facts["ply"])
    if book.undoing.wants(seat):
        raise BadCommand(
            "undo/said",
            "you have said so already; still to agree: {handles}",
            handles=", ".join(_handles(visit, game, book.undoing.missing(last.leaf.hex(), book.voters))),
        )


def _write(
    visit: Visit, game: rows.Game, about: str, facts: dict[str, object], *, asked: bool = False
) -> None:
    """A note, with the sealed request for it where there is one."""
    sealed = visit.sender.request if asked else None
    letters = [sealed] if sealed is not None else []
    visit.games.write(game, visit.games.book(game).note(about, visit.now, letters, **facts))


def _end_codes(visit: Visit, game: rows.Game, ply: int) -> None:
    """Codes for plies after this one were for another position, and must not move in that which comes."""
    later = (col(rows.Code.game_id) == game.id, col(rows.Code.purpose) == TURN, col(rows.Code.ply) > ply)
    live = col(rows.Code.expires_at) > visit.now
    visit.session.flush()
    visit.session.exec(update(rows.Code).where(*later, live).values(expires_at=visit.now))


_ASKED: Final = word(
    "{name} ({handle}) would take back move {ply} in the game {game}:\n\n"
    "  {move}\n\n"
    "It has shown nothing that was hidden. If you agree, send:\n\n  {agree}\n\n"
    "If you don't, you need not do anything."
)


def _ask_others(visit: Visit, game: rows.Game, last: Entry, missing: list[int]) -> None:
    visit.say(
        "You would have move {ply} in {game} taken back. Still to agree: {handles}.",
        ply=last.facts["ply"],
        game=game.id,
        handles=", ".join(_handles(visit, game, missing)),
    )
    if last.facts["seat"] != visit.seat_of(game).number:
        return  # they have been asked
    for seat in visit.games.seats(game):
        player = visit.players.on(seat) if seat.number in missing else None
        if player is not None:
            name = f"undo {game.id} {game.entries} {player.handle}"
            asked = _question(visit, game, last, player)
            notify(visit, player, name, asked, remark=word("taken back?"), game=game.id)


def _question(visit: Visit, game: rows.Game, last: Entry, asked: rows.Player) -> Phrase:
    who = visit.sender.registered()
    agree = f"undo {game.id} {last.facts['ply']}"
    return phrase(
        _ASKED,
        name=called(who.name, who.handle),
        handle=who.handle,
        game=game.id,
        ply=last.facts["ply"],
        move=last.facts["action"],
        agree=agree if asked.seed is not None else f"grubenpost {agree}",
    )


def _handles(visit: Visit, game: rows.Game, numbers: list[int]) -> list[str]:
    return [visit.games.book(game).seats[number].handle for number in numbers]
