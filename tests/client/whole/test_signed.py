"""With the real server: the key is learnt when somebody registers, and from then on everything is checked."""

from __future__ import annotations

import json
import smtplib
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from client.memory.memory import Keeping
from client.profile.home import Home
from client.profile.profile import keep_house, read_profile
from engine.record.letters.key import PublicKey
from engine.record.log import canonical
from engine.wire.turn import read_turn
from tests.client.hostile import FAMILIES
from tests.client.whole.club import LOOK_AGAIN, PATIENCE, Club, Done, Player, begin, hear, open_club
from tests.engine.test_harmless import ACTING, is_harmless
from tests.server.real.authority import Authority
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN, Postfix

Table = tuple[Player, Player, str]


@pytest.fixture(scope="module")
def table(
    tmp_path_factory: pytest.TempPathFactory, authority: Authority, dovecot: Dovecot, postfix: Postfix
) -> Iterator[Table]:
    """Two players who were told nothing of the server's key, and their game."""
    with open_club(tmp_path_factory.mktemp("signed"), authority, dovecot, postfix) as club:
        players = [Player(club, handle) for handle in ("hanna", "igor")]
        for player in players:
            assert player.init(**{"server-key": ""}).code == 0
            assert house_of(player).key is None
            told = player.must("register")
            assert PublicKey.from_line(club.key).fingerprint in " ".join(told.split())
        game = (
            players[0].must("new", "--players", "2", "--own-keys", "--name", "Monday club", "--quiet").strip()
        )
        assert "Monday club" in players[1].must("games")
        players[1].must("join", game)
        begin(players, game)
        for player in players:
            hear(player, game, 0)
        yield players[0], players[1], game


def house_of(player: Player) -> Any:
    return read_profile(Home(player.home, player.home), password=False).house


