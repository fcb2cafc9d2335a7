"""Texts that would take quadratic time or worse of somebody who reads them carelessly.

Each family is a seed that is repeated until the text is as long as wanted.
"""

from __future__ import annotations

from typing import Final

from server.words.command import COMMANDS
from tests.server.mail.samples import CODE, TURN_DE, TURN_EN, TURN_RU, quoted

LINES: Final = {
    "moves that go on": "mine 8: to g,\n",
    "German moves that go on": "fördern 8: zur Stufe grau,\n",
    "Russian moves that go on": "добыча 8: на уровень серый,\n",
    "steps that go on": "to g,\n",
    "long lines that go on": "mine 8: " + "to g, load g, " * 8 + "\n",
    "tries that go on": "try k3t9qa mine 8: to g,\n",
    "short pieces of a move": "mine 8\nto g\n",
    "slips of the pen": "statsu quo\nmonye 5\nordr 3\n",
    "slips in a move that goes on": "mien 8: to g,\n",
    "numbers": "3\n",
    "numbers with words": "3 please\nNo. 3\nI take 3\n",
    "commands": "status\n",
    "all commands": "".join(f"{name} k3t9qa\n" for name in COMMANDS),
    "all usages": "".join(f"{made.usage}\n" for made in COMMANDS.values()),
    "one letter a line": "x\n",
    "a comma a line": ",\n",
    "blank lines": "\n",
    "words between blank lines": "mine 8: to g,\n\n",
    "quoted lines": "> x\n",
    "nested quotes": ">>>>>>>>>> x\n",
    "quotes and overhangs": "> " + "word " * 15 + "\n6\n",
    "quoted and own in turns": "> x\n3\n",
    "attributions": "On Tue, Feb 3, 2026 at 10:11 AM Pit <pit@example.org> wrote:\n",
    "attributions in pieces": "On Tue, Feb 3, 2026\nat 10:11 AM Pit\n<pit@example.org>\nwrote\n",
    "attributions and quotes": "On Tue, Feb 3, 2026 at 10:11 Pit <pit@example.org> wrote:\n> x\n",
    "dates": "2026-02-03 10:11 12:13 14.15 2027 \n",
    "labels": "From: x\nSent: y\n",
    "labels without a sender": "Sent: y\nTo: z\nSubject: w\n",
    "rules": "-----\n",
    "dividers": "----x----\n",
    "phones": "Sent from my iPhone\n",
    "lines of ours": "Game k3t9qa, ply 3: it is the turn of x\n",
    "nearly lines of ours": "Game , ply , ply , ply : \n",
    "signed": "-----BEGIN PGP SIGNED MESSAGE-----\nHash: x\n\n",
    "codes": f"code: {CODE}\n",
    "nearly codes": "GP-7K3M-Q9XW-\n> 2TR\n",
    "codes in pieces": "G\n>P\n> 7\n>K\n",
    "armour": "BEGIN GRUBENPOST.\nFVyi27C5lCLJsTr\nEND GRUBENPOST.\n",
    "armour that never ends": "BEGIN GRUBENPOST.\n",
    "a quoted mail": quoted(TURN_EN),
    "an English mail": TURN_EN,
    "a German mail": TURN_DE,
    "a Russian mail": TURN_RU,
}
"""Families of many lines."""

SPANS: Final = {
    "spaces": " ",
    "commas": ",",
    "commas and spaces": ", ",
    "brackets": "(",
    "brackets both ways": "()[]",
    "backticks": "`",
    "stars": "*",
    "letters": "a",
    "words": "to g load g x2 ",
    "German words": "zur Stufe grau ",
    "Russian words": "на уровень ",
    "one Russian letter": "ё",
    "combining marks": "a\u0301",
    "ligatures": "ﷺ",
    "what nobody sees": "\u200b",
    "full width": "ＧＰ",
    "digits": "1",
    "digits and dots": "1.",
    "pluses": "+",
    "dashes": "-",
    "underscores": "_",
    "cards": "c - kk ",
    "quote marks": ">",
    "bars": "|",
    "at signs": "a@",
    "angles": "<a@b>",
    "verbs": "wrote ",
    "colons": ":",
    "labels": "From: ",
    "semicolons": ";",
    "commands": "status;",
    "moves": "mine 8: to g, ",
    "games": "k3t9qa ",
    "half codes": "GP-",
    "codes without an end": "GP-7K3M-",
    "spaced digits of codes": "G P 7 ",
    "tags": "<b>",
    "tags without an end": "<b ",
    "comments": "<!--",
    "entities": "&amp;",
    "entities without an end": "&am",
    "blockquotes": "<blockquote>",
    "closed blockquotes": "</blockquote>",
    "scripts": "<script>",
    "styles in styles": "<style></title>",
}
"""Families of one long line."""


def grown(seed: str, size: int) -> str:
    """The seed over and over, as long as this in UTF-8."""
    length = len(seed.encode())
    return seed * (size // length)


def families() -> dict[str, str]:
    """Every seed by its name; also each span in lines of its own, and behind the beginning of a move."""
    return {
        **{f"lines: {name}": seed for name, seed in LINES.items()},
        **{f"span: {name}": seed for name, seed in SPANS.items()},
        **{f"lines of span: {name}": f"{seed * 300}\n" for name, seed in SPANS.items()},
        **{f"moves of span: {name}": f"mine 8: {seed * 300}\n" for name, seed in SPANS.items()},
    }
