"""Mail programs of the terminal."""

from __future__ import annotations

from tests.server.mail.recipes import recipe
from tests.server.mail.samples import (
    BLOCK,
    CODE,
    LETTER,
    ORIGINAL_ID,
    PIT,
    TURN_EN,
    b64,
    eml,
    parts,
    quoted,
    received,
)


def mutt(content: str, subject: str = "Re: [your turn] Grubenpost game-1") -> str:
    return f"""{received("box.example.org")}
Date: Tue, 3 Feb 2026 10:33:19 +0100
From: Anna <anna@example.org>
To: Grubenpost <{PIT}>
Subject: {subject}
Message-ID: <aYHHHyq1w2e3r4t5@box.example.org>
References: {ORIGINAL_ID}
MIME-Version: 1.0
Content-Type: {content}
Content-Disposition: inline
In-Reply-To: {ORIGINAL_ID}
User-Agent: Mutt/2.2.12 (2023-09-09)
"""


ATTRIBUTION = "On Tue, Feb 03, 2026 at 10:11:07AM +0100, Grubenpost wrote:\n"


@recipe("mutt-bottom", own_lines=["3"], codes=[CODE])
def below() -> bytes:
    return eml(mutt("text/plain; charset=us-ascii"), f"{ATTRIBUTION}{quoted(TURN_EN)}\n3\n\n-- \nAnna\n")


@recipe("mutt-interleaved", own_lines=["How did she do that?", "mine 8"], codes=[CODE])
def interleaved() -> bytes:
    before, clara, after = quoted(TURN_EN).partition(
        ">   Clara mined with 8 workers; her order C-kk left by carriage.\n"
    )
    body = f"{ATTRIBUTION}{before}{clara}\nHow did she do that?\n\n{after}\nmine 8\n"
    return eml(mutt("text/plain; charset=us-ascii"), body)


@recipe("mutt-attachment", own_lines=["see attached"], letters=1)
def attachment() -> bytes:
    """The file is text to mutt, so it goes as text, in the mail's own line ends."""
    boundary = "zYq8mKd2wXc7vBn4"
    body = parts(
        boundary,
        [
            "Content-Type: text/plain; charset=us-ascii\nContent-Disposition: inline\n\nsee attached",
            'Content-Type: text/plain; charset=us-ascii\nContent-Disposition: attachment; filename="m"\n\n'
            + LETTER.decode("ascii"),
        ],
    )
    return eml(mutt(f'multipart/mixed; boundary="{boundary}"', "game-1"), body)


@recipe("mutt-letter-as-body", letters=1)
def letter_as_body() -> bytes:
    """mutt -s game-1 pit@example.org < move.toml"""
    return eml(mutt("text/plain; charset=us-ascii", "game-1"), LETTER)


def nail(content: str, subject: str, extra: str = "") -> str:
    return f"""{received("box.example.org")}
Date: Tue, 03 Feb 2026 10:35:41 +0100
From: Anna <anna@example.org>
To: {PIT}
Subject: {subject}
Message-ID: <20260203093541.Xk1J2%anna@example.org>
{extra}User-Agent: s-nail v14.9.24
MIME-Version: 1.0
Content-Type: {content}
Content-Transfer-Encoding: 8bit
"""


@recipe("s-nail-reply", own_lines=["3"], codes=[CODE])
def nail_reply() -> bytes:
    body = f"Grubenpost <pit@example.org> wrote in\n {ORIGINAL_ID}:\n{quoted(TURN_EN, ' |')}\n3\n"
    return eml(nail("text/plain; charset=utf-8", "Re: game-1", f"In-Reply-To: {ORIGINAL_ID}\n"), body)


@recipe("s-nail-armour", own_lines=BLOCK.split("\n")[:-1], letters=1)
def nail_armour() -> bytes:
    return eml(nail("text/plain; charset=utf-8", "move"), BLOCK)


@recipe("s-nail-command", own_lines=["join game-1", "status"])
def nail_command() -> bytes:
    return eml(nail("text/plain; charset=utf-8", "commands"), "join game-1\nstatus\n")


@recipe("swaks", own_lines=["help"])
def swaks() -> bytes:
    """As little of a mail as there can be."""
    return eml(
        f"Date: Tue, 03 Feb 2026 10:36:00 +0100\nTo: {PIT}\nFrom: anna@example.org\nSubject: test", "help\n"
    )


@recipe("alpine-base64-text", own_lines=["status"])
def alpine() -> bytes:
    head = mutt("TEXT/PLAIN; charset=UTF-8; format=flowed", "status").replace(
        "User-Agent: Mutt/2.2.12 (2023-09-09)", "User-Agent: Alpine 2.26\nContent-Transfer-Encoding: BASE64"
    )
    return eml(head, b64("status\n"))
