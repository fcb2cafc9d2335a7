"""An evening at `make play`: set up or come back, play, get the archive, and leave with a word."""

from __future__ import annotations

from random import Random
from secrets import randbits
from typing import Final

from client.bots.by_mail import play_bot
from client.bots.seat import BotSeat
from client.exchange.correspondence import Correspondence, open_correspondence
from client.exchange.requests import fetch_archive
from client.letters.signed import Turn
from client.play.chooser import Person, has_screen
from client.play.mail_seat import Sitting
from client.play.talk import Left, Talk
from client.profile.files import ORDINARY, write_whole
from client.refusals import NoPost
from client.session.console import Console
from engine.errors import Refused
from engine.library.replay import replay_page
from engine.record.letters.fields import NAME
from engine.show import people
from engine.show.words import SHIFTS
from engine.tongue import phrase
from tools.play.processes import Child, Family
from tools.play.setup import Guide, set_up, set_up_again
from tools.play.table import PlayTable, Room
from tools.play.terms import YOUR_NAME, Agreement

FAILED: Final = 1
STOPPED: Final = 130
"""The exit code after Ctrl-C."""


class Evening:
    """From sitting down to leaving."""

    def __init__(self, room: Room, guide: Guide, person: bool) -> None:
        self._room = room
        self._guide = guide
        self._person = person
        self._seat: BotSeat | None = None
        self._shift = -1

    @property
    def _talk(self) -> Talk:
        return self._guide.talk

    def spend(self, terms: Agreement, new: bool, lessons: bool | None) -> int:
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
            why = self._guide.tongue.refusal(error) if isinstance(error, Refused) else str(error)
            self._guide.tell(f"make play: {why}")
            code = FAILED
        self._farewell()
        return code

    def _play(self, terms: Agreement, new: bool, family: Family) -> None:
        table = None if new else self._room.find_table()
        if table is None:
            table = set_up(self._room, terms, family, self._guide, self._ask_name)
        else:
            set_up_again(self._room, table, family, self._guide)
        for handle in table.handles[1:]:
            family.add(self._bot(table, handle))
        with open_correspondence(self._room.home(table.handles[0])) as post:
            post.watch, post.wait = family.check, family.EVERY
            post.on_trouble = lambda error: self._guide.tell(self._guide.tongue.refusal(error))
            self._seat = BotSeat(post, table.game)
            try:
                self._play_out(table)
                self._archive(post, table)
            except NoPost:
                family.check_soon()  # that nobody listens is said better by who is gone
                raise

    def _bot(self, table: PlayTable, handle: str) -> Child:
        """A bot is a player of its own, in a process of its own, that knows what its letters say."""
        home = self._room.home(handle)
        command = ["client", "bot", table.game, "--bot", table.bot, "--stay", "--home", str(home.config)]
        return Child(phrase("the bot of {handle}", handle=handle), command, home.data / "bot.log")

    def _play_out(self, table: PlayTable) -> None:
        assert self._seat is not None
        if self._seat.kept.started:
            self._guide.say("Back in the game {game}. Asking the server where it stands.", game=table.game)
            self._seat.catch_up()
        if self._person:
            self._play_person(table, self._seat)
            return
        self._guide.say("There is no terminal to ask on: a bot plays for you too. Every move goes by mail.")
        turn = play_bot(self._seat, table.bot, Random(randbits(64)), self._tell_progress)
        showing = Console(self._room.home(table.handles[0])).showing
        self._talk.tell("")
        self._talk.tell(showing.standings(turn.position, turn.names))
        self._talk.tell("")

    def _play_person(self, table: PlayTable, seat: BotSeat) -> None:
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

    def _archive(self, post: Correspondence, table: PlayTable) -> None:
        path, proved = fetch_archive(post, table.game, self._room.archives)
        page = path.with_suffix(".html")
        write_whole(page, replay_page(path.read_bytes(), language=self._guide.tongue.code).encode(), ORDINARY)
        self._guide.say(
            "The archive came by mail and is verified: {plies} moves, {letters} sealed letters, the "
            "shuffle and every point. Open the page in a browser to see the game again.",
            plies=proved.plies,
            letters=proved.letters,
        )
        self._talk.tell(self._guide.tongue.say("Archive: {file}", file=path))
        self._talk.tell(self._guide.tongue.say("Replay page: {file}", file=page))
        self._room.leave_table()

    def _ask_name(self) -> str:
        while self._person:
            question = self._guide.tongue.say("Your name [{usual}]: ", usual=YOUR_NAME)
            typed = " ".join(self._talk.ask(question).split()) or YOUR_NAME
            try:
                return NAME.read("name", typed)
            except Refused as error:
                self._guide.tell(self._guide.tongue.refusal(error))
        return YOUR_NAME

    def _tell_progress(self, turn: Turn) -> None:
        position = turn.position
        if position.shift == self._shift or position.over:
            return
        self._shift = position.shift
        if position.shift:
            self._guide.say(
                "Moves by mail so far: {n}. Shift {shift} begins.",
                n=position.ply,
                shift=SHIFTS[position.shift],
            )
        else:
            self._guide.say("The draft begins.")

    def _farewell(self) -> None:
        seat, say = self._seat, self._guide.say
        if seat is None or not seat.kept.started:
            say("You leave before the game has begun. `make play` sets up another one.")
            return
        turn = seat.turn
        game, ply = turn.game, turn.position.ply
        if seat.in_doubt:
            say(
                "You leave the game {game} at move {ply}. Your last move has no receipt yet and will be sent "
                "again.",
                game=game,
                ply=ply,
            )
        elif turn.mine:
            say("You leave the game {game} at move {ply}: it is your turn.", game=game, ply=ply)
        else:
            who = people(turn.names)[turn.position.turn].name
            say(
                "You leave the game {game} at move {ply}: it's {who}'s turn.",
                game=game,
                ply=ply,
                who=who,
            )
        say("`make play` brings you back; all is kept in {folder}.", folder=self._room.folder)
