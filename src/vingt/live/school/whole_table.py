"""A whole table: round after round, the trainee says what comes next, while automatic players wager late,
speak out of turn and ask for what they may not have, and things go wrong on purpose. Whatever is answered,
the table goes on by the book, so that everything follows from rules and seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS, ActionName
from vingt.core.rounds.decide import advance, decided_by
from vingt.core.rounds.irregularity_words import any_hand
from vingt.core.rounds.legal import action, offered_actions
from vingt.core.rounds.procedure import CardDue, DecisionDue, Step, WagersDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import DEALER, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.live.school.acts import among, before_first_card, due_words, possible_acts
from vingt.live.school.exercises import (
    count_question,
    order_question,
    pay_question,
    remedy_question,
    seen,
    sentence_of,
    settled_in,
    settled_together,
    turn_question,
)
from vingt.live.school.practice import PracticeMoment, PracticeTable, player_of
from vingt.live.school.preparation import procedure_question
from vingt.live.school.question import Scene, SchoolQuestion
from vingt.live.table.duty_steps import CLOSE_BETTING
from vingt.live.table.mishap_menu import READERS as MISHAPS
from vingt.live.table.mishap_menu import MishapChoice
from vingt.live.table.mishaps import command_of

ROUNDS = 10
PAID = 3  # wagers of a round that are taken or paid, in their order
PREPARED = 3  # questions about the cards before the first round
ALLOW, REFUSE = "Allow it", "Refuse it"


@lru_cache(maxsize=100)
def whole_table(rules: TableRules, seed: str, rounds: int = ROUNDS) -> tuple[SchoolQuestion, ...]:
    table = PracticeTable(rules, f"table {seed}")
    return tuple(
        replace(question, round=number)
        for number in range(1, rounds + 1)
        for question in one_round(table, number)
    )


def one_round(table: PracticeTable, number: int) -> Iterator[SchoolQuestion]:
    table.open(2 + table.chance(2))
    wrong_at = 3 + table.chance(8) if number % 2 == 0 else -1  # something goes wrong in every second round
    late_at = table.chance(6) if table.once_in(3) else -1
    if number == 1:
        yield from (procedure_question(table) for _ in range(PREPARED))
    yield from opening(table)
    moments: list[PracticeMoment] = []
    last: Step | None = None
    for at, moment in enumerate(table.deal_on()):
        moments.append(moment)
        if moment.before.betting_closed and is_new(moment, last):
            yield asked(table, moment)
        yield from counted(table, moment)
        last = moment.due
        if at == late_at and not table.round.over:
            yield late_wager(table)
        if at >= wrong_at >= 0 and (found := remedy_question(table)) is not None:
            wrong_at = -1
            yield found[0]
            carry_out(table, found[1])
    yield from settling(table, moments)


def is_new(moment: PracticeMoment, last: Step | None) -> bool:
    """In the deal one card follows another: asked is who comes first, when the dealer is due, who is next."""
    if not isinstance(moment.due, CardDue):
        return True
    if not isinstance(last, CardDue):
        return moment.before.stage != "play"  # a card that was asked for is dealt
    return (moment.due.box == DEALER) != (last.box == DEALER)


def opening(table: PracticeTable) -> Iterator[SchoolQuestion]:
    """All wagers lie: the betting is closed where that is said, and what comes before the first card."""
    rules, first = table.rules, table.what_is_due()
    assert isinstance(table.due, WagersDue)
    closed = advance(rules, table.round, c.CloseBetting())
    assert not isinstance(closed, Refusal)
    card = next_step(rules, closed[0])
    beforehand = before_first_card(rules, table.shoe.state)
    acts = [CLOSE_BETTING, *possible_acts(rules, table.round, card), *([beforehand[0]] if beforehand else [])]
    said = "All wagers lie."
    if isinstance(first, c.CloseBetting):
        cite = rules.cite("wagering.locks_at", "deal.direction")
        yield next_question(table, said, CLOSE_BETTING, cite, acts)
        if beforehand is None:
            return
        said = "The betting is closed."
    acts.remove(CLOSE_BETTING)  # which may be said all the same
    right, cite = beforehand or (due_words(card), rules.cite("wagering.locks_at", "deal.direction"))
    yield next_question(table, said, right, cite, acts)


def next_question(
    table: PracticeTable, said: str, right: str, cite: Cite, acts: Sequence[str]
) -> SchoolQuestion:
    scene, choices = Scene(seen(table.round), (said,)), among(right, acts, table.chance)
    return SchoolQuestion("turn", "What comes next?", scene, right, cite, choices)


def asked(table: PracticeTable, moment: PracticeMoment) -> SchoolQuestion:
    """Of a player's decision it is asked now and then whether a request is granted, of his or of others."""
    due, before = moment.due, moment.before
    if isinstance(due, DecisionDue) and due.kind == "action":
        others = [box.number for box in before.boxes if box.number != due.box and box.hands]
        kind = table.chance(4)
        if kind == 0 and others:
            names = offered_actions(table.rules)
            return request(
                table, before, others[table.chance(len(others))], 0, names[table.chance(len(names))]
            )
        if kind == 1:
            return request(table, before, due.box, due.hand, wished(table, moment, due))
    return turn_question(table, moment)


