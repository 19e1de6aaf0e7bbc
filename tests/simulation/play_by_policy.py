"""What a policy says for a hand as it lies on the layout, read without the automaton that kernels walk."""

from __future__ import annotations

from vingt.analysis.actions import REDOUBLE, RESCUE
from vingt.analysis.chart.chart import ACTION_NAMES
from vingt.analysis.simulation.lookups.policy import SPLIT_ACES, SPLIT_HAND, WHOLE, Policy, UpPolicy
from vingt.analysis.tabulated.hands import value_of
from vingt.core.cards import SUITS
from vingt.core.rounds.legal import can_redouble, can_split, hit, is_pair
from vingt.core.rounds.state import Box, Hand, RoundState
from vingt.core.rules.table_rules import TableRules


def action_by(policy: Policy, rules: TableRules, state: RoundState, box: Box, at: int) -> str:
    hand = box.hands[at]
    assert state.up is not None
    plays = policy.ups[value_of(state.up.rank), SUITS.index(state.up.suit)]
    if hand.doubles:
        return doubled(policy, plays, rules, hand)
    if hand.from_split and can_split(rules, box, hand):
        return "split"  # every further pair is split to the limit
    values = [value_of(card.rank) for card in hand.cards]
    if len(hand.cards) == 2 and hand.cards[0].suit == hand.cards[1].suit:
        suit = SUITS.index(hand.cards[0].suit)
        if hand.from_split:
            first, second = values
            if (first, second, suit) in plays.split_suited_hits and hit(rules, hand).allowed:
                return "hit"
        elif (min(values), max(values), suit) in plays.suited_hits:
            return "hit"
    number, paired = policy.hands.of(*values), is_pair(rules, hand)
    if len(hand.cards) == 2 and not hand.from_split:
        first, second = (SUITS.index(card.suit) for card in hand.cards)
        word = ACTION_NAMES[plays.pair_action(number, values[0], (first, second), paired=paired)]
    else:
        word = ACTION_NAMES[plays.action(family_of(hand), number, paired=paired)]
    return "hit" if word == "surrender" and state.up.rank not in policy.rights.surrender_ups else word


def doubled(policy: Policy, plays: UpPolicy, rules: TableRules, hand: Hand) -> str:
    values = [value_of(card.rank) for card in hand.cards]
    if rules.double.first_two_aces_count_one:
        before = policy.hands.of(*values[:-1])
        low = plays.rescues_low(family_of(hand), values[0], before, values[-1])
        return "rescue" if low else "stand"
    choice = plays.doubled(family_of(hand), hand.doubles, policy.hands.of(*values))
    if choice == REDOUBLE and can_redouble(rules, hand):
        return "double"
    return "rescue" if choice == RESCUE else "stand"


def family_of(hand: Hand) -> int:
    if hand.split_aces:
        return SPLIT_ACES
    return SPLIT_HAND if hand.from_split else WHOLE
