"""Threads that write to SQLite take turns: whoever waits longest is next, and nobody waits for ever."""

from __future__ import annotations

import signal
import time
from threading import Event, Thread

import pytest

from server.ledger.fair_lock import Turns


def test_in_the_order_of_asking() -> None:
    turns, order, threads = Turns(60), [], []

    def write(number: int) -> None:
        with turns.turn():
            order.append(number)

    with turns.turn():
        for number in range(8):
            thread = Thread(target=write, args=(number,))
            thread.start()
            threads.append(thread)
            while len(turns._waiting) <= number:
                time.sleep(0.001)
        assert order == []
    for thread in threads:
        thread.join()
    assert order == list(range(8))
    with turns.turn():  # it is free again
        pass


def test_somebody_who_writes_all_the_time_lets_others_in() -> None:
    turns, end, rounds = Turns(60), Event(), [0]

    def write_all_the_time() -> None:
        while not end.is_set():
            with turns.turn():
                rounds[0] += 1
                time.sleep(0.002)

    busy = Thread(target=write_all_the_time)
    busy.start()
    waited = []
    for _ in range(20):
        before = rounds[0]
        with turns.turn():
            waited.append(rounds[0] - before)
    end.set()
    busy.join()
    assert max(waited) <= 3


def test_whoever_waits_too_long_goes_in_and_disturbs_nobody() -> None:
    turns = Turns(0.01)
    with turns.turn():
        with turns.turn():
            pass
        assert turns._taken
        assert not turns._waiting
    assert not turns._taken


def test_whoever_is_interrupted_while_waiting_takes_no_turn_along() -> None:
    turns = Turns(60)

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    with turns.turn():
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt), turns.turn():
            raise AssertionError
    signal.signal(signal.SIGALRM, before)
    assert not turns._taken
    assert not turns._waiting


def test_a_failure_inside_gives_the_turn_on() -> None:
    turns = Turns(60)
    try:
        with turns.turn():
            raise KeyError
    except KeyError:
        pass
    assert not turns._taken
