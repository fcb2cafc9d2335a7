"""Providers that hand out access tokens, to which accounts, and how they are asked for."""

from __future__ import annotations

from typing import Final, NamedTuple

LONGEST_SCOPE: Final = 1000


class Provider(NamedTuple):
    """The addresses at which a provider asks its customers, and hands out tokens."""

    name: str
    token_url: str
    scope: str
    device_url: str = ""
    """The address at which a code is asked for that is typed in on another machine (RFC 8628); empty: no such
    way.
    """
    browser_url: str = ""
    """The page at which a customer agrees, and which then sends the browser to this machine (RFC 8252)."""


GOOGLE: Final = Provider(
    "google",
    "https://oauth2.googleapis.com/token",
    "https://mail.google.com/",
    # Google's way with a code that is typed in does not open mailboxes.
    browser_url="https://accounts.google.com/o/oauth2/v2/auth",
)
_MICROSOFT: Final = "https://login.microsoftonline.com/common/oauth2/v2.0"
MICROSOFT: Final = Provider(
    "microsoft",
    f"{_MICROSOFT}/token",
    "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access",
    device_url=f"{_MICROSOFT}/devicecode",
)
KNOWN: Final = {provider.name: provider for provider in (GOOGLE, MICROSOFT)}
