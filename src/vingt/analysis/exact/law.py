"""The law of a round's net result: with which chance a player ends at which gain or loss.

Rounds without a split are exact. Split hands are taken as independent of each other once the dealer's
final hand is given: the correlation through the dealer is exact, that through the cards they take from
each other is left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from vingt.analysis.actions import DOUBLE, FREE, HIT, KEEP, RESCUE, SPLIT, STAND, SURRENDER
from vingt.analysis.exact.best_chart import reach
from vingt.analysis.exact.kernel.hands import ENDS, LATE_NATURAL, NATURAL, PLAIN, low_aces_double
from vingt.analysis.exact.kernel.splits import hands_made
from vingt.analysis.exact.solution import (
    Family,
    Solution,
    UpSolution,
    even_money,
    first_two_cards,
    found_by_looking,
)
from vingt.analysis.exact.suits import SuitedHand
from vingt.analysis.tabulated.hands import ACE, TEN, VALUES, Floats

# What a hand is to a dealer's natural that takes one wager from its box as a whole: nothing, one to take it
# from, or one that has lost enough. The last of these that a hand of the box is decides.
NOTHING, FOUND, LOST = range(3)
NetResult = tuple[float, int]  # a hand's own net result, and that
TAKEN: NetResult = (0.0, FOUND)
ResultChances = dict[NetResult, float]
JointChances = dict[NetResult, Floats]  # chance of a result with each ending of the dealer


@dataclass
class Law:
    """`chances[net]` in original wagers; `wagered` is the expected final amount on the layout."""

    chances: dict[float, float]
    wagered: float

    @property
    def mean(self) -> float:
        return sum(net * chance for net, chance in self.chances.items())

    @property
    def variance(self) -> float:
        return sum(net * net * chance for net, chance in self.chances.items()) - self.mean**2


def law_of_round(solution: Solution, suited: list[SuitedHand], super_bonus: float = 0.0) -> Law:
    """Follow the play each hand of the solution takes; `suited` are the suited hands that play otherwise
    or gain, by a `super_bonus` of so many wagers too."""
    shoe = solution.shoe.sum(axis=1)
    chances: defaultdict[float, float] = defaultdict(float)
    wagered = 0.0
    for up, at_up in enumerate(solution.ups):
        if at_up is None:
            continue
        weight = float(shoe[up] / shoe.sum())
        at_table, laid = up_law(solution, at_up)
        wagered += weight * laid
        for net, chance in at_table.items():
            chances[net] += weight * chance
    for hand in suited:
        move_suited(solution, hand, chances, super_bonus)
    return Law({net: chance for net, chance in sorted(chances.items()) if chance > 0}, wagered)


def up_law(solution: Solution, at_up: UpSolution) -> tuple[dict[float, float], float]:
    lookups = solution.looked_up
    total: defaultdict[float, float] = defaultdict(float)
    start = np.zeros(len(lookups.hands))
    laid = 0.0
    for first, second, hand, chance in first_two_cards(solution, at_up):
        clear = at_up.clear[hand]
        action = at_up.taken.hand[hand]
        if {first, second} == {ACE, TEN}:
            even = even_money(solution, at_up, hand)
            if even is not None:
                total[even] += chance
                laid += chance
                continue
        total[found_by_looking(solution, at_up, hand)] += chance * (1 - clear)
        laid += chance * (1 - clear)
        if {first, second} == {ACE, TEN}:
            start[hand] = chance
        elif action == SURRENDER:
            natural = at_up.values.dealer[hand, NATURAL] if at_up.shoe.with_natural else 0.0
            nets = lookups.settled[at_up.up].surrender
            total[nets[PLAIN]] += chance * (clear - natural)
            total[nets[LATE_NATURAL]] += chance * natural
            laid += chance * clear
        elif action == SPLIT:
            split, more = split_law(solution, at_up, first)
            laid += chance * more
            for net, part in split.items():
                total[net] += chance * part
        else:
            start[hand] = chance
    joint, more = joint_law(solution, at_up, at_up.whole, start)
    for result, parts in joint.items():
        total[net_of(solution, result)] += float(parts.sum())
    return total, laid + more


def net_of(solution: Solution, result: NetResult) -> float:
    net, natural = result
    return net + solution.looked_up.natural_takes if natural == FOUND else net


def joint_law(
    solution: Solution, at_up: UpSolution, family: Family, start: Floats
) -> tuple[JointChances, float]:
    """Net results of hands that begin with these chances, each with the dealer's ending; and what they
    lay."""
    lookups = solution.looked_up
    joint: JointChances = defaultdict(lambda: np.zeros(ENDS))
    weight, doubled = reach(at_up, start, family.taken)
    endings = at_up.values.dealer.copy()
    if not at_up.shoe.with_natural:
        endings[:, NATURAL] = 0.0
    laid = 0.0
    natural = lookups.hands.of(ACE, TEN)
    reached = (weight > 0) | (doubled > 0).any(axis=0)
    for hand in at_up.which[reached[at_up.which]]:
        if weight[hand] > 0:
            taken = family.taken.hand[hand]
            if taken == STAND or (hand == natural and family is at_up.whole):
                parts = weight[hand] * endings[hand]
                laid += ended(solution, at_up, joint, family.terms.rows[hand], parts, 0)
            else:
                laid += busted(solution, at_up, joint, hand, weight[hand], int(taken == DOUBLE))
                if taken == DOUBLE and at_up.stakes.aces_low:
                    laid += low_aces_law(solution, at_up, family, joint, hand, weight[hand], endings)
        for times in range(1, 1 if at_up.stakes.aces_low else lookups.doubles_max + 1):
            if doubled[times, hand] > 0:
                choice = int(family.taken.doubled[times, hand])
                parts = doubled[times, hand] * endings[hand]
                if choice in (KEEP, RESCUE):
                    row = family.terms.doubled_rows[times, hand]
                    laid += doubled_law(solution, at_up, joint, row, times, choice, parts)
                else:
                    laid += busted(solution, at_up, joint, hand, doubled[times, hand], times + 1)
    return joint, laid


def low_aces_law(
    solution: Solution,
    at_up: UpSolution,
    family: Family,
    joint: JointChances,
    hand: int,
    weight: float,
    endings: Floats,
) -> float:
    """Doubled hands whose first aces count low go by the cards they were doubled on (MBS-P 3.17.2)."""
    left = at_up.shoe.left - (0 if at_up.shoe.replace else at_up.tree.counts[hand])
    laid = 0.0
    for value, child in enumerate(at_up.tree.children[hand]):
        if child >= 0 and left[value] > 0:
            dealer, clear = at_up.values.dealer[child], float(at_up.clear[child])
            _, choice = low_aces_double(
                at_up.shoe, family.terms, at_up.stakes, dealer, hand, value, clear, FREE
            )
            parts = weight * left[value] / left.sum() * endings[child]
            row = family.terms.low_rows[hand, value]
            laid += doubled_law(solution, at_up, joint, row, 1, choice, parts)
    return laid


def doubled_law(
    solution: Solution,
    at_up: UpSolution,
    joint: JointChances,
    row: int,
    times: int,
    choice: int,
    parts: Floats,
) -> float:
    """A doubled hand that is kept or rescued."""
    if choice == RESCUE:
        nets = at_up.stakes.rescue[times]
        joint[float(nets[PLAIN]), NOTHING][:NATURAL] += parts[:NATURAL]
        joint[float(nets[LATE_NATURAL]), NOTHING][NATURAL] += parts[NATURAL]
        return float(solution.looked_up.laid[times] * parts.sum())
    return ended(solution, at_up, joint, row, parts, times)


def ended(
    solution: Solution, at_up: UpSolution, joint: JointChances, row: int, parts: Floats, doubles: int
) -> float:
    """A hand compared with every ending of the dealer; what it lays."""
    lookups = solution.looked_up
    for outcome, net in enumerate(at_up.stakes.nets[row]):
        if parts[outcome] > 0:
            together = outcome == NATURAL and net < 0 and lookups.natural_takes_once
            joint[TAKEN if together else (float(net), NOTHING)][outcome] += parts[outcome]
    return float(lookups.laid[doubles] * parts.sum())


def busted(
    solution: Solution, at_up: UpSolution, joint: JointChances, hand: int, weight: float, doubles: int
) -> float:
    """A hand that the next card breaks, or does not; what it lays where it does."""
    parts = bust_law(at_up, hand) * weight
    laid = float(solution.looked_up.laid[doubles] * parts.sum())
    if at_up.stakes.busts_return:
        joint[TAKEN][NATURAL] += parts[NATURAL]
        parts[NATURAL] = 0.0
    if solution.looked_up.busts_count:
        joint[float(at_up.stakes.bust[doubles, PLAIN]), LOST][NATURAL] += parts[NATURAL]
        parts[NATURAL] = 0.0
    joint[float(at_up.stakes.bust[doubles, PLAIN]), NOTHING] += parts
    return laid


def bust_law(at_up: UpSolution, hand: int) -> Floats:
    """The chance that the next card breaks the hand, with each ending of the dealer: a natural exactly, the
    others as they stand beside the hand."""
    tree, shoe = at_up.tree, at_up.shoe
    left = np.maximum(shoe.left - (0 if shoe.replace else tree.counts[hand]), 0)
    rest = left.sum()
    breaks = natural = 0.0
    for value in range(VALUES):
        if tree.children[hand, value] < 0 and left[value] > 0:
            breaks += left[value] / rest
            if shoe.completes >= 0 and rest > 1:
                less = 0 if shoe.replace else 1
                have = left[shoe.completes] - (less if value == shoe.completes else 0)
                natural += left[value] / rest * have / (rest - less)
    parts: Floats = at_up.values.dealer[hand].copy()
    parts[NATURAL] = 0.0
    if parts.sum() > 0:
        parts *= (breaks - natural) / parts.sum()
    parts[NATURAL] = natural if shoe.with_natural else 0.0
    return parts


def split_law(solution: Solution, at_up: UpSolution, pair: int) -> tuple[dict[float, float], float]:
    """Net results of a split pair, and what it lays."""
    joint, laid = split_joint(solution, at_up, pair)
    return {net: float(parts.sum()) for net, parts in joint.items()}, laid


def split_joint(solution: Solution, at_up: UpSolution, pair: int) -> tuple[dict[float, Floats], float]:
    """The same, each result with the dealer's endings: the number of hands, and each hand given an ending."""
    lookups = solution.looked_up
    apart, apart_laid = second_card_law(solution, at_up, pair, with_pair=False)
    twin, twin_laid = second_card_law(solution, at_up, pair, with_pair=True)
    counts = hands_made(at_up.shoe, pair, int(lookups.splits_max[pair]))
    endings = at_up.values.dealer[lookups.hands.of(pair, pair)]
    total: defaultdict[float, Floats] = defaultdict(lambda: np.zeros(ENDS))
    for outcome in range(ENDS):
        if endings[outcome] <= 0 or (outcome == NATURAL and not at_up.shoe.with_natural):
            continue
        together = laws_together(given(apart, outcome), given(twin, outcome))
        for (others, pairs), chance in counts.items():
            for result, part in together(others, pairs).items():
                total[net_of(solution, result)][outcome] += chance * float(endings[outcome]) * part
    laid = sum(
        chance * (others * apart_laid + pairs * twin_laid) for (others, pairs), chance in counts.items()
    )
    return total, laid


