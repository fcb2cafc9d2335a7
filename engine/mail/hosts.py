"""Mail servers as they are told of: how a connection is kept private, and whether it stays on the machine."""

from __future__ import annotations

from enum import StrEnum
from ipaddress import ip_address


class Tls(StrEnum):
    """The encryption of a connection."""

    IMPLICIT = "implicit"
    """TLS from the first byte: ports 993 and 465."""
    STARTTLS = "starttls"
    """Begins in the open and turns to TLS before the login; a server that can't is not used."""
    NONE = "none"
    """Never outside this machine."""


def is_this_machine(host: str) -> bool:
    """Whether a connection to this host stays on the machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
