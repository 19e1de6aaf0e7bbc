"""A wager on the player's finished hands and the dealer's, by a table's own best play or by a chart.

The play looks at no card of the dealer's but the up card; so each finished hand is weighed by how often it is
reached, and beside it the dealer's hand is drawn from what is left. Hands of a split are taken as independent
of each other once the dealer's final hand is given."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from vingt.analysis.actions import KEEP, SPLIT, STAND, SURRENDER
from vingt.analysis.chart.chart import Chart
from vingt.analysis.exact.best_chart import reach, split_stars
from vingt.analysis.exact.kernel.hands import without
from vingt.analysis.exact.kernel.splits import hands_made
from vingt.analysis.exact.prescription import prescriptions
from vingt.analysis.exact.solution import Family, Solution, UpSolution, first_two_cards
from vingt.analysis.exact.solver import follow, solve
from vingt.analysis.exact.suited_splits import add_suits_to_splits
from vingt.analysis.jit import allocating
from vingt.analysis.tabulated.dealer import (
    MOST_CARDS,
    Trie,
    complete_multisets,
    dealer_automaton,
    rising,
)
from vingt.analysis.tabulated.hands import ACE, TEN, VALUES, Floats, Ints, ranks_of
from vingt.core.cards import Card, Cards
from vingt.core.rounds.result import counts_of
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Evaluator, Options, Outcome

BEST_PLAY = "best play of the main wager at this table"
OWN_CHART = "the chart given"
BUSTED = tuple(Card("K", suit) for suit in ("clubs", "diamonds", "hearts"))


def played_distribution(
    rules: TableRules,
    evaluator: Evaluator,
    options: Options,
    chart: Chart | None = None,
    shoe: Ints | None = None,
) -> dict[str, float]:
    """The chance of each outcome under the best play of the main wager, or what a chart says."""
    solution = solve(rules, shoe)
    if chart is not None:
        follow(solution, prescriptions(solution, chart))
        says = split_stars(solution.looked_up, chart)
        add_suits_to_splits(solution, choose=False, says=says)
    else:
        add_suits_to_splits(solution)
    ups = solution.shoe.sum(axis=1)
    total: defaultdict[str, float] = defaultdict(float)
    for up, at_up in enumerate(solution.ups):
        if at_up is not None:
            chances = UpPlayed(solution, at_up, evaluator, options).chances()
            for outcome, chance in chances.items():
                total[outcome] += float(ups[up] / ups.sum()) * chance
    total[LOSE] = 1.0 - sum(chance for outcome, chance in total.items() if outcome != LOSE)
    return dict(total)


class DealerLaw:
    """The dealer's complete hands from one up card, by what a wager can tell apart; one example of each."""

    def __init__(self, rules: TableRules, up: int) -> None:
        automaton, ranks = dealer_automaton(rules), ranks_of(rules)
        trie = Trie()
        self.examples: list[Cards] = []
        self.natural: list[bool] = []
        numbers: dict[tuple[int, int, bool], int] = {}
        hands: list[tuple[int, int, int, int]] = []
        first = ranks[up]
        assert first is not None
        for hand, drawn in complete_multisets(automaton, ranks, up).items():
            natural = bool(automaton.natural[drawn.state])
            points = int(automaton.points[drawn.state])
            key = (min(points, 22), min(sum(hand) + 1, MOST_CARDS), natural)
            if key not in numbers:
                numbers[key] = len(numbers)
                more = (Card(rank, "clubs") for rank in (ranks[value] for value in drawn.values) if rank)
                self.examples.append((Card(first, "clubs"), *more))
                self.natural.append(natural)
            hands.append((numbers[key], drawn.orders, trie.add(rising(hand)[::-1]), sum(hand)))
        self.nodes = np.array(trie.nodes, dtype=np.int64)
        self.hands = np.array(hands, dtype=np.int64)

    def beside(self, left: Floats) -> Floats:
        """The chance of each ending when so many cards of each value are left: `left[row, value]`."""
        chances = np.zeros((len(left), len(self.examples)))
        weigh(np.maximum(left, 0.0), self.nodes, self.hands, chances)
        return chances


