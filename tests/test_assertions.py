"""A test that asserts nothing can't fail for what it is about: each asserts itself, or calls a check.

A check is a function of the tests that asserts, and what it gives back is not used: it was called for that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
KNOWN = frozenset({"raises", "warns", "fail"})
"""What pytest has for it."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def asserts(function: Function) -> bool:
    return any(isinstance(node, ast.Assert) for node in ast.walk(function))


def name_of(call: ast.expr) -> str:
    called = call.func if isinstance(call, ast.Call) else None
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")


def done_in(function: Function) -> set[str]:
    """What is called in there as a statement of its own, or around a block."""
    done = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Expr):
            done.add(name_of(node.value))
        elif isinstance(node, ast.With):
            done |= {name_of(item.context_expr) for item in node.items}
    return done


def silent_tests(trees: dict[str, ast.AST]) -> list[str]:
    """The tests in which nothing asserts anything."""
    found = [(place, function) for place, tree in trees.items() for function in functions(tree)]
    checks = KNOWN | {function.name for _, function in found if asserts(function)}
    while more := {f.name for _, f in found if f.name not in checks and done_in(f) & checks}:
        checks |= more
    return [
        f"{place}::{function.name}"
        for place, function in found
        if function.name.startswith("test_") and not asserts(function) and not done_in(function) & checks
    ]


def test_every_test_can_fail() -> None:
    files = sorted(HERE.rglob("*.py"))
    trees: dict[str, ast.AST] = {str(file.relative_to(HERE)): ast.parse(file.read_bytes()) for file in files}
    assert len(trees) > 300
    assert silent_tests(trees) == []


def test_a_silent_test_is_seen() -> None:
    helpers = "def check(x): assert x\ndef check_all(): check(1)\ndef begin(): assert now\n"
    loud = "def test_a(): check_all()\ndef test_b():\n    with raises(E): f()\ndef test_c(): assert x\n"
    silent = "def test_d(): look(1)\ndef test_e(): game = begin()\n"
    trees = {name: ast.parse(text) for name, text in (("h", helpers), ("l", loud), ("s", silent))}
    assert silent_tests(dict(trees)) == ["s::test_d", "s::test_e"]
