"""Which cards of the dealer are dealt because of a finished hand."""

from __future__ import annotations

from vingt.analysis.simulation.lookups.compile import Finished
from vingt.core.rounds.procedure import second_card_wanted
from vingt.core.rounds.result import OVER_21
from vingt.core.rounds.state import Bettor, Box, Hand, HandStake, RoundState, Settled
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN

SECOND, FURTHER, SECOND_OF_TWO = 1, 2, 4


def wants_of(rules: TableRules, stake: int, each: Finished) -> int:
    """Which of the dealer's cards are dealt because of this hand, as the engine dealt them."""
    wants = each.final.wants
    if not rules.dealer.takes_hole_card and second_wanted_of_two(rules, stake, each):
        wants |= SECOND_OF_TWO
    return wants


def second_wanted_of_two(rules: TableRules, stake: int, each: Finished) -> bool:
    """Whether two hands that ended so make the dealer take a second card where one of them would not."""
    if each.key.ending != "over" or not each.key.split:
        return False
    hand = Hand(each.path.cards, (HandStake("player", stake, open=False),), "busted", from_split=True)
    lost = tuple(Settled("player", 1, at, MAIN, OVER_21, each.final.raised, 0, False) for at in (0, 1))
    box = Box(1, (Bettor("player", stake),), (hand, hand))
    return second_card_wanted(rules, RoundState("reveal", (box,), dealer=(each.up,), settled=lost))
