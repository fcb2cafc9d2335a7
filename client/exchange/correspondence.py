"""A player and the post: letters go out, mails come in, and what they bring is kept before it is used."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from email import message_from_bytes
from email.policy import SMTP
from functools import cached_property
from typing import Final

from client.exchange.arrivals import Arrivals
from client.exchange.intake import Intake, News
from client.exchange.shares import tell_shares
from client.letters.server_mail import ServerMail
from client.letters.signed import Signed
from client.memory.memory import Keeping, Kept
from client.outbox.pending import REPLY, PendingLetter, Purpose
from client.outbox.quill import Enclosed, Entropy, Quill, mail_words, sealed_in
from client.post.errors import LOGIN
from client.post.lines import REAL, Lines
from client.profile.files import only_one
from client.profile.home import Home
from client.profile.own_key import read_key
from client.profile.profile import Profile, read_profile
from client.refusals import Declined, NoAnswer, NoPost
from engine.errors import Refused
from engine.record.letters.key import PrivateKey
from engine.wire.mails import letter_file

WAIT: Final = 60
"""The seconds for which to rely on the mail server's hints."""
LONGEST_PAUSE: Final = 15.0
READING: Final = 60
"""So many seconds of reading what is there already count as no waiting."""
GIVEN_UP: Final = 24 * 3600
"""After so many seconds without an answer, a letter is written anew when it is wanted again."""


def _nothing(*_: object) -> None:
    """For whoever need not be told."""


