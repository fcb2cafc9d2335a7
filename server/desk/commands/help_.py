"""help: what can be written to the server."""

from __future__ import annotations

from engine.ahead.help import HELP as ORDERS
from engine.faults import codes, explain
from engine.rules.action import KINDS
from engine.show.rules import how_to_play
from engine.tongue import Tongue, word
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import COMMANDS, Command, command, find_command, form

MOVES = word("""\
A move is written like this:

  draft C-kk            bank                  money 5
  order 2               order draw            factory 3
  factory draw          keep g2L, top k1D y1L b2D y2L
  deliver carriage      keep none, bottom B-y C-kk
  mine 8: to g, load g x2, to top, fill E-gg g x2

Colours and levels are y b g k (yellow, brown, gray, black), `top` is the
surface. A tile g2L is gray, has two lorries, and goes to the light side. An
order C-kk goes by carriage (B C M E) and has two black spots. Work steps are
`to g`, `load g`, `store y`, `fill E-gg g`, `fill E-gg g from store`, and
`fill B-k k with y+b`, which takes two steps. `mine 8: nothing` does none, and
`keep g2L` alone puts all the others at the bottom, as they were drawn.""")

PACE = word("""\
A pace says how long everyone has for a move:

  daily     1 day a move, 6 days in the bank
  brisk     12 hours a move, 4 days in the bank
  relaxed   3 days a move, 14 days in the bank
  weekend   like daily, but Saturdays and Sundays do not count
  none      no clock

A turn first uses up its own time, then your bank, which every move of yours
fills up a little, then a grace. Then the time is up, and a house bot makes
this one move; after three turns missed in a row your seat is opened to others.
In full, without spaces:

  1d+bank:3d+more:2h+grace:12h+off:sat/sun+then:bot+open:3
  daily+off:12-24/12-25+zone:europe/berlin

`then:` is bot, substitute or wait. `new pace=daily` opens a game with a
clock, and `clock k3t9qa pace=daily` says that you would play one under way
with it.""")


@command
class Help(Command):
    name = "help"
    also = ("hilfe", "?")
    usage = "help, or help join, help moves, help orders, help pace, help rules, help rule/locked"
    purpose = word("this list, or help on a command, code or topic")
    help = word(
        "Lists the commands, or explains one of them; `help moves` shows how moves are written, `help "
        "orders` how to order moves ahead, `help pace` how much time there is for them, `help rules` how the "
        "game is played, and `help` with the code of a refusal what that means."
    )
    takes = form("[a-z?]{0,20}|[a-z-]{1,20}/[a-z-]{1,40}")
    for_strangers = True

    def surely(self, text: str) -> bool:
        known = text == "" or text.casefold() == "rules" or text.casefold() in codes()
        return known or _explained(text) is not None

    def run(self, visit: Visit, text: str) -> None:
        explained = _explained(text)
        if not text:
            visit.reply.show(overview(visit.settings.address, visit.sender.tongue))
        elif text.casefold() == "rules":
            visit.reply.show(how_to_play(visit.sender.tongue.code))
        elif (told := explain(text.casefold(), visit.sender.tongue)) is not None:
            visit.reply.show(told)
        elif explained is None:
            raise BadCommand(
                "help/topic",
                "there is no help on `{topic}`; there is on the codes of refusals, rules, moves, {names}",
                topic=text,
                names=", ".join(sorted(COMMANDS)),
            )
        else:
            visit.reply.show("\n\n".join(visit.sender.tongue.phrase(part) for part in explained))


def _explained(topic: str) -> list[str] | None:
    """The help on a topic, in parts."""
    if topic.casefold() in ("moves", "move"):
        return [COMMANDS["move"].usage, COMMANDS["move"].help, MOVES, *_other_forms()]
    if topic.casefold() == "pace":
        return [PACE]
    found = find_command(topic)
    if found in (COMMANDS["plan"], COMMANDS["orders"]):
        named = [COMMANDS["plan"], COMMANDS["orders"]]
        return [ORDERS, *(part for each in named for part in (each.usage, each.help))]
    return [found.usage, found.help] if found else None


def _other_forms() -> list[str]:
    """The forms of moves that the text above does not show."""
    shown = MOVES.split()
    return [f"  {kind.form}" for kind in KINDS if kind.heads[0].split()[0] not in shown]


def overview(address: str, tongue: Tongue) -> str:
    """All commands, a line each."""
    width = max(len(known.name) for known in COMMANDS.values())
    lines = [f"  {name:<{width}}  {tongue.phrase(known.purpose)}" for name, known in sorted(COMMANDS.items())]
    return tongue.say(
        "Write to {address}, one command a line:\n\n{commands}\n\n"
        "`help rules` tells how the game is played, `help moves` how moves are\n"
        "written, `help orders` how to order them ahead, `help join` explains a\n"
        "command, and so for all of them. Commands that change anything must be\n"
        "sealed by your key (the client does that), or, if you play from your\n"
        "mailbox, carry a code from one of our mails.",
        address=address,
        commands="\n".join(lines),
    )
