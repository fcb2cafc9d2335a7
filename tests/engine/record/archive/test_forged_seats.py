"""Seats, keys and the end, as a server might forge them, and running games as far as the public can see."""

from __future__ import annotations

from random import Random

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.opening import KEY, MAILBOX
from engine.record.game.seats import BOT
from engine.record.letters.kinds.join import Join
from engine.record.letters.post import seal_letter
from tests.engine.record.archive.forging import END, REVEAL, Facts, Spoil, entry, forged
from tests.engine.record.club import (
    SERVER,
    finished_archive,
    forge,
    new_match,
    player_key,
    refusal,
    running_archive,
    server_key,
    told,
)

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
