"""Asking the host for a configuration: each answer is checked by the rule of its key, and asked for again.

What was given beforehand is not asked for. If nothing may be asked, what is missing is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import typer

from engine.mail.addresses import domain_of
from server.config.rules import NumberRule, Rule
from server.config.table import SECTIONS
from server.host.output import put

Values = dict[str, dict[str, Any]]

_RULES: dict[str, Rule] = {
    f"{section.name}.{key.name}": key.rule for section in SECTIONS.values() for key in section.keys
}


def read_given(settings: Iterable[str]) -> Values:
    """Read the answers that were given beforehand, as SECTION.KEY=VALUE."""
    values: Values = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or name not in _RULES:
            near = get_close_matches(name, _RULES, n=1)
            hint = f"did you mean {near[0]}?" if near else "write it like imap.host=imap.example.org"
            raise typer.BadParameter(f"{name[:60]} can't be set: {hint}")
        section, _, key = name.partition(".")
        values.setdefault(section, {})[key] = _read(name, text)
    return values


def _read(name: str, text: str) -> str | int:
    rule = _RULES[name]
    value = int(text) if isinstance(rule, NumberRule) and re.fullmatch(r"\d{1,9}", text) else text
    if not rule.fits(value):
        raise typer.BadParameter(f"{name} is {rule.show(value)}, but must be {rule.form}")
    return value


@dataclass(frozen=True)
class Asker:
    """Somebody who answers questions, or what was given, if nothing may be asked."""

    given: Values
    silent: bool

    def ask(self, name: str, question: str, usual: str | None = None) -> Any:
        """The value of a key, such as imap.host."""
        section, _, key = name.partition(".")
        if key in self.given.get(section, {}):
            return self.given[section][key]
        rule = _RULES[name]
        if self.silent:
            if usual is None:
                raise typer.BadParameter(f"{name} is missing: it must be {rule.form}; give it with --set")
            return usual
        while True:
            answer = str(typer.prompt(question, default=usual, show_default=bool(usual))).strip()
            if rule.fits(answer):
                return answer
            put(f"That is {rule.show(answer)}; it must be {rule.form}.")


def ask_server(asker: Asker) -> dict[str, Any]:
    """Ask for the server's address, name, host and data folder."""
    address = str(asker.ask("server.address", "The mail address that players write to"))
    local, domain = address.rpartition("@")[0], domain_of(address)
    label = re.sub(r"[^a-z0-9-]+", "-", local.casefold()).strip("-") or "grubenpost"
    values = {
        **asker.given.get("server", {}),
        "name": asker.ask("server.name", "The server's name, for good", f"{label}.{domain}"),
        "address": address,
        "host": asker.ask("server.host", "Your own address, to be told of trouble (may be empty)", ""),
        "data": asker.ask("server.data", "The folder for ledger and key", "grubenpost-data"),
    }
    return {key: value for key, value in values.items() if value != ""}


def ask_account(asker: Asker, kind: str, address: str) -> dict[str, Any]:
    """Ask for the account that mail comes from or goes to."""
    values = {
        **asker.given.get(kind, {}),
        "host": asker.ask(f"{kind}.host", f"The {kind.upper()} server", f"{kind}.{domain_of(address)}"),
        "tls": asker.ask(f"{kind}.tls", "Its encryption: implicit, starttls or none", "implicit"),
    }
    if kind == "imap":
        values["user"] = asker.ask("imap.user", "The login there", address)
    return values
