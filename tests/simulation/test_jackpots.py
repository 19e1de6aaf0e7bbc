"""Meters, wheels, community pays and drawn bonuses in a simulation, beside their exact values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

from tests.progressive.tables import XTREME_16, table
from vingt.analysis.exact.side.cases import as_offered
from vingt.analysis.progressive.must_hit import MustHit, uniform
from vingt.analysis.progressive.value import ProgressiveValue, progressive_value
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.figures.jackpot_draws import Sitting, drawn_bonuses, numbers_for
from vingt.analysis.simulation.figures.jackpots import JackpotFigures, jackpot_figures
from vingt.analysis.simulation.figures.meter_walk import MOST_AWARDS, MeterHits, walk
from vingt.analysis.simulation.figures.side_wagers import side_figures
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.stakes import SideOutcome, outcome_of
from vingt.core.cards import card
from vingt.core.cite import Cite
from vingt.core.money import Cents
from vingt.core.rules.offered_wager import Meter
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.judge import terms, verdict
from vingt.core.wagers.outcome import LOSE, TRIGGER

ROUNDS = 400_000
BONUS_SPIN_B = """
[wagers.bonus-spin]
paytable = "B"
community = "B"
stake = 1

[wagers.bonus-spin.meters.main]
initial = 5000
reset = 5000
rate = 0.1

[wagers.bonus-spin.wheel]
jackpot-symbol = 1
usd-250-and-usd-100-symbol = 5
usd-100-and-usd-20-symbol = 10
usd-10-symbol = 984
"""
BAD_BEAT = """
bad_beat_magic_card_rate = "1/4"
bad_beat_lucky_player_rate = "1/5"

[wagers.bad-beat]
stake = 1