def wished(table: PracticeTable, moment: PracticeMoment, due: DecisionDue) -> ActionName:
    """What the player does then, or something that the player may not do."""
    rules, done = table.rules, moment.command
    barred = [
        name
        for name in offered_actions(rules)
        if not action(rules, moment.before, due.box, due.hand, name).allowed
    ]
    if barred and table.once_in(2):
        return barred[table.chance(len(barred))]
    return next(name for name, command in ACTION_COMMANDS.items() if isinstance(done, command))


def request(
    table: PracticeTable, before: RoundState, box: int, hand: int, name: ActionName
) -> SchoolQuestion:
    wanted = action(table.rules, before, box, hand, name)
    there = before.box(box)
    assert there is not None
    stake = sum(each.total for each in there.hands[min(hand, len(there.hands) - 1)].stakes)
    said = f"{sentence_of(any_hand(box, hand))} signals: {wanted.name}."
    return SchoolQuestion(
        "request",
        "What do you do?",
        Scene(seen(before), (said,), box, hand),
        ALLOW if wanted.allowed else REFUSE,
        wanted.cite,
        (ALLOW, REFUSE),
        because=wanted.why,
        at_stake=stake,
    )


def late_wager(table: PracticeTable) -> SchoolQuestion:
    """Chips are pushed out when the cards are on their way."""
    rules, state = table.rules, table.round
    box, amount = state.boxes[table.chance(len(state.boxes))].number, table.main_wager()
    refused = decided_by(rules, state, c.PlaceWager(player_of(box), box, amount, seated=True))
    cite = refused.cite if isinstance(refused, Refusal) else rules.cite("wagering.locks_at")
    return SchoolQuestion(
        "wager",
        "What do you do?",
        Scene(seen(state), (f"Box {box} pushes {dollars(amount)} onto the main wager.",), box),
        REFUSE if isinstance(refused, Refusal) else ALLOW,
        cite,
        (ALLOW, REFUSE),
        because=str(refused.why) if isinstance(refused, Refusal) else "",
        at_stake=amount,
    )


def counted(table: PracticeTable, moment: PracticeMoment) -> Iterator[SchoolQuestion]:
    """Now and then a hand that just got a card."""
    due, after = moment.due, moment.after
    if not isinstance(due, CardDue) or due.box == DEALER or moment.before.stage != "play":
        return
    box = after.box(due.box)
    hand = box.hands[due.hand] if box is not None else None
    if hand is not None and not hand.unseen and table.once_in(3):
        yield count_question(table.rules, Scene(seen(after), (), due.box, due.hand), hand)


def settling(table: PracticeTable, moments: list[PracticeMoment]) -> Iterator[SchoolQuestion]:
    together, paid = settled_together(moments), settled_in(moments)
    if len(together) > 1:
        yield order_question(table, together)
    while len(paid) > PAID:
        paid.pop(table.chance(len(paid)))
    yield from (pay_question(table, each) for each in paid)


def carry_out(table: PracticeTable, happened: MishapChoice) -> None:
    """The remedy, as a live table would: the round goes on from there."""
    card = {"card": str(happened.cards[0])} if happened.cards else {}
    mishap = MISHAPS[happened.what]({"box": happened.box, "hand": happened.hand, **card})
    command = command_of(table.rules, table.table, mishap, table.card_at)
    assert not isinstance(command, Refusal), command
    table.do(command)
