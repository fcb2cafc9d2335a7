"""format=flowed (RFC 3676): a line that ends in a space goes on in the next line."""

from __future__ import annotations

_SIGNATURE = "-- "


def unflowed(text: str, delete_space: bool = False) -> str:
    """The paragraphs as they were before the sending program broke them."""
    if " \n" not in text and ">" not in text:
        return text  # nothing flows, and thousands of short lines need no look at each
    pieces: list[str] = []
    flowing: str | None = None  # the quoting of the line before, if that goes on
    for line in text.split("\n"):
        bare = line.lstrip(">")
        quotes, words = line[: len(line) - len(bare)], bare.removeprefix(" ")
        goes_on = words.endswith(" ") and words != _SIGNATURE
        if quotes != flowing or words == _SIGNATURE:
            pieces.append(f"\n{quotes} " if quotes else "\n")
        pieces.append(words[:-1] if goes_on and delete_space else words)
        flowing = quotes if goes_on else None
    return "".join(pieces)[1:]
