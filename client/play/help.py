"""Help at a turn: all that can be typed."""

from __future__ import annotations

from typing import Final

from engine.phrase import word
from engine.tongue import Tongue

HELP: Final = word("""\
Type the number of an action (with a plan's letter: 7a) and Enter, or a move:
  draft C-kk        factory 3         factory draw      bank
  order 2           order draw        money 5           deliver carriage
  mine 8            composes the work steps one by one
  mine 8: to g, load g x2, to top, fill E-gg g x2
  keep g2L, top k1D y1L b2D y2L       after a draw; or: keep none, bottom ...
Any other words search the list: only actions that have them are shown.
Colours are y b g k (yellow, brown, gray, black), vehicles B C M E.
While you compose: the number of a step, steps, or a plan's letter;
  u takes the last step back, an empty line is done, `back` begins anew.
At any time:
  h         what the foreman would play, and why
  why MOVE  what the foreman thinks of a move
  board     the board again           score     the standings
  t         lessons on or off         q         leave; nothing is lost
On a full screen: arrows and PgUp/PgDn scroll, Tab jumps, Esc goes back.""")


def help_text(tongue: Tongue) -> str:
    return tongue.say(HELP)
