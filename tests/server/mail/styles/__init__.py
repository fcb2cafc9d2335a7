"""How mail programs quote the mail that is answered, as data: each style is a program in a language.

Written after what the programs do, with names and addresses of our own.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """What stands between an answer and the quoted mail.

    marked  whether the lines of the quoted mail begin with a mark, or stand in a blockquote
    below   what the program puts under the sender's words, such as a phone's advertisement
    """

    program: str
    language: str
    heading: str
    marked: bool = True
    below: str = ""
    mark: str = "> "

    @property
    def name(self) -> str:
        return f"{self.program}, {self.language}"


def all_styles() -> list[Style]:
    """Every style, each with a name of its own."""
    from tests.server.mail.styles import attributions, blocks, dividers, phones

    found = [*attributions.STYLES, *blocks.STYLES, *dividers.STYLES, *phones.STYLES]
    assert len({style.name for style in found}) == len(found)
    return found
