"""What mailing lists make of a mail on its way."""

from __future__ import annotations

from tests.server.mail.recipes import recipe
from tests.server.mail.samples import BLOCK, LETTER, PIT, b64, eml, paragraphs, parts, received

FOOTER = (
    "_______________________________________________\nplayers mailing list -- players@lists.example.org\n"
    "To unsubscribe send an email to players-leave@lists.example.org\n"
)


def header(content: str, extra: str, encoding: str = "7bit") -> str:
    return f"""{received("lists.example.org")}
Date: Tue, 3 Feb 2026 10:28:00 +0100
From: Anna <anna@example.org>
To: players@lists.example.org
Cc: {PIT}
Subject: [players] my move
Message-ID: <20260203092800.1234@example.org>
MIME-Version: 1.0
Content-Type: {content}
Content-Transfer-Encoding: {encoding}
{extra}
"""


MAILMAN = """Precedence: list
List-Id: People who play <players.lists.example.org>
List-Archive: <https://lists.example.org/archives/list/players@lists.example.org/>
List-Help: <mailto:players-request@lists.example.org?subject=help>
List-Post: <mailto:players@lists.example.org>
X-Mailman-Version: 3.3.8"""


@recipe("list-mailman-footer", own_lines=BLOCK.split("\n")[:-1], letters=1, relayed="precedence")
def mailman() -> bytes:
    return eml(header("text/plain; charset=us-ascii", MAILMAN), f"{BLOCK}\n{FOOTER}")


@recipe("list-mailman-parts", own_lines=["my move"], letters=1, relayed="precedence")
def mailman_parts() -> bytes:
    boundary = "===============1234567890123456789=="
    body = parts(
        boundary,
        [
            "Content-Type: text/plain; charset=us-ascii\n\nmy move",
            f"Content-Type: text/plain; name=move.toml\nContent-Transfer-Encoding: base64\n\n{b64(LETTER)}",
            'MIME-Version: 1.0\nContent-Type: text/plain; charset="us-ascii"\nContent-Disposition: inline\n\n'
            + FOOTER,
        ],
    )
    return eml(header(f'multipart/mixed; boundary="{boundary}"', MAILMAN), body)


@recipe("list-html-with-plain-footer", own_lines=["status"], relayed="precedence")
def html_with_footer() -> bytes:
    """The only plain part is the list's: the words are in the HTML."""
    boundary = "===============9876543210987654321=="
    body = parts(
        boundary,
        [
            "Content-Type: text/html; charset=utf-8\n\n<html><body><p>status</p></body></html>",
            'MIME-Version: 1.0\nContent-Type: text/plain; charset="us-ascii"\n\n' + FOOTER,
        ],
    )
    return eml(header(f'multipart/mixed; boundary="{boundary}"', MAILMAN), body)


@recipe("list-base64-footer", own_lines=BLOCK.split("\n")[:-1], letters=1, relayed="precedence")
def base64_footer() -> bytes:
    """The footer appended as it is behind text in base64, as some lists do."""
    padded = b64(BLOCK if len(BLOCK) % 3 else f"{BLOCK}\n")
    return eml(header("text/plain; charset=utf-8", MAILMAN, "base64"), f"{padded}\n{FOOTER}")


@recipe("list-groups", own_lines=["status"], relayed="precedence")
def groups() -> bytes:
    extra = """Precedence: list
Mailing-list: list players@groups.example.com; contact players+owners@groups.example.com
List-ID: <players.groups.example.com>
X-Google-Group-Id: 123456789012
List-Unsubscribe: <mailto:players+unsubscribe@groups.example.com>"""
    body = (
        'status\n\n-- \nYou received this message because you are in the group "players".\n'
        "To leave it, send an email to players+unsubscribe@groups.example.com.\n"
    )
    return eml(header("text/plain; charset=utf-8", extra), body)


@recipe("list-without-precedence", own_lines=["status"], relayed="list-post")
def without_precedence() -> bytes:
    extra = (
        "List-Post: <mailto:players@lists.example.org>\nList-Unsubscribe: <mailto:leave@lists.example.org>"
    )
    return eml(header("text/plain; charset=utf-8", extra), "status\n")


@recipe(
    "newsletter",
    relayed="list-unsubscribe",
    own_lines=["Pumps at half price!", "Read on"],
    sender="offers@shop.example.com",
)
def newsletter() -> bytes:
    text = '<p>Pumps at half price!</p><p><a href="https://shop.example.com/x?y=1&amp;z=2">Read on</a></p>'
    hidden = '<img src="https://shop.example.com/open.gif" width="1" height="1"><!-- campaign 17 -->'
    head = header("text/html; charset=utf-8", "List-Unsubscribe: <https://shop.example.com/u/123>")
    return eml(
        head.replace("Anna <anna@example.org>", '"Shop" <offers@shop.example.com>'),
        f"<html><body>{text}{hidden}</body></html>\n",
    )


@recipe("list-html-armour", letters=1, relayed="precedence", own_lines=BLOCK.split("\n")[:-1])
def html_armour() -> bytes:
    return eml(
        header("text/html; charset=utf-8", MAILMAN),
        f"<html><body><div>{paragraphs(BLOCK)}</div></body></html>\n",
    )
