"""The page of all codes, `docs/errors.md`: what each means and what to do. Written by `tools.errors`."""

from __future__ import annotations

from collections.abc import Iterator

from engine.faults import codes, sentences_of
from engine.faults.advice import ADVICE, Advice, advice_on
from engine.tongue import ENGLISH, tongue

HEAD = """\
# Codes

<!-- Made from the code: python -m tools.errors -->

Whatever is refused has a code, such as `rule/locked`, which stays the same from version to version and in
every language. `help rule/locked` in a mail to the server and `grubenpost help rule/locked` in a terminal
tell what stands here in your language. Where a sentence names something that differs from time to time,
there is `…` here. What players meet comes first, what only a host meets last.
"""


def write_page() -> str:
    return HEAD + "\n" + "\n".join(part for advice in ADVICE for part in _section(advice))


def _section(advice: Advice) -> Iterator[str]:
    mine = [code for code in codes() if advice_on(code) is advice]
    yield f"## {', '.join(dict.fromkeys(name.partition('/')[0] for name in advice.names.split()))}"
    yield f"\n{'For hosts. ' if advice.for_hosts else ''}{advice.about}\n\n**What to do:** {advice.do}\n"
    yield "| code | is told like this |\n|---|---|"
    for code in mine:
        said = "<br>".join(" ".join(text.split()) for text in sentences_of(code, tongue(ENGLISH)))
        yield f"| `{code}` | {said.replace('|', '∣')} |"
    yield ""
