"""The verdict on archive files, in words for people and as facts for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from client.archives.files import read_archive
from engine.errors import BadRecord, Refused
from engine.record.archive.certificate import Certificate
from engine.record.archive.verify import compare, verify
from engine.record.letters.key import PublicKey
from engine.record.log.checkpoint import find_lines
from engine.show.host_acts import host_act_words
from engine.show.votes import vote_words
from engine.tongue import Tongue, word, word_within

_LONGEST = 400
_AUTH: Final = {
    "key": word_within("auth", "key"),
    "mailbox": word_within("auth", "mailbox"),
    "bot": word_within("auth", "bot"),
}
"""The ways in which a seat is played."""


@dataclass(frozen=True)
class ArchiveVerdict:
    """The verdict on one file."""

    file: str
    data: bytes
    certificate: Certificate | None
    error: Refused | None = None

    def facts(self) -> dict[str, Any]:
        if self.certificate:
            return {"file": self.file, "right": True, **self.certificate.facts()}
        return {"file": self.file, "right": False, **_error_facts(self.error)}

    def told(self, tongue: Tongue) -> str:
        """In words, a line or more."""
        if self.error or not self.certificate:
            return f"{plain(self.file)}: {plain(tongue.refusal(self.error) if self.error else '')}"
        headline = f"{plain(self.file)}: {_headline(self.certificate, tongue)}"
        return "\n  ".join([headline, *_lines(self.certificate, tongue)])


@dataclass(frozen=True)
class Fork:
    """Two archives that the same server signed for the same game, and that differ."""

    files: tuple[str, str]
    origin: str
    entry: int

    def facts(self) -> dict[str, Any]:
        return {"files": list(self.files), "right": False, "code": "compare/fork", "entry": self.entry}

    def told(self, tongue: Tongue) -> str:
        """In words, on one line."""
        one, other = map(plain, self.files)
        return tongue.say(
            "{one} and {other}: the server signed two histories of {origin}; they differ at entry {entry}",
            one=one,
            other=other,
            origin=self.origin,
            entry=self.entry,
        )


def judge(file: str, key: PublicKey | None, seen: str) -> ArchiveVerdict:
    """Verify the archive in a file. `seen` is text with checkpoint lines that somebody kept."""
    data = b""
    try:
        data = read_archive(file)
        certificate = verify(data, key)
        if seen:
            verify(data, key, _checkpoints(seen, certificate))
    except Refused as error:
        return ArchiveVerdict(file, data, None, error)
    return ArchiveVerdict(file, data, certificate)


def _checkpoints(text: str, certificate: Certificate) -> Sequence[Any]:
    if certificate.server_key is None:
        raise BadRecord("verify/unsigned", "this archive is unsigned: no server vouches for it")
    found = find_lines(text, certificate.server_key.raw)
    if not found:
        raise BadRecord("checkpoint/form", "there is no checkpoint line in what was given")
    return found


def forks(verdicts: Sequence[ArchiveVerdict]) -> list[Fork]:
    """The places at which the archives of one game are not of one history."""
    longest: dict[tuple[str, str, PublicKey], ArchiveVerdict] = {}
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


def _headline(proved: Certificate, tongue: Tongue) -> str:
    if not proved.signed:
        return tongue.say("right by the rules, but UNSIGNED: nobody vouches for who played it.")
    if proved.state == "running":
        return tongue.say("right up to its head, as far as the public can see: the game is running.")
    return tongue.say("all is right.")


def _lines(proved: Certificate, tongue: Tongue) -> list[str]:
    lines = [
        _game(proved, tongue),
        *_ended_by_host(proved, tongue),
        *_votes(proved, tongue),
        *_players(proved, tongue),
    ]
    if proved.server_key is None:
        return lines
    return [
        *lines,
        *_letters(proved, tongue),
        *_shuffle(proved, tongue),
        *_time(proved, tongue),
        tongue.count(
            "{n} log entry, head {head}…",
            "{n} log entries, head {head}…",
            proved.entries,
            head=proved.head[:16],
        ),
        tongue.say("Server key {fingerprint}:", fingerprint=proved.server_key.fingerprint),
        tongue.say("compare it with what the host of {server} tells.", server=proved.server),
    ]


def _ended_by_host(proved: Certificate, tongue: Tongue) -> list[str]:
    """All that the host did in the game."""
    acts = [
        tongue.phrase(host_act_words(act, seat, plain(handle), plain(reason), proved.players))
        for act, seat, handle, reason in proved.host_acts
    ]
    if not proved.closed_because:
        return acts
    return [*acts, tongue.say("The host has ended it: {reason}", reason=plain(proved.closed_because))]


def _votes(proved: Certificate, tongue: Tongue) -> list[str]:
    """The votes of those in the game, and what came of them."""
    carried, lost = word("Voted: {what}."), word("Voted, and not carried: {what}.")
    return [
        tongue.say(carried if passed else lost, what=tongue.phrase(vote_words(on, choice, proved.players)))
        for on, choice, passed in proved.votes
    ]


def _game(proved: Certificate, tongue: Tongue) -> str:
    facts = {"game": proved.game, "server": proved.server}
    if not proved.signed:
        return tongue.count(
            "A game, finished after {n} move.", "A game, finished after {n} moves.", proved.plies
        )
    if proved.state == "running":
        return tongue.say("Game {game} on {server}, at move {ply}.", **facts, ply=proved.plies)
    if proved.state == "abandoned":
        return tongue.count(
            "Game {game} on {server}, abandoned after {n} move.",
            "Game {game} on {server}, abandoned after {n} moves.",
            proved.plies,
            **facts,
        )
    return tongue.count(
        "Game {game} on {server}, finished after {n} move.",
        "Game {game} on {server}, finished after {n} moves.",
        proved.plies,
        **facts,
    )


def _players(proved: Certificate, tongue: Tongue) -> list[str]:
    lines = []
    for seat, (name, auth, vp) in enumerate(zip(proved.players, proved.auths, proved.vp, strict=True)):
        who = name.removesuffix(" (bot)") if auth == "bot" else name  # house bots are called so already
        facts = {"who": who, "auth": _AUTH.get(auth, auth), "vp": vp}
        if seat in proved.winners:
            lines.append(tongue.say("{who} ({auth}): {vp} VP, won.", **facts))
        else:
            lines.append(tongue.say("{who} ({auth}): {vp} VP.", **facts))
    if proved.unnamed:
        forgotten = ", ".join(proved.players[seat] for seat in proved.unnamed)
        lines.append(tongue.say("Forgotten, so that a handle stands for the name: {who}.", who=forgotten))
    return lines


def _shuffle(proved: Certificate, tongue: Tongue) -> list[str]:
    """The doubts about the shuffle that the log leaves."""
    if proved.reopened is None:
        return [tongue.say("Older shuffle: the server could choose it with whoever joined last.")]
    if not proved.reopened:
        return []
    return [
        tongue.count(
            "The full table was left {n} time before the start, for a new shuffle.",
            "The full table was left {n} times before the start, each time for a new shuffle.",
            proved.reopened,
        )
    ]


def _time(proved: Certificate, tongue: Tongue) -> list[str]:
    """The absences, which are another matter than who lost."""
    lines = []
    for name, missed in zip(proved.players, proved.missed or (), strict=False):
        if missed:
            lines.append(
                tongue.count(
                    "{n} move of {who} ran out of time, not a second early.",
                    "{n} moves of {who} ran out of time, none a second early.",
                    missed,
                    who=name,
                )
            )
    return lines


def _letters(proved: Certificate, tongue: Tongue) -> list[str]:
    lines = [tongue.count("{n} sealed letter verified.", "{n} sealed letters verified.", proved.letters)]
    if proved.unseen:
        lines.append(
            tongue.count("{n} letter is still secret.", "{n} letters are still secret.", proved.unseen)
        )
    if proved.delegated:
        lines.append(
            tongue.count(
                "{n} move was delegated: sent by mail, sealed by the server.",
                "{n} moves were delegated: sent by mail, sealed by the server.",
                proved.delegated,
            )
        )
    if proved.untyped:
        lines.append(
            tongue.count(
                "{n} move was typed by nobody: bot, clock, standing order or substitute.",
                "{n} moves were typed by nobody: bot, clock, standing order or substitute.",
                proved.untyped,
            )
        )
    if proved.taken_back:
        lines.append(
            tongue.count(
                "{n} move was taken back, before anything was shown by it.",
                "{n} moves were taken back, before anything was shown by them.",
                proved.taken_back,
            )
        )
    return lines
