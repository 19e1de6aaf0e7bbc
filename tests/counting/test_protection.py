"""What wagers lose to counts: against published counts, and a shuffled shoe keeps its mean."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.cli.command import vingt
from tests.counting.test_removal import blackjack
from vingt.analysis.counting.attack import attack, expectations, taken
from vingt.analysis.counting.edge_by_count import count_deviation
from vingt.analysis.counting.main_risk import MainRisk, main_risk
from vingt.analysis.counting.openings import MeterOpening, WheelOpening, meters_at_reset, opening
from vingt.analysis.counting.protection import Samples, cuts_of, own_cut, side_risk
from vingt.analysis.counting.removal import side_removal
from vingt.analysis.counting.seen_card import first_card_known, with_hole
from vingt.analysis.counting.shoes import CARDS_A_ROUND, DealPace, ShoeSample, pace_of, sampled
from vingt.analysis.counting.side_wager import CountedWager
from vingt.analysis.counting.systems import SYSTEMS, level
from vingt.analysis.exact.side.cases import Case, as_printed
from vingt.analysis.exact.solution import expectation
from vingt.analysis.exact.solver import solve
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


def test_a_count_of_two_decks_lies_where_it_was_published() -> None:
    """Buster Blackjack at the same pays, two decks, cut at the 75th card: from +5 in 16.83% of rounds, at
    7.30%, 1.228 units per 100: between shoes that end with the round of the cut and those a round longer."""
    odds = ["200 to 1", "100 to 1", "30 to 1", "6 to 1", "3 to 1", "1 to 1"]
    case = paying("buster-blackjack", odds, 2)
    tags = level("published", -2, -3, -2, 0, 0, 0, 1, 1, 1, 1)
    sample = sampled(CountedWager(case).shoe, 1000, (75 + CARDS_A_ROUND) / 104)
    values = valued(case, sample)
    short, longer = (
        taken(sample.true_counts(tags) >= 5, values, np.ones(len(values)), sample, cut, 5)
        for cut in (75 / 104, (75 + CARDS_A_ROUND) / 104)
    )
    assert short.frequency - 0.01 < 0.1683 < longer.frequency + 0.01
    assert short.per_100 - 2 * short.error < 1.228 < longer.per_100 + 2 * longer.error


def test_published_effects_of_removal_of_a_side_wager_are_found() -> None:
    """Lucky Lucky, two decks, scaled so that a 7 is -2 (Jacobson): each to the printed digit, or one off."""
    odds = [f"{each} to 1" for each in (50, 100, 50, 30, 15, 3, 2, 2)]
    removal = side_removal(paying("lucky-lucky", odds, 2))
    published = [-0.98, 0.90, 0.70, 0.47, 0.37, -1.21, -2.00, -1.46, 0.29, 0.73]
    scale = -2 / removal.by_rank["7"]
    assert scale == pytest.approx(115.81, abs=0.01)
    assert [scale * each for each in list(removal.by_rank.values())[:10]] == pytest.approx(
        published, abs=0.01
    )


def test_a_shuffled_shoe_is_worth_as_much_at_every_depth() -> None:
    """On average, because a card dealt unseen changes nothing; probes of a sample must keep to it."""
    case = as_printed(library.load("md-blackjack"), "lucky-ladies", "A")
    sample = sampled(CountedWager(case).shoe, 400)
    values = valued(case, sample)
    full = float(CountedWager(case).expectation(sample.full))
    means = np.array([values[sample.probe & (sample.shoe == shoe)].mean() for shoe in range(sample.shoes)])
    assert values[sample.depth == 0] == pytest.approx(full, abs=1e-12)
    assert means.mean() == pytest.approx(full, abs=4 * means.std() / sample.shoes**0.5)
    assert (sample.left.sum(axis=1) == sample.full.sum() - sample.depth).all()


def test_rounds_are_longer_where_small_cards_come() -> None:
    """So that fewer rounds are dealt from shoes that end rich: the cut-card effect, against the player."""
    system = SYSTEMS["hi-lo"]
    sample = sampled(CountedWager(as_printed(library.load("md-blackjack"), "insurance")).shoe, 3000, 0.75)
    begun, counts = sample.before(0.75), sample.true_counts(system)
    assert -0.08 < counts[begun].mean() < -0.015
    assert begun.sum() / 3000 * CARDS_A_ROUND == pytest.approx(0.75 * 312, rel=0.03)
    probed = sample.probe & (sample.depth == 0.75 * 312 * 6 // 13)
    deviation = count_deviation(system, sample.full, sample.cards_left[probed])
    assert (counts[probed] ** 2).mean() == pytest.approx((deviation**2).mean(), rel=0.1)


def test_burned_cards_are_gone_and_not_seen() -> None:
    full = CountedWager(as_printed(library.load("md-blackjack"), "insurance")).shoe
    sample = sampled(full, 50, 0.7, pace=DealPace(burned_first=1, burned_each=1))
    rounds = ~sample.probe
    number = np.concatenate([np.arange(many) for many in np.bincount(sample.shoe[rounds])])
    unseen = sample.left[rounds].sum(axis=1)
    assert (unseen == full.sum() - (sample.depth[rounds] - 1 - number)).all()
    assert pace_of(library.table_rules("md-blackjack/hand-dealt")).burned_each == 1
    assert pace_of(library.table_rules("md-blackjack/switch")).fewest == 6


def test_a_play_that_is_kept_is_worth_as_much_at_every_depth() -> None:
    """What mean shoes are off by is set right: weighed with the law of the count at any depth, the full
    shoe's chart is worth what it is from the full shoe."""
    edges = exposed().values.edges
    kept, deviations = replace(edges, best=edges.kept), np.linspace(-6, 6, 2001)
    law = np.exp(-(deviations**2) / 2)
    for left in (300.0, 200.0, 90.0):
        far = count_deviation(edges.system, edges.shoe, np.array(left))
        mean = float(kept.worth(deviations * far, left) @ law / law.sum())
        assert mean == pytest.approx(edges.full, abs=2e-5)
    assert edges.worth(np.array([0.0]), 311.0)[0] == pytest.approx(edges.full, abs=1e-4)
    assert float(np.interp(0, edges.counts, edges.kept)) > edges.full + 5e-4


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


