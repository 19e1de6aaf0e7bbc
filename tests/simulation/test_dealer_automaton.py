"""The dealer's states against the procedure that the round engine follows."""

from __future__ import annotations

import random

import pytest

from tests.simulation.daily import daily_seed
from vingt.analysis.tabulated.dealer import MOST_CARDS, dealer_automaton
from vingt.core.cards import DECK, Card
from vingt.core.rounds.procedure import must_draw
from vingt.core.rounds.result import counts_of
from vingt.rulebook import library

TABLES = tuple(
    f"{rulebook}/{sample}" for rulebook in library.RULEBOOKS for sample in library.samples(rulebook)
)


@pytest.mark.parametrize("table", TABLES)
def test_every_hand_ends_in_the_state_that_says_what_it_is(table: str) -> None:
    rules = library.table_rules(table)
    automaton, counts = dealer_automaton(rules), counts_of(rules)
    dice = random.Random(daily_seed())
    # Low cards often: hands of eight cards and more come up too.
    shoe = [*DECK, *(card for card in DECK if card.rank in ("A", "2")), *[Card("A", "clubs")] * 60]
    longest = 0
    for _ in range(3000):
        hand: tuple[Card, ...] = (dice.choice(shoe),)
        while True:
            state = automaton.state_of(hand)
            total = counts.total(hand)
            drawing = len(hand) < 2 or must_draw(rules, hand)
            assert automaton.final[state] == (not drawing) == (state >= automaton.first_final)
            assert automaton.points[state] == total.points
            assert automaton.cards[state] == min(len(hand), MOST_CARDS)
            assert automaton.natural[state] == counts.is_natural(hand)
            if not drawing:
                break
            assert automaton.soft[state] == total.soft
            hand = (*hand, dice.choice(shoe))
        longest = max(longest, len(hand))
        assert (automaton.next[state] == state).all()
    assert longest >= MOST_CARDS
