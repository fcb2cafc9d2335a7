"""Run every benchmark, or those named: one JSON object a line, the sum of them last.

`seasons:100` names one with how much of it is to be done, if it can be told that.

The exit code is always 0: a slow machine is no failure. What is missed is named on standard error.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from tests.bench.figures import Figure


def main(wanted: list[str]) -> None:
    found = [module.name for module in iter_modules([str(Path(__file__).parent)])]
    modules = [import_module(f"tests.bench.{name}") for name in found if name != "__main__"]
    benchmarks = {
        module.__name__.rpartition(".")[2]: module for module in modules if hasattr(module, "measure")
    }
    amounts = dict(name.partition(":")[::2] for name in wanted)
    if unknown := set(amounts) - set(benchmarks):
        sys.exit(f"no benchmark {', '.join(sorted(unknown))}; there are: {', '.join(benchmarks)}")
    figures: list[Figure] = []
    for name, module in benchmarks.items():
        if amounts and name not in amounts:
            continue
        try:
            for figure in module.measure(*map(int, amounts.get(name, "").split())):
                figures.append(figure)
                print(json.dumps(figure.facts(), ensure_ascii=False), flush=True)
        except pytest.skip.Exception as reason:  # a server that it needs is not installed
            print(f"left out: {name}: {reason}", file=sys.stderr)
    missed = [figure for figure in figures if not figure.met]
    for figure in missed:
        print(f"missed: {figure.name}: {figure.wanted}", file=sys.stderr)
    print(json.dumps({"name": "met", "value": len(figures) - len(missed), "of": len(figures)}))


main(sys.argv[1:])