def kept(player: Player, game: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((player.home / "games" / f"{game}.json").read_bytes())
    return facts


def mover(table: Table) -> tuple[Player, Player]:
    """Whose turn it is, and the other."""
    one, other, game = table
    return (one, other) if one.status(game)["mine"] else (other, one)


def play(table: Table, plies: int) -> None:
    game = table[2]
    for _ in range(plies):
        player, other = mover(table)
        ply = player.status(game)["ply"]
        player.must("move", game, "1", "--yes", "--quiet")
        hear(other, game, ply + 1)


def club_key(club: Club) -> PublicKey:
    return PublicKey.from_line(club.key)


def test_the_key_is_pinned_and_every_turn_is_checked(table: Table) -> None:
    one, other, game = table
    key = club_key(one.club)
    play(table, 4)
    for player in (one, other):
        assert (house_of(player).key, house_of(player).fingerprint) == (key, key.fingerprint)
        facts = kept(player, game)
        turn = read_turn(canonical.dumps(facts["turn"]))
        assert (turn.signer, turn.handle, turn.server) == (key, player.handle, DOMAIN)
        assert player.status(game)["signed"] is True
        assert not list((player.home / "outbox").glob("*"))


def forged(table: Table, victim: Player, sender: Player, attached: bytes, text: str) -> None:
    """A player sends another what looks like a mail of the server."""
    mail = EmailMessage()
    mail["From"] = f"{sender.handle}@{DOMAIN}"
    mail["To"] = f"{victim.handle}@{DOMAIN}"
    mail["Subject"] = f"[your turn] Grubenpost {table[2]}"
    mail["X-Loop"] = DOMAIN
    mail.set_content(text)
    mail.add_attachment(attached, "application", "json", filename="grubenpost-position.json")
    deliver(victim, sender, mail.as_bytes())


def deliver(victim: Player, sender: Player, *mails: bytes) -> None:
    with smtplib.SMTP(HOST, sender.club.postfix.smtp_port) as smtp:
        smtp.login(f"{sender.handle}@{DOMAIN}", PASSWORD)
        for raw in mails:
            smtp.sendmail(f"{sender.handle}@{DOMAIN}", [f"{victim.handle}@{DOMAIN}"], raw)


def test_an_opponents_false_board_over_a_true_newer_checkpoint(table: Table) -> None:
    """The opponent has moved, knows the new checkpoint from the answer, and is quicker than the server."""
    game = table[2]
    player, victim = mover(table)
    before = victim.status(game)["ply"]
    known = kept(victim, game)["turn"]
    player.must("move", game, "1", "--yes", "--quiet")
    true = kept(player, game)["turn"]
    position = {**known["position"], "ply": true["position"]["ply"], "turn": known["seat"]}
    first = {"format": "grubenpost-turn/1", **{name: known[name] for name in ("server", "game", "seat")}}
    first |= {name: true[name] for name in ("names", "handles", "head", "entries", "closed")}
    fakes = [
        {**first, "position": position},
        {**true, "position": position},
        {**true, "seat": known["seat"]},
        true,
    ]
    for fake in fakes:
        forged(table, victim, player, json.dumps(fake).encode(), f"Your turn.\n\n{true['checkpoint']}\n")
    for data in (canonical.dumps(true), canonical.dumps({**true, "said": "You have won."})):
        forged(table, victim, player, data, "Your turn.")
    hear(victim, game, before + 1)
    victim.must("fetch")
    turn = kept(victim, game)["turn"]
    assert (turn["seat"], turn["head"]) == (known["seat"], true["head"])
    assert turn["signature"] != true["signature"]
    assert turn["position"]["pits"] == true["position"]["pits"]
    assert kept(victim, game)["forks"] == []
    play(table, 2)


def test_boards_of_before_and_boards_that_nobody_signed(table: Table) -> None:
    """Somebody who has the victim's old mails sends them once more, as they were and with no seal at all."""
    game = table[2]
    player, victim = mover(table)
    older = [kept(victim, game)["turn"]]
    play(table, 1)
    older.append(kept(victim, game)["turn"])
    play(table, 1)
    now = kept(victim, game)
    unsigned = {name: value for name, value in now["turn"].items() if name not in ("key", "signature")}
    newer = {**unsigned["position"], "ply": now["turn"]["position"]["ply"] + 2}
    for fake in (*older, unsigned, {**unsigned, "entries": now["turn"]["entries"] + 2, "position": newer}):
        forged(table, victim, player, canonical.dumps(fake), f"Your turn.\n\n{fake['checkpoint']}\n")
    deliver(victim, player, *(written_again(table, victim, turn) for turn in older))
    fetch_until(victim, len(older) * 2 + 2)
    assert kept(victim, game) == now
    assert victim.status(game)["signed"] is True
    play(table, 2)


def written_again(table: Table, victim: Player, turn: dict[str, Any]) -> bytes:
    """A true mail of before under its own sender, as a provider can deliver it twice."""
    mail = EmailMessage()
    mail["From"], mail["To"] = victim.club.address, f"{victim.handle}@{DOMAIN}"
    mail["Subject"], mail["X-Loop"] = f"[your turn] Grubenpost {table[2]}", DOMAIN
    mail.set_content(f"Your turn.\n\n{turn['checkpoint']}\n")
    mail.add_attachment(canonical.dumps(turn), "application", "json", filename="grubenpost-position.json")
    return mail.as_bytes()


def fetch_until(player: Player, mails: int) -> list[Done]:
    """Fetch until so many more mails have been looked at; what each command said."""
    first, end, done = looked_at(player), time.monotonic() + PATIENCE, []
    while looked_at(player) < first + mails:
        assert time.monotonic() < end
        done.append(player.here("fetch"))
        time.sleep(LOOK_AGAIN)
    return done


def looked_at(player: Player) -> int:
    return Keeping(Home(player.home, player.home)).watermark().last_uid


FAMILIES_BY_MAIL = (
    "checkpoint numbers",
    "open quotes",
    "pieces of a name",
    "nested",
    "brackets for a position",
)


def test_mails_that_were_made_to_stop_the_client(table: Table) -> None:
    """Large and twisted ones and ones that would act on a terminal: each is passed over, once."""
    game = table[2]
    player, victim = mover(table)
    ply = victim.status(game)["ply"]
    large = [as_of_the_club(FAMILIES[family](4_000_000)) for family in FAMILIES_BY_MAIL]
    acting = "".join(sign for sign in ACTING.values() if sign not in "\x00\ud800")
    header = f"X-Loop: {DOMAIN}\r\nSubject: {' '.join(acting.split())}\r\n"
    text = f"Content-Type: text/plain; charset=utf-8\r\n\r\n{acting}\r\n{game}\r\n"
    deliver(victim, player, *large, f"{header}{text}".encode())
    done = [*fetch_until(victim, len(large) + 1), victim.run("fetch"), victim.run("status")]
    assert not [each for each in done if not (is_harmless(each.out) and is_harmless(each.err))]
    assert sum(each.out.count("anybody can have written it") for each in done) == len(large)  # one is refused
    assert (done[-2].code, done[-2].err) == (0, "")
    assert victim.status(game)["ply"] == ply
    assert not Home(victim.home, victim.home).set_aside.exists()
    play(table, 2)


def as_of_the_club(raw: bytes) -> bytes:
    return raw.replace(b"X-Loop: pit.example.org", b"X-Loop: " + DOMAIN.encode(), 1)


def test_a_move_that_waits_is_shown_and_taken_back(table: Table) -> None:
    """In another game of the two; nobody waits here until it is played."""
    players = table[:2]
    options = ("--players", "2", "--own-keys", "--undo", "10m", "--quiet")
    game = players[0].must("new", *options).strip()
    players[1].must("join", game)
    begin(players, game)
    mover, other = sorted(players, key=lambda player: not player.status(game)["mine"])
    assert "takes it back" in mover.must("move", game, "1", "--yes")
    assert f"`grubenpost undo {game}` takes it back" in " ".join(mover.must("status").split())
    assert (mover.status(game)["mine"], bool(mover.status(game)["held_until"])) == (False, True)
    assert "(undo/nothing)" in other.here("undo", game, "0").err, "nobody takes back another's move"
    assert "is taken back" in mover.must("undo", game)
    assert (mover.status(game)["mine"], mover.status(game)["held_until"]) == (True, None)
    other.must("fetch")
    assert (other.status(game)["ply"], other.status(game)["held_until"]) == (0, None)


def test_a_profile_of_former_times_learns_the_key(table: Table) -> None:
    """It knew the fingerprint alone, and had a position that nobody signed."""
    game = table[2]
    player, _ = mover(table)
    home, house = Home(player.home, player.home), house_of(player)
    keep_house(home, type(house)(house.name, house.address, None, house.fingerprint))
    path = player.home / "games" / f"{game}.json"
    facts = kept(player, game)
    first = {name: value for name, value in facts["turn"].items() if name not in ("key", "signature")}
    for name in ("checkpoint", "at", "said", "answers"):
        del first[name]
    path.write_text(json.dumps({**facts, "turn": {**first, "format": "grubenpost-turn/1"}}))
    assert house_of(player).key is None
    assert player.here("move", game, "1", "--yes").code == 1
    assert player.status(game)["signed"] is False
    player.must("fetch")
    while not player.status(game)["signed"]:
        player.must("fetch", "--wait", "20")
    assert house_of(player).key == club_key(player.club)
    play(table, 2)


def test_a_wrong_fingerprint_from_the_host_stops_everything(table: Table, tmp_path: Path) -> None:
    club = table[0].club
    player = Player(club, "klaus")
    wrong = " ".join(["12345"] * 6)
    assert player.init(**{"server-key": wrong}).code == 0
    done = player.here("register", "--patience", "5")
    assert done.code == 4, done
    assert "another key" in " ".join(done.err.split())
    assert house_of(player).key is None
    player.must("trust", club_key(club).fingerprint, "--yes")
    player.must("register")
    assert house_of(player).key == club_key(club)
