"""The bulletin of a position: made once for all who read the same language in the same style."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.ahead import OrderStopped, Play
from engine.clock.dial import Dial, read_dial
from engine.record.game.authority import CLOCK
from engine.record.game.book import Book
from engine.record.game.changes.votes import COUNT
from engine.record.letters.key import PrivateKey
from engine.record.log.checkpoint import write_line
from engine.rules import Game, standings, to_data, view
from engine.rules.game import DRAFT
from engine.show import Menu, board, numbered_actions, people, standings_text, words, wrap
from engine.show.ahead import carried_out
from engine.show.deadline import Reader as OnClock
from engine.show.deadline import after_lines, deadline_in_short, until_lines
from engine.show.first_screen import MailParts, arrange, wrapped
from engine.show.html import Ahead, ByClient, ByMail, Page, html_mail
from engine.show.scribe import scribe
from engine.show.turn.in_short import can_do
from engine.show.turn.means import means_lines
from engine.tongue import word
from engine.tongue.offered_moves import offered
from engine.wire.clocks import GameClock
from engine.wire.facts import NO_FACTS, Facts
from engine.wire.turn import TurnReader, write_turn
from server.outgoing.ending import Ending
from server.outgoing.history import happened_since, last_heard, last_ply, names_in, taken_back_by
from server.visit.preferences import Manner
from server.words.own_lines import COUNTED, GIVEN_UP, HELD, OVER, THEIR_TURN, YOUR_TURN

_BELOW: Final = word("(How to answer stands below the list.)")
_BEGINS_TURN: Final = ("start", "ply")


def _on_clock(seat: int | None, manner: Manner) -> OnClock:
    return OnClock(manner.tongue, manner.zone, seat)


class Bulletin:
    """One position of a game, as those in it are told of it."""

    def __init__(self, book: Book, key: PrivateKey, at: int = 0) -> None:
        self.book = book
        self.at = at
        """The time of writing: what is left of somebody's time is counted from then."""
        self._key = key
        self.game = book.opening.game
        self.names = names_in(book)
        self.turn = None if book.game.over or book.closed else book.game.turn
        """The seat whose turn it is; none if the game is over or was given up."""
        clock = book.time.clock
        self.dial = read_dial(clock, at) if clock is not None and self.turn is not None else None
        """The dial of the clock; nothing without one."""
        self.held = self.turn is not None and book.undoing.held is not None
        """Whether the seat whose turn it is has moved, and the move waits: nobody is asked for one."""
        # Under a game that was played elsewhere our signature would say nothing.
        ours = book.opening.server_key == key.public
        self.checkpoint = write_line(book.checkpoint(key)) if ours else ""
        """The signed line; none under a game of another server."""
        self.ending = Ending(book, key) if book.closed and book.game.over else None
        self._views: dict[int | None, Game] = {}
        self._tops: dict[int, tuple[Manner, list[str]]] = {}
        self._written: list[tuple[Game, dict[str, Any]]] = []
        self._menus: list[tuple[Game, Manner, Menu]] = []
        self._menu_texts: dict[int, str] = {}

    def asks(self, seat: int) -> bool:
        """Whether this seat is to move."""
        return self.turn == seat and not self.held

    def seen_by(self, seat: int | None) -> Game:
        """The position as a seat may see it; `None` is everyone else."""
        if seat not in self._views:
            self._views[seat] = view(self.book.game, seat)
        return self._views[seat]

    def text(
        self, seat: int, manner: Manner, how: Sequence[str], foot: Sequence[str] = (), used: int = 0
    ) -> str:
        """The text for a seat. `how` tells below the actions what to do; `foot` stands below the board.

        `used` lines stand above it in the mail already.
        """
        counts = self.book.game.over or self.book.votes.carried(COUNT)
        parts = self._ended(seat, manner) if counts else self._under_way(seat, manner)
        # What is drafted stands in the list, or in the words to those who wait.
        told = self.turn is not None and self.book.game.phase == DRAFT
        drawn = board(self.seen_by(seat), self.names, seat, manner.tongue, manner.style, offer=not told)
        later = "\n".join(line for told in self.later_lines(seat, manner) for line in wrap(told))
        below = [*self._notes(manner), *how, later, *parts.below, drawn, *foot]
        arranged = arrange(parts._replace(below=[part for part in below if part]), manner.tongue, used)
        return manner.written(f"{arranged}\n")

    def _under_way(self, seat: int, manner: Manner) -> MailParts:
        """The parts of a mail about a game that goes on, or was given up."""
        seen, by = self.seen_by(seat), scribe(manner.tongue, manner.style)
        idle = self.turn is None or self.held
        return MailParts(
            top=self._top(seat, manner),
            story=[*self._own_news(seat, manner), *self._story(seat, manner)],
            means=[] if idle else means_lines(seen, seat, by),
            actions=[] if idle else self._actions(seat, manner).split("\n"),
        )

    def _ended(self, seat: int, manner: Manner) -> MailParts:
        """The parts of the last mail: the result first, and what led to it below."""
        result = standings_text(self.seen_by(seat), self.names, manner.tongue, manner.style)
        return MailParts(
            top=self._top(seat, manner),
            story=(),
            means=result.split("\n"),
            actions=(),
            below=self._story_block(seat, manner),
        )

    def html(
        self,
        seat: int,
        manner: Manner,
        answer: ByMail | ByClient | None,
        checkpoint: str,
        notes: Sequence[str] = (),
        ahead: Ahead | None = None,
    ) -> str:
        """The same as a page. At the end of a game a link answers with the wish for its archive."""
        menu = None if self.turn is None or self.held else self._menu(seat, manner)
        page = Page(
            view=self.seen_by(seat),
            names=self.names,
            reader=seat,
            headline=words.capital(self.result(seat, manner)) or self.headline(seat, manner),
            story=[*self._own_news(seat, manner), *self._story(seat, manner)],
            time=self._below_headline(seat, manner),
            menu=menu,
            answer=answer,
            ahead=ahead,
            notes=[*self._notes(manner), *self.later_lines(seat, manner), *notes],
            checkpoint=checkpoint,
            archive=self._archive(answer),
        )
        return html_mail(page, manner.tongue)

    def _archive(self, answer: ByMail | ByClient | None) -> str:
        """The address of a mail that asks for the archive; nothing before there is one."""
        if not self.book.closed or not isinstance(answer, ByMail):
            return ""
        return answer.link(f"archive {self.game}")

    def _below_headline(self, seat: int, manner: Manner) -> list[str]:
        """The lines below the headline of a page: which game it was, or until when there is time."""
        if self.result(seat, manner):
            return [self.headline(seat, manner)]
        return [line for line in (*self.time_lines(seat, manner), self.since(manner)) if line]

    def result(self, seat: int, manner: Manner) -> str:
        """The winner, and the reader's own place; nothing before the game is over."""
        if not self.book.game.over:
            return ""
        ranked = standings(self.book.game)
        own = next(standing for standing in ranked if standing.seat == seat)
        first = [self.names[standing.seat] for standing in ranked if standing.rank == 1]
        return manner.tongue.say(
            "{result}; your place: {place} of {players}",
            result=words.result(manner.tongue, first),
            place=own.rank,
            players=len(ranked),
        )

    def headline(self, seat: int | None, manner: Manner) -> str:
        """The state of the game, in one line."""
        say, ply = manner.tongue.say, self.book.game.ply
        if self.book.game.over:
            return say(OVER, game=self.game, ply=ply)
        if self.turn is None:
            ended = COUNTED if self.book.votes.carried(COUNT) else GIVEN_UP
            return say(ended, game=self.game, ply=ply)
        if self.turn == seat:
            return say(HELD if self.held else YOUR_TURN, game=self.game, ply=ply)
        who = self.names[self.turn]
        return say(THEIR_TURN, game=self.game, ply=ply, who=who)

    def time_lines(self, seat: int | None, manner: Manner) -> list[str]:
        """Until when whoever is on turn has time, on the reader's own clock; nothing without a clock."""
        return self._of_clock(until_lines, seat, manner)

    def later_lines(self, seat: int | None, manner: Manner) -> list[str]:
        """The lines on what comes when that time is over."""
        return self._of_clock(after_lines, seat, manner)

    def _of_clock(
        self, tell: Callable[[Dial | None, str, int, OnClock], list[str]], seat: int | None, manner: Manner
    ) -> list[str]:
        if self.turn is None:
            return []
        return tell(self.dial, self.names[self.turn], self.at, _on_clock(seat, manner))

    def since(self, manner: Manner) -> str:
        """Since when it is the turn of whoever is on turn; nothing in the mail that brings the turn."""
        began = next(entry.at for entry in reversed(self.book.log.entries) if entry.kind in _BEGINS_TURN)
        if self.turn is None or self.held or began == self.at or not self.at:
            return ""
        return manner.tongue.say(
            "On turn since {moment}.", moment=manner.tongue.moment_to_keep(began, manner.zone)
        )

    def until(self, seat: int, manner: Manner) -> str:
        """The same in two words, for a subject."""
        return deadline_in_short(self.dial, self.at, _on_clock(seat, manner))

    def what_to_do(self, seat: int, manner: Manner) -> str:
        """The numbered actions of the player to move, as far as the reader may know them."""
        turn, say = self.book.game.turn, manner.tongue.say
        title = say("What you can do:") if turn == seat else say("What {who} can do:", who=self.names[turn])
        return f"{title}\n\n{self._menu_text(seat, manner)}"

    def _actions(self, seat: int, manner: Manner) -> str:
        """The same in a mail: to those who wait in short."""
        if self.turn == seat:
            title = f"{manner.tongue.say('What you can do:')} {manner.tongue.say(_BELOW)}"
            return f"{title}\n{self._menu_text(seat, manner)}"
        return "\n".join(wrap(self.in_short(seat, manner)))

    def in_short(self, seat: int, manner: Manner) -> str:
        """The moves open to the player to move, for those who wait."""
        seated = people(self.names, manner.tongue, manner.style)
        return can_do(self.seen_by(seat), seated, manner.tongue)

    def work_example(self, seat: int, manner: Manner) -> str:
        """A mining move with its steps that the reader, whose turn it is, could make right now."""
        return self._menu(seat, manner).work_example(self.book.game.pits[seat])

    def example(self, seat: int, manner: Manner) -> tuple[str, str]:
        """A number and a move with which the reader, whose turn it is, could answer right now."""
        return self._menu(seat, manner).example()

    def position(self, seat: int, manner: Manner, answers: Sequence[str] = ()) -> bytes:
        """All that a client shows or acts on, signed: the reader's own view, and what a move has to name.

        `answers` are the ids of the reader's letters that the mail answers.
        """
        # Until when there is time is told in fields (`facts`): what is left is counted when it is read.
        said = manner.written("\n\n".join(self._above(seat, manner)))
        reader = TurnReader(seat, self._as_data(seat), said, answers)
        return write_turn(self.book, self.names, self.checkpoint, reader, self._key)

    @property
    def facts(self) -> Facts:
        """The facts that stand beside a position."""
        if self.dial is None:
            return NO_FACTS
        return Facts(clocks=(GameClock(self.game, len(self.book.log.entries), self.dial),))

    def _above(self, seat: int, manner: Manner) -> list[str]:
        """The blocks that a client shows above its board."""
        result = self.result(seat, manner)
        told = [f"{words.capital(result)}."] if result else []
        top = [self.headline(seat, manner), *told, *self._own_move(seat, manner)]
        return ["\n".join(top), *self._own_news(seat, manner), *self._story_block(seat, manner)]

    def _top(self, seat: int, manner: Manner) -> list[str]:
        """The lines with which a mail begins."""
        known = self._tops.get(seat)
        if known is None or known[0] != manner:
            result, since = self.result(seat, manner), self.since(manner)
            told = [f"{words.capital(result)}."] if result else []
            told += [*self.time_lines(seat, manner), *([since] if since else [])]
            lines = [line for sentence in told for line in wrap(sentence)]
            own = self._own_move(seat, manner)
            known = self._tops[seat] = (manner, [self.headline(seat, manner), *lines, *own])
        return known[1]

    def _as_data(self, seat: int) -> dict[str, Any]:
        """Written once for all who see the same."""
        seen = self.seen_by(seat)
        for known, data in self._written:
            if known == seen:
                return data
        self._written.append((seen, to_data(seen)))
        return self._written[-1][1]

    def _notes(self, manner: Manner) -> list[str]:
        if not self.book.closed:
            return []
        return [
            manner.tongue.say(
                "The archive of this game, which anyone can check: send `archive {game}`.", game=self.game
            )
        ]

    def _story(self, seat: int, manner: Manner) -> list[str]:
        """The events from the reader's last move on."""
        return happened_since(self.book, last_heard(self.book, seat), self.names, manner.tongue, manner.style)

    def _own_news(self, seat: int, manner: Manner) -> list[str]:
        """The news for the reader alone: what they have taken back, and what their orders have done."""
        undone = taken_back_by(self.book, seat) if self.asks(seat) else None
        told = ["\n".join(wrap(manner.tongue.phrase(undone)))] if undone else []
        return [*told, *self.order_news(seat, manner)]

    def order_news(self, seat: int, manner: Manner) -> list[str]:
        """The plies that the reader's own orders have played since they were sent, and why they have
        stopped."""
        order = self.book.standing.of(seat)
        if order is None or order.memory.by_hand:
            return []
        stopped = None if self.turn is None else order.decide(self.book.game)
        told: list[Play | OrderStopped] = [*order.done]
        told += [stopped] if isinstance(stopped, OrderStopped) else []
        return ["\n".join(carried_out(decision, manner.tongue)) for decision in told]

    def _story_block(self, seat: int, manner: Manner) -> list[str]:
        """All that happened, as a block; nothing if nothing did."""
        told = [line for sentence in self._story(seat, manner) for line in wrapped(sentence)]
        return ["\n".join([manner.tongue.say("What happened:"), *told])] if told else []

    def _own_move(self, seat: int, manner: Manner) -> list[str]:
        """The reader's last move, as it was understood: its full text, which others do not get to see."""
        own = last_ply(self.book, seat)
        if own is None or self.book.course is None:
            return []
        ply = own.facts["ply"]
        action = offered(self.book.course.plies[ply]["action"], manner.tongue)
        by_bot = word("A house bot's move for you, move {ply}:")
        label = by_bot if own.facts.get("by") == CLOCK else word("Your move {ply}:")
        return wrap(action, manner.tongue.say(label, ply=ply) + "  ")

    def _menu_text(self, seat: int, manner: Manner) -> str:
        """Written once for all who see the same."""
        menu = self._menu(seat, manner)
        if id(menu) not in self._menu_texts:
            self._menu_texts[id(menu)] = str(menu)
        return self._menu_texts[id(menu)]

    def _menu(self, seat: int, manner: Manner) -> Menu:
        """Made once for all who see the same."""
        seen, like = self.seen_by(seat), manner._replace(html=False, zone="")
        for known, known_manner, menu in self._menus:
            if known_manner == like and known == seen:
                return menu
        self._menus.append((seen, like, numbered_actions(seen, self.names, manner.tongue, manner.style)))
        return self._menus[-1][2]
