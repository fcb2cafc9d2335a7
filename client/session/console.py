"""The player's terminal: what is said there, in the player's language, and what is asked.

This is imported by every command, so it stays light: what only some of them need is imported late.
"""

from __future__ import annotations

import os
import sys
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from client.profile.home import Home
from client.terminal.output import ask_line, ask_unseen, put, put_json
from client.terminal.streams import forgive_streams
from client.terminal.wrap import wrapped
from engine.errors import Refused
from engine.harmless import harmless_line

if TYPE_CHECKING:
    from client.exchange.correspondence import Correspondence
    from client.post.lines import Lines
    from client.profile.profile import House
    from client.session.style import Showing
    from engine.tongue import Tongue

PASSPHRASE: Final = "GRUBENPOST_PASSPHRASE"
LANGUAGE: Final = "GRUBENPOST_LANGUAGE"


class Console:
    """The console, through which a command speaks and asks."""

    def __init__(self, home: Home, *, quiet: bool = False, lines: Lines | None = None) -> None:
        self.home = home
        self.quiet = quiet
        self._lines = lines
        forgive_streams()

    # Speaking

    @cached_property
    def tongue(self) -> Tongue:
        """The player's language."""
        from engine.tongue import tongue  # noqa: PLC0415

        return tongue(self._language())

    def _language(self) -> str:
        return os.environ.get(LANGUAGE) or str(self.settings.get("language", "")) or system_language()

    @cached_property
    def settings(self) -> dict[str, Any]:
        """The profile as it lies there, unchecked; empty if there is none."""
        import tomllib  # noqa: PLC0415

        try:
            return tomllib.loads(self.home.profile.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}

    def say(self, template: str, /, **facts: object) -> None:
        """Say something, unless the player wants quiet."""
        if not self.quiet:
            said = self.tongue.say(template, **{name: _in_line(fact) for name, fact in facts.items()})
            self.show("\n".join(wrapped(said)))

    def show(self, text: str) -> None:
        """Show what was asked for."""
        put(text)

    def mention(self, text: str) -> None:
        """Say on standard error how things go, unless the player wants quiet."""
        if not self.quiet:
            self.complain("\n".join(wrapped(text)))

    def complain(self, text: str) -> None:
        """Say on standard error what went wrong."""
        put(text, error=True)

    def show_json(self, facts: object) -> None:
        put_json(facts)

    @property
    def colourful(self) -> bool:
        """Whether to show colours: at a terminal, unless NO_COLOR or a dumb terminal says otherwise."""
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout is not None and sys.stdout.isatty())

    @cached_property
    def showing(self) -> Showing:
        """The way in which games are shown here."""
        from client.session.style import Showing, style_for  # noqa: PLC0415

        encoding = getattr(sys.stdout, "encoding", "") or ""
        style = style_for(str(self.settings.get("style", "")), encoding)
        return Showing(self.tongue, style, colourful=self.colourful)

    # Asking

    @property
    def somebody_is_there(self) -> bool:
        """Whether there is a terminal to ask at; the input may even be closed."""
        return bool(sys.stdin) and sys.stdin.isatty()

    def ask(self, question: str, usual: str = "") -> str:
        """An answer that was typed, or the usual one."""
        shown = f"{question} [{usual}]: " if usual else f"{question}: "
        try:
            return " ".join(ask_line(shown).split()) or usual
        except EOFError:
            put("")
            raise KeyboardInterrupt from None

    def ask_secret(self, question: str) -> str:
        """An answer that nobody shall see; from the input, if that is no terminal."""
        try:
            if self.somebody_is_there:
                return ask_unseen(f"{question}: ")
            return sys.stdin.readline().rstrip("\r\n")
        except EOFError:
            put("")
            raise KeyboardInterrupt from None

    def agrees(self, question: str) -> bool:
        """Whether the player says yes. Nobody there to ask is no yes."""
        if not self.somebody_is_there:
            raise Refused("client/nobody-there", "no terminal to ask on: add --yes if you are sure")
        return is_yes(self.ask(f"{question} [{self.tongue.say('y/N')}]"))

    # Corresponding

    def passphrase(self) -> str:
        """The passphrase that opens the player's key: asked for only if it is locked."""
        from client.profile.own_key import is_locked  # noqa: PLC0415

        if not is_locked(self.home):
            return ""
        if (known := os.environ.get(PASSPHRASE)) is not None:
            return known
        return self.ask_secret(self.tongue.say("The passphrase of your key"))

    def correspond(self, passphrase: str | None = None) -> Correspondence:
        """The player's post, to be used as a context.

        The passphrase, unless it is known already, is asked for when something is sealed.
        """
        from client.exchange.correspondence import open_correspondence  # noqa: PLC0415
        from client.post.lines import REAL  # noqa: PLC0415

        known = self.passphrase if passphrase is None else passphrase
        post = open_correspondence(self.home, known, self._lines or REAL)
        post.on_trouble, post.on_many = self.tell_trouble, self._tell_many
        post.intake.on_key = self.tell_key
        return post

    def tell_key(self, house: House) -> None:
        """The server's key was learnt: people are to compare it."""
        self.mention(
            self.tongue.say(
                "The key of {server} is known from now on, and all that it mails is checked with it. Its "
                "fingerprint is {fingerprint}: compare it with what the host tells.",
                server=house.name,
                fingerprint=house.fingerprint_known,
            )
        )

    def tell_trouble(self, error: Refused) -> None:
        """Something did not work, and the work goes on."""
        self.complain("\n".join(wrapped(f"{self.tongue.refusal(error)} [{error.code}]")))

    def _tell_many(self, mails: int) -> None:
        self.mention(
            self.tongue.say("There are {n} mails of the server to read; Ctrl-C loses none.", n=mails)
        )


def _in_line(fact: object) -> object:
    """A fact that stays within the sentence that it is put into. Phrases are ours."""
    return harmless_line(str(fact)) if type(fact) is str or isinstance(fact, PurePath) else fact


def is_yes(typed: str) -> bool:
    """Whether somebody says yes, in any language."""
    from engine.tongue.answer_words import YES_WORDS, all_words  # noqa: PLC0415

    return typed.casefold() in all_words(YES_WORDS)


def system_language() -> str:
    """The language that the system is set to, as two letters."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value[:2].lower()
    return "en"
