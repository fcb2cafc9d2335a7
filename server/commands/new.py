"""new: open a game."""

from __future__ import annotations

from typing import Any, Final

from engine.record.seats import KEY, MAILBOX
from server.command import BadCommand, Command, command
from server.games import join_for, open_game, take_seat
from server.visit import Visit

_CHOICES: Final[dict[str, dict[str, tuple[str, Any]]]] = {
    "players": {str(n): ("players", n) for n in (2, 3, 4)},
    "auth": {KEY: ("auth", KEY), MAILBOX: ("auth", MAILBOX)},
    "deliveries": {"open": ("face_down", False), "hidden": ("face_down", True)},
    "private": {"yes": ("private", True), "no": ("private", False)},
    "hold": {"yes": ("hold", True), "no": ("hold", False)},
    "resigned": {"bot": ("resigned", "bot"), "empty": ("resigned", "empty")},
}


@command
class New(Command):
    name = "new"
    also = ("open",)
    usage = "new players=3 auth=mailbox deliveries=open private=no hold=no resigned=bot"
    help = (
        "Opens a game and gives you its first seat if you play from your mailbox; with a key of your own, "
        "join it next. Every option may be left out. players: 2, 3 or 4. auth=key is for players with "
        "keys of their own only. deliveries=hidden keeps delivered cards face down. private=yes is by "
        "invitation. hold=yes waits for your `start`. resigned: who goes on for a player who leaves."
    )
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        player = visit.somebody()
        game = open_game(visit, read_options(text), [])
        visit.say(f"The game {game.id} is open. Others join it with: join {game.id}")
        if player.auth == MAILBOX:
            take_seat(visit, game, player, join_for(visit, game, player))
        else:
            visit.say(f"Take your own seat with: grubenpost join {game.id}")


def read_options(text: str) -> dict[str, Any]:
    """The options of a new game; what is not said is as usual."""
    options: dict[str, Any] = {
        "players": 3,
        "auth": MAILBOX,
        "face_down": False,
        "private": False,
        "hold": False,
        "resigned": "bot",
    }
    for word in text.casefold().replace(",", " ").split():
        name, _, value = word.partition("=")
        if word in ("2", "3", "4"):
            name, value = "players", word
        if name not in _CHOICES or value not in _CHOICES[name]:
            raise BadCommand(
                "new/option",
                "`{word}` is no option of a game; options are {options}",
                word=word[:40],
                options=", ".join(f"{n}={'|'.join(v)}" for n, v in _CHOICES.items()),
            )
        key, meant = _CHOICES[name][value]
        options[key] = meant
    return options
