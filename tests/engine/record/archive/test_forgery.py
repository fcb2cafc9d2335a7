"""A server that holds its own key can number, link and sign whatever it likes, and still can't cheat."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game import shuffle
from engine.record.game.opening import KEY, MAILBOX
from engine.record.game.seats import BOT
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.move import By, Move
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.post import open_letter, seal_letter
from tests.engine.record.club import (
    HANDLES,
    SERVER,
    finished_archive,
    forge,
    new_match,
    player_key,
    refusal,
    remember_signatures,
    running_archive,
    secret,
    server_key,
    told,
)

REVEAL, START, END = 5, 7, 123
"""The entries with which the first share is told, and the game of four begins and is closed; everyone joins
before that."""

Facts = dict[str, Any]
Spoil = Callable[[Facts], object]


def keys_of(key_id: str) -> list[Any]:
    keys = [server_key(), *map(player_key, HANDLES)]
    return [key.public for key in keys if key.public.key_id == key_id]


def forged(spoil: Spoil, data: bytes | None = None, **more: Any) -> bytes:
    facts = told(data or finished_archive(1, 4))
    spoil(facts)
    return forge(facts, **more)


def first(facts: Facts, kind: str, **members: Any) -> int:
    """The first entry of this kind that says this."""
    return next(
        seq
        for seq, item in enumerate(facts["log"])
        if item["entry"]["kind"] == kind
        and all(item["entry"].get(name) == value for name, value in members.items())
    )


def entry(facts: Facts, seq: int) -> Facts:
    found: Facts = facts["log"][seq]["entry"]
    return found


def letter(facts: Facts, seq: int) -> Move:
    raw = facts["log"][seq]["letters"][0].encode()
    found = open_letter(raw, keys_of).letter
    assert isinstance(found, Move)
    return found


def test_forging_alone_changes_nothing_that_matters() -> None:
    """The forger works: what it signs anew without a change is right."""
    certificate = verify(forged(lambda facts: None))
    assert certificate.state == "finished"
    assert verify(forged(lambda facts: None, running_archive())).state == "running"


# The deal


def other_seed(facts: Facts) -> None:
    facts["log"][-1]["entry"]["seed"] = secret("another").hex()


def other_seed_and_commitment(facts: Facts) -> None:
    """The commitment too: but then every head in the players' letters is another."""
    other_seed(facts)
    entry(facts, 0)["commitment"] = shuffle.commit("game-1", secret("another"))


def swapped_tiles(facts: Facts) -> None:
    tiles = facts["stacks"]["tiles"]
    tiles[20], tiles[21] = sorted([tiles[20], tiles[21]], reverse=tiles[20] < tiles[21])


def moved_card(facts: Facts) -> None:
    orders = facts["stacks"]["orders"]
    orders.insert(0, orders.pop())


def other_start(facts: Facts) -> None:
    facts["start"] = entry(facts, START)["start"] = (facts["start"] + 1) % 4


def other_entropy(facts: Facts) -> None:
    entry(facts, REVEAL)["entropy"] = "0" * 64


def other_commitment(facts: Facts) -> None:
    entry(facts, 1)["commitment"] = "0" * 64


def commitment_of_a_bot(facts: Facts) -> None:
    entry(facts, 4)["commitment"] = "0" * 64


def commitment_of_a_mailbox(facts: Facts) -> None:
    entry(facts, 2)["commitment"] = "0" * 64


def untold_share(facts: Facts) -> None:
    del facts["log"][START - 1]


def share_told_by_the_server(facts: Facts) -> None:
    """What the server would rather have for a share, under its own seal."""
    raw = facts["log"][REVEAL]["letters"][0].encode()
    sent = open_letter(raw, keys_of).letter
    assert isinstance(sent, Reveal)
    entry(facts, REVEAL)["entropy"] = secret("better").hex()
    forged = seal_letter(replace(sent, entropy=secret("better").hex()), server_key())
    facts["log"][REVEAL]["letters"] = [forged.decode()]


def old_log(facts: Facts) -> None:
    """As if the game had been opened before joining was a commitment."""
    entry(facts, 0)["format"] = "grubenpost-log/1"


def other_face_up_tiles(facts: Facts) -> None:
    tiles = entry(facts, START)["tiles"]
    tiles.append(tiles.pop(0))


def other_order(facts: Facts) -> None:
    """The server sees what everyone brought, and would rather have two players change their seats."""
    log = facts["log"]
    log[1], log[3] = log[3], log[1]
    entry(facts, 1)["seat"], entry(facts, 3)["seat"] = 0, 2


