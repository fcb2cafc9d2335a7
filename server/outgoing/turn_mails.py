"""Turn mails to everyone in a game after each ply: the board, what happened, and what can be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from sqlmodel import col, select

from engine.record.game.authority import CLOCK
from engine.record.game.standing import STANDING
from engine.show import Style
from engine.show.html import ByClient, ByMail
from engine.show.layout import wrap
from engine.tongue import word
from engine.wire.facts import Facts
from engine.wire.mails import POSITION
from engine.wire.notes import GameNotes
from engine.wire.press import marked
from server.ledger import models as rows
from server.outgoing.ahead_lines import WaitingWords, ahead_lines
from server.outgoing.bulletin import Bulletin
from server.outgoing.code_lines import ask_line, held_lines, reply_line, turn_code_for, turn_line
from server.outgoing.observer_mails import tell_observers
from server.outgoing.press_mails import YOUR_NOTES, notes_in
from server.outgoing.proof import ask_code
from server.outgoing.subjects import title_for
from server.visit.draft import NOW, SOON, MailDraft, subject_of
from server.visit.games import Recipient
from server.visit.preferences import NONE, Manner, manner_of, wants
from server.visit.visit import Visit

YOUR_TURN = word("your turn")
GAME_OVER = word("game over")
_CHECKPOINT: Final = "grubenpost-checkpoint-{game}.txt"


def tell_everyone(visit: Visit, game: rows.Game) -> None:
    """A mail to each player in the game who wants one, each with their own view; and to those who watch."""
    bulletin = Bulletin(visit.games.book(game), visit.settings.key, visit.now)
    played_for, notes = _just_played_for(visit, game), notes_in(visit, game)
    for reader in visit.games.audience(game):
        turn, over = bulletin.asks(reader.seat), bulletin.turn is None
        # To whoever wrote, it is the answer.
        moved = turn or reader.seat in played_for
        if reader.player is visit.sender.player or wants(reader.player, turn=moved, over=over):
            visit.drafts.append(turn_mail(visit, game, bulletin, reader, notes))
    tell_observers(visit, game, bulletin)


def _just_played_for(visit: Visit, game: rows.Game) -> set[int]:
    """The seats for which a move was just made, by their orders or because their time was up: it is news to
    them, as a turn is."""
    entries = takewhile(lambda entry: entry.at == visit.now, reversed(visit.games.book(game).log.entries))
    return {entry.facts["seat"] for entry in entries if entry.facts.get("by") in (STANDING, CLOCK)}


def tell_again(visit: Visit, game: rows.Game) -> None:
    """The newest mail of a game once more, for the player whose visit it is."""
    bulletin = Bulletin(visit.games.book(game), visit.settings.key, visit.now)
    for reader in visit.games.audience(game):
        if reader.player is visit.sender.player:
            visit.drafts.append(turn_mail(visit, game, bulletin, reader, again=f" {visit.name}"))


def tell_turns_again(visit: Visit, player: rows.Player) -> None:
    """The newest mail of every game in which it is this player's turn, with a code that is good now."""
    if player.seed is None or player.mails == NONE:
        return
    mine = (
        select(rows.Game)
        .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
        .where(rows.Seat.player_id == player.id, col(rows.Seat.left_at).is_(None))
        .where(rows.Game.state == "running", rows.Game.turn_seat == rows.Seat.number)
        .order_by(col(rows.Game.created_at), col(rows.Game.id))
    )
    for game in visit.session.exec(mine).all():
        book = visit.games.book(game)
        if len(book.log.entries) != game.entries:
            visit.session.refresh(game)  # somebody moved in between: a code must be for the newest ply
        bulletin, again = Bulletin(book, visit.settings.key, visit.now), f" {player.epoch} {visit.name}"
        for reader in visit.games.audience(game):
            if reader.player.id == player.id:
                visit.drafts.append(turn_mail(visit, game, bulletin, reader, again=again))


def actions_in(visit: Visit, game: rows.Game) -> str:
    """The actions of the player to move, as far as the player whose visit it is may know them."""
    bulletin = Bulletin(visit.games.book(game), visit.settings.key, visit.now)
    return bulletin.what_to_do(visit.seat_of(game).number, manner_of(visit.sender.registered()))


def turn_mail(
    visit: Visit,
    game: rows.Game,
    bulletin: Bulletin,
    reader: Recipient,
    notes: Mapping[int, str] | None = None,
    *,
    again: str = "",
) -> MailDraft:
    """The mail for one seat, as its player wants it; `again` names a repetition.

    `notes` are everyone's, if they are known already: each reads their own.
    """
    seat, player, address = reader
    manner = manner_of(player)
    checkpoint = checkpoint_of(bulletin, player, manner)
    mine = bulletin.asks(seat)
    code = turn_code_for(visit, game, player) if mine and player.seed else ""
    waiting = ahead_lines(visit, game, bulletin, reader) if bulletin.turn not in (seat, None) else None
    ask = _ask_line(visit, game, bulletin, reader) if not mine and waiting is None else ""
    how = [_how_to_answer(bulletin, seat, manner, code)] if mine else [waiting.text] if waiting else [ask]
    noted = (notes_in(visit, game) if notes is None else notes).get(player.id or 0, "")
    own = manner.tongue.say(YOUR_NOTES, text=marked(noted)) if noted else ""
    foot = [*pointers(bulletin, seat, manner), own, checkpoint.line]
    offer = visit.reply.offer if player is visit.sender.player else ""
    asking = ask_code(visit.settings, player, visit.now) if bulletin.turn is None and player.seed else ""
    answer = _answer(visit, game, player, code or asking) if mine or asking else None
    answered = visit.reply.letters if player is visit.sender.player else ()
    said = [offer, ask, own]
    return MailDraft(
        dedupe=f"turn {game.id} {game.entries} {player.handle}{again}",
        kind="turn",
        urgency=NOW if mine or player is visit.sender.player else SOON,
        recipient=address,
        text=bulletin.text(seat, manner, [offer, *how], foot),
        html=_page(bulletin, reader, answer, checkpoint.line, said, waiting) if manner.html else "",
        remark=_remark(bulletin, seat, manner),
        game=game.id,
        player_id=player.id,
        answers=visit.reply.message_id if player is visit.sender.player else "",
        attachments=(*_files(bulletin, seat, player, manner, answered), *checkpoint.files),
        facts=bulletin.facts.joined(Facts(notes=(GameNotes(game.id, noted),) if noted else ())),
    )


