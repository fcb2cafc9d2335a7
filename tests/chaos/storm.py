"""A storm over a club at work: workers killed, wires cut, a database that fails over, a mailbox rebuilt."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from sqlalchemy import text

from server.config.writer import write_config
from server.ledger.store import Ledger
from tests.bench.club import make_club
from tests.bench.running import wait_until
from tests.chaos.checker import find_faults
from tests.chaos.crowd import Crowd
from tests.chaos.replicas import Replicas
from tests.chaos.workers import Workers
from tests.server.host.program import here
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN, Postfix
from tests.server.real.proxy import Proxy
from tests.server.real.proxy import wait_until as comes_true

WORKERS = 4
BREATH = (0.02, 0.5)
"""How long, in seconds, between two faults."""
AT_WORK = 0.5
"""How often a fault waits until something has been done since the one before."""
PATIENCE = 5
CALM = 600
"""How long, in seconds, all may take after the last fault until everything is done."""


@dataclass(frozen=True)
class Weather:
    """What happens to the club."""

    games: int
    kills: int
    cuts: int
    """On each side: of connections to IMAP, and to SMTP."""
    failovers: int = 1
    resets: int = 1
    most_plies: int = 60
    seed: int = 1

    @property
    def account(self) -> str:
        """The server's mailbox."""
        return f"storm{self.seed}"


@dataclass
class Figures:
    """What was done, and what came of it."""

    kills: int = 0
    imap_cuts: int = 0
    smtp_cuts: int = 0
    failovers: int = 0
    resets: int = 0
    moves: int = 0
    mails_sent_to_the_server: int = 0
    put_back_by_the_host: int = 0
    faults: int = 0
    seconds: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in asdict(self).items())


@dataclass
class Place:
    """Where it happens."""

    folder: Path
    dovecot: Dovecot
    postfix: Postfix
    replicas: Replicas


def rage(place: Place, weather: Weather) -> tuple[Figures, list[str]]:
    """Do all of it to a club while it plays; what was done, and what the checker found."""
    club, account = make_club(weather.games, 0, 0), weather.account
    place.replicas.execute(place.replicas.folders[0], "CREATE DATABASE storm")
    url = place.replicas.url("storm")
    club.copy_to(url)
    wait_until(place.replicas.is_followed)
    figures, start = Figures(), time.monotonic()
    with Proxy(place.dovecot.imap_port) as imap, Proxy(place.postfix.smtp_port) as smtp:
        config = _configure(place.folder, url, account, imap.port, smtp.port)
        club.write_key(place.folder / "data" / "server.key")
        crowd = Crowd(club, url, place.dovecot, account, weather.most_plies, weather.seed)
        with Workers(config, WORKERS) as workers:
            crowd.start()
            rng = Random(weather.seed)
            for act in _acts(place, weather, workers, (imap, smtp), figures):
                act()
                time.sleep(rng.uniform(*BREATH))
                if rng.random() < AT_WORK:  # else it hits those who have just begun
                    logged = crowd.logged
                    comes_true(lambda: crowd.logged > logged, PATIENCE)  # noqa: B023  called at once
            assert crowd.end(CALM), "some moves never got into the log"
            with Ledger(url) as ledger:
                figures.put_back_by_the_host = _set_aside(ledger)
                if figures.put_back_by_the_host:
                    assert here("retry", "--all", "--config", config).returncode == 0
                comes_true(lambda: not _waits(ledger), CALM)
    figures.kills, figures.moves, figures.mails_sent_to_the_server = workers.kills, crowd.moves, crowd.mails
    crowd.read_boards()
    with Ledger(url) as ledger:
        faults = list(find_faults(ledger, crowd.witness, club.settings.key))
    figures.faults, figures.seconds = len(faults), int(time.monotonic() - start)
    return figures, faults


def _acts(
    place: Place, weather: Weather, workers: Workers, wires: tuple[Proxy, Proxy], figures: Figures
) -> list[Callable[[], None]]:
    """All faults, in an order by lot; the database fails early, the mailbox is rebuilt late."""
    rng, (imap, smtp) = Random(weather.seed + 1), wires

    def cut_imap() -> None:
        imap.cut_all()
        figures.imap_cuts += 1

    def cut_smtp() -> None:
        smtp.cut_all()
        figures.smtp_cuts += 1

    def fail_over() -> None:
        place.replicas.fail_over()
        figures.failovers += 1

    def rebuild() -> None:
        workers.all_dead()
        place.dovecot.forget_uids(weather.account)
        workers.all_anew()
        figures.resets += 1

    acts: list[Callable[[], None]] = [
        *[lambda: workers.kill(rng.randrange(WORKERS))] * weather.kills,
        *[cut_imap, cut_smtp] * weather.cuts,
    ]
    rng.shuffle(acts)
    third = len(acts) // 3
    return [
        *acts[:third],
        *[fail_over] * weather.failovers,
        *acts[third : 2 * third],
        *[rebuild] * weather.resets,
        *acts[2 * third :],
    ]


def _configure(folder: Path, url: str, account: str, imap_port: int, smtp_port: int) -> Path:
    (folder / "data").mkdir()
    (folder / "password").write_text(PASSWORD, "utf-8")
    (folder / "password").chmod(0o600)
    common = {"host": HOST, "tls": "none", "user": f"{account}@{DOMAIN}", "password_file": "password"}
    given = {
        "server": {
            "name": DOMAIN,
            "address": f"grubenpost@{DOMAIN}",
            "data": "data",
            "database": url,
        },
        "imap": {**common, "port": imap_port},
        "smtp": {**common, "port": smtp_port},
        "limits": {"mails_per_minute": 100_000, "mails_per_recipient": 100_000},
    }
    file = folder / "grubenpost.toml"
    file.write_text(write_config(given), "utf-8")
    return file


def _set_aside(ledger: Ledger) -> int:
    return _count(ledger, "SELECT count(*) FROM inbox WHERE state = 'aside'")


def _waits(ledger: Ledger) -> int:
    return _count(
        ledger,
        "SELECT (SELECT count(*) FROM inbox WHERE state = 'new') + "
        "(SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending'))",
    )


def _count(ledger: Ledger, statement: str) -> int:
    with ledger.reading() as session:
        return int(session.connection().execute(text(statement)).scalar_one())
