"""`grubenpost verify`: does an archive prove itself?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from client.terminal.output import put, put_json
from client.terminal.streams import forgive_streams
from engine.errors import Refused

if TYPE_CHECKING:
    from client.archives.verdict import ArchiveVerdict, Fork
    from engine.record.letters.key import PublicKey
    from engine.tongue import Tongue

R = TypeVar("R", "Fork", "ArchiveVerdict")


def run(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Archives; - is standard input.")],
    server_key: Annotated[
        str,
        typer.Option(metavar="LINE", help="The server's key, as the host tells it: nothing else counts."),
    ] = "",
    checkpoint: Annotated[
        str,
        typer.Option(metavar="LINE", help="The checkpoint from the foot of a mail: it must fit too."),
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Tell each result as one JSON object a line.")
    ] = False,
) -> None:
    """Check archives: every seal, the log, the shuffle, every rule and the score.

    No network and no server are needed. When all is right, a short certificate says what was proved; else
    the first thing that is wrong is named. Several archives of one game must also be of one history.

    Ends with 0 if all is right, 1 if anything is wrong, 2 for wrong use and files that can't be read.
    """
    from client.archives.files import UNREADABLE  # noqa: PLC0415  heavy, and --help needs none of it
    from client.archives.verdict import forks, judge  # noqa: PLC0415

    forgive_streams()  # a name may have signs that the terminal can't show
    key, tongue = _read_key(server_key), _own_tongue()
    try:
        verdicts = [_told(judge(file, key, checkpoint), tongue, as_json=as_json) for file in files]
        wrong = [_told(fork, tongue, as_json=as_json) for fork in forks(verdicts)]
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    errors = [verdict.error for verdict in verdicts if verdict.error]
    unreadable = any(error.code == UNREADABLE for error in errors)
    raise typer.Exit(2 if unreadable else 1 if errors or wrong else 0)


def _read_key(line: str) -> PublicKey | None:
    from engine.record.letters.key import PublicKey  # noqa: PLC0415

    try:
        return PublicKey.from_line(line) if line else None
    except Refused as error:
        raise typer.BadParameter(f"{error} [{error.code}]", param_hint="--server-key") from None


def _own_tongue() -> Tongue:
    """The language of the player's profile, or else the system's."""
    from client.profile.home import find_home  # noqa: PLC0415
    from client.session.console import Console  # noqa: PLC0415

    try:
        return Console(find_home(None, "")).tongue
    except Refused as error:
        raise typer.BadParameter(f"{error} [{error.code}]") from None


def _told(result: R, tongue: Tongue, *, as_json: bool) -> R:
    """Tell a result: what is right on standard output, what is wrong on standard error."""
    facts = result.facts()
    if as_json:
        put_json(facts)
    else:
        said = result.told(tongue)
        put(said if facts["right"] else f"grubenpost verify: {said}", error=not facts["right"])
    return result
