"""The streams of a terminal: a sign that can't be shown, or a stray byte, must not end anything."""

from __future__ import annotations

import io
import sys


def forgive_streams() -> None:
    """Show a `?` for what can't be shown, and read one for what can't be read."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
