"""What may lawfully be done next at a table that a person deals: the step that is due, and the others.

It is what the automatic dealer would do (`duty`), with what hands have to do before it. From the state alone:
a house that was killed goes on where it was, and `vingt verify` asks the same of every event of the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vingt.core.cite import Cite
from vingt.core.rounds.procedure import TurnDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import procedure as shoe
from vingt.live.log.people_events import RoleName
from vingt.live.table import checklist, decks
from vingt.live.table.announcements import before
from vingt.live.table.checklist import BOTH, DEALER, FLOOR, ChecklistItem, unsigned
from vingt.live.table.clocks import Clocks
from vingt.live.table.dealer_step import Asks, DealerStep
from vingt.live.table.dealing import FAILED, JAM, RECUT, RECUT_BY_NEXT, REPAIRED, SHOW_BURNED
from vingt.live.table.decision import Patron, call_honoured
from vingt.live.table.duty import Deed, Duty, duty
from vingt.live.table.duty_steps import STEPS, counting, signing, turning
from vingt.live.table.presence import NOBODY_AWAY, Attendance
from vingt.live.table.progressive_steps import (
    START_ROUND,
    terminal_steps,
    trigger_to_mark,
    waits_for_press,
    wheel_steps,
)
from vingt.live.table.state import TableState

BY_ITSELF: frozenset[Deed] = frozenset(
    (
        "release_seats",
        "eject",
        "reveal",
        "empty_table",
        "contribute",
        "pay_held",
        "restore_meter",
        "stop_wheel",
    )
)
RECUTS = {  # by which the floor has the cards cut again: whether the next who may cut does it, and words
    RECUT: (False, "Order a recut, by who cut last"),
    RECUT_BY_NEXT: (True, "Order a recut, by the next who may cut"),
}
ANSWER_ABSENT = "answer_absent"
NO_HURRY = Clocks()  # only what is due counts here, not after how long


def due_by_itself(
    rules: TableRules, state: TableState, clocks: Clocks, here: Attendance = NOBODY_AWAY
) -> Duty | None:
    """What the house does without being told. Where a person deals that is housekeeping: a closed table is
    cleared, seats of those who are gone are given up, ended shoes are laid open. Players' clocks run there
    only if the floor has started them."""
    due = duty(rules, state, clocks, here)
    if state.dealing.automatic or due is None:
        return due
    clearing = state.closed and not state.round_open and due.what in ("end_shoe", "end_idle_shoe")
    timed = state.dealing.clocks and bool(state.dealing.dealer) and due.what in ("answer", "cut")
    housekeeping = due.what in BY_ITSELF and not waits_for_press(rules, state, due.what)
    return due if housekeeping or clearing or timed else None


def steps(rules: TableRules, state: TableState, now: int) -> tuple[DealerStep, ...]:
    """The one that is due comes first. Nothing, where people or a floorperson are waited for."""
    if state.dealing.automatic or not state.dealing.dealer or state.stopped_by:
        return ()
    return (*due_steps(rules, state, now), *other_steps(rules, state, now))


def due_step(rules: TableRules, state: TableState, now: int) -> DealerStep | None:
    return next((step for step in steps(rules, state, now) if step.due), None)


def due_steps(rules: TableRules, state: TableState, now: int) -> Iterator[DealerStep]:
    if state.dealing.burn_owed and (burned := shoe.change_dealer(rules, state.shoe)) is not None:
        yield DealerStep("burn", "Burn a card: a new dealer does before dealing", burned.cite, event=burned)
        return
    if not state.in_play_now and not state.closed:
        for item in standing_items(rules, state, now):
            yield signing(state, item)
            return
    if (trigger := trigger_to_mark(rules, state)) is not None and unsigned(state.dealing, trigger):
        yield signing(state, trigger)
        return
    if state.round_open and (unpaid := checklist.payment(rules, state.dealing)) is not None:
        yield speaking(rules, state, signing(state, unpaid))
        return
    prompted = next((step for step in terminal_steps(rules, state) if step.due), None)
    if prompted is not None:
        yield prompted
        return
    if (uncounted := state.shoe.side_to_count) is not None and not state.round_open:
        yield counting(rules, uncounted)
        return
    if state.round_open and isinstance(next_step(rules, state.round), TurnDue):
        yield turning(rules, state)
        return
    due = duty(rules, state, NO_HURRY)
    if due is None and not state.held and state.shoe.stage == "none" and not state.closed:
        for item in decks.before_players(rules, state, now):
            if unsigned(state.dealing, item):
                yield signing(state, item)
                return
    if due is None or due.what in BY_ITSELF:
        return
    step = STEPS[due.what](rules, state, due, now)
    if step is not None:
        yield speaking(rules, state, step)


def speaking(rules: TableRules, state: TableState, step: DealerStep) -> DealerStep:
    """With what is said before it is done."""
    return replace(step, says=before(rules, state, step.id))


def standing_items(rules: TableRules, state: TableState, now: int) -> Iterator[ChecklistItem]:
    """What must be signed before anything is done with cards."""
    known = checklist.dealers_conduct(rules)
    if known is not None and unsigned(state.dealing, known):
        yield known
    sheet = checklist.setup(rules)
    if unsigned(state.dealing, sheet):
        yield sheet
    reader = checklist.reader_inspection(rules)
    dealing = state.dealing
    if reader is not None and dealing.gaming_day(dealing.reader_inspected) < dealing.gaming_day(now):
        yield reader


# -- what may be done besides --------------------------------------------------------------------------------


def other_steps(rules: TableRules, state: TableState, now: int) -> Iterator[DealerStep]:
    due = duty(rules, state, NO_HURRY)
    if due is not None and due.what in ("answer", "cut"):
        words = "Give the default for the player who is away"
        yield DealerStep(ANSWER_ABSENT, words, Cite(), FLOOR, due=False, deed=due)
    if due is not None and state.jackpot.spin is not None and state.round.claims:
        yield from wheel_steps(rules, state, due, state.jackpot.spin)
    closes = due is not None and due.what == "close_betting"
    yield from (
        step
        for step in terminal_steps(rules, state)
        if not step.due and not (step.id == START_ROUND and closes)
    )
    owed = state.dealing.burn_owed and shoe.change_dealer(rules, state.shoe) is not None
    if owed and (waiver := checklist.relief_waiver(rules)) is not None:
        yield DealerStep(waiver.id, waiver.words, waiver.cite, FLOOR, due=False, item=waiver)
    for called in state.dealing.called:
        cash = Patron(called.person, called.amount)
        if not isinstance(call_honoured(rules, state, cash, called), Refusal):
            yield replace(signing(state, checklist.confirmation(rules, called)), due=False)
        no = checklist.refusal_of_call(called)
        yield DealerStep(no.id, no.words, no.cite, no.who, due=False, item=no, player=called.person)
    for id, (to_next, words) in RECUTS.items() if not state.round_open else ():
        if (recut := shoe.order_recut(rules, state.shoe, "", to_next=to_next)) is not None:
            yield DealerStep(id, words, recut.cite, FLOOR, due=False, event=recut)
    if rules.shoe.burn_shown_on_request and state.dealing.burned is not None:
        shown = checklist.item(SHOW_BURNED, rules.cite("shoe.burn_shown_on_request"))
        asks: Asks = "card" if state.shoe.real and not state.dealing.burned_entered else ""
        yield DealerStep(shown.id, shown.words, shown.cite, due=False, item=shown, asks=asks)
    shuffling_now = due is not None and due.what == "shuffle" and not any(standing_items(rules, state, now))
    drawn_from = rules.shoe.shuffler == "continuous" and state.in_play_now and state.shoe.loaded
    if shuffling_now or (drawn_from and not state.dealing.shuffler_stopped and not state.dealing.unpaid):
        yield from shuffler_steps(rules, state)
    if shuffling_now and not state.dealing.done:
        side = decks.side_at_hand(rules, state)
        receipt = decks.preshuffled_receipt(rules, side)
        if receipt is not None and decks.needs_decks(rules, state, now, side):
            yield DealerStep(receipt.id, receipt.words, receipt.cite, BOTH, due=False, item=receipt)
    between = state.shoe.ready and not state.round_open and not state.dealing.uncollected
    # What ends the shoe anyway is not passed over by an order: decks that must leave the game, say.
    if between and not state.closed and shoe.end_after_round(rules, state.shoe) is None:
        cite, deed = shoe.end(rules, state.shoe, "ordered").cite, Duty("reshuffle", (state.round_number,))
        yield DealerStep("order_reshuffle", "Order a reshuffle", cite, FLOOR, due=False, deed=deed)


def shuffler_steps(rules: TableRules, state: TableState) -> Iterator[DealerStep]:
    """A shuffler that jams has the cards shuffled again; one that fails is set aside before hands do it."""
    reshuffled = rules.irregularity.shuffler_failure == "reshuffle"
    cite = rules.cite("irregularity.shuffler_failure")
    if state.dealing.shuffler_failed:
        yield reporting(REPAIRED, cite, FLOOR)
    elif rules.shoe.shuffler != "manual":
        if reshuffled:
            yield reporting(JAM, cite, DEALER)
        yield reporting(FAILED, cite, DEALER)


def reporting(step: str, cite: Cite, who: tuple[RoleName, ...]) -> DealerStep:
    item = checklist.item(step, cite, who)
    return DealerStep(item.id, item.words, cite, who, due=False, item=item)
