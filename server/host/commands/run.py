"""`grubenpost-server run`: the server itself."""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from server.host.options import ConfigFile, DataFolder
from server.host.output import put

if TYPE_CHECKING:
    from server.config.model import Config


class Only(StrEnum):
    FETCHER = "fetcher"
    CLERKS = "clerks"
    SENDERS = "senders"


class LogForm(StrEnum):
    TEXT = "text"
    JSON = "json"


Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="Of the post office on this machine; 0 takes one that is free."),
]


def run(
    only: Annotated[
        list[Only] | None,
        typer.Option(help="Run this part only; several may be named. For more processes on PostgreSQL."),
    ] = None,
    *,
    imap_port: Port = None,
    smtp_port: Port = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log only what needs the host.")] = False,
    log: Annotated[
        LogForm, typer.Option(help="How log lines are written: for people, or as JSON.")
    ] = LogForm.TEXT,
    config: ConfigFile = None,
    data: DataFolder = None,
) -> None:
    """Run the server until it is stopped with Ctrl-C or SIGTERM.

    Without a configuration it is its own post office, on this machine only, and says how to connect. Log
    lines go to stderr, one an event.
    """
    from server.config import load_config
    from server.host.reports.loglines import start_logging
    from server.service.greeting import greet, make_examples
    from server.service.startup import ALL, open_office, opened, put_together, run_until_signal

    loaded = _with_ports(load_config(config, data), imap_port, smtp_port)
    parts = {str(part) for part in only or ALL}
    if only and loaded.office is not None:
        raise typer.BadParameter("the post office on this machine lives in one process: leave --only out")
    start_logging(quiet=quiet, as_json=log is LogForm.JSON)
    with opened(loaded) as (ledger, settings):
        make_examples(loaded)
        office = open_office(loaded, ledger)
        server = put_together(loaded, ledger, settings, office, parts)
        put(greet(loaded, settings, office))
        finished = run_until_signal(server)
    raise typer.Exit(int(not finished))


def _with_ports(config: Config, imap_port: int | None, smtp_port: int | None) -> Config:
    """The configuration with other ports for its post office."""
    if imap_port is None and smtp_port is None:
        return config
    if config.office is None:
        raise typer.BadParameter("--imap-port and --smtp-port are for the post office on this machine")
    office = dataclasses.replace(
        config.office,
        imap_port=config.office.imap_port if imap_port is None else imap_port,
        smtp_port=config.office.smtp_port if smtp_port is None else smtp_port,
    )
    return dataclasses.replace(config, office=office)
