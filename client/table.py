"""`python -m client.table`: a whole game against bots in the terminal.

Without a terminal to ask at, bots play all seats and the game is shown shift by shift.
"""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from client.agree import MOST_SEED, Terms, Wishes, agree
from client.human import Human
from client.match import Match, Player, bot_player
from client.talk import Left, Talk, Terminal
from engine.bots import NAMES
from engine.bots.selfplay import generator, opening
from engine.errors import Refused
from engine.show import people, wrap
from engine.show.words import SHIFTS, listed

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

YOUR_SEAT: Final = 0
STOPPED: Final = 130
"""The exit code after Ctrl-C."""
WELCOME: Final = "Glueck auf, {you}! You play against {bots} ({bot})."
WATCHING: Final = "Nobody is here to be asked: {bots} play among themselves ({bot})."
AGAIN: Final = "The same game again: --players {players} --seed {seed}"
LEFT: Final = "You leave the table {when}. --players {players} --seed {seed} deals this game again."
LEFT_EARLY: Final = "You leave the table before the deal."


@app.command()
def run(
    *,
    players: Annotated[int | None, typer.Option(help="How many play: 2, 3 or 4.")] = None,
    name: Annotated[str | None, typer.Option(help="Your name.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed deals the same game.", min=0, max=MOST_SEED)
    ] = None,
    bot: Annotated[str | None, typer.Option(help=f"Who plays against you: {' or '.join(NAMES)}.")] = None,
    face_down: Annotated[bool, typer.Option("--face-down", help="Delivered cards lie face down.")] = False,
) -> None:
    """Play a game against bots. What no option says is asked.

    Without a terminal nobody is asked: bots play all seats, and the game is shown shift by shift.
    """
    wishes = Wishes(players, name, bot, seed, face_down)
    try:
        code = sit_down(wishes, Terminal(), person=_somebody_is_there())
    except Refused as error:
        raise typer.BadParameter(str(error)) from None
    raise typer.Exit(code)


def _somebody_is_there() -> bool:
    """Whether there is a terminal to ask at; the input may even be closed."""
    return bool(sys.stdin) and sys.stdin.isatty()


def sit_down(wishes: Wishes, talk: Talk, person: bool) -> int:
    """Agree, play, and leave politely whenever the person wants to. Gives the exit code."""
    match = None
    terms = None
    try:
        terms = agree(wishes, talk if person else None)
        match = open_match(terms, talk, person)
        match.play_out(every_move=person)
    except Left:
        talk.say(_farewell(terms, match))
    except KeyboardInterrupt:
        talk.say("\n" + _farewell(terms, match))
        return STOPPED
    return 0


def open_match(terms: Terms, talk: Talk, person: bool) -> Match:
    """Deal and greet; the first seat is the person's, or another bot's if there is none."""
    names = terms.names()
    chances = [generator(terms.seed, 1, f"seat {seat}") for seat in range(terms.players)]
    seated: list[Player] = [bot_player(seat, terms.bot, chance) for seat, chance in enumerate(chances)]
    if person:
        seated[YOUR_SEAT] = Human(YOUR_SEAT, names, talk, chances[YOUR_SEAT]).choose
    shown = [someone.name for someone in people(names)]
    template = WELCOME if person else WATCHING
    greeting = template.format(you=shown[YOUR_SEAT], bots=listed(shown[person:]), bot=terms.bot)
    talk.say("\n".join(wrap(greeting)))
    talk.say(AGAIN.format(players=terms.players, seed=terms.seed))
    dealt = opening(terms.players, generator(terms.seed, 1, "deal"), terms.face_down)
    return Match(dealt, names, seated, talk)


def _farewell(terms: Terms | None, match: Match | None) -> str:
    if terms is None or match is None:
        return LEFT_EARLY
    shift = match.game.shift
    when = f"in shift {SHIFTS[shift]}" if shift else "in the draft"
    return "\n".join(wrap(LEFT.format(when=when, players=terms.players, seed=terms.seed)))


if __name__ == "__main__":
    app(prog_name="python -m client.table")
