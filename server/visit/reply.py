"""The reply: the one mail that goes back to whoever wrote."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.wire.facts import NO_FACTS, Facts


@dataclass(slots=True)
class Reply:
    """The answer to the mail in hand, while it grows. Nothing is sent if nothing was said."""

    message_id: str = ""
    """The Message-ID of the mail that it answers."""
    letters: tuple[str, ...] = ()
    """The ids of the sealed letters in that mail, which a receipt names …"""
    refused: str = ""
    """… and the code of what nothing was done for."""
    transcript: list[str] = field(default_factory=list)
    """Its paragraphs."""
    facts: Facts = NO_FACTS
    """The facts for programs, besides its words."""
    attachments: dict[str, bytes] = field(default_factory=dict)
    question: str = ""
    """The question that it asks back; it carries a code."""
    postscript: str = ""
    """The lines below the code that it carries."""
    last_word: str = ""
    """The sentence about answers, such as that it is the last one of the day."""
    offer: str = ""
    """The offer to do something with words that were no command; it stands in the mail of the turn."""
    farewell: str = ""
    """The address that it goes to if its reader's addresses have just been erased."""
    allowed: bool = False
    """Whether one of the day's answers was spent on it already."""
    done: list[tuple[str, str]] = field(default_factory=list)
    """The commands that it answers, by name and what stands behind it."""

    def show(self, text: str) -> None:
        """Show the sender a text that is in their language already."""
        self.transcript.append(text)

    def tell(self, facts: Facts) -> None:
        """Tell the sender's client something, besides what was told before."""
        self.facts = self.facts.joined(facts)

    def ask(self, text: str) -> None:
        """Ask the sender something, with a code to answer by."""
        self.question = text

    def add_postscript(self, text: str) -> None:
        """Close with this, below the code that the answer carries."""
        self.postscript = text

    def offer_words(self, text: str) -> None:
        """Offer to send on what was written besides commands."""
        self.offer = text

    def end_with(self, text: str) -> None:
        """Say this about answers, whatever else is said."""
        self.last_word = text

    def go_to(self, address: str) -> None:
        """Go there if the reader has no address any more."""
        self.farewell = address

    def allow(self) -> None:
        """Note that one of the day's answers is spent on it."""
        self.allowed = True

    def refuse(self, code: str) -> None:
        """Name what nothing was done for."""
        self.refused = code

    def name_letters(self, letters: tuple[str, ...]) -> None:
        """Answer these sealed letters."""
        self.letters = letters

    def start_over(self) -> None:
        """Forget all that was said."""
        self.transcript.clear()
        self.attachments.clear()
        self.done.clear()
        self.question = self.postscript = self.farewell = self.offer = ""
        self.facts = NO_FACTS
