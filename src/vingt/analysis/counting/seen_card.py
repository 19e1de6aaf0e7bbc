"""What one card is worth that should not be seen: the dealer's hole card, or the next card before wagers are
made, which is the box's first. By the exact value of every hand; suits of bonus lines apart, nothing
insured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vingt.analysis.exact.kernel.dealer_trie import (
    NATURAL,
    OUTCOMES,
    DealerTrie,
    outcome_of,
    trie_of,
)
from vingt.analysis.exact.kernel.hands import CardsLeft, Tree, Walk, dealer_chances
from vingt.analysis.exact.lookups import ExactLookups
from vingt.analysis.exact.solution import (
    Solution,
    UpSolution,
    expectation,
    first_two_cards,
    found_by_looking,
    natural_value,
)
from vingt.analysis.exact.solver import family, play, possible, solve, surrender_values
from vingt.analysis.tabulated.dealer import complete_multisets, dealer_automaton
from vingt.analysis.tabulated.hands import ACE, TEN, VALUES, Floats, ranks_of, shoe_counts
from vingt.core.rules.table_rules import TableRules


@dataclass(frozen=True)
class SeenCards:
    """`ev` of a round that nobody sees more of than its rules show, `hole_known` of one played with the hole
    card seen (None where there is no hole card), `first_known[value]` of one whose first card is known to be
    of that value before the wager; `by_first` how likely that is."""

    ev: float
    hole_known: float | None
    first_known: Floats
    by_first: Floats

    @property
    def first_wagered(self) -> float:
        """Per round, when a wager is made only with a first card that favours it."""
        return float((self.by_first * np.maximum(self.first_known, 0.0)).sum())

    @property
    def first_share(self) -> float:
        """In how many of the rounds that is."""
        return float(self.by_first[self.first_known > 0].sum())


def seen_cards(rules: TableRules, wager: int = 2500, done: Callable[[], None] = lambda: None) -> SeenCards:
    solution = solve(rules, wager=wager)
    done()
    known, chances = first_card_known(solution)
    hole = None
    if solution.looked_up.peeks.any():
        hole = hole_card_known(solution, done)
    return SeenCards(expectation(solution), hole, known, chances)


def seen_steps() -> int:
    return 1 + VALUES


def first_card_known(solution: Solution) -> tuple[Floats, Floats]:
    """The value of a round by the player's first card."""
    shoe = solution.shoe.sum(axis=1).astype(np.float64)
    worth = np.zeros(VALUES)
    for up, at_up in enumerate(solution.ups):
        if at_up is None:
            continue
        for first, second, hand, chance in first_two_cards(solution, at_up):
            if {first, second} == {ACE, TEN}:
                value = natural_value(solution, at_up, hand)
            else:
                lost = found_by_looking(solution, at_up, hand)
                value = float(at_up.values.best[hand]) + (1 - float(at_up.clear[hand])) * lost
            share = shoe[up] / shoe.sum() * chance * value
            worth[first] += share / 2
            worth[second] += share / 2
    chances: Floats = shoe / shoe.sum()
    return worth / np.maximum(chances, 1e-300), chances


def hole_card_known(solution: Solution, done: Callable[[], None] = lambda: None) -> float:
    """The value of a round whose player sees the hole card before the first decision."""
    rules, looked_up = solution.rules, solution.looked_up
    shoe = shoe_counts(rules.cards.decks, rules.cards.removed_ranks).sum(axis=1).astype(np.float64)
    cards = float(shoe.sum())
    value = 0.0
    for up in range(VALUES):
        for hole in range(VALUES):
            have = shoe[hole] - (up == hole)
            if shoe[up] <= 0 or have <= 0:
                continue
            at_up = with_hole(rules, looked_up, shoe, up, hole)
            natural = {up, hole} == {ACE, TEN}
            if not natural:
                play(looked_up, at_up, None)
            for first, second, hand, chance in first_two_cards(solution, at_up):
                pair = shoe[up] / cards * have / (cards - 1) * chance
                if natural:
                    value += pair * float(looked_up.settled[up].nets[looked_up.rows[0, hand], NATURAL])
                elif {first, second} == {ACE, TEN}:
                    value += pair * float(at_up.values.stand[hand])
                else:
                    value += pair * float(at_up.values.best[hand])
        done()
    return value


def with_hole(rules: TableRules, looked_up: ExactLookups, shoe: Floats, up: int, hole: int) -> UpSolution:
    """What is known of hands against two cards of the dealer."""
    left = shoe.copy()
    left[up] -= 1
    left[hole] -= 1
    rest = CardsLeft(left, float(left.sum()), False, partner=-1, with_natural=False, completes=-1)
    hands = looked_up.hands
    trie = known_trie(rules, up, hole)
    walk = Walk(trie.parent, trie.value, trie.used, trie.depth, trie.orders, trie.outcome)
    tree = Tree(hands.counts, hands.size, hands.children, looked_up.total)
    which = possible(hands.counts, rest)[::-1].copy()
    dealer = np.zeros((len(hands), OUTCOMES))
    dealer_chances(rest, tree, which, walk, dealer)
    stakes = looked_up.stakes(up)
    whole, split_hands, split_aces = (
        family(rest, which, looked_up.terms(number), stakes, dealer) for number in range(3)
    )
    clear = np.ones(len(hands))
    surrender = surrender_values(looked_up, up, clear, rest, dealer)
    return UpSolution(up, rest, walk, tree, stakes, which, whole, split_hands, split_aces, clear, surrender)


def known_trie(rules: TableRules, up: int, hole: int) -> DealerTrie:
    """The dealer's draws after two known cards; a hand that stands is let draw one card that changes nothing,
    so that its law is walked like any other."""
    automaton, ranks = dealer_automaton(rules), ranks_of(rules)
    first, second = ranks[up], ranks[hole]
    assert first is not None
    assert second is not None
    state = automaton.after(automaton.start(first), second)
    if automaton.draws(state):
        return trie_of(automaton, complete_multisets(automaton, ranks, state=state))
    ending = outcome_of(automaton.ending(state), tells_22=automaton.tells_22)
    values = np.array([value for value, rank in enumerate(ranks) if rank is not None], dtype=np.int64)
    ones = np.ones(len(values), dtype=np.int64)
    return DealerTrie(-ones, values, 0 * ones, ones, ones, ending * ones)