def second_card_law(
    solution: Solution, at_up: UpSolution, pair: int, *, with_pair: bool
) -> tuple[JointChances, float]:
    """A split hand whose second card is of the pair, or is not."""
    lookups = solution.looked_up
    start = np.zeros(len(lookups.hands))
    for value in range(VALUES):
        if (value == pair) == with_pair:
            start[lookups.hands.of(pair, value)] = at_up.shoe.left[value]
    return joint_law(solution, at_up, at_up.family(pair), start / start.sum())


def given(joint: JointChances, outcome: int) -> ResultChances:
    """The law of one hand's result, given how the dealer ends."""
    whole = sum(float(parts[outcome]) for parts in joint.values())
    return {result: float(parts[outcome]) / whole for result, parts in joint.items() if parts[outcome] > 0}


def laws_together(one: ResultChances, other: ResultChances) -> Callable[[int, int], ResultChances]:
    """The law of so many hands of the first kind together with so many of the second."""

    @cache
    def together(ones: int, others: int) -> ResultChances:
        if others:
            return convolved(together(ones, others - 1), other)
        return convolved(together(ones - 1, 0), one) if ones else {(0.0, NOTHING): 1.0}

    return together


def convolved(first: ResultChances, second: ResultChances) -> ResultChances:
    """Two hands of one box: a dealer's natural takes one wager from both."""
    law: defaultdict[NetResult, float] = defaultdict(float)
    for (a, one), p in first.items():
        for (b, other), q in second.items():
            law[round(a + b, 6), max(one, other)] += p * q
    return law


