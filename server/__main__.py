"""`python -m server`: the same as `grubenpost-server`."""

from __future__ import annotations

from server.cli import main

main()
