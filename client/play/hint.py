"""The hint of a bot on this seat, with its reason, in words. It knows what the person knows, and no more.

`foreman` decides: it rates every action by the lead that it promises, and tells what that lead is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from client.play.situation import Situation
from engine.bots.foresight import Lead
from engine.bots.judge import Judge, Rated
from engine.rules import Action, Card, Draw, Event, Game, Mine, Pit, check, coal
from engine.rules import events as happened
from engine.show import forecast
from engine.show.words import element
from engine.tongue import Tongue, word

REASONS: Final = {
    "points": word("It brings points at once."),
    "orders": word("It gets more of your orders done in time."),
    "means": word("It leaves you with more Marks, coal or workers for what comes."),
    "start": word("It helps you to begin the next shift."),
    "now": word("It counts in the scoring of this shift."),
    "later": word("It counts in the scorings of later shifts."),
}
"""The reason for an action, by the part of the lead that gains most from it."""
_LEAST: Final = 0.05
"""A difference that is shown as 0.0 is none."""


class Opinion(NamedTuple):
    """All that is worth trying, the best first, and how it was judged."""

    rated: list[Rated]
    judge: Judge
    view: Game

    @property
    def best(self) -> Rated:
        return self.rated[0]

    def next_best(self) -> Rated | None:
        """The best of another kind: that a plan could be varied is no news."""
        kind = self.best.action.write().split()[:2]
        return next((each for each in self.rated if each.action.write().split()[:2] != kind), None)

    def of(self, action: Action) -> Rated:
        """The promise of this action; a mining space alone stands for the best that can be done there."""
        for each in self.rated:
            there = isinstance(action, Mine) and not action.steps and isinstance(each.action, Mine)
            if each.action == action or (there and each.action.number == action.number):  # type: ignore[attr-defined]
                return each
        return Rated(action, self.lead_after(action).total)

    def lead_after(self, action: Action) -> Lead:
        after = self.view.copy()
        action.play(after, [])
        return self.judge.foresight.lead(after, self.view.turn)

    def reason(self, better: Action, worse: Action) -> str:
        """A key of REASONS; nothing where a draw is involved, of which nobody knows what it brings."""
        if isinstance(better, Draw) or isinstance(worse, Draw):
            return ""
        one, other = self.lead_after(better), self.lead_after(worse)
        gains = {part: getattr(one, part) - getattr(other, part) for part in Lead._fields}
        most = max(gains, key=lambda part: gains[part])
        return most if gains[most] > _LEAST else ""


def form_opinion(view: Game, mining: int | None = None) -> Opinion:
    """Rate all that is worth trying, or only what could be done on one mining space."""
    judge = Judge(view.players)
    rated = [
        each
        for each in judge.rate(view)
        if mining is None or (isinstance(each.action, Mine) and each.action.number == mining)
    ]
    return Opinion(sorted(rated, key=lambda each: (-each.lead, each.action.write())), judge, view)


def hint(of: Situation, mining: int | None = None) -> list[str]:
    """The bot's move, what that does, and what speaks for it."""
    opinion, say = form_opinion(of.view, mining), of.tongue.say
    best, other = opinion.best, opinion.next_best()
    said = [say("The foreman would play: {move}", move=best.action.write())]
    said += _what_it_does(of.view, best.action, of.tongue)
    if other is None:
        return said
    if why := opinion.reason(best.action, other.action):
        said.append(say(REASONS[why]))
    if (less := best.lead - other.lead) > _LEAST:
        said.append(
            say("Next best is {move}, worth {vp} VP less.", move=other.action.write(), vp=f"{less:.1f}")
        )
    return said


def compare(of: Situation, action: Action) -> str:
    """The reason why the bot would not play this, or that it would."""
    check(of.view, action, of.seat)
    opinion, say = form_opinion(of.view), of.tongue.say
    best, meant = opinion.best, opinion.of(action)
    less = best.lead - meant.lead
    if less <= _LEAST:
        return say("The foreman finds nothing better than {move}.", move=action.write())
    told = say(
        "The foreman expects {vp} VP more from {best} than from {move}.",
        vp=f"{less:.1f}",
        best=best.action.write(),
        move=action.write(),
    )
    why = opinion.reason(best.action, meant.action)
    return f"{told} {say(REASONS[why])}" if why else told


def _what_it_does(view: Game, action: Action, tongue: Tongue) -> list[str]:
    """The action's own effects, as far as they are known before it is played."""
    after = view.copy()
    events: list[Event] = []
    action.play(after, events)
    pit = view.pits[view.turn]
    completed = [event.card for event in events if isinstance(event, happened.Completed)]
    said = [sentence for event in events for sentence in _effects(event, pit, tongue)]
    if completed:
        vp = sum(card.vp for card in completed)
        said.append(tongue.say("It completes {cards} ({vp} VP).", cards=_all(completed), vp=vp))
    elif isinstance(action, Mine):
        n = _free_spots(pit) - _free_spots(after.pits[view.turn])
        said.append(
            tongue.count("It fills {n} spot of your orders.", "It fills {n} spots of your orders.", n)
            if n
            else tongue.say("It gets coal ready for your orders.")
        )
    return [*said, *_prizes(view, after, tongue)]


def _effects(event: Event, pit: Pit, tongue: Tongue) -> Iterator[str]:
    match event:
        case happened.Delivered(cards=cards, vp=vp):
            yield tongue.say("It delivers {cards} for {vp} VP at once.", cards=_all(cards), vp=vp)
        case happened.Bought(tile=tile):
            wanted = [card for card, order in pit.orders.items() if coal.counts(order.free)[tile.colour]]
            if wanted:
                yield tongue.say("{tile} brings coal for {cards}.", tile=tile.name, cards=_all(wanted))
        case happened.Drafted(card=card) | happened.TookOrder(card=card):
            n, m = _at_hand(pit, card)
            yield tongue.say(
                "Cubes for {card} that are in your pit already: {n} of {m}.", card=card.name, n=n, m=m
            )
        case happened.Banked(marks=n) | happened.TookMoney(marks=n):
            yield tongue.count("It brings {n} Mark.", "It brings {n} Marks.", n)
        case happened.Looked():
            yield tongue.say("You keep the best of what you see, or nothing.")


def _prizes(view: Game, after: Game, tongue: Tongue) -> Iterator[str]:
    """The gain in pay at the coming scoring."""
    seat = view.turn
    both = zip(forecast(view), forecast(after), strict=False)
    known = [(old, new) for old, new in both if old.vp and new.vp]
    more = [(new.element, new.vp[seat] - old.vp[seat]) for old, new in known if new.vp[seat] > old.vp[seat]]
    if more:
        yield tongue.say(
            "In the coming scoring it pays {vp} VP more: {elements}.",
            vp=sum(vp for _, vp in more),
            elements=tongue.all_of([element(tongue, of) for of, _ in more]),
        )


def _free_spots(pit: Pit) -> int:
    return sum(coal.total(order.free) for order in pit.orders.values())


def _at_hand(pit: Pit, card: Card) -> tuple[int, int]:
    """The number of the card's cubes that lie somewhere in the pit, and how many it needs."""
    have = coal.counts(pit.cage + pit.storage + sum(pit.loaded))
    need = coal.counts(card.spots)
    return sum(min(n, m) for n, m in zip(have, need, strict=True)), sum(need)


def _all(cards: Iterable[Card]) -> str:
    return " + ".join(card.name for card in cards)