@allocating()
def weigh(left: Any, nodes: Any, hands: Any, chances: Any) -> None:
    """Add up complete hands by their ending; nodes are (parent, value, held), hands (ending, orders, node,
    cards)."""
    reached = np.ones(nodes.shape[0])
    for row in range(left.shape[0]):
        for node in range(nodes.shape[0]):
            before = reached[nodes[node, 0]] if nodes[node, 0] >= 0 else 1.0
            reached[node] = before * max(left[row, nodes[node, 1]] - nodes[node, 2], 0.0)
        cards = left[row].sum()
        for at in range(hands.shape[0]):
            ways = 1.0
            for gone in range(hands[at, 3]):
                ways *= max(cards - gone, 1.0)
            chances[row, hands[at, 0]] += hands[at, 1] * reached[hands[at, 2]] / ways


@dataclass
class Finals:
    """Finished hands that may win: how often each comes, and its number among the hands of the tree."""

    hands: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)


class UpPlayed:
    """Everything against one up card."""

    def __init__(self, solution: Solution, at_up: UpSolution, evaluator: Evaluator, options: Options) -> None:
        self.solution, self.at_up = solution, at_up
        self.evaluator, self.options = evaluator, options
        self.counts = counts_of(solution.rules)
        self.law = DealerLaw(solution.rules, at_up.up)
        self.first_only = self.judged((BUSTED[:2],), 0, finished=False) is not WAIT
        self.known: dict[tuple[int, int], tuple[str, ...]] = {}
        self.total: defaultdict[str, float] = defaultdict(float)

    def judged(self, hands: tuple[Cards, ...], ending: int, *, finished: bool = True) -> Outcome:
        dealer = self.law.examples[ending]
        facts = Facts(
            hands[0][:2], dealer[0], dealer[1], dealer, hands if finished else None, counts=self.counts
        )
        return self.evaluator(facts, self.options)

    def told(self, hands: tuple[Cards, ...], ending: int) -> str:
        outcome = self.judged(hands, ending)
        assert isinstance(outcome, str), "still waiting when all cards are known"
        return outcome

    def outcomes(self, hand: int) -> tuple[str, ...]:
        """What one hand makes with each ending of the dealer."""
        lookups = self.solution.looked_up
        key = int(lookups.total[hand]), min(int(lookups.hands.size[hand]), MOST_CARDS)
        if key not in self.known:
            cards = lookups.hands.cards[hand]
            self.known[key] = tuple(self.told((cards,), each) for each in range(len(self.law.examples)))
        return self.known[key]

    def chances(self) -> dict[str, float]:
        start = np.zeros(len(self.solution.looked_up.hands))
        two = Finals()
        for first, second, hand, chance in first_two_cards(self.solution, self.at_up):
            action = int(self.at_up.taken.hand[hand])
            natural = {first, second} == {ACE, TEN}
            two.hands.append(hand)
            two.weights.append(chance)
            if action == SURRENDER and not natural:
                continue  # what it loses by that comes after the dealer was looked at for a natural
            if self.first_only:
                start[hand] = chance
            elif action == SPLIT:
                self.split(first, hand, chance)
            else:
                start[hand] = chance
        if self.peeks:
            self.add(two, natural=True)
        if self.first_only:
            played = np.nonzero(start)[0]
            self.add(Finals([int(each) for each in played], [float(start[each]) for each in played]))
        else:
            self.add(self.finals(self.at_up, self.at_up.whole, start))
        return self.total

    @property
    def peeks(self) -> bool:
        return bool(self.solution.looked_up.peeks[self.at_up.up])

    def finals(self, at_up: UpSolution, family: Family, start: Floats) -> Finals:
        """Hands as they stand in the end, once they began with these chances."""
        weight, doubled = reach(at_up, start, family.taken)
        ends = family.taken.hand == STAND
        if family is at_up.whole:
            ends[self.solution.looked_up.hands.of(ACE, TEN)] = True
        many = np.where(ends, weight, 0.0) + np.where(family.taken.doubled == KEEP, doubled, 0.0).sum(axis=0)
        dealt = at_up.which[many[at_up.which] > 0]
        return Finals([int(hand) for hand in dealt], [float(many[hand]) for hand in dealt])

    def winning(self, finals: Finals) -> Finals:
        kept = [
            (hand, weight)
            for hand, weight in zip(finals.hands, finals.weights, strict=True)
            if set(self.outcomes(hand)) != {LOSE}
        ]
        return Finals([hand for hand, _ in kept], [weight for _, weight in kept])

    def endings(self, finals: Finals, gone: Ints | None = None) -> Floats:
        """`[hand, ending]`: how often each hand ends so, with the dealer's ending."""
        counts = self.solution.looked_up.hands.counts
        left = self.at_up.shoe.left - counts[finals.hands] - (0 if gone is None else gone)
        joint: Floats = np.array(finals.weights)[:, None] * self.law.beside(left)
        return joint

    def add(self, finals: Finals, *, natural: bool = False) -> None:
        """Count hands with every ending; where the dealer looks for a natural, only `natural` ones or only
        the others."""
        winning = self.winning(finals)
        if not winning.hands:
            return
        joint = self.endings(winning)
        for at, hand in enumerate(winning.hands):
            for ending, outcome in enumerate(self.outcomes(hand)):
                if not self.peeks or self.law.natural[ending] == natural:
                    self.total[outcome] += float(joint[at, ending])

    # -- splits --------------------------------------------------------------------------------------------

    def split(self, pair: int, hand: int, chance: float) -> None:
        lookups = self.solution.looked_up
        kinds: dict[tuple[str, ...], Cards] = {(LOSE,) * len(self.law.examples): BUSTED}
        laws = [self.one_of_split(pair, with_pair=twin, kinds=kinds) for twin in (False, True)]
        beside = self.law.beside(self.at_up.shoe.left[None, :] - lookups.hands.counts[[hand]])[0]
        examples = list(kinds.values())
        told: dict[tuple[tuple[int, ...], int], str] = {}
        for (others, pairs), split_chance in hands_made(
            self.at_up.shoe, pair, int(lookups.splits_max[pair])
        ).items():
            for ending, share in enumerate(beside):
                if share > 0 and not (self.peeks and self.law.natural[ending]):
                    several: dict[tuple[int, ...], float] = {(): 1.0}
                    for law in (*[laws[0]] * others, *[laws[1]] * pairs):
                        several = with_one_more(several, law[ending] / max(float(share), 1e-300))
                    for kept, part in several.items():
                        if (kept, ending) not in told:
                            told[kept, ending] = self.told(tuple(examples[kind] for kind in kept), ending)
                        self.total[told[kept, ending]] += chance * split_chance * float(share) * part

    def one_of_split(self, pair: int, *, with_pair: bool, kinds: dict[tuple[str, ...], Cards]) -> Floats:
        """`[ending, kind]`: the chances of one hand of a split with the dealer's ending; `kinds` are told
        apart by what a hand makes alone, and the first wins nothing."""
        lookups = self.solution.looked_up
        at_up = replace(self.at_up, shoe=without(self.at_up.shoe, pair, 1))
        start = np.zeros(len(lookups.hands))
        for value in range(VALUES):
            if (value == pair) == with_pair:
                start[lookups.hands.of(pair, value)] = max(at_up.shoe.left[value] - (value == pair), 0.0)
        if not start.any():
            return np.zeros((len(self.law.examples), max(len(kinds), 2)))
        gone = np.zeros(VALUES)
        gone[pair] = 1
        winning = self.winning(self.finals(at_up, at_up.family(pair), start / start.sum()))
        for hand in winning.hands:
            kinds.setdefault(self.outcomes(hand), lookups.hands.cards[hand])
        law = np.zeros((len(self.law.examples), max(len(kinds), 2)))
        if winning.hands:
            order = list(kinds)
            for at, parts in enumerate(self.endings(winning, gone)):
                law[:, order.index(self.outcomes(winning.hands[at]))] += parts
        both = lookups.hands.counts[[lookups.hands.of(pair)]] + gone
        law[:, 0] = np.maximum(self.law.beside(self.at_up.shoe.left - both)[0] - law.sum(axis=1), 0.0)
        return law


def with_one_more(several: dict[tuple[int, ...], float], law: Floats) -> dict[tuple[int, ...], float]:
    combined: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for kept, part in several.items():
        for kind, chance in enumerate(law):
            if chance > 0:
                combined[tuple(sorted((*kept, kind)))] += part * float(chance)
    return combined
