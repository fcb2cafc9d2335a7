"""The real servers that a league is played on."""

from __future__ import annotations

from tests.server.real.fixtures import authority, dovecot, postfix

__all__ = ["authority", "dovecot", "postfix"]
