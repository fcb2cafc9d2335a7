"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        "-c",
        metavar="FILE",
        help="The configuration. [default: $GRUBENPOST_CONFIG, grubenpost.toml here, or the one in /etc]",
    ),
]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Do without a configuration, with all data in this folder."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Tell it as one JSON object.")]
