"""The exchange of second cards between the two hands of one betting position (MD-BJ 12.A(4)(a)): asked once,
after the card reader and before anything else is done with either hand (reading J-59)."""

from __future__ import annotations

from vingt.core.rounds import command as c
from vingt.core.rounds.event import Answered, Asked, CardsSwitched, Event
from vingt.core.rounds.order import caller_of
from vingt.core.rounds.refusal import EventsOrRefusal, Refusal
from vingt.core.rounds.state import Box, RoundState
from vingt.core.rules.table_rules import TableRules


def ask_to_switch(rules: TableRules, state: RoundState, box: Box) -> list[Event]:
    """The question before the first decision about a position's hands; empty where there is none."""
    if not rules.variant.hands_switched:
        return []
    position = rules.variant.position_of(box.number)
    if position[0] in state.switch_asked or not all(is_untouched(state, number) for number in position):
        return []
    return [Asked("switch", caller_of(rules, box, box.hands[0]), position[0], 0)]


def is_untouched(state: RoundState, number: int) -> bool:
    """A box with its first two cards and nothing done with them: no even money taken, no card missed."""
    box = state.box(number)
    if box is None or len(box.hands) != 1:
        return False
    hand = box.hands[0]
    return len(hand.cards) == 2 and hand.live and not (hand.finished or hand.acted or hand.late)


def switch_cards(rules: TableRules, state: RoundState, command: c.SwitchCards) -> EventsOrRefusal:
    return answer(rules, state, command, yes=True)


def keep_cards(rules: TableRules, state: RoundState, command: c.KeepCards) -> EventsOrRefusal:
    return answer(rules, state, command, yes=False)


def answer(
    rules: TableRules, state: RoundState, command: c.SwitchCards | c.KeepCards, *, yes: bool
) -> EventsOrRefusal:
    if not rules.variant.hands_switched:
        return Refusal("cards are not switched at this table", rules.cite("variant.game"))
    first, second = rules.variant.position_of(command.box)
    for question in state.asked:
        if question.question == "switch" and question.box == first:
            if question.player != command.player:
                return Refusal(f"{question.player} decides for this hand", rules.cite("boxes.decided_by"))
            answered = Answered("switch", question.player, question.box, question.hand, yes)
            return [CardsSwitched(command.player, first, second), answered] if yes else [answered]
    return Refusal(
        "cards are switched once, before anything else is done with either hand", rules.cite("variant.game")
    )
