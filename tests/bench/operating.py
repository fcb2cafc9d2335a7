"""The processor time of a host's commands in a large club: `status` and `check --quick`.

The ledger holds 10,000 games, copies of one under way with all of its log, and for each of their moves a mail
that came and one that was sent.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from sqlalchemy import text

from server.ledger.store import Ledger
from tests.bench.club import make_club
from tests.bench.figures import Figure
from tests.bench.growing import fill
from tests.bench.running import ROOT, configure
from tests.server.real.authority import make_authority
from tests.server.real.dovecot import running_dovecot
from tests.server.real.postfix import DOMAIN, running_postfix

GAMES, PLIES = 10_000, 60
TIMES = 5
"""The first finds modules that were never compiled."""
WANTED = {("status",): 0.5, ("check", "--quick"): 5.0}
"""Seconds of processor time."""

CAME = """
WITH RECURSIVE n(i) AS (SELECT 1000000 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000 + :count)
INSERT INTO inbox (raw_sha256, account, uidvalidity, uid, received_at, at, put_off, size, state, attempts,
                   lease_by, error, outcome, done_at)
SELECT 'filled-' || i, 'bench', 1, i, :at, :at, 0, 1000, 'done', 1, '', '', 'done', :at FROM n
"""
WENT = """
WITH RECURSIVE n(i) AS (SELECT 1000000 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000 + :count)
INSERT INTO outbox (dedupe_key, message_id, token, recipient, mime, kind, urgency, state, attempts, lease_by,
                    last_error, created_at, sent_at)
SELECT 'd' || i, 'm' || i, 't' || i, 'a@example.org', x'', 'turn', 0, 'sent', 1, '', '', :at, :at FROM n
"""


def measure() -> Iterator[Figure]:
    club = make_club(10, PLIES, 1)
    with tempfile.TemporaryDirectory() as name, club.sqlite() as url:
        folder, authority = Path(name), make_authority(Path(name))
        with Ledger(url) as ledger:
            fill(ledger, GAMES, whole=True)
            with ledger.writing() as session:
                for filling in (CAME, WENT):
                    session.connection().execute(text(filling), {"count": GAMES * PLIES, "at": club.time})
        with running_dovecot(authority) as dovecot, running_postfix(dovecot, authority) as postfix:
            configure(folder, club, url, f"operating@{DOMAIN}", dovecot, postfix)
            for command, wanted in WANTED.items():
                costs = [_cost(folder, command) for _ in range(TIMES)]
                yield _figure(" ".join(command), median(costs), wanted)


def _cost(folder: Path, command: tuple[str, ...]) -> float:
    """Seconds of processor time, the program's start included."""
    config = ["--config", str(folder / "grubenpost.toml")]
    before = _children()
    done = subprocess.run(
        [sys.executable, "-m", "server", *command, *config],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.stdout:
        raise RuntimeError(done.stderr)
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _figure(command: str, cost: float, wanted: float) -> Figure:
    return Figure(
        name=f"`grubenpost-server {command}` with {GAMES:,} games",
        value=cost,
        unit="s",
        peer=None,
        ratio=None,
        wanted=f"value <= {wanted}",
        met=cost <= wanted,
    )
