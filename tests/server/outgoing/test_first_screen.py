"""The first screen of every mail: whose turn it is and until when, what happened, the reader's means, and
what can be done; at the end of a game the result and the reader's place."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page

from engine.show import words
from engine.show.first_screen import SCREEN
from engine.show.scribe import scribe
from engine.tongue import LANGUAGES, Tongue, tongue
from server.visit.preferences import STYLES
from server.words.own_lines import OVER, THEIR_TURN, YOUR_TURN
from tests.browser.chromium import chromium
from tests.server.house import House
from tests.server.outgoing.every_mail import KINDS, Shown, every_mail

__all__ = ["chromium"]

ALL = [(language, style) for language in LANGUAGES for style in STYLES]


def begins(text: str) -> str:
    """A text up to the first fact in it."""
    return text.partition("{")[0].strip()


def told_in(spoken: Tongue, kind: str) -> list[str]:
    """What the first screen has to say, in the order in which it does."""
    say = spoken.say
    if kind == "over":
        place = say("{result}; your place: {place} of {players}").partition("; ")[2]
        return [say(OVER).rpartition("}")[2], begins(place), say(words.DELIVERIES)[1:]]
    mine = kind not in ("waiting", "draft-waiting")
    until = "You have until {until} ({left} left)." if mine else "{who} has until {until} ({left} left)."
    cage = [] if kind.startswith("draft") else [say("Cage")]
    orders = words.capital(say(words.OUTSTANDING))
    what = f"{say('What you can do:')} {say('(How to answer stands below the list.)')}"
    if not mine:
        can = "{who} can take: {cards}." if kind == "draft-waiting" else "{who} can play: {moves}."
        what = say(can).partition("}")[2].partition("{")[0]
    whose = say(YOUR_TURN if mine else THEIR_TURN).rpartition("{ply}")[2].partition("{")[0]
    return [
        whose,
        begins(say(until)),
        say("What happened:"),
        begins(say("You have: {facts}.")),
        *cage,
        orders,
        what,
    ]


def first_screen(shown: Shown) -> str:
    return " ".join(" ".join(shown.got.text.splitlines()[:SCREEN]).split())


def told_on_a_page(spoken: Tongue, kind: str) -> list[str]:
    """The same of a page."""
    if kind == "over":
        return [told_in(spoken, kind)[1], *told_in(spoken, kind)[:1], spoken.say("Every point")]
    told = told_in(spoken, kind)
    told[2] = told[2].rstrip(":")
    if kind not in ("waiting", "draft-waiting"):
        told[-1] = spoken.say("What you can do")
    return told


def on_the_phone(page: Page, html: str) -> str:
    """The words of a page that are seen on the first screen of a phone, and the first link."""
    page.set_content(html)
    seen: Any = page.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,p,li,a,th,td,div')]"
        ".filter(each => !each.querySelector('h1,h2,h3,p,li,a,th,td,div'))"
        ".filter(each => each.getBoundingClientRect().bottom <= innerHeight)"
        ".map(each => each.innerText)"
    )
    return " ".join(" ".join(seen).split())


def test_every_mail_tells_the_most_important_first(house: House, chromium: Browser) -> None:
    mails = list(every_mail(house))
    assert {(mail.kind, mail.language, mail.style) for mail in mails} == {
        (kind, *each) for kind in KINDS for each in ALL
    }
    phone = chromium.new_page(viewport={"width": 375, "height": 667})
    for mail in mails:
        spoken = scribe(tongue(mail.language), STYLES[mail.style]).tongue
        in_order(first_screen(mail), told_in(spoken, mail.kind), mail)
        mine = mail.kind in ("turn", "draft", "keep", "reminder", "scored")
        if mine:
            first = [line.split()[:1] for line in mail.got.text.splitlines()[:SCREEN]]
            assert ["1"] in first or ["1:"] in first, mail.got.text
        if mail.html:
            seen = on_the_phone(phone, mail.html)
            in_order(seen, told_on_a_page(spoken, mail.kind), mail)
            title = spoken.say("What you can do")
            assert not mine or " 1 " in seen.partition(title)[2], (mail.kind, mail.language, seen)


def in_order(screen: str, told: list[str], mail: Shown) -> None:
    at = 0
    for said in told:
        at = screen.find(said, at)
        assert at >= 0, (mail.kind, mail.language, mail.style, said, screen)
