"""Mails about votes: others are asked, and told what came of it."""

from __future__ import annotations

from engine.clock.days import date_at
from engine.clock.notation import parse, write
from engine.phrase import Phrase
from engine.record.game.changes.votes import PACE, REPLACE, Motion
from engine.show.votes import vote_words
from engine.tongue import phrase, word
from server.ledger import models as rows
from server.names.names import called
from server.outgoing.answers import notify
from server.outgoing.history import names_in
from server.visit.visit import Visit


def ask_others(visit: Visit, game: rows.Game, motion: Motion, *, asked: bool) -> None:
    """Say who has yet to agree; if nobody had been asked before, ask them."""
    book = visit.games.book(game)
    missing = book.votes.missing(motion.choice, book.voters, motion.on)
    others = [
        player
        for seat in visit.games.seats(game)
        if seat.number in missing and (player := visit.players.on(seat)) is not None
    ]
    ends = book.votes.ends(motion, book.voters, book.game.turn)
    visit.say(
        "You have voted in {game}: {what}.\n\nStill to agree: {handles}.\n\n"
        "The vote ends on {day}, or when all have voted.\n"
        "Whoever has neither voted nor moved by then is not counted,\n"
        "if the game has waited for one of them for three days.",
        game=game.id,
        what=_what(visit, game, motion),
        handles=", ".join(player.handle for player in others),
        day=date_at(ends, visit.sender.registered().zone).isoformat(),
    )
    for player in others if asked else []:
        _ask(visit, game, motion, player, ends)


def _ask(visit: Visit, game: rows.Game, motion: Motion, player: rows.Player, ends: int) -> None:
    who = visit.sender.registered()
    text = phrase(
        "{name} ({handle}) asks for a vote in the game {game}: {what}.\n\n"
        "If you agree, send:  {vote}\n"
        "If not, send:  {against}\n\n"
        "The vote ends on {day}, or when all have voted.\n"
        "Whoever has neither voted nor moved by then is not counted,\n"
        "if the game has waited for one of them for three days.\n"
        "Whoever has moved and said nothing does not agree.",
        name=called(who.name, who.handle),
        handle=who.handle,
        game=game.id,
        what=_what(visit, game, motion),
        vote=_command(visit, game, motion),
        against=_against(game, motion),
        day=date_at(ends, player.zone).isoformat(),
    )
    name = f"vote {game.id} {game.entries} {player.handle}"
    notify(visit, player, name, text, remark=word("a vote"), game=game.id)


def _what(visit: Visit, game: rows.Game, motion: Motion) -> Phrase:
    choice = write(parse(motion.choice)) if motion.on == PACE else motion.choice
    return vote_words(motion.on, choice, names_in(visit.games.book(game)))


def _command(visit: Visit, game: rows.Game, motion: Motion) -> str:
    """The command that votes for it."""
    if motion.on == PACE:
        return f"clock {game.id} pace={write(parse(motion.choice))}"
    whom = f" {visit.games.book(game).seats[int(motion.choice)].handle}" if motion.on == REPLACE else ""
    return f"vote {game.id} {motion.on}{whom}"


def _against(game: rows.Game, motion: Motion) -> str:
    return f"vote {game.id} {'clock' if motion.on == PACE else motion.on} no"


def tell_outcome(visit: Visit, game: rows.Game, motion: Motion, told: Phrase) -> None:
    """Everyone in the game hears what came of a vote."""
    text = phrase("{told}\n\nIt was about this: {what}.", told=told, what=_what(visit, game, motion))
    for reader in visit.games.audience(game):
        name = f"voted {game.id} {game.entries} {reader.player.handle}"
        notify(visit, reader.player, name, text, remark=word("a vote"), game=game.id)


def tell_replaced(visit: Visit, game: rows.Game, seat: rows.Seat) -> None:
    """Whoever was not there learns that their seat is not theirs any more."""
    player = visit.players.on(seat)
    if player is not None:
        text = phrase(
            "Those in the game {game} have voted: a bot plays on your seat from now on.\n\n"
            "As long as nobody else has taken it, you get it back with:  join {game}",
            game=game.id,
        )
        notify(
            visit,
            player,
            f"replaced {game.id} {game.entries} {player.handle}",
            text,
            remark=word("a vote"),
            game=game.id,
        )
