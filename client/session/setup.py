"""Making a profile: what was left open is asked, or is as usual where nobody can be asked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from client.post.account import MailAccount, Wire
from client.post.providers import find_provider, guess
from client.profile.profile import ADDRESS, COMMAND, MACHINE, PORT, TLS, USER, House, Profile, read_profile
from client.profile.secrets import PasswordPlace, has_keyring, open_account
from engine.errors import Refused
from engine.mail.hosts import Tls
from engine.record.letters.fields import FINGERPRINT, HANDLE, NAME, SERVER, one_of
from engine.record.letters.key import PublicKey
from engine.tongue import LANGUAGES, tongue

if TYPE_CHECKING:
    from client.session.console import Console

T = TypeVar("T")


class _Field(Protocol):
    """A field of an answer, as the letters know it."""

    def read(self, name: str, value: object) -> str: ...


_LANGUAGE: Final = one_of(*LANGUAGES)
_MAILBOX: Final = "grubenpost"
"""Under this name servers usually have their mailbox."""


@dataclass(frozen=True)
class Given:
    """The answers given beforehand; nothing where one was left open."""

    language: str = ""
    name: str = ""
    handle: str = ""
    address: str = ""
    user: str = ""
    password: str | None = None
    imap: str = ""
    smtp: str = ""
    server: str = ""
    server_address: str = ""
    server_key: str | None = None
    passphrase: str | None = None
    keyring: bool | None = None
    command: str = ""
    token: bool = False
    login: bool = False


class Setup:
    """Settles what a profile needs, one thing after the other."""

    def __init__(self, at: Console, given: Given) -> None:
        self._at = at
        self._given = given
        self.say = at.tongue.say

    def profile(self) -> Profile:
        """Everything but the key."""
        given = self._given
        question = self.say("Your language ({codes})", codes=", ".join(LANGUAGES))
        usual = given.language or self._at.tongue.code
        language = self._settle("--language", question, _LANGUAGE, given.language, usual)
        self._at.tongue = tongue(language)
        self.say = say = self._at.tongue.say
        name = self._settle("--name", say("Your name, as others will see it"), NAME, given.name)
        question = say("Your handle: a short name of letters, digits, - and _")
        handle = self._settle("--handle", question, HANDLE, given.handle, handle_from(name))
        house = self._house()
        return Profile(handle, name, house, self._account(), language, self._place(), given.command)

    def _house(self) -> House:
        given, say = self._given, self.say
        name = self._settle("--server", say("The name of the game server"), SERVER, given.server)
        question = say("The mail address of the game server")
        usual = f"{_MAILBOX}@{name}"
        address = self._settle("--server-address", question, ADDRESS, given.server_address, usual)
        return replace(self._server_key(name), name=name, address=address)

    def _server_key(self, name: str) -> House:
        given = self._given.server_key
        if not given and (known := self._known(name)):
            return known
        if given is not None or not self._at.somebody_is_there:
            return read_server_key(given) if given else House("", "")
        question = self.say(
            "The key or the fingerprint of the game server, if its host told you (else nothing)"
        )
        return self._ask(question, "", lambda text: read_server_key(text) if text else House("", ""))

    def _known(self, name: str) -> House | None:
        """A key of this server that was learnt before stays, whatever else is set up again."""
        try:
            house = read_profile(self._at.home, password=False).house
        except Refused:
            return None
        return house if house.name == name and house.fingerprint_known else None

    def _account(self) -> MailAccount:
        given, say = self._given, self.say
        address = self._settle("--address", say("Your mail address"), ADDRESS, given.address)
        found = find_provider(address)
        if found is not None:
            self._at.say("The mail servers of {provider} are known here.", provider=found.name)
            if found.note is not None:
                self._at.say(found.note)
        known, usual = found is not None, found or guess(address)
        user = given.user or address
        if not known:
            user = self._settle(
                "--user", say("The user name of your mail account"), USER, given.user, address
            )
        question = say("Where mail is fetched: host:port, or host:port/starttls")
        imap = self._wire("--imap", question, given.imap, usual.imap, known)
        question = say("Where mail is sent: host:port, or host:port/starttls")
        smtp = self._wire("--smtp", question, given.smtp, usual.smtp, known)
        account = MailAccount(address, USER.read("user", user), "", imap, smtp, xoauth2=given.token)
        if given.command:
            command = COMMAND.read("password_command", given.command)
            return open_account(self._at.home, PasswordPlace.COMMAND, account, command)
        return account if given.login else replace(account, password=self._password())

    def _wire(self, option: str, question: str, given: str, usual: Wire, known: bool) -> Wire:
        """Nothing is asked where the provider is known."""
        if given or not known:
            return read_wire(self._settle(option, question, _WireText(), given, write_wire(usual)))
        return usual

    def _password(self) -> str:
        if self._given.password is None:
            self._must_be_asked("--password-file")
            return self._at.ask_secret(self.say("The password of your mail account"))
        return self._given.password

    def _place(self) -> PasswordPlace:
        if self._given.command or self._given.login:
            return PasswordPlace.COMMAND if self._given.command else PasswordPlace.LOGIN
        if self._given.keyring is not None:
            return PasswordPlace.KEYRING if self._given.keyring else PasswordPlace.FILE
        return PasswordPlace.KEYRING if self._at.somebody_is_there and has_keyring() else PasswordPlace.FILE

    def passphrase(self) -> str:
        """The passphrase that locks the key file; empty if there is none."""
        if self._given.passphrase is not None or not self._at.somebody_is_there:
            return self._given.passphrase or ""
        while True:
            first = self._at.ask_secret(self.say("A passphrase for your key (nothing: none)"))
            if not first or first == self._at.ask_secret(self.say("The same again")):
                return first
            self._at.say("These were not the same.")

    def _settle(self, option: str, question: str, field: _Field, given: str, usual: str = "") -> str:
        """The given answer, or the usual one if nobody is there; else what is answered."""
        name = option.removeprefix("--").replace("-", "_")
        if given or (usual and not self._at.somebody_is_there):
            return field.read(name, given or usual)
        self._must_be_asked(option)
        return self._ask(question, usual, lambda text: field.read(name, text))

    def _ask(self, question: str, usual: str, read: Callable[[str], T]) -> T:
        """Ask until the answer can be taken."""
        while True:
            try:
                return read(self._at.ask(question, usual))
            except Refused as error:
                self._at.tell_trouble(error)

    def _must_be_asked(self, option: str) -> None:
        if not self._at.somebody_is_there:
            raise Refused("init/missing", "no terminal to ask on: add {option}", option=option)


class _WireText:
    """The field of a way to a mail server, as it is typed."""

    def read(self, name: str, value: object) -> str:
        read_wire(str(value))
        return str(value)


def read_server_key(text: str) -> House:
    """The key of a server, from a key as one line or a fingerprint of six groups of five digits."""
    digits = "".join(text.split())
    if digits.isdecimal():
        grouped = " ".join(digits[at : at + 5] for at in range(0, len(digits), 5))
        return House("", "", fingerprint=FINGERPRINT.read("fingerprint", grouped))
    key = PublicKey.from_line(text)
    return House("", "", key, key.fingerprint)


def read_wire(text: str) -> Wire:
    """`imap.example.org:993`, with `/starttls` or `/none` behind it where it is not implicit."""
    place, _, tls = text.strip().partition("/")
    host, _, port = place.rpartition(":")
    return Wire(
        MACHINE.read("host", host or place),
        PORT.read("port", int(port) if port.isdecimal() else port),
        Tls(TLS.read("tls", tls or Tls.IMPLICIT)),
    )


def write_wire(wire: Wire) -> str:
    return f"{wire}" if wire.tls is Tls.IMPLICIT else f"{wire}/{wire.tls}"


def handle_from(name: str) -> str:
    """A handle that is like a name; empty if there is none."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name) if letter.isascii()).lower()
    found = re.sub(r"[^a-z0-9]+", "-", plain.split()[0] if plain.split() else "").strip("-")[:20]
    return found if HANDLE.pattern.fullmatch(found) else ""
