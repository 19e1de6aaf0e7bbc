"""Side wagers that the player's first two cards, the up card and the dealer's second card decide."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from vingt.analysis.simulation.side.judgement import (
    DEALER,
    NEEDS_SECOND_CARD,
    Answers,
    Judged,
    definition,
    open_until_settlement,
    ranks_of,
)
from vingt.analysis.simulation.side.shape import (
    PATTERNS,
    POSITIONS,
    Deals,
    Labels,
    Shape,
    patterns,
    seen_pairs,
    smallest,
)
from vingt.analysis.tabulated.dealer import dealer_automaton
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import DECK, RANKS, Card, Rank
from vingt.core.hand import RankPoints
from vingt.core.rounds.result import counts_of
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.judge import judge
from vingt.core.wagers.outcome import Sight, sight_of
from vingt.core.wagers.registry import EVALUATORS


def judged_by_first_cards(rules: TableRules, wager: OfferedWager) -> Judged:
    """Insurance counts as not offered in a round whose up card does not bring it."""
    offered = rules.insurance.up_cards if wager.placed == "when_asked" else RANKS
    states = dealer_automaton(rules).states
    hole = rules.dealer.takes_hole_card
    judgement = first_cards(definition(wager), ranks_of(rules), counts_of(rules), offered, hole)
    return replace(judgement, offsets=(*judgement.offsets[:DEALER], np.zeros(states, dtype=np.int64)))


@lru_cache(maxsize=512)
def first_cards(
    wager: OfferedWager, ranks: tuple[Rank, ...], counts: RankPoints, offered: tuple[Rank, ...], hole: bool
) -> Judged:
    sight = parted(sight_of(EVALUATORS[wager.evaluator]), offered)
    late = open_until_settlement(wager)
    answers = Answers()

    def asked(dealt: tuple[Card, ...]) -> int | None:
        player, up, *second = dealt[:2], dealt[2], *dealt[3:]
        if up.rank not in offered:
            return answers.number(None, 0)
        if not second:
            verdict = None if late else judge(wager, Facts(player, up, counts=counts))
            return None if verdict is None else answers.number(verdict, 0)
        verdict = judge(wager, Facts(player, up, second[0], counts=counts))
        if verdict is None:
            raise NotCarried(f"{wager.id}: the first cards do not decide it")
        return answers.number(verdict, 0 if hole else NEEDS_SECOND_CARD)

    deals = Deals(sight, ranks)
    outcomes = deals.sorted(asked, POSITIONS - 1)
    cards = outcomes.ndim - 2
    if cards < POSITIONS:
        outcomes = np.expand_dims(outcomes, POSITIONS - 1)
    shape = smallest(outcomes[..., None, None], (3, 2, 1, 0, 4, 5))
    groups = np.array([deals.group(card) for card in DECK])
    alike = pattern_numbers(cards)
    labels = [each[groups] for each in shape.labels[: POSITIONS - 1]]
    labels.append(shape.labels[3][groups] if cards == POSITIONS else np.zeros(len(DECK), dtype=np.int64))
    labels += [shape.labels[4][alike], shape.labels[5][alike], *shape.labels[DEALER:]]
    return answers.judged(Shape(tuple(labels), shape.outcomes))


def parted(sight: Sight, offered: tuple[Rank, ...]) -> Sight:
    """A sight that also tells the up cards at which the wager is offered from the others."""
    parts = [
        tuple(rank for rank in group if (rank in offered) is at)
        for group in sight.ranks
        for at in (True, False)
    ]
    return replace(sight, ranks=tuple(part for part in parts if part))


def pattern_numbers(cards: int) -> Labels:
    """The number of each pattern of pairs alike among so many cards; one that cannot come counts as 0."""
    known = patterns(cards)
    seen = [bits & seen_pairs(cards) for bits in range(PATTERNS)]
    return np.array([known.index(bits) if bits in known else 0 for bits in seen], dtype=np.int64)
