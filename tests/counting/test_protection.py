"""What wagers lose to counts: against published counts, and a shuffled shoe keeps its mean."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.cli.command import vingt
from tests.counting.test_removal import blackjack
from vingt.analysis.counting.attack import attack, expectations, taken
from vingt.analysis.counting.protection import main_risk
from vingt.analysis.counting.removal import side_removal
from vingt.analysis.counting.seen_card import first_card_known, with_hole
from vingt.analysis.counting.shoes import CARDS_A_ROUND, ShoeSample, sampled
from vingt.analysis.counting.side_wager import CountedWager
from vingt.analysis.counting.systems import level
from vingt.analysis.exact.side.cases import Case, as_printed
from vingt.analysis.exact.solver import expectation, solve
from vingt.analysis.tabulated.hands import VALUES, Floats, shoe_counts
from vingt.core.pays import pay
from vingt.rulebook import library


def paying(name: str, odds: list[str], decks: int = 6) -> Case:
    """A wager of the rulebook with pays of a paytable that others counted."""
    case = as_printed(library.load("md-blackjack"), name, None, decks, "H17")
    lines = (replace(line, pays=pay(each)) for line, each in zip(case.paytable.lines, odds, strict=True))
    return replace(case, paytable=replace(case.paytable, lines=tuple(lines)), meters=())


def valued(case: Case, sample: ShoeSample) -> Floats:
    return expectations(CountedWager(case), side_removal(case), sample)[0]


def test_a_published_count_of_suits_is_found() -> None:
    """21 + 3 at 9 to 1, six decks, cut at 260: from +8 in 3.53% of rounds, at 5.04%, 0.178 units per 100
    (Jacobson). His shoes have 50 rounds: one more once the cut card has come, and so has this sample."""
    case = paying("21-plus-3", ["9 to 1"] * 6)
    cut = (260 + CARDS_A_ROUND) / 312
    sample = sampled(CountedWager(case).shoe, 2500, cut)
    values = valued(case, sample)
    found = taken(sample.suit_counts() >= 8, values, np.ones(len(values)), sample, cut, 8)
    assert found.frequency == pytest.approx(0.0353, abs=0.004)
    assert found.edge == pytest.approx(0.0504, abs=0.006)
    assert found.per_100 == pytest.approx(0.178, abs=3 * found.error)
    assert float(CountedWager(case).expectation(sample.full)) == pytest.approx(-0.032386, abs=1e-6)


def test_a_published_count_of_ranks_is_found() -> None:
    """Buster Blackjack at 1, 3, 6, 30, 100, 200, six decks, H17, the same cut: tags (-2, -3, -2, 0, 0, 0, 1,
    1, 1, 1), from +4 in 13.29% of rounds, at 5.28%, 0.702 units per 100."""
    odds = ["200 to 1", "100 to 1", "30 to 1", "6 to 1", "3 to 1", "1 to 1"]
    case = paying("buster-blackjack", odds)
    cut = (260 + CARDS_A_ROUND) / 312
    sample = sampled(CountedWager(case).shoe, 1000, cut)
    tags = level("published", -2, -3, -2, 0, 0, 0, 1, 1, 1, 1)
    values = valued(case, sample)
    found = taken(sample.true_counts(tags) >= 4, values, np.ones(len(values)), sample, cut, 4)
    assert -side_removal(case).ev == pytest.approx(0.04724, abs=1e-5)
    assert found.frequency == pytest.approx(0.1329, abs=0.012)
    assert found.per_100 == pytest.approx(0.702, abs=3 * found.error)


def test_a_published_ceiling_is_found() -> None:
    """Lucky Lucky, two decks, cut at the 75th card: a player who knows every card wagers in 27.69% of rounds
    at 5.91% (discountgambling.net)."""
    odds = ["50", "100", "50", "30", "15", "3", "2", "2"]
    case = paying("lucky-lucky", [f"{each} to 1" for each in odds], 2)
    sample = sampled(CountedWager(case).shoe, 1500, 75 / 104)
    found = attack(case, sample, (75 / 104,))
    assert found is not None
    assert found.removal.ev == pytest.approx(-0.02820366, abs=1e-8)
    assert found.perfect[0].frequency == pytest.approx(0.2769, abs=0.02)
    assert found.perfect[0].edge == pytest.approx(0.0591, abs=0.005)
    assert 0.8 * found.perfect[0].per_100 < found.counted[0].per_100 < found.perfect[0].per_100


def test_a_shuffled_shoe_is_worth_as_much_at_every_depth() -> None:
    """On average, because a card dealt unseen changes nothing; the sample must keep to it."""
    case = as_printed(library.load("md-blackjack"), "lucky-ladies", "A")
    sample = sampled(CountedWager(case).shoe, 400)
    values = valued(case, sample)
    full = float(CountedWager(case).expectation(sample.full))
    late = sample.depth > 200
    means = np.array([values[late & (sample.shoe == shoe)].mean() for shoe in range(sample.shoes)])
    assert values[sample.depth == 0] == pytest.approx(full, abs=1e-12)
    assert means.mean() == pytest.approx(full, abs=4 * means.std() / sample.shoes**0.5)
    assert (sample.left.sum(axis=1) == sample.full.sum() - sample.depth).all()


def test_seeing_the_hole_card_changes_no_law() -> None:
    """Weighed with how likely each hole card is, standing is worth what it is unseen."""
    rules = blackjack(soft17="S17", wagers={})
    solution = solve(rules, ups=(5,))
    at_up, hands = solution.ups[5], solution.looked_up.hands
    assert at_up is not None
    shoe = shoe_counts(6, ()).sum(axis=1).astype(np.float64)
    hand = hands.of(9, 6)
    left = at_up.shoe.left - hands.counts[hand]
    known = [with_hole(rules, solution.looked_up, shoe, 5, hole).values.stand[hand] for hole in range(VALUES)]
    assert float((left * known).sum() / left.sum()) == pytest.approx(
        float(at_up.values.stand[hand]), abs=1e-12
    )


def test_a_first_card_that_is_known() -> None:
    """By all first cards together it is the round's own value; an ace is worth half a wager, as is known."""
    solution = solve(blackjack(soft17="S17", split_aces_draw=False, split_aces_double=False, wagers={}))
    known, chances = first_card_known(solution)
    assert float((known * chances).sum()) == pytest.approx(expectation(solution), abs=1e-12)
    assert known[0] == pytest.approx(0.51, abs=0.02)
    assert known[9] == pytest.approx(0.14, abs=0.01)


