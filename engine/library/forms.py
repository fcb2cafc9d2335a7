"""The forms in which a game can be had, by name. Each gives files whose names end as the form says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.errors import Refused
from engine.library.chronicle import Chronicle, chronicle
from engine.library.parquet import parquet_bytes
from engine.library.picture import board_svg, chart_of, png
from engine.library.replay import replay_page
from engine.library.tables import MOVES, SCORES, csv_text, move_rows, score_rows
from engine.library.transcript import transcript
from engine.record.log import canonical
from engine.tongue import tongue

Files = dict[str, bytes]
"""Contents by the endings of their names."""
Make = Callable[[bytes, str, str], tuple[bytes, ...]]
"""From an archive, what the game is called if it has no id, and a language."""


class Form(NamedTuple):
    endings: tuple[str, ...]
    make: Make


def find_form(name: str) -> Form:
    """The form of this name."""
    if name not in FORMS:
        raise Refused(
            "library/form",
            "there is no form {form}: choose one of {forms}",
            form=name,
            forms=", ".join(FORMS),
        )
    return FORMS[name]


def make_form(name: str, archive: bytes, *, called: str = "", language: str = "en") -> Files:
    """A game in one of the forms, from an archive that is known to be right.

    `called` names a game that has no id. All but JSON are only for games that are over.
    """
    form = find_form(name)
    return dict(zip(form.endings, form.make(archive, called, language), strict=True))


def _json(archive: bytes, called: str, language: str) -> tuple[bytes, ...]:
    return (archive,)


def _html(archive: bytes, called: str, language: str) -> tuple[bytes, ...]:
    return (replay_page(archive, language=language, called=called).encode(),)


def _markdown(archive: bytes, called: str, language: str) -> tuple[bytes, ...]:
    return (transcript(_read(archive, called), language).encode(),)


def _csv(archive: bytes, called: str, language: str) -> tuple[bytes, ...]:
    game = _read(archive, called)
    return csv_text(MOVES, move_rows(game)).encode(), csv_text(SCORES, score_rows(game)).encode()


def _parquet(archive: bytes, called: str, language: str) -> tuple[bytes, ...]:
    game = _read(archive, called)
    return parquet_bytes(MOVES, move_rows(game)), parquet_bytes(SCORES, score_rows(game))


def _board(archive: bytes, called: str, language: str) -> tuple[bytes, ...]:
    game = _read(archive, called)
    return (board_svg(game.end, game.names, tongue(language)).encode(),)


def _chart(archive: bytes, called: str, language: str) -> tuple[bytes, ...]:
    return (chart_of(_read(archive, called), tongue(language)).encode(),)


def _as_png(make: Make) -> Make:
    return lambda *given: tuple(png(drawn.decode()) for drawn in make(*given))


def _read(archive: bytes, called: str) -> Chronicle:
    facts = canonical.loads(archive)
    assert isinstance(facts, dict)
    return chronicle(facts, called)


FORMS: Final = {
    "json": Form((".json",), _json),
    "html": Form((".html",), _html),
    "md": Form((".md",), _markdown),
    "csv": Form((".moves.csv", ".scores.csv"), _csv),
    "parquet": Form((".moves.parquet", ".scores.parquet"), _parquet),
    "board.svg": Form((".board.svg",), _board),
    "board.png": Form((".board.png",), _as_png(_board)),
    "chart.svg": Form((".chart.svg",), _chart),
    "chart.png": Form((".chart.png",), _as_png(_chart)),
}
