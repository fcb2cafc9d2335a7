"""Whatever reaches a terminal goes through one door for each program, where it is made harmless."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOORS = {"client/terminal/output.py", "server/host/output.py"}

# What writes to a terminal, or to whatever stands for it.
FUNCTIONS = frozenset({"print", "input", "getpass", "print_formatted_text", "pprint"})
METHODS = frozenset({"echo", "secho", "echo_via_pager", "print_exc", "print_exception", "displayhook"})
STREAMS = frozenset({"stdout", "stderr", "__stdout__", "__stderr__"})
WRITING = frozenset({"write", "writelines", "buffer"})

# Tools for whoever works on Grubenpost: they write pages of ours and read nothing of strangers.
OWN_PAGES = {"client/commands_page.py", "server/desk/commands_page.py", "server/config/writer.py"}
# Questions of ours, with answers that the host gave before.
QUESTIONS = {
    "server/host/setup/logging_in.py",
    "server/host/setup/questions.py",
    "server/host/setup/wizard.py",
}
# Their labels are ours.
BARS = {
    "client/commands/annotate.py",
    "client/commands/selfplay.py",
    "client/commands/stats.py",
    "client/commands/tournament.py",
    "server/host/progress.py",
}
# Log lines have a form of their own, in which nothing acts on a terminal either.
LOGS = {"server/host/reports/loglines.py"}


def by_passes(source: str) -> Iterator[tuple[int, str]]:
    """Every place where a terminal is written to."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
                yield node.lineno, node.func.id
            elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS | {"getpass"}:
                yield node.lineno, node.func.attr
            elif ast.unparse(node.func) in {"typer.prompt", "typer.confirm"}:
                yield node.lineno, "question"
            elif isinstance(node.func, ast.Attribute) and node.func.attr == "progressbar":
                yield node.lineno, "bar"
            elif isinstance(node.func, ast.Attribute) and node.func.attr == "StreamHandler":
                yield node.lineno, "log"
        elif isinstance(node, ast.ImportFrom) and node.module == "sys":
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in STREAMS)
        elif isinstance(node, ast.Attribute) and node.attr in WRITING:
            stream = getattr(node.value, "attr", "")
            if stream in STREAMS:
                yield node.lineno, f"{stream}.{node.attr}"


def allowed(path: str) -> set[str]:
    return (
        ({"stdout.write"} if path in OWN_PAGES else set())
        | ({"question"} if path in QUESTIONS else set())
        | ({"bar"} if path in BARS else set())
        | ({"log"} if path in LOGS else set())
    )


FILES = [
    str(path.relative_to(ROOT))
    for room in ("client", "server", "engine")
    for path in sorted((ROOT / room).rglob("*.py"))
]


@pytest.mark.parametrize("room", ["client", "server", "engine"])
def test_nothing_passes_the_doors_by(room: str) -> None:
    found = [
        f"{path}:{line}: {what}"
        for path in FILES
        if path.startswith(f"{room}/") and path not in DOORS
        for line, what in by_passes((ROOT / path).read_text("utf-8"))
        if what not in allowed(path)
    ]
    assert found == []


@pytest.mark.parametrize("path", sorted(DOORS | OWN_PAGES | QUESTIONS | BARS | LOGS))
def test_the_exceptions_are_still_needed(path: str) -> None:
    assert list(by_passes((ROOT / path).read_text("utf-8")))


@pytest.mark.parametrize(
    "source",
    [
        "print('x')",
        "import typer\ntyper.echo('x')",
        "import sys\nsys.stdout.write('x')",
        "import sys\nsys.stderr.buffer.write(b'x')",
        "from sys import stdout",
        "import traceback\ntraceback.print_exc()",
        "input('x')",
        "import typer\ntyper.prompt('x')",
    ],
)
def test_a_way_past_is_found(source: str) -> None:
    assert list(by_passes(source))
