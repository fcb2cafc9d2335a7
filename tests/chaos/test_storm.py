"""A club at work on Dovecot, Postfix and two PostgreSQL servers loses nothing, whatever is done to it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.chaos.replicas import Replicas
from tests.chaos.storm import Figures, Place, Weather, rage
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix


@pytest.fixture
def place(tmp_path: Path, dovecot: Dovecot, postfix: Postfix, replicas: Replicas) -> Place:
    return Place(tmp_path, dovecot, postfix, replicas)


def hold(place: Place, weather: Weather) -> Figures:
    figures, faults = rage(place, weather)
    print(figures)
    assert faults == []
    assert (figures.kills, figures.imap_cuts, figures.smtp_cuts) >= (
        weather.kills,
        weather.cuts,
        weather.cuts,
    )
    assert (figures.failovers, figures.resets) == (weather.failovers, weather.resets)
    assert figures.moves >= weather.games
    return figures


def test_a_squall(place: Place) -> None:
    """The short form."""
    hold(place, Weather(games=6, kills=10, cuts=4, seed=1))


@pytest.mark.slow
def test_a_storm(place: Place) -> None:
    """The long form; GRUBENPOST_KILLS and GRUBENPOST_GAMES say how long it is."""
    kills = int(os.environ.get("GRUBENPOST_KILLS", "1000"))
    games = int(os.environ.get("GRUBENPOST_GAMES", "200"))
    hold(place, Weather(games=games, kills=kills, cuts=max(1, kills // 10), seed=2))
