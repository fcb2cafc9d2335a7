"""games: which games can be joined."""

from __future__ import annotations

import json
from itertools import islice
from typing import Final

from sqlmodel import col, select

from engine.clock.notation import write
from engine.clock.terms import write_duration
from engine.tongue import word
from server.clocks.alarms import terms_of
from server.games.lifecycle import options_of
from server.games.wishes import Wishes, read_wishes
from server.ledger import models as rows
from server.names.game_names import title_of
from server.visit.visit import Visit
from server.words.command import Command, command, form

MOST: Final = 100
"""The most games that a list has."""
RUNNING: Final = "running"


@command
class Games(Command):
    name = "games"
    also = ("list",)
    usage = "games, or: games players=2 pace=daily language=de auth=mailbox rated=yes rating=0-20, running"
    purpose = word("list the games that are open to join")
    help = word(
        "Lists the games that are open to join, and those that you are invited to. Followed by wishes, only "
        "those that fit them all: how many play, the pace, a language that is spoken or of which nothing is "
        "said, players with keys of their own only or not, rated or not, and between which ratings all are "
        "who sit there. `games running` lists the public games under way, which you can `watch`."
    )
    takes = form(r"(?:(?:running|pace=[a-z0-9+/:_-]{1,300}|[a-z]{1,12}=[a-z0-9.-]{1,20})(?:[ ,]+|$)){0,12}")

    def run(self, visit: Visit, text: str) -> None:
        player, said = visit.sender.registered(), text.casefold().replace(",", " ").split()
        wishes = read_wishes(" ".join(word for word in said if word != RUNNING))
        if RUNNING in said:
            _show_running(visit, wishes)
            return
        open_games = visit.session.exec(
            select(rows.Game).where(rows.Game.state == "open").order_by(col(rows.Game.created_at))
        ).all()
        fitting = [game for game in open_games if _is_for(game, player) and wishes.fit(visit, game)]
        lines = [describe(visit, game) for game in fitting[:MOST]] + _with_open_seats(visit, player, wishes)
        if lines:
            visit.reply.show("\n".join(lines))
        elif text:
            visit.say("No game is open that fits: {wishes}. Open one with `new`.", wishes=text)
        else:
            visit.say("No game is open to join. Open one with `new`.")


def _show_running(visit: Visit, wishes: Wishes) -> None:
    """The public games under way, those with the newest moves first."""
    running = select(rows.Game).where(rows.Game.state == "running")
    newest = running.order_by(col(rows.Game.moved_at).desc(), col(rows.Game.id))
    public = (game for game in visit.session.exec(newest) if not options_of(game).get("private", True))
    lines = [_going(visit, game) for game in islice((g for g in public if wishes.fit(visit, g)), MOST)]
    if lines:
        visit.reply.show("\n".join(lines))
        visit.say("To watch one of them:  watch {game}", game=lines[0].partition(":")[0])
    else:
        visit.say("No public game is under way.")


def _going(visit: Visit, game: rows.Game) -> str:
    """A game under way, in a line."""
    seats = {seat.number: visit.players.on(seat) for seat in visit.games.seats(game)}
    say = visit.sender.tongue.say
    names = {number: player.handle if player else say("house bot") for number, player in seats.items()}
    return say(
        "{game}: move {ply}, {turn} to move; {who}",
        game=game.id,
        ply=game.ply,
        turn=names.get(game.turn_seat if game.turn_seat is not None else -1, "-"),
        who=", ".join(names.values()),
    )


def _is_for(game: rows.Game, player: rows.Player) -> bool:
    options, invited = options_of(game), player.handle in json.loads(game.invited)
    return invited or (not options.get("league") and (not options["private"] or game.host_id == player.id))


def _with_open_seats(visit: Visit, player: rows.Player, wishes: Wishes) -> list[str]:
    """Games under way in which somebody's seat can be taken."""
    left = (
        select(rows.Game)
        .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
        .where(rows.Game.state == "running", col(rows.Seat.left_at).is_not(None))
        .order_by(col(rows.Game.created_at), col(rows.Game.id))
    )
    games = {game.id: game for game in visit.session.exec(left.limit(MOST)) if _is_for(game, player)}
    say = visit.sender.tongue.say
    return [
        say("{game}: under way, move {ply}; a seat is open", game=game.id, ply=game.ply)
        for game in games.values()
        if not any(seat.player_id == player.id for seat in visit.games.seats(game))
        and wishes.fit(visit, game)
    ]


def describe(visit: Visit, game: rows.Game) -> str:
    """A game that waits for players, in a line."""
    options = options_of(game)
    seated = [visit.players.on(seat) for seat in visit.games.seats(game)]
    handles = [player.handle if player else visit.sender.tongue.say("house bot") for player in seated]
    say = visit.sender.tongue.say
    marks = [title] if (title := title_of(game)) else []
    marks += [say("own keys") if options["auth"] == "key" else say("mailbox players welcome")]
    marks += [say("pace {pace}", pace=write(terms_of(game)))] if game.pace else []
    window = options.get("undo")
    marks += [say("moves wait {time}", time=write_duration(window))] if window else []
    marks += [say("rated")] if options.get("rated") else []
    marks += [say("deliveries face down")] if options["face_down"] else []
    marks += [say("by invitation")] if options["private"] else []
    marks += (
        [say("spoken: {languages}", languages=", ".join(options["languages"]))]
        if options["languages"]
        else []
    )
    return say(
        "{game}: seats taken: {taken} of {players} ({who}); {marks}",
        game=game.id,
        taken=len(handles),
        players=options["players"],
        who=", ".join(handles) or say("nobody yet"),
        marks=", ".join(marks),
    )