class Correspondence:
    """The correspondence of one player: the letters that go out and the answers that come.

    `on_trouble` is told of mails that are refused and of a post that can't be reached, `on_many` of how many
    mails there are to read if it takes a while. `watch` is called before each wait, and may raise to end it.
    A wait takes `wait` seconds at most.
    """

    def __init__(
        self,
        home: Home,
        profile: Profile,
        key: PrivateKey | Callable[[], PrivateKey],
        *,
        lines: Lines = REAL,
        entropy: Entropy = secrets.token_bytes,
        on_trouble: Callable[[Refused], None] = _nothing,
    ) -> None:
        self.home = home
        self._key = key
        self._entropy = entropy
        self.on_trouble = on_trouble
        self.watch: Callable[[], None] = _nothing
        self.wait: float = WAIT
        self.intake = Intake(home, profile)
        self.intake.on_trouble = self._tell_trouble
        self._lines = lines
        self._mailer = lines.mailer(profile.account)
        self.on_many: Callable[[int], None] = _nothing
        self._mailbox = lines.mailbox(profile.account, profile.house.name, Keeping(home).watermark())
        self._arrivals = Arrivals(
            home,
            self._mailbox,
            lambda raw: self._unheard.extend(self.intake.take_in(raw)),
            self._tell_trouble,
            self._tell_many,
        )
        self._unheard: deque[News] = deque()
        self._stack = ExitStack()

    @property
    def profile(self) -> Profile:
        """The player's profile, and what is known of the server by now."""
        return self.intake.profile

    @cached_property
    def quill(self) -> Quill:
        """The quill that writes letters. The key is unlocked when the first one is written."""
        key = self._key if isinstance(self._key, PrivateKey) else self._key()
        return Quill(self.profile, key, self._entropy)

    def close(self) -> None:
        """Hang up."""
        self._mailer.close()
        self._mailbox.close()
        self._stack.close()

    def __enter__(self) -> Correspondence:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def be_the_only_one(self) -> None:
        """Refuse if another process corresponds for this profile: each would miss what the other reads."""
        self._stack.enter_context(only_one(self.home.lock))

    def _tell_trouble(self, error: Refused) -> None:
        self.on_trouble(error)

    def _tell_many(self, mails: int) -> None:
        self.on_many(mails)

    # Remembering

    def kept(self, game: str) -> Kept:
        """The kept game."""
        return self.intake.kept(game)

    def keep(self, kept: Kept) -> None:
        self.intake.keep(kept)

    # Writing

    def send(self, enclosed: Enclosed) -> str:
        """Mail a letter: the Message-ID that its answer will name.

        What was written for the same purpose before and has no answer yet is mailed again instead.
        """
        waiting = self._waiting(enclosed.purpose)
        return self.mail(waiting if waiting is not None else self.intake.store(enclosed))

    def send_again(self, waiting: PendingLetter) -> str:
        """Mail a letter once more, the very same one; in a new mail if the old one is too old."""
        if _is_given_up(waiting):
            sealed, purpose = sealed_in(waiting.mail), waiting.purpose
            name = letter_file(purpose.game or self.profile.handle, purpose.kind)
            new = self.intake.store(Enclosed(sealed, waiting.words, name, purpose, purpose.game))
            self.intake.outbox.settle(waiting)
            waiting = new
        return self.mail(waiting)

    def write(self, text: str) -> str:
        """Mail plain words that no key seals: the Message-ID that their answer will name."""
        purpose = Purpose(text)
        waiting = self._waiting(purpose)
        if waiting is None:
            waiting = self.intake.store_mail(mail_words(self.profile, text), purpose, text)
        return self.mail(waiting)

    def _waiting(self, purpose: Purpose) -> PendingLetter | None:
        """The letter written for this purpose before, unless that is too long ago."""
        waiting = self.intake.outbox.find(purpose)
        if waiting is not None and _is_given_up(waiting):
            self.intake.outbox.settle(waiting)
            return None
        return waiting

    def send_anew(self, enclosed: Enclosed) -> str:
        """Mail a question whose answer must be of now: one that waits from before is forgotten."""
        if waiting := self.intake.outbox.find(enclosed.purpose):
            self.intake.outbox.settle(waiting)
        return self.send(enclosed)

    def reply(self, mail: ServerMail, text: str) -> str:
        """Answer a mail in plain words: the Message-ID of the answer."""
        purpose = Purpose(REPLY, text=text, about=mail.message_id)
        waiting = self.intake.outbox.find(purpose)
        if waiting is None:
            message = mail_words(self.profile, text, answers=mail.message_id)
            waiting = self.intake.store_mail(message, purpose, text)
        return self.mail(waiting)

    def mail(self, waiting: PendingLetter) -> str:
        """Send a stored mail, unless its answer is there already: its Message-ID."""
        if self.known_answer(waiting.message_id) is None:
            self._mailer.connect()  # what fails before this has surely not been sent
            self.intake.outbox.hand_over(waiting)
            raw = waiting.mail.encode("latin-1")
            self._mailer.send(message_from_bytes(raw, policy=SMTP))
        return waiting.message_id

    # Reading

    def skip_old(self) -> None:
        """Leave alone what lies in the mailbox before the server knows us."""
        self._arrivals.skip()

    def hear(self, patience: float) -> Iterator[News]:
        """Hear what comes, one by one; NoAnswer if nothing more comes in time. A lost connection is made
        anew.
        """
        end = time.monotonic() + patience
        pause, told = self._lines.first_pause, ""
        while True:
            try:
                self.fetch(max(end, time.monotonic() + READING))
                pause = self._lines.first_pause
                while self._unheard:
                    yield self._unheard.popleft()
                self._be_patient(end)
                self._mailbox.wait(max(0.0, min(self.wait, end - time.monotonic())))
            except NoPost as error:
                if error.code == LOGIN:
                    raise  # asking again would not change that
                if str(error) != told:
                    told = str(error)
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

    def ask(self, enclosed: Enclosed, patience: float) -> Signed:
        """Send a letter and wait for the signed answer to it; Declined if that is a refusal."""
        sent = self.send(enclosed)
        answer = self.await_answer(sent, patience)
        self.settle(sent)
        return answer

    def await_answer(self, message_id: str, patience: float) -> Signed:
        """The signed answer to a mail of ours, which may bring a turn; Declined if it is a refusal.

        The letter has to be settled when the answer was acted on.
        """
        answer = self.known_answer(message_id) or self._hear_answer(message_id, patience)
        try:
            check_answer(answer)
        except Declined:
            self.settle(message_id)
            raise
        return answer

    def known_answer(self, message_id: str) -> Signed | None:
        """The answer that came before it was waited for; its turn has been kept already."""
        waiting = self.intake.outbox.sent_as(message_id)
        return (
            self.intake.read_again(waiting.answer.encode("latin-1")) if waiting and waiting.answer else None
        )

    def _hear_answer(self, message_id: str, patience: float) -> Signed:
        for news in self.hear(patience):
            if not isinstance(news, ServerMail) and news.answered == message_id:
                return news
        raise NoAnswer("post/no-answer", "the server has not answered yet")

    def settle(self, message_id: str) -> None:
        """The answer to a mail of ours was acted on."""
        if waiting := self.intake.outbox.sent_as(message_id):
            self.intake.settle(waiting)

    def fetch(self, end: float | None = None) -> None:
        """Get what is new, check it and keep it, mail by mail, until a moment; `hear` gives it out.

        If a table waits for our share of the shuffle, it is told.
        """
        self._arrivals.fetch(end)
        tell_shares(self)

    def fetched(self) -> list[News]:
        """The mails that have been fetched and not been given out yet."""
        news = list(self._unheard)
        self._unheard.clear()
        return news


def _is_given_up(waiting: PendingLetter) -> bool:
    return not waiting.answer and time.time() - waiting.at > GIVEN_UP


def check_answer(answer: Signed) -> None:
    """Raise Declined if the server says no."""
    if answer.refused:
        raise Declined(answer.refused, "{answer}", answer=answer.text.strip())


def open_correspondence(
    home: Home, passphrase: str | Callable[[], str] = "", lines: Lines = REAL
) -> Correspondence:
    """The correspondence of the profile in this home. Nobody else may correspond for it meanwhile."""

    def unlocked() -> PrivateKey:
        return read_key(home, passphrase if isinstance(passphrase, str) else passphrase())

    post = Correspondence(home, read_profile(home), unlocked, lines=lines)
    post.be_the_only_one()
    return post
