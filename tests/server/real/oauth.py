"""A small OAuth 2 provider: codes to type in, pages to agree on, tokens that expire and can be withdrawn.

It speaks what RFC 6749, 7662, 8252 and 8628 say, as far as a mail client, and Dovecot, need it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.server.real.ports import HOST

CLIENT = "club-program"
SECRET = "club-secret"
Form = dict[str, str]
Said = tuple[int, dict[str, object]]


@dataclass
class Provider:
    """What it knows. A test changes it at will."""

    port: int = 0
    life: int = 3600
    """How long an access token lasts, in seconds."""
    rotates: bool = True
    """Whether a refresh token is good for one use."""
    refuses: str = ""
    """An error that every question for tokens meets; `down` for no sensible answer at all."""
    agrees: str = ""
    """Who types every code in at once."""
    codes: dict[str, str] = field(default_factory=dict)
    """Device codes by whom they were agreed to; empty: nobody yet."""
    pages: dict[str, Form] = field(default_factory=dict)
    """Codes of the browser's way, with what was asked."""
    refreshing: dict[str, str] = field(default_factory=dict)
    opening: dict[str, tuple[str, float]] = field(default_factory=dict)
    """Access tokens: whose, and until when."""
    renewed: int = 0
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def grant(self, user: str) -> Form:
        """New tokens of a customer."""
        number = next(self._numbers)
        self.refreshing[f"refresh-{number}"] = user
        self.opening[f"access-{number}"] = (user, time.time() + self.life)
        return {"refresh_token": f"refresh-{number}", "access_token": f"access-{number}"}

    def withdraw(self, user: str) -> None:
        """The customer no longer wants us in."""
        self.withdraw_access(user)
        self.refreshing = {token: whose for token, whose in self.refreshing.items() if whose != user}

    def withdraw_access(self, user: str) -> None:
        """Only the access tokens end, before their time."""
        self.opening = {token: what for token, what in self.opening.items() if what[0] != user}

    def agree_in_browser(self, page: str, user: str) -> str:
        """What a browser does on the page: the address that it is sent to in the end."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(page).query).items()}
        code = f"page-{next(self._numbers)}"
        self.pages[code] = {**asked, "user": user}
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def answer(self, path: str, form: Form) -> Said:
        ways: dict[str, Callable[[Form], Said]] = {
            "/device": self._device,
            "/token": self._token,
            "/introspect": self._introspect,
        }
        return ways[path](form)

    def _device(self, form: Form) -> Said:
        if form.get("client_id") != CLIENT:
            return 401, {"error": "invalid_client", "error_description": "who is that?"}
        code = f"device-{next(self._numbers)}"
        self.codes[code] = self.agrees
        facts = {"device_code": code, "user_code": "GLUCK-AUF", "verification_uri": f"{self.url}/agree"}
        return 200, {**facts, "interval": 1, "expires_in": 600}

    def _token(self, form: Form) -> Said:
        if self.refuses:
            return 400, {"error": self.refuses, "error_description": "told by the test"}
        if form.get("client_id") != CLIENT:
            return 401, {"error": "invalid_client"}
        match form.get("grant_type"):
            case "refresh_token":
                return self._renew(form)
            case "authorization_code":
                return self._from_page(form)
        user = self.codes.get(form.get("device_code", ""), "")
        return self._given(user) if user else (400, {"error": "authorization_pending"})

    def _renew(self, form: Form) -> Said:
        user = self.refreshing.get(form["refresh_token"])
        if user is None:
            return 400, {"error": "invalid_grant", "error_description": "Token has been expired or revoked."}
        if self.rotates:
            del self.refreshing[form["refresh_token"]]
        self.renewed += 1
        return self._given(user)

    def _from_page(self, form: Form) -> Said:
        asked = self.pages.pop(form.get("code", ""), None)
        proof = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        fits = asked and asked["code_challenge"] == proof.rstrip(b"=").decode()
        if not asked or not fits or form.get("client_secret") != SECRET:
            return 400, {"error": "invalid_grant"}
        return self._given(asked["user"])

    def _given(self, user: str) -> Said:
        return 200, {**self.grant(user), "expires_in": self.life, "token_type": "Bearer"}

    def _introspect(self, form: Form) -> Said:
        user, until = self.opening.get(form.get("token", ""), ("", 0.0))
        return 200, {"active": bool(user) and time.time() < until, "username": user}


@contextmanager
def running_provider() -> Iterator[Provider]:
    """A provider that lives as long as the block."""
    provider = Provider()

    class Conversation(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            form = {name: values[0] for name, values in parse_qs(self.rfile.read(length).decode()).items()}
            if provider.refuses == "down":
                code, content = 503, b"<html>later</html>"
            elif provider.refuses == "moved":
                self.send_response(302)
                self.send_header("Location", f"{provider.url}/token")
                self.end_headers()
                return
            else:
                code, facts = provider.answer(urlsplit(self.path).path, form)
                content = json.dumps(facts).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer((HOST, 0), Conversation)
    provider.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
