"""The game library: a static site of all public games, those that are over each with its replay, those under
way as everybody may see them.

It is plain files that any web server, or none, can show: no network, nothing to run but a small script for
the search. What is there and still right is left alone, so that a site is brought up to date quickly; what
may not be shown any more is deleted.
"""

from __future__ import annotations

from .build import Built, build_site

__all__ = ["Built", "build_site"]
