"""Reading a configuration file. Nothing in it is guessed: what is not known is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from server.config.builder import build, defaults
from server.config.errors import BadConfig, bad_value
from server.config.model import Config
from server.config.passwords import check_private
from server.config.table import SECTIONS, Section

LARGEST: Final = 256 * 1024

Values = dict[str, Any]


def read_config(path: Path) -> Config:
    """The configuration in a file."""
    config = parse_config(path, _read(path))
    if config.in_clear:
        check_private(path)
    return config


def parse_config(path: Path, text: str) -> Config:
    """The configuration that a file with this text holds."""
    found = _parse(path, text)
    for name in found:
        if name not in SECTIONS:
            raise _unknown(path, "section", f"[{name}]", (f"[{known}]" for known in SECTIONS))
    values = {
        name: _read_section(path, section, found[name]) for name, section in SECTIONS.items() if name in found
    }
    return build(path, values)


def _read(path: Path) -> str:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadConfig(
            "config/none", "{file}: there is no such file; `grubenpost-server init` writes one", file=path
        ) from None
    except OSError as error:
        raise BadConfig(
            "config/unreadable", "{file} can't be read: {why}", file=path, why=error.strerror
        ) from None
    try:
        if len(data) > LARGEST:
            raise ValueError
        return data.decode("utf-8")
    except ValueError:
        raise BadConfig("config/unreadable", "{file} is not a text in UTF-8", file=path) from None


def _parse(path: Path, text: str) -> Values:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        why = error if isinstance(error, tomllib.TOMLDecodeError) else "it can't be read"
        raise BadConfig("config/toml", "{file} is not TOML: {why}", file=path, why=why) from None


def _read_section(path: Path, section: Section, found: object) -> Values:
    """The values of a table, each by its rule, with what is usual for those left out."""
    if not isinstance(found, dict):
        raise BadConfig(
            "config/section",
            "{file}: {name} must be a table: write [{name}] on a line of its own",
            file=path,
            name=section.name,
        )
    for name in found:
        if name not in section.names:
            raise _unknown_key(path, section, name)
    return defaults(section) | _checked(path, section, found)


def _checked(path: Path, section: Section, found: Mapping[str, object]) -> Values:
    for key in section.keys:
        if key.name in found:
            if not key.rule.fits(found[key.name]):
                value = key.rule.show(found[key.name])
                raise bad_value(path, section.name, key.name, value, key.rule.form)
        elif key.required:
            raise BadConfig(
                "config/missing",
                "{file}: [{section}] {key} is missing; it must be {form}",
                file=path,
                section=section.name,
                key=key.name,
                form=key.rule.form,
            )
    return dict(found)


def _unknown_key(path: Path, section: Section, name: str) -> BadConfig:
    homes = [f"[{other.name}]" for other in SECTIONS.values() if name in other.names]
    if homes:
        return BadConfig(
            "config/elsewhere",
            "{file}: {key} stands in [{section}], but belongs in {homes}",
            file=path,
            key=name,
            section=section.name,
            homes=" or ".join(homes),
        )
    return _unknown(path, f"key in [{section.name}]", name, section.names)


def _unknown(path: Path, what: str, name: str, known: Iterable[str]) -> BadConfig:
    names = list(known)
    near = get_close_matches(name.casefold(), names, n=1, cutoff=0.5)
    return BadConfig(
        "config/unknown",
        "{file}: there is no {what} called {name}: {hint}",
        file=path,
        what=what,
        name=name[:40],
        hint=f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}",
    )