@cache
def exposed() -> MainRisk:
    insurance = as_printed(library.load("md-blackjack"), "insurance")
    return main_risk(library.table_rules("md-blackjack"), 400, insurance=insurance)


def test_the_main_wager_loses_more_the_deeper_it_is_dealt() -> None:
    risk = exposed()
    assert [each.per_100 for each in risk.counted] == sorted(each.per_100 for each in risk.counted)
    for counted, watched, perfect in zip(risk.counted, risk.watched, risk.perfect, strict=True):
        assert watched.per_100 > counted.per_100
        assert perfect.per_100 > counted.per_100
        assert counted.error < 0.1
    assert risk.held is not None
    assert abs(risk.held[0]) < 0.003
    assert risk.shifted(-0.01, 5 / 6, risk.rules).per_100 < risk.counted[-1].per_100 - 1
    eight = library.table_rules("md-blackjack", {"decks": 8, "wagers": {}})
    assert risk.shifted(0.0, 0.75, eight).per_100 < risk.counted[1].per_100


def test_a_counter_takes_what_a_simulated_one_won() -> None:
    """100 million rounds of Maryland Blackjack cut at 3/4, whose counter wagered 8 units from +1 of this
    count and 1 below: 2.457 units per 100 rounds (±0.055), raised in 34.46% of them. See docs/counting.md."""
    risk = exposed()
    assert " ".join(risk.system.by_rank.values()) == "-2 +1 +1 +2 +2 +1 0 -1 -1 -2 -2 -2 -2"
    found = risk.counted[1]
    assert found.trigger == 1
    assert found.frequency == pytest.approx(0.3446, abs=0.012)
    assert found.per_100 == pytest.approx(2.457, abs=3 * (found.error**2 + 0.055**2) ** 0.5)


def test_a_table_is_judged_at_its_own_cut() -> None:
    rules = library.table_rules("md-blackjack", {"cover_card_from_back": "3/5"})
    assert own_cut(rules) == pytest.approx(0.4)
    assert cuts_of(rules) == pytest.approx((0.4, 2 / 3, 3 / 4, 5 / 6))
    case = as_printed(library.load("md-blackjack"), "lucky-aces", "A")
    shallow = side_risk(case, [], Samples(150), rules)
    usual = side_risk(case, [], Samples(150), library.table_rules("md-blackjack"))
    assert shallow.counted is not None
    assert usual.counted is not None
    assert 0 < shallow.counted.per_100 < usual.counted.per_100 / 4
    assert usual.offered is not None
    assert 0.2 < usual.offered.closes_at < 0.4  # from there on the count takes 0.02 units per 100


