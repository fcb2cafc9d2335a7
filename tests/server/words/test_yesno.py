"""What is a yes, what is a no, and what is neither."""

from __future__ import annotations

import pytest

from engine.tongue import LANGUAGES, tongue
from engine.tongue.answer_words import NO_WORDS, YES_WORDS
from server.words.yes_no import NO, UNCLEAR, YES, answer_in, says, says_stop


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Yes!",
        "YES.",
        "`yes`",
        "*Yes*",
        "Yes, please!",
        "ja",
        "Ja, bitte.",
        "да",
        "Да!",
        "Oui",
        "Sí",
        "ok",
        "Okay.",
        "yes\ncode: GP-7K3M-Q9XW-2TRD",
        "yes GP-7K3M-Q9XW-2TRD",
        "yes code: GP-7K3M-Q9XW-2TRD",
        "Hello,\nyes\nBest regards\nAnna",
        "Hallo!\nJa\nGruß, Anna",
        "yes\nAnna Steiger\nExample Ltd.\nIf you are not the intended recipient, delete this mail.",
        "Good morning everyone\nyes\nSee you soon",
        "yes\nBen\nThis e-mail is confidential and for its addressee only. If that is not you, you may\n"
        "not read it.",
        "yes\nPlease do not print this mail.",
        "yes\n" + "This mail is confidential. If you are not the intended recipient, delete it. " * 3,
    ],
)
def test_a_yes(text: str) -> None:
    assert answer_in(text.split("\n")) == YES


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "No!",
        "NO.",
        "No, that was not me!",
        "No - who are you?",
        "Nein",
        "Nein, das war ich nicht.",
        "нет",
        "Нет, это был не я!",
        "Not me!",
        "That wasn’t me.",
        "No thanks",
        "Non, merci",
        "Hi\nno\nAnna",
        "Nope.",
    ],
)
def test_a_no(text: str) -> None:
    assert answer_in(text.split("\n")) == NO


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ok, who is this? I did not ask for that!",
        "Ok\nwho is this? I did not ask for that!",
        "Ok\nThanks\nBut I did not ask for this",
        "Ok.\nHi there,\nplease cancel, it was not me.",
        "OK.\nWho are you\nI never asked for that",
        "yes\nAnna\nPS: no wait, please don't do it",
        "yes\nI was told to write this but I refuse.",
        "Ja\nist das ein Scherz\nich will das nicht",
        "да\nхорошо\nэто не я",
        "I was asked to confirm with\nyes",
        "You want me to say\nyes\nwell.",
        "Ich soll antworten mit\nja",
        "cannot\nconfirm",
        "Ok\nBut please wait until Monday.",
        "Si prega di non farlo",
        "Si\nprega di non farlo",
        "Yes and no",
        "yes\nno",
        "no\nyes",
        "Yes\nNo, wait, that was not me!",
        "Yes, I got your mail.",
        "Yes?",
        "Do I have to say\nyes\n?",
        "What is this?\nOk",
        "I am on holiday until Monday.",
        "ja nicht",
        "Das war ich nicht\nok",
        "да нет",
        "Да?",
        "I never wanted that.\nyes",
        "yesterday",
        "okay then",
        "GP-7K3M-Q9XW-2TRD",
        "code: GP-7K3M-Q9XW-2TRD",
        "-- ",
        "👍",
        "confirmation",
    ],
)
def test_neither(text: str) -> None:
    assert answer_in(text.split("\n")) == UNCLEAR


@pytest.mark.parametrize(
    "text", ["yes 👍", "Yes :)", "(yes)", "„Ja“", "«Да»", "**Yes**", "yes…", "- yes", "yes 👍🏽", "<yes>"]
)
def test_a_yes_among_signs(text: str) -> None:
    assert answer_in([text]) == YES


@pytest.mark.parametrize(
    "text",
    """
    ~~yes~~|~ja~|[ ] yes|( ) yes|☐ yes|yes ❌|❌ yes|yes ✗|yes 👎|👎 ja|да 👎|yes⁇|yes؟|yes ¿|yes = no
    |yes & no|yes → no|yes 🚫|🤔 yes|yes 🙄|☒ yes|-yes-|--ja--|!yes
    """.strip().split("|"),
)
def test_a_yes_that_is_struck_out_or_doubted(text: str) -> None:
    assert answer_in([text.strip()]) != YES


@pytest.mark.parametrize(
    "denial",
    "nah|nö|όχι|λάθος, όχι|ні|không|tidak|不|不是|いいえ|아니요|לא|لا|نه|just kidding|halt!".split("|"),
)
def test_a_yes_with_a_denial_in_any_language(denial: str) -> None:
    assert answer_in(["yes", denial]) != YES
    assert answer_in([denial]) != YES


def test_what_is_thanks_to_others_is_no_yes() -> None:
    """The Polish word for yes is the Danish one for thanks."""
    assert answer_in(["Forkert adresse.", "Tak", "Jens"]) == UNCLEAR


def test_what_cannot_be_undone_is_not_struck_out() -> None:
    for bad in ("~~forget me~~", "[ ] forget me", "forget me ❌"):
        assert not says([bad], "forget me"), bad


def test_words_of_its_own() -> None:
    for good in (
        "forget me",
        "Forget me.",
        "> forget me",
        "hi\nforget me\nBen",
        "forget me GP-7K3M-Q9XW-2TRD",
    ):
        assert says(good.split("\n"), "forget me"), good
    for bad in (
        "",
        "yes",
        "do not forget me",
        "don't\nforget me",
        "forget me?",
        "forget me not",
        "- no\nforget me",
    ):
        assert not says(bad.split("\n"), "forget me"), bad


def test_stopping() -> None:
    for good in ("stop", "STOP!", "Stopp", "стоп", "Help!\nstop\nAnna"):
        assert says_stop(good.split("\n")), good
    for bad in ("", "yes", "don't stop", "stop: GP-7K3M-Q9XW-2TRD now", "reply with `stop` and"):
        assert not says_stop(bad.split("\n")), bad


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_own_yes(language: str) -> None:
    """The first word of each catalogue's line is understood, and no two lines share it."""
    yes, no = (tongue(language).phrase(words).split(",")[0] for words in (YES_WORDS, NO_WORDS))
    assert (answer_in([yes]), answer_in([no])) == (YES, NO)
