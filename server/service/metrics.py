"""Metrics of a process for Prometheus: counts and times in its text format, no addresses and no names."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

Facts = dict[str, Any]
PREFIX: Final = "grubenpost"


class Metric(NamedTuple):
    """A figure. A counter only ever grows."""

    name: str
    kind: str
    about: str
    fact: str
    """Its name in the health file."""


METRICS: Final = (
    Metric("start_time_seconds", "gauge", "When this process was started.", "since"),
    Metric("health_written_seconds", "gauge", "When this process last gave a sign of life.", "at"),
    Metric("mailbox_read_seconds", "gauge", "When the mailbox was last read, by any process.", "last_poll"),
    Metric("outage_since_seconds", "gauge", "Since when mail can't be fetched or sent.", "outage_since"),
    Metric("inbox_waiting", "gauge", "Mails that wait to be dealt with.", "inbox_waiting"),
    Metric("inbox_aside", "gauge", "Mails that were set aside.", "inbox_aside"),
    Metric("outbox_waiting", "gauge", "Mails that wait to be sent.", "outbox_waiting"),
    Metric("outbox_dead", "gauge", "Mails that could not be delivered.", "outbox_dead"),
    Metric("mails_received_total", "counter", "Mails that ever came.", "mails_received"),
    Metric("mails_written_total", "counter", "Mails that were ever written.", "mails_written"),
    Metric("disk_free_bytes", "gauge", "Room on the disk of the data folder.", "disk_free"),
    Metric("backup_seconds", "gauge", "When the last backup was made.", "last_backup"),
)


def write_metrics(facts: Facts, healthy: bool) -> str:
    """The page of figures. What is not known is left out."""
    return "\n".join([*_lines(facts, healthy), ""])


def _lines(facts: Facts, healthy: bool) -> Iterator[str]:
    yield from _figure("healthy", "gauge", "Whether mail comes and goes.", int(healthy))
    for metric in METRICS:
        value = facts.get(metric.fact)
        if isinstance(value, int):
            yield from _figure(metric.name, metric.kind, metric.about, value)
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = round(used.ru_utime + used.ru_stime, 3)
    yield from _figure("cpu_seconds_total", "counter", "Processor time of this process.", spent)
    about = "The most memory that this process has had."
    yield from _figure("memory_peak_bytes", "gauge", about, used.ru_maxrss * 1024)


def _figure(name: str, kind: str, about: str, value: float) -> Iterator[str]:
    yield f"# HELP {PREFIX}_{name} {about}"
    yield f"# TYPE {PREFIX}_{name} {kind}"
    yield f"{PREFIX}_{name} {value}"
