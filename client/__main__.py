"""`python -m client`: the same as `grubenpost`."""

from __future__ import annotations

from client.cli import app

app(prog_name="grubenpost")
