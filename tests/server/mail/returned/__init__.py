"""Mail of ours as the mail systems of this world bring it back, each in its own form."""

from __future__ import annotations

from tests.server.mail.returned import classic, gateways, microsoft  # noqa: F401  gathers the shapes
from tests.server.mail.returned.form import MX, SHAPES, Sent, Shape

__all__ = ["MX", "SHAPES", "Sent", "Shape"]
