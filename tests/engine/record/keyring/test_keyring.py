"""The keyring: whose key is in force, through rotation, theft, loss and veto."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadLetter, Refused
from engine.record.keyring.keyring import DELAY, KeyEvent, Keyring, Recovered, fold, key_event, keyring_of
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import open_letter, seal_letter
from engine.record.letters.schema import Letter

PIT = "pit.example.org"
NONCE = "cd" * 16
KEYS = [PrivateKey(bytes([number]) * 32) for number in range(8)]
ANNA, BERT, SECOND, THIRD, THIEF = KEYS[:5]
MONDAY = 1_800_000_000


class Log:
    """Real letters, sealed and opened, at places in a log."""

    def __init__(self) -> None:
        self.keyring = Keyring(PIT)
        self.seq = 0
        self.now = MONDAY

    def send(self, letter: Letter, *signers: PrivateKey) -> str:
        """Log one letter if it is accepted, and give its id."""
        opened = open_letter(seal_letter(letter, *signers), self.keyring.keys_by_id)
        self.keyring = self.keyring.after(key_event(opened, self.seq + 1, self.now))
        self.seq += 1
        return opened.sealed.letter_id

    def finish(self, recover: str, handle: str = "anna") -> None:
        self.keyring = self.keyring.after(KeyEvent(self.seq + 1, self.now, Recovered(handle, recover)))
        self.seq += 1

    def refused(self, letter: Letter, *signers: PrivateKey) -> str:
        before = self.keyring
        with pytest.raises(Refused) as refusal:
            self.send(letter, *signers)
        assert self.keyring is before
        return refusal.value.code

    def in_force(self, handle: str = "anna") -> PrivateKey | None:
        try:
            key = self.keyring.key_in_force(handle, self.seq)
        except BadLetter as refusal:
            assert refusal.code == "keyring/no-key"
            return None
        return next(private for private in KEYS if private.public == key)

    def verdict(self, key: PrivateKey, seq: int | None = None, handle: str = "anna") -> str:
        """What the keyring says of a letter by this key: empty if it is accepted."""
        try:
            self.keyring.check_signer(handle, key.public, self.seq if seq is None else seq)
        except BadLetter as refusal:
            return refusal.code
        return ""


def registration(handle: str, key: PrivateKey, server: str = PIT) -> Register:
    return Register(server, handle, "key", key.public, NONCE)


def rotation(old: PrivateKey, new: PrivateKey, handle: str = "anna") -> Rotate:
    return Rotate(PIT, handle, old.public, new.public, NONCE)


def recovery(new: PrivateKey, handle: str = "anna") -> Recover:
    return Recover(PIT, handle, new.public, "7kq2-m4xt", NONCE)


def revocation(key: PrivateKey, handle: str = "anna") -> Revoke:
    return Revoke(PIT, handle, key.public)


@pytest.fixture
def log() -> Log:
    log = Log()
    log.send(registration("anna", ANNA), ANNA)
    log.send(registration("bert", BERT), BERT)
    return log


def test_a_registered_key_is_in_force_from_its_entry_on(log: Log) -> None:
    assert log.in_force("anna") is ANNA
    assert log.in_force("bert") is BERT
    assert log.keyring.key_in_force("anna", 1) == ANNA.public
    assert log.keyring.key_in_force("anna", 1_000_000) == ANNA.public
    assert log.verdict(ANNA, seq=0) == "keyring/not-yet"
    with pytest.raises(BadLetter) as refusal:
        log.keyring.key_in_force("anna", 0)
    assert refusal.value.code == "keyring/no-key"


def test_nobody_speaks_for_another_or_for_nobody(log: Log) -> None:
    assert log.verdict(BERT) == "keyring/not-yours"
    assert log.verdict(THIEF) == "keyring/not-yours"
    assert log.verdict(ANNA, handle="carl") == "keyring/unknown-handle"
    assert log.keyring.owner(BERT.public) == "bert"
    assert log.keyring.owner(THIEF.public) is None


@pytest.mark.parametrize("handle", ["anna", "Anna", "ANNA", "b0-b1"])
def test_a_handle_is_taken_once_however_it_is_written(log: Log, handle: str) -> None:
    log.send(registration("Bo-bI", SECOND), SECOND)
    assert log.refused(registration(handle, THIRD), THIRD) == "keyring/handle-taken"


@given(st.lists(st.text("aA0oO1lLiI", min_size=2, max_size=3), max_size=12))
def test_no_two_registered_handles_can_be_mistaken_for_each_other(handles: list[str]) -> None:
    keyring = Keyring(PIT)
    accepted = []
    for seq, handle in enumerate(handles):
        key = PrivateKey(bytes([seq]) * 32)
        event = KeyEvent(seq, MONDAY, registration(handle, key), frozenset({key.public}))
        try:
            keyring = keyring.after(event)
        except BadLetter as refusal:
            assert refusal.code == "keyring/handle-taken"
        else:
            accepted.append(handle)
    looks = [
        "".join({"0": "o", "1": "l", "i": "l"}.get(letter, letter) for letter in handle.lower())
        for handle in accepted
    ]
    assert len(set(looks)) == len(looks) == len({fold(handle) for handle in handles})


def test_a_key_belongs_to_one_handle_only(log: Log) -> None:
    assert log.refused(registration("carl", ANNA), ANNA) == "keyring/key-taken"
    assert log.refused(rotation(BERT, ANNA, "bert"), BERT, ANNA) == "keyring/key-taken"
    assert log.refused(recovery(ANNA, "bert"), ANNA) == "keyring/key-taken"
    assert log.refused(rotation(ANNA, ANNA), ANNA, ANNA) == "keyring/key-taken"


def test_after_a_rotation_the_new_key_is_in_force_and_history_stays(log: Log) -> None:
    log.send(rotation(ANNA, SECOND), ANNA, SECOND)
    assert log.in_force() is SECOND
    assert log.verdict(ANNA) == "keyring/rotated"
    assert log.verdict(ANNA, seq=log.seq - 1) == ""
    assert log.verdict(SECOND, seq=log.seq - 1) == "keyring/not-yet"
    assert log.refused(rotation(ANNA, THIRD), ANNA, THIRD) == "keyring/rotated"
    assert log.refused(revocation(ANNA), ANNA) == "keyring/rotated"
    assert log.refused(rotation(SECOND, ANNA), SECOND, ANNA) == "keyring/key-taken"


def test_a_rotation_for_another_handle_is_refused(log: Log) -> None:
    assert log.refused(rotation(BERT, THIRD, "anna"), BERT, THIRD) == "keyring/not-yours"
    assert log.refused(rotation(ANNA, THIRD, "carl"), ANNA, THIRD) == "keyring/unknown-handle"


def test_a_revoked_key_can_do_nothing_afterwards_and_history_stays(log: Log) -> None:
    log.send(revocation(ANNA), ANNA)
    assert log.in_force() is None
    assert log.verdict(ANNA) == "keyring/revoked"
    assert log.verdict(ANNA, seq=log.seq - 1) == ""
    assert log.refused(rotation(ANNA, SECOND), ANNA, SECOND) == "keyring/revoked"
    assert log.refused(revocation(ANNA), ANNA) == "keyring/revoked"
    assert log.refused(registration("anna", ANNA), ANNA) == "keyring/handle-taken"
    assert log.refused(registration("anna2", ANNA), ANNA) == "keyring/key-taken"
    recover = log.send(recovery(SECOND), SECOND)
    assert log.refused(Veto(PIT, "anna", recover), ANNA) == "keyring/revoked"


def test_a_recovery_takes_effect_after_the_delay_and_not_before(log: Log) -> None:
    recover = log.send(recovery(SECOND), SECOND)
    assert log.in_force() is ANNA
    assert log.verdict(SECOND) == "keyring/not-yours"
    log.now += DELAY - 1
    assert log.keyring.due(log.now) == ()
    with pytest.raises(BadLetter) as refusal:
        log.finish(recover)
    assert refusal.value.code == "keyring/too-early"
    log.now += 1
    assert log.keyring.due(log.now) == (Recovered("anna", recover),)
    log.finish(recover)
    assert log.in_force() is SECOND
    assert log.verdict(ANNA) == "keyring/recovered"
    assert log.verdict(ANNA, seq=log.seq - 1) == ""
    assert log.keyring.due(log.now) == ()


def test_the_delay_is_72_hours_unless_the_host_says_otherwise() -> None:
    assert Keyring(PIT).delay == 259_200
    assert keyring_of(PIT, [], delay=60).after().delay == 60


def test_a_veto_by_the_owner_stops_whoever_has_only_the_mailbox(log: Log) -> None:
    recover = log.send(recovery(THIEF), THIEF)
    log.now += DELAY // 2
    log.send(Veto(PIT, "anna", recover), ANNA)
    log.now += DELAY
    assert log.keyring.due(log.now) == ()
    with pytest.raises(BadLetter) as refusal:
        log.finish(recover)
    assert refusal.value.code == "keyring/no-recovery"
    assert log.in_force() is ANNA
    assert log.verdict(THIEF) == "keyring/not-yours"
    assert log.refused(recovery(THIEF), THIEF) == "keyring/key-taken"


def test_a_veto_is_the_owners_and_names_the_recovery(log: Log) -> None:
    recover = log.send(recovery(SECOND), SECOND)
    assert log.refused(Veto(PIT, "anna", recover), BERT) == "keyring/not-yours"
    assert log.refused(Veto(PIT, "anna", recover), SECOND) == "keyring/not-yours"
    assert log.refused(Veto(PIT, "anna", "0" * 64), ANNA) == "keyring/no-recovery"
    assert log.refused(Veto(PIT, "bert", recover), BERT) == "keyring/no-recovery"
    log.send(Veto(PIT, "anna", recover), ANNA)
    assert log.refused(Veto(PIT, "anna", recover), ANNA) == "keyring/no-recovery"


def test_a_late_veto_still_counts_until_the_recovery_is_logged(log: Log) -> None:
    recover = log.send(recovery(SECOND), SECOND)
    log.now += 2 * DELAY
    log.send(Veto(PIT, "anna", recover), ANNA)
    assert log.in_force() is ANNA


def test_a_rotation_proves_that_the_key_is_not_lost(log: Log) -> None:
    recover = log.send(recovery(THIEF), THIEF)
    log.send(rotation(ANNA, SECOND), ANNA, SECOND)
    log.now += DELAY
    with pytest.raises(BadLetter) as refusal:
        log.finish(recover)
    assert refusal.value.code == "keyring/no-recovery"
    assert log.in_force() is SECOND


def test_a_newer_request_starts_the_delay_anew(log: Log) -> None:
    first = log.send(recovery(THIEF), THIEF)
    log.now += DELAY - 1
    second = log.send(recovery(SECOND), SECOND)
    log.now += 1
    for recover, code in ((first, "keyring/no-recovery"), (second, "keyring/too-early")):
        with pytest.raises(BadLetter) as refusal:
            log.finish(recover)
        assert refusal.value.code == code
    log.now += DELAY - 1
    log.finish(second)
    assert log.in_force() is SECOND


def test_a_stolen_key_is_revoked_and_then_recovered(log: Log) -> None:
    log.send(revocation(ANNA), ANNA)
    revoked_at = log.seq
    recover = log.send(recovery(SECOND), SECOND)
    log.now += DELAY
    log.finish(recover)
    assert log.in_force() is SECOND
    assert log.verdict(ANNA) == "keyring/revoked"
    with pytest.raises(BadLetter) as refusal:
        log.keyring.key_in_force("anna", revoked_at)
    assert refusal.value.code == "keyring/no-key"


def test_letters_for_another_server_are_refused(log: Log) -> None:
    abroad = registration("carl", SECOND, server="mine.example.org")
    assert log.refused(abroad, SECOND) == "letter/other-server"


def test_letters_that_change_no_key_are_not_key_events(log: Log) -> None:
    move = Move(PIT, "g1", 0, 0, "0" * 64, NONCE, "bank")
    join = Join(PIT, "g1", "anna", ANNA.public, "0" * 64, NONCE)
    for letter in (move, join):
        assert log.refused(letter, ANNA) == "keyring/not-a-key-letter"


@pytest.mark.parametrize("seq", [-5, 0, 1])
def test_events_come_in_the_order_of_the_log(log: Log, seq: int) -> None:
    event = KeyEvent(seq, MONDAY, registration("carl", SECOND), frozenset({SECOND.public}))
    with pytest.raises(Refused) as refusal:
        log.keyring.after(event)
    assert refusal.value.code == "keyring/order"


@pytest.mark.parametrize(
    "letter",
    [
        registration("carl", SECOND),
        rotation(ANNA, SECOND),
        revocation(ANNA),
        recovery(SECOND),
    ],
    ids=lambda letter: type(letter).__name__,
)
def test_an_event_with_the_wrong_signers_is_refused(log: Log, letter: Register) -> None:
    for signers in ([], [BERT], [ANNA, BERT], [ANNA, SECOND, BERT]):
        event = KeyEvent(9, MONDAY, letter, frozenset(key.public for key in signers))
        with pytest.raises(BadLetter) as refusal:
            log.keyring.after(event)
        assert refusal.value.code == "keyring/wrong-signer"


def test_a_veto_that_nobody_signed_is_refused(log: Log) -> None:
    recover = log.send(recovery(SECOND), SECOND)
    with pytest.raises(BadLetter) as refusal:
        log.keyring.after(KeyEvent(9, MONDAY, Veto(PIT, "anna", recover)))
    assert refusal.value.code == "keyring/wrong-signer"


def test_one_entry_may_hold_several_key_letters() -> None:
    both = frozenset({ANNA.public, SECOND.public})
    keyring = keyring_of(
        PIT,
        [
            KeyEvent(5, MONDAY, registration("anna", ANNA), frozenset({ANNA.public})),
            KeyEvent(5, MONDAY, registration("bert", BERT), frozenset({BERT.public})),
            KeyEvent(5, MONDAY, rotation(ANNA, SECOND), both),
        ],
    )
    assert keyring.key_in_force("anna", 5) == SECOND.public
    assert keyring.key_in_force("bert", 5) == BERT.public
    for seq in (4, 5, 6):
        with pytest.raises(BadLetter):
            keyring.check_signer("anna", ANNA.public, seq)
    revoked = keyring.after(
        KeyEvent(5, MONDAY, revocation(SECOND), frozenset({SECOND.public})),
    )
    with pytest.raises(BadLetter) as refusal:
        revoked.key_in_force("anna", 5)
    assert refusal.value.code == "keyring/no-key"
    with pytest.raises(BadLetter) as refusal:
        revoked.after(KeyEvent(5, MONDAY, rotation(SECOND, THIRD), frozenset({SECOND.public, THIRD.public})))
    assert refusal.value.code == "keyring/revoked"


def test_a_keyring_is_a_value(log: Log) -> None:
    before = log.keyring
    log.send(rotation(ANNA, SECOND), ANNA, SECOND)
    log.send(registration("carl", THIRD), THIRD)
    assert before.key_in_force("anna", 99) == ANNA.public
    assert before.keys_by_id(SECOND.public.key_id) == ()
    with pytest.raises(BadLetter):
        before.key_in_force("carl", 99)


def test_all_events_at_once_or_none() -> None:
    first = KeyEvent(1, MONDAY, registration("anna", ANNA), frozenset({ANNA.public}))
    second = KeyEvent(2, MONDAY, registration("ANNA", BERT), frozenset({BERT.public}))
    keyring = keyring_of(PIT, [first])
    with pytest.raises(BadLetter):
        Keyring(PIT).after(first, second)
    with pytest.raises(BadLetter):
        keyring.after(second)
    assert keyring.key_in_force("anna", 1) == ANNA.public
    assert keyring.owner(BERT.public) is None


letters: list[Callable[[PrivateKey, PrivateKey], tuple[Letter, list[PrivateKey]]]] = [
    lambda one, other: (registration("anna", one), [one]),
    lambda one, other: (registration("bert", other), [other]),
    lambda one, other: (rotation(one, other), [one, other]),
    lambda one, other: (revocation(one), [one]),
    lambda one, other: (recovery(one), [one]),
]


@given(
    st.lists(st.tuples(st.sampled_from(letters), st.sampled_from(KEYS), st.sampled_from(KEYS)), max_size=25)
)
def test_at_no_entry_does_a_key_speak_for_two_or_after_its_end(steps: list) -> None:  # type: ignore[type-arg]
    log = Log()
    out: set[tuple[str, PrivateKey]] = set()
    for make, one, other in steps:
        letter, signers = make(one, other)
        was = {handle: log.in_force(handle) for handle in ("anna", "bert") if registered(log, handle)}
        log.now += DELAY // 2
        for done in log.keyring.due(log.now):
            log.finish(done.recover, done.handle)
        try:
            log.send(letter, *signers)
        except Refused as refusal:
            assert refusal.code.startswith(("keyring/", "seal/"))
        now = {handle: log.in_force(handle) for handle in ("anna", "bert") if registered(log, handle)}
        out |= {(handle, key) for handle, key in was.items() if key and now[handle] is not key}
        speaking = [key for key in now.values() if key]
        assert len(set(speaking)) == len(speaking)
        assert not out & set(now.items())


def registered(log: Log, handle: str) -> bool:
    return any(log.keyring.owner(key.public) == handle for key in KEYS)
