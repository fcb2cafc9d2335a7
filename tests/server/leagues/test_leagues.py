"""Leagues: from sign-up to the final table by mail, and the same table from the archives alone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

from typer.testing import CliRunner

from engine.bots import choose
from engine.rules import from_data
from server.cli import app
from server.host.archives.export import ChosenGames, Exporter
from server.host.archives.leagues import league_in_archives, league_in_ledger
from server.leagues.rounds import PAUSE, TO_JOIN
from server.ledger import models as rows
from server.ledger.queues.order import HORIZON
from tests.engine.record.club import refusal
from tests.server.beginnings import remembered
from tests.server.house import Got, House, Member
from tests.server.playing import make_club

EIGHT = ("ada", "bob", "cyd", "dan", "eva", "flo", "gus", "hal")


@remembered
def club_of_eight(house: House) -> list[Member]:
    """Eight who play from their mailboxes."""
    members = [Member(house, handle, own_key=False) for handle in EIGHT]
    for member in members:
        member.register()
    return members


def text_of(member: Member, asked: str) -> str:
    return next(got.text for got in member.ask(asked) if got.recipient == member.address)


def go_on(house: House) -> list[Got]:
    """The pause is over."""
    house.time += PAUSE + 1
    house.tick()
    return house.new_mails()


def of_round(house: House, number: int) -> list[rows.LeagueTable]:
    return house.all(rows.LeagueTable, rows.LeagueTable.round == number)


def tables(house: House, number: int) -> set[frozenset[str]]:
    return {frozenset(json.loads(house.game(row.game_id).invited)) for row in of_round(house, number)}


class Hall:
    """Everybody reads the mails of their games, and bots choose the moves."""

    def __init__(self, members: list[Member]) -> None:
        self.members = members
        self.house = members[0].house
        self.turns: dict[str, dict[str, Got]] = {member.address: {} for member in members}
        self.rng = Random(5)

    def take(self, mails: list[Got]) -> None:
        for got in mails:
            if got.kind == "turn" and got.recipient in self.turns:
                self.turns[got.recipient][got.subject[-6:]] = got

    def play(self, game: str) -> None:
        """A game by mail, to its end."""
        while self.house.game(game).state == "running":
            self.take(self._on_turn(game).move(self._chosen))

    def _on_turn(self, game: str) -> Member:
        for member in self.members:
            mail = self.turns[member.address].get(game)
            if mail is not None:
                member.take([mail])
                seen = from_data(member.turn["position"])
                if seen.turn == member.turn["seat"]:
                    self._chosen = choose("random", seen, self.rng).write()
                    return member
        raise AssertionError("nobody is on turn")


def sign_up(members: list[Member], options: str) -> list[str]:
    told = [text_of(members[0], f"league new spring {options}")]
    return told + [text_of(member, "league join spring") for member in members[1:]]


def check_archives(house: House, folder: Path) -> None:
    """The archives, and nothing else, give the same table."""
    exporter = Exporter(house.ledger, house.settings.key, folder / "out", ("json",), "en", again=True)
    list(exporter.export(ChosenGames().ids(house.ledger)))
    done = CliRunner().invoke(app, ["league", "spring", "--from", str(folder / "out"), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.output) == [line.facts() for line in league_in_ledger(house.ledger, "spring")]


def test_four_players_and_two_rounds(house: House, tmp_path: Path) -> None:
    members = club_of_eight(house)[:4]
    hall = Hall(members)
    for member, language in ((members[1], "de"), (members[2], "ru")):
        member.ask(f"set language {language}")
        member.code = house.all(rows.Outbox)[-1].mime.decode().partition("code: ")[2][:17]
    told = sign_up(members, "swiss rounds=2 places=4 pace=daily")
    assert "4 of 4 places are taken" in told[-1]
    mails = go_on(house)
    notices = [got for got in mails if got.kind == "notice"]
    assert {got.recipient for got in notices} == {member.address for member in members}
    assert sum("Runde 1 von 2" in got.text for got in notices) == 1
    assert sum("Тур 1 из 2" in got.text for got in notices) == 1
    hall.take(mails)
    assert len(of_round(house, 1)) == 2
    for row in of_round(house, 1):
        hall.play(row.game_id)
    last = max(row.ended_at or 0 for row in of_round(house, 1))
    house.time = last + HORIZON
    house.tick()
    assert of_round(house, 2) == [], "a round begins later than any mail that went beside the last move"
    hall.take(go_on(house))
    assert len(of_round(house, 2)) == 2
    assert min(house.game(row.game_id).created_at for row in of_round(house, 2)) >= last + HORIZON
    assert not tables(house, 1) & tables(house, 2), "nobody meets the same player twice"
    assert "round 2 of 2" in text_of(members[0], "leagues")
    for row in of_round(house, 2):
        hall.play(row.game_id)
    mails = go_on(house)
    assert {got.recipient for got in mails} == {member.address for member in members}
    (final,) = [got for got in mails if got.recipient == members[0].address]
    assert "The league spring is over" in final.text
    lines = [line.facts() for line in league_in_ledger(house.ledger, "spring")]
    shown = [line.split()[1] for line in final.text.splitlines() if re.match(r" *\d+\. ", line)]
    assert shown == [line["handle"] for line in lines]
    assert {line["handle"] for line in lines} == set(EIGHT[:4])
    assert sum(float(line["points"]) for line in lines) == 4
    check_archives(house, tmp_path)
    assert refusal(league_in_archives, tmp_path / "out", "autumn").code == "league/no-games"
    assert refusal(league_in_ledger, house.ledger, "autumn").code == "league/no-games"


def test_with_keys_of_their_own(house: House) -> None:
    """Who has a key joins by a letter; who does not come in time loses the seat to a bot."""
    anna, ben, clara, dora = make_club(house)
    for member in (ben, anna, clara, dora):
        member.ask("league new cup robin places=4" if member is ben else "league join cup")
    mails = go_on(house)
    games = [row.game_id for row in of_round(house, 1)]
    assert len(games) == 2
    (asked,) = [got for got in mails if got.recipient == anna.address]
    game = next(game for game in games if game in asked.text)
    assert f"join {game}" in asked.text
    stranger = next(one for one in (clara, dora, ben) if one.handle not in house.game(game).invited)
    refused = stranger.join(game) if stranger.own_key else stranger.ask(f"join {game}")
    assert "game/of-league" in refused[0].text
    assert game not in text_of(stranger, "games")
    assert "invite/not-yours" in text_of(anna, f"invite {game} {stranger.handle}")
    anna.join(game)
    house.time += TO_JOIN
    house.tick()
    bots = house.all(rows.Seat, rows.Seat.auth == "bot")
    assert bots, "Clara did not come"
    house.tick()
    assert len(house.all(rows.Seat, rows.Seat.auth == "bot")) == len(bots), "and nothing is due again"


def test_whoever_leaves_or_is_forgotten_plays_no_further_rounds(house: House, tmp_path: Path) -> None:
    members = club_of_eight(house)[:5]
    sign_up(members, "swiss rounds=3 places=5")
    go_on(house)
    assert len(of_round(house, 1)) == 2, "one sits it out"
    members[0].ask("league leave spring")
    for row in of_round(house, 1):
        for member in members:
            member.ask(f"abandon {row.game_id}")
    members[1].ask("forget me")
    go_on(house)
    assert of_round(house, 2)
    assert not {"ada", "bob"} & {handle for table in tables(house, 2) for handle in table}
    assert "bob" not in text_of(members[2], "leagues spring")
    check_archives(house, tmp_path)


def test_what_is_refused(house: House) -> None:
    ada, bob, cyd, dan, *_ = club_of_eight(house)
    assert "There is no league here" in text_of(ada, "leagues")
    ada.ask("league new spring places=3")
    for asked, code in (
        ("league join autumn", "league/unknown"),
        ("league new spring", "league/taken"),
        ("league new cup pace=none", "league/pace"),
        ("league new cup robin seats=3", "league/seats"),
        ("league new cup seats=4 places=3", "league/places"),
        ("league new cup rounds=77", "league/option"),
        ("league leave spring", "league/not-in"),
    ):
        assert code in text_of(dan, asked), asked
    assert "league/in-already" in text_of(ada, "league join spring")
    bob.ask("league join spring")
    assert "Signed up: ada, bob" in text_of(dan, "leagues spring")
    bob.ask("league leave spring")
    bob.ask("league join spring")
    cyd.ask("league join spring")
    assert "league/full" in text_of(dan, "league join spring")
    ada.ask("league new summer")
    assert "league/too-many" in text_of(ada, "league new autumn")
    go_on(house)
    assert "league/begun" in text_of(dan, "league join spring")
