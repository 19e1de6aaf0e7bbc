"""What the analysis says of a small shoe: its value, and its play of split hands in the engine's words."""

from __future__ import annotations

import numpy as np

from tests.exact.oracle import WITHOUT_SPLITS, Oracle
from tests.exact.small_shoe import Situation, SplitPlay
from vingt.analysis.actions import DOUBLE, FREE, HIT, KEEP, REDOUBLE, RESCUE, STAND, SURRENDER
from vingt.analysis.exact.kernel.hands import low_aces_double
from vingt.analysis.exact.solution import Solution, UpSolution, expectation
from vingt.analysis.exact.solver import solve
from vingt.analysis.exact.suited_splits import add_suits_to_splits, split_hits
from vingt.analysis.exact.suits import remaining, suits_add
from vingt.analysis.tabulated.hands import VALUES, Ints, name_of, value_of
from vingt.core.cards import SUITS, Card
from vingt.core.rounds.command_words import ActionName

VALUE_OF = {name_of(value): value for value in range(VALUES)}
SUIT_OF: dict[str, int] = {suit: at for at, suit in enumerate(SUITS)}
OF_HAND: dict[int, ActionName] = {STAND: "stand", HIT: "hit", DOUBLE: "double"}
OF_DOUBLED: dict[int, ActionName] = {KEEP: "stand", RESCUE: "rescue", REDOUBLE: "double"}


def counted(cards: tuple[Card, ...]) -> Ints:
    counts = np.zeros((VALUES, len(SUITS)), dtype=np.int64)
    for card in cards:
        counts[value_of(card.rank), SUIT_OF[card.suit]] += 1
    return counts


def solution_of(oracle: Oracle) -> Solution:
    solution = solve(oracle.rules, counted(oracle.cards))
    if oracle.asked == WITHOUT_SPLITS:
        forbid_splits(solution)
    else:
        add_suits_to_splits(solution)
    return solution


def forbid_splits(solution: Solution) -> None:
    """Take the best of what else a pair may do."""
    for at_up in solution.ups:
        for pair in range(VALUES) if at_up is not None else ():
            assert at_up is not None
            hand = solution.looked_up.hands.of(pair, pair)
            values = at_up.values
            worth = {
                STAND: values.stand[hand],
                HIT: values.hit[hand],
                DOUBLE: values.double[hand],
                SURRENDER: at_up.surrender[hand],
            }
            at_up.taken.hand[hand] = best = max(worth, key=lambda action: float(worth[action]))
            values.best[hand] = worth[best]


def value_asked(oracle: Oracle, solution: Solution) -> float:
    """The value that the analysis gives for what the oracle was asked."""
    if oracle.pair_and_up is None:
        return expectation(solution) + suits_add(solution)
    pair, up = oracle.pair_and_up
    return float(solved_up(solution, up).split[VALUE_OF[pair]])


def solved(oracle: Oracle) -> float:
    return value_asked(oracle, solution_of(oracle))


def solved_up(solution: Solution, up: str) -> UpSolution:
    at_up = solution.ups[VALUE_OF[up]]
    assert at_up is not None
    return at_up


def named_play(solution: Solution) -> SplitPlay:
    """How split hands are played by this solution."""
    aces_low = solution.rules.double.first_two_aces_count_one

    def play(situation: Situation) -> ActionName:
        taken = solved_up(solution, situation.up).family(VALUE_OF[situation.pair]).taken
        hand = solution.looked_up.hands.of(*(VALUE_OF[name] for name in situation.hand))
        if situation.doubles:
            if aces_low:
                return kept_or_rescued(solution, situation)
            return OF_DOUBLED[int(taken.doubled[situation.doubles, hand])]
        if situation.suit and hit_for_suits(solution, situation):
            return "hit"
        return OF_HAND[int(taken.hand[hand])]

    return play


def hit_for_suits(solution: Solution, situation: Situation) -> bool:
    at_up = solved_up(solution, situation.up)
    left = remaining(solution, at_up.up, SUIT_OF[situation.up_suit])
    second = list(situation.hand)
    second.remove(situation.pair)
    wanted = VALUE_OF[second[0]], SUIT_OF[situation.suit]
    hits = split_hits(solution, at_up, VALUE_OF[situation.pair], left)
    return wanted in {(each.second, each.suit) for each in hits}


def kept_or_rescued(solution: Solution, situation: Situation) -> ActionName:
    """Where the first two aces count low, a doubled hand goes by which two came first."""
    at_up, found = solved_up(solution, situation.up), solution.looked_up
    first, second, third = (VALUE_OF[name] for name in situation.hand)
    doubled = found.hands.of(first, second)
    hand = int(found.hands.children[doubled, third])
    clear, terms = float(at_up.clear[hand]), at_up.split_hands.terms
    dealer = at_up.values.dealer[hand]
    _, choice = low_aces_double(at_up.shoe, terms, at_up.stakes, dealer, doubled, third, clear, FREE)
    return OF_DOUBLED[int(choice)]
