"""The page about the mail commands, made from the command files: `python -m server.desk.commands_page`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from server.desk import commands
from server.desk.commands.help_ import MOVES
from server.words.command import COMMANDS, Command

HEAD: Final = """\
# Mail commands

<!-- Made from the command files: python -m server.desk.commands_page > docs/mail-commands.md -->

What players write to a Grubenpost server, one command a line, in the body of a mail. Several commands in
one mail are carried out all together or not at all, and answered by one mail that tells what became of each.
Quoted text and signatures are left out. `help` by mail tells the same.

A move may be said politely (`3 please`, `No. 3`, `ich nehme 3`, `беру 3`, *money 4*), with nothing else in
its line. A number in a sentence is never taken for a move, and a mail that corrects itself (`3`, and below it
`no wait, 4`) plays nothing: you are asked back. Where it is not clear that a line is yours, as
right below a quoted line that your program has wrapped, the server asks back (`command/in-doubt`): put your
answer on top, or leave a blank line above it.

What changes something must be authenticated. With a key of your own, the client seals it. If you play from
your mailbox, reply to a mail of the server and leave its code in your reply; a command that comes without
one is answered by a mail with a code, and carried out when you reply to that.

Ask by replying to any mail of ours, new or old, from one of your addresses: that shows that you have read
it, with or without a code, and is answered at your main address, some 20 times a day. A move that comes in
such a reply, without the code of the turn, is not played; the answer says how it was understood, and your
reply to that plays it. A mail that is no reply and carries no code of ours could be anybody's: it is
answered once a day, and a move once a turn.

Words after a command stand for themselves; `k3t9qa` is a game's id, which you may leave out where only one
game can be meant.

A code is good for you only, and only from an address of yours: in a mail from elsewhere it is not obeyed,
and you are told. It ends with any change of your addresses or your key. To confirm something, reply with
`yes` in a line of its own; `no` ends it, and anything else, or nothing, does neither. What can't be undone is
confirmed by its own words.

| command | what it is for | must be authenticated |
|---|---|---|
"""


def write_page() -> str:
    """The whole page."""
    known = [COMMANDS[name] for name in sorted(COMMANDS)]
    table = "".join(f"{_row(command)}\n" for command in known)
    return HEAD + table + "".join(f"\n{line}\n" for line in _sections(known))


def _row(command: Command) -> str:
    short = command.help.split(". ")[0].rstrip(".")
    return f"| [{command.name}](#{command.name}) | {short.replace('|', '/')} | {_authority(command)} |"


def _authority(command: Command) -> str:
    if command.changes:
        return "yes, and confirmed by its own words" if command.grave else "yes"
    return "no; strangers may send it too" if command.for_strangers else "no"


def _sections(known: list[Command]) -> Iterator[str]:
    for command in known:
        yield f"## {command.name}"
        yield f"    {command.usage}"
        yield command.help
        if command.also:
            yield f"Also written: {', '.join(f'`{word}`' for word in command.also)}."
    yield "## How moves are written"
    yield "\n".join(f"    {line}".rstrip() for line in MOVES.splitlines())


if __name__ == "__main__":
    assert commands.__name__  # importing the room gathers the commands
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(write_page())
