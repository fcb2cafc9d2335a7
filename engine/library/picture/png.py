"""SVG as PNG, through resvg.

The fonts are those that come inside the package matplotlib, so that every machine draws the same picture,
even one without any fonts. Both packages are of the extra `study`.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from engine.library.study import missing, need

FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


def png(svg: str, zoom: int = 1) -> bytes:
    """A picture as PNG; `zoom` = 2 has twice as many pixels each way."""
    drawn: bytes = need("resvg_py").svg_to_bytes(
        svg_string=svg,
        zoom=zoom,
        skip_system_fonts=True,
        font_files=list(_fonts()),
        font_family="DejaVu Sans",
    )
    return bytes(drawn)


@cache
def _fonts() -> tuple[str, ...]:
    """Found without importing the package, which would take longer than the drawing."""
    found = find_spec("matplotlib")
    if found is None or not found.submodule_search_locations:
        raise missing("matplotlib")
    folder = f"{found.submodule_search_locations[0]}/mpl-data/fonts/ttf"
    return tuple(f"{folder}/{font}" for font in FONTS)
