"""The languages that players read. English is written in the code; each other language is one catalogue.

    say = tongue("de").say
    say("It is the turn of {who}.", who="Lucy")

A catalogue is a gettext file in `catalogues/`, read as it is: a new language is one new file there, and
nothing else. `make words` finds the texts in the code and brings the catalogues up to date.
"""

from engine.phrase import Phrase, counted, phrase, word, word_within

from .language import ENGLISH, LANGUAGES, Tongue, tongue

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Phrase",
    "Tongue",
    "counted",
    "phrase",
    "tongue",
    "word",
    "word_within",
]
