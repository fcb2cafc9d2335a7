"""Logging in for the first time: the owner of the account agrees on a page of the provider.

Two ways, whichever the provider has for mail. With a code: the program shows it, the owner types it in on any
machine (RFC 8628). With a browser: the owner opens a page, agrees, and is sent to an address on their own
machine where nobody listens; that address, copied from the browser, holds what we need (RFC 8252, with PKCE).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import Final, Protocol
from urllib.parse import parse_qs, urlencode, urlsplit

from engine.phrase import Phrase, phrase, word
from login.asking import Answer, ask
from login.errors import BadLogin
from login.grant import Grant, begin, check_agreed, granted
from login.providers import Provider

HERE: Final = "http://127.0.0.1:8080/"
"""The address that the browser is sent to; nobody needs to listen there."""
DEVICE: Final = "urn:ietf:params:oauth:grant-type:device_code"
MOST: Final = 1800
PAUSE: Final = 5


class Talker(Protocol):
    """Somebody at a terminal."""

    def tell(self, words: Phrase) -> None: ...

    def show(self, address: str) -> None: ...

    def ask(self, question: Phrase) -> str: ...

    def wait(self, seconds: float) -> None: ...


def log_in(
    provider: Provider,
    client_id: str,
    client_secret: str,
    talk: Talker,
    now: Callable[[], float],
    entropy: Callable[[int], bytes],
) -> Grant:
    """Log in: ask the owner of the account to agree, and give what they agreed to."""
    asked = begin(provider, client_id, client_secret)
    if provider.device_url:
        return _with_code(provider, asked, talk, now)
    return _with_browser(provider, asked, talk, now, entropy)


def _with_code(provider: Provider, asked: Grant, talk: Talker, now: Callable[[], float]) -> Grant:
    answer = ask(provider.device_url, asked.form(scope=asked.scope))
    check_agreed(asked, answer)
    page = answer.text("verification_uri") or answer.text("verification_url")
    talk.tell(
        phrase(
            "Open {page} on any machine, and type this code in: {code}",
            page=page,
            code=answer.text("user_code"),
        )
    )
    talk.tell(word("Log in there to the mail account that this program shall use."))
    end = now() + min(answer.seconds("expires_in", MOST), MOST)
    pause = answer.seconds("interval", PAUSE)
    form = asked.form(grant_type=DEVICE, device_code=answer.text("device_code"))
    while now() < end:
        talk.wait(pause)
        answer = ask(asked.token_url, form)
        if answer.error == "slow_down":
            pause += PAUSE
        elif answer.error != "authorization_pending":
            return _agreed(asked, answer, now)
    raise _too_late(asked)


def _agreed(asked: Grant, answer: Answer, now: Callable[[], float]) -> Grant:
    if answer.error == "expired_token":
        raise _too_late(asked)
    if answer.error == "access_denied":
        raise _denied(asked)
    check_agreed(asked, answer)
    return granted(asked, answer, now())


def _with_browser(
    provider: Provider, asked: Grant, talk: Talker, now: Callable[[], float], entropy: Callable[[int], bytes]
) -> Grant:
    proof, state = _text(entropy(32)), _text(entropy(16))
    query = {
        "response_type": "code",
        "client_id": asked.client_id,
        "redirect_uri": HERE,
        "scope": asked.scope,
        "state": state,
        "code_challenge": _text(hashlib.sha256(proof.encode()).digest()),
        "code_challenge_method": "S256",
        "access_type": "offline",
        "prompt": "consent",
    }
    talk.tell(
        word("Open this page in a browser, and log in to the mail account that this program shall use:")
    )
    talk.show(f"{provider.browser_url}?{urlencode(query)}")
    talk.tell(
        word(
            "When you have agreed, the browser can't open the next page, and that is right. Copy the address "
            "of that page."
        )
    )
    code = _code_in(asked, talk.ask(word("The address that the browser shows")), state)
    form = asked.form(grant_type="authorization_code", code=code, redirect_uri=HERE, code_verifier=proof)
    return _agreed(asked, ask(asked.token_url, form), now)


def _code_in(asked: Grant, address: str, state: str) -> str:
    """The code in the address that the browser was sent to. It counts only for the page that we named."""
    try:
        found = parse_qs(urlsplit(address.strip()).query)
    except ValueError:
        found = {}
    if found.get("error") == ["access_denied"]:
        raise _denied(asked)
    if found.get("state") != [state] or len(found.get("code", ())) != 1:
        raise BadLogin(
            "login/page",
            "that is not the address of the last page: it begins with {begin}, and is long; begin again",
            begin=HERE,
        )
    return found["code"][0]


def _denied(asked: Grant) -> BadLogin:
    return BadLogin(
        "login/denied", "{provider}: the owner of the account did not agree", provider=asked.provider
    )


def _too_late(asked: Grant) -> BadLogin:
    return BadLogin("login/late", "{provider}: nobody agreed in time; begin again", provider=asked.provider)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
