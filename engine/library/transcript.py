"""A game as Markdown, like an annotated game of chess: moves by shift, scorings, key moments, every point.

Moves stand in their notation, as they were played. `notes` are somebody's annotations, each with the ply
that it is about, the better move and what that would have been worth, or just a text:

    {"ply": 17, "best": "money 5", "loss": 3, "text": "Marks were short."}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.library.chronicle import FINISHED, Chronicle, Ply
from engine.library.moments import moments
from engine.library.replay.notes import Note, read_notes
from engine.library.words import SHIFTS, markdown, source_words, sources
from engine.rules import events as happened
from engine.rules import standings
from engine.rules.components import ELEMENTS
from engine.show import words
from engine.tongue import Tongue, tongue

Notes = Sequence[Note | Mapping[str, Any]]
_UTC: Final = "UTC"


def transcript(game: Chronicle, language: str = "en", notes: Notes = ()) -> str:
    """The whole game in a language."""
    return "\n".join(_Writer(game, tongue(language), notes).lines()) + "\n"


class _Writer:
    """The things that all parts of one transcript share."""

    def __init__(self, game: Chronicle, speaks: Tongue, notes: Notes) -> None:
        self.game = game
        self.tongue = speaks
        self.say = speaks.say
        self.names = [markdown(name) for name in game.names]
        self.notes: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
        for note in read_notes(notes, len(game.plies)):
            if note["best"] or note["text"]:
                self.notes[note["ply"]].append(note)

    def lines(self) -> Iterator[str]:
        yield f"# {self.tongue.all_of(self.names)}"
        yield ""
        yield from self._about()
        yield from self._result()
        yield from self._moments()
        shift = -1
        for ply in self.game.plies:
            if ply.shift != shift:
                shift = ply.shift
                yield from self._heading(self.tongue.phrase(SHIFTS[shift]))
            yield self._move(ply)
            yield from self._comments(ply)
            for event in ply.events:
                if isinstance(event, happened.ShiftScored):
                    yield from self._scoring(event)

    def _heading(self, said: str) -> list[str]:
        return ["", f"## {said}"]

    def _about(self) -> Iterator[str]:
        """The place and time of the game."""
        game = self.game
        if game.server:
            yield self.say("Game {game} on {server}.", game=markdown(game.game), server=markdown(game.server))
        if game.begun_at is not None and game.ended_at is not None:
            first, last = (self.tongue.moment(at, _UTC) for at in (game.begun_at, game.ended_at))
            yield self.say("Begun {first}, ended {last}.", first=first, last=last)
        yield self.tongue.count("{n} move.", "{n} moves.", len(game.plies))
        if game.opening.table.face_down:
            yield self.say("Delivered cards lay face down.")

    def _result(self) -> Iterator[str]:
        """The result, and where every point came from: the best first."""
        ranked = standings(self.game.end)
        over = self.game.state == FINISHED
        yield from self._heading(self.say("Result") if over else self.say("Abandoned: the standings"))
        if over:
            first = [self.names[standing.seat] for standing in ranked if standing.rank == 1]
            yield ""
            yield self.say(words.ENDED, result=words.result(self.tongue, first))
        yield ""
        yield _row("", *(self.names[standing.seat] for standing in ranked))
        yield _row("---", *("---:" for _ in ranked))
        points = [sources(standing) for standing in ranked]
        for name, said in source_words(self.tongue).items():
            yield _row(said, *(each[name] for each in points))
        yield _row(
            *(f"**{cell}**" for cell in (self.say(words.TOTAL), *(standing.vp for standing in ranked)))
        )
        if over:
            yield _row(self.say(words.MARKS_LEFT), *(standing.marks_left for standing in ranked))
            yield _row(self.say(words.PLACE), *(f"{standing.rank}." for standing in ranked))

    def _moments(self) -> Iterator[str]:
        found = moments(self.game)
        if found:
            yield from self._heading(self.say("Key moments"))
            yield ""
        for moment in found:
            yield f"- **{moment.ply}** {markdown(self.tongue.phrase(moment.said))}"

    def _move(self, ply: Ply) -> str:
        """`17. **Anna** `mine 8: to g``; the number is made safe, else Markdown would count anew."""
        return f"\n{ply.number}\\. **{self.names[ply.seat]}** `{ply.action.write()}`"

    def _comments(self, ply: Ply) -> Iterator[str]:
        """The comments: things that the notation does not tell, and what somebody has to say about it."""
        told = " ".join(sentence for event in ply.events for sentence in self._said(event))
        if told:
            yield f"— {markdown(told)}"
        for note in self.notes[ply.number]:
            yield ""
            yield f"> {' '.join(self._note(note))}"

    def _said(self, event: happened.Event) -> Iterator[str]:
        match event:
            case happened.Placed() if event.ousted:
                yield self.tongue.count(
                    "{n} of {whose}'s workers goes to the canteen.",
                    "{n} of {whose}'s workers go to the canteen.",
                    event.ousted,
                    whose=self.game.names[event.whose],
                )
            case happened.Bought():
                tile = event.tile.name
                yield self.tongue.count(
                    "Buys {tile} for {n} Mark.", "Buys {tile} for {n} Marks.", event.price, tile=tile
                )
            case happened.TookOrder():
                yield self.say("Takes {card}.", card=event.card.name)
            case happened.Completed():
                yield self.say("Completes {card}.", card=event.card.name)
            case happened.Delivered():
                cards = " + ".join(card.name for card in event.cards)
                yield self.say("Delivers {cards} for {vp} VP.", cards=cards, vp=event.vp)

    def _note(self, note: Mapping[str, Any]) -> Iterator[str]:
        if note["best"]:
            better, vp = f"`{_code(note['best'])}`", f"{note['loss']:g}"
            yield self.say("Better: {move} (worth {vp} VP more).", move=better, vp=vp)
        if note["text"]:
            yield markdown(" ".join(note["text"].split()))

    def _scoring(self, scored: happened.ShiftScored) -> Iterator[str]:
        """The gain of each player from each element; those that gave nothing to anyone are left out."""
        yield ""
        yield f"### {self.say('Scoring of shift {shift}', shift=words.SHIFTS[scored.shift])}"
        yield ""
        yield _row("", *self.names)
        yield _row("---", *("---:" for _ in self.names))
        for element, counts, prizes in zip(ELEMENTS, scored.counts, scored.prizes, strict=False):
            if any(prizes):
                yield _row(words.element(self.tongue, element), *_paid(counts, prizes))
        totals = [sum(prizes) for prizes in zip(*scored.prizes, strict=True)]
        yield _row(*(f"**{cell}**" for cell in (self.say(words.TOTAL), *totals)))


def _code(text: str) -> str:
    """Somebody's words as code, which a backtick would end."""
    return " ".join(text.replace("`", "'").split())


def _paid(counts: Sequence[int], prizes: Sequence[int]) -> Iterator[str]:
    """`3 → 2`: what a seat counts, and the VP it gets for that."""
    return (f"{n} → {vp}" if vp else str(n) for n, vp in zip(counts, prizes, strict=True))


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"