def _remark(bulletin: Bulletin, seat: int, manner: Manner) -> str:
    """The words before the subject: that it is the reader's turn, or how the game has ended for them."""
    if bulletin.asks(seat):
        return your_turn(bulletin, seat, manner)
    if bulletin.turn is not None:
        return ""
    over, result = manner.tongue.say(GAME_OVER), bulletin.result(seat, manner)
    return manner.written(f"{over}: {result}" if result else over)


def _ask_line(visit: Visit, game: rows.Game, bulletin: Bulletin, reader: Recipient) -> str:
    """The lines for somebody who has nothing to do: how to ask, or how to take back a move that is held."""
    if not (bulletin.held and bulletin.turn == reader.seat):
        return ask_line(visit, reader.player) if reader.player.seed else ""
    held = held_lines(bulletin.book, reader.player)
    return "\n\n".join([held, *([reply_line(visit, reader.player, game)] if reader.player.seed else [])])


def your_turn(bulletin: Bulletin, seat: int, manner: Manner) -> str:
    """The subject of a mail to whoever is on turn."""
    return " ".join([manner.tongue.say(YOUR_TURN), bulletin.until(seat, manner)]).rstrip()


def _page(
    bulletin: Bulletin,
    reader: Recipient,
    answer: ByMail | ByClient | None,
    checkpoint: str,
    notes: Sequence[str],
    waiting: WaitingWords | None,
) -> str:
    """The mail as a page."""
    said, ahead = [note for note in notes if note], waiting.page if waiting else None
    return bulletin.html(reader.seat, manner_of(reader.player), answer, checkpoint, said, ahead)


def _files(
    bulletin: Bulletin, seat: int, player: rows.Player, manner: Manner, answers: Sequence[str]
) -> tuple[tuple[str, bytes], ...]:
    """The position for programs, and at the end the course of the points for people."""
    position = ((POSITION, bulletin.position(seat, manner, answers)),) if player.position else ()
    return (*position, *(bulletin.ending.files(manner.tongue) if bulletin.ending else ()))


def _answer(visit: Visit, game: rows.Game, player: rows.Player, code: str) -> ByMail | ByClient:
    """The answer that the links of a page make."""
    subject = subject_of(game.id, title_for(visit, game, player))
    return ByMail(visit.settings.address, f"Re: {subject}", code) if code else ByClient(game.id)


def pointers(bulletin: Bulletin, seat: int, manner: Manner) -> list[str]:
    """The lines on where more is told: how work steps are written, with some to be done now, and the help."""
    if bulletin.turn is None:
        return []
    say = manner.tongue.say
    work = bulletin.work_example(seat, manner) if bulletin.asks(seat) else ""
    steps = wrap(say("Work steps are written like this: `{move}`.", move=work)) if work else []
    more = say("More: write `help moves` (how moves are written) or `help rules` (how the game is played).")
    return ["\n".join([*steps, *wrap(more)])]


def how_to_answer(visit: Visit, game: rows.Game, bulletin: Bulletin, seat: int, player: rows.Player) -> str:
    """The lines that say what somebody whose turn it is has to do."""
    code = turn_code_for(visit, game, player) if player.seed else ""
    return _how_to_answer(bulletin, seat, manner_of(player), code)


def _how_to_answer(bulletin: Bulletin, seat: int, manner: Manner, code: str) -> str:
    number, move = bulletin.example(seat, manner)
    if code:
        return turn_line(code, manner.tongue, number, move)
    return manner.tongue.say(
        'To move:  grubenpost move {game} "{move}"\n'
        "with any number or move from above. The client seals and mails it for you.",
        game=bulletin.game,
        move=move,
    )


class ShownCheckpoint(NamedTuple):
    """The line in the mail, and what is attached to it."""

    line: str
    files: tuple[tuple[str, bytes], ...] = ()


def checkpoint_of(bulletin: Bulletin, player: rows.Player, manner: Manner) -> ShownCheckpoint:
    """The signed line for those who want it. Nobody listens to its letters one by one: then it is a file."""
    if not player.checkpoint or not bulletin.checkpoint:
        return ShownCheckpoint("")
    if manner.style is not Style.SPOKEN:
        return ShownCheckpoint(bulletin.checkpoint)
    name = _CHECKPOINT.format(game=bulletin.game)
    told = manner.tongue.say("The checkpoint is attached: {file}.", file=name)
    return ShownCheckpoint(told, ((name, f"{bulletin.checkpoint}\n".encode()),))
