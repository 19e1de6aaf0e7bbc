"""Side wagers on the dealer's finished hand, and on the player's. They see hands by what these count, as the
exact analysis has it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np

from vingt.analysis.simulation.side.finished_hands import FinishedCards, hand_kinds
from vingt.analysis.simulation.side.judgement import (
    DEALER,
    NEEDS_DEALER_HAND,
    NEEDS_SECOND_CARD,
    PLAYED,
    Answers,
    Judged,
    definition,
    open_until_settlement,
    ranks_of,
)
from vingt.analysis.simulation.side.shape import NONE, PATTERNS, Outcomes, Shape, smallest
from vingt.analysis.tabulated.dealer import dealer_automaton
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import DECK, RANKS, Card, Cards
from vingt.core.rounds.result import counts_of
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.judge import WagerVerdict, judge
from vingt.core.wagers.outcome import sight_of
from vingt.core.wagers.registry import EVALUATORS


def judged_by_dealer_hand(rules: TableRules, wager: OfferedWager, companion: int) -> Judged:
    """`companion` is the stake of the wager that this one rides on."""
    return DealerHandWager(rules, wager, companion).judged()


class DealerHandWager:
    def __init__(self, rules: TableRules, wager: OfferedWager, companion: int) -> None:
        self.rules = rules
        self.wager = definition(wager)
        self.companion = companion
        self.counts = counts_of(rules)
        self.automaton = dealer_automaton(rules)
        self.final = range(self.automaton.first_final, self.automaton.states)
        self.endings = [self.automaton.examples[state] for state in self.final]
        self.starts = list(dict.fromkeys(hand[:2] for hand in self.endings))
        self.late = open_until_settlement(wager)
        self.sight = sight_of(EVALUATORS[wager.evaluator])

    def judged(self) -> Judged:
        answers = Answers()
        kinds = None
        combinations: list[tuple[int, FinishedCards, bool]] = [(0, (), False)]
        if self.sight.plays_hand:
            most = max(self.rules.split.hands_max, self.rules.split.aces_hands_max)
            kinds = hand_kinds(self.alone, self.counts, most)
            combinations = list(kinds.combinations())
        size = (len(RANKS), len(RANKS), 1, 1, 1, 1, self.automaton.states, kinds.sums if kinds else 1)
        outcomes = np.full(size, NONE, dtype=np.int16)
        ranks = ranks_of(self.rules) if self.sight.player_cards else ranks_of(self.rules)[:1]
        for first, second in combinations_with_replacement(ranks, 2):
            player = (Card(first, "clubs"), Card(second, "clubs"))
            at, other = RANKS.index(first), RANKS.index(second)
            for played, finished, surrendered in combinations:
                numbers = self.by_ending(answers, player, finished, surrendered)
                outcomes[at, other, 0, 0, 0, 0, self.final, played] = numbers
                outcomes[other, at, 0, 0, 0, 0, self.final, played] = numbers
        shape = by_card(outcomes)
        hands = kinds.played(self.counts, stride=1) if kinds and shape.outcomes.shape[PLAYED] > 1 else None
        return replace(answers.judged(shape), played=hands)

    def alone(self, hand: Cards) -> tuple[WagerVerdict | None, ...]:
        """What the wager makes of one finished hand, whatever the first cards were and the dealer has."""
        ranks = ranks_of(self.rules)
        players = [(Card(rank, "clubs"), Card(rank, "clubs")) for rank in (ranks[0], ranks[-1])]
        return tuple(
            self.ask(player, dealer[:2], dealer, (hand,)) for player in players for dealer in self.endings
        )

    def by_ending(
        self, answers: Answers, player: Cards, finished: FinishedCards, surrendered: bool
    ) -> list[int]:
        """The number of the answer for each hand of the dealer's. A wager is settled at the first of three
        moments at which the facts decide it: up card shown, second card shown, dealer's hand finished."""
        first = {start: None if self.late else self.ask(player, start[:1]) for start in self.starts}
        second = {
            start: first[start]
            or (None if self.late else self.ask(player, start, None, finished, surrendered))
            for start in self.starts
        }
        needs = self.needs(
            first.values(), (second[start] for start in self.starts if not self.natural(start))
        )
        numbers = []
        for dealer in self.endings:
            verdict = second[dealer[:2]] or self.ask(player, dealer[:2], dealer, finished, surrendered)
            if verdict is None:
                raise NotCarried(f"{self.wager.id}: the dealer's hand does not decide it")
            numbers.append(answers.number(verdict, needs))
        return numbers

    def ask(
        self,
        player: Cards,
        start: Cards,
        dealer: Cards | None = None,
        finished: FinishedCards | None = None,
        surrendered: bool = False,
    ) -> WagerVerdict | None:
        hole = start[1] if len(start) > 1 else None
        facts = Facts(player, start[0], hole, dealer, finished, surrendered, self.counts, self.companion)
        return judge(self.wager, facts)

    def natural(self, start: Cards) -> bool:
        return self.counts.is_natural(start)

    def needs(self, first: Iterable[WagerVerdict | None], second: Iterable[WagerVerdict | None]) -> int:
        """What an open wager makes the dealer do; one that rides on another asks nothing for itself."""
        if self.wager.rides_on is not None:
            return 0
        needs = NEEDS_DEALER_HAND * self.still_open(second)
        if not self.rules.dealer.takes_hole_card:
            needs |= NEEDS_SECOND_CARD * self.still_open(first)
        return needs

    def still_open(self, verdicts: Iterable[WagerVerdict | None]) -> bool:
        answers = {verdict is None for verdict in verdicts}
        if len(answers) > 1:
            raise NotCarried(f"{self.wager.id}: whether it is open hangs on the dealer's first two cards")
        return answers.pop()


def by_card(outcomes: Outcomes) -> Shape:
    """Merges what makes no difference. Sums of weights cannot be numbered anew: all stay, or all go."""
    shape = smallest(outcomes, (DEALER, 1, 0))
    alone = smallest(shape.outcomes, (PLAYED,))
    if alone.outcomes.shape[PLAYED] == 1:
        shape = Shape(shape.labels, alone.outcomes)
    ranks = np.array([RANKS.index(card.rank) for card in DECK])
    cards, pairs = np.zeros(len(DECK), dtype=np.int64), np.zeros(PATTERNS, dtype=np.int64)
    first, second, *_, dealer, played = shape.labels
    return Shape((first[ranks], second[ranks], cards, cards, pairs, pairs, dealer, played), shape.outcomes)
