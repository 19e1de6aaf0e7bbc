"""Whose wagers follow the count is told; who wagers flat, by a progression or by chance is not. Shoes are
dealt by the round engine."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.cli.command import vingt
from tests.counting.at_a_house import house_with
from tests.counting.bettors import COUNTERS, HONEST, back_counter, counter, flat
from tests.counting.dealt import dealt_shoes
from tests.counting.watched import UNIT, WatchedTable
from vingt.analysis.counting.detector import FEWEST, count_stands
from vingt.analysis.counting.removal import main_removal
from vingt.analysis.counting.systems import SYSTEMS
from vingt.rulebook import library

SHOES = 40


@cache
def table() -> WatchedTable:
    rules = library.table_rules("md-blackjack")
    return WatchedTable(dealt_shoes(rules, SHOES, seed=2), main_removal(rules), ("hi-lo",))


def test_moves_of_the_count_scatter_as_its_law_says() -> None:
    """The true count is a martingale: moves are nothing on average, and their squares grow as `variance`."""
    first = np.concatenate([[True], table().dealt.shoe[1:] != table().dealt.shoe[:-1]])
    stands = np.array(table().stands[0])
    moved, grown = (stands[1:, at] - stands[:-1, at] for at in (0, 1))
    within = ~first[1:]
    assert (moved[within] ** 2).mean() == pytest.approx(grown[within].mean(), rel=0.12)
    assert abs(moved[within].mean()) < 3 * moved[within].std() / within.sum() ** 0.5
    assert (stands[first, 0] == 0).all()


def test_a_natural_won_says_that_high_cards_are_gone() -> None:
    told = table().told[0]
    assert told[3] < -1 < told[-2] < 1  # three halves won; a wager lost


@pytest.mark.parametrize("name", HONEST)
def test_who_does_not_count_is_not_told_of(name: str) -> None:
    """Each of 12 players within what one in some thousands passes; `make bench ONLY=detect_counters` has
    more of them."""
    found = [each.sigmas for each in table().players(HONEST[name], 500, 12)]
    assert all(abs(sigmas) < 3.5 for sigmas in found)
    assert name == "flat" or np.std(found) > 0.1


@pytest.mark.parametrize("name", COUNTERS)
def test_a_counter_is_told_of(name: str) -> None:
    """Of six of each kind almost all within a thousand rounds; what it costs is what the wagers gain."""
    found = table().players(COUNTERS[name], 1000, 6)
    assert sum(each.follows for each in found) >= 5
    assert all(each.gain > 0 for each in found)
    assert all(each.rounds_needed < 4000 for each in found)


def test_what_a_counter_costs_is_reckoned_from_the_worth_of_each_round() -> None:
    watched = table()
    rounds = range(0, 600)
    wagers = UNIT * np.array(watched.wagers(back_counter, rounds, 0, 1))
    one = watched.suspicions(back_counter, 0, 600, 0, 1)[0]
    counts = np.array([watched.stands[0][at].true_count for at in rounds])
    shoes = watched.dealt.shoe[:600]
    mine = np.isin(shoes, shoes[wagers > 0])
    slope = (one.edge - watched.removal.ev * wagers[mine].mean()) / (wagers * counts)[mine].mean()
    assert 0.003 < slope < 0.008  # half a percent for each true count
    assert one.spread == 1
    assert one.played == (wagers > 0).sum() < one.rounds == mine.sum()
    gain = (wagers[mine] - wagers[mine].mean()) * (watched.removal.ev + slope * counts[mine])
    assert one.gain == pytest.approx(float(gain.mean()))


def test_few_rounds_say_nothing() -> None:
    assert table().suspicions(counter(8), 0, FEWEST - 1, 0, 1) == []


def test_a_house_is_told_who_follows_the_count(tmp_path: Path) -> None:
    """A real house: bots at a live table, its log, the command. What the log says of the count before each
    round is what the player counted."""
    counted: list[float] = []

    def watching(count: float, memory: object) -> int:
        counted.append(count)
        return 1 if len(counted) % 7 else 2

    asyncio.run(house_with(tmp_path, {"Flora": flat, "Wanda": watching}, 34))
    done = vingt("protect", "md-blackjack", "--log", str(tmp_path), "--json")
    assert done.code == 0, done.err
    players = {each["name"]: each for each in done.json["players"]}
    assert {*players} == {"Flora", "Wanda"}
    assert players["Flora"]["sigmas"] == 0
    assert players["Wanda"]["rounds_played"] == players["Wanda"]["rounds"] >= 30
    assert players["Wanda"]["spread"] == 2
    assert done.json["summary"].startswith("No player's wagers follow a count")
    assert json.dumps(done.json).count("md-blackjack-1") == 2
    seen = count_stands(SYSTEMS["hi-lo"], table().removal.shoe, np.zeros(52, dtype=np.int64))
    assert counted[0] == seen.true_count == 0
    assert len({round(each, 6) for each in counted}) > 10
