"""What somebody may be called, and how two at a table are told apart."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import server.desk.desk  # noqa: F401  gathers the commands
from engine.errors import Refused
from engine.record.game.book import Book
from engine.record.letters.kinds.register import Register
from engine.record.names.display_name import Name
from engine.show import Style
from engine.show.layout import wrap
from engine.tongue import LANGUAGES, tongue
from engine.wire.codes import find_codes
from server.ledger import models as rows
from server.names.names import call_by_handle, called, check_handle, check_name, is_fit
from server.outgoing.bulletin import Bulletin
from server.outgoing.history import names_in
from server.visit.preferences import Manner
from server.words.command import is_command
from tests.engine.record.club import new_match, server_key
from tests.server.house import House, Member
from tests.server.playing import hand_out, make_club, open_game, play_on, rename, start_game

GOOD = (
    "Anna|Ben Bäcker|Клара|Дора Д.|"
    "Ännchen 😀|Бен Bäcker|李小龍|O’Brien|"
    "Anna & Bert|J.R.R. Tolkien|Jean-Pierre|Łukasz|"
    "Οδυσσεύς|علي|דוד|"
    "山田ひろし|김철수|Anna II|anna12|M|Lisa|Mr. Bean|Peter G|"
    "Mark Twain|Mine|Eve|Anna Steiger|Alexander der Große|Zoë|"
    "Ngọc Ánh|สมชาย|राम|"
    "Ողջույն"
).split("|")

BAD = {
    "name/code": (
        "GP-7K3M-Q9XW-2TRD|gp-7k3m-q9xw-2trd|gp 7k3m q9xw 2trd|GP7K3MQ9XW2TRD|"
        "Gp.7k3m.q9xw.2trd|GP|Gp anna|Anna gp-7k3m-q9xw|x GP 7K3M|"
        "G P7K3M Q9XW 2TRD|GP_7K3M_Q9XW_2TRD|GP7K3M-Q9XW2TRD|GP7K3MQ9XW2TRDX|gpeters|"
        "G Peters|GP-7K3M-Q9XW-2TRDXYZ"
    ),
    "name/command": (
        "help|Money|Eddie Money|Geld|Max dig 8x|bank|BANK!|деньги|"
        "Анна банк|Fabrik|set name Bob|move it|Anna resign|"
        "forget me|board|Join us|Nimm Platz"
    ),
    "name/letters": ("3|12.|😀|1 2"),
    "name/number": ("Anna 3|7b|Anna 12.|Karl 4 Otto|Anna 3b"),
    "name/game": ("k3t9qa|Anna k3t9qa|gre3dy"),
    "name/characters": (
        "#3|Game x, ply 3: it is your turn|code: x|> Anna|anna@example.org|"
        "Anna (bert)|<b>Anna|`bank`|*Anna*|http://x|ＡＮＮＡ|ⓐnna|"
        "ꓮꓠꓠꓮ|𝐀nna|Ⲁⲛⲛⲁ|Anna=|~Anna|Anna/|x:|"
        "[Anna]|“Anna”|Anna…|On 3 Feb Anna wrote:"
    ),
    "name/signs": (
        "-----Original Message-----|--|Anna --|...|-Anna|.Anna|Anna ---- Bert|"
        "A\u0301\u0301\u0301\u0301|\u0301Anna|- Anna|!!!|Anna ...|"
        "ก\u0e49\u0e49\u0e49\u0e49\u0e49"
    ),
    "name/mixed": ("Аnna|Annа|Βen|Ѕerver|Anna Вert"),
    "name/address": ("evil.example|www evil|Anna.example.org|x.com"),
    "name/reserved": (
        "Grubenpost|G r u b e n p o s t|BEGIN GRUBENPOST|Server|The Server|"
        "SERVER!|Host|Greedy|Gr eedy|Foreman|Сервер|Gastgeber|"
        "Вы|You|Player|Spieler|Yes|да|Nein|Ok|Stop|Please stop!|стоп|On Monday Anna wrote|"
        "Am Montag schrieb Anna|Анна пишет|"
        "Sent from my Phone|Begin forwarded message|Next|Then|Dann|Table talk"
    ),
    "letter/bad-value": (
        "Anna\u202e|An\u200bna|Anna\x07|a;b|Anna  Bert| Anna|An\u00adna|\ufeffAnna|Anna\u2028|\x1b[31mAnna"
    ),
    "letter/too-long": "x" * 41,
}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_name(name: str) -> None:
    check_name(name)
    assert called(name, "anna") == name


@pytest.mark.parametrize(
    ("name", "code"), [(name, code) for code, names in BAD.items() for name in names.split("|")]
)
def test_a_bad_name_is_refused_and_shown_by_the_handle(name: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert refused.value.code == code
    assert called(name, "anna") == "anna"


@pytest.mark.parametrize(
    ("handle", "code"),
    [
        ("GP-7K3M-Q9XW-2TRD", "name/code"),
        ("gp7k3mq9xw2trd", "name/code"),
        ("GP_7K3M", "name/code"),
        ("help", "name/command"),
        ("Bank", "name/command"),
        ("geld", "name/command"),
        ("k3t9qa", "name/game"),
        ("grubenpost", "name/reserved"),
        ("Grubenp0st", "name/reserved"),
        ("the-server", "name/reserved"),
        ("h0st", "name/reserved"),
        ("greedy", "name/reserved"),
        ("yes", "name/reserved"),
        ("x", "letter/bad-value"),
        ("Анна", "letter/bad-value"),
    ],
)
def test_a_bad_handle(handle: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        check_handle(handle)
    assert refused.value.code == code
    assert call_by_handle(handle, 1) == "Player-2"


@pytest.mark.parametrize("handle", ["anna", "ben_2", "Anna-Maria", "anna12", "mark", "house12"])
def test_a_good_handle(handle: str) -> None:
    check_handle(handle)
    assert call_by_handle(handle, 1) == handle


def test_two_handles_from_before_that_look_alike() -> None:
    book = new_match(1, 3).book
    handles = ("rnax", "max", "ida")
    book.seats = tuple(replace(seat, handle=name) for seat, name in zip(book.seats, handles, strict=True))
    book.names = tuple(Name(name, bytes(16)) for name in ("Zora", "Z0ra", "Ida"))
    assert names_in(book) == ["rnax", "Player-2", "Ida"]


# What a name can do in a mail


PIECES = [
    *(
        "GP gp 7K3M Q9XW 2TRD code bank help mine 8 3 7b move k3t9qa yes да Geld "
        "деньги Mark Anna Клара G P O’Brien - . _ resign set name wrote"
    ).split()
]
NAMES = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map(" ".join),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join),
    st.text(st.sampled_from("gpGP7k-_. 3banklé’АнОлΑν"), min_size=1, max_size=30),
    st.text(min_size=1, max_size=20),
)
SENTENCES = [
    "{who} places all workers in the factory and takes some Marks.",
    "Game {{game}}, ply {{ply}}: it is the turn of {who}.",
    "Ousted are those of {who} (A), {who} and {who}.",
    "{who} ставит рабочего на фабрику и берёт марки.",
]


@given(NAMES)
@settings(max_examples=100, deadline=None)
def test_a_name_that_may_be_used_is_neither_code_nor_command_wherever_a_line_is_broken(name: str) -> None:
    name = " ".join(name.split())
    if not is_fit(name):
        return
    for sentence in SENTENCES:
        for width in (45, 72):
            for before in range(0, 14, 4):  # so that every space in the name is once the end of a line
                lines = wrap("Theo " * before + sentence.format(who=name), "  ", width=width)
                assert find_codes("\n".join(lines)) == [], lines
                assert not [line for line in lines if is_command(line)], lines


@cache
def a_game() -> Book:
    match = new_match(3, 3)
    return match.book


@given(NAMES, st.sampled_from(LANGUAGES), st.sampled_from(list(Style)))
@settings(max_examples=25, deadline=None)
def test_a_board_quoted_without_a_mark_says_nothing_by_a_name(name: str, code: str, style: Style) -> None:
    """Also by a name from before, which may be anything that a log can hold."""
    try:
        given_names = [
            Name(" ".join(name.split()), bytes(16)),
            Name("Zora", bytes(16)),
            Name("Ida", bytes(16)),
        ]
    except Refused:
        return
    book = a_game()
    manner = Manner(tongue(code), style, html=False)

    def told(names: list[Name]) -> tuple[list[str], list[str]]:
        book.names = tuple(names)
        text = Bulletin(book, server_key()).text(1, manner, [])
        return find_codes(text), [line.strip() for line in text.splitlines() if is_command(line)]

    assert told(given_names) == told([replace(given_names[0], text="Nora"), *given_names[1:]])


# At the desk


def test_bad_names_are_refused_at_every_door(house: House) -> None:
    (answer,) = house.write("eve@example.org", "register eve GP-7K3M-Q9XW-2TRD")
    assert "(name/code)" in answer.text
    (answer,) = house.write("eva@example.org", "register GP-7K3M-Q9XW-2TRD Eva")
    assert "(name/code)" in answer.text
    cleo = Member(house, "help")
    letter = cleo.sealed(Register(house.server, "help", "key", cleo.key.public, cleo.nonce()))
    (answer,) = house.write("cleo@example.org", "", letter)
    assert "(name/command)" in answer.text
    anna, ben = make_club(house, 2)
    for member in (anna, ben):
        (answer,) = member.ask("set name Аnna")
        assert "(name/mixed)" in answer.text
        (answer,) = member.ask("set name Zora")
        assert "Your name is now Zora" in answer.text
    assert [player.name for player in house.all(rows.Player)] == ["Zora", "Zora"]


def test_names_from_before_are_not_shown(house: House) -> None:
    members = anna, _, clara = make_club(house, 3)
    rename(house, "anna", "GP-7K3M-Q9XW-2TRD")
    game = open_game(members)
    invited = [got for got in anna.ask(f"invite {game} clara") if got.recipient == clara.address]
    assert [got.text for got in invited if "anna (anna) invites you" in got.text]
    rename(house, "ben", "help")
    game = start_game(members)
    mails = play_on(members, 4)
    for got in mails:
        assert "7K3M" not in got.text
        assert "help" not in re.sub(r"`help\s+\w+`", "", got.text.casefold())
    assert clara.turn["names"] == ["anna", "ben", "Клара"]
    assert game


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Anna", "Аnna"), ["Anna", "ben"]),  # the mixed one does not count at all
        (("Сора", "Copa"), ["anna", "ben"]),
        (("Bill", "B1ll"), ["anna", "ben"]),
        (("Zora", "zorá"), ["anna", "ben"]),
        (("Клара", "Klara"), ["anna", "ben"]),  # the same in plain ASCII
        (("Alexander der Große", "Alexander der Kleine"), ["anna", "ben"]),  # the same in a table
        (("Ben", "Anna"), ["anna", "ben"]),  # each is called like the other's handle
        (("Zora", "Anna"), ["Zora", "ben"]),
        (("Zora", "Ida"), ["Zora", "Ida"]),
        (("李", "王"), ["李", "王"]),
        (("Anna", "Ben"), ["Anna", "Ben"]),
    ],
)
def test_who_could_be_mistaken_is_called_by_the_handle(names: tuple[str, str], shown: list[str]) -> None:
    book = new_match(1, 2).book
    handles = [seat.handle for seat in book.seats]
    book.names = tuple(Name(name, bytes(16)) for name in names)
    assert names_in(book) == [{"anna": handles[0], "ben": handles[1]}.get(name, name) for name in shown]


def test_two_at_a_table_whose_names_look_alike(house: House) -> None:
    both = anna, ben = make_club(house, 2)
    anna.ask("set name Copa")
    ben.ask("set name Сора")
    start_game(both)
    assert anna.turn["names"] == ["anna", "ben"]
    hand_out(both, play_on(both, 1))
    assert anna.last is not None
    assert "Сора" not in anna.last.text
