"""The game that is meant, and its position: the beginning of commands about a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from client.memory.game_file import game_names
from client.memory.glance import Glance, glance, glances
from client.profile.home import Home, find_home
from client.session.console import Console
from engine.errors import Refused

if TYPE_CHECKING:
    from engine.wire.turn import Turn


def complete_game(ctx: typer.Context, incomplete: str) -> list[str]:
    """The games that are known here, for the shell."""
    return [game for game in game_names(_home(ctx)) if game.startswith(incomplete)]


def complete_move(ctx: typer.Context, incomplete: str) -> list[str]:
    """The next word of each legal action, for the shell."""
    try:
        found = glance(_home(ctx), str(ctx.params.get("game", "")))
        if found is None or not found.mine:
            return []
        from client.session.style import position_of  # noqa: PLC0415
        from engine.rules import legal_actions  # noqa: PLC0415

        before = [str(word) for word in ctx.params.get("words") or ()]
        before = before[:-1] if incomplete and before[-1:] == [incomplete] else before
        moves = [action.write().split() for action in legal_actions(position_of(found))]
        fitting = {
            move[len(before)] for move in moves if move[: len(before)] == before and len(move) > len(before)
        }
        return sorted(word for word in fitting if word.startswith(incomplete))
    except (Refused, OSError):
        return []


def _home(ctx: typer.Context) -> Home:
    return find_home(ctx.params.get("home"), str(ctx.params.get("profile") or ""))


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game, such as k3t9qa.", autocompletion=complete_game)
]
MaybeGame = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The game, such as k3t9qa; may be left out where only one can be meant.",
        autocompletion=complete_game,
    ),
]
MoveWords = Annotated[
    list[str],
    typer.Argument(
        metavar="MOVE",
        help='A number from the list, or the move: money 5, or "mine 8: to g, load g".',
        autocompletion=complete_move,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for scripts.")]


def find_game(at: Console, game: str) -> Glance:
    """The game that is meant, with its newest position."""
    found = glance(at.home, game) if game else _only_one(at.home)
    if found is None:
        known = ", ".join(game_names(at.home)) or at.tongue.say("none")
        raise Refused(
            "game/unknown",
            "nothing is known here of a game {game}; known are: {known}. `grubenpost fetch` reads your "
            "mailbox",
            game=game,
            known=known,
        )
    if found.facts is None:
        raise Refused(
            "game/not-started",
            "the game {game} has not started, or its first mail has not been fetched: `grubenpost fetch`",
            game=found.game,
        )
    if not found.proved:
        at.tell_trouble(_unproved_end(found.game) if found.over else unproved(found.game))
    return found


def unproved(game: str) -> Refused:
    """The reason why nobody can move in a position that is kept from former times."""
    return Refused(
        "turn/unproved",
        "{game}: this position came when positions were not signed yet, so nobody vouches for it. "
        "`grubenpost fetch` asks for a signed one",
        game=game,
    )


def _unproved_end(game: str) -> Refused:
    return Refused(
        "turn/unproved",
        "{game}: this position came when positions were not signed yet, so nobody vouches for it. "
        "`grubenpost archive {game}` gets the archive, which anyone can check",
        game=game,
    )


def tell_game(at: Console, turn: Turn) -> None:
    """Say in one line where a game stands."""
    game, ply = turn.game, turn.position.ply
    if turn.position.over:
        at.say("{game}: the game is over. `grubenpost score {game}` explains the points.", game=game)
    elif turn.mine:
        at.say("{game}: it is your turn (move {ply}).", game=game, ply=ply)
    else:
        at.say("{game}: it's {who}'s turn (move {ply}).", game=game, who=turn.whose, ply=ply)


def mine_to_move(found: Glance) -> None:
    """Refuse where the player can't move now."""
    if found.over:
        raise Refused("move/over", "the game {game} is over", game=found.game)
    if not found.proved:
        raise unproved(found.game)
    if found.held is not None:
        raise Refused(
            "move/held",
            "your move in {game} has come and waits to be played: take it back with `grubenpost undo {game}` "
            "before you make another",
            game=found.game,
        )
    if not found.mine:
        raise Refused(
            "move/not-your-turn",
            "in the game {game} it's {who}'s turn, as far as is known here: `grubenpost fetch` looks "
            "whether they have moved",
            game=found.game,
            who=found.whose,
        )


def _only_one(home: Home) -> Glance:
    """The only game, or the only one in which it is the player's turn."""
    known = [found for found in glances(home) if not found.over]
    mine = [found for found in known if found.mine]
    for few in (known, mine):
        if len(few) == 1:
            return few[0]
    if not known:
        raise Refused(
            "game/none", "no running game is known here: `grubenpost games` lists those that you can join"
        )
    raise Refused(
        "game/which",
        "which game? Say one of: {known}",
        known=", ".join(found.game for found in known),
    )