def test_the_main_wager_loses_more_the_deeper_it_is_dealt() -> None:
    risk = main_risk(blackjack(soft17="S17", wagers={}), 300)
    assert [each.per_100 for each in risk.counted] == sorted(each.per_100 for each in risk.counted)
    assert all(p.per_100 > c.per_100 for c, p in zip(risk.counted, risk.perfect, strict=True))
    assert abs(risk.off) < 0.0015
    assert risk.scatter < 0.005
    assert risk.shifted(-0.01) < risk.counted[-1].per_100 - 1


def test_protect_says_which_paytable_closes_a_wager() -> None:
    done = vingt("protect", "md-blackjack", "--wager", "lucky-aces", "--shoes", "60", "--json")
    assert done.code == 0, done.err
    found = done.json["side_wagers"][0]
    assert [each["cut"] for each in found["counted"]] == pytest.approx([2 / 3, 3 / 4, 5 / 6])
    assert found["perfect"][2]["units_per_100"] >= found["counted"][2]["units_per_100"]
    assert "main" not in done.json


def test_what_cannot_be_asked_is_refused() -> None:
    assert vingt("protect", "md-blackjack", "--shoes", "1").code == 2
    assert vingt("count", "md-blackjack", "--wager", "no-such").code == 2
    assert vingt("count", "md-blackjack", "--play", "worst").code == 2
