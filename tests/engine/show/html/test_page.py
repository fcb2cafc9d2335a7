"""The HTML of a mail: whole, small, fit for every mail program, and with nothing in it but the view."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules import CARDS, TILES, Game, Mine, check, coal, parse, view
from engine.rules import components as box
from engine.show import Style, numbered_actions, people
from engine.show import words as shared_words
from engine.show.html import Ahead, ByClient, ByMail, OrdersOffer, Page, html_mail
from engine.show.html.said import HtmlTongue
from engine.tongue import LANGUAGES, tongue
from tests.engine.rules.table import TASTES, drafted, opened, set_up
from tests.engine.show.html.clients import Reader, sheet_faults, style_faults
from tests.engine.show.html.golden import FOLDER, SHOWN, golden_mail, golden_path
from tests.engine.show.html.pages import (
    CHECKPOINT,
    HOSTILE,
    LONG_STORY,
    NAMES,
    REPLY,
    html_of,
    many_pages,
    page_of,
)
from tests.engine.show.positions import otherwise, random_positions

MOST = 64_000
GMAIL_CUTS = 102_000


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_mail_program_can_draw_it(players: int, taste: str) -> None:
    for page in many_pages(players, taste):
        read = Reader(page)
        assert read.faults == []
        assert list(sheet_faults(read.sheet)) == []


def test_the_check_sees_what_must_not_be() -> None:
    bad = [
        "<script>x</script>",
        '<img src="http://example.org/x.png">',
        '<a href="http://example.org">x</a>',
        '<td onclick="x">x</td>',
        '<td style="position:absolute">x</td>',
        '<td style="background:url(x.png)">x</td>',
        "<b>x",
        "</b>",
        "<b><span>x</b></span>",
        "<!-- x -->",
    ]
    assert [html for html in bad if not Reader(html).faults] == []
    assert list(style_faults("float:left"))
    assert list(sheet_faults("body{position:fixed}"))


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_small(code: str, taste: str) -> None:
    """In every language, late in games of four with everything on the table."""
    for seed in range(2):
        for game in random_positions(4, seed, taste, every=29):
            page = replace(page_of(game, game.turn, code=code), story=LONG_STORY)
            size = len(html_mail(page, tongue(code)).encode())
            assert size < MOST
            assert size * 1.37 < GMAIL_CUTS


def test_a_shortage_of_coal_does_not_make_it_long() -> None:
    """Nearly a dozen ways to load each of eight tiles."""
    game = drafted(4, tiles="k2L k2L k2L k2D k2D k2D g2L g2D")
    game = game.copy()
    game.coal = coal.from_counts([9, 9, 0, 0])
    game.own_pit().money = 50
    menu = numbered_actions(game, NAMES)
    assert len(menu.entries) > 50
    page = html_of(game, game.turn, code="ru")
    assert len(page.encode()) < MOST
    assert Reader(page).faults == []
    linked = [move_in(link)[0] for link in Reader(page).links]
    for number in range(1, 9):
        assert any(move.startswith(f"factory {number}") for move in linked)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("code", LANGUAGES)
def test_hostile_names_are_letters_and_nothing_else(code: str, players: int) -> None:
    for game in random_positions(players, 4, "any", every=40):
        for reader in range(players):
            read = Reader(html_of(game, reader, HOSTILE, code))
            assert read.faults == []
            for person in people(HOSTILE[:players], tongue(code), Style.UNICODE):
                assert person.name in read.words


@settings(max_examples=60, deadline=None)
@given(texts=st.lists(st.text(max_size=80), min_size=10, max_size=10))
def test_any_text_is_shown_and_never_becomes_html(texts: list[str]) -> None:
    game = drafted(2)
    ahead = Ahead(texts[6], [OrdersOffer(texts[7], texts[8])], ByMail("pit@example.org", "Re: pit", "GP-1"))
    page = Page(
        view(game, 0),
        texts[:2],
        0,
        texts[2],
        [texts[3]],
        ahead=ahead,
        notes=[texts[4]],
        checkpoint=texts[5],
        time=[texts[9]],
    )
    read = Reader(html_mail(page, tongue("en")))
    assert read.faults == []
    shown = " ".join(read.words.split())
    for text in texts[2:]:
        if text.isprintable():
            assert " ".join(text.split()) in shown


@pytest.mark.parametrize("taste", TASTES)
def test_nothing_hidden_is_shown(taste: str) -> None:
    """Two games that differ only in what a reader may not know make the same page."""
    rng = Random(9)
    differed = 0
    for game in random_positions(3, 8, taste, face_down=True, every=4):
        for reader in (None, 0, 1, 2):
            other = otherwise(game, reader, rng)
            differed += other != game
            assert html_of(game, reader) == html_of(other, reader)
    assert differed > 40


def test_a_refill_that_is_not_known_is_a_question_mark() -> None:
    game = view(drafted(2), None)
    game.tiles[0] = box.HIDDEN_TILE
    game.cards[3] = box.HIDDEN_CARD
    read = Reader(html_mail(Page(game, NAMES[:2], 0, "x"), tongue("en")))
    assert read.faults == []
    assert "?" in read.text
    assert "?-?" in read.text


def move_in(link: str) -> tuple[str, str]:
    """The move and the rest of the reply that a link fills in."""
    parts = urlsplit(link)
    assert parts.scheme == "mailto"
    assert unquote(parts.path) == REPLY.address
    fields = parse_qs(parts.query, strict_parsing=True)
    assert fields["subject"] == [REPLY.subject]
    (body,) = fields["body"]
    assert "+" not in parts.query  # some programs make a space of it
    move, rest = body.split("\r\n", 1)
    return move, rest


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_link_is_a_move_and_the_code(players: int, taste: str) -> None:
    seen = 0
    for game in random_positions(players, 11, taste, every=8):
        if game.over:
            continue
        menu = numbered_actions(view(game, game.turn), NAMES[:players])
        linked = [move_in(link) for link in Reader(html_of(game, game.turn, code="de")).links]
        assert {rest for _, rest in linked} == {"\r\ncode: GP-7K3M-Q9XW-2TRD"}
        moves = [move for move, _ in linked if not move.startswith("try ")]
        tried = [move.removeprefix("try ") for move, _ in linked if move.startswith("try ")]
        for move in moves + tried:
            check(game, parse(move, game))
        spaces = [entry.action for entry in menu.entries if isinstance(entry.action, Mine)]
        assert [parse(move, game).number for move in tried] == [space.number for space in spaces]  # type: ignore[attr-defined]
        wanted = [entry.action.write() for entry in menu.entries if not isinstance(entry.action, Mine)]
        wanted += [planned.action.write() for entry in menu.entries for planned in entry.plans]
        assert set(moves) <= set(wanted)
        if game.coal and all(coal.counts(game.coal)):
            assert sorted(moves) == sorted(wanted)
        seen += len(moves)
    assert seen > 50


def test_nobody_mines_for_nothing_by_mistake() -> None:
    """A tap on a mining space and another on `send` must not waste the workers."""
    game = drafted(4)
    moves = [move_in(link)[0] for link in Reader(html_of(game, game.turn)).links]
    tried = [move for move in moves if move.startswith("try ")]
    assert [move.split(":")[0] for move in tried] == ["try mine 4", "try mine 6", "try mine 8", "try mine 10"]
    for action in [parse(move.removeprefix("try "), game) for move in moves]:
        check(game, action)
        assert not isinstance(action, Mine) or action.steps


def test_a_link_survives_every_sign() -> None:
    reply = ByMail("pit+tag@example.org", "Re: [du bist dran] Grüße & 100% = #1?", "GP-0000-0000-0000")
    link = reply.link("mine 8: to g, fill C-kk k+y")
    parts = urlsplit(link)
    assert link.isascii()
    assert unquote(parts.path) == reply.address
    assert parse_qs(parts.query)["subject"] == [reply.subject]
    assert parse_qs(parts.query)["body"][0].startswith("mine 8: to g, fill C-kk k+y\r\n")


def test_players_with_a_key_get_commands() -> None:
    game = drafted(4)
    page = page_of(game, game.turn, answer=ByClient("k3t9qa"))
    read = Reader(html_mail(page, tongue("en")))
    assert read.links == []
    assert read.faults == []
    assert 'grubenpost move k3t9qa "money 5"' in read.words
    assert 'grubenpost move k3t9qa "bank"' in read.words


def test_others_get_neither() -> None:
    game = drafted(4)
    read = Reader(html_of(game, (game.turn + 1) % 4))
    assert read.links == []
    assert "grubenpost move" not in read.words
    assert f"{NAMES[game.turn]} can play: factory 1, 2" in read.words


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_a_page_of_the_language(code: str) -> None:
    page = html_of(drafted(3), 0, code=code)
    assert f'<html lang="{code}">' in page
    heads = Reader(page).heads
    assert heads[0] == "h1"
    assert heads.count("h1") == 1
    assert "h2" in heads[:2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_that_is_open_is_there(players: int) -> None:
    names = ["Anna", "Ben", "Carl", "Dora"][:players]
    for game in random_positions(players, 7, "collectors", every=11):
        words = Reader(html_of(game, 0, names)).words.replace("\N{NON-BREAKING HYPHEN}", "-").split()
        for piece in (*game.tiles, *(game.draft or game.cards)):
            assert piece is None or piece.name in words
        for pit in game.pits:
            for card in (*pit.orders, *pit.delivered):
                assert card.name in words
        cards = [word for word in words if word in CARDS]
        tiles = [word for word in words if word in TILES]
        assert len(cards) >= sum(len(pit.orders) + len(pit.delivered) for pit in game.pits)
        assert len(tiles) >= sum(tile is not None for tile in game.tiles)


def test_who_stands_where_and_what_it_takes() -> None:
    game = set_up(drafted(3), 0, storage="yyk")
    game = game.copy()
    index = box.space("money", "5").index
    game.count[index], game.owner[index] = 2, 1
    words = Reader(html_of(game, 0, ["Anna", "Ben", "Carl"])).words
    assert "5 B2 3" in words
    assert "locked" in words
    assert "Storage: y\xa0y k".replace("\xa0", " ") in words.replace("\xa0", " ")


def test_the_parts_of_the_page() -> None:
    """In the order in which somebody asks."""
    game = drafted(3)
    words = Reader(html_of(game, game.turn, ["Anna", "Ben", "Carl"])).words
    parts = [
        "ply 9",
        "What happened",
        "Boris <b>says</b>",
        "You have: ",
        "What you can do",
        "code: GP-7K3M-Q9XW-2TRD",
        "How you stand",
        "If shift I were scored now",
        "The board",
        "The other pits",
        CHECKPOINT,
    ]
    places = [words.rindex(part) for part in parts]
    assert places == sorted(places)


def test_the_draft_and_the_end() -> None:
    game = opened(3)
    words = Reader(html_of(game, game.turn)).words
    assert "What you can do" in words
    assert "Taken so far" in words
    assert "will begin shift I" in words
    assert "The board" not in words, "nothing has happened there"
    assert "were scored" not in words
    over = list(random_positions(3, 2, "any"))[-1]
    words = Reader(html_of(over, 1)).words
    assert "Every point" in words
    assert "tunnel imbalance" in words
    assert "What you can do" not in words
    assert "send `archive k3t9qa`" in words


def test_a_game_that_was_given_up_is_nobodys_turn() -> None:
    game = drafted(3)
    waiting = Reader(html_of(game, game.turn)).words
    given_up = Reader(html_mail(Page(view(game, 0), NAMES[:3], game.turn, "given up"), tongue("en"))).words
    assert "to move" in waiting
    assert "to move" not in given_up
    assert "What you can do" not in given_up


def test_a_long_story_is_told_from_its_end() -> None:
    game = drafted(2)
    story = [f"Event number {n}." * 10 for n in range(100)]
    words = Reader(html_mail(Page(view(game, 0), NAMES[:2], 0, "x", story), tongue("en"))).words
    before = words.index("What happened before that")
    assert words.index("Event number 99.") < before < words.index("Event number 98.")
    assert "84 earlier events" in words
    assert "Event number 84." in words
    assert "Event number 83." not in words


def test_whose_eyes_only() -> None:
    """What a draw-five showed is on the page of who drew it, and on no other."""
    drawn = [game for game in random_positions(3, 5, "any", every=99) if game.drawn]
    assert drawn
    for game in drawn:
        assert "for your eyes only" in Reader(html_of(game, game.turn)).words
        other = Reader(html_of(game, (game.turn + 1) % 3)).words
        assert "for your eyes only" not in other
        assert "looks at" in other


def test_the_page_is_the_same_every_time() -> None:
    game: Game = drafted(4)
    assert html_of(game, 2, code="de") == html_of(game, 2, code="de")


@pytest.mark.parametrize("language", SHOWN)
def test_mails_are_as_they_were_meant_to_look(language: str) -> None:
    assert golden_mail(language) == golden_path(language).read_text("utf-8")


def test_there_is_a_golden_mail_for_each_of_these_languages() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {golden_path(language).name for language in SHOWN}


@pytest.mark.parametrize("first", [shared_words.NOTHING, shared_words.EMPTY])
def test_one_english_word_that_is_two_elsewhere(first: str) -> None:
    german = HtmlTongue(tongue("de"))
    german.say(first)
    assert (german.say(shared_words.NOTHING), german.say(shared_words.EMPTY)) == ("keine", "leer")
