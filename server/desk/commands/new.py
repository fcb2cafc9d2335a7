"""new: open a game."""

from __future__ import annotations

import re
from typing import Any, Final

from sqlmodel import col, func, select

from engine.bots import NAMES
from engine.clock.notation import NONE, parse_full, spell, write
from engine.clock.notation import parse as parse_pace
from engine.clock.terms import unit_seconds, write_duration
from engine.record.game.opening import LEAST_WINDOW, MOST_WINDOW, NO_WINDOW
from engine.record.game.seats import KEY, MAILBOX
from engine.tongue import word
from engine.wire.facts import Facts
from server.clocks.alarms import default_terms
from server.games.lifecycle import join_for, open_game, usual_options
from server.games.table import take_seat
from server.games.undoing import usual_window
from server.ledger import models as rows
from server.names.game_names import IN_QUOTES, name_game, part_name
from server.names.house_bots import seat_bots
from server.visit.costs import GAMES, spend
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import Command, command, form

MOST_OPEN: Final = 10
"""The most open games that one player hosts."""
MOST_ALONE: Final = 10
"""In how many games one player sits alone with bots; they begin at once, and wait for nobody else."""
MOST_A_DAY: Final = 50
"""The most games that one player opens in a day."""

_CHOICES: Final[dict[str, dict[str, tuple[str, Any]]]] = {
    "players": {str(n): ("players", n) for n in (2, 3, 4)},
    "auth": {KEY: ("auth", KEY), MAILBOX: ("auth", MAILBOX)},
    "deliveries": {"open": ("face_down", False), "hidden": ("face_down", True)},
    "private": {"yes": ("private", True), "no": ("private", False)},
    "hold": {"yes": ("hold", True), "no": ("hold", False)},
    "resigned": {"bot": ("resigned", "bot"), "empty": ("resigned", "empty")},
    "press": {kind: ("press", kind) for kind in ("white", "anonymous", "none")},
    "rated": {"yes": ("rated", True), "no": ("rated", False)},
    "bots": {str(n): ("bots", n) for n in range(4)},
    "bot": {name: ("bot", name) for name in NAMES},
}
_ALSO: Final = {"seats": "players"}
_WINDOW: Final = re.compile("([0-9]{1,4})([mh])")
_OFF: Final = ("off", "no", "none", "0")
_LANGUAGES: Final = re.compile(r"[a-z]{2}(?:[+/][a-z]{2}){0,4}")


@command
class New(Command):
    name = "new"
    also = ("open",)
    quiet = True
    usage = (
        "new players=3 pace=relaxed bots=1 bot=foreman auth=mailbox deliveries=open private=no hold=no "
        'resigned=bot press=white rated=no undo=10m languages=en+de name="Monday club"'
    )
    purpose = word("open a game")
    help = word(
        "Opens a game and gives you its first seat if you play from your mailbox; with a key of your "
        "own, join it next. Every option may be left out. players: 2, 3 or 4. pace: how long "
        "everyone has for a move, such as daily, relaxed or none; `help pace` tells more. bots: how "
        "many seats house bots take; bot: of which kind. auth=key is for players with keys of their "
        "own only. deliveries=hidden keeps delivered cards face down. private=yes is by invitation. "
        "hold=yes waits for your `start`. resigned: who goes on for a player who leaves. press: "
        "whether what players say to the table bears their names, is anonymous, or is not sent. "
        "rated=yes: the game counts for the `ratings`. undo: for how long a move waits before it is "
        "played, so that it can be taken back: off, or 5m to 1h. languages: what is spoken at the "
        "table. name: what the game is called in subjects; the next one of that name is its #2."
    )
    takes = form(
        rf"(?:(?:[234]|pace=[a-z0-9+/:_-]{{1,300}}|name=(?:{IN_QUOTES}|\S{{1,60}})|[a-z]{{1,12}}=[a-z0-9+/]{{1,20}})"
        r"(?:[ ,]+|$)){0,16}"
    )
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        open_table(visit, read_options(text))


