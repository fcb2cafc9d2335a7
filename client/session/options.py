"""Options that all commands of a player share: which profile, quiet or not, and how they end.

A command whose `run` takes a Console as `at` gets these options. Others, which need no profile, are taken
as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

import typer

from client.profile.home import find_home
from client.session.console import Console
from client.session.endings import end_well
from engine.errors import Refused

PROFILE: Final = Annotated[
    str, typer.Option(metavar="NAME", help="Which of your profiles. [env: GRUBENPOST_PROFILE]")
]
HOME: Final = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="The folder of your profile. [env: GRUBENPOST_HOME; default: the platform's]"
    ),
]
QUIET: Final = Annotated[bool, typer.Option("--quiet", "-q", help="Say only what was asked for.")]

_SHARED: Final[dict[str, tuple[Any, object]]] = {
    "profile": (PROFILE, ""),
    "home": (HOME, None),
    "quiet": (QUIET, False),
}


def with_console(run: Callable[..., None]) -> Callable[..., None]:
    """The command as typer takes it. Whoever calls the app may hand in lines to the post, as its `obj`."""
    own = signature(run)
    if "at" not in own.parameters:
        return run

    @wraps(run)
    def called(
        *, context: typer.Context, profile: str, home: Path | None, quiet: bool, **given: object
    ) -> None:
        try:
            found = find_home(home, profile)
        except Refused as error:
            raise typer.BadParameter(f"{error} [{error.code}]", param_hint="--profile") from None
        at = Console(found, quiet=quiet, lines=context.obj)
        raise typer.Exit(end_well(at, partial(run, at, **given)))

    hints = get_type_hints(run, localns={"Console": Console}, include_extras=True)
    given = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=parameter.default, annotation=hints[name])
        for name, parameter in own.parameters.items()
        if name != "at"
    ]
    shared = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in _SHARED.items()
    ]
    context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
    parameters = [*given, *shared, context]
    called.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    del called.__wrapped__  # else its annotations are looked at
    return called