def other_seat_numbers(facts: Facts) -> None:
    entry(facts, 1)["seat"], entry(facts, 3)["seat"] = 2, 0


def a_seat_left_over(facts: Facts) -> None:
    leave = {"kind": "leave", "at": 1, "letters": [], "seat": 3}
    facts["log"].insert(START, {"entry": leave, "letters": []})
    del facts["log"][START + 1 : -1]
    facts["log"].insert(START + 1, told(finished_archive(1, 4))["log"][START])


@pytest.mark.parametrize(
    ("spoil", "seq", "code"),
    [
        (other_seed, END, "shuffle/commitment"),
        (other_seed_and_commitment, REVEAL, "reveal/unknown-head"),
        (swapped_tiles, None, "archive/told"),
        (moved_card, None, "archive/told"),
        (other_start, START, "log/start"),
        (other_entropy, REVEAL, "log/reveal"),
        (other_commitment, 1, "log/join"),
        (commitment_of_a_bot, 4, "log/join"),
        (commitment_of_a_mailbox, 2, "log/join"),
        (untold_share, START - 1, "book/shares"),
        (share_told_by_the_server, REVEAL, "seal/unknown-key"),
        (old_log, 1, "join/other-shuffle"),
        (other_face_up_tiles, START, "log/start"),
        (other_order, REVEAL, "reveal/unknown-head"),
        (other_seat_numbers, 1, "log/join"),
        (a_seat_left_over, START + 1, "book/seats"),
    ],
)
def test_the_deal_can_not_be_changed(spoil: Spoil, seq: int | None, code: str) -> None:
    error = refusal(verify, forged(spoil))
    assert (error.code, error.facts.get("entry")) == (code, seq)


@pytest.mark.parametrize("number", range(20))
def test_a_swapped_seed_is_always_caught(number: int) -> None:
    def spoil(facts: Facts) -> None:
        facts["log"][-1]["entry"]["seed"] = secret("seed", number + 2).hex()

    assert refusal(verify, forged(spoil, finished_archive(1, 2))).code == "shuffle/commitment"


