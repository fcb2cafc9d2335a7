"""Endings of a command: each trouble comes to a sentence that says where things stand."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import typer

from client.refusals import NoAnswer, NoPost
from client.terminal.wrap import wrapped
from engine.errors import Refused

if TYPE_CHECKING:
    from client.session.console import Console

DONE: Final = 0
FAILED: Final = 1
WRONG_USE: Final = 2
NO_POST: Final = 3
WAITING: Final = 4
STOPPED: Final = 130

EXIT_CODES: Final = (
    "Exit codes: 0 done, 1 it could not be done, 2 wrong use, 3 the mail servers can't be reached or refuse "
    "the login, 4 no answer came in time, 130 stopped by Ctrl-C. After 3, 4 and 130 the same command goes on "
    "where it was: nothing is lost, and nothing is sent twice."
)


def end_well(at: Console, work: Callable[[], None]) -> int:
    """Do the work; the exit code. Whatever happens, the player is told where things stand."""
    try:
        work()
        if sys.stdout is not None:
            sys.stdout.flush()  # a full disk is noticed here, and not behind our back
        return DONE
    except KeyboardInterrupt:
        code, why = STOPPED, at.tongue.say("Stopped.")
    except Refused as error:
        code, why = _code(error), f"{at.tongue.refusal(error)} [{error.code}]"
        if error.code == "post/login" and at.home.profile.exists():
            why += "\n" + at.tongue.say("`grubenpost init` sets your mail account up again.")
    except BrokenPipeError:  # whoever read along has seen enough
        _close_quietly()
        return DONE
    except OSError as error:
        code, why = FAILED, _in_words(at, error)
        if error.filename is None:  # it is the output itself that can't be written
            _close_quietly()
    except (typer.BadParameter, typer.Exit, typer.Abort):  # typer tells wrong use in its own way
        raise
    except Exception:  # a fault of ours: whoever mends it wants to know where
        return _tell_fault(at)
    with suppress(OSError):
        at.complain(
            "\n".join(line for text in (f"grubenpost: {why}", *standing(at)) for line in wrapped(text))
        )
    return code


def _tell_fault(at: Console) -> int:
    import traceback  # noqa: PLC0415

    with suppress(OSError):
        at.complain(traceback.format_exc())
    return FAILED


def _code(error: Refused) -> int:
    """By the kind of refusal."""
    if isinstance(error, NoPost) and error.code != "post/open":  # that is no server's fault
        return NO_POST
    return WAITING if isinstance(error, NoAnswer) else FAILED


def _in_words(at: Console, error: OSError) -> str:
    if error.errno == errno.ENOSPC:
        return at.tongue.say("the disk is full ({file})", file=error.filename or "-")
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _close_quietly() -> None:
    """Close an output that can't be written any more, so that it is not tried again when the program ends."""
    with suppress(OSError, ValueError):
        sys.stdout.close()


def standing(at: Console) -> list[str]:
    """A line for each letter that has no answer yet."""
    if not any(at.home.outbox.glob("*.json")):
        return []
    from client.outbox.outbox import Outbox  # noqa: PLC0415

    try:
        waiting = Outbox(at.home.outbox).all()
    except Refused as error:
        return [at.tongue.refusal(error)]
    return [_line(at, letter.words.splitlines()[0], letter.handed) for letter in waiting]


def _line(at: Console, words: str, handed: bool) -> str:
    if handed:
        return at.tongue.say(
            "Sent, and not answered yet: {words}\n`grubenpost fetch` looks for the answer.", words=words
        )
    return at.tongue.say(
        "Written down, and not sent yet: {words}\nThe same command again sends it.", words=words
    )
