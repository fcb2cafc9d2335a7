"""Every kind of mail about a game in every language and style, to look at and to measure.

One game of three with a clock; what is shown are the mails to one of its players, who plays from a mailbox.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from sqlmodel import select, update

from engine.rules import Draw, Game, legal_actions
from engine.tongue import LANGUAGES
from server.ledger import models as rows
from server.visit.preferences import STYLES
from tests.server.house import Got, House, Member
from tests.server.playing import hand_out, make_table, play_on, position, to_move

KINDS = ("draft", "draft-waiting", "turn", "reminder", "waiting", "scored", "keep", "over")
"""The first two during the draft, `scored` after a scoring, `keep` after a draw-five."""


class Shown(NamedTuple):
    kind: str
    language: str
    style: str
    got: Got

    @property
    def html(self) -> str:
        """The page; nothing in a mail without one."""
        body = self.got.message.get_body(("html",))
        return "" if body is None else str(body.get_content())


def every_mail(house: House) -> Iterator[Shown]:
    """All of them, in the order of the game."""
    members, game = make_table(house, 3, "pace=daily")
    reader = members[1]
    for kind in KINDS:
        _go_on_to(kind, members, reader)
        for language, style in product(LANGUAGES, STYLES):
            _speak(house, reader, language, style)
            yield Shown(kind, language, style, _again(house, reader, game, kind))


def _go_on_to(kind: str, members: list[Member], reader: Member) -> None:
    """To the next position of a kind."""
    _speak(reader.house, reader, "en", "text")
    while not _is_there(kind, position(reader), to_move(members) is reader):
        play_on(members, 1)
    if kind == "keep":
        hand_out(members, reader.move("factory draw"))


def _is_there(kind: str, game: Game, mine: bool) -> bool:
    match kind:
        case "draft" | "draft-waiting":
            return bool(game.draft) and mine == (kind == "draft")
        case "waiting":
            return not game.draft and not mine
        case "scored":
            return game.shift == 2 and mine
        case "keep":
            return mine and Draw("factory") in legal_actions(game)
        case "over":
            return game.over
    return game.shift > 0 and mine


def _speak(house: House, reader: Member, language: str, style: str) -> None:
    with house.ledger.writing() as session:
        player = session.exec(select(rows.Player).where(rows.Player.handle == reader.handle)).one()
        player.language, player.style = language, style


def _again(house: House, reader: Member, game: str, kind: str) -> Got:
    """The mail once more; one that reminds falls due anew."""
    if kind != "reminder":
        (got,) = house.write(reader.address, f"resend {game}\n\n> code: {reader.code}")
        return got
    house.time += 60
    with house.ledger.writing() as session:
        session.exec(update(rows.Game).values(remind_at=house.time))
    house.tick()
    (got,) = house.new_mails()
    return got
