"""watch: follow a public game without sitting in it."""

from __future__ import annotations

from typing import Final

from sqlmodel import col, func, select

from engine.tongue import word
from server.games.lifecycle import options_of
from server.ledger import models as rows
from server.outgoing.observer_mails import DAILY, HOW, RESULTS, TURNS
from server.visit.preferences import NONE
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import GAME, MAYBE_GAME, Command, command, form

MOST: Final = 30
"""The most games that one player watches at a time."""
MOST_AT_ONE: Final = 100
"""The most who watch one game by mail: each of its moves writes to all of them."""
_SAID: Final = {
    TURNS: word("You watch the game {game}: a mail comes with every turn."),
    DAILY: word("You watch the game {game}: one mail a day comes, in the morning, if something happened."),
    RESULTS: word("You watch the game {game}: one mail comes, with the result."),
}


@command
class Watch(Command):
    name = "watch"
    also = ("observe", "zuschauen", "наблюдать")
    quiet = True
    usage = "watch k3t9qa, or: watch k3t9qa daily, watch k3t9qa results"
    purpose = word("follow a public game that you are not in")
    help = word(
        "Lets you follow a public game that you are not in: by a mail with every turn, one a day, or one "
        "with the result. You see what everybody may see, never a hidden card. `games running` lists the "
        "games, `unwatch` stops it, and nobody is told."
    )
    takes = form(rf"{GAME}(?:[ ,]+(?:{'|'.join(HOW)}))?")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game_id, *said = text.casefold().replace(",", " ").split()
        player, game, how = visit.sender.registered(), visit.games.find(game_id), (said or [TURNS])[0]
        check_public(game)
        if any(seat.player_id == player.id for seat in visit.games.seats(game)):
            raise BadCommand(
                "watch/own", "you are in the game {game} yourself, and hear of it anyway", game=game.id
            )
        watched = visit.session.get(rows.Watch, (player.id, game.id))
        if watched is None:
            _check_not_too_many(visit, player, game)
            watched = rows.Watch(player_id=player.id, game_id=game.id, told=game.entries, at=visit.now)
            visit.session.add(watched)
        watched.how, watched.at = how, visit.now
        visit.say(_SAID[how], game=game.id)
        if player.mails == NONE:
            visit.say("But you want no mails about games: `set mails every` brings them back.")


@command
class Unwatch(Command):
    name = "unwatch"
    usage = "unwatch k3t9qa, or unwatch"
    purpose = word("stop following a game")
    help = word("Ends that you follow a game, or all that you follow.")
    takes = MAYBE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        player = visit.sender.registered()
        mine = select(rows.Watch).where(rows.Watch.player_id == player.id)
        if text:
            mine = mine.where(rows.Watch.game_id == visit.games.find(text).id)
        found = visit.session.exec(mine.order_by(col(rows.Watch.game_id))).all()
        if not found:
            visit.say("You watch no such game.")
            return
        for watched in found:
            visit.session.delete(watched)
        games = ", ".join(watched.game_id for watched in found)
        visit.say("You watch no more: {games}.", games=games)


def check_public(game: rows.Game) -> None:
    """Refuse to show a game that is nobody else's business, or that is over."""
    if options_of(game).get("private", True):
        raise BadCommand("watch/private", "the game {game} is private: nobody can watch it", game=game.id)
    if game.state not in ("open", "running"):
        raise BadCommand("watch/over", "the game {game} is over: nothing more happens in it", game=game.id)


def _check_not_too_many(visit: Visit, player: rows.Player, game: rows.Game) -> None:
    count = select(func.count()).select_from(rows.Watch)
    mine = visit.session.exec(count.where(rows.Watch.player_id == player.id)).one()
    if mine >= MOST:
        raise BadCommand("watch/too-many", "you watch {n} games: `unwatch` some first", n=mine)
    others = visit.session.exec(count.where(rows.Watch.game_id == game.id)).one()
    if others >= MOST_AT_ONE:
        raise BadCommand(
            "watch/full", "{n} watch the game {game} by mail, and more can't", n=others, game=game.id
        )