@pytest.mark.parametrize("stack", ["tiles", "orders"])
@pytest.mark.parametrize("place", range(0, 44, 4))
def test_a_moved_card_is_always_caught(stack: str, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_signatures(monkeypatch)

    def spoil(facts: Facts) -> None:
        pieces = facts["stacks"][stack]
        other = next(n for n, piece in enumerate(pieces) if piece != pieces[place])
        pieces[place], pieces[other] = pieces[other], pieces[place]

    error = refusal(verify, forged(spoil, finished_archive(1, 2)))
    assert f"stacks, {stack}" in str(error)


# The letters


def dropped_ply(facts: Facts) -> None:
    del facts["log"][20]


def swapped_plies(facts: Facts) -> None:
    log = facts["log"]
    log[20], log[21] = log[21], log[20]


def doubled_ply(facts: Facts) -> None:
    facts["log"].insert(20, deepcopy(facts["log"][20]))


def added_note(facts: Facts) -> None:
    note = {"kind": "note", "at": 1, "letters": [], "about": "host"}
    facts["log"].insert(20, {"entry": note, "letters": []})


def later(facts: Facts) -> None:
    entry(facts, 20)["at"] += 1


@pytest.mark.parametrize("spoil", [dropped_ply, swapped_plies, doubled_ply, added_note, later])
def test_history_can_not_be_written_anew(spoil: Spoil) -> None:
    """Every later move of a player answers a head that the forged log never had."""
    error = refusal(verify, forged(spoil))
    assert error.code in ("move/unknown-head", "move/stale", "move/known")
    assert error.facts["entry"] in (20, 21, 22)


def resealed(facts: Facts, seq: int, **changes: Any) -> None:
    """A player's move under the server's own seal."""
    sent = letter(facts, seq)
    values = {name: getattr(sent, name) for name in Move.__slots__}
    raw = seal_letter(Move(**{**values, **changes}), server_key())
    facts["log"][seq]["letters"] = [raw.decode()]


def in_last_moves(facts: Facts, seat: int) -> int:
    """The last ply of a seat: nobody's later letter vouches for it, if it is late enough."""
    return max(seq for seq, item in enumerate(facts["log"]) if item["entry"].get("seat") == seat)


@pytest.mark.parametrize(
    ("changes", "marked", "code"),
    [
        ({}, None, "keyring/not-yours"),
        ({"by": By("delegated", "0" * 64)}, "delegated", "move/wrong-mark"),
        ({"by": By("clock", "0" * 64)}, "clock", "move/not-authorised"),
        ({"by": By("substitute", "0" * 64)}, "substitute", "move/not-authorised"),
        ({"by": By("standing", "0" * 64)}, "standing", "move/not-authorised"),
        ({"by": "start"}, "bot", "move/not-authorised"),
    ],
)
@pytest.mark.parametrize("seat", [0, 2])
def test_the_server_can_not_seal_a_key_players_move(
    seat: int, changes: dict[str, Any], marked: str | None, code: str
) -> None:
    facts = told(finished_archive(1, 4))
    seq = in_last_moves(facts, seat)
    if changes.get("by") == "start":
        changes = {"by": By("bot", entry(facts, START + 1)["prev"])}
    resealed(facts, seq, **changes)
    if marked:
        entry(facts, seq)["by"] = marked
    error = refusal(verify, forge(facts))
    assert (error.code, error.facts["entry"]) == (code, seq)


def test_a_mark_can_not_be_left_out_or_added() -> None:
    for seat, mark in ((0, "delegated"), (1, None), (3, None), (3, "clock")):
        facts = told(finished_archive(1, 4))
        seq = in_last_moves(facts, seat)
        entry(facts, seq).pop("by", None)
        if mark:
            entry(facts, seq)["by"] = mark
        error = refusal(verify, forge(facts))
        assert (error.code, error.facts["entry"]) == ("log/ply", seq)
        assert "(by)" in str(error)


@pytest.mark.parametrize("member", ["action", "turned", "seat", "ply", "scoring"])
def test_an_entry_says_what_follows_from_its_letter(member: str) -> None:
    facts = told(finished_archive(1, 4))
    seq = max(n for n, item in enumerate(facts["log"]) if item["entry"].get(member))
    value = entry(facts, seq)[member]
    wrong = {"action": "bank", "turned": [], "seat": 0, "ply": value, "scoring": {}}[member]
    entry(facts, seq)[member] = wrong if wrong != value else 1
    error = refusal(verify, forge(facts))
    assert (error.code, error.facts["entry"]) == ("log/ply", seq)
    assert f"({member})" in str(error)


@pytest.mark.parametrize("seq", [0, 1, REVEAL, START, 50, END])
def test_no_entry_can_say_more_than_it_does(seq: int) -> None:
    def spoil(facts: Facts) -> None:
        entry(facts, seq)["winner"] = "nobody"

    error = refusal(verify, forged(spoil))
    assert error.facts["entry"] == seq


def test_entries_hold_no_letters_that_they_should_not() -> None:
    spare = told(finished_archive(1, 4))["log"][1]["letters"][0]
    for seq in (0, 1, 4, REVEAL, START, 50, END):
        facts = told(finished_archive(1, 4))
        facts["log"][seq]["letters"].append(spare)
        entry(facts, seq)["letters"].append("")
        assert refusal(verify, forge(facts)).facts["entry"] == seq


@pytest.mark.parametrize("seq", [1, REVEAL, 50])
def test_a_finished_game_keeps_no_letter_back(seq: int) -> None:
    def spoil(facts: Facts) -> None:
        facts["log"][seq]["letters"][0] = None

    error = refusal(verify, forged(spoil))
    assert (error.code, error.facts["entry"]) == ("log/missing-letter", seq)


# Seats, keys and the end


def other_name(facts: Facts) -> None:
    entry(facts, 1)["name"] = facts["players"][0]["name"] = "\x1b]0;pwned\x07"


def other_handle(facts: Facts) -> None:
    entry(facts, 1)["handle"] = facts["players"][0]["handle"] = "mallory"


def other_auth(facts: Facts) -> None:
    entry(facts, 1)["auth"] = facts["players"][0]["auth"] = MAILBOX


def a_bot_for_a_player(facts: Facts) -> None:
    seat = entry(facts, 1)
    seat |= {"auth": BOT, "key": server_key().public.line, "commitment": ""}
    del facts["log"][1]["letters"][0], entry(facts, 1)["letters"][0]


def key_of_the_server(facts: Facts) -> None:
    entry(facts, 1)["key"] = server_key().public.line


def own_keys_only(facts: Facts) -> None:
    facts["options"]["auth"] = entry(facts, 0)["options"]["auth"] = KEY


def join_by_the_server(facts: Facts) -> None:
    key, seat = server_key(), entry(facts, 1)
    raw = seal_letter(Join(SERVER, "game-1", "anna", key.public, seat["commitment"], "0" * 32), key)
    facts["log"][1]["letters"][0] = raw.decode()
    seat["key"] = key.public.line


@pytest.mark.parametrize(
    "spoil",
    [
        other_name,
        other_handle,
        other_auth,
        a_bot_for_a_player,
        key_of_the_server,
        own_keys_only,
        join_by_the_server,
    ],
)
def test_seats_are_what_the_join_letters_say(spoil: Spoil) -> None:
    error = refusal(verify, forged(spoil))
    # That a bot sits there can be said; but then the player's share has nowhere to go.
    found_at = {own_keys_only: 2, a_bot_for_a_player: REVEAL}
    assert error.facts["entry"] == found_at.get(spoil, 1)
    assert "\x1b" not in str(error)


def test_the_result_is_what_the_closing_entry_holds() -> None:
    def better(facts: Facts) -> None:
        facts["winners"] = [next(seat for seat in range(4) if seat not in facts["winners"])]

    error = refusal(verify, forged(better))
    assert "winners" in str(error)
    error = refusal(
        verify, forged(lambda facts: facts["log"][-1]["entry"].update(result="0" * 64), result=False)
    )
    assert (error.code, error.facts["entry"]) == ("log/close", END)


def test_a_game_can_not_go_on_after_its_end() -> None:
    def go_on(facts: Facts) -> None:
        facts["log"].append(
            {"entry": {"kind": "note", "at": 1, "letters": [], "about": "host"}, "letters": []}
        )

    error = refusal(verify, forged(go_on))
    assert error.facts["entry"] in (1, END, END + 1)


def test_another_key_is_another_server() -> None:
    """Whoever takes over an archive has to take over its key: the first entry names it."""
    data = finished_archive(1, 2)
    own = server_key().public
    assert verify(data, own).server_key == own
    assert refusal(verify, data, server_key("mine.example.org").public).code == "verify/other-key"
    error = refusal(verify, forge(told(data), player_key("anna")))
    assert error.code == "checkpoint/key"


# Running games: the same, as far as the public can see


def unseen(facts: Facts) -> int:
    hidden = (seq for seq, item in enumerate(facts["log"]) if None in item["letters"])
    return next(seq for seq in hidden if "by" not in entry(facts, seq))


def test_only_secret_letters_may_be_missing() -> None:
    facts = told(running_archive())
    shown = next(seq for seq in range(20, 60) if facts["log"][seq]["letters"] != [None])
    facts["log"][shown]["letters"] = [None]
    error = refusal(verify, forge(facts))
    assert (error.code, error.facts["entry"]) == ("log/missing-letter", shown)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ply": 3}, "move/stale"),
        ({"ply": True}, "log/form"),
        ({"seat": 9}, "letter/out-of-range"),
        ({"seat": "0"}, "letter/wrong-type"),
        ({"by": "clock"}, "move/not-authorised"),
        ({"by": "delegated"}, "move/wrong-mark"),
        ({"by": "nobody"}, "letter/bad-value"),
        ({"by": ["clock"]}, "letter/wrong-type"),
        ({"action": "keep none, top ?"}, "rule/not-what-was-drawn"),
        ({"action": "bank"}, "log/missing-letter"),
        ({"action": 5}, "log/form"),
        ({"turned": ["k2D"]}, "log/ply"),
        ({"turned": ["?"]}, "log/ply"),
        ({"turned": 7}, "log/ply"),
        ({"scoring": {}}, "log/ply"),
    ],
)
def test_what_is_public_of_a_secret_move_is_checked(changes: Facts, code: str) -> None:
    facts = told(running_archive())
    seq = unseen(facts)
    entry(facts, seq).update(changes)
    error = refusal(verify, forge(facts))
    assert error.facts["entry"] == seq
    assert error.code == code


def test_no_piece_turns_up_more_often_than_it_is_in_the_box() -> None:
    """A running game can't be dealt again, but its box is known."""
    match = new_match(4, 2, auths=(KEY, KEY))
    match.play_on(Random(4), 40)
    facts = archive.running(match.book, match.server)
    seen = [name for item in facts["log"] for name in item["entry"].get("turned", [])]
    seq, name = last_turned(facts), seen[0]
    entry(facts, seq)["turned"] = [name] * len(entry(facts, seq)["turned"])
    error = refusal(verify, forge(told(archive.write(facts))))
    assert error.facts["entry"] == seq


def last_turned(facts: Facts) -> int:
    """The last ply that turned a card up."""
    cards = [seq for seq, item in enumerate(facts["log"]) if "-" in "".join(item["entry"].get("turned", []))]
    return cards[-1]


def test_a_running_archive_can_not_be_dressed_up_as_finished() -> None:
    facts = told(running_archive())
    for more in ({"winners": [0]}, {"final": []}, {"stacks": {"tiles": [], "orders": []}}):
        error = refusal(verify, archive.write({**facts, **more}))
        assert error.code == "archive/told"
        assert next(iter(more)) in str(error)
