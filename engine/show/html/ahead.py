"""Ordering the next turn ahead: lists to begin with, each a link that fills in a reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .answer import ByClient, ByMail
from .look import BREAK, LINK, MONO, panel, sentence, subtitle, title
from .said import HtmlTongue


@dataclass(frozen=True, slots=True)
class OrdersOffer:
    """Orders that may be kept or changed, and what they are."""

    label: str
    orders: str


@dataclass(frozen=True, slots=True)
class Ahead:
    """The way to order ahead, for somebody who waits. Texts are plain and in the reader's language."""

    how: str
    offers: Sequence[OrdersOffer]
    answer: ByMail | ByClient


def ahead_panel(ahead: Ahead, said: HtmlTongue) -> str:
    """The orders, and how to send them."""
    shown = "".join(_offer(offer, ahead.answer, said) for offer in ahead.offers)
    return panel(title(said.say("Your next turn, ordered ahead")) + shown + _how(ahead))


def _offer(offer: OrdersOffer, answer: ByMail | ByClient, said: HtmlTongue) -> str:
    lines = "<br>".join(escape(part, quote=False) for part in offer.orders.splitlines())
    link = ""
    if isinstance(answer, ByMail):
        href, name = escape(answer.link(offer.orders)), said.say("Reply with these orders")
        link = sentence(f'<a href="{href}" class="l" style="color:{LINK}"><b>{name}</b></a>')
    block = f'<p style="margin:0 4px 6px;font-size:13px;line-height:19px;{MONO};{BREAK}">{lines}</p>\n'
    return f"{subtitle(escape(offer.label, quote=False))}{block}{link}"


def _how(ahead: Ahead) -> str:
    answer = ahead.answer
    ending = f"code: {answer.code}" if isinstance(answer, ByMail) else answer.plan()
    last = f'<b style="{MONO};white-space:nowrap">{escape(ending, quote=False)}</b>'
    return sentence(f"{escape(ahead.how, quote=False)} {last}")
