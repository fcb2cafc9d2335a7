"""Asks a provider something over HTTP: a form goes there, a small JSON object comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode, urlsplit

from engine.mail.hosts import is_this_machine
from engine.phrase import word
from login.errors import BadLogin

TIMEOUT: Final = 30
LARGEST: Final = 64 * 1024

Form = Mapping[str, str]


class Answer(NamedTuple):
    """The answer of a provider."""

    host: str
    good: bool
    facts: dict[str, Any]

    @property
    def error(self) -> str:
        """The code of a refusal (RFC 6749), such as invalid_grant."""
        return self.text("error") or ("" if self.good else "refused")

    @property
    def why(self) -> str:
        """The refusal in the provider's words, in one line."""
        told = " ".join(self.text("error_description").split())[:200]
        return f"{self.error}: {told}" if told else self.error

    def text(self, name: str) -> str:
        found = self.facts.get(name)
        return found if isinstance(found, str) else ""

    def seconds(self, name: str, usual: int) -> int:
        found = self.facts.get(name)
        if isinstance(found, str) and found.isdecimal():  # some write numbers so
            found = int(found[:9])
        return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else usual


def ask(url: str, form: Form) -> Answer:
    """Ask the provider. Only an encrypted connection is used, but on this machine."""
    import http.client  # noqa: PLC0415  slow, and few logins need it
    import urllib.error  # noqa: PLC0415
    import urllib.request  # noqa: PLC0415

    host = _checked_host(url)
    request = urllib.request.Request(url, urlencode(form).encode(), {"Accept": "application/json"})
    opener = urllib.request.build_opener(_stay(urllib.request.HTTPRedirectHandler))
    try:
        with opener.open(request, timeout=TIMEOUT) as response:
            return Answer(host, True, _read(host, response.read(LARGEST + 1)))
    except urllib.error.HTTPError as error:  # a refusal has its reason in it
        with error:
            if error.code >= 500:
                raise _unreachable(host, f"HTTP {error.code}") from None
            return Answer(host, False, _read(host, error.read(LARGEST + 1)))
    except (OSError, http.client.HTTPException) as error:
        why = getattr(error, "reason", None) or error
        raise _unreachable(host, why) from None


def _stay(handler: type[Any]) -> Any:
    """Secrets go where they were meant to go, and not where somebody sends them on to."""

    class Stay(handler):  # type: ignore[misc]
        def redirect_request(self, *_: object, **__: object) -> None:
            return None

    return Stay()


def _checked_host(url: str) -> str:
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and is_this_machine(host))):
        raise BadLogin(
            "login/address", "`{url}` is no address for secrets: it must begin with https://", url=url[:200]
        )
    return host


def _read(host: str, data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data) if len(data) <= LARGEST else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _unreachable(host, word("its answer can't be read"))
    return found


def _unreachable(host: str, why: object) -> BadLogin:
    return BadLogin(
        "login/unreachable",
        "{host}, where access tokens come from, does not answer as it should: {why}",
        host=host,
        why=why,
    )
