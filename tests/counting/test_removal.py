"""Effects of removal: against every deal of small shoes, against sum rules, against published figures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from tests.exact.named_play import solved
from tests.exact.oracle import WITHOUT_SPLITS, Oracle, all_oracles
from vingt.analysis.counting.composition import KINDS, NUMBER, full_shoe, less
from vingt.analysis.counting.removal import main_removal, side_removal
from vingt.analysis.counting.side_wager import CountedWager
from vingt.analysis.exact.side.cases import Case, as_printed, drawing_matters, every_case
from vingt.analysis.exact.side.value import value
from vingt.core.cards import Card, cards
from vingt.core.rules.resolve import resolve
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import WAIT, sight_of
from vingt.core.wagers.registry import EVALUATORS
from vingt.rulebook import library

SMALL = {
    "md-blackjack": cards("As Ad Qh Qh Ks 10d 9h 7d 7d 6s"),
    "md-players-edge-21": cards("As Ac Qh Qh Ks Kd 9h 7d 7h 6s"),
}


def first_card_cases() -> list[Case]:
    """One case for each wager on first cards, at the rulebook's six decks."""
    found: dict[tuple[str, str], Case] = {}
    for rulebook in SMALL:
        for case in every_case(library.load(rulebook), decks=6, soft17="S17"):
            if not case.plays_hand and not drawing_matters(case.wager):
                found.setdefault((rulebook, case.wager.evaluator), case)
    return list(found.values())


def dealt_out(case: Case, shoe: tuple[Card, ...]) -> Counter[str]:
    """Every order of the first four cards, asked of the evaluator itself."""
    evaluator = EVALUATORS[case.wager.evaluator]
    sight, outcomes = sight_of(evaluator), Counter[str]()
    for deal in permutations(shoe, 4):
        if sight.player_cards == 4:
            outcome = evaluator(Facts(deal, deal[0], counts=case.counts), case.terms)
        else:
            if sight.up is not None and deal[2].rank != sight.up:
                continue
            outcome = evaluator(Facts(deal[:2], deal[2], counts=case.counts), case.terms)
            if outcome is WAIT:
                outcome = evaluator(Facts(deal[:2], deal[2], deal[3], counts=case.counts), case.terms)
        assert isinstance(outcome, str)
        outcomes[outcome] += 1
    return outcomes


def counted(shoe: tuple[Card, ...]) -> np.ndarray:
    numbers = np.zeros(len(KINDS), dtype=np.int64)
    for card in shoe:
        numbers[NUMBER[card]] += 1
    return numbers


@pytest.mark.parametrize("case", first_card_cases(), ids=lambda case: f"{case.document.id} {case.wager.id}")
def test_a_small_shoe_dealt_out_card_by_card_agrees(case: Case) -> None:
    cards_left = SMALL[case.document.id]
    wager = CountedWager(case)
    for shoe in (cards_left, cards_left[1:]):
        dealt = dealt_out(case, shoe)
        shares = {outcome: share for outcome, share in wager.shares(counted(shoe)).items() if share}
        assert shares == {name: Fraction(many, dealt.total()) for name, many in dealt.items()}
        many = wager.expectations(np.array([counted(shoe)] * 2))
        assert many is not None
        assert many == pytest.approx([float(wager.expectation(counted(shoe)))] * 2, abs=1e-12)


def test_the_full_shoe_is_worth_what_the_par_sheet_says() -> None:
    compared = 0
    for rulebook in library.RULEBOOKS:
        for case in every_case(library.load(rulebook), decks=6, soft17="S17"):
            valued = value(case) if not case.plays_hand else None
            if valued is not None and valued.ev is not None:
                wager = CountedWager(case)
                assert wager.expectation(wager.shoe) == valued.ev, (rulebook, case.wager.id)
                compared += 1
    assert compared > 40


@pytest.mark.parametrize(
    "name", ["lucky-ladies", "21-plus-3", "super-4", "buster-blackjack", "bet-the-set-21"]
)
def test_a_card_burned_unseen_changes_nothing(name: str) -> None:
    """So effects of removal, each weighed with its cards, add up to nothing, exactly."""
    removal = side_removal(as_printed(library.load("md-blackjack"), name, None, 6, "H17"))
    assert removal.fractions is not None
    assert sum(f * int(n) for f, n in zip(removal.fractions, removal.shoe, strict=True)) == 0
    if name not in ("21-plus-3", "bet-the-set-21"):  # suits and pairs alone: one card is like another
        assert max(abs(removal.by_card)) > 1e-4


def test_insurance_is_worth_what_its_tens_say() -> None:
    """n tens among the cards without the up card: 3 n / m - 1; an ace that is gone cannot be the up card."""
    removal = side_removal(as_printed(library.load("md-blackjack"), "insurance"))
    full, ten, other = (3 * Fraction(n, m) - 1 for n, m in ((96, 311), (95, 310), (96, 310)))
    assert removal.fractions is not None
    assert removal.fractions[NUMBER[Card("K", "hearts")]] == ten - full
    for rank in ("A", "5"):
        assert removal.fractions[NUMBER[Card(rank, "hearts")]] == other - full
    wager = CountedWager(as_printed(library.load("md-blackjack"), "insurance"))
    shoe, rest = wager.shoe, Fraction(0)
    for at, card in enumerate(KINDS):
        gone = less(shoe, card)
        rest += Fraction(int(shoe[at]), int(shoe.sum())) * wager.offered(gone) * wager.expectation(gone)
    assert rest == wager.offered(shoe) * wager.expectation(shoe)


def test_the_removal_of_a_card_from_a_small_shoe_is_what_the_engine_finds() -> None:
    """The engine plays both shoes out, card by card and decision by decision."""
    oracle = next(each for each in all_oracles() if each.asked == WITHOUT_SPLITS and len(each.cards) == 12)
    assert oracle.value is not None
    shoe = oracle.shoe.split(" ", 1)[1]
    without = Oracle(shoe, oracle.rulebook, oracle.asked, oracle.choices, oracle.play)
    without.found_by_engine(None)
    assert without.value is not None
    assert solved(without) - solved(oracle) == pytest.approx(float(without.value - oracle.value), abs=1e-12)


def blackjack(**choices: object) -> TableRules:
    given = library.submission("md-blackjack").with_choices({"accept_readings": ["J-26", "J-27"], **choices})
    return resolve(library.document_of(given), given)


# Wizard of Odds, Ask the Wizard 294: six decks, S17, double after split, late surrender, aces resplit
PUBLISHED = {
    **{"2": 0.0007, "3": 0.00084, "4": 0.00114, "5": 0.00146, "6": 0.00079, "7": 0.00041},
    **{"8": -0.0001, "9": -0.00041, "10": -0.00092, "A": -0.00101},
}


def test_published_effects_of_removal_are_found() -> None:
    """They are of best play, found again without the card: to the last printed digit."""
    rules = blackjack(
        soft17="S17", split_aces_hands_max=4, split_aces_draw=False, split_aces_double=False, wagers={}
    )
    found = main_removal(rules)
    assert {rank: found.by_rank[rank] for rank in PUBLISHED} == pytest.approx(PUBLISHED, abs=5.1e-6)  # type: ignore[index]
    assert found.by_rank["J"] == found.by_rank["10"]
    assert found.sum > 0


def test_the_effects_on_a_chart_that_is_kept_add_up_to_nothing() -> None:
    found = main_removal(library.table_rules("md-pontoon-21"), "chart")
    assert found.sum == pytest.approx(0, abs=1e-12)
    assert found.suits_matter
    assert "10" not in found.by_rank
    assert full_shoe(6, found.ranks).sum() == 288
