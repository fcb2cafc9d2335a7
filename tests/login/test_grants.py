"""Logins as a provider grants, renews and withdraws them, over HTTP on loopback."""

from __future__ import annotations

import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.phrase import Phrase
from login import agreeing
from login.agreeing import HERE, log_in
from login.asking import ask
from login.errors import BadLogin
from login.grant import Grant, read_grant, write_grant
from login.keeping import access_token
from login.providers import KNOWN
from login.providers import Provider as Known
from login.wanted import Wanted
from login.xoauth2 import TokenAnswers
from tests.login.kept import ANNA, kept
from tests.server.real.oauth import CLIENT, SECRET, Provider


class Talk:
    """Somebody who does as told; time passes at their will."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.told: list[str] = []
        self.now = 1000.0

    def tell(self, words: Phrase) -> None:
        self.told.append(words)

    def show(self, address: str) -> None:
        self.told.append(address)

    def ask(self, question: Phrase) -> str:
        return self.answers.pop(0)

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def clock(self) -> float:
        return self.now


def known(provider: Provider, *, browser: bool = False) -> Known:
    page = f"{provider.url}/agree"
    urls = {"browser_url": page} if browser else {"device_url": f"{provider.url}/device"}
    return Known("club", f"{provider.url}/token", "mail", **urls)


def code_of(error: pytest.ExceptionInfo[BadLogin]) -> str:
    return error.value.code


def start(provider: Provider, talk: Talk, client: str = CLIENT) -> Grant:
    return log_in(known(provider), client, "", talk, talk.clock, bytes)


def test_a_code_that_is_typed_in(provider: Provider) -> None:
    talk = Talk()
    provider.agrees = ANNA
    grant = start(provider, talk)
    assert talk.told[0] == f"Open {provider.url}/agree on any machine, and type this code in: GLUCK-AUF"
    assert provider.opening[grant.access_token][0] == ANNA
    assert grant.expires_at == talk.now + 3600


def test_a_code_that_nobody_types_in(provider: Provider) -> None:
    with pytest.raises(BadLogin) as error:
        start(provider, Talk())
    assert code_of(error) == "login/late"


@pytest.mark.parametrize(
    ("says", "code"),
    [
        ("access_denied", "login/denied"),
        ("expired_token", "login/late"),
        ("invalid_scope", "login/refused"),
        ("down", "login/unreachable"),
        ("moved", "login/unreachable"),
    ],
)
def test_a_provider_that_says_no(provider: Provider, says: str, code: str) -> None:
    class Later(Talk):
        def wait(self, seconds: float) -> None:
            provider.refuses = says

    with pytest.raises(BadLogin) as error:
        start(provider, Later())
    assert code_of(error) == code


def test_a_program_that_the_provider_does_not_know(provider: Provider) -> None:
    with pytest.raises(BadLogin, match=r"club says no: invalid_client: who is that\?") as error:
        start(provider, Talk(), "somebody")
    assert code_of(error) == "login/refused"


class Browser(Talk):
    """Somebody with a browser."""

    def __init__(self, provider: Provider, change: str = "") -> None:
        super().__init__()
        self.provider = provider
        self.change = change

    def ask(self, question: Phrase) -> str:
        page = next(words for words in self.told if words.startswith("http"))
        return self.change or self.provider.agree_in_browser(page, ANNA)


def browse(provider: Provider, talk: Talk, secret: str = SECRET) -> Grant:
    return log_in(known(provider, browser=True), CLIENT, secret, talk, time.time, lambda size: b"7" * size)


def test_a_page_that_is_agreed_to_in_a_browser(provider: Provider) -> None:
    grant = browse(provider, Browser(provider))
    assert provider.opening[grant.access_token][0] == ANNA
    assert grant.client_secret == SECRET


@pytest.mark.parametrize("address", ["nonsense", f"{HERE}?code=page-1&state=another", f"{HERE}?x[", HERE])
def test_an_address_that_is_not_the_one(provider: Provider, address: str) -> None:
    with pytest.raises(BadLogin) as error:
        browse(provider, Browser(provider, address))
    assert code_of(error) == "login/page"


def test_somebody_who_says_no_in_the_browser(provider: Provider) -> None:
    with pytest.raises(BadLogin) as error:
        browse(provider, Browser(provider, f"{HERE}?error=access_denied"))
    assert code_of(error) == "login/denied"


def test_without_the_secret_the_page_is_for_nothing(provider: Provider) -> None:
    with pytest.raises(BadLogin) as error:
        browse(provider, Browser(provider), secret="")
    assert code_of(error) == "login/refused"


def test_a_token_is_used_until_shortly_before_its_end(provider: Provider) -> None:
    login = kept(provider)
    first = access_token(login, time.time)
    assert access_token(login, time.time) == first
    assert access_token(login, lambda: time.time() + 3400) == first
    newer = access_token(login, lambda: time.time() + 3500)
    assert newer != first
    assert access_token(login, time.time) == newer


def test_a_token_that_was_refused_is_replaced_once(provider: Provider) -> None:
    login = kept(provider)
    first = access_token(login, time.time)
    newer = access_token(login, time.time, refused=first)
    assert newer != first
    assert access_token(login, time.time, refused=first) == newer, "another process was quicker"


def test_many_processes_renew_a_login_once(provider: Provider) -> None:
    """The refresh token is good for one use: a second question with it would end the login."""
    login, before = kept(provider, age=3600), provider.renewed
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(access_token(login, time.time))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert provider.renewed == before + 1


def test_a_provider_that_keeps_the_refresh_token(provider: Provider) -> None:
    provider.rotates = False
    login = kept(provider, age=3600)
    access_token(login, time.time)
    assert access_token(login, lambda: time.time() + 3600)


def test_a_login_that_was_withdrawn(provider: Provider) -> None:
    login = kept(provider, age=3600)
    provider.withdraw(ANNA)
    before = login.data
    with pytest.raises(BadLogin, match="log in again with `log in again`") as error:
        access_token(login, time.time)
    assert code_of(error) == "login/withdrawn"
    assert login.data == before


def test_a_provider_that_is_away_for_a_while(provider: Provider) -> None:
    login = kept(provider, age=3600)
    provider.refuses = "down"
    with pytest.raises(BadLogin, match=r"127\.0\.0\.1, where access tokens come from") as error:
        access_token(login, time.time)
    assert code_of(error) == "login/unreachable"
    provider.refuses = ""
    assert access_token(login, time.time)


def test_an_agreement_without_tokens(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider, "grant", lambda _: {"access_token": "alone"})
    provider.agrees = ANNA
    with pytest.raises(BadLogin) as error:
        start(provider, Talk())
    assert code_of(error) == "login/no-token"


@pytest.mark.parametrize(
    "url",
    ["http://example.org/token", "ftp://example.org", "file:///etc/passwd", "", "https://", "http://[x"],
)
def test_secrets_go_over_encrypted_ways_only(url: str) -> None:
    with pytest.raises(BadLogin) as error:
        ask(url, {})
    assert code_of(error) == "login/address"


def test_nobody_listens_there() -> None:
    with pytest.raises(BadLogin, match="refused") as error:
        ask("http://127.0.0.1:9/token", {})
    assert code_of(error) == "login/unreachable"


def test_a_login_file_comes_back_as_it_was(provider: Provider) -> None:
    grant = read_grant(kept(provider).data, "here")
    assert read_grant(write_grant(grant), "here") == grant
    assert grant.refresh_token not in repr(grant)
    assert grant.access_token not in repr(grant)


@given(st.one_of(st.binary(), st.just(b"{}"), st.just(b'{"format": "grubenpost-login/1", "provider": 1}')))
def test_no_other_file_is_a_login(data: bytes) -> None:
    with pytest.raises(BadLogin) as error:
        read_grant(data, "here")
    assert code_of(error) == "login/file"


def test_what_is_known_of_the_large_ones() -> None:
    for provider in KNOWN.values():
        assert provider.token_url.startswith("https://")
        assert provider.device_url or provider.browser_url
    found, client, secret = Wanted("microsoft", "id").complete(None)
    assert (found, client, secret) == (KNOWN["microsoft"], "id", "")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (Wanted(), "login/provider"),
        (Wanted("google"), "login/client-id"),
        (Wanted("mine", "id"), "login/unknown-provider"),
        (Wanted("mine", "id", token_url="https://a.example.org", scope="mail"), "login/unknown-provider"),
    ],
)
def test_a_login_that_is_not_wholly_described(wanted: Wanted, code: str) -> None:
    with pytest.raises(BadLogin) as error:
        wanted.complete(None)
    assert code_of(error) == code


def test_a_login_is_made_anew_as_it_was(provider: Provider) -> None:
    before = read_grant(kept(provider).data, "here")
    found, client, _ = Wanted().complete(before)
    assert found == known(provider)
    assert client == CLIENT
    assert Wanted("google", "id").complete(before)[0] == KNOWN["google"]


def test_the_token_is_shown_once() -> None:
    """What comes after a refusal is nothing, as the mechanism wants it."""
    showing = TokenAnswers(ANNA, "secret")
    assert showing.to_imap(b"") == f"user={ANNA}\1auth=Bearer secret\1\1".encode()
    assert showing.to_imap(b'{"status":"401"}') == b""
    assert showing.to_smtp(b'{"status":"401"}') == ""


def test_the_browser_is_sent_to_this_machine() -> None:
    assert agreeing.HERE.startswith("http://127.0.0.1")
