"""What a verification of archive files comes to, in words for people and as facts for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from client.archives import read_archive
from engine.errors import BadRecord, Refused
from engine.record.certificate import Certificate
from engine.record.checkpoint import find_lines
from engine.record.keys import PublicKey
from engine.record.verify import compare, verify

_LONGEST = 400


@dataclass(frozen=True)
class Verdict:
    """What came out for one file."""

    file: str
    data: bytes
    certificate: Certificate | None
    error: Refused | None = None

    def facts(self) -> dict[str, Any]:
        if self.certificate:
            return {"file": self.file, "right": True, **self.certificate.facts()}
        return {"file": self.file, "right": False, **_error_facts(self.error)}

    def __str__(self) -> str:
        if self.certificate:
            return "\n  ".join(
                [f"{plain(self.file)}: {_headline(self.certificate)}", *_lines(self.certificate)]
            )
        return f"{plain(self.file)}: {plain(str(self.error))}"


@dataclass(frozen=True)
class Fork:
    """Two archives that the same server signed for the same game, and that differ."""

    files: tuple[str, str]
    origin: str
    entry: int

    def facts(self) -> dict[str, Any]:
        return {"files": list(self.files), "right": False, "code": "compare/fork", "entry": self.entry}

    def __str__(self) -> str:
        one, other = map(plain, self.files)
        what = f"the server signed two histories of {self.origin}"
        return f"{one} and {other}: {what}; they differ at entry {self.entry}"


def judge(file: str, key: PublicKey | None, seen: str) -> Verdict:
    """Verify the archive in a file. `seen` is text with checkpoint lines that somebody kept."""
    data = b""
    try:
        data = read_archive(file)
        certificate = verify(data, key)
        if seen:
            verify(data, key, _checkpoints(seen, certificate))
    except Refused as error:
        return Verdict(file, data, None, error)
    return Verdict(file, data, certificate)


def _checkpoints(text: str, certificate: Certificate) -> Sequence[Any]:
    if certificate.server_key is None:
        raise BadRecord("verify/unsigned", "this archive is unsigned: no server vouches for it")
    found = find_lines(text, certificate.server_key.raw)
    if not found:
        raise BadRecord("checkpoint/form", "there is no checkpoint line in what was given")
    return found


def forks(verdicts: Sequence[Verdict]) -> list[Fork]:
    """Where the archives of one game are not of one history."""
    longest: dict[tuple[str, str, PublicKey], Verdict] = {}
    found: list[Fork] = []
    for verdict in sorted(verdicts, key=lambda each: -(each.certificate.entries if each.certificate else 0)):
        proved = verdict.certificate
        if proved is None or proved.server_key is None:
            continue
        first = longest.setdefault((proved.server, proved.game, proved.server_key), verdict)
        entry = compare(first.data, verdict.data) if first is not verdict else None
        if entry is not None:
            found.append(Fork((first.file, verdict.file), f"{proved.server}/{proved.game}", entry))
    return found


def plain(text: str) -> str:
    """Foreign text for a terminal: one line, nothing that could steer it, and not too much."""
    clean = "".join(sign if sign.isprintable() else "?" for sign in text[: _LONGEST + 1])
    return clean if len(clean) <= _LONGEST else clean[:_LONGEST] + "…"


def _error_facts(error: Refused | None) -> dict[str, Any]:
    if error is None:
        return {}
    facts: dict[str, Any] = {"code": error.code, "text": plain(str(error))}
    for place in ("entry", "checkpoint", "member"):
        if place in error.facts:
            facts[place] = error.facts[place]
    return facts


def _headline(proved: Certificate) -> str:
    if not proved.signed:
        return "right by the rules, but UNSIGNED: nobody vouches for who played it."
    if proved.state == "running":
        return "right up to its head, as far as the public can see: the game is running."
    return "all is right."


def _lines(proved: Certificate) -> list[str]:
    lines = [_game(proved), *_players(proved)]
    if proved.server_key is None:
        return lines
    return [
        *lines,
        *_letters(proved),
        f"{proved.entries} log entries, head {proved.head[:16]}…",
        f"Server key {proved.server_key.fingerprint}:",
        f"compare it with what the host of {proved.server} tells.",
    ]


def _game(proved: Certificate) -> str:
    where = f"Game {proved.game} on {proved.server}" if proved.signed else "A game"
    how = {
        "finished": "finished after {} plies",
        "abandoned": "given up after {} plies",
        "running": "at ply {}",
    }
    return f"{where}, {how[proved.state].format(proved.plies)}."


def _players(proved: Certificate) -> list[str]:
    lines = []
    for seat, (name, auth, vp) in enumerate(zip(proved.players, proved.auths, proved.vp, strict=True)):
        won = ", won" if seat in proved.winners else ""
        lines.append(f"{name} ({auth}): {vp} VP{won}.")
    if proved.unnamed:
        forgotten = ", ".join(proved.players[seat] for seat in proved.unnamed)
        lines.append(f"Forgotten, so that a handle stands for the name: {forgotten}.")
    return lines


def _letters(proved: Certificate) -> list[str]:
    lines = [f"{proved.letters} sealed letters verified."]
    if proved.unseen:
        lines.append(f"{proved.unseen} letters are still secret.")
    if proved.delegated:
        lines.append(f"{proved.delegated} plies were delegated: sent by mail, sealed by the server.")
    if proved.untyped:
        lines.append(
            f"{proved.untyped} plies were typed by nobody: bot, clock, standing order or substitute."
        )
    return lines