def move_suited(
    solution: Solution, hand: SuitedHand, chances: defaultdict[float, float], super_bonus: float
) -> None:
    """A suited hand that is hit wins its better line instead of the mixed one; where it was not hit
    before, the law of its hit takes the place of the law of what it did."""
    lookups = solution.looked_up
    at_up = solution.ups[hand.up]
    assert at_up is not None
    at = lookups.hands.of(hand.first, hand.second)
    mixed = float(lookups.pays[hand.line.hand])
    if at_up.taken.hand[at] != HIT:
        start = np.zeros(len(lookups.hands))
        start[at] = hand.chance
        for sign, action in ((-1.0, int(at_up.taken.hand[at])), (1.0, HIT)):
            for net, chance in one_hand(solution, at_up, start, at, action).items():
                chances[net] += sign * chance
    moved = hand.chance * hand.third_chance * hand.won
    chances[mixed] -= moved
    chances[hand.pays + (super_bonus if hand.super_chance > 0 else 0.0)] += moved


def one_hand(
    solution: Solution, at_up: UpSolution, start: Floats, hand: int, action: int
) -> dict[float, float]:
    """The law of one starting hand when it takes this action first."""
    lookups = solution.looked_up
    if action == SPLIT:
        split, _ = split_law(solution, at_up, int(lookups.hands.counts[hand].argmax()))
        return {net: float(start[hand]) * chance for net, chance in split.items()}
    before = int(at_up.taken.hand[hand])
    at_up.taken.hand[hand] = action
    joint, _ = joint_law(solution, at_up, at_up.whole, start)
    at_up.taken.hand[hand] = before
    law: defaultdict[float, float] = defaultdict(float)
    for result, parts in joint.items():
        law[net_of(solution, result)] += float(parts.sum())
    return law
