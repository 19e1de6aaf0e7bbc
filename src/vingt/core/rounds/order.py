"""In which order boxes are dealt to, play and settle. Box 1 lies at the dealer's far left."""

from __future__ import annotations

from vingt.core.rounds.state import COMMUNITY, DEALER, Box, Hand, RoundState
from vingt.core.rules.sections import Direction
from vingt.core.rules.table_rules import TableRules


def boxes_in(state: RoundState, direction: Direction) -> tuple[Box, ...]:
    return state.boxes if direction == "clockwise" else state.boxes[::-1]


def deal_order(rules: TableRules, state: RoundState) -> tuple[int, ...]:
    """The queue of the initial deal: every box, the dealer, every box again, then any hole card. A community
    card comes in the place of all boxes' first, or second, cards."""
    boxes = tuple(box.number for box in boxes_in(state, rules.deal.direction) if box.main_bettors)
    first, second = ((COMMUNITY,) if at < rules.variant.community_cards else boxes for at in range(2))
    hole = (DEALER,) if rules.dealer.takes_hole_card else ()
    return (*first, DEALER, *second, *hole)


def hand_to_play(rules: TableRules, state: RoundState) -> tuple[Box, int, Hand] | None:
    """The hand whose turn it is: boxes in order of play, hands from the dealer's left; delayed hands last."""
    delayed: tuple[Box, int, Hand] | None = None
    for box in boxes_in(state, rules.play.direction):
        for at, hand in enumerate(box.hands):
            if hand.finished:
                continue
            if not hand.late:
                return box, at, hand
            delayed = delayed or (box, at, hand)
    return delayed


def settlement_order(rules: TableRules, state: RoundState) -> tuple[tuple[Box, int, Hand], ...]:
    hands = [(box, at, hand) for box in boxes_in(state, "clockwise") for at, hand in enumerate(box.hands)]
    return tuple(hands if rules.settlement.direction == "clockwise" else hands[::-1])


def caller_of(rules: TableRules, box: Box, hand: Hand) -> str:
    """Who decides for the hand: among those with money on it, as the rulebook says."""
    playing = {stake.player for stake in hand.stakes if stake.open and not stake.surrendered}
    bettors = [bettor for bettor in box.main_bettors if bettor.player in playing] or list(box.main_bettors)
    if rules.boxes.decided_by == "seated_then_largest":
        seated = [bettor for bettor in bettors if bettor.seated]
        # Equal largest wagers: the first to have been placed (reading I-142); max keeps the first.
        return (seated or [max(bettors, key=lambda bettor: bettor.main)])[0].player
    return bettors[0].player
