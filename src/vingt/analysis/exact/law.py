"""The law of a round's net result: with which chance a player ends at which gain or loss.

Rounds without a split are exact. Split hands are taken as independent of each other once the dealer's
final hand is given: the correlation through the dealer is exact, that through the cards they take from
each other is left out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from vingt.analysis.exact.best_chart import reach
from vingt.analysis.exact.hands import ACE, TEN, VALUES, Floats
from vingt.analysis.exact.kernels import DOUBLE, ENDS, HIT, NATURAL, RESCUE, SPLIT, STAND, SURRENDER
from vingt.analysis.exact.lookups import NATURAL_HAND
from vingt.analysis.exact.main_wager import Family, Solution, UpSolution, first_two_cards
from vingt.analysis.exact.split_kernel import pair_chance
from vingt.analysis.exact.suits import SuitedHand

Joint = dict[float, Floats]  # net result -> chance with each ending of the dealer


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


def law_of_round(solution: Solution, suited: list[SuitedHand]) -> Law:
    """Follow the play each hand of the solution takes; `suited` are the suited hands that play otherwise
    or gain."""
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
        move_suited(solution, hand, chances)
    return Law({net: chance for net, chance in sorted(chances.items()) if chance > 0}, wagered)


def up_law(solution: Solution, at_up: UpSolution) -> tuple[dict[float, float], float]:
    found = solution.looked_up
    total: defaultdict[float, float] = defaultdict(float)
    start = np.zeros(len(found.hands))
    laid = 0.0
    for first, second, hand, chance in first_two_cards(solution, at_up):
        clear = at_up.clear[hand]
        action = at_up.taken.hand[hand]
        if {first, second} == {ACE, TEN}:
            against = found.result[NATURAL_HAND, NATURAL]
            total[found.natural_pays if against > 0 else float(against)] += chance * (1 - clear)
            start[hand] = chance
            continue
        total[-1.0] += chance * (1 - clear)
        laid += chance * (1 - clear)
        if action == SURRENDER:
            natural = at_up.values.dealer[hand, NATURAL] if at_up.shoe.with_natural else 0.0
            total[-found.surrender_costs] += chance * (clear - natural)
            total[-1.0 if found.surrender_lost_to_natural else -found.surrender_costs] += chance * natural
            laid += chance * clear
        elif action == SPLIT:
            split, more = split_law(solution, at_up, first)
            laid += chance * more
            for net, part in split.items():
                total[net] += chance * part
        else:
            start[hand] = chance
    joint, more = joint_law(solution, at_up, at_up.whole, start, natural_pays=found.natural_pays)
    for net, parts in joint.items():
        total[net] += float(parts.sum())
    return total, laid + more


def joint_law(
    solution: Solution, at_up: UpSolution, family: Family, start: Floats, natural_pays: float
) -> tuple[Joint, float]:
    """Net results of hands that begin with these chances, each with the dealer's ending; and what they
    lay."""
    found = solution.looked_up
    joint: Joint = defaultdict(lambda: np.zeros(ENDS))
    weight, doubled = reach(at_up, start, family.taken)
    endings = at_up.values.dealer.copy()
    if not at_up.shoe.with_natural:
        endings[:, NATURAL] = 0.0
    laid = 0.0
    natural = found.hands.of(ACE, TEN)
    for hand in at_up.which:
        if weight[hand] > 0:
            taken = family.taken.hand[hand]
            if taken == STAND or (hand == natural and family is at_up.whole):
                pays = (
                    natural_pays
                    if family.rights.kind[hand] == NATURAL_HAND
                    else float(family.rights.pays[hand])
                )
                ended(
                    joint,
                    found.result[family.rights.kind[hand]],
                    weight[hand] * endings[hand],
                    pays,
                    1.0,
                    1.0,
                )
                laid += weight[hand] * endings[hand].sum()
            else:
                lost = 2.0 if taken == DOUBLE else 1.0
                broken = bust_law(at_up, hand) * weight[hand]
                joint[-lost] += broken
                laid += lost * broken.sum()
        for times in range(1, found.doubles_max + 1):
            if doubled[times, hand] > 0:
                laid += doubled_law(
                    solution, at_up, family, joint, hand, times, doubled[times, hand], endings
                )
    return joint, laid


def doubled_law(
    solution: Solution,
    at_up: UpSolution,
    family: Family,
    joint: Joint,
    hand: int,
    times: int,
    weight: float,
    endings: Floats,
) -> float:
    found = solution.looked_up
    multiple = 2.0**times
    choice = family.taken.doubled[times, hand]
    if choice == RESCUE:
        joint[-float(found.rescue_costs[times])] += weight * endings[hand]
        return float(multiple * weight * endings[hand].sum())
    if choice == 0:
        won = found.win_pays + (multiple - 1) * found.double_pays
        natural_lost = multiple if found.natural_takes_all else 1.0
        ended(joint, found.result[found.total[hand]], weight * endings[hand], won, multiple, natural_lost)
        return float(multiple * weight * endings[hand].sum())
    broken = bust_law(at_up, hand) * weight
    joint[-2 * multiple] += broken
    return float(2 * multiple * broken.sum())


def ended(joint: Joint, result: Floats, parts: Floats, won: float, lost: float, natural_lost: float) -> None:
    for outcome in range(ENDS):
        if parts[outcome] > 0:
            worth = won if result[outcome] > 0 else 0.0
            if result[outcome] < 0:
                worth = -(natural_lost if outcome == NATURAL else lost)
            joint[worth][outcome] += parts[outcome]


def bust_law(at_up: UpSolution, hand: int) -> Floats:
    """The chance that the next card breaks the hand, spread over the dealer's endings as they stand
    beside it."""
    tree, shoe = at_up.tree, at_up.shoe
    left = np.maximum(shoe.left - (0 if shoe.replace else tree.counts[hand]), 0)
    rest = left.sum()
    parts = at_up.values.dealer[hand].copy()
    if not shoe.with_natural:
        parts[NATURAL] = 0.0
    clear = 0.0
    for value in range(VALUES):
        if tree.children[hand, value] < 0 and left[value] > 0:
            chance = left[value] / rest
            after = 1.0
            if shoe.partner >= 0 and rest > 1:
                have = left[shoe.partner] - (0 if shoe.replace or value != shoe.partner else 1)
                after = 1 - have / (rest if shoe.replace else rest - 1)
            clear += chance * after
    law: Floats = parts / parts.sum() * clear if parts.sum() > 0 else parts
    return law


def split_law(solution: Solution, at_up: UpSolution, pair: int) -> tuple[dict[float, float], float]:
    """Net results of a split pair: the number of hands, and each hand given the dealer's ending."""
    found = solution.looked_up
    hands_max = int(found.splits_max[pair])
    apart, apart_laid = second_card_law(solution, at_up, pair, with_pair=False)
    free, free_laid = second_card_law(solution, at_up, pair, with_pair=True)
    endings = sum(free.values())
    assert isinstance(endings, np.ndarray)
    clear = at_up.clear[found.hands.of(pair, pair)]
    counts = hand_counts(hands_max, float(pair_chance(at_up.shoe, pair, 2, 0)))
    total: defaultdict[float, float] = defaultdict(float)
    for outcome in range(ENDS):
        if endings[outcome] <= 0:
            continue
        ones = [given(joint, outcome) for joint in (apart, free)]
        weight = clear * float(endings[outcome] / endings.sum())
        for (singles, others), chance in counts.items():
            several: dict[float, float] = {0.0: 1.0}
            for one in (*[ones[0]] * singles, *[ones[1]] * others):
                several = convolved(several, one)
            for net, part in several.items():
                total[net] += chance * weight * part
    laid = sum(
        chance * (singles * apart_laid + others * free_laid) for (singles, others), chance in counts.items()
    )
    return total, laid