def test_a_wheel_without_weights_opens_below_a_house_edge() -> None:
    """A natural or an ace spins it: a wheel that keeps so little that aces to come make up for it."""
    case = as_printed(library.load("md-blackjack"), "bonus-spin", "A")
    sample = sampled(CountedWager(case).shoe, 150)
    found = opening(case, sample, 0.75)
    assert isinstance(found, WheelOpening)
    assert 0 < found.counted <= found.perfect + 0.01 < 0.6
    shallow = opening(case, sample, 0.3)
    assert isinstance(shallow, WheelOpening)
    assert shallow.often == found.often
    assert shallow.counted < found.counted
    assert attack(case, sample) is None


def test_a_count_opens_a_wager_below_the_meter_that_makes_it_fair() -> None:
    case = as_printed(library.load("md-blackjack"), "21-plus-3", "A")
    sample = sampled(CountedWager(case).shoe, 150)
    found = opening(case, sample, 0.75)
    assert isinstance(found, MeterOpening)
    fair = CountedWager(case).valued.break_even(found.meter)
    assert fair is not None
    assert found.fair == pytest.approx(float(fair))
    assert found.counted is not None
    assert found.fair is not None
    assert found.reset < found.counted < found.fair
    at_fair = CountedWager(case, ((found.meter, round(fair)), *meters_at_reset(case)[1:]))
    assert float(at_fair.expectation(at_fair.shoe)) == pytest.approx(0, abs=1e-6)
    raised = attack(case, sample, (0.75,), ((found.meter, round(found.counted)), *meters_at_reset(case)[1:]))
    assert raised is not None
    assert raised.counted[0].per_100 == pytest.approx(0.02, abs=0.02)
    sevens = as_printed(library.load("md-blackjack"), "blazing-7s", "A")
    always = opening(sevens, sampled(CountedWager(sevens).shoe, 150), 0.75)
    assert isinstance(always, MeterOpening)
    assert always.counted == 0.0  # the other meters alone are enough: a count of sevens


def test_protect_says_in_one_sentence_what_is_beaten() -> None:
    done = vingt("protect", "md-blackjack", "--wager", "lucky-aces", "--shoes", "60", "--json")
    assert done.code == 0, done.err
    found = done.json["side_wagers"][0]
    assert [each["cut"] for each in found["counted"]] == pytest.approx([2 / 3, 3 / 4, 5 / 6])
    assert found["perfect"][2]["units_per_100"] >= 0.9 * found["counted"][2]["units_per_100"]
    assert found["open"]
    assert {card[0] for card, tag in found["tags"].items() if tag < 0} == {"A"}
    assert {each["paytable"] for each in found["other_paytables"]} == {"A", "B"}  # A from eight decks
    assert found["cents_per_hour"] == pytest.approx(0.7 * 2500 * found["counted"][1]["units_per_100"], abs=1)
    assert done.json["summary"].startswith(
        "With 75% of the shoe dealt, as this table is cut, a counter beats 1 of 1"
    )
    assert "main" not in done.json


def test_what_no_card_decides_is_told_as_such() -> None:
    shown = vingt("protect", "md-blackjack", "--wager", "must-hit", "--all", "--shoes", "60")
    assert shown.code == 0, shown.err
    assert "drawn by a device" in shown.out


def test_what_cannot_be_asked_is_refused() -> None:
    assert vingt("protect", "md-blackjack", "--shoes", "1").code == 2
    assert vingt("count", "md-blackjack", "--wager", "no-such").code == 2
    assert vingt("count", "md-blackjack", "--play", "worst").code == 2
    assert "goes with --wager" in vingt("count", "md-blackjack", "--paytable", "A").err
    about_main = vingt("count", "md-blackjack", "--wager", "lucky-ladies", "--playing")
    assert (about_main.code, "main wager" in about_main.err) == (2, True)
