"""Pictures of a game for mails and forums: the course of the points, and the board at the end.

Each is drawn as SVG here, with nothing but the standard library. `png` turns any of them into PNG.
"""

from __future__ import annotations

from .board import board_svg
from .chart import chart_of, vp_chart_png, vp_chart_svg
from .png import png

__all__ = ["board_svg", "chart_of", "png", "vp_chart_png", "vp_chart_svg"]
