"""Putting foreign text into a page so that it stays text."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

_DANGEROUS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
"""Signs that could end a script element, or a line of a script, early. In JSON these stand only in
strings.
"""


def as_json(value: Any) -> str:
    """A value as JSON that can stand inside a script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_DANGEROUS)


def source_hash(source: str) -> str:
    """The name of a script or style sheet that may run, in a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(sha256(source.encode()).digest()).decode()}'"


def put_in(template: str, parts: Mapping[str, str]) -> str:
    """The template with its places filled, such as `[[title]]`. What is put in is not looked at again."""
    first, *others = template.split("[[")
    filled = [first]
    for other in others:
        name, _, text = other.partition("]]")
        filled += [parts[name], text]
    return "".join(filled)
