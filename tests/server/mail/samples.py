"""What the mails of the corpus are made of: sealed letters, the mail that players answer, and paper.

The letters are real ones, sealed by the players of the tests' club; everything follows from fixed
seeds, so that the corpus comes out the same whenever it is made.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable

from engine.record.letters.armour import wrap
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import seal_letter
from engine.wire.codes import write_code
from tests.engine.record.club import SERVER, player_key, secret

PIT = "pit@example.org"
CODE = write_code(secret("turn code"))
SPACE = " "  # the one behind the dashes of a signature, which editors like to take away
TOKEN = "n4kq2wz6h7d3mxa5cjt2yb6evu"
ORIGINAL_ID = "<q6v3kd7m2xta5zcw4ynb7hje2u@pit.example.org>"


def letter(action: str = "order 2", ply: int = 17, handle: str = "anna") -> bytes:
    """A move, sealed by its player."""
    base = secret("head", ply).hex()
    nonce = secret("nonce", handle, ply, action)[:16].hex()
    return seal_letter(Move(SERVER, "game-1", ply, 0, base, nonce, action), player_key(handle))


LETTER = letter()
BLOCK = wrap(LETTER)
MINING = "mine 8: to g, load g x2, to y, load y, to top, fill E-gg g x2"

TURN_EN = f"""It is your turn in game-1: shift 2, ply 17.

Since your last move
  Ben took the bank.
  Clara mined with 8 workers; her order C-kk left by carriage.

You can
  1  bank          1 worker
  2  money 5       2 workers
  3  order 2       1 worker, 3 marks
  4  mine 8        3 workers

Answer with a number, or with a move in words.
Leave this line in your answer: {CODE}

--{SPACE}
Grubenpost, pit.example.org
"""

TURN_DE = f"""Du bist dran in game-1: Schicht 2, Zug 17.

Seit deinem letzten Zug
  Ben nahm die Bank.
  Clara förderte mit 8 Arbeitern; ihr Auftrag C-kk fuhr mit der Kutsche ab.

Du kannst
  1  bank          1 Arbeiter
  2  money 5       2 Arbeiter
  3  order 2       1 Arbeiter, 3 Mark

Antworte mit einer Nummer oder mit einem Zug in Worten.
Lass diese Zeile in deiner Antwort stehen: {CODE}
"""

TURN_RU = f"""Ваш ход в game-1: смена 2, ход 17.

Вы можете
  1  bank          1 рабочий
  2  money 5       2 рабочих
  3  order 2       1 рабочий, 3 марки

Ответьте номером или ходом словами.
Оставьте эту строку в ответе: {CODE}
"""


def quoted(text: str, mark: str = "> ") -> str:
    """Each line with a quote mark."""
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in text.rstrip("\n").split("\n"))


def paragraphs(text: str) -> str:
    """Plain text as the lines of an HTML body."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("  ", " &nbsp;")
    return "<br>\n".join(escaped.rstrip("\n").split("\n"))


def qp(text: str, charset: str = "utf-8") -> str:
    """Quoted-printable, as a program for mail writes it."""
    return binascii.b2a_qp(text.encode(charset)).decode("ascii")


def b64(content: str | bytes, charset: str = "utf-8") -> str:
    """Base64 in lines of 76."""
    raw = content.encode(charset) if isinstance(content, str) else content
    return base64.encodebytes(raw).decode("ascii")


def tagged(text: str, charset: str = "utf-8") -> str:
    """Text for a header, in one encoded word."""
    return f"=?{charset}?B?{base64.b64encode(text.encode(charset)).decode('ascii')}?="


def parts(boundary: str, pieces: Iterable[str], preamble: str = "") -> str:
    """The body of a multipart. Each piece is its header, an empty line, and its content."""
    marked = "".join(f"--{boundary}\n{piece.rstrip()}\n\n" for piece in pieces)
    return f"{preamble}{marked}--{boundary}--\n"


def eml(header: str, body: str | bytes = "", charset: str = "utf-8") -> bytes:
    """The mail as it lies in a mailbox."""
    head = header.strip("\n").encode("utf-8") + b"\n\n"
    raw = head + (body.encode(charset) if isinstance(body, str) else body)
    return raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def received(host: str, number: int = 1) -> str:
    """The lines that mail servers add on the way."""
    hops = [
        f"Received: from {host} ({host} [192.0.2.{10 + hop}])\n"
        f"\tby mx{hop}.example.org (Postfix) with ESMTPS id 4F{hop}7C2A0B{hop}\n"
        f"\tfor <{PIT}>; Tue,  3 Feb 2026 11:2{hop}:07 +0100 (CET)"
        for hop in range(number)
    ]
    return "\n".join([f"Return-Path: <anna@example.org>\nDelivered-To: {PIT}", *hops])
