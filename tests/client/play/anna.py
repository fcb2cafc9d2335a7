"""Anna, who has a profile and a game in which it is her turn; nobody answers her letters."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from client.exchange.intake import Intake
from client.profile.home import Home
from client.profile.own_key import make_key
from client.profile.profile import write_profile
from engine.bots import choose
from engine.rules import view
from tests.client.pretend import make_profile, new_game, turn_mail

GAME = "game-1"


def make_home(folder: Path, plies: int = 0, seed: int = 1) -> Home:
    """Her home after at least so many plies of a game of three."""
    home = Home(folder, folder)
    home.make()
    profile = make_profile()
    write_profile(home, profile)
    make_key(home, lambda n: bytes(range(n)))
    match = new_game(seed)
    while match.book.game.ply < plies or match.book.game.turn != 0:
        game = match.book.game
        match.move(choose("greedy", view(game, game.turn), Random(game.ply)))
    Intake(home, profile).take_in(turn_mail(match))
    return home


def command(home: Home, *args: str) -> list[str]:
    return [sys.executable, "-m", "client", "play", GAME, "--home", str(home.config), *args]
