"""vote: decide something together with all in a game."""

from __future__ import annotations

from engine.clock.notation import NONE, parse, spell
from engine.record.game.changes.votes import NO, PACE, PUBLISH, REPLACE, YES
from engine.record.keyring.keyring import fold
from engine.rules.notation import shorten
from engine.tongue import word
from server.ledger import models as rows
from server.press.checking import check_has_press
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.votes.voting import cast_vote
from server.words.command import GAME, Command, command, form

_CLOCKS = ("clock", PACE)


@command
class Vote(Command):
    name = "vote"
    also = ("abstimmen", "голосовать")
    usage = "vote k3t9qa count, or: vote k3t9qa abandon, vote k3t9qa replace ben, vote k3t9qa count no"
    purpose = word("vote on ending or changing a running game")
    help = word(
        "Votes in a running game, or asks the others for a vote: `abandon` ends it without a winner, "
        "`count` ends it early with the points as they stand, `replace ben` has a bot play for Ben until "
        "somebody takes the seat, `clock daily` gives it another clock, `publish` has what was said to all "
        "told with the archive. Followed by `no`, you are against it. All have to "
        "agree; after seven days those are not counted who have neither voted nor moved, if the game has "
        "waited for one of them for three days."
    )
    takes = form(
        rf"{GAME} +(?:abandon|count|publish|replace +[a-z][\w-]{{1,23}}"
        r"|(?:clock|pace) +(?:pace=)?[a-z0-9+/:_-]{1,300}|(?:replace|clock|pace))(?: +no)?"
    )
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game_id, on, *more = text.casefold().split()
        game = visit.games.find(game_id)
        if on == PUBLISH:
            check_has_press(game)
        if more and more[-1] == NO:
            cast_vote(visit, game, PACE if on in _CLOCKS else on, NO)
        elif on in _CLOCKS and more:
            vote_on_pace(visit, game, more[0])
        elif on == REPLACE and more:
            cast_vote(visit, game, on, _seat_of(visit, game, more[0]))
        elif on in (REPLACE, *_CLOCKS):
            raise self.wrong(text)
        else:
            cast_vote(visit, game, on, YES)


def vote_on_pace(visit: Visit, game: rows.Game, said: str) -> None:
    """The sender would play with this clock."""
    pace = spell(parse(said.casefold().removeprefix("pace=")))
    visit.seat_of(game)
    if pace == (game.pace or NONE):
        raise BadCommand("clock/same", "the game {game} has this clock already", game=game.id)
    cast_vote(visit, game, PACE, pace)


def _seat_of(visit: Visit, game: rows.Game, handle: str) -> str:
    """The seat of somebody in the game, as votes name it."""
    visit.seat_of(game)
    book = visit.games.book(game)
    found = [number for number in book.voters if fold(book.seats[number].handle) == fold(handle)]
    if not found:
        raise BadCommand(
            "voting/whom", "nobody called `{handle}` plays in {game}", handle=shorten(handle), game=game.id
        )
    return str(found[0])
