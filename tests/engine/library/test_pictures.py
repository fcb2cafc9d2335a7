"""Pictures show what is in the game, are well-formed, and can be had as PNG on a machine without fonts."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.library.chronicle import Chronicle, chronicle
from engine.library.picture import board_svg, chart_of, png, vp_chart_png, vp_chart_svg
from engine.library.picture.chart import HEIGHT, WIDTH, scorings_of
from engine.library.study import NoStudy
from engine.tongue import LANGUAGES, tongue
from tests.engine.record.club import finished_archive, told

SAVES = Path(__file__).parents[3] / "saves"
NAMES = sorted(path.stem for path in SAVES.glob("*.json"))
SVG = "{http://www.w3.org/2000/svg}"


def saved(name: str) -> Chronicle:
    return chronicle(json.loads((SAVES / f"{name}.json").read_bytes()), name)


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def size_of(image: bytes) -> tuple[int, int]:
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def colours_in(image: bytes) -> int:
    """How many different bytes the picture's data have: one that is empty has few."""
    data, at = b"", 8
    while at < len(image):
        (length,) = struct.unpack(">I", image[at : at + 4])
        if image[at + 4 : at + 8] == b"IDAT":
            data += image[at + 8 : at + 8 + length]
        at += 12 + length
    return len(set(zlib.decompress(data)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_board_names_every_piece_on_it(name: str, language: str) -> None:
    game = saved(name)
    found = texts(board_svg(game.end, game.names, tongue(language)))
    for piece in (*filter(None, game.end.tiles), *filter(None, game.end.cards)):
        assert piece.name in found
    together = " ".join(found)
    for pit in game.end.pits:
        assert all(card.name in together for card in pit.delivered)
    for name_of, vp in zip(game.names, game.end.vp, strict=True):
        assert any(text.startswith(name_of[:12]) for text in found)
        assert any(text.startswith(f"{vp} ") for text in found)


@pytest.mark.parametrize("name", NAMES)
def test_cubes_and_lorries_are_all_drawn(name: str) -> None:
    from engine.rules import coal

    game = saved(name)
    drawn = ElementTree.fromstring(board_svg(game.end, game.names, tongue("en")))
    cubes = [
        rect for rect in drawn.iter(f"{SVG}rect") if rect.get("stroke") == "#222222" and not rect.get("rx")
    ]
    assert len(cubes) == sum(coal.total(pit.cubes()) for pit in game.end.pits)
    lorries = [rect for rect in drawn.iter(f"{SVG}rect") if rect.get("rx") == "2"]
    assert len(lorries) == sum(coal.total(pit.lorries) for pit in game.end.pits)


@pytest.mark.parametrize("name", NAMES)
def test_the_chart_ends_at_everyones_points(name: str) -> None:
    game = saved(name)
    svg = chart_of(game, tongue("en"))
    found = texts(svg)
    for vp in game.end.vp:
        assert any(text.startswith(f"{vp} ") for text in found)
    assert {"shift I", "shift II", "shift III"} <= set(found)
    assert len(scorings_of(game)) == 3
    courses = [path.get("d") or "" for path in ElementTree.fromstring(svg).iter(f"{SVG}path")]
    assert len(courses) == game.players
    for seat, course in enumerate(courses):
        steps = sum(game.points[n][seat] != game.points[n - 1][seat] for n in range(1, len(game.points)))
        assert course.count("V") == steps


@pytest.mark.parametrize(
    "points", [[[0, 0]], [[0, 0], [-7, -7]], [[0, 0, 0, 0], [1, 1, 1, 1]], [[0, 0], [999, -300]]]
)
def test_any_course_of_points_can_be_drawn(points: list[list[int]]) -> None:
    svg = vp_chart_svg(points, ["Anna", "Ben", "Clara", "Dmitri"][: len(points[0])], tongue("en"))
    for node in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        assert 0 <= float(node.get("x") or 0) <= WIDTH
        assert 0 <= float(node.get("y") or 0) <= HEIGHT


def test_names_are_only_text() -> None:
    facts = told(finished_archive(1, 4))
    facts["names"][0] = {"name": "<script>&\"'", "salt": "00" * 16}
    game = chronicle(facts)
    for svg in (chart_of(game, tongue("en")), board_svg(game.end, game.names, tongue("en"))):
        assert "<script>" not in svg
        assert any("<script>" in text for text in texts(svg))


def test_png_has_text_without_any_fonts_of_the_system() -> None:
    game = saved("2p-greedy")
    image = vp_chart_png(game.points, game.names, tongue("ru"), scorings_of(game))
    assert size_of(image) == (WIDTH, HEIGHT)
    assert colours_in(image) > 50
    words = '<text x="5" y="30" font-size="20" font-family="DejaVu Sans">Glück Дмитрий</text>'
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50">{}</svg>'
    assert colours_in(png(frame.format(words))) > colours_in(png(frame.format("")))
    assert size_of(png(frame.format(words), zoom=2)) == (400, 100)


def test_a_missing_package_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoStudy, match=r"resvg_py: pip install 'grubenpost\[study\]'"):
        png("<svg/>")
