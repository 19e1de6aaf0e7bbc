"""Cards that were not dealt where one was due, and what the rulebook orders for box, hand and dealer."""

from __future__ import annotations

from vingt.core.cite import Cite
from vingt.core.rounds import command as c
from vingt.core.rounds.event import (
    Answered,
    Asked,
    DealReordered,
    Event,
    HandDelayed,
    HandFinished,
    WagerSettled,
)
from vingt.core.rounds.irregularity import return_sides, void
from vingt.core.rounds.order import caller_of
from vingt.core.rounds.playing import answered, answers
from vingt.core.rounds.refusal import EventsOrRefusal, Refusal
from vingt.core.rounds.state import DEALER, Box, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN


def missed_box(rules: TableRules, state: RoundState, command: c.ReportMissedBox) -> EventsOrRefusal:
    """It is the box whose card is due: one before it has its card, and one after it may still get it."""
    box = state.box(command.box)
    if box is None or not box.in_play or state.queue[:1] != (box.number,):
        return Refusal("no card of that box is missing", rules.cite("irregularity.box_with_one_card"))
    rule = rules.irregularity
    cards = len(box.hands[0].cards)
    fate = rule.box_without_cards if cards == 0 else rule.box_with_one_card
    field = "irregularity.box_without_cards" if cards == 0 else "irregularity.box_with_one_card"
    if fate in ("void_round", "reconstruct_or_void"):
        return void(rules, state, f"box {box.number} was missed", rules.cite(field))
    rest = without(state.queue, box.number)
    reordered = DealReordered(rest, "box missed", rules.cite(field))
    if cards == 0:
        return [reordered, *dead_hand(rules, box, 0, rules.cite(field))]
    caller = caller_of(rules, box, box.hands[0])
    return [reordered, Asked("late_second_card", caller, box.number, 0)]


def without(queue: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(target for target in queue if target != number)


def card_missing(state: RoundState, number: int, at: int) -> bool:
    """Whether a card that was asked for is still due there, and nobody was told of it yet."""
    box = state.box(number)
    hand = box.hands[at] if box is not None and 0 <= at < len(box.hands) else None
    due = hand is not None and (hand.card_due or len(hand.cards) < 2) and not hand.finished
    reported = any((question.box, question.hand) == (number, at) for question in state.asked)
    return state.stage == "play" and due and not reported


def missed_card(rules: TableRules, state: RoundState, command: c.ReportMissedCard) -> EventsOrRefusal:
    box = state.box(command.box)
    if box is None or not card_missing(state, command.box, command.hand):
        return Refusal("no card was due there", rules.cite("irregularity.missed_drawn_card"))
    if rules.irregularity.missed_drawn_card == "floor_decision":
        words = "the floorperson decides: deal the card now, or void the round"
        return Refusal(words, rules.cite("irregularity.missed_drawn_card"))
    if rules.irregularity.missed_drawn_card != "player_chooses":
        return void(rules, state, "a drawn card was missed", rules.cite("irregularity.missed_drawn_card"))
    caller = caller_of(rules, box, box.hands[command.hand])
    return [Asked("late_drawn_card", caller, box.number, command.hand)]


def dealer_missed_card(rules: TableRules, state: RoundState, _: c.ReportDealerMissedCard) -> EventsOrRefusal:
    """Players' two cards are finished first, then the dealer takes what is missing."""
    if state.queue[:1] != (DEALER,):
        return Refusal("no card of the dealer is missing", rules.cite("irregularity.dealer_missed_own_card"))
    cite = rules.cite("irregularity.dealer_missed_own_card")
    if rules.irregularity.dealer_missed_own_card != "after_players_second_cards":
        return void(rules, state, "the dealer missed an own card", cite)
    boxes = without(state.queue, DEALER)
    missing = state.queue.count(DEALER)
    return [DealReordered((*boxes, *(DEALER,) * missing), "dealer's card missed", cite)]


def take_late_card(rules: TableRules, state: RoundState, command: c.TakeLateCard) -> EventsOrRefusal:
    if answers(state, command, "late_second_card"):
        boxes = without(state.queue, DEALER)
        dealers = (DEALER,) * state.queue.count(DEALER)
        cite = rules.cite("irregularity.box_with_one_card")
        order = (*boxes, command.box, *dealers)
        return [
            answered(state, command, "late_second_card", yes=True),
            DealReordered(order, "late card", cite),
        ]
    if answers(state, command, "late_drawn_card"):
        cite = rules.cite("irregularity.missed_drawn_card")
        return [
            answered(state, command, "late_drawn_card", yes=True),
            HandDelayed(command.box, command.hand, cite),
        ]
    return Refusal("no late card is offered", rules.cite("irregularity.missed_drawn_card"))


def give_up_hand(rules: TableRules, state: RoundState, command: c.GiveUpHand) -> EventsOrRefusal:
    for question, field in (
        ("late_second_card", "irregularity.box_with_one_card"),
        ("late_drawn_card", "irregularity.missed_drawn_card"),
    ):
        open_question = next(
            (asked for asked in state.asked if asked.question == question and asked.player == command.player),
            None,
        )
        if open_question is not None:
            box = state.box(open_question.box)
            assert box is not None
            done = Answered(
                open_question.question, open_question.player, open_question.box, open_question.hand, False
            )
            return [
                done,
                *dead_hand(
                    rules, box, open_question.hand, rules.cite(field, "irregularity.dead_hand_returns")
                ),
            ]
    return Refusal("no hand is to be given up", rules.cite("irregularity.missed_drawn_card"))


def dead_hand(rules: TableRules, box: Box, at: int, cite: Cite) -> list[Event]:
    """The hand is dead: its open wagers go back, side wagers of the box too if no other hand is left."""
    hand = box.hands[at]
    events: list[Event] = [HandFinished(box.number, at, "dead", cite)]
    everything = rules.irregularity.dead_hand_returns == "all_open"
    for stake in hand.stakes:
        if stake.open and not stake.surrendered:
            returns = stake.total if everything else stake.base
            events.append(
                WagerSettled(stake.player, box.number, at, MAIN, "dead-hand", stake.total, returns, cite)
            )
    if len(box.hands) == 1:
        events.extend(return_sides(box, "dead-hand", cite, insurance=False))
    return events