def open_table(visit: Visit, options: dict[str, Any]) -> rows.Game:
    """A new game of the sender's, with their own seat if they play from a mailbox."""
    player, seats_left = visit.sender.registered(), options["players"] - options["bots"]
    if "pace" not in options:  # whoever sits alone with bots keeps nobody waiting
        options["pace"] = spell(default_terms(visit) if seats_left > 1 else None)
    if "undo" not in options:
        options["undo"] = usual_window(parse_full(options["pace"])) if seats_left > 1 else NO_WINDOW
    _check_not_too_many(visit, player, alone=seats_left == 1)
    if "name" in options:
        options |= name_game(visit.session, options["name"])
    game = open_game(visit, options, player)
    visit.reply.tell(Facts(opened=(game.id,)))
    seat_bots(visit, game, options["bot"], options["bots"])
    if player.auth != MAILBOX or seats_left > 1 or options["hold"]:  # else the host's own seat starts it
        _tell_of(visit, game, options["pace"])
    if player.auth == MAILBOX:
        take_seat(visit, game, player, join_for(visit, game, player))
    else:
        visit.say("Take your own seat with:  grubenpost join {game}", game=game.id)
    return game


def _tell_of(visit: Visit, game: rows.Game, pace: str) -> None:
    """A game that waits, told to whoever opened it; of one that has begun, the turn mail tells."""
    visit.say("The game {game} is open. Others join it with:  join {game}", game=game.id)
    if pace != NONE:
        visit.say("Its clock is {pace}: `help pace` tells what that means.", pace=write(parse_full(pace)))


def _check_not_too_many(visit: Visit, host: rows.Player, *, alone: bool) -> None:
    hosts = select(func.count()).where(rows.Game.host_id == host.id)
    hosted = visit.session.exec(hosts.where(rows.Game.state == "open")).one()
    if hosted >= MOST_OPEN:
        raise BadCommand("new/too-many", "{n} games of yours are open: fill or leave them first", n=hosted)
    with_bots = visit.session.exec(
        hosts.where(rows.Game.state == "running", ~_others_in_it(host).exists())
    ).one()
    if alone and with_bots >= MOST_ALONE:
        raise BadCommand(
            "new/too-many-alone",
            "{n} games in which you play with bots alone are under way: finish or resign some of them first",
            n=with_bots,
        )
    if not spend(visit, GAMES, MOST_A_DAY):
        raise BadCommand(
            "new/too-often", "{n} new games in a day are enough: open more tomorrow", n=MOST_A_DAY
        )


def _others_in_it(host: rows.Player) -> Any:
    """The seats of other people in a game."""
    return select(rows.Seat).where(
        rows.Seat.game_id == rows.Game.id,
        col(rows.Seat.player_id).is_not(None),
        rows.Seat.player_id != host.id,
        col(rows.Seat.left_at).is_(None),
    )


def read_options(text: str) -> dict[str, Any]:
    """The options of a new game; what is not said is as usual."""
    options = usual_options()
    text, called = part_name(text)
    options |= {"name": called} if called else {}
    for said in text.casefold().replace(",", " ").split():
        name, _, value = said.partition("=")
        if said in ("2", "3", "4"):
            name, value = "players", said
        options.update([_read_option(_ALSO.get(name, name), value, said)])
    if options["bots"] >= options["players"]:
        raise BadCommand(
            "new/bots",
            "{bots} bots in a game for {players} leave no seat for a person",
            bots=options["bots"],
            players=options["players"],
        )
    return options


def _read_option(name: str, value: str, said: str) -> tuple[str, Any]:
    if name == "pace":
        return name, spell(parse_pace(value))
    if name == "undo":
        return name, _window(value)
    if name == "languages" and _LANGUAGES.fullmatch(value):
        return name, re.split("[+/]", value)
    if value in _CHOICES.get(name, {}):
        return _CHOICES[name][value]
    known = [f"{name}={'|'.join(values)}" for name, values in _CHOICES.items()]
    raise BadCommand(
        "new/option",
        "`{word}` is no option of a game; options are {options}",
        word=said,
        options=", ".join([*known, "pace=daily", "undo=10m", "languages=en+de", 'name="Monday club"']),
    )


def _window(value: str) -> int:
    """The seconds for which a move can be taken back by its player alone."""
    if value in _OFF:
        return NO_WINDOW
    found = _WINDOW.fullmatch(value)
    seconds = int(found[1]) * unit_seconds(found[2]) if found else 0
    if not LEAST_WINDOW <= seconds <= MOST_WINDOW:
        raise BadCommand(
            "new/undo",
            "`undo={value}`: a move waits for {least} to {most} before it is played, or not at all: undo=off",
            value=value,
            least=write_duration(LEAST_WINDOW),
            most=write_duration(MOST_WINDOW),
        )
    return seconds
