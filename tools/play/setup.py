"""The set-up of a game for `make play`: accounts, keys and profiles, then letters like anybody's."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Final, NamedTuple

from client.exchange.correspondence import Correspondence, open_correspondence
from client.exchange.requests import join, open_game, register
from client.play.talk import Talk
from client.post.account import MailAccount
from client.profile.own_key import make_key
from client.profile.profile import Profile, read_profile, write_profile
from engine.record.keyring.keyring import fold
from engine.record.letters.fields import HANDLE
from engine.show import wrap
from engine.tongue import ENGLISH, Tongue
from tools.play.processes import ADDRESS, Family, GameServer, add_accounts
from tools.play.table import PlayTable, Room
from tools.play.terms import BOTS, Agreement

YOU: Final = "you"
_ACCOUNTS: Final = (YOU, *(name.casefold() for name in BOTS))
"""The names of the mail accounts; the person's is made before anybody knows what they are called."""
_RESERVED: Final = (ADDRESS.partition("@")[0], "bounce")


class Guide(NamedTuple):
    """A guide who tells the person what goes on, in their language."""

    talk: Talk
    tongue: Tongue

    def say(self, template: str, /, **facts: object) -> None:
        self.tell(self.tongue.say(template, **facts))

    def tell(self, text: str) -> None:
        self.talk.tell("\n".join(wrap(text)))


def set_up(
    room: Room, terms: Agreement, family: Family, guide: Guide, ask_name: Callable[[], str]
) -> PlayTable:
    """A new game in which everyone has a seat. The server is among the family then.

    While it starts, the person is asked for a name, if none was given.
    """
    room.clear()
    guide.say("Making mail accounts for you and the bots.")
    accounts = dict(zip(_ACCOUNTS, add_accounts(room.server, _ACCOUNTS), strict=True))
    server = start_server(room, family, guide)
    terms = terms._replace(name=terms.name or ask_name())
    names = terms.names()
    handles = find_handles(names)
    reached = server.await_ready()
    for handle, name in zip(handles, names, strict=True):
        you = handle == handles[0]
        address, password = accounts[YOU if you else handle]
        account = MailAccount(address, address, password, reached.imap, reached.smtp)
        language = terms.language if you else ENGLISH
        home = room.home(handle)
        write_profile(home, Profile(handle, name, reached.house, account, language))
        make_key(home, secrets.token_bytes)
    with ExitStack() as stack:
        posts = [stack.enter_context(open_correspondence(room.home(handle))) for handle in handles]
        for post in posts:
            post.watch, post.wait = family.check, family.EVERY
        game = _arrange(posts, terms, guide)
    table = PlayTable(game, terms.bot, tuple(handles))
    room.keep_table(table)
    return table


def _arrange(posts: Sequence[Correspondence], terms: Agreement, guide: Guide) -> str:
    """Everything that goes by letter until the game begins."""
    for post in posts:
        register(post)
        guide.say(
            "{who} is registered: a sealed letter went out, and a code came back and went.",
            who=post.profile.name,
        )
    first, names = posts[0], [post.profile.name for post in posts]
    game = open_game(first, terms.players, face_down=terms.face_down)
    guide.say("{who} has opened the game {game}.", who=first.profile.name, game=game)
    for post in posts:
        join(post, game)
    guide.say("{names} have joined it, each adding their own randomness.", names=guide.tongue.all_of(names))
    return game


def set_up_again(room: Room, table: PlayTable, family: Family, guide: Guide) -> None:
    """The server as it was left. Its ports are others now, and everyone is told."""
    reached = start_server(room, family, guide).await_ready()
    for handle in table.handles:
        home = room.home(handle)
        profile = read_profile(home)
        account = replace(profile.account, imap=reached.imap, smtp=reached.smtp)
        write_profile(home, replace(profile, account=account))


def start_server(room: Room, family: Family, guide: Guide) -> GameServer:
    guide.say(
        "Starting the server, with its own post office and database in {folder}. This takes some seconds.",
        folder=room.server,
    )
    server = GameServer(room.server)
    family.add(server)
    return server


def find_handles(names: Sequence[str]) -> list[str]:
    """Handles that the server takes, each unlike the others: the person's is the first."""
    others = [name.casefold() for name in names[1:]]
    taken = {fold(handle) for handle in (*others, *_RESERVED)}
    plain = "".join(c for c in unicodedata.normalize("NFKD", names[0]) if c.isascii()).lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:20]
    if HANDLE.pattern.fullmatch(base) is None:
        base = "player"
    own = next(handle for handle in (base, f"{base}-you") if fold(handle) not in taken)
    return [own, *others]
