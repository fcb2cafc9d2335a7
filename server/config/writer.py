"""Writing a configuration that explains itself: every key is there, with its comment.

What the host did not say stands behind a `#`, as an example of what could be said. The example in `deploy/`
is made so too: python -m server.config.writer > deploy/grubenpost.toml.example
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Final

import tomli_w

from server.config.table import SECTIONS, Section, Setting

HEAD: Final = """\
# Grubenpost: the configuration of a server. `grubenpost-server check` says whether it works.
# A line `#key = value` shows what could stand there.
"""

Given = Mapping[str, Mapping[str, object]]


def write_config(given: Given) -> str:
    """The text of a configuration with these values, by section and key."""
    blocks = [_write_section(section, given.get(section.name)) for section in SECTIONS.values()]
    return "\n".join([HEAD, *blocks])


def example() -> str:
    """The commented example in `deploy/`."""
    shown = {
        section: {key.name: key.example for key in SECTIONS[section].keys if key.required}
        for section in ("server", "imap", "smtp")
    }
    shown["server"] |= {"host": "host@example.org", "data": "/var/lib/grubenpost"}
    shown["imap"]["password_file"] = "imap.password"
    return write_config(shown)


def _write_section(section: Section, given: Mapping[str, object] | None) -> str:
    # An empty section harms nobody, unless it decides where mail comes from.
    named = given is not None or section.name not in ("imap", "smtp", "office")
    heading = f"[{section.name}]" if named else f"#[{section.name}]"
    lines = [*_comment(section.about), heading]
    for key in section.keys:
        lines += ["", *_write_key(key, given or {})]
    return "\n".join(lines) + "\n"


def _write_key(key: Setting, given: Mapping[str, object]) -> Iterator[str]:
    yield from _comment(key.about)
    if key.name in given:
        yield _line(key.name, given[key.name])
    else:
        yield f"#{_line(key.name, key.example)}"


def _line(name: str, value: object) -> str:
    return tomli_w.dumps({name: value}).strip()


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in text.splitlines()]


if __name__ == "__main__":
    sys.stdout.write(example())
