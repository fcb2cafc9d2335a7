"""The one shape of every refusal.

A refusal has a stable code (`rule/not-your-turn`), a text that says what was sent, why it can't be
taken and what would do, and the facts that the text names. The text is a template, so that it can be
put into the reader's language without parsing English.

    Refused (ValueError)
    ├── NotNotation   not a move in the move language
    ├── NotLegal      a move, but not one that is allowed here and now
    ├── Ambiguous     could mean several moves
    ├── BadLetter     a letter, key or seal that can't be accepted
    └── BadRecord     a log or archive that does not prove itself
"""

from __future__ import annotations


class Refused(ValueError):
    """Input that is answered with a code and a clear text, and that changes nothing."""

    def __init__(self, code: str, template: str, /, **facts: object) -> None:
        super().__init__(template.format(**facts) if facts else template)
        self.code = code
        self.template = template
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.template, self.facts)


class NotNotation(Refused):
    """A text that is not written in the move language."""


class NotLegal(Refused):
    """The move is well written, but not allowed in this position."""


class Ambiguous(Refused):
    """A text that could mean more than one move here."""


class BadLetter(Refused):
    """A sealed letter, a key or an armoured block that can't be accepted."""


class BadRecord(Refused):
    """A log, checkpoint or archive in which something does not fit."""


def _rebuild(kind: type[Refused], code: str, template: str, facts: dict[str, object]) -> Refused:
    return kind(code, template, **facts)
