"""What is to be done at a table next, and after which time.

`duty` says it from the state alone, so a house that was killed goes on where it was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from vingt.core.progressive.spin import hot_spot_spins
from vingt.core.rounds.procedure import (
    CardDue,
    DecisionDue,
    DeviceDue,
    NothingDue,
    TurnDue,
    WagersDue,
    next_step,
)
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import procedure as shoe
from vingt.live.log import events as t
from vingt.live.table import pause
from vingt.live.table.clocks import ClockName, Clocks
from vingt.live.table.jackpot import has_progressives, sides_played
from vingt.live.table.presence import NOBODY_AWAY, Attendance
from vingt.live.table.questions import about_hand
from vingt.live.table.reader import rounds_wait
from vingt.live.table.state import HeldBox, TableState

Deed = Literal[
    "answer",
    "burn_before_round",
    "burn_from_discards",
    "check",
    "close_betting",
    "contribute",
    "cut",
    "deal",
    "draw_determinant",
    "eject",
    "empty_table",
    "end_idle_shoe",
    "end_shoe",
    "pay_claim",
    "pay_held",
    "prepare",
    "refill",
    "release_seats",
    "reshuffle",
    "restore_meter",
    "reveal",
    "show_prizes",
    "shuffle",
    "spin_wheel",
    "start_round",
    "stop_wheel",
    "void",
]
# What meters and wheels have a part in: the house's own desk does it.
OF_THE_DESK: frozenset[Deed] = frozenset(
    ("contribute", "pay_claim", "pay_held", "restore_meter", "show_prizes", "spin_wheel", "stop_wheel")
)


@dataclass(frozen=True, slots=True)
class Duty:
    """To be done `after` so many milliseconds since `about` came up, or by the moment `by` if that is sooner.
    `clock`: a player may answer before."""

    what: Deed
    about: tuple[object, ...]
    after: int = 0
    clock: ClockName | None = None
    by: int | None = None


def duty(rules: TableRules, state: TableState, clocks: Clocks, here: Attendance = NOBODY_AWAY) -> Duty | None:
    """None: the table waits for people."""
    cards, clocks = state.shoe, clocks.at(state.pace)
    if state.stopped_by:
        return None
    if gone := seats_kept_for_nobody(state, here.gone):
        return Duty("release_seats", gone)
    if order := next((each for each in state.to_eject if not state.has_wagers(each.person)), None):
        return Duty("eject", (order,))
    if state.jackpot.held is not None and not state.jackpot.held.claim:
        return Duty("pay_held", (state.round_number,)) if state.jackpot.confirmed_by else None
    if state.jackpot.voided is not None:
        return Duty("restore_meter", (state.round_number,))
    if state.jackpot.unfed and has_progressives(rules):
        return Duty("contribute", (state.round_number,))
    left_alone = not state.held and not (state.round_open and state.round.boxes)
    if state.round_open and not left_alone:
        return round_duty(rules, state, clocks, here)
    if cards.sealed_shoes and not state.round_open:
        return Duty("reveal", (cards.sealed_shoes,))
    if state.closed:
        return closing_duty(state, clocks)
    if left_alone:
        idle = bool(shoe.end_when_idle(rules, cards))
        return Duty("end_idle_shoe", (cards.number,), clocks.pause) if idle else None
    if pause.before_shuffle(rules, state):
        # What was dealt last stays in view for a while before it is swept off.
        staying = frozenset(seat.person for seat in state.held) - here.away.keys()
        waved_on = staying and staying <= state.ready
        return Duty("end_shoe", (cards.number,), 0 if waved_on else clocks.pause)
    if cards.stage == "none":
        return Duty("shuffle", (cards.number,))
    if not cards.loaded:
        return stack_duty(state, clocks, here)
    if state.reader_down and rounds_wait(rules):
        return None
    played = state.in_every_round is not None  # a round from this shoe
    start = Duty("start_round", (state.round_number,), clocks.pause if played else 0)
    return start if undisturbed(state, here) else replace(start, clock="next")


def stack_duty(state: TableState, clocks: Clocks, here: Attendance) -> Duty | None:
    """What is done with a shuffled stack until it is in the shoe; discards in a round are cut as all are."""
    cards = state.shoe
    if cards.stage != "offered":
        return Duty("prepare", (cards.number, cards.stage, cards.declined))
    assert cards.cut_offered is not None
    cut = Duty("cut", (cards.number, cards.cut_offered.person), clocks.cut, "cut")
    return timed(cut, state, clocks, here, (cards.cut_offered.person,))


def closing_duty(state: TableState, clocks: Clocks) -> Duty | None:
    """A closed table gives back chips and boxes at once; its last cards stay in view for a while."""
    if state.held or any(state.racks.values()):
        return Duty("empty_table", (state.held, tuple(state.racks.items())))
    lies = any(side.stage != "none" for side in state.shoe.sides)
    return Duty("end_shoe", (state.shoe.number,), clocks.pause) if lies else None


def seats_kept_for_nobody(state: TableState, gone: frozenset[str]) -> tuple[HeldBox, ...]:
    """A box is kept for who is away, until a clock has run out and nothing of theirs lies there."""
    if state.round_open and not state.betting:
        return ()
    wagering = state.bettors if state.round_open else frozenset()
    return tuple(seat for seat in state.held if seat.person in gone - wagering)


def round_duty(rules: TableRules, state: TableState, clocks: Clocks, here: Attendance) -> Duty | None:
    round_ = state.round
    due = next_step(rules, round_)
    match due:
        case WagersDue():
            if not any(box.main_bettors for box in round_.boxes):
                again = bool(state.reshuffle_by) and not state.bettors  # nothing lies: it may be done now
                return Duty("end_shoe", (state.shoe.number,)) if state.closed or again else None
            awaited = waited_for(rules, state, here)
            if not awaited:
                return Duty("close_betting", (state.round_number,))
            betting = Duty("close_betting", (state.round_number,), clocks.betting, "betting")
            return timed(betting, state, clocks, here, awaited)
        case CardDue():
            if not state.shoe.loaded:
                return stack_duty(state, clocks, here)
            burns = rules.irregularity.shoe_runs_short_burns
            if state.shoe.from_discards and not state.shoe.out and burns:
                return Duty("burn_from_discards", (state.shoe.number,))
            if determinant_due(rules, state):
                return Duty("draw_determinant", (state.round_number,), clocks.card)
            if state.shoe.next_place is None:
                return Duty("refill", (state.shoe.number,))
            if burn_due(rules, state) is not None:
                return Duty("burn_before_round", (state.round_number,), clocks.card)
            return Duty("deal", (state.shoe.number, state.shoe.out, state.shoe.held), clocks.card)
        case DecisionDue():
            question = question_of(state, clocks, due)
            return timed(question, state, clocks, here, due.players)
        case DeviceDue(device="card_reader"):
            return Duty("check", (state.round_number,), clocks.card)
        case DeviceDue(device="claim"):
            return claim_duty(rules, state, clocks)
        case DeviceDue(device="reader_repair") | TurnDue():
            return None  # a floorperson says when it works; who deals turns the card that nobody knows
        case DeviceDue() | NothingDue():  # no device stands here, and a round that is over is not open
            return Duty("void", (state.round_number, due))
        case _:
            assert_never(due)


def burn_due(rules: TableRules, state: TableState) -> t.CardsBurned | None:
    """A card that is burned before the first card of every round (MD-BJ 12.B(7)), until it is."""
    if state.round.stage != "deal" or state.burned_for == state.round_number:
        return None
    return shoe.burn_before_round(rules, state.shoe)


def determinant_due(rules: TableRules, state: TableState) -> bool:
    """Whether the card is still to be drawn that says from which side the round is dealt (MD-BJ 7.C(1))."""
    drawn = state.determined_for == state.round_number
    return rules.variant.has_determinant and state.round.stage == "deal" and not drawn


def claim_duty(rules: TableRules, state: TableState, clocks: Clocks) -> Duty | None:
    """A claim is answered as meter or wheel decide; what is above the threshold waits for a supervisor."""
    claim = state.round.claims[0]
    wager = rules.wager(claim.wager)
    about = (state.round_number, len(state.round.settled), len(state.round.claims))
    if state.jackpot.held is not None:
        return Duty("pay_claim", about) if state.jackpot.confirmed_by else None
    if wager is not None and "wheel" in wager.needs:
        if state.jackpot.spin is None or state.jackpot.spin.wager != wager.id:
            return Duty("spin_wheel", about)
        if state.jackpot.turning:
            return Duty("stop_wheel", (state.jackpot.spin.number,), clocks.wheel)
        playing = {side.box for side in sides_played(state.round) if side.wager == wager.id}
        if hot_spot_spins(wager, state.jackpot.drawn, playing):
            return Duty("spin_wheel", (*about, state.jackpot.spin.number))
    return Duty("pay_claim", about)


def question_of(state: TableState, clocks: Clocks, due: DecisionDue) -> Duty:
    """What the clock answers if nobody does."""
    about = (due.kind, *about_hand(state.round, due.box, due.hand))
    match due.kind:
        case "insurance":
            return Duty("answer", (due.kind, state.round_number), clocks.insurance, due.kind)
        case "action":
            return Duty("answer", about, clocks.decision, "decision")
        case "switch" | "join_double" | "cover_split" | "rescue" | "late_second_card" | "late_drawn_card":
            return Duty("answer", about, clocks.question, due.kind)
        case _:
            assert_never(due.kind)


# -- whose time runs ---------------------------------------------------------------------------------------


def undisturbed(state: TableState, here: Attendance) -> bool:
    """Somebody alone at a private table keeps nobody waiting: no clock runs."""
    return here.private and not state.closed and len(state.people) == 1


def timed(
    question: Duty, state: TableState, clocks: Clocks, here: Attendance, people: Iterable[str]
) -> Duty | None:
    """A question with its clock. Those who have left cost those who stay no more than the short time that
    began when they left, whatever they are asked in it and after it."""
    if undisturbed(state, here):
        return None
    people = frozenset(people)
    if not staying(state, here) or not people <= here.away.keys():
        return question
    return replace(question, by=max(here.away[person] for person in people) + clocks.away)


def staying(state: TableState, here: Attendance) -> bool:
    """Whether anybody is at the table and not away."""
    return any(person not in here.away for person in state.people)


def waited_for(rules: TableRules, state: TableState, here: Attendance) -> tuple[str, ...]:
    """The people whose answer, wager or word the table waits for now. Nobody waits for the wagers of somebody
    who has left."""
    if state.stopped_by:
        return ()
    offered = state.shoe.cut_offered
    if offered is not None and state.shoe.stage == "offered":
        return (offered.person,) if state.round_open or not state.closed else ()
    if not state.round_open:
        return ()
    due = next_step(rules, state.round)
    if isinstance(due, DecisionDue):
        return tuple(dict.fromkeys(due.players))
    if not isinstance(due, WagersDue):
        return ()
    excused = here.away.keys() - state.bettors if staying(state, here) else frozenset()
    awaited = state.expected - state.ready - excused
    return tuple(person for person in state.people if person in awaited)
