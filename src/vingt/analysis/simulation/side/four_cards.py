"""Side wagers on the four first cards of the two hands of a betting position."""

from __future__ import annotations

import numpy as np

from vingt.analysis.simulation.side.first_cards import pattern_numbers
from vingt.analysis.simulation.side.judgement import AXES, PLAYED, Answers, Judged, definition
from vingt.analysis.simulation.side.shape import PATTERNS, POSITIONS, Shape, pattern
from vingt.analysis.tabulated.dealer import dealer_automaton
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import DECK, RANKS, Card
from vingt.core.rounds.result import counts_of
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.judge import judge
from vingt.core.wagers.outcome import sight_of
from vingt.core.wagers.registry import EVALUATORS

UP = Card("2", "clubs")  # not looked at


def looks_at_four_cards(wager: OfferedWager) -> bool:
    return sight_of(EVALUATORS[wager.evaluator]).player_cards == POSITIONS


def judged_by_four_cards(rules: TableRules, wager: OfferedWager) -> Judged:
    """By which of the four are alike in rank: `same_ranks` is then of these four."""
    sight = sight_of(EVALUATORS[wager.evaluator])
    if len(sight.ranks) > 1 or len(sight.suits) > 1:
        raise NotCarried(f"{wager.id}: four cards by more than which of them are alike")
    answers, asked = Answers(), definition(wager)
    numbers = pattern_numbers(POSITIONS)
    outcomes = np.zeros(int(numbers.max()) + 1, dtype=np.int16)
    for kinds in np.ndindex((POSITIONS,) * POSITIONS):
        cards = tuple(Card(RANKS[kind], "spades") for kind in kinds)
        verdict = judge(asked, Facts(cards, UP, counts=counts_of(rules)))
        outcomes[numbers[pattern(kinds)]] = answers.number(verdict, 0)
    sizes = (*(len(DECK),) * 4, PATTERNS, PATTERNS, dealer_automaton(rules).states)
    same_ranks = AXES.index("same_ranks")
    labels = tuple(
        numbers if axis == same_ranks else np.zeros(size, dtype=np.int64) for axis, size in enumerate(sizes)
    )
    shape = [1] * PLAYED
    shape[same_ranks] = len(outcomes)
    return answers.judged(Shape(labels, outcomes.reshape(shape)))
