"""Finished games go from server to server and stay what they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from sqlalchemy import inspect
from sqlmodel import select

from engine.record.archive import archive
from engine.record.letters.key import PrivateKey
from server.host.archives.export import ChosenGames, Exporter
from server.host.archives.import_archive import Importer, NotImported
from server.host.backups.selfcheck import find_faults
from server.host.setup.house import newest_genesis
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.outgoing.bulletin import Bulletin
from tests.engine.record import club
from tests.engine.record.club import (
    BEGUN,
    HANDLES,
    finished_archive,
    new_match,
    player_key,
    refusal,
    running_archive,
    server_key,
    told,
)
from tests.server.house import House, Member
from tests.server.playing import make_club, open_game, play_on, start_game

T = TypeVar("T", bound=rows.Row)

HERE = "shaft.example.net"
OWN_KEY = PrivateKey(bytes(range(32)))


def importer(ledger: Ledger, **more: object) -> Importer:
    return Importer(ledger, HERE, OWN_KEY.public, BEGUN + 10**6, **more)  # type: ignore[arg-type]


def all_of(ledger: Ledger, kind: type[T]) -> list[T]:
    with ledger.reading() as session:
        return list(session.exec(select(kind).order_by(*inspect(kind).primary_key)))


def exported(ledger: Ledger, folder: Path, key: PrivateKey = OWN_KEY) -> dict[str, bytes]:
    list(Exporter(ledger, key, folder).export(ChosenGames().ids(ledger)))
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_there_and_back_again_gives_the_same_bytes(
    house: House, postgresql_url: str, tmp_path: Path, migrated_file: Path
) -> None:
    members = make_club(house, 3)
    finished, given_up = start_game(members), ""
    play_on(members)
    given_up = start_game(members)
    for member in members:
        member.ask(f"abandon {given_up}")
    first = exported(house.ledger, tmp_path / "1", house.settings.key)
    assert set(first) == {f"grubenpost-{game}.json" for game in (finished, given_up)}

    second_file = tmp_path / "second.sqlite"
    second_file.write_bytes(migrated_file.read_bytes())
    with Ledger(postgresql_url) as there, Ledger(f"sqlite:///{second_file}") as back:
        for data in first.values():
            assert importer(there).take(data)[1]
        second = exported(there, tmp_path / "2")
        for data in second.values():
            assert importer(back).take(data)[1]
        third = exported(back, tmp_path / "3")
        with back.reading() as session:
            assert list(find_faults(session, OWN_KEY)) == []
    assert first == second == third


def test_an_imported_game_is_kept_whole(ledger: Ledger) -> None:
    data = finished_archive(1, 4)
    game, is_new = importer(ledger).take(data)
    assert is_new
    with ledger.reading() as session:
        kept = session.get(rows.Game, game)
        assert kept is not None
        assert (kept.state, kept.host_id, kept.turn_seat) == ("over", None, None)
        assert json.loads(kept.options)["private"] is True
        assert kept.entries == len(told(data)["log"])
        assert list(find_faults(session, OWN_KEY)) == []
    assert newest_genesis(ledger) is None, "whose server this is, a game of another can't tell"


def test_players_become_guests_without_a_way_in(ledger: Ledger) -> None:
    importer(ledger).take(finished_archive(1, 4))
    importer(ledger).take(finished_archive(3, 4))
    guests = all_of(ledger, rows.Player)
    assert [guest.handle for guest in guests] == [f"{handle}@pit.example.org" for handle in HANDLES[:3]]
    assert {guest.state for guest in guests} == {"guest"}
    assert {guest.seed for guest in guests} == {None}
    assert {guest.name for guest in guests} == set(HANDLES[:3]), "names belong to the game, not to them"
    assert all_of(ledger, rows.Address) == []
    bots = [seat for seat in all_of(ledger, rows.Seat) if seat.auth == "bot"]
    assert [seat.player_id for seat in bots] == [None, None]


def test_a_guest_can_be_neither_written_to_nor_spoken_for(house: House) -> None:
    members = make_club(house, 2)
    Importer(house.ledger, house.server, house.settings.key.public, house.time).take(
        finished_archive_of("other.example.net")
    )
    game = open_game(members, "private=yes")
    for guest in ("clara", "clara@other.example.net"):
        got = members[0].ask(f"invite {game} {guest}")
        assert [mail.recipient for mail in got] == [members[0].address]
        assert "didn't work" in got[0].text


def finished_archive_of(server: str) -> bytes:
    match = new_match(9, 3, server=server)
    match.play_on(Random(9))
    match.close()
    return archive.write(archive.finished(match.book, match.server))


class Anna(Member):
    """The same person on two servers, with one key."""

    @property
    def key(self) -> PrivateKey:
        return player_key("anna")


def test_who_was_forgotten_here_stays_it(house: House) -> None:
    anna = Anna(house, "annika")
    anna.register()
    anna.ask("forget me")
    Importer(house.ledger, house.server, house.settings.key.public, house.time).take(
        finished_archive_of("other.example.net")
    )
    own, *others = house.all(rows.Seat)
    assert (own.name, own.salt) == (None, None)
    assert all(seat.name for seat in others)


def test_our_key_signs_no_game_of_another_server() -> None:
    match = new_match(9, 3, server="other.example.net")
    match.play_on(Random(9))
    match.close()
    assert Bulletin(match.book, OWN_KEY).checkpoint == ""
    assert Bulletin(match.book, match.server).checkpoint


def test_whoever_has_the_key_is_the_player(house: House) -> None:
    anna = Anna(house, "annika")
    anna.register()
    Importer(house.ledger, house.server, house.settings.key.public, house.time).take(
        finished_archive_of("other.example.net")
    )
    (player,) = house.all(rows.Player, rows.Player.handle == "annika")
    (seat,) = house.all(rows.Seat, rows.Seat.player_id == player.id)
    assert (seat.game_id, seat.number) == ("game-9", 0)


def test_a_game_twice_is_recognised(ledger: Ledger) -> None:
    data = finished_archive(1, 4)
    assert importer(ledger).take(data) == ("game-1", True)
    assert importer(ledger).take(data) == ("game-1", False)
    assert len(all_of(ledger, rows.Game)) == 1


def test_a_forgotten_name_is_forgotten_here_too(ledger: Ledger, tmp_path: Path) -> None:
    data = finished_archive(1, 4)
    importer(ledger).take(data)
    facts = told(data)
    facts["names"][1] = None
    forgetting = archive.write(facts)
    assert importer(ledger).take(forgetting) == ("game-1", False)
    (kept,) = exported(ledger, tmp_path / "out").values()
    assert kept == forgetting
    importer(ledger).take(data)
    assert exported(ledger, tmp_path / "later") == {"grubenpost-game-1.json": forgetting}, "and stays it"


def test_another_game_under_a_known_id_is_refused(ledger: Ledger) -> None:
    importer(ledger).take(finished_archive(1, 4))
    match = new_match(1, 3)
    match.play_on(Random(77))
    match.close()
    other = archive.write(archive.finished(match.book, match.server))
    assert refusal(importer(ledger).take, other).code == "import/other-game"


def test_a_running_game_is_refused_with_the_reason(ledger: Ledger) -> None:
    refused = refusal(importer(ledger).take, running_archive())
    assert (type(refused), refused.code) == (NotImported, "import/running")
    assert "what players may not know" in str(refused)


def test_an_unsigned_game_is_refused(ledger: Ledger) -> None:
    save = Path(__file__).parents[4] / "saves/2p-greedy.json"
    assert refusal(importer(ledger).take, save.read_bytes()).code == "import/unsigned"


def test_a_server_has_one_key(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who makes up games of a known server is found out."""
    importer(ledger).take(finished_archive(1, 4))
    named = importer(ledger, trusted=server_key("elsewhere.example.org").public)
    assert refusal(named.take, finished_archive(3, 2)).code == "verify/other-key"
    ours = Importer(ledger, "pit.example.org", OWN_KEY.public, BEGUN)
    assert refusal(ours.take, finished_archive(3, 2)).code == "import/other-key"
    liar = PrivateKey(bytes(32))
    monkeypatch.setattr(club, "server_key", lambda server="": liar)
    refused = refusal(importer(ledger).take, finished_archive_of("pit.example.org"))
    assert refused.code == "import/other-key"
    assert liar.public.fingerprint in str(refused)


def flips(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """The archive with one bit flipped, in so many places."""
    rng = Random(seed)
    for place in rng.sample(range(8 * len(data)), count):
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        yield bytes(changed)


def check_flips(ledger: Ledger, count: int) -> None:
    data = finished_archive(1, 4)
    for changed in flips(data, count, 11):
        refusal(importer(ledger).take, changed)
    assert all_of(ledger, rows.Game) == all_of(ledger, rows.Player) == []
    assert importer(ledger).take(data)[1], "the whole one is still welcome"


def test_a_flipped_bit_is_never_imported(ledger: Ledger) -> None:
    check_flips(ledger, 60)


@pytest.mark.slow
def test_a_thousand_flipped_bits_are_never_imported(ledger: Ledger) -> None:
    check_flips(ledger, 1000)
