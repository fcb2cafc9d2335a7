"""What a player arranges with the server: to be registered, to open and join games, to get archives."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from client.correspondence import Correspondence, Declined
from client.files import ORDINARY, PRIVATE, write_whole
from client.intake import News
from client.mails import Mail
from client.profile import write_profile
from client.safe import BadProfile
from client.turns import TurnMail, find_signed, read_checkpoint
from engine.record.certificate import Certificate
from engine.record.checkpoint import write_line
from engine.record.verify import verify
from engine.tongue import ENGLISH

PATIENCE: Final = 120
"""How long to wait for an answer, in seconds."""
CONFIRM: Final = "yes\n\n> code: {code}\n"

_FINGERPRINT: Final = re.compile(r"\b(?:\d{5} ){5}\d{5}\b")
_NEW_GAME: Final = re.compile(r"\bgrubenpost join ([A-Za-z0-9][A-Za-z0-9_-]{0,39})\b")


def register(post: Correspondence, patience: float = PATIENCE) -> Mail:
    """Become a player: send the key, and send back the code that is mailed to the address.

    Only a code in an answer to this very letter is sent back: others may be meant to trick us. The server's
    welcome is given back; the fingerprint in it is remembered.
    """
    letter = post.quill.register()
    if post.intake.outbox.find(letter.purpose) is None:
        post.skip_old()
    asked = post.send(letter)
    question = _mail(post.await_answer(asked, patience))
    if not question.code:
        post.settle(asked)
        raise Declined(
            "register/no-code", "the server answered without a code:\n\n{answer}", answer=question.text
        )
    confirmed = post.reply(question, CONFIRM.format(code=question.code))
    try:
        welcome = _mail(post.await_answer(confirmed, patience))
        _remember_fingerprint(post, welcome)
        _introduce(post, patience)
    except Declined:
        _settle(post, confirmed, asked)
        raise
    _settle(post, confirmed, asked)
    return welcome


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


def _mail(news: News) -> Mail:
    return news.mail if isinstance(news, TurnMail) else news


def _remember_fingerprint(post: Correspondence, welcome: Mail) -> None:
    house, found = post.profile.house, _FINGERPRINT.search(welcome.text)
    if found is None:
        return
    if house.key is not None and house.key.fingerprint != found[0]:
        raise BadProfile(
            "register/other-key",
            "the server says that its key has the fingerprint {told}, but the key in your profile has "
            "{known}: ask the host which one is right",
            told=found[0],
            known=house.key.fingerprint,
        )
    post.profile = replace(post.profile, house=replace(house, fingerprint=found[0]))
    write_profile(post.home, post.profile)


def open_game(
    post: Correspondence, players: int, *, face_down: bool = False, patience: float = PATIENCE
) -> str:
    """Open a game for players with keys of their own: its id. It has to be joined yet."""
    deliveries = "hidden" if face_down else "open"
    return game_in(
        post.ask(post.quill.request(f"new players={players} auth=key deliveries={deliveries}"), patience)
    )


def game_in(answer: Mail) -> str:
    """The id of the game that was opened, as the server tells it."""
    found = _NEW_GAME.search(answer.text)
    if found is None:
        raise Declined(
            "new/no-game", "the server did not say which game it opened:\n\n{answer}", answer=answer.text
        )
    return found[1]


def join(post: Correspondence, game: str, patience: float = PATIENCE) -> Mail:
    """Take a seat, with one's own share of the shuffle. The last seat taken starts the game."""
    answer = post.ask(post.quill.join(game), patience)
    kept, house = post.kept(game), post.profile.house
    for signed in find_signed(answer.text, f"{house.name}/{game}", house.key):
        kept.checkpoints.setdefault(signed.size, write_line(signed))  # it fixes who sits where
    post.keep(kept)  # from now on it is one of our games
    return answer


def fetch_archive(
    post: Correspondence, game: str, folder: Path | None = None, patience: float = PATIENCE
) -> tuple[Path, Certificate]:
    """Get a game's archive, verify it, and write it down.

    It must stand on the server's key, and be of the history whose checkpoints came with the turns. If the
    key was not known yet, it is from now on.
    """
    name = f"grubenpost-{game}.json"
    answer = post.ask(post.quill.request(f"archive {game}", game), patience)
    if name not in answer.files:
        raise Declined("archive/none", "the server sent no archive:\n\n{answer}", answer=answer.text)
    house = post.profile.house
    key = house.key or verify(answer.files[name]).server_key
    seen = [read_checkpoint(line, key) for line in post.kept(game).checkpoints.values()]
    certificate = verify(answer.files[name], key, seen)
    if house.fingerprint and key and key.fingerprint != house.fingerprint:
        raise BadProfile(
            "archive/other-key",
            "the archive is signed by a key with the fingerprint {found}, but the server said that its key "
            "has {told}: ask the host which one is right",
            found=key.fingerprint,
            told=house.fingerprint,
        )
    if house.key is None:
        post.profile = replace(post.profile, house=replace(house, key=key))
        write_profile(post.home, post.profile)
    path = (folder or post.home.archives) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, answer.files[name], ORDINARY if folder else PRIVATE)
    return path, certificate
