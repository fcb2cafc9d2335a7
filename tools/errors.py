"""Finds every code that something is refused with, and the sentences that it is told in.

    make errors          writes engine/faults/sentences.json and docs/errors.md

A code is written out where it is raised, so that whoever reads it in a mail can search for it; a code that
is put together is found by no one. Where a function takes a code, its sentences are those of all who call it.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("engine", "login", "server", "client", "tools")
TABLE = ROOT / "engine/faults/sentences.json"
PAGE = ROOT / "docs/errors.md"

CODE = re.compile(r"[a-z]+(?:-[a-z]+)*/[a-z]+(?:-[a-z]+)*")
NO_CODES = re.compile(r"(?:application|audio|docs|image|message|multipart|text)/.*")
"""Kinds of files, and folders, are written alike."""
SAYING = frozenset({"phrase", "word"})

Sentences = dict[str, list[str]]


def is_code(node: ast.AST | None) -> bool:
    value = getattr(node, "value", None)
    return isinstance(value, str) and bool(CODE.fullmatch(value)) and not NO_CODES.fullmatch(value)


def found_in_code() -> Sentences:
    """Every code in the tree with its sentences, in the order of the alphabet."""
    trees = [ast.parse(path.read_text("utf-8")) for path in _sources()]
    constants = dict(named for tree in trees for named in _constants(tree))
    raisers = dict(raiser for tree in trees for raiser in _raisers(tree))
    found: dict[str, set[str]] = defaultdict(set)
    for tree in trees:
        untold = set()
        for code, texts in _told_in(tree, constants, raisers):
            found[code].update(texts)
            if not texts:
                untold.add(code)
        for code in untold:
            found[code].update(_said_of_any(tree, constants))
    return {code: sorted(texts) for code, texts in sorted(found.items())}


def _sources() -> list[Path]:
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Codes that have a name: `LOGIN: Final = "post/login"`."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and is_code(node.value):
            yield node.target.id, node.value.value  # type: ignore[union-attr]


def _raisers(tree: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """Functions that are handed a code, with the sentences that they tell it in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and "code" in [argument.arg for argument in node.args.args]:
            texts = [
                text
                for call in ast.walk(node)
                if isinstance(call, ast.Call) and getattr(_first(call.args), "id", "") == "code"
                for text in _texts(call.args[1:])
            ]
            yield node.name, texts


def _told_in(
    tree: ast.AST, constants: dict[str, str], raisers: dict[str, list[str]]
) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            code = _code_among(node.args, constants)
            name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            if code and name != "startswith":
                yield code, _texts(node.args) or raisers.get(name, [])
        elif isinstance(node, ast.Tuple) and is_code(_first(node.elts)) and len(node.elts) > 1:
            if not is_code(node.elts[1]):
                yield node.elts[0].value, _texts(node.elts)  # type: ignore[attr-defined]
        elif isinstance(node, ast.Dict):
            yield from ((value.value, []) for value in node.values if is_code(value))  # type: ignore[attr-defined]


def _code_among(arguments: list[ast.expr], constants: dict[str, str]) -> str:
    for argument in arguments[:2]:
        if is_code(argument):
            return argument.value  # type: ignore[attr-defined, no-any-return]
        if getattr(argument, "id", "") in constants:
            return constants[argument.id]  # type: ignore[attr-defined]
    return ""


def _said_of_any(tree: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    """The sentences that a module says with a code that it looks up."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(_first(node.args), ast.Subscript):
            yield from _texts(node.args[1:2])


def _first(nodes: list[ast.expr]) -> ast.expr | None:
    return nodes[0] if nodes else None


def _texts(nodes: list[ast.expr]) -> list[str]:
    """Sentences among these: plain texts, or phrases that stand for the whole sentence."""
    found = []
    for node in nodes:
        said = node
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING:
            said = node.args[0]
        if isinstance(said, ast.Constant) and isinstance(said.value, str) and " " in said.value:
            found.append(said.value)
    return found


def main() -> None:
    TABLE.write_text(write_table(found_in_code()), "utf-8")
    from tools.errors_page import write_page  # noqa: PLC0415  # it reads the table that was just written

    PAGE.write_text(write_page(), "utf-8")


def write_table(found: Sentences) -> str:
    return json.dumps(found, ensure_ascii=False, indent=0) + "\n"


if __name__ == "__main__":
    main()
