"""A finished game as one page to look at: the board, every move, every point, and the proof of it all.

`replay_page` gives one HTML text that needs no network and no server. The positions are worked out here,
by the rules, and embedded as changes from ply to ply, so that the page itself knows no rules. The archive
is embedded too, and the page checks its hashes and signatures by itself.
"""

from __future__ import annotations

from .page import replay_page

__all__ = ["replay_page"]
