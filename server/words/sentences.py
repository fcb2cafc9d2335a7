"""Whether a line begins a sentence that goes on in the line below it.

People break lines, and so do their programs. Then the end of a sentence stands alone: a `12` that is
somebody's age, a `bank` that they went to, a `yes` that they were told to write. None of it is meant for us.
"""

from __future__ import annotations

from typing import Final

BROKEN_FROM: Final = 50
"""Mail programs break lines of this length and more, in the middle of a move or of a sentence."""
_LEAST_WORDS: Final = 3

_GREETINGS: Final = frozenset(
    """
    hi hello hey dear good greetings thanks thank cheers many
    hallo liebe lieber guten gute moin servus grüß grüezi danke vielen
    привет здравствуйте добрый доброе уважаемый уважаемая спасибо дорогой дорогая
    bonjour salut cher chère hola estimado buenos ciao buongiorno olá hej hei ahoj cześć
    """.split()
)
_NOT_LAST: Final = frozenset(
    """
    a an the to at for of in on by with from into as than that which my your our his her their its
    is are am was were be been and or but until since only not nearly almost about say says
    der die das den dem des ein eine einen einem einer zu zum zur im am an auf für von vom mit bei
    mein meine meinen sein seine ihr ihre ist sind war bin bist und oder aber als bis seit nur nicht fast etwa
    в на к с у о от до для и или но а не из по за под при мой моя мои это был была было уже почти
    """.split()
)
"""Words that no sentence ends with."""


def breaks_off(line: str) -> bool:
    """Whether a line can't be all of its sentence: a word more must follow."""
    words = line.casefold().split()
    return len(line) >= BROKEN_FROM or (len(words) > 1 and words[-1] in _NOT_LAST)


def may_go_on(line: str) -> bool:
    """Whether the sentence that this line begins may go on below: nothing ends it, and it is no greeting."""
    words = line.casefold().split()
    if len(words) < _LEAST_WORDS or not line[-1].isalpha() or words[0].strip(",") in _GREETINGS:
        return breaks_off(line)
    return True
