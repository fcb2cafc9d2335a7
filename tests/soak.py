"""What is done with some examples in every run, and with all of them in `make soak`."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet


def chunks(number: int, now: int) -> list[ParameterSet]:
    """So many chunks of examples to run a test with; those behind the first few are for `make soak`."""
    return [pytest.param(chunk, marks=pytest.mark.slow if chunk >= now else ()) for chunk in range(number)]
