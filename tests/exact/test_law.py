"""The law of net results: its mean is the expectation, for any play, where nothing is split."""

from __future__ import annotations

import numpy as np
import pytest

from tests.exact.named_play import forbid_splits
from vingt.analysis.actions import DOUBLE, FREE, REDOUBLE
from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.kernel.hands import Play
from vingt.analysis.exact.law import law_of_round
from vingt.analysis.exact.solution import Prescription, Solution, expectation
from vingt.analysis.exact.solver import follow, solve
from vingt.analysis.tabulated.hands import VALUES
from vingt.rulebook import library

Choices = dict[str, object]
NO_HOLE_CARD: Choices = {"dealer_second_card": "after_players"}
TABLES: tuple[tuple[str, Choices], ...] = (
    ("md-pontoon-21", {}),
    ("md-blackjack", {}),
    ("md-players-edge-21", {"doubles_max": 3}),
    ("mbs-pontoon", {}),
    ("ma-pontoon-21", NO_HOLE_CARD),
    ("ma-pontoon-21", {**NO_HOLE_CARD, "dealer_bj_collects": "original_only"}),
    ("ma-pontoon-21", {**NO_HOLE_CARD, "dealer_bj_collects": "all", "accept_readings": ["I-22"]}),
)
each_table = pytest.mark.parametrize(("rulebook", "choices"), TABLES)


def doubled_throughout(solution: Solution) -> None:
    """Every hand is doubled, and again, wherever the rules let it; nothing is split."""
    many = len(solution.looked_up.hands)
    again = np.full((4, many), REDOUBLE, dtype=np.int64)
    again[2] = FREE
    play = Play(np.full(many, DOUBLE, dtype=np.int64), again)
    follow(solution, dict.fromkeys(range(VALUES), Prescription(play, play, play)))


@each_table
def test_without_splits_the_law_is_exact(rulebook: str, choices: Choices) -> None:
    """Doubled aces that count low (MBS-P 3.17.2), busts that come back (I-22) and rescues included."""
    solution = solve(library.table_rules(rulebook, choices))
    forbid_splits(solution)
    assert law_of_round(solution, []).mean == pytest.approx(expectation(solution), abs=1e-12)
    doubled_throughout(solution)
    law = law_of_round(solution, [])
    assert law.mean == pytest.approx(expectation(solution), abs=1e-12)
    assert sum(law.chances.values()) == pytest.approx(1, abs=1e-12)


@each_table
def test_with_splits_its_mean_is_near_the_expectation(rulebook: str, choices: Choices) -> None:
    """A dealer natural that takes one wager from all hands of a split takes one in the law too."""
    found = edge(library.table_rules(rulebook, choices))
    assert found.law is not None
    assert found.law.mean == pytest.approx(found.ev, abs=4e-5)
    assert sum(found.law.chances.values()) == pytest.approx(1, abs=1e-12)


def test_rounds_with_two_naturals_are_wagered_too() -> None:
    found = edge(library.table_rules("md-blackjack/as-dealt"))
    assert found.law is not None
    assert found.law.wagered == pytest.approx(1.1358, abs=5e-5)


def test_even_money_is_taken_where_it_is_best() -> None:
    """Worth 0.060 points at 6 to 5, nothing at 3 to 2; the law agrees with the expectation."""
    edges = {}
    for pays in ("3:2", "6:5"):
        for even in (False, True):
            rules = library.table_rules("md-blackjack", {"blackjack_pays": pays, "even_money": even})
            found = edge(rules, with_law=even)
            edges[pays, even] = found.house_edge
            assert sum(found.parts.values()) == pytest.approx(found.ev, abs=1e-12)
            if found.law is not None:
                assert found.law_error < 1e-4
    assert edges["3:2", True] == edges["3:2", False]
    assert edges["6:5", False] - edges["6:5", True] == pytest.approx(0.0006, abs=1e-5)


def test_variance_and_law_hold_the_super_bonus() -> None:
    rules = library.table_rules("md-pontoon-21")
    found = edge(rules, wager=2500)
    law = found.law
    assert law is not None
    assert max(law.chances) == 3 + 5000_00 / 25_00
    assert law.mean == pytest.approx(found.ev, abs=1e-4)
    assert sum(chance for net, chance in law.chances.items() if net > 100) == pytest.approx(
        found.super_bonus_chance
    )
