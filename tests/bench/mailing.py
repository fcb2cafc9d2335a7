"""Moves through the whole mail loop: Postfix, Dovecot, our server, and Postfix again, on both databases.

One move of four players is one mail in and four out. The letters lie ready, and the next move of a game is
mailed as soon as the one before it is logged. The peer is Postfix itself, which takes the same mails from
as many connections as our server has, right before and right after; and, for the processor's time, random
plies of python-chess.
"""

from __future__ import annotations

import asyncio
import smtplib
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

import aiosmtplib
from sqlmodel import col, func, select

from server.ledger import models as rows
from server.ledger.store import Ledger
from server.mail.tokens import bounce_address
from tests.bench.club import PLAYERS, PLIES, SKIPPED, Club, usual_club
from tests.bench.figures import Figure
from tests.bench.playouts import play_chess
from tests.bench.running import Process, configure, running, wait_until
from tests.server.postgres import running_postgres
from tests.server.real.authority import make_authority
from tests.server.real.dovecot import PASSWORD, Dovecot, running_dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN, Postfix, running_postfix

WARM_UP = 2
PAUSE = 0.05
"""Between two looks into the ledger, which take time from what is measured."""
CONNECTIONS = 4
RAW_MAILS = 1200
SHARE = 0.5
CHESS_PLIES = 14_000
MILLISECONDS = 30
SENDER = f"player@{DOMAIN}"


def measure() -> Iterator[Figure]:
    club = usual_club()
    with tempfile.TemporaryDirectory() as folder, running_postgres(durable=True) as postgres:
        authority = make_authority(Path(folder))
        with running_dovecot(authority) as dovecot, running_postfix(dovecot, authority) as postfix:
            with club.sqlite() as url:
                yield from _measure_on("SQLite", url, club, dovecot, postfix)
            with postgres.database() as url:
                club.copy_to(url)
                yield from _measure_on("PostgreSQL", url, club, dovecot, postfix)


class Run(NamedTuple):
    """What a run of moves took."""

    moves: int
    seconds: float
    cpu: float


def _measure_on(what: str, url: str, club: Club, dovecot: Dovecot, postfix: Postfix) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder, Ledger(url) as ledger:
        account = f"{what.lower()}@{DOMAIN}"
        configure(Path(folder), club, url, account, dovecot, postfix)
        with running(Path(folder), club.time) as (server,), Sender(postfix, account) as sender:
            _mail_moves(server, ledger, sender, club, range(WARM_UP))
            mails = _some_sent(ledger)
            raw, chess = [_raw_speed(postfix, mails)], [_chess_speed()]
            run = _mail_moves(server, ledger, sender, club, range(WARM_UP, PLIES))
            raw.append(_raw_speed(postfix, mails))
            chess.append(_chess_speed())
    yield _share(what, run, mean(raw))
    yield _cost(what, run, mean(chess))


def _share(what: str, run: Run, raw: float) -> Figure:
    speed, allowed = run.moves / run.seconds, raw / (1 + PLAYERS)
    return Figure(
        name=f"moves by mail, 4 players, {what}",
        value=speed,
        unit="moves/s",
        peer=allowed,
        ratio=speed / allowed,
        wanted=f"ratio >= {SHARE}",
        met=speed / allowed >= SHARE,
    )


def _cost(what: str, run: Run, chess: float) -> Figure:
    cost = run.cpu / run.moves
    wanted = CHESS_PLIES * MILLISECONDS / 1000
    return Figure(
        name=f"processor time of a move by mail, {what}",
        value=1000 * cost,
        unit="ms",
        peer=1000 / chess,
        ratio=cost * chess,
        wanted=f"ratio <= {wanted:.0f}",
        met=cost * chess <= wanted,
    )


class Sender:
    """Mails letters to the server, over one connection."""

    def __init__(self, postfix: Postfix, to: str) -> None:
        self._to = to
        self._smtp = smtplib.SMTP(HOST, postfix.smtp_port)
        self._smtp.login(SENDER, PASSWORD)

    def send(self, raw: bytes) -> None:
        self._smtp.sendmail(SENDER, [self._to], raw)

    def __enter__(self) -> Sender:
        return self

    def __exit__(self, *_: object) -> None:
        self._smtp.quit()


def _mail_moves(server: Process, ledger: Ledger, sender: Sender, club: Club, plies: range) -> Run:
    """Mail these moves of every game, one after the other in each, until all that follows has been sent."""
    left = {game: moves[plies.start : plies.stop] for game, moves in club.moves.items()}
    moves = sum(map(len, left.values()))
    at = dict.fromkeys(left, SKIPPED + plies.start)
    wanted, cpu, start = _sent(ledger) + PLAYERS * moves, server.cpu(), time.monotonic()
    for next_moves in left.values():
        sender.send(next_moves.pop(0))

    def mail_next() -> bool:
        for game, ply in _plies(ledger).items():
            if left.get(game) and ply > at[game]:
                at[game] = ply
                sender.send(left[game].pop(0))
        return not any(left.values())

    wait_until(mail_next, PAUSE)
    wait_until(lambda: _sent(ledger) >= wanted, PAUSE)
    return Run(moves, time.monotonic() - start, server.cpu() - cpu)


def _plies(ledger: Ledger) -> dict[str, int]:
    with ledger.reading() as session:
        return dict(session.exec(select(rows.Game.id, rows.Game.ply)).all())


def _sent(ledger: Ledger) -> int:
    with ledger.reading() as session:
        return session.exec(select(func.count()).where(rows.Outbox.state == "sent")).one()


class Mail(NamedTuple):
    """What goes over the line."""

    sender: str
    recipient: str
    raw: bytes


def _some_sent(ledger: Ledger) -> list[Mail]:
    with ledger.reading() as session:
        found = session.exec(select(rows.Outbox).order_by(col(rows.Outbox.id)).limit(100)).all()
    bounces = f"bounce@{DOMAIN}"
    return [Mail(bounce_address(row.token, bounces), row.recipient, row.mime) for row in found]


def _raw_speed(postfix: Postfix, mails: Sequence[Mail]) -> float:
    """How many such mails Postfix takes in a second."""

    async def send_some(number: int) -> None:
        async with _line(postfix) as line:
            for turn in range(number, RAW_MAILS, CONNECTIONS):
                mail = mails[turn % len(mails)]
                await line.sendmail(mail.sender, [mail.recipient], mail.raw)

    async def send_all() -> float:
        start = time.monotonic()
        await asyncio.gather(*(send_some(number) for number in range(CONNECTIONS)))
        return RAW_MAILS / (time.monotonic() - start)

    return asyncio.run(send_all())


def _line(postfix: Postfix) -> aiosmtplib.SMTP:
    return aiosmtplib.SMTP(
        hostname=HOST,
        port=postfix.smtp_port,
        username=SENDER,
        password=PASSWORD,
        start_tls=False,
    )


def _chess_speed() -> float:
    """Random plies in a second of this process's time."""
    rng, plies, start = Random(1), 0, time.process_time()
    while (spent := time.process_time() - start) < 1:
        plies += play_chess(rng).ply()
    return plies / spent
