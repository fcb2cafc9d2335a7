"""Games with clocks at a club house of tests: its time is moved by hand."""

from __future__ import annotations

import json

from server.ledger import models as rows
from tests.server.house import Got, House, Member
from tests.server.playing import hand_out

HOUR, DAY = 3600, 24 * 3600


def tick(house: House, at: int, members: list[Member]) -> list[Got]:
    """It is this late, and all mail until then is there."""
    house.time = at
    house.tick()
    return hand_out(members, house.new_mails())


def plain(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def notes(house: House, game: str) -> list[tuple[int, str]]:
    """When something was noted in a log, and about what."""
    facts = [json.loads(entry.facts) for entry in house.entries(game)]
    return [(fact["at"], fact["about"]) for fact in facts if fact["kind"] == "note"]


def began(house: House, game: str) -> int:
    """When the present turn began: with the last ply, or the start."""
    return max(entry.at for entry in house.entries(game) if entry.kind in ("ply", "start"))


def archive_of(house: House, member: Member, game: str) -> bytes:
    (got,) = [mail for mail in member.ask(f"archive {game}") if mail.files]
    return next(data for name, data in got.files.items() if name.endswith(f"{game}.json"))


def others_than(member: Member | None, members: list[Member]) -> list[Member]:
    return [one for one in members if one is not member]


def bounce(house: House, member: Member) -> bytes:
    """Our last mail to somebody comes back for good."""
    (*_, row) = [row for row in house.all(rows.Outbox) if row.recipient == member.address]
    report = (
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\nFrom: <>\r\n"
        f"To: <grubenpost+{row.token}@pit.example.org>\r\n"
        f"Delivered-To: grubenpost+{row.token}@pit.example.org\r\n"
        f"Subject: failure {row.token}\r\nAuto-Submitted: auto-replied\r\n\r\n--b\r\n"
        "Content-Type: text/plain\r\n\r\nno such user\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {member.address}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
    )
    return report.encode()
