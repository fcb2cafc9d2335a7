"""Which lines are taken for a choice, which are asked back, and which are just talk."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.rules.notation import shorten
from engine.show.layout import wrap
from engine.tongue import LANGUAGES, tongue
from engine.wire.press import marked
from server.desk import commands as _commands  # noqa: F401  gathers the commands
from server.visit.sender import Words
from server.words.choosing import is_personal
from server.words.command import is_command
from server.words.wording import read_words
from tests.server.mail.replies import mails_of_ours, wrapped
from tests.server.mail.samples import TURN_EN, quoted
from tests.server.mail.test_replies import moves_in

THREE = """
3|3.|3!|3)|(3)|[3]|#3|# 3|№3|№ 3|*3*|**3**|`3`|"3"|'3'|“3”|„3“|«3»|_3_|3 :)|3 😀|3…
3 please|please 3|3, please.|3 pls|3 thanks|3 then|3 it is|3 for me|Ok, 3|ok 3|No. 3|no.3|Nr. 3|number 3
Number 3 please|option 3|action 3|I take 3|I’ll take 3|i'll go with 3|I choose 3|I pick 3
My move: 3|my move is 3|- 3|take 3|play 3|move 3|Move 3, please|My choice is 3|Please take 3|I'd like 3
3 bitte|bitte 3|ich nehme 3|Ich nehme die 3|Ich nehme Nummer 3|Nummer 3|dann 3|Mein Zug: 3|ich wähle 3 bitte
беру 3|Я беру 3|Номер 3|3, пожалуйста|пожалуйста, 3|выбираю 3|мой ход: 3|№ 3, спасибо|тогда 3
"""
MONEY = """
money 4|`money 4`|*money 4*|"money 4"|money 4 please|I take money 4|Please play money 4|Geld 4 bitte
Ich nehme Geld 4|беру деньги 4|деньги 4, пожалуйста|(money 4)|Money 4!|move `money 4`|I'll take `money 4`.
"""
ASKED = """
3?|3 or 4|I take 3 or 4|No, 3|no 3|3 I think|3 factory 3|take 3 workers|3 please, and good luck to all of you
Ich nehme 3 oder 4|Nummer 3 oder 4|беру 3 или 4|3 days left
"""
TALK = """
I have 3 kids|See you at 8|in 3 days|at 8:30|Bis um 8|мне 30 лет|He is 12.|My son is 7b|We are 4 at the table
New!|New, isn't it?|Thanks for 3 great games|I won 3 times|You took 3 tiles|Chapter 3|Ben, 3 is a nice number
"""


def rows(table: str) -> list[str]:
    return [said for row in table.strip().split("\n") for said in row.split("|")]


@pytest.mark.parametrize("said", rows(THREE))
def test_the_third(said: str) -> None:
    assert moves_in(read_words(said)) == ["3"]


@pytest.mark.parametrize("said", rows(MONEY))
def test_money(said: str) -> None:
    assert moves_in(read_words(said)) == ["money 4"]


@pytest.mark.parametrize("said", rows(ASKED))
def test_asked_back(said: str) -> None:
    words = read_words(said)
    assert moves_in(words) == []
    assert words.doubts or words.commands


@pytest.mark.parametrize("said", rows(TALK))
def test_talk(said: str) -> None:
    assert moves_in(read_words(said)) == []
    assert moves_in(read_words(f"{said}\n\n3")) == ["3"]


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("test", ("test",)),
        ("Hi,\ntest\n", ("test",)),
        ("This is my very first mail to you and it is nothing but a\ntest\n", ()),
        ("My oldest goes to school next summer, the youngest one is not yet\n3\n", ()),
        ("This is a\ntest", ()),
        ("I went to the\nbank\nand back", ()),
        ("Dear all,\n\nI work at a\nbank\n\nBen", ()),
        ("Greetings from the\nbank", ()),
        ("Ich gehe jetzt zur\nBank", ()),
        ("My daughter is\n12\nand my son is\n9", ()),
        ("Мой сын учится в\n7", ()),
        ("Hi all of you\nbank", ("bank",)),
        ("Nice move Anna\n3", ("3",)),
        ("My move is\n3", ("3",)),
        ("I go with\nmoney 4", ("money 4",)),
        ("Here you are:\nbank", ("bank",)),
        ("Test!", ()),
        ("New! Great.", ()),
        ("new", ("new",)),
        ("new 3 bots=2", ("new 3 bots=2",)),
        ("help!", ("help!",)),
    ],
)
def test_a_word_by_chance(text: str, commands: tuple[str, ...]) -> None:
    assert read_words(text).commands == commands


def test_the_rest_of_a_sentence_is_asked_back() -> None:
    words = read_words("My oldest goes to school next summer, the youngest one is not yet\n3\n")
    assert words.doubts == ("3",)


@pytest.mark.parametrize(
    "text",
    [
        "3\nno wait, 4",
        "3\n\nNo, 4!",
        "money 4\n\nSorry, I mean money 3",
        "3\n\nBest wishes\nAnna\n\nOops, make that 5 please",
        "3\nNein, 4",
        "3\n\nAch nein, lieber die 4",
        "3\n\nНет, 4",
        "3\n\nОй, точнее беру 4",
        "bank\nor rather: factory 3",
        "status\nno, games",
    ],
)
def test_what_is_taken_back_is_asked_back(text: str) -> None:
    words = read_words(text)
    assert (words.commands, len(words.doubts)) == ((), 1)


@pytest.mark.parametrize(
    "below", ["No. 4 was good too.", "Sorry, I am late.", "No 3 without a 4", "Wait for it"]
)
def test_nothing_is_taken_back_by_talk(below: str) -> None:
    assert read_words(f"3\n\n{below}").commands == ("3",)


HANGING = """> To move, reply with the number of an action (such as 3 or 7b) or with
6
> (such as `money 5`), and leave this line in your reply:
>
>   code: GP-9JPY-DYXA-BZRF
"""


def test_what_hangs_over_is_not_the_senders() -> None:
    assert read_words(HANGING) == Words((), (), ("6",), ("GP-9JPY-DYXA-BZRF",))
    assert read_words(f"Thanks!\n\n{HANGING}").commands == ()
    assert read_words(f"4\n\n{HANGING}").commands == ("4",)
    assert read_words(f"{HANGING}\n4\n").commands == ("4",)
    assert read_words(f"yes\n\n{HANGING}").own == ("yes",)
    assert read_words(HANGING.replace("6", "yes")).own == ()


def test_what_hangs_over_of_a_table_quoted_twice() -> None:
    """At eighty columns a quotation of a quotation is broken too, between the columns of a table."""
    for marks in ("> > ", ">> ", "> > > ", "| > "):
        whole = f"{marks}orders   1       2       3       4       draw          supply   b brown".ljust(
            80, "."
        )
        row = f"{marks}workers  -       -       -       -       -                      k black"
        words = read_words(f"Thanks!\n\n{whole}\n{row}\n11\n{whole}\n")
        assert (words.commands, words.doubts) == ((), ("11",)), marks


@pytest.mark.parametrize("mark", ["GP> ", "G> ", "Anna> ", "GP>> ", "Grubenpost> ", "ГП> "])
def test_marks_with_a_name(mark: str) -> None:
    told = "On Tue, 3 Feb 2026 at 10:11 Grubenpost <pit@example.org> wrote:"
    below = quoted(TURN_EN, mark)
    assert moves_in(read_words(f"{told}\n{below}\n3\n")) == ["3"]
    assert moves_in(read_words(f"{told}\n{below}\nThanks\n")) == []


def test_a_transcript_is_no_quotation() -> None:
    told = "On Tue, 3 Feb 2026 at 10:11 Grubenpost <pit@example.org> wrote:"
    for first in ("You wrote: status", "Du hast geschrieben: status", "Вы написали: status", "> status"):
        text = f"{first}\n\nk3t9qa: running\nmoney 4\n\n> games\n\nThere is none.\n3\n"
        assert read_words(f"3\n\n{told}\n\n{text}").commands == ("3",), first
        assert read_words(f"Thanks\n\n{told}\n{text}").commands == (), first
    assert read_words("3\n\nYou wrote: status\n\nmoney 4\n").commands == ("3",)


def test_a_quotation_cut_down_to_its_code() -> None:
    told = "On Tue, 3 Feb 2026 at 10:11 Grubenpost <pit@example.org> wrote:"
    assert read_words(f"{told}\n> code: GP-9JPY-DYXA-BZRF\n\n3").commands == ("3",)
    assert read_words(f"{told}\n> code: GP-9JPY-DYXA-BZRF\n3").commands == ("3",)


@pytest.mark.parametrize("answer", ["3", "money 4", "Thanks!"])
def test_an_answer_in_the_line_of_the_attribution(answer: str) -> None:
    for told in (
        "On Tue, Feb 3, 2026 at 10:11 AM Grubenpost <pit@example.org> wrote:",
        "Am Di., 3. Feb. 2026 um 10:11 Uhr schrieb Grubenpost <pit@example.org>:",
        "Le mar. 3 févr. 2026 à 10:11, Grubenpost <pit@example.org> a écrit :",
    ):
        for below in (TURN_EN, quoted(TURN_EN)):
            assert read_words(f"{answer} {told}\n{below}").own == (answer,)


def test_below_a_phones_advertisement() -> None:
    assert read_words("3\n\nSent from my iPhone\n\n7\n").commands == ("3",)
    words = read_words("Sent from my iPhone\n\n7\n")
    assert (words.commands, words.doubts) == ((), ("7",))


# What only people say


def pieces(line: str) -> Iterator[str]:
    """All that may be left of a line of ours, wherever it was broken, if it could be a choice."""
    words = line.split()
    for begin in range(len(words)):
        for end in range(begin + 1, min(begin + 6, len(words)) + 1):
            yield " ".join(words[begin:end])


def our_lines() -> set[str]:
    """Every line of every text that we say, with numbers, moves and names in it, and of whole mails."""
    said = {text for language in LANGUAGES for text in tongue(language).texts()}
    filled = {
        line
        for text in said
        for fact in ("3", "Anna", "money 4")
        for line in re.sub(r"\{\w+\}", fact, text).split("\n")
    }
    return filled | {line for ours in mails_of_ours() for line in ours.text.split("\n")}


def test_no_mail_of_ours_says_what_only_people_say() -> None:
    assert is_personal("I take 3")
    for line in our_lines():
        assert not [piece for piece in pieces(line) if is_personal(piece) and is_command(piece)], line


@pytest.mark.parametrize("said", rows("I take 3|3 please|Беру 3|ich nehme 3|3, пожалуйста|*3*|No. 3"))
@pytest.mark.parametrize("width", range(36, 80, 3))
def test_what_others_wrote_is_not_what_its_reader_says(said: str, width: int) -> None:
    """Their words to the table, or such as an answer of ours repeats, quoted and wrapped once more."""
    for before in range(2, 30):
        words = f"{'well ' * before}{said}"
        repeated = " ".join(f"`{shorten(f'{words} or so')}` is not a command; `help` lists them".split())
        for ours in (marked(words), repeated, "\n".join(wrap(repeated))):
            quotation = [piece for line in ours.split("\n") for piece in wrapped(f"> {line}", width)]
            assert moves_in(read_words("\n".join(["Who is this?", "", *quotation]))) == [], (ours, width)
