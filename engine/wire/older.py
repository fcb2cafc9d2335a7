"""Facts in the words of servers from before they were told in fields (`facts`).

Those servers said the same in every language, so their words can be searched. Nothing else is to be read out
of words, and nothing new belongs here.
"""

from __future__ import annotations

import re
from typing import Final

from engine.record.letters.key import PublicKey
from engine.record.log.checkpoint import find_lines, write_line
from engine.wire.codes import find_codes
from engine.wire.facts import Facts

_OPENED: Final = re.compile(r"\bgrubenpost join ([A-Za-z0-9][A-Za-z0-9_-]{0,39})\b")
_RECOVER: Final = re.compile(r"^\s+(GP(?:-[0-9A-Z]{4}){3})\s*$", re.MULTILINE)
"""It stood on a line of its own; codes that are to be sent back stood behind a word."""


def facts_in_words(said: str, signer: PublicKey | None = None) -> Facts:
    """The facts in the words of a mail that has none beside its receipt. Checkpoints are found if the signer
    is known.
    """
    alone = _RECOVER.search(said)
    return Facts(
        confirm=next(iter(find_codes(said)), ""),
        recover=alone[1] if alone else "",
        opened=tuple(_OPENED.findall(said)[:1]),
        checkpoints=tuple(map(write_line, find_lines(said, signer.raw))) if signer else (),
    )
