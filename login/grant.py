"""A login that a provider granted: what lies in a login file, and how a new access token is had with it.

{"format": "grubenpost-login/1", "provider": "microsoft", "token_url": …, "client_id": …,
 "client_secret": "", "scope": …, "device_url": …, "browser_url": "",
     "refresh_token": …, "access_token": …, "expires_at": 1800000000}
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from login.asking import Answer, Form, ask
from login.errors import BadLogin
from login.providers import Provider

FORMAT: Final = "grubenpost-login/1"
LARGEST: Final = 64 * 1024
EARLY: Final = 120
"""So many seconds before its end a token is not used any more."""
USUAL_LIFE: Final = 3600
ENDED: Final = frozenset({"invalid_grant", "interaction_required", "consent_required", "login_required"})
"""Refusals that only the customer can mend, by logging in again."""


@dataclass(frozen=True)
class Grant:
    """The refresh token is the secret that matters: it opens the mailbox until it is withdrawn."""

    provider: str
    token_url: str
    client_id: str
    client_secret: str = field(repr=False)
    scope: str
    device_url: str = ""
    browser_url: str = ""
    refresh_token: str = field(default="", repr=False)
    access_token: str = field(default="", repr=False)
    expires_at: int = 0

    def opens(self, now: float, refused: str) -> bool:
        """Whether the access token will do; `refused` is one that a mail server has just not taken."""
        return bool(self.access_token) and self.access_token != refused and now < self.expires_at - EARLY

    def form(self, **more: str) -> Form:
        """The form that every question to the provider holds."""
        secret = {"client_secret": self.client_secret} if self.client_secret else {}
        return {"client_id": self.client_id, **secret, **more}


def begin(provider: Provider, client_id: str, client_secret: str) -> Grant:
    """A grant to be asked for; nobody has agreed to it yet."""
    return Grant(
        provider.name,
        provider.token_url,
        client_id,
        client_secret,
        provider.scope,
        provider.device_url,
        provider.browser_url,
    )


def granted(grant: Grant, answer: Answer, now: float) -> Grant:
    """The grant with the tokens of an answer. Without a new refresh token the old one stays."""
    refresh, access = answer.text("refresh_token") or grant.refresh_token, answer.text("access_token")
    if not access or not refresh:
        raise BadLogin(
            "login/no-token",
            "{provider} agreed, but sent no token that lasts: is the program registered for offline access?",
            provider=grant.provider,
        )
    life = answer.seconds("expires_in", USUAL_LIFE)
    return replace(grant, refresh_token=refresh, access_token=access, expires_at=int(now) + life)


def refresh(grant: Grant, now: float, again: str) -> Grant:
    """The grant with a new access token; `again` is the command that logs in anew."""
    form = grant.form(grant_type="refresh_token", refresh_token=grant.refresh_token, scope=grant.scope)
    answer = ask(grant.token_url, form)
    if answer.error in ENDED:
        raise BadLogin(
            "login/withdrawn",
            "{provider} no longer lets us in ({why}): log in again with `{command}`",
            provider=grant.provider,
            why=answer.why,
            command=again,
        )
    check_agreed(grant, answer)
    return granted(grant, answer, now)


def check_agreed(grant: Grant, answer: Answer) -> None:
    """Refuse what is no agreement."""
    if answer.error:
        raise BadLogin("login/refused", "{provider} says no: {why}", provider=grant.provider, why=answer.why)


def write_grant(grant: Grant) -> bytes:
    return json.dumps({"format": FORMAT, **asdict(grant)}, indent=1).encode() + b"\n"


def read_grant(data: bytes, place: object) -> Grant:
    """The grant in a login file."""
    try:
        found: Any = json.loads(data) if len(data) <= LARGEST else None
        if not isinstance(found, dict) or found.pop("format", None) != FORMAT:
            raise ValueError
        if any(
            type(found.get(one.name)) is not (int if one.name == "expires_at" else str) for one in _FIELDS
        ):
            raise ValueError
        return Grant(**{one.name: found[one.name] for one in _FIELDS})
    except (ValueError, RecursionError):
        raise BadLogin(
            "login/file", "{file} does not hold a login: log in again, which writes it", file=place
        ) from None


_FIELDS: Final = fields(Grant)
