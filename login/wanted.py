"""The wanted login: what was said on the command line, completed by what is known of a provider."""

from __future__ import annotations

from typing import NamedTuple

from login.errors import BadLogin
from login.grant import Grant
from login.providers import KNOWN, Provider


class Wanted(NamedTuple):
    """The words said; empty where nothing was."""

    provider: str = ""
    client_id: str = ""
    client_secret: str = ""
    token_url: str = ""
    device_url: str = ""
    browser_url: str = ""
    scope: str = ""

    def complete(self, before: Grant | None) -> tuple[Provider, str, str]:
        """The provider, and the program's id and secret there; what is left out is as it was before."""
        name = self.provider or (before.provider if before else "")
        known = KNOWN.get(name, Provider(name, "", ""))
        same = before is not None and before.provider == name
        old = before if before is not None and same else None
        provider = Provider(
            name,
            self.token_url or (old.token_url if old else known.token_url),
            self.scope or (old.scope if old else known.scope),
            self.device_url or (old.device_url if old else known.device_url),
            self.browser_url or (old.browser_url if old else known.browser_url),
        )
        client_id = self.client_id or (old.client_id if old else "")
        secret = self.client_secret or (old.client_secret if old and not self.client_id else "")
        if not name:
            raise BadLogin(
                "login/provider", "name the provider: {known}, or another one", known=", ".join(KNOWN)
            )
        if not client_id:
            raise BadLogin(
                "login/client-id",
                "say --client-id: {provider} has to know the program, and its host registers it there",
                provider=name,
            )
        if not provider.token_url or not (provider.device_url or provider.browser_url) or not provider.scope:
            raise BadLogin(
                "login/unknown-provider",
                "of {provider} nothing is known here: say --token-url, --scope, and --device-url or "
                "--browser-url",
                provider=name,
            )
        return provider, client_id, secret
