"""league: tournaments that the server runs by itself."""

from __future__ import annotations

from sqlmodel import col, select

from engine.tongue import word
from server.leagues.signing_up import NAME, entrants, find_league, join_league, leave_league, open_league
from server.leagues.standings import table_of, table_text
from server.ledger import models as rows
from server.visit.visit import Visit
from server.words.command import Command, command, form

_OPTIONS = r"(?:[ ,]+(?:swiss|robin|round-robin|pace=[a-z0-9+/:_-]{1,300}|[a-z]{1,12}=[a-z0-9]{1,20})){0,8}"


@command
class League(Command):
    name = "league"
    also = ("tournament",)
    usage = (
        "league new spring swiss rounds=3 places=8 seats=2 pace=daily, or: league join spring, "
        "league leave spring"
    )
    purpose = word("open a league, sign up for one, or leave it")
    help = word(
        "Opens a league, signs you up for it, or takes that back. It begins by itself when all its places "
        "are taken, pairs everybody round by round (swiss, or robin, in which everybody meets everybody), "
        "and mails the final table. If you play from your mailbox you are seated in its games; with a key "
        "of your own, join each within three days. Who leaves plays no further rounds. `leagues` lists them "
        "all."
    )
    takes = form(rf"new[ ,]+{NAME}{_OPTIONS}|(?:join|leave)[ ,]+{NAME}")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        what, name, *options = text.casefold().replace(",", " ").split()
        if what == "new":
            open_league(visit, name, " ".join(options))
        elif what == "join":
            join_league(visit, find_league(visit, name))
        else:
            leave_league(visit, find_league(visit, name))


@command
class Leagues(Command):
    name = "leagues"
    also = ("tournaments",)
    usage = "leagues, or leagues spring"
    purpose = word("list the leagues, or show the table of one")
    help = word("Lists the leagues of this server, or shows the table of one.")
    takes = form(rf"(?:{NAME})?")

    def run(self, visit: Visit, text: str) -> None:
        visit.sender.registered()
        if text:
            _show(visit, find_league(visit, text))
            return
        found = visit.session.exec(select(rows.League).order_by(col(rows.League.id).desc()).limit(50)).all()
        if found:
            visit.reply.show("\n".join(_line(visit, league) for league in found))
        else:
            visit.say("There is no league here. `league new NAME` opens one.")


def _line(visit: Visit, league: rows.League) -> str:
    """A league, in a line."""
    say, facts = visit.sender.tongue.say, {"name": league.name, "kind": league.kind, "pace": league.pace}
    if league.state == "open":
        taken = len(entrants(visit, league))
        return say(
            "{name}: {kind}, {taken} of {places} places; league join {name}",
            taken=taken,
            places=league.places,
            **facts,
        )
    if league.state == "running":
        return say(
            "{name}: {kind}, round {round} of {rounds}", round=league.round, rounds=league.rounds, **facts
        )
    return say("{name}: {kind}, over", **facts)


def _show(visit: Visit, league: rows.League) -> None:
    visit.reply.show(_line(visit, league))
    if league.state == "open":
        handles = ", ".join(player.handle for _, player in entrants(visit, league))
        visit.say("Signed up: {who}", who=handles)
        return
    visit.reply.show(table_text(table_of(visit.session, league), visit.sender.tongue))
