"""The forms in which a game can be had, by name. Each gives files whose names end as the form says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

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
Notes = Sequence[Mapping[str, Any]]


class FormSource(NamedTuple):
    """The game from which a form is made, and how."""

    archive: bytes
    called: str
    """The game's name if it has no id."""
    language: str
    notes: Notes = ()


Make = Callable[[FormSource], tuple[bytes, ...]]


class Form(NamedTuple):
    endings: tuple[str, ...]
    make: Make
    takes_notes: bool = False


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


def make_form(
    name: str, archive: bytes, *, called: str = "", language: str = "en", notes: Notes = ()
) -> Files:
    """A game in one of the forms, from an archive that is known to be right.

    `called` names a game that has no id. All but JSON are only for games that are over; `notes` are remarks
    on plies, for the page and the transcript.
    """
    form = find_form(name)
    if notes and not form.takes_notes:
        raise Refused("library/no-notes", "{form} has no place for notes: html and md have", form=name)
    return dict(zip(form.endings, form.make(FormSource(archive, called, language, notes)), strict=True))


def _json(source: FormSource) -> tuple[bytes, ...]:
    return (source.archive,)


def _html(source: FormSource) -> tuple[bytes, ...]:
    page = replay_page(source.archive, language=source.language, called=source.called, notes=source.notes)
    return (page.encode(),)


def _markdown(source: FormSource) -> tuple[bytes, ...]:
    return (transcript(_read(source), source.language, source.notes).encode(),)


def _csv(source: FormSource) -> tuple[bytes, ...]:
    game = _read(source)
    return csv_text(MOVES, move_rows(game)).encode(), csv_text(SCORES, score_rows(game)).encode()


def _parquet(source: FormSource) -> tuple[bytes, ...]:
    game = _read(source)
    return parquet_bytes(MOVES, move_rows(game)), parquet_bytes(SCORES, score_rows(game))


def _board(source: FormSource) -> tuple[bytes, ...]:
    game = _read(source)
    return (board_svg(game.end, game.names, tongue(source.language)).encode(),)


def _chart(source: FormSource) -> tuple[bytes, ...]:
    return (chart_of(_read(source), tongue(source.language)).encode(),)


def _as_png(make: Make) -> Make:
    return lambda source: tuple(png(drawn.decode()) for drawn in make(source))


def _read(source: FormSource) -> Chronicle:
    facts = canonical.loads(source.archive)
    assert isinstance(facts, dict)
    return chronicle(facts, source.called)


FORMS: Final = {
    "json": Form((".json",), _json),
    "html": Form((".html",), _html, takes_notes=True),
    "md": Form((".md",), _markdown, takes_notes=True),
    "csv": Form((".moves.csv", ".scores.csv"), _csv),
    "parquet": Form((".moves.parquet", ".scores.parquet"), _parquet),
    "board.svg": Form((".board.svg",), _board),
    "board.png": Form((".board.png",), _as_png(_board)),
    "chart.svg": Form((".chart.svg",), _chart),
    "chart.png": Form((".chart.png",), _as_png(_chart)),
}
