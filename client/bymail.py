"""What a player arranges with the server: to be registered, to open and join games, to get archives."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from client.correspondence import Correspondence, Declined
from client.files import write_whole
from client.profile import write_profile
from client.turns import read_checkpoint
from engine.record.certificate import Certificate
from engine.record.verify import verify

PATIENCE: Final = 120
"""How long to wait for an answer, in seconds."""
CONFIRM: Final = "Yes, this was me.\n\n> code: {code}\n"

_NEW_GAME: Final = re.compile(r"\bgrubenpost join ([A-Za-z0-9][A-Za-z0-9_-]{0,39})\b")


def register(post: Correspondence, patience: float = PATIENCE) -> None:
    """Become a player: send the key, and send back the code that is mailed to the address.

    Only a code in an answer to this very letter is sent back: others may be meant to trick us.
    """
    post.skip_old()
    question = post.ask(post.quill.register(), patience)
    if not question.code:
        raise Declined(
            "register/no-code", "the server answered without a code:\n\n{answer}", answer=question.text
        )
    post.await_answer(post.reply(question, CONFIRM.format(code=question.code)), patience)


def open_game(
    post: Correspondence, players: int, *, face_down: bool = False, patience: float = PATIENCE
) -> str:
    """Open a game for players with keys of their own: its id. It has to be joined yet."""
    deliveries = "hidden" if face_down else "open"
    request = post.quill.request(f"new players={players} auth=key deliveries={deliveries}")
    answer = post.ask(request, patience)
    found = _NEW_GAME.search(answer.text)
    if found is None:
        raise Declined(
            "new/no-game", "the server did not say which game it opened:\n\n{answer}", answer=answer.text
        )
    return found[1]


def join(post: Correspondence, game: str, patience: float = PATIENCE) -> None:
    """Take a seat, with one's own share of the shuffle. The last seat taken starts the game."""
    post.ask(post.quill.join(game), patience)


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
    if house.key is None:
        post.profile = replace(post.profile, house=replace(house, key=key))
        write_profile(post.home, post.profile)
    path = (folder or post.home.archives) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, answer.files[name])
    return path, certificate
