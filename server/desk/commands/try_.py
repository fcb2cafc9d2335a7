"""try: what a move would do, without doing it."""

from __future__ import annotations

from engine.errors import NotLegal
from engine.rules import play, view
from engine.rules.actions.keep import with_the_rest
from engine.rules.play import check
from engine.show import board, tell
from engine.tongue import word
from server.desk.commands.move import Move, is_written_move, meant_by, read_move
from server.desk.commands.plan import are_for_a_game, ordered_in
from server.desk.ordering import try_orders
from server.games.plies import check_turn
from server.outgoing.history import names_in
from server.visit.preferences import manner_of
from server.visit.visit import Visit
from server.words.command import COMMANDS, Command, command


@command
class Try(Command):
    name = "try"
    also = ("preview",)
    usage = "try k3t9qa mine 8: to g, load g"
    purpose = word("show what a move would do, without playing it")
    help = word(
        "Shows what a move would do, using only what you can see: what would be turned up and what is "
        "hidden stays unknown. Followed by orders (`try next: …`) it shows what each line would do now. "
        "Nothing is recorded."
    )
    takes = Move.takes

    def surely(self, text: str) -> bool:
        return is_written_move(text) or COMMANDS["plan"].surely(text)

    def run(self, visit: Visit, text: str) -> None:
        if are_for_a_game(text):
            try_orders(visit, *ordered_in(visit, text))
        else:
            _try_move(visit, text)


def _try_move(visit: Visit, text: str) -> None:
    game, written = meant_by(visit, text)
    check_turn(visit, game, written)
    seat, names = visit.seat_of(game).number, names_in(visit.games.book(game))
    seen, meant, _ = read_move(visit, game, written)
    action = with_the_rest(meant, seen)
    check(seen, action, seat)
    try:
        played = play(seen, action, seat)
    except NotLegal:  # only a scoring can need what lies face down
        visit.say(
            "`{move}` is legal. It would end the shift; the scoring needs cards that lie face down.",
            move=action.write(),
        )
        return
    visit.say("`{move}` is legal. It would do this (nothing is recorded):", move=action.write())
    manner = manner_of(visit.sender.registered())
    visit.reply.show("\n".join(tell(played.events, names, manner.tongue, manner.style)))
    visit.reply.show(board(view(played.game, seat), names, seat, manner.tongue, manner.style))
