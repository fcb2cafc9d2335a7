"""What the host does to games and players by commands, and what is named that needs somebody."""

from __future__ import annotations

import json
import time
from pathlib import Path

from sqlmodel import col, select, update

from engine.record.archive.certificate import Certificate
from engine.record.archive.verify import verify
from server.ledger import models as rows
from server.ledger.store import Ledger
from tests.server.host.program import here
from tests.server.house import House, Member, mail

NOW = int(time.time())


def ledger_of(club: Path) -> Ledger:
    return Ledger(f"sqlite:///{club.parent / 'data/ledger.sqlite'}")


def running_game(club: Path) -> str:
    with ledger_of(club) as ledger, ledger.reading() as session:
        return session.exec(select(rows.Game.id).where(rows.Game.state == "running")).one()


def mails_to(club: Path, word: str) -> list[str]:
    """Who gets a mail with this word in it."""
    with ledger_of(club) as ledger, ledger.reading() as session:
        found = session.exec(select(rows.Outbox).order_by(col(rows.Outbox.id))).all()
        return [row.recipient for row in found if word.encode() in row.mime]


def certificate(club: Path, game: str) -> Certificate:
    out = club.parent / "archives"
    assert here("export", game, "--out", out, "-c", club).returncode == 0
    return verify(next(out.glob(f"*{game}*")).read_bytes(), None)


def test_a_game_is_closed_for_a_reason_that_everybody_reads(club: Path) -> None:
    game = running_game(club)
    done = here("close", game, "--reason", "Bert  has moved\nto the moon.", "-c", club, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["act"], told["about"], told["at"] >= NOW) == ("close", game, True)
    do_it(club)
    proved = certificate(club, game)
    assert (proved.state, proved.closed_because) == ("abandoned", "Bert has moved to the moon.")
    assert mails_to(club, "to the moon") == ["anna@example.org", "bert@example.org"]
    assert here("check", "--thorough", "-c", club).stdout.count("each signature, every rule") == 1
    again = here("close", game, "--reason", "once more", "-c", club)
    assert again.returncode == 1
    assert "it was abandoned" in again.stderr


def do_it(club: Path) -> None:
    """The server runs, and has read all that came until the moments that the host was told."""
    house, _ = house_of(club)
    house.time = int(time.time()) + 60
    house.tick()
    house.ledger.close()


def test_a_reason_is_a_line_that_can_be_read(club: Path) -> None:
    game = running_game(club)
    for reason in ("", " ", "x" * 300, "\u202eevil", "a\x1b[2Jb"):
        done = here("close", game, "--reason", reason, "-c", club)
        assert done.returncode == 1, reason
        assert "reason" in done.stderr
    assert here("close", "zzzzz9", "--reason", "why", "-c", club).returncode == 1
    assert running_game(club) == game


def house_of(club: Path) -> tuple[House, Member]:
    house = House(ledger_of(club), time=NOW)
    with house.ledger.reading() as session:
        house.seen = session.exec(select(rows.Outbox.id).order_by(col(rows.Outbox.id).desc())).first() or 0
    house.uid = house.entropy.count = 10_000
    return house, Member(house, "anna")


def test_a_blocked_players_mail_is_let_be(club: Path) -> None:
    done = here("block", "Anna", "--reason", "a quarrel", "-c", club)
    assert done.returncode == 0, done.stderr
    assert here("block", "-c", club).stdout == "Nobody is blocked.\n"
    do_it(club)
    assert mails_to(club, "a quarrel") == ["anna@example.org"]
    assert "anna, since" in here("block", "-c", club).stdout
    house, anna = house_of(club)
    for sent in (anna.ask("status"), house.write(anna.address, "help"), anna.ask("nonsense")):
        assert sent == []
    assert house.outcome() == "blocked"
    assert here("unblock", "anna", "-c", club).returncode == 0
    house.time += 600
    house.tick()
    assert mails_to(club, "dealt with again") == ["anna@example.org"]
    house.new_mails()
    assert anna.ask("status")
    house.ledger.close()
    assert here("unblock", "anna", "-c", club).returncode == 1
    assert json.loads(here("block", "--json", "-c", club).stdout) == []


def test_addresses_and_domains_are_blocked(club: Path) -> None:
    for who in ("Spam@Example.net", "@example.com"):
        assert here("block", who, "-c", club).returncode == 0
    do_it(club)
    house, _ = house_of(club)
    for sender, answers in (("spam@example.net", 0), ("x@example.com", 0), ("y@example.net", 1)):
        house.post(mail(sender, "help"))
        assert len(house.work()) == answers
    house.ledger.close()
    assert here("block", "nobody-here", "-c", club).returncode == 1
    for who in ("anna", "nobody@example.net"):
        done = here("unblock", who, "-c", club)
        assert (done.returncode, "[block/none]" in done.stderr) == (1, True)


def test_tidying_wants_to_be_set_up(club: Path) -> None:
    done = here("tidy", "-c", club)
    assert (done.returncode, "[tidy/not-set]" in done.stderr) == (78, True)


def change(club: Path, *statements: object) -> None:
    with ledger_of(club) as ledger, ledger.writing() as session:
        for statement in statements:
            session.exec(statement)  # type: ignore[call-overload]


def test_what_needs_somebody_is_named(club: Path) -> None:
    """By handle and game, with the command that helps; also by `check`, which says that it is wrong."""
    game = running_game(club)
    change(
        club,
        update(rows.Outbox).values(state="sent", next_at=None, created_at=NOW, sent_at=NOW),
        update(rows.Outbox)
        .where(col(rows.Outbox.kind) == "turn", col(rows.Outbox.game_id) == game)
        .values(state="dead", last_error="550 5.1.1 no such user anna@example.org"),
        update(rows.Player).where(col(rows.Player.handle) == "bert").values(unreachable_since=NOW),
        update(rows.Game).where(col(rows.Game.id) == game).values(moved_at=NOW - 40 * 86400),
    )
    told = here("status", "-c", club).stdout
    dead = f"2 mails could not be delivered: turn anna {game}, turn bert {game}; see `outbox`"
    assert f"WRONG    outbox: {dead}" in told
    assert "to do    players: mail does not reach bert" in told
    assert f"to do    games: these wait: {game} for " in told
    assert "to do    backup: there is no backup yet" in told
    assert "@" not in told
    needs = json.loads(here("status", "-c", club, "--json").stdout)["needs"]
    assert {need["what"] for need in needs} >= {"outbox", "players", "games", "backup"}
    checked = here("check", "-c", club, GRUBENPOST_IMAP_PASSWORD="secret")
    assert checked.returncode == 1
    assert f"wrong    server: outbox: {dead}" in checked.stdout
    assert here("backup", "-c", club).returncode == 0
    assert "backup" not in here("status", "-c", club).stdout
