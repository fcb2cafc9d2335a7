"""Requests to the server: to be registered, to open and join games, to get archives."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from client.exchange.correspondence import Correspondence
from client.exchange.shares import chair_in
from client.letters.signed import Signed, TurnMail, read_checkpoint, signed_checkpoints
from client.memory.tables import Chair
from client.outbox.quill import Enclosed
from client.profile.files import ORDINARY, write_whole
from client.profile.system import PRIVATE
from client.refusals import Declined, NoAnswer
from engine.record.archive.certificate import Certificate
from engine.record.archive.verify import verify
from engine.record.log.checkpoint import write_line
from engine.tongue import ENGLISH
from engine.wire.codes import confirming
from engine.wire.mails import archive_file
from engine.wire.refusals import NOT_RUNNING

PATIENCE: Final = 120
"""The seconds to wait for an answer."""


def register(post: Correspondence, patience: float = PATIENCE) -> Signed:
    """Become a player: send the key, and send back the code that is mailed to the address.

    Only a code in a signed answer to this very letter is sent back: others may be meant to trick us. Its key
    is the server's from then on, unless another one is known already. The server's welcome is given back.
    """
    letter = post.quill.register()
    if post.intake.outbox.find(letter.purpose) is None:
        post.skip_old()
    asked = post.send(letter)
    question = post.await_answer(asked, patience)
    code = question.facts.confirm
    if not code:
        post.settle(asked)
        raise Declined(
            "register/no-code", "the server answered without a code:\n\n{answer}", answer=question.text
        )
    confirmed = post.reply(question.mail, confirming(code))
    try:
        welcome = post.await_answer(confirmed, patience)
        _check_welcome(post, welcome, asked)
        _introduce(post, patience)
    except Declined:
        _settle(post, confirmed, asked)
        raise
    _settle(post, confirmed, asked)
    return welcome


def _check_welcome(post: Correspondence, welcome: Signed, asked: str) -> None:
    """It must name the letter with which we asked to be registered, and so the key in it."""
    waiting = post.intake.outbox.sent_as(asked)
    if waiting is not None and waiting.letter not in welcome.said.answers:
        raise Declined(
            "register/other", "the server answered to something else:\n\n{answer}", answer=welcome.text
        )


def _settle(post: Correspondence, *message_ids: str) -> None:
    for message_id in message_ids:
        post.settle(message_id)


def _introduce(post: Correspondence, patience: float) -> None:
    """Tell the server the name that others shall see, and the language that it shall write in."""
    profile = post.profile
    wishes = [f"set name {profile.name}"] if profile.name != profile.handle else []
    wishes += [f"set language {profile.language}"] if profile.language != ENGLISH else []
    if wishes:
        post.ask(post.quill.request("; ".join(wishes)), patience)


def open_game(
    post: Correspondence, players: int, *, face_down: bool = False, patience: float = PATIENCE
) -> str:
    """Open a game for players with keys of their own: its id. It has to be joined yet."""
    deliveries = "hidden" if face_down else "open"
    return game_in(
        post.ask(post.quill.request(f"new players={players} auth=key deliveries={deliveries}"), patience)
    )


def game_in(answer: Signed) -> str:
    """The id of the game that was opened, as the server tells it."""
    if not answer.facts.opened:
        raise Declined(
            "new/no-game", "the server did not say which game it opened:\n\n{answer}", answer=answer.text
        )
    return answer.facts.opened[0]


def join(
    post: Correspondence, game: str, patience: float = PATIENCE, *, older: bool = False, draft: str = ""
) -> Signed:
    """Take a seat, committed to one's own share of the shuffle.

    When all seats are taken, everyone's share is told, ours by whoever reads the mail that says so. A game
    that is `older` has us tell it at once: only the player can say that this is wanted. `draft` are orders
    for the draft, which go out with the letter: the game may start before its answer is read.
    """
    joining = post.quill.join_older(game) if older else post.quill.join(game)
    sent = post.send(joining)
    if draft:
        post.ask(post.quill.orders(game, 0, draft), patience)
    answer = post.await_answer(sent, patience)
    post.settle(sent)
    kept, house = post.kept(game), post.profile.house
    assert house.key is not None  # or there would be no signed answer
    for signed in signed_checkpoints(answer.facts.checkpoints, f"{house.name}/{game}", house.key):
        kept.checkpoints.setdefault(signed.size, write_line(signed))  # it fixes who sits where
    post.keep(kept)  # from now on it is one of our games
    return _await_start(post, game, patience) or answer


def _await_start(post: Correspondence, game: str, patience: float) -> Signed | None:
    """The first position, if the game waited for nothing but the share that we have just told."""
    chair = chair_in(post.intake, game)
    if chair is None or chair.awaited != [post.profile.handle]:
        return None
    with suppress(NoAnswer):
        for news in post.hear(patience):
            if isinstance(news, TurnMail) and news.turn.game == game:
                return news
    return None


def find_table(post: Correspondence, game: str, patience: float = PATIENCE) -> Chair | None:
    """Our seat at the table of a game that has not started; none if the game has no such table."""
    if chair := chair_in(post.intake, game):
        return chair
    sent = post.send_anew(post.quill.request(f"resend {game}", game))
    try:
        post.await_answer(sent, patience)
    except Declined as error:
        if error.code != NOT_RUNNING:
            raise
        return None
    post.settle(sent)
    return chair_in(post.intake, game)


def leave_letter(post: Correspondence, game: str, patience: float = PATIENCE) -> Enclosed:
    """The letter that gives up our seat, where the log of the game has to show it."""
    chair = find_table(post, game, patience)
    return post.quill.leave(game, chair.joined) if chair else post.quill.request(f"leave {game}", game)


def left(post: Correspondence, game: str) -> None:
    """We have no seat any more. What we told there is remembered, so that it is not told twice."""
    known = post.intake.tables.read(game)
    if known.table:
        known.table, known.waiting = b"", []
        post.intake.tables.keep(known)


def fetch_archive(
    post: Correspondence, game: str, folder: Path | None = None, patience: float = PATIENCE
) -> tuple[Path, Certificate]:
    """Get a game's archive, verify it, and write it down.

    It must stand on the server's key, and be of the history whose checkpoints came with the turns.
    """
    name = archive_file(game)
    answer = post.ask(post.quill.request(f"archive {game}", game), patience)
    files, key = answer.mail.files, post.profile.house.key
    if name not in files:
        raise Declined("archive/none", "the server sent no archive:\n\n{answer}", answer=answer.text)
    seen = [read_checkpoint(line, key) for line in post.kept(game).checkpoints.values()]
    certificate = verify(files[name], key, seen)
    path = (folder or post.home.archives) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, files[name], ORDINARY if folder else PRIVATE)
    return path, certificate