[wagers.bad-beat.meters.main]
initial = 5000
reset = 5000
rate = 0.10
"""


def simulated(
    rulebook: str, text: str, wager: str, boxes: int, rounds: int = ROUNDS, sample: str = "default"
) -> tuple[JackpotFigures, ProgressiveValue]:
    """As if cards had done exactly what they do in the mean: what is left to chance is what is drawn."""
    document, submission, rules = table(rulebook, text, sample)
    offer = rules.wager(wager)
    assert offer is not None
    case = as_offered(document, rules, offer, submission.raw)
    exact = progressive_value(case, boxes)
    options = terms(dict(offer.options), offer.paytable)
    chances = {line.line: line.probability for line in progressive_value(replace(case, wheel=())).side.lines}
    outcomes: list[SideOutcome] = []
    tally = {}
    for outcome, chance in chances.items():
        if chance:
            said = verdict(offer.evaluator, outcome, Facts((), card("As")), options, offer.paytable)
            outcomes.append(outcome_of(rules, offer, said, case.stake))
            tally[outcomes[-1].name] = round(rounds * chance) * boxes
    at = Sitting(rules, offer, case.stake, boxes)
    return jackpot_figures(at, 7, rounds, tally, tuple(outcomes), exact, fresh=True), exact


@pytest.mark.parametrize(
    ("rulebook", "text", "wager", "boxes", "sample"),
    [
        ("md-pontoon-21", "", "bonus-spin", 1, "eight-decks-wheels"),
        ("md-pontoon-21", "", "bonus-spin-xtreme", 3, "eight-decks-wheels"),
        ("ma-pontoon-21", XTREME_16, "bonus-spin-xtreme-16", 1, "default"),
        ("ma-pontoon-21", XTREME_16, "bonus-spin-xtreme-16", 4, "default"),
        (
            "ma-pontoon-21",
            "bsx_community_with_hot_spot = false\nwheel_prize_returns_stake = true" + XTREME_16,
            "bonus-spin-xtreme-16",
            3,
            "default",
        ),
        ("md-blackjack", BONUS_SPIN_B, "bonus-spin", 3, "default"),
    ],
)
def test_wheels_return_what_is_exact(rulebook: str, text: str, wager: str, boxes: int, sample: str) -> None:
    figures, exact = simulated(rulebook, text, wager, boxes, sample=sample)
    assert figures.off is not None
    assert abs(figures.off) < 3
    assert 0 < figures.standard_error < 0.1
    offs = [figures.line_off(line) for line in figures.lines]
    assert max(abs(off) for off in offs if off is not None) < 3.5
    named = {line.line for line in exact.side.lines} - {LOSE, TRIGGER}
    assert {line.name for line in figures.lines} - {"community pay"} <= named
    assert sum(line.times for line in figures.lines if line.chance is not None) > 1000


def test_community_pays_go_to_every_other_box() -> None:
    figures, exact = simulated("md-blackjack", BONUS_SPIN_B, "bonus-spin", 3)
    times = {line.name: line.times for line in figures.lines}
    two_amounts = times["usd-250-and-usd-100-symbol"] + times["usd-100-and-usd-20-symbol"]
    assert times["community pay"] == 2 * two_amounts > 0
    assert exact.added[0].name == "community pay"
    alone, _ = simulated("md-blackjack", BONUS_SPIN_B, "bonus-spin", 1)
    assert "community pay" not in {line.name for line in alone.lines}


def test_a_stake_that_comes_back_with_a_prize_is_in_the_exact_return() -> None:
    _, kept = simulated("ma-pontoon-21", XTREME_16, "bonus-spin-xtreme-16", 1, 1000)
    _, returned = simulated(
        "ma-pontoon-21", "wheel_prize_returns_stake = true" + XTREME_16, "bonus-spin-xtreme-16", 1, 1000
    )
    assert kept.fixed is not None
    assert returned.fixed == kept.fixed + kept.side.hit_frequency


def test_drawn_bonuses_come_as_often_as_their_rates_say() -> None:
    _, _, rules = table("md-blackjack", BAD_BEAT)
    offer = rules.wager("bad-beat")
    assert offer is not None
    rounds, boxes = 1_000_000, 2
    pays = drawn_bonuses(Sitting(rules, offer, 100, boxes), rounds, numbers_for(3, "bonus"))
    same = Fraction(rules.cards.decks - 1, 52 * rules.cards.decks - 1)  # the second card is the first again
    chances = {
        "magic-card-bonus": Fraction(1, 4) * (same + 2 * (1 - same)) / 52,
        "lucky-player-bonus": Fraction(1, 5) / rules.boxes.seats,
    }
    assert {pay.name: pay.amount for pay in pays} == {"magic-card-bonus": 2_000, "lucky-player-bonus": 500}
    for pay in pays:
        mean = float(rounds * boxes * chances[pay.name])
        assert abs(pay.times - mean) < 3 * (boxes * mean) ** 0.5
        assert abs(pay.times - mean * 1.02) > 3 * mean**0.5, "so many rounds tell a fiftieth apart"


def hit_and_run(boxes: int, text: str = "") -> tuple[JackpotFigures, ProgressiveValue]:
    return simulated("md-blackjack", text, "hit-and-run", boxes, 200_000_000, "double-deck-progressives")


@pytest.mark.parametrize("boxes", [1, 3])
def test_a_meter_is_fed_and_won_as_at_live_tables(boxes: int) -> None:
    figures, exact = hit_and_run(boxes)
    meter, other = figures.meters[0], exact.side.meters[0]
    assert meter.state.unaccounted == 0
    assert meter.hits == round(200_000_000 * other.whole) == len(meter.paid)
    assert meter.off is not None
    assert abs(meter.off) < 3
    # In the long run comes out what goes in, and a reset for everybody who won.
    assert meter.returned == pytest.approx(float(other.long_run(Fraction(1, 5), other.reset)), abs=0.002)


def test_winners_who_share_a_meter_take_it_once() -> None:
    accepted = 'accept_readings = ["J-27", "J-7"]\nmeter_winners = "equal_share"\n'
    figures, exact = hit_and_run(3, accepted)
    meter = figures.meters[0]
    assert meter.off is not None
    assert abs(meter.off) < 3
    alone = hit_and_run(1)[1]
    fair, one = exact.break_even("main"), alone.break_even("main")
    assert one is not None
    assert fair == 3 * one
    assert figures.ev == pytest.approx(figures.exact_ev, abs=1e-6)


def test_ten_percent_awards_leave_the_rest_standing() -> None:
    figures, _ = simulated("md-blackjack", "", "super-4", 1, 10**9, "double-deck-progressives")
    (meter,) = figures.meters
    assert meter.parts == pytest.approx(3 * meter.hits, rel=0.01)
    assert meter.off is not None
    assert abs(meter.off) < 3
    (jackpot,) = figures.must_hits
    law = MustHit(uniform(25_000, 100_000), Fraction(5), 100)
    assert jackpot.exact == pytest.approx(float(law.mean_trigger), abs=3)
    assert jackpot.off is not None
    assert abs(jackpot.off) < 3
    assert jackpot.hits == MOST_AWARDS
    assert jackpot.state.unaccounted == 0
    assert max(jackpot.paid) <= 100_000
    assert min(jackpot.paid) > 25_000


def test_of_very_many_awards_the_first_are_walked() -> None:
    meter = Meter("main", Cents(1000), Cents(1000), None, Fraction(1, 7), Cite())
    hits = MeterHits(10**9, 100, ((Fraction(1, 10), 3 * 10**6), (Fraction(1), 10**6)))
    walked = walk(meter, hits, numbers_for(1, "test"), None)
    assert walked.hits == 10**6
    assert len(walked.paid) == pytest.approx(MOST_AWARDS / 4, rel=0.05)
    assert walked.turns == pytest.approx(10**9 / (4 * 10**6) * MOST_AWARDS, rel=0.01)
    assert walked.state.unaccounted == 0


def test_a_run_of_the_compiled_kernel_agrees_with_the_exact_return() -> None:
    document, submission, rules = table("md-blackjack", "", "double-deck-progressives")
    plan = Plan(rules, None, 2500, 5, 2, None, ("super-4", "hit-and-run"))
    for side in side_figures(plan, play(plan, "cpu", 0, 300_000, 1), document, submission.raw):
        assert side.jackpot is not None
        assert side.jackpot.off is not None
        assert abs(side.jackpot.off) < 3
        said = side.as_json()["progressive"]
        assert said["exact_ev_at_reset"] == pytest.approx(said["ev_at_reset"], abs=0.05)


def test_a_run_without_a_jackpot_knows_how_little_it_has_seen() -> None:
    """What a royal flush of diamonds would have paid is in the error, though none came."""
    sample = "double-deck-progressives"
    figures, _ = simulated("md-blackjack", "", "super-4", 1, 20_000, sample)
    royal = [line.times for line in figures.lines if line.name == "royal-flush-of-diamonds"]
    assert sum(royal) == 0
    by_chances = 1_000_000 / 100 * sqrt(96 / 55_177_512 / 20_000)
    assert figures.standard_error > by_chances
    assert figures.off is not None
    assert abs(figures.off) < 3
