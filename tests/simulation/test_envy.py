"""Envy pays in a simulation: with many sevens in the shoe, the kernel pays what the engine does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.simulation.kernel_rounds import Played, envy_of, rounds_of
from tests.simulation.replay import Replay
from vingt.analysis.simulation.devices.bins import read
from vingt.analysis.simulation.devices.device import on_threads
from vingt.analysis.simulation.lookups.best_play import policy_of
from vingt.analysis.simulation.lookups.compile import Lookups, compile_rules
from vingt.analysis.simulation.lookups.flat import Flat
from vingt.analysis.simulation.lookups.layout import flat_of
from vingt.analysis.simulation.lookups.policy import Policy
from vingt.analysis.simulation.lookups.table_layout import envy_tables
from vingt.analysis.simulation.plan import Plan
from vingt.core.cards import RANKS
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

STAKE = 10_000


@cache
def compiled(
    rulebook: str, ranks: str, choices: tuple[tuple[str, object], ...]
) -> tuple[TableRules, Policy, Lookups]:
    """A table whose shoe holds these ranks alone, played for the super bonus above all."""
    rules = library.table_rules(rulebook, dict(choices))
    removed = tuple(rank for rank in RANKS if rank not in ranks)
    rules = replace(rules, cards=replace(rules.cards, removed_ranks=removed))
    policy = policy_of(rules, None, 1000.0, wager=STAKE)
    return rules, policy, compile_rules(rules, policy, STAKE)


def flat(rulebook: str, ranks: str, boxes: int, **choices: object) -> tuple[Flat, Policy]:
    rules, policy, lookups = compiled(rulebook, ranks, tuple(choices.items()))
    return flat_of(Plan(rules, None, STAKE, 3, boxes, aims_at_super_bonus=True), lookups), policy


def made_it(played: Played) -> bool:
    """Whether some box has three 7s of one suit, split or not, against a 7."""
    boxes = zip(played.firsts, played.drawn, strict=True)
    held = [Counter(card for card in (*first, *drawn) if card.rank == "7") for first, drawn in boxes]
    return played.dealer[0].rank == "7" and any(max(each.values(), default=0) >= 3 for each in held)


@pytest.mark.parametrize(
    ("rulebook", "ranks", "boxes", "rounds", "choices"),
    [
        ("md-pontoon-21", "47", 4, 500, {"envy_repeats": "each_hand"}),
        ("md-players-edge-21", "47", 4, 500, {}),
        ("mbs-pontoon", "47", 4, 900, {"envy_pays_winning_double": False}),
    ],
)
def test_every_round_pays_envy_as_the_engine_does(
    rulebook: str, ranks: str, boxes: int, rounds: int, choices: dict[str, object]
) -> None:
    made, policy = flat(rulebook, ranks, boxes, **choices)
    all_rounds, bins, sums = rounds_of(made, 0, rounds)
    paid: Counter[str] = Counter()
    for at, played in enumerate(all_rounds):
        envy = envy_of(made, played)
        paid += envy
        if made_it(played) or at % 20 == 0:
            Replay(made, policy, played).compare()
    assert sum(paid.values()) >= 5, "too few hands make it for the test to say anything"
    assert set(paid) == set(made.envy)
    compiled_bins, compiled_sums = on_threads(made, 0, rounds, 2)
    assert np.array_equal(bins, compiled_bins)
    assert np.array_equal(sums, compiled_sums)
    events = read(made, bins).events
    assert {name: events[f"envy {name}"] for name in made.envy} == paid


def test_one_box_is_paid_no_envy() -> None:
    made, _ = flat("md-players-edge-21", "47", 1)
    assert made.envy == ()
    assert made.envy_bin == made.side_bin


def test_who_makes_it_too_is_paid_for_the_others_where_every_hand_counts() -> None:
    each, _ = flat("md-pontoon-21", "47", 4, envy_repeats="each_hand")
    once, _ = flat("mbs-pontoon", "47", 4, envy_repeats="once_per_round")
    assert envy_tables(each)["envy_times"][:, :4].tolist() == [[0, 1, 2, 3], [0, 1, 2, 3]]
    assert envy_tables(once)["envy_times"][:, :4].tolist() == [[0, 1, 1, 1], [0, 0, 0, 0]]
