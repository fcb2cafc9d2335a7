"""Three people play a whole game: two with the client alone, one signs with it and mails with s-nail."""

from __future__ import annotations

from pathlib import Path
from random import Random

from engine.bots import choose
from engine.record.archive.certificate import Certificate
from engine.record.archive.verify import verify
from engine.show.turn.asking import as_typed
from tests.client.whole.club import Player, begin, hear, open_club
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix
from tests.server.real.programs import send_with_snail

AS_PROCESSES = 9
"""So many plies are played by processes of their own, the others in this one: a start takes its time."""


def test_a_game_of_three(tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix) -> None:
    with open_club(tmp_path, authority, dovecot, postfix) as club:
        players = [Player(club, handle) for handle in ("clio", "dina", "emil")]
        for player in players:
            assert player.init().code == 0
            assert "You are registered as" in player.must("register")
        game = open_game(players)
        seats = seats_of(players, game)
        assert sorted(seats) == [0, 1, 2]
        plies = play_out(seats, game)
        certificate = fetch_archive(players[0], game)
    assert certificate.state == "finished"
    assert (certificate.plies, certificate.letters) == (plies, plies + 3 + 3)
    assert certificate.untyped == certificate.delegated == 0
    assert not list((players[0].home / "outbox").glob("*"))


def open_game(players: list[Player]) -> str:
    game = players[0].must("new", "--players", "3", "--own-keys", "--hold", "--quiet").strip()
    assert players[0].status(game)["state"] == "open"
    assert game in players[1].must("games")
    for player in players[1:]:
        player.must("join", game)
    players[0].must("start", game)
    begin(players, game)
    return game


def seats_of(players: list[Player], game: str) -> dict[int, Player]:
    """Who sits where, as each of them knows."""
    seats = {}
    for player in players:
        hear(player, game, 0)
        seats[player.seat(game)] = player
    return seats


def play_out(seats: dict[int, Player], game: str) -> int:
    """To the end; bots choose, the client does the rest. Gives the number of plies."""
    rng, ply = Random(5), 0
    position = seats[0].position(game)
    while not position.over:
        player = seats[position.turn]
        hear(player, game, ply)
        move = as_typed(choose("greedy", player.position(game), rng))
        if player.handle == "emil":
            play_with_snail(player, game, move, ply)
        elif ply < AS_PROCESSES:
            done = player.run("move", game, move, "--yes")
            assert done.code == 0, (move, done)
        else:
            player.must("move", game, "--yes", "--quiet", "--no-wait", *move.split())
        ply += 1
        hear(player, game, ply)
        position = player.position(game)
        assert position.ply == ply
    return ply


def play_with_snail(player: Player, game: str, move: str, ply: int) -> None:
    """Sign with the client, mail the file with another program, and fetch the receipt."""
    file = player.home / f"{ply}.move.toml"
    player.must("sign", game, "--out", str(file), *move.split())
    send_with_snail(
        player.club.postfix, player.home, player.handle, "gamehost", f"Grubenpost {game}", "Glück auf!", file
    )
    hear(player, game, ply + 1)


def fetch_archive(player: Player, game: str) -> Certificate:
    """The archive comes by mail; every letter in it is one that somebody sealed here."""
    path = Path(player.must("archive", game, "--quiet").strip())
    return verify(path.read_bytes())
