"""Signing up: a league is opened, joined and left; with its last place it begins by itself."""

from __future__ import annotations

import re
from typing import Any, Final

from sqlmodel import col, func, select

from engine.clock.notation import NONE, spell
from engine.clock.notation import parse as parse_pace
from engine.leagues.pairing import ROBIN, SWISS
from server.ledger import models as rows
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

NAME: Final = r"[a-z][a-z0-9-]{2,23}"
MOST_OPEN: Final = 2
"""The most leagues of one player that are not over."""
_NUMBERS: Final = {"places": range(3, 17), "rounds": range(1, 10), "seats": range(2, 5)}
_KINDS: Final = {ROBIN: ROBIN, "round-robin": ROBIN, SWISS: SWISS}


def find_league(visit: Visit, name: str) -> rows.League:
    """A league by its name."""
    found = visit.session.exec(select(rows.League).where(rows.League.name == name.casefold())).first()
    if found is None:
        raise BadCommand("league/unknown", "there is no league `{name}` here", name=name)
    return found


def entrants(visit: Visit, league: rows.League) -> list[tuple[rows.Entrant, rows.Player]]:
    """Those who have signed up, in their order."""
    joined = (
        select(rows.Entrant, rows.Player)
        .join(rows.Player, col(rows.Player.id) == col(rows.Entrant.player_id))
        .where(rows.Entrant.league_id == league.id)
        .order_by(col(rows.Entrant.id))
    )
    return [(entrant, player) for entrant, player in visit.session.exec(joined)]


def open_league(visit: Visit, name: str, text: str) -> rows.League:
    """A new league, with its opener in it."""
    player, options = visit.sender.registered(), _read(text)
    if visit.session.exec(select(rows.League).where(rows.League.name == name)).first() is not None:
        raise BadCommand("league/taken", "there is a league `{name}` already: choose another name", name=name)
    own = select(func.count()).select_from(rows.League)
    running = visit.session.exec(
        own.where(rows.League.host_id == player.id, rows.League.state != "over")
    ).one()
    if running >= MOST_OPEN:
        raise BadCommand("league/too-many", "{n} leagues of yours are not over yet", n=running)
    league = rows.League(name=name, host_id=player.id, created_at=visit.now, **options)
    visit.session.add(league)
    visit.session.flush()
    visit.say(
        "The league {name} is open, for {places} players. Others sign up with:  league join {name}",
        name=name,
        places=league.places,
    )
    join_league(visit, league)
    return league


def join_league(visit: Visit, league: rows.League) -> None:
    """The sender signs up; the last place makes it begin."""
    player, joined = visit.sender.registered(), entrants(visit, league)
    if league.state != "open":
        raise BadCommand("league/begun", "the league {name} has begun already", name=league.name)
    if any(other.id == player.id for _, other in joined):
        raise BadCommand("league/in-already", "you are in the league {name} already", name=league.name)
    if len(joined) >= league.places:
        raise BadCommand("league/full", "all places of the league {name} are taken", name=league.name)
    visit.session.add(rows.Entrant(league_id=league.id, player_id=player.id))
    taken = len(joined) + 1
    visit.say(
        "You have signed up for the league {name}: {taken} of {places} places are taken. Its games begin by "
        "themselves; `league leave {name}` takes it back.",
        name=league.name,
        taken=taken,
        places=league.places,
    )
    if taken == league.places:
        league.at = visit.now


def leave_league(visit: Visit, league: rows.League) -> None:
    """The sender plays no further rounds; before the first one their place is free again."""
    player = visit.sender.registered()
    own = next((entrant for entrant, other in entrants(visit, league) if other.id == player.id), None)
    if own is None or own.out or league.state == "over":
        raise BadCommand("league/not-in", "you are not in the league {name}", name=league.name)
    if league.state == "open":
        visit.session.delete(own)
        league.at = None
    else:
        own.out = True
    visit.say("You play no further rounds of the league {name}.", name=league.name)


def _read(text: str) -> dict[str, Any]:
    """The options of a new league; what is not said is as usual."""
    options: dict[str, Any] = {
        "kind": SWISS,
        "rounds": 3,
        "places": 8,
        "seats": 2,
        "pace": spell(parse_pace("daily")),
    }
    for said in text.casefold().replace(",", " ").split():
        name, _, value = said.partition("=")
        if said in _KINDS:
            options["kind"] = _KINDS[said]
        elif name == "pace" and value:
            options["pace"] = spell(parse_pace(value))
        elif name in _NUMBERS and re.fullmatch(r"\d{1,2}", value) and int(value) in _NUMBERS[name]:
            options[name] = int(value)
        else:
            raise _no_option(said)
    if options["pace"] == NONE:
        raise BadCommand("league/pace", "a league needs a clock, or a round might never end: pace=daily")
    if options["kind"] == ROBIN and options["seats"] != 2:
        raise BadCommand("league/seats", "in a round robin two play at a table: seats=2")
    if options["places"] < options["seats"]:
        raise BadCommand("league/places", "there are fewer places than seats at a table")
    return options


def _no_option(said: str) -> BadCommand:
    known = ", ".join(f"{name}={span[0]}-{span[-1]}" for name, span in _NUMBERS.items())
    return BadCommand(
        "league/option",
        "`{word}` is no option of a league; options are {options}",
        word=said,
        options=f"swiss, robin, {known}, pace=daily",
    )
