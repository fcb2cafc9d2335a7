"""The report on many games: one HTML page with charts, drawn by matplotlib, and the numbers behind them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any, Final

from engine.library.study import need
from engine.library.words import SHIFTS, source_words
from engine.rules import SPACES
from engine.show import words
from engine.tongue import Tongue

Facts = dict[str, Any]
Table = tuple[Sequence[str], Sequence[Sequence[object]]]
"""The heads of the columns, and the rows."""

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#b0559a")
"""Told apart by people with any colour vision."""
_HEAD: Final = re.compile(r"^.*?(?=<svg)", re.DOTALL)
_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 60rem; }
figure { margin: 1rem 0; background: #fff; border-radius: 6px; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.15rem 0.6rem; text-align: right; border-bottom: 1px solid #8886; }
th:first-child, td:first-child { text-align: left; }
details { margin: 0.5rem 0 2rem; overflow-x: auto; }
"""


def report(facts: Facts, speaks: Tongue) -> str:
    """The whole page in a language."""
    say = speaks.say
    title = say("A study of games")
    games = speaks.count("{n} game", "{n} games", facts["games"])
    plies = speaks.count("{n} move", "{n} moves", facts["plies"])
    sections = [section for make in _SECTIONS for section in make(facts, speaks)]
    return (
        f'<!doctype html>\n<html lang="{speaks.code}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        f"<p>{escape(games)}, {escape(plies)}.</p>\n{''.join(sections)}</main>\n</body>\n</html>\n"
    )


def _section(heading: str, about: str, drawn: str, table: Table, speaks: Tongue) -> str:
    """A chart, and the numbers that it shows as a table for whoever can't see it or wants to know exactly."""
    heads, rows = table
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>\n" for row in rows)
    return (
        f"<section>\n<h2>{escape(heading)}</h2>\n<p>{escape(about)}</p>\n"
        f'<figure role="img" aria-label="{escape(heading)}">{drawn}</figure>\n'
        f"<details><summary>{escape(speaks.say('The numbers'))}</summary>\n"
        f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></details>\n</section>\n"
    )


def _drawn(draw: Callable[[Any], None], height: float = 4) -> str:
    """A chart as SVG that always comes out the same. `draw` gets the axes."""
    matplotlib, figure = need("matplotlib"), need("matplotlib.figure")
    settings = {"svg.fonttype": "none", "svg.hashsalt": "grubenpost", "font.family": "sans-serif"}
    with matplotlib.rc_context(settings):
        made = figure.Figure(figsize=(9, height), layout="constrained")
        axes = made.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        out = io.StringIO()
        made.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return _HEAD.sub("", out.getvalue())


def _by_seat(facts: Facts, speaks: Tongue) -> Iterator[str]:
    """The results of those who play first, second and so on."""
    found = facts["order_of_play"]
    if not found:
        return
    say, within = speaks.say, speaks.within

    def draw(axes: Any) -> None:
        for number, players in enumerate(sorted({row["players"] for row in found})):
            rows = [row for row in found if row["players"] == players]
            x = [row["place"] + (number - 1) * 0.25 for row in rows]
            label = speaks.count("{n} player", "{n} players", players)
            axes.bar(x, [100 * row["win_rate"] for row in rows], 0.22, color=COLOURS[number], label=label)
            axes.hlines(
                100 / players, min(x) - 0.2, max(x) + 0.2, colors=COLOURS[number], linestyles="dotted"
            )
        axes.set_xticks(sorted({row["place"] for row in found}))
        axes.set_xlabel(say("place in the order of play of shift I"))
        axes.set_ylabel(say("won, in percent"))
        axes.legend()

    rows = [
        (row["players"], row["place"], row["seats"], _percent(row["win_rate"]), row["mean_vp"])
        for row in found
    ]
    heads = (
        within("column", "players"),
        within("column", "place"),
        within("column", "seats"),
        within("column", "won"),
        within("column", "VP on average"),
    )
    about = say("Dotted lines show what chance alone would give. A shared victory counts by its share.")
    yield _section(say("Victories by the order of play"), about, _drawn(draw), (heads, rows), speaks)


def _by_order(facts: Facts, speaks: Tongue) -> Iterator[str]:
    """The results of those who drafted each order first."""
    say, within = speaks.say, speaks.within
    found = sorted(facts["first_orders"], key=lambda row: row["win_rate"] - row["by_chance"])
    if not found:
        return

    def draw(axes: Any) -> None:
        gains = [100 * (row["win_rate"] - row["by_chance"]) for row in found]
        axes.barh([row["order"] for row in found], gains, color=[COLOURS[gain < 0] for gain in gains])
        axes.axvline(0, color="#555555", linewidth=0.8)
        axes.set_xlabel(say("won beyond chance, in percentage points"))
        axes.tick_params(axis="y", labelsize=8)

    rows = [
        (row["order"], row["seats"], _percent(row["win_rate"]), _percent(row["by_chance"]), row["mean_vp"])
        for row in reversed(found)
    ]
    heads = (
        within("column", "order"),
        within("column", "seats"),
        within("column", "won"),
        within("column", "by chance"),
        within("column", "VP on average"),
    )
    about = say("The order that a player drafted first. With few games most of this is luck.")
    drawn = _drawn(draw, 1 + 0.16 * len(found))
    yield _section(say("Victories by the first order"), about, drawn, (heads, rows), speaks)


