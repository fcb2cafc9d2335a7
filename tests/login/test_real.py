"""A whole turn from client and server with accounts that take access tokens only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from engine.bots import choose
from engine.show.turn.asking import as_typed
from tests.client.whole.club import SERVER, Club, Player, begin, hear, key_of
from tests.end_to_end.host import Site, write_settings
from tests.server.host.program import Running, call, running
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.oauth import CLIENT, Provider
from tests.server.real.postfix import DOMAIN, Postfix
from tests.server.real.proxy import wait_until

OURS = f"{SERVER}@{DOMAIN}"


def registration(provider: Provider) -> list[str]:
    """What a host has to say of a provider that we do not know."""
    urls = ["--token-url", f"{provider.url}/token", "--device-url", f"{provider.url}/device"]
    return ["club", "--client-id", CLIENT, *urls, "--scope", "mail"]


def let_in(provider: Provider, config: Path) -> str:
    """The host logs in for the server, with a code."""
    provider.agrees = OURS
    done = call("login", *registration(provider), "--config", config)
    assert done.returncode == 0, done
    return done.stdout


@contextmanager
def serving(config: Path) -> Iterator[Running]:
    with running("--config", config) as server:
        server.hears("info server running")
        yield server


def players_of(club: Club, provider: Provider, *handles: str) -> list[Player]:
    players = [Player(club, handle) for handle in handles]
    for player in players:
        assert player.init("--login", **{"password-file": ""}).code == 0
        provider.agrees = f"{player.handle}@{DOMAIN}"
        told = player.must("login", *registration(provider))
        assert "GLUCK-AUF" in told
        assert f"may use the mail account {provider.agrees}" in told
        assert "You are registered as" in player.must("register")
    return players


def move(players: list[Player], game: str, ply: int, *more: str) -> Player:
    """Whoever's turn it is makes the first move of all."""
    for player in players:
        hear(player, game, ply)
    position = players[0].position(game)
    (player,) = [each for each in players if each.seat(game) == position.turn]
    typed = as_typed(choose("greedy", player.position(game), Random(1)))
    player.must("move", game, "--yes", *more, *typed.split())
    return player


def _troubles(config: Path) -> list[str]:
    """What `check` finds the login to be wrong for."""
    asked = call("check", "--config", config).stdout
    wrong = [line for line in asked.splitlines() if "club no longer lets us in" in line]
    return [line.split(":")[0] for line in wrong]


def test_a_whole_turn_and_a_login_that_was_withdrawn(
    tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix, provider: Provider
) -> None:
    folder = tmp_path / "server"
    folder.mkdir()
    config = folder / "grubenpost.toml"
    write_settings(folder, Site(authority, dovecot, postfix), SERVER, {"login_file": "mail.login"})
    refused = call("run", "--config", config)
    assert refused.returncode == 78
    assert "`grubenpost-server login` writes it" in refused.stderr

    assert "type this code in: GLUCK-AUF" in let_in(provider, config)
    login = folder / "data" / "mail.login"
    assert login.stat().st_mode & 0o077 == 0
    with serving(config) as server:
        club = Club(tmp_path, authority, dovecot, postfix, key_of(server))
        players = players_of(club, provider, "fritz", "gerda")
        game = players[0].must("new", "--players", "2", "--hold", "--quiet").strip()
        players[1].must("join", game)
        players[0].must("start", game)
        begin(players, game)
        move(players, game, 0)
        hear(players[0], game, 1)
    provider.withdraw(OURS)
    with serving(config) as server:
        server.hears("club no longer lets us in (invalid_grant: Token has been expired or revoked.)")
        late = move(players, game, 1, "--no-wait")
        told = ["warning  server", "wrong    IMAP", "wrong    SMTP"]
        # What the running server is troubled by stands in its health file with its next sign of life.
        assert wait_until(lambda: _troubles(config) == told), _troubles(config)
        provider.agrees = OURS
        again = call("login", "--config", config)
        assert again.returncode == 0, again
        hear(late, game, 2)
    secrets = json.loads(login.read_text("utf-8"))
    told = "\n".join([*server.log, *server.said])
    assert not [secret for name in ("refresh_token", "access_token") if (secret := secrets[name]) in told]
