"""A player and the post: letters go out, mails come in, and what they bring is kept before it is used."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from client.home import Home
from client.keeping import Keeping, Kept
from client.letters import Enclosed, Entropy, Quill, mail_letter, mail_words
from client.mails import Mail, read_mail
from client.ownkey import read_key
from client.post.errors import LOGIN, NoPost
from client.post.mailbox import Mailbox
from client.post.mailer import Mailer
from client.profile import Profile, read_profile
from client.turns import POSITION, TurnMail, read_turn_mail
from engine.errors import Refused
from engine.record.keys import PrivateKey

News = Mail | TurnMail
"""A turn that was checked and kept, or any other mail of the server."""

WAIT: Final = 60
"""How long to rely on the mail server's hints, in seconds."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 15.0


class NoAnswer(Refused):
    """Nothing came in time. What was sent may still be on its way: it is kept."""


class Declined(Refused):
    """The server said no. Its answer says why, and what would do."""


def _nothing(*_: object) -> None:
    """For whoever need not be told."""


class Correspondence:
    """What one player writes and gets.

    `on_trouble` is told of mails that are refused and of a post that can't be reached. `watch` is called
    before each wait, and may raise to end it. A wait takes `wait` seconds at most.
    """

    def __init__(
        self,
        home: Home,
        profile: Profile,
        key: PrivateKey,
        *,
        entropy: Entropy = secrets.token_bytes,
        on_trouble: Callable[[Refused], None] = _nothing,
    ) -> None:
        self.home = home
        self.profile = profile
        self.quill = Quill(profile, key, entropy)
        self.on_trouble = on_trouble
        self.watch: Callable[[], None] = _nothing
        self.wait: float = WAIT
        self._keeping = Keeping(home)
        self._kept: dict[str, Kept] = {}
        self._mailer = Mailer(profile.account)
        self._mailbox = Mailbox(profile.account, profile.house.name, self._keeping.watermark())
        self._unheard: deque[News] = deque()

    def close(self) -> None:
        """Hang up."""
        self._mailer.close()
        self._mailbox.close()

    def __enter__(self) -> Correspondence:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Remembering

    def kept(self, game: str) -> Kept:
        """What is known of a game."""
        if game not in self._kept:
            self._kept[game] = self._keeping.game(game)
        return self._kept[game]

    def keep(self, kept: Kept) -> None:
        self._keeping.keep(kept)

    # Writing

    def send(self, enclosed: Enclosed) -> str:
        """Mail a letter: the Message-ID that its answer will name."""
        message = mail_letter(self.profile, enclosed)
        self._mailer.send(message)
        return str(message["Message-ID"])

    def reply(self, mail: Mail, text: str) -> str:
        """Answer a mail in plain words: the Message-ID of the answer."""
        message = mail_words(self.profile, text, answers=mail.message_id)
        self._mailer.send(message)
        return str(message["Message-ID"])

    # Reading

    def skip_old(self) -> None:
        """Leave alone what lies in the mailbox before the server knows us."""
        self._mailbox.fetch_new()
        self._keeping.keep_watermark(self._mailbox.watermark)

    def hear(self, patience: float) -> Iterator[News]:
        """What comes, one by one; NoAnswer if nothing more comes in time. A lost connection is made anew."""
        end = time.monotonic() + patience
        pause = FIRST_PAUSE
        while True:
            try:
                self.fetch()
                pause = FIRST_PAUSE
                while self._unheard:
                    yield self._unheard.popleft()
                self._be_patient(end)
                self._mailbox.wait(max(0.0, min(self.wait, end - time.monotonic())))
            except NoPost as error:
                if error.code == LOGIN:
                    raise  # asking again would not change that
                self.on_trouble(error)
                self._be_patient(end)
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _be_patient(self, end: float) -> None:
        self.watch()
        if time.monotonic() >= end:
            raise NoAnswer(
                "post/no-answer", "{server} has not answered yet", server=self.profile.house.address
            )

    def ask(self, enclosed: Enclosed, patience: float) -> Mail:
        """Send a letter and wait for the answer to it; Declined if that is a refusal."""
        answer = self.await_answer(self.send(enclosed), patience)
        return answer.mail if isinstance(answer, TurnMail) else answer

    def await_answer(self, message_id: str, patience: float) -> News:
        """The answer to a mail of ours, which may bring a turn; Declined if it is a refusal."""
        for news in self.hear(patience):
            mail = news.mail if isinstance(news, TurnMail) else news
            if mail.answers == message_id:
                check_answer(mail)
                return news
        raise NoAnswer("post/no-answer", "the server has not answered yet")

    def fetch(self) -> None:
        """Get what is new, check it and keep it; `hear` gives it out."""
        for raw in self._mailbox.fetch_new():
            try:
                self._unheard.append(self._take_in(read_mail(raw)))
            except Refused as error:
                self.on_trouble(error)
        self._keeping.keep_watermark(self._mailbox.watermark)

    def _take_in(self, mail: Mail) -> News:
        if POSITION not in mail.files:
            return mail
        house = self.profile.house
        turn_mail = read_turn_mail(mail, house.name, house.key)
        kept = self.kept(turn_mail.turn.game)
        try:
            kept.notice(turn_mail)
        finally:
            self.keep(kept)  # a second history above all
        return turn_mail


def check_answer(answer: Mail) -> None:
    """Raise Declined if this mail says no."""
    if answer.refusal:
        raise Declined(answer.refusal, "{answer}", answer=answer.text.strip())


def open_correspondence(home: Home, passphrase: str = "") -> Correspondence:
    """The correspondence of the profile in this home."""
    return Correspondence(home, read_profile(home), read_key(home, passphrase))
