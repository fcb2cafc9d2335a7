"""`grubenpost sign`: a sealed move as a file, to be sent in any way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from client.session.chosen_game import GameName, MoveWords, find_game, mine_to_move
from client.session.console import Console
from client.terminal.output import put_file


def run(
    at: Console,
    game: GameName,
    words: MoveWords,
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write it. [default: standard output]")
    ] = None,
    armour: Annotated[
        bool, typer.Option("--armour", help="As a block of letters and digits, for the text of a mail.")
    ] = False,
) -> None:
    """Seal a move and write it as a file; send nothing.

    The file can be attached to a mail to the server in any mail program, or handed to `grubenpost submit`.
    It is checked against the position that was fetched last; no network is needed.
    """
    import secrets  # noqa: PLC0415

    from client.memory.memory import Keeping  # noqa: PLC0415
    from client.outbox.quill import Quill  # noqa: PLC0415
    from client.profile.files import write_whole  # noqa: PLC0415
    from client.profile.own_key import read_key  # noqa: PLC0415
    from client.profile.profile import read_profile  # noqa: PLC0415
    from client.terminal.typed_moves import read_decision  # noqa: PLC0415
    from engine.record.letters.armour import wrap  # noqa: PLC0415

    found = find_game(at, game)
    mine_to_move(found)
    turn = Keeping(at.home).game(found.game).turn
    assert turn is not None
    action = read_decision(
        " ".join(words), turn.position, at.showing.menu(turn.position, turn.names), turn.seat
    )
    profile = read_profile(at.home, password=False)
    sealed = Quill(profile, read_key(at.home, at.passphrase()), secrets.token_bytes).move(turn, action).sealed
    written = wrap(sealed).encode("ascii") if armour else sealed
    if out is not None:
        write_whole(out, written)
        at.mention(at.tongue.say("{move} is sealed in {file}.", move=action.write(), file=out))
    else:
        put_file(written)
