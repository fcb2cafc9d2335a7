"""The log's notes about time and votes, in sentences: who ran out of it, who is away, and what was agreed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.clock import facts as said
from engine.clock.notation import parse_full, write
from engine.phrase import Phrase, phrase
from engine.record.game.book import Book
from engine.record.game.changes.host import is_host_act
from engine.record.game.changes.votes import KINDS, NO, PACE
from engine.record.log.log import Entry
from engine.show.host_acts import host_act_words
from engine.show.votes import vote_words

Facts = dict[str, Any]


def tell_time(book: Book, entry: Entry, names: Sequence[str]) -> Phrase | None:
    """The sentence of a note about time; nothing if it is about something else, or for programs only."""
    facts = entry.facts
    who = names[facts["seat"]] if type(facts.get("seat")) is int else ""
    if facts["about"] == "clock":
        return _time_up(book, entry, who)
    if is_host_act(facts["about"], facts):
        said_by = (facts["act"], facts.get("seat"), facts.get("handle", ""), facts["reason"])
        return host_act_words(*said_by, names)
    if facts["about"] in ("vote", "decided"):
        return _voted(who, facts, names)
    tell = _TOLD.get(facts["about"])
    always = facts["about"] in ("seat", "bot")
    return tell(who, facts) if tell is not None and (always or book.time.clock is not None) else None


def _time_up(book: Book, entry: Entry, who: str) -> Phrase:
    """That somebody's time is up, and what came of it."""
    after = book.log.entries[entry.seq + 1 : entry.seq + 2]
    if after and after[0].facts.get("by") == "clock":
        return phrase("The time of {who} was up: a house bot makes this move.", who=who)
    return phrase("The time of {who} was up.", who=who)


def _stop(who: str, facts: Facts) -> Phrase | None:
    match facts.get("why"):
        case said.OUTAGE:
            return phrase("The clock stands still: the server can't fetch or send mail.")
        case said.BOUNCE:
            return phrase("The clock of {who} stands still: mail to {who} comes back.", who=who)
        case said.PAUSE:
            return phrase("The host pauses the game: {reason}", reason=facts.get("reason", "–"))
    return None


def _resume(who: str, facts: Facts) -> Phrase | None:
    match facts.get("why"):
        case said.OUTAGE:
            return phrase("The clock goes on: the server can fetch and send mail again.")
        case said.BOUNCE:
            return phrase("The clock of {who} goes on.", who=who)
        case said.PAUSE:
            return phrase("The host lets the game go on.")
    return None


def _seat(who: str, facts: Facts) -> Phrase | None:
    """The sentence that says who has a seat from now on: `who` is what the new player is called."""
    match facts.get("how"):
        case "open":
            return phrase("{who} takes the open seat.", who=who)
        case "given":
            return phrase("{who} has been given the seat.", who=who)
        case "lent":
            return phrase("{who} plays as a substitute for some time.", who=who)
        case "back":
            return phrase("{who} is back on the seat.", who=who)
    return None


def _away(who: str, facts: Facts) -> Phrase:
    first, last = facts.get("first", "–"), facts.get("last", "–")
    return phrase("{who} is away from {first} to {last}.", who=who, first=first, last=last)


def _voted(who: str, facts: Facts, names: Sequence[str]) -> Phrase | None:
    """The sentence of a vote, or of its end."""
    on, choice = facts.get("on"), str(facts.get("choice"))
    if on not in KINDS:
        return None
    if choice == NO:
        return phrase("{who} has voted against it.", who=who)
    what = vote_words(on, write(parse_full(choice)) if on == PACE else choice, names)
    if facts["about"] == "vote":
        return phrase("{who} has voted: {what}.", who=who, what=what)
    return phrase("Voted: {what}." if facts.get("passed") else "Voted, and not carried: {what}.", what=what)


def _pace(_: str, facts: Facts) -> Phrase:
    return phrase("All have agreed on the clock {pace}.", pace=write(parse_full(facts["pace"])))


_TOLD: Final[dict[str, Callable[[str, Facts], Phrase | None]]] = {
    "bot": lambda who, _: phrase(
        "The seat of {who} is open to others; until somebody takes it, a house bot plays there.", who=who
    ),
    "seat": _seat,
    "stop": _stop,
    "resume": _resume,
    "away": _away,
    "back": lambda who, _: phrase("{who} is back.", who=who),
    "stay": lambda who, _: phrase("{who} will not be away.", who=who),
    "pace": _pace,
}