def _by_space(facts: Facts, speaks: Tongue) -> Iterator[str]:
    """The use of spaces, shift by shift."""
    say, within = speaks.say, speaks.within
    found = [row for row in facts["space_use"] if any(row["placements"])]
    labels = [_space(row, speaks) for row in found]

    def draw(axes: Any) -> None:
        left = [0.0] * len(found)
        for shift in range(3):
            used = [row["placements"][shift] for row in found]
            label = speaks.phrase(SHIFTS[shift + 1])
            axes.barh(labels, used, left=left, color=COLOURS[shift], label=label)
            left = [a + b for a, b in zip(left, used, strict=True)]
        axes.invert_yaxis()
        axes.set_xlabel(say("placements in one game"))
        axes.tick_params(axis="y", labelsize=8)
        axes.legend()

    rows = [(label, *row["placements"], *row["workers"]) for label, row in zip(labels, found, strict=True)]
    shifts = [speaks.phrase(shift) for shift in SHIFTS[1:]]
    workers = [say("{shift}: workers", shift=shift) for shift in shifts]
    about = say("How often each worker space is used in one game, shift by shift.")
    drawn = _drawn(draw, 1 + 0.2 * len(found))
    yield _section(
        say("Worker spaces"), about, drawn, ((within("column", "space"), *shifts, *workers), rows), speaks
    )


def _space(row: Facts, speaks: Tongue) -> str:
    known = {(space.area, space.name): space for space in SPACES}
    space = known.get((row["area"], row["space"]))
    return words.space(speaks, space) if space else speaks.say(words.AREAS["bank"])


def _by_source(facts: Facts, speaks: Tongue) -> Iterator[str]:
    """The sources of the points of winners and of others."""
    say, within, points = speaks.say, speaks.within, facts["points"]
    if not points["winners"]:
        return
    groups = {"winners": within("column", "winners"), "others": within("column", "others")}
    names = source_words(speaks)

    def draw(axes: Any) -> None:
        for number, (group, label) in enumerate(groups.items()):
            y = [place + (number - 0.5) * 0.38 for place in range(len(names))]
            axes.barh(
                y, [points[group].get(name, 0) for name in names], 0.36, color=COLOURS[number], label=label
            )
        axes.set_yticks(range(len(names)), list(names.values()))
        axes.invert_yaxis()
        axes.set_xlabel(within("column", "VP on average"))
        axes.legend()

    rows = [(said, *(points[group].get(name, 0) for group in groups)) for name, said in names.items()]
    about = say("Victory points of a player on average, by where they come from.")
    yield _section(
        say("Where points come from"),
        about,
        _drawn(draw),
        ((within("column", "source"), *groups.values()), rows),
        speaks,
    )


def _by_time(facts: Facts, speaks: Tongue) -> Iterator[str]:
    """The time that players take for a move; nothing is known of unsigned games."""
    say, within, times = speaks.say, speaks.within, facts["time_per_move"]
    if not times["moves"]:
        return
    found = times["shorter_than"]
    labels = [_span(row["seconds"], speaks) for row in found]

    def draw(axes: Any) -> None:
        axes.bar(labels, [100 * row["moves"] / times["moves"] for row in found], color=COLOURS[0])
        axes.set_ylabel(say("moves, in percent"))

    rows = [(label, row["moves"]) for label, row in zip(labels, found, strict=True)]
    hours = f"{times['mean_seconds'] / 3600:.1f}"
    about = say("From the position that a move answers to the move: {hours} hours on average.", hours=hours)
    yield _section(
        say("Time per move"),
        about,
        _drawn(draw),
        ((within("column", "less than"), within("column", "moves")), rows),
        speaks,
    )


def _span(seconds: int | None, speaks: Tongue) -> str:
    """A bound of a group of times."""
    if seconds is None:
        return speaks.within("column", "more")
    if seconds < 3600:
        return speaks.say("{n} min", n=seconds // 60)
    if seconds < 86400:
        return speaks.say("{n} h", n=seconds // 3600)
    return speaks.say("{n} d", n=seconds // 86400)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


_SECTIONS: Final = (_by_seat, _by_order, _by_source, _by_space, _by_time)
