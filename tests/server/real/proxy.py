"""A wire between a client and a server that breaks when told to."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from tests.server.real.ports import HOST

Side = Literal["client", "server"]

RESET: Final = struct.pack("ii", 1, 0)  # closing with this sends RST, as a firewall or a crash does


@dataclass(frozen=True)
class Break:
    """What happens to one connection, after so many bytes of one side, or after these words of it.

    cut      both ends are reset
    swallow  the other side's next words are lost, then both ends are reset
    stall    nothing passes any more in either direction, and nobody is told
    drip     this side's further bytes come one by one, with a pause before each
    """

    side: Side
    after: int | bytes
    how: Literal["cut", "swallow", "stall", "drip"]
    pause: float = 0.2


@dataclass
class Wire:
    """One connection through the proxy."""

    ends: dict[Side, socket.socket]
    plan: Break | None
    seen: dict[Side, bytes] = field(default_factory=lambda: {"client": b"", "server": b""})
    broken: bool = False
    """Whether the plan has been carried out so far that its condition is met."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def cut(self) -> None:
        for end in self.ends.values():
            with contextlib.suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def hang_up(self) -> None:
        for end in self.ends.values():
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Proxy:
    """Listens on `port` and passes everything on to another port, but for what breaks.

    Each new connection takes the next of the planned breaks; without one it is left whole.
    """

    def __init__(self, target: int, edit: Callable[[Side, bytes], bytes] | None = None) -> None:
        self.plans: deque[Break] = deque()
        self.connections = 0
        self._target = target
        self._edit = edit
        self._wires: list[Wire] = []
        self._closed = threading.Event()
        self._listener = socket.create_server((HOST, 0), backlog=64)
        self.port: int = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    def cut_all(self) -> None:
        """Reset whatever is connected now."""
        for wire in list(self._wires):
            wire.cut()

    def close(self) -> None:
        self._closed.set()
        # Closing alone does not wake the thread that waits for a connection.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._threads[0].join()
        for wire in self._wires:
            wire.hang_up()
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection((HOST, self._target))
            except OSError:
                client.close()
                continue
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connections += 1
            wire = Wire({"client": client, "server": server}, self.plans.popleft() if self.plans else None)
            self._wires.append(wire)
            for side in ("client", "server"):
                thread = threading.Thread(target=self._carry, args=(wire, side))
                thread.start()
                self._threads.append(thread)

    def _carry(self, wire: Wire, side: Side) -> None:
        """Carry one side's words to the other until somebody hangs up."""
        other: Side = "server" if side == "client" else "client"
        try:
            while words := wire.ends[side].recv(65536):
                if self._edit is not None:
                    words = self._edit(side, words)
                if not self._pass_on(wire, side, other, words):
                    return
        except OSError:
            pass
        if not (wire.broken and wire.plan and wire.plan.how == "stall"):
            wire.hang_up()

    def _pass_on(self, wire: Wire, side: Side, other: Side, words: bytes) -> bool:
        """Pass words on as the plan says; False when nothing more is to be read."""
        plan = wire.plan
        if plan is None:
            wire.ends[other].sendall(words)
            return True
        with wire.lock:
            whole = b"" if wire.broken else self._until_break(wire, plan, side, words)
            rest = words[len(whole) :]
            cut_now = wire.broken and plan.how == "cut"
        if whole:
            wire.ends[other].sendall(whole)
        if cut_now:
            wire.cut()
            return False
        return not rest or self._after_break(wire, plan, side, other, rest)

    @staticmethod
    def _until_break(wire: Wire, plan: Break, side: Side, words: bytes) -> bytes:
        """The part of the words that still passes unharmed."""
        if side != plan.side:
            return words
        before = len(wire.seen[side])
        wire.seen[side] += words
        if isinstance(plan.after, int):
            end = plan.after if len(wire.seen[side]) >= plan.after else None
        else:
            found = wire.seen[side].lower().find(plan.after.lower())  # a newer smtplib writes in capitals
            end = found + len(plan.after) if found >= 0 else None
        if end is None:
            return words
        wire.broken = True
        return words[: max(0, end - before)]

    def _after_break(self, wire: Wire, plan: Break, side: Side, other: Side, words: bytes) -> bool:
        if plan.how == "drip" and side == plan.side:
            for byte in words:
                if self._closed.wait(plan.pause):
                    return False
                wire.ends[other].sendall(bytes([byte]))
            return True
        if plan.how == "swallow" and side != plan.side:
            wire.cut()
            return False
        if plan.how == "stall":
            return True
        wire.ends[other].sendall(words)
        return True


def wait_until(done: Callable[[], bool], seconds: float = 30) -> bool:
    """Whether this has become true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if done():
            return True
        time.sleep(0.02)
    return done()
