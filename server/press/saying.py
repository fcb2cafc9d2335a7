"""Saying something: to all at a table, or to one of them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, delete, select

from engine.rules.notation import shorten
from engine.wire.press import marked
from server.ledger import models as rows
from server.outgoing.press_mails import NO_PRESS, is_muted, names_at, press_of, tell_press
from server.press.checking import check_allowed, check_anonymous, check_text
from server.visit.preferences import DAILY
from server.visit.refusal import BadCommand
from server.visit.visit import Visit


def say_to_table(visit: Visit, game: rows.Game, text: str, to: str = "") -> None:
    """Send words to everyone else in the game, or to the one who is named."""
    author, seat = visit.sender.registered(), visit.seat_of(game)
    check_text(text)
    check_anonymous(visit, game, text)
    check_allowed(visit, game)
    others = [seated for seated in visit.games.seats(game) if seated.number != seat.number]
    people = [player for seated in others if (player := visit.players.on(seated)) is not None]
    chosen = _chosen(visit, game, people, to) if to else people
    if not chosen:
        raise BadCommand("press/nobody", "nobody but bots sits with you in the game {game}", game=game.id)
    row = rows.Press(
        game_id=game.id, player_id=author.id, to_id=chosen[0].id if to else None, text=text, at=visit.now
    )
    visit.session.add(row)
    for reader in chosen:
        # Whoever wants one mail a day hears it then.
        if reader.mails != DAILY and not is_muted(visit, reader, author.id):
            tell_press(visit, game, row, reader)
    visit.say(
        "Sent to {who}:\n\n{text}",
        who=", ".join(names_at(visit, game, chosen)),
        text=marked(text),
    )


def offer(visit: Visit, game: rows.Game, text: str) -> str:
    """Keep words that stood beside a move, and ask whether the table is to hear them."""
    player = visit.sender.registered()
    if press_of(game) == NO_PRESS or not _may_be_said(text):
        return ""
    _drop_offers(visit, player)
    visit.session.add(rows.Press(game_id=game.id, player_id=player.id, text=text, sent=False, at=visit.now))
    return visit.sender.tongue.say(
        "You also wrote:\n\n{text}\n\n"
        "Nobody has seen it. To send it to the table, reply with the word `press`.",
        text=marked(text),
    )


def send_offered(visit: Visit) -> None:
    """Send what was offered last, now that its writer wants it."""
    player = visit.sender.registered()
    found = visit.session.exec(
        select(rows.Press)
        .where(rows.Press.player_id == player.id, col(rows.Press.sent).is_(False))
        .order_by(col(rows.Press.id).desc())
    ).first()
    if found is None:
        raise BadCommand(
            "press/nothing",
            "there are no words of yours that wait to be sent: write them behind `press:`, or below it",
        )
    game, text = visit.games.find(found.game_id), found.text
    _drop_offers(visit, player)
    say_to_table(visit, game, text)


def _chosen(visit: Visit, game: rows.Game, players: Sequence[rows.Player], to: str) -> list[rows.Player]:
    """The one at the table who is called so, by handle or by name."""
    names = names_at(visit, game, players)
    wanted = to.casefold()
    found = [
        player
        for player, name in zip(players, names, strict=True)
        if wanted in (player.handle.casefold(), name.casefold())
    ]
    if len(found) != 1:
        raise BadCommand(
            "press/whom",
            "nobody else in the game {game} is called `{to}`: {names} are there",
            game=game.id,
            to=shorten(to),
            names=", ".join(names) or "-",
        )
    return found


def _may_be_said(text: str) -> bool:
    try:
        check_text(text)
    except BadCommand:
        return False
    return True


def _drop_offers(visit: Visit, player: rows.Player) -> None:
    visit.session.exec(
        delete(rows.Press).where(col(rows.Press.player_id) == player.id, col(rows.Press.sent).is_(False))
    )
