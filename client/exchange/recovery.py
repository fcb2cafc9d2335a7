"""Being heard again after a key was lost: a code by mail, a letter by a new key, and three days of waiting.

The new key waits beside the old one, which stays the player's own until the server obeys the new one: a
recovery can be stopped.
"""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from client.exchange.correspondence import Correspondence, check_answer
from client.exchange.intake import News
from client.letters.server_mail import ServerMail
from client.letters.signed import Facts, Signed, claimed_facts
from client.outbox.quill import Quill
from client.profile.files import write_whole
from client.profile.home import Home
from client.profile.own_key import RECOVERY, next_home, take_next_key
from client.refusals import Declined, NoAnswer
from engine.record.keyring.keyring import DELAY
from engine.record.letters.key import PrivateKey
from engine.wire.refusals import refuses_key

RECOVER: Final = "recover"
"""The command that asks for a code. No key seals it."""


def due(home: Home) -> int | None:
    """The moment at which the recovery that waits is over, in seconds since 1970; nothing if none waits."""
    try:
        return int(_begun(home).read_text("ascii")) + DELAY
    except (OSError, ValueError):
        return None


def ask_for_code(post: Correspondence, patience: float) -> str:
    """The code that the server mails to the player's address. It is a notice, and answers no mail."""
    sent = post.write(RECOVER)
    with suppress(NoAnswer):
        for news in post.hear(patience):
            if isinstance(news, ServerMail) and post.profile.house.fingerprint_known:
                continue  # the server would have signed it
            if not isinstance(news, ServerMail) and news.answered == sent:
                post.settle(sent)
                check_answer(news)
            elif code := _facts(news).recover:
                post.settle(sent)
                return code
    raise NoAnswer(
        "recover/no-code",
        "no code has come from {server} yet, which mails at most one a day. When you have it, say "
        "`grubenpost recover --code CODE`",
        server=post.profile.house.address,
    )


def _facts(news: News) -> Facts:
    return claimed_facts(news) if isinstance(news, ServerMail) else news.facts


def recover(post: Correspondence, new: PrivateKey, code: str, patience: float) -> Signed:
    """Send the letter of the new key; the delay begins. What the server says to it."""
    letter = Quill(post.profile, new, secrets.token_bytes).recover(code)
    sent = post.send(letter)
    answer = post.await_answer(sent, patience)
    write_whole(_begun(post.home), f"{int(time.time())}\n".encode("ascii"))
    post.settle(sent)
    return answer


def finish(post: Correspondence, new: PrivateKey, patience: float) -> bool:
    """Whether the server obeys the new key; if so, it becomes the player's own."""
    question = Quill(post.profile, new, secrets.token_bytes).request("status")
    sent = post.send_anew(question)  # another key may have sealed an older one
    try:
        post.await_answer(sent, patience)
    except Declined as no:
        if not refuses_key(no.code):
            raise
        return False
    post.settle(sent)
    take_next_key(post.home)
    return True


def _begun(home: Home) -> Path:
    """Holds the second in which the delay began."""
    return next_home(home).config / RECOVERY
