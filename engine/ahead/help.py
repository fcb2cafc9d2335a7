"""`help orders`: standing orders on one screen of a mail, in the reader's language."""

from __future__ import annotations

from typing import Final

from ..phrase import word

HELP: Final = word("""\
Orders for your next turns are written like this:

  next: order C-kk if costs <= 2; else factory g2L; else money 5
  then: mine 8: plan C-kk
  stop if ousted

When your turn comes, the first line that is allowed and whose conditions hold
is played, one move a turn. The list after `then:` is for the turn after, and
only if line 1 was played. If no line fits, nothing is played, and you are
asked as usual. Nobody sees your orders before they are played.

Name the piece, not its space: `order C-kk`, `factory g2L`, or a kind of piece:
`order kk`, `order carriage`, `order 7vp` (7 VP or more), `factory g2`,
`factory any2` (any tile with two lorries). A line is played for no more
workers than its space costs now, unless you say so: `if costs <= 3`.
`mine 8: plan C-kk` lets the planner find the work steps, `mine 8: plan` its
best. `order draw, keep kk or 9vp or none` draws and keeps in one.
`draft: C-kk, gg, 9vp` is a list for the whole draft.

Conditions, joined by `and`, or after `not`:
  money >= 8, workers, orders, cubes k, vp, shift    yours; also <= and =
  mine 8 costs <= 2, C-kk on offer                   what lies there
  have C-kk, complete C-kk                           your orders
  seat 2 played deliver, someone takes C-kk          the others
Stops: `stop if ousted`, `stop at shift end`, `stop if someone takes E-bb`,
`stop if gone` (the piece of line 1), `stop if new order 7vp`,
`stop if new factory any2` (and you can pay it), or any condition.""")
"""The help on writing orders."""
