"""`make play`: a server, you and some bots on this machine, and a game by real letters.

It starts the server with its own post office and database, registers everyone by mail, opens a game and
sits you down at it. Quit and come back: the game is there. Without a terminal a bot plays for you too.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Annotated, Final

import typer

from client.agree import DEFAULT_BOT, DEFAULT_PLAYERS, YOUR_NAME, Terms
from client.bymail import fetch_archive
from client.correspondence import Correspondence, open_correspondence
from client.playing import play_bot, play_person
from client.post.errors import NoPost
from client.seat import Seat
from client.talk import Left, Talk, Terminal
from client.turns import Turn
from deploy.children import Child, Family
from deploy.setting_up import set_up, set_up_again
from deploy.table import Room, Table
from engine.bots import NAMES
from engine.bots import bot as find_bot
from engine.errors import Refused
from engine.record.fields import NAME
from engine.rules.components import WORKERS
from engine.show import people, standings_text, wrap
from engine.show.words import SHIFTS

FAILED: Final = 1
STOPPED: Final = 130
"""The exit code after Ctrl-C."""

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.command()
def run(
    *,
    players: Annotated[int, typer.Option(help="How many play: 2, 3 or 4.")] = DEFAULT_PLAYERS,
    name: Annotated[str | None, typer.Option(help="Your name.")] = None,
    bot: Annotated[str, typer.Option(help=f"Who plays against you: {' or '.join(NAMES)}.")] = DEFAULT_BOT,
    face_down: Annotated[bool, typer.Option("--face-down", help="Delivered cards lie face down.")] = False,
    new: Annotated[bool, typer.Option("--new", help="Give up the game that was begun.")] = False,
    home: Annotated[Path, typer.Option(help="The folder in which everything lies.")] = Path(".play"),
) -> None:
    """Play a game by mail against bots, all on this machine.

    A game that was begun goes on, whatever the options say. Without a terminal nobody is asked, and a bot
    plays your seat too.
    """
    try:
        find_bot(bot)
        if players not in WORKERS:
            raise Refused("play/players", "{players} players: the game is for 2, 3 or 4", players=players)
        if name is not None:
            NAME.read("name", name)
    except Refused as error:
        raise typer.BadParameter(str(error)) from None
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    person = bool(sys.stdin) and sys.stdin.isatty()
    evening = Evening(Room(home.absolute()), Terminal(), person)
    raise typer.Exit(evening.spend(Terms(players, name or "", bot, 0, face_down), new))


class Evening:
    """From sitting down to leaving."""

    def __init__(self, room: Room, talk: Talk, person: bool) -> None:
        self._room = room
        self._talk = talk
        self._person = person
        self._seat: Seat | None = None
        self._shift = -1

    def spend(self, terms: Terms, new: bool) -> int:
        """Play until the game is over or the person leaves. Gives the exit code."""
        code = 0
        try:
            with self._room.entered(), Family() as family:
                self._play(terms, new, family)
            return 0
        except Left:
            pass
        except KeyboardInterrupt:
            self._talk.say("")
            code = STOPPED
        except (Refused, OSError) as error:
            self._say(f"make play: {error}")
            code = FAILED
        self._say(self._farewell())
        return code

    def _play(self, terms: Terms, new: bool, family: Family) -> None:
        table = None if new else self._room.find_table()
        if table is None:
            table = set_up(
                self._room, terms._replace(name=terms.name or self._ask_name()), family, self._talk
            )
        else:
            set_up_again(self._room, table, family, self._talk)
        for handle in table.handles[1:]:
            family.add(self._bot(table, handle))
        with open_correspondence(self._room.home(table.handles[0])) as post:
            post.watch, post.wait = family.check, family.EVERY
            post.on_trouble = lambda error: self._say(str(error))
            self._seat = Seat(post, table.game)
            try:
                self._play_out(table)
                self._archive(post, table)
            except NoPost:
                family.check()  # that nobody listens is said better by who is gone
                raise

    def _bot(self, table: Table, handle: str) -> Child:
        """A bot is a player of its own, in a process of its own, that knows what its letters say."""
        home = self._room.home(handle)
        command = ["client", "bot", table.game, "--bot", table.bot, "--stay", "--home", str(home.config)]
        return Child(f"the bot of {handle}", command, home.data / "bot.log")

    def _play_out(self, table: Table) -> None:
        assert self._seat is not None
        chance = Random(randbits(64))
        if self._seat.kept.started:
            self._say(f"Back in the game {table.game}. Asking the server where it stands.")
            self._seat.catch_up()
        if self._person:
            play_person(self._seat, self._talk, chance)
            return
        self._say("Nobody is here to be asked: a bot plays for you too. Every move goes by mail.")
        turn = play_bot(self._seat, table.bot, chance, self._tell_progress)
        self._talk.say(f"\n{standings_text(turn.position, turn.names)}\n")

    def _archive(self, post: Correspondence, table: Table) -> None:
        path, proved = fetch_archive(post, table.game, self._room.archives)
        self._say(
            f"The archive came by mail and proves itself: {proved.plies} plies, {proved.letters} sealed "
            "letters, the shuffle and every point. It is here:"
        )
        self._talk.say(str(path))
        self._room.leave_table()

    def _ask_name(self) -> str:
        while self._person:
            typed = " ".join(self._talk.ask(f"Your name [{YOUR_NAME}]: ").split()) or YOUR_NAME
            try:
                return NAME.read("name", typed)
            except Refused as error:
                self._say(str(error))
        return YOUR_NAME

    def _tell_progress(self, turn: Turn) -> None:
        if turn.position.shift != self._shift:
            self._shift = turn.position.shift
            self._say(f"{turn.position.ply} moves by mail so far: {_when(turn)} begins.")

    def _farewell(self) -> str:
        seat = self._seat
        if seat is None or not seat.kept.started:
            return "You leave before the game has begun. `make play` sets up another one."
        turn = seat.turn
        whose = "it is your turn" if turn.mine else f"it is the turn of {_name(turn)}"
        if seat.kept.in_doubt:
            whose = "your last move has no receipt yet and will be sent again"
        back = f"`make play` brings you back; all is kept in {self._room.folder}."
        return f"You leave the game {turn.game} in {_when(turn)}, ply {turn.position.ply}: {whose}. {back}"

    def _say(self, text: str) -> None:
        self._talk.say("\n".join(wrap(text)))


def _when(turn: Turn) -> str:
    shift = turn.position.shift
    return f"shift {SHIFTS[shift]}" if shift else "the draft"


def _name(turn: Turn) -> str:
    return people(turn.names)[turn.position.turn].name


if __name__ == "__main__":
    app(prog_name="make play")
