"""`make play`: a server, you and some bots on this machine, and a game by real letters.

It starts the server with its own post office and database, registers everyone by mail, opens a game and
sits you down at it. Quit and come back: the game is there. Without a terminal a bot plays for you too.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Annotated, Final

import typer

from client.bymail import fetch_archive
from client.console import LANGUAGE, Console, system_language
from client.correspondence import Correspondence, open_correspondence
from client.files import write_whole
from client.play.deciding import Person, has_screen
from client.play.sitting import Sitting
from client.play.talk import Left, Talk, Terminal
from client.playing import play_bot
from client.post.errors import NoPost
from client.seat import Seat
from client.turns import Turn
from deploy.children import Child, Family
from deploy.setting_up import Host, set_up, set_up_again
from deploy.table import Room, Table
from deploy.terms import DEFAULT_BOT, DEFAULT_PLAYERS, YOUR_NAME, Terms
from engine.bots import NAMES
from engine.bots import bot as find_bot
from engine.errors import Refused
from engine.library.replay import replay_page
from engine.record.fields import NAME
from engine.rules.components import WORKERS
from engine.show import people
from engine.show.words import SHIFTS
from engine.tongue import LANGUAGES, phrase, tongue

FAILED: Final = 1
STOPPED: Final = 130
"""The exit code after Ctrl-C."""

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.command()
def run(
    *,
    players: Annotated[int, typer.Option(help="How many play: 2, 3 or 4.")] = DEFAULT_PLAYERS,
    name: Annotated[str | None, typer.Option(help="Your name.")] = None,
    bot: Annotated[str, typer.Option(help=f"Who plays against you: {', '.join(NAMES)}.")] = DEFAULT_BOT,
    face_down: Annotated[bool, typer.Option("--face-down", help="Delivered cards lie face down.")] = False,
    language: Annotated[
        str, typer.Option(help=f"Your language: {', '.join(LANGUAGES)}. [default: the system's]")
    ] = "",
    lessons: Annotated[
        bool | None, typer.Option(help="Be taught while you play. [default: in your first game]")
    ] = None,
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
        language = _known_language(language)
    except Refused as error:
        raise typer.BadParameter(str(error)) from None
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    evening = Evening(
        Room(home.absolute()), Host(Terminal(), tongue(language)), bool(sys.stdin) and sys.stdin.isatty()
    )
    raise typer.Exit(evening.spend(Terms(players, name or "", bot, face_down, language), new, lessons))


def _known_language(wanted: str) -> str:
    """What was asked for; else what the system is set to, as far as it is spoken here."""
    if wanted and wanted not in LANGUAGES:
        raise Refused(
            "play/language",
            "there is no language `{language}`; there are: {known}",
            language=wanted,
            known=", ".join(LANGUAGES),
        )
    usual = os.environ.get(LANGUAGE) or system_language()
    return wanted or (usual if usual in LANGUAGES else LANGUAGES[0])


class Evening:
    """From sitting down to leaving."""

    def __init__(self, room: Room, host: Host, person: bool) -> None:
        self._room = room
        self._host = host
        self._person = person
        self._seat: Seat | None = None
        self._shift = -1

    @property
    def _talk(self) -> Talk:
        return self._host.talk

    def spend(self, terms: Terms, new: bool, lessons: bool | None) -> int:
        """Play until the game is over or the person leaves. Gives the exit code."""
        code = 0
        try:
            with self._room.entered(), Family() as family:
                if lessons is not None:
                    self._room.teach(lessons)
                self._play(terms, new, family)
            return 0
        except Left:
            pass
        except KeyboardInterrupt:
            self._talk.tell("")
            code = STOPPED
        except (Refused, OSError) as error:
            why = self._host.tongue.refusal(error) if isinstance(error, Refused) else str(error)
            self._host.tell(f"make play: {why}")
            code = FAILED
        self._farewell()
        return code

    def _play(self, terms: Terms, new: bool, family: Family) -> None:
        table = None if new else self._room.find_table()
        if table is None:
            table = set_up(self._room, terms, family, self._host, self._ask_name)
        else:
            set_up_again(self._room, table, family, self._host)
        for handle in table.handles[1:]:
            family.add(self._bot(table, handle))
        with open_correspondence(self._room.home(table.handles[0])) as post:
            post.watch, post.wait = family.check, family.EVERY
            post.on_trouble = lambda error: self._host.tell(self._host.tongue.refusal(error))
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
        return Child(phrase("the bot of {handle}", handle=handle), command, home.data / "bot.log")

    def _play_out(self, table: Table) -> None:
        assert self._seat is not None
        if self._seat.kept.started:
            self._host.say("Back in the game {game}. Asking the server where it stands.", game=table.game)
            self._seat.catch_up()
        if self._person:
            self._play_person(table, self._seat)
            return
        self._host.say("Nobody is here to be asked: a bot plays for you too. Every move goes by mail.")
        turn = play_bot(self._seat, table.bot, Random(randbits(64)), self._tell_progress)
        showing = Console(self._room.home(table.handles[0])).showing
        self._talk.tell(f"\n{showing.standings(turn.position, turn.names)}\n")

    def _play_person(self, table: Table, seat: Seat) -> None:
        """Lessons that were switched off stay off; who has finished a game needs none."""
        showing = Console(self._room.home(table.handles[0])).showing
        person = Person(
            showing, self._talk, screen=has_screen(showing.style), taught=self._room.wants_lessons
        )
        try:
            Sitting(seat, person, showing, self._talk.tell).play_out()
            person.taught = False
        finally:
            self._room.teach(person.taught)

    def _archive(self, post: Correspondence, table: Table) -> None:
        path, proved = fetch_archive(post, table.game, self._room.archives)
        page = path.with_suffix(".html")
        write_whole(page, replay_page(path.read_bytes(), language=self._host.tongue.code).encode())
        self._host.say(
            "The archive came by mail and proves itself: {plies} plies, {letters} sealed letters, the "
            "shuffle and every point. Open the page in a browser to see the game again.",
            plies=proved.plies,
            letters=proved.letters,
        )
        self._talk.tell(self._host.tongue.say("Archive: {file}", file=path))
        self._talk.tell(self._host.tongue.say("Replay page: {file}", file=page))
        self._room.leave_table()

    def _ask_name(self) -> str:
        while self._person:
            question = self._host.tongue.say("Your name [{usual}]: ", usual=YOUR_NAME)
            typed = " ".join(self._talk.ask(question).split()) or YOUR_NAME
            try:
                return NAME.read("name", typed)
            except Refused as error:
                self._host.tell(self._host.tongue.refusal(error))
        return YOUR_NAME

    def _tell_progress(self, turn: Turn) -> None:
        position = turn.position
        if position.shift == self._shift or position.over:
            return
        self._shift = position.shift
        if position.shift:
            self._host.say(
                "Moves by mail so far: {n}. Shift {shift} begins.",
                n=position.ply,
                shift=SHIFTS[position.shift],
            )
        else:
            self._host.say("The draft begins.")

    def _farewell(self) -> None:
        seat, say = self._seat, self._host.say
        if seat is None or not seat.kept.started:
            say("You leave before the game has begun. `make play` sets up another one.")
            return
        turn = seat.turn
        game, ply = turn.game, turn.position.ply
        if seat.kept.in_doubt:
            say(
                "You leave the game {game} at ply {ply}. Your last move has no receipt yet and will be sent "
                "again.",
                game=game,
                ply=ply,
            )
        elif turn.mine:
            say("You leave the game {game} at ply {ply}: it is your turn.", game=game, ply=ply)
        else:
            who = people(turn.names)[turn.position.turn].name
            say(
                "You leave the game {game} at ply {ply}: it is the turn of {who}.",
                game=game,
                ply=ply,
                who=who,
            )
        say("`make play` brings you back; all is kept in {folder}.", folder=self._room.folder)


if __name__ == "__main__":
    app(prog_name="make play")
