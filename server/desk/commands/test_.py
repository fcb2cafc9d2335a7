"""test: one mail of each style, to choose from."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.bots.selfplay import play_one
from engine.rules import Game, play, view
from engine.show import board, numbered_actions
from engine.show.html import Page, html_mail
from engine.tongue import word
from server.visit.draft import MailDraft
from server.visit.preferences import STYLES, Manner, manner_in
from server.visit.refusal import BadCommand
from server.visit.sender import NOT_AT_ALL
from server.visit.visit import Visit
from server.words.command import Command, command

_SEED: Final = 7
_PLY: Final = 24
_NAMES: Final = ("Anna", "Ben", "Clara")


@command
class Test(Command):
    name = "test"
    quiet = True
    usage = "test"
    purpose = word("a mail of each style, to choose from")
    help = word(
        "Sends you a mail of each style, html, text, ascii and spoken, so that you can choose one with "
        "`set style`."
    )

    def run(self, visit: Visit, text: str) -> None:
        player = visit.sender.registered()
        if visit.sender.authority == NOT_AT_ALL:
            raise BadCommand(
                "test/code",
                "`test` sends several mails, and nothing proves that it was you who asked: reply to one of "
                "our mails and leave the line with the code in",
            )
        address = visit.players.main_address(player)
        if address is None:
            return
        for name in STYLES:
            manner = manner_in(player.language, name)
            headline = manner.tongue.say(
                "This is a mail in the style {style}: `set style {style}`.", style=name
            )
            visit.drafts.append(
                MailDraft(
                    dedupe=f"test {name} {visit.name}",
                    kind="answer",
                    recipient=address,
                    text=_text(manner, headline),
                    html=_page(manner, headline) if manner.html else "",
                    remark=name,
                    player_id=player.id,
                    answers=visit.reply.message_id,
                )
            )
        visit.say("A mail of each style is on its way to you.")


@cache
def _sample() -> Game:
    """A position from the middle of a game, as its player to move sees it."""
    finished = play_one(_SEED, 1, ["greedy"] * len(_NAMES))
    game = finished.opening
    for action in finished.actions[:_PLY]:
        game = play(game, action).game
    return view(game, game.turn)


def _text(manner: Manner, headline: str) -> str:
    seen = _sample()
    parts = [
        headline,
        board(seen, _NAMES, seen.turn, manner.tongue, manner.style),
        str(numbered_actions(seen, _NAMES, manner.tongue, manner.style)),
    ]
    return manner.written("\n\n".join(parts) + "\n")


def _page(manner: Manner, headline: str) -> str:
    seen = _sample()
    menu = numbered_actions(seen, _NAMES, manner.tongue, manner.style)
    return html_mail(Page(seen, _NAMES, seen.turn, headline, menu=menu), manner.tongue)
