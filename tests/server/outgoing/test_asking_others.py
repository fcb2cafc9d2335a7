"""Whatever a player wants of others by mail, they get so much of it in a day; and logs stay small."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.record.archive.verify import verify
from engine.record.letters.flat_toml import MAX_BYTES as MOST_LETTER
from engine.record.letters.kinds.press import Press
from engine.record.log.canonical import MAX_BYTES as MOST_ARCHIVE
from engine.rules.notation import LONGEST_MOVE
from server.outgoing.answers import MOST_ASKED, MOST_ASKED_OF_ONE
from server.press.reporting import MOST_A_DAY as MOST_REPORTS
from server.visit.games import ROOM
from server.votes.voting import MOST_A_DAY as MOST_VOTES
from tests.server.house import House, Member
from tests.server.playing import make_table, play_on, to_move

DAY = 24 * 3600
MOST_PLIES = 150
"""No game has more."""
WAYS = {
    "clock": ["clock {game} pace={n}h"],
    "substitute": ["substitute {game} off", "substitute {game} dora"],
    "away": ["back", "away 2026-11-{day:02}"],
    "report": ["report {game} words number {n}"],
}
"""What can be asked again and again, each time in other words."""
ENOUGH = {
    "clock": ("voting/too-often", MOST_VOTES),
    "substitute": ("command/asked-too-often", MOST_ASKED_OF_ONE),
    "away": ("command/asked-too-often", MOST_ASKED_OF_ONE),
    "report": ("report/too-often", MOST_REPORTS),
}


def told_of(house: House, members: list[Member], game: str, way: str, times: int) -> Counter[str]:
    """How many mails others get while somebody asks so often."""
    anna, told = members[0], Counter[str]()
    for n in range(1, times + 1):
        for words in WAYS[way]:
            mails = anna.ask(words.format(game=game, n=n, day=n % 28 + 1))
            told.update(got.recipient for got in mails if got.recipient != anna.address)
    return told


@pytest.mark.parametrize("way", WAYS)
def test_nobody_is_flooded_by_way_of_the_server(way: str, house: House) -> None:
    members, game = make_table(house, 3)
    while to_move(members) is not members[0]:
        play_on(members, 1)
    Member(house, "dora", "Dora", own_key=False).register()
    clara = members[2]
    words = Press(house.server, game, clara.handle, "", clara.nonce(), "Oh, you!")
    house.write(clara.address, "", clara.sealed(words))
    code, most = ENOUGH[way]
    told = told_of(house, members, game, way, most + 3)
    assert 0 < max(told.values()) <= most
    assert sum(told.values()) <= MOST_ASKED
    assert told_of(house, members, game, way, 1) == Counter()
    assert house.outcome().endswith(code)
    house.time += DAY
    assert told_of(house, members, game, way, 1)


def test_each_seat_has_a_share_of_an_archive() -> None:
    longest = LONGEST_MOVE + 1000
    assert 4 * (ROOM + MOST_LETTER) + 2 * MOST_PLIES * longest < MOST_ARCHIVE


def test_a_log_has_room_for_every_move(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody asks for so much else, day by day, that no archive of the game could be made."""
    monkeypatch.setattr("server.visit.games.ROOM", 12_000)
    members, game = make_table(house, 2, "pace=weekend")
    anna, ben = members
    Member(house, "dora", "Dora", own_key=False).register()
    for n in range(60):
        anna.ask(f"set zone {('Asia/Tokyo', 'Europe/Berlin')[n % 2]}")
        if house.outcome() != "done":
            break
    assert house.outcome() == "refused: game/no-room"
    noted = [entry for entry in house.entries(game) if '"zone"' in entry.facts]
    assert 10 < len(noted) < 60
    for words in ("away 2026-11-01", f"substitute {game} dora", f"clock {game} pace=3d"):
        anna.ask(words)
        assert house.outcome() == "refused: game/no-room", words
    ben.ask("away 2026-11-01")
    assert house.outcome() == "done"
    play_on(members, 4)
    (answer,) = ben.ask(f"archive {game} json")
    assert verify(answer.files[f"grubenpost-{game}.json"]).state == "running"