def second_card_law(
    solution: Solution, at_up: UpSolution, pair: int, *, with_pair: bool
) -> tuple[Joint, float]:
    found = solution.looked_up
    start = np.zeros(len(found.hands))
    for value in range(VALUES):
        child = found.hands.children[found.hands.of(pair), value]
        if child >= 0 and (with_pair or value != pair):
            gone = 2 if value == pair and not solution.replace else 0
            start[child] = max(at_up.shoe.left[value] - gone, 0)
    return joint_law(solution, at_up, at_up.family(pair), start / start.sum(), natural_pays=found.win_pays)


def given(joint: Joint, outcome: int) -> dict[float, float]:
    """The law of one hand's result, given how the dealer ends."""
    whole = sum(float(parts[outcome]) for parts in joint.values())
    return {net: float(parts[outcome]) / whole for net, parts in joint.items() if parts[outcome] > 0}


def hand_counts(hands_max: int, another: float) -> dict[tuple[int, int], float]:
    """With which chance a split ends in how many hands: those whose second card is not of the pair, and,
    once no further split is allowed, those whose second card may be any."""
    found: defaultdict[tuple[int, int], float] = defaultdict(float)
    stack = [(2, 2, 1.0)]
    while stack:
        hands, waiting, chance = stack.pop()
        if waiting == 0 or hands == hands_max:
            found[hands - waiting, waiting] += chance
            continue
        stack.append((hands, waiting - 1, chance * (1 - another)))
        stack.append((hands + 1, waiting + 1, chance * another))
    return found


def convolved(first: dict[float, float], second: dict[float, float]) -> dict[float, float]:
    found: defaultdict[float, float] = defaultdict(float)
    for a, p in first.items():
        for b, q in second.items():
            found[round(a + b, 6)] += p * q
    return found


def move_suited(solution: Solution, hand: SuitedHand, chances: defaultdict[float, float]) -> None:
    """A suited hand that is hit wins its better line instead of the mixed one; where it was not hit
    before, the law of its hit takes the place of the law of what it did."""
    found = solution.looked_up
    at_up = solution.ups[hand.up]
    assert at_up is not None
    at = found.hands.of(hand.first, hand.second)
    mixed = float(found.pays[hand.line])
    if at_up.taken.hand[at] != HIT:
        start = np.zeros(len(found.hands))
        start[at] = hand.chance
        for sign, action in ((-1.0, int(at_up.taken.hand[at])), (1.0, HIT)):
            for net, chance in one_hand(solution, at_up, start, at, action).items():
                chances[net] += sign * chance
    moved = hand.chance * hand.third_chance * hand.won
    chances[mixed] -= moved
    chances[hand.pays] += moved


def one_hand(
    solution: Solution, at_up: UpSolution, start: Floats, hand: int, action: int
) -> dict[float, float]:
    """The law of one starting hand when it takes this action first."""
    found = solution.looked_up
    if action == SPLIT:
        split, _ = split_law(solution, at_up, int(found.hands.counts[hand].argmax()))
        return {net: float(start[hand]) * chance for net, chance in split.items()}
    before = int(at_up.taken.hand[hand])
    at_up.taken.hand[hand] = action
    joint, _ = joint_law(solution, at_up, at_up.whole, start, found.natural_pays)
    at_up.taken.hand[hand] = before
    return {net: float(parts.sum()) for net, parts in joint.items()}
