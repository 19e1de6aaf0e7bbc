"""A person's command at a table: the events it causes, or why it is refused. Pure; play itself is core's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never, get_args

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.procedure import decline_cut, make_cut
from vingt.core.wager_kind import MAIN
from vingt.live.log import events as t
from vingt.live.log.kinds import StreamEvent
from vingt.live.money.ledger import chips_moved, wager_before
from vingt.live.table import commands as ask
from vingt.live.table import coupons, pause, seating
from vingt.live.table.evolve import evolve
from vingt.live.table.seeds import give_seed
from vingt.live.table.state import TableState
from vingt.live.table.terminal import locked_wager

PERSON_COMMANDS = get_args(ask.PersonCommand)
DUTIES = get_args(c.Command)
STOPPED = (*get_args(ask.RoundCommand), ask.Ready, ask.Cut, ask.DeclineCut)  # what waits with the cards


@dataclass(frozen=True, slots=True)
class Decided:
    """Events for the table's stream; `purse` is what the person's purse gains (or, below zero, gives)."""

    events: tuple[StreamEvent, ...]
    purse: int = 0


@dataclass(frozen=True, slots=True)
class Patron:
    """A person who asks something of the table, and the money in that purse."""

    id: str
    purse: int


def decide(
    rules: TableRules, state: TableState, person: Patron, command: ask.PersonCommand
) -> Decided | Refusal:
    if state.stopped_by and isinstance(command, STOPPED):
        return Refusal("the dealing is stopped: something is looked into, and then it goes on")
    if state.dealing.dealer and state.dealing.dealer == person.id:
        return Refusal("who deals at a table does not play there")
    if isinstance(command, c.PlaceWager | ask.Ready) and pause.takes_wagers(rules, state):
        started = pause.next_round(state)
        decided = decide(rules, evolve(state, started), person, command)
        return (
            decided if isinstance(decided, Refusal) else replace(decided, events=(started, *decided.events))
        )
    if isinstance(command, c.PlaceWager | ask.Ready) and pause.waits_for_meters(rules, state):
        what = "a win is still to be paid" if state.jackpot.held is not None else "the meters take their part"
        return Refusal(f"{what}: then the next round begins")
    if not isinstance(command, PERSON_COMMANDS):  # whatever types promise
        duty = isinstance(command, DUTIES)
        return Refusal("only the dealer does that" if duty else "that is no command of this table")
    if isinstance(command, ask.DealerCommand):
        return Refusal("only who deals does that")
    if isinstance(command, ask.RoundCommand):
        return in_round(rules, state, person, command)
    match command:
        case ask.TakeSeat(box):
            refused = seating.seat_refused(rules, state, person.id, box)
            taken = (t.SeatTaken(person.id, each) for each in rules.variant.position_of(box))
            return refused or Decided(tuple(taken))
        case ask.LeaveSeat(box):
            return leave_seat(rules, state, person, box)
        case ask.LeaveTable():
            return leave_table(rules, state, person)
        case ask.ShareBox(box, shared):
            refused = seating.share_refused(rules, state, person.id, box, shared)
            return refused or Decided((t.BoxShared(person.id, box, shared),))
        case ask.BuyIn(amount):
            return buy_in(rules, state, person, amount)
        case ask.CashOut(amount):
            return cash_out(rules, state, person, amount)
        case ask.Cut(place):
            cut = make_cut(rules, state.shoe, person.id, place)
            return cut if isinstance(cut, Refusal) else Decided((cut,))
        case ask.DeclineCut():
            declined = decline_cut(rules, state.shoe, person.id)
            return declined if isinstance(declined, Refusal) else Decided((declined,))
        case ask.GiveSeed(text):
            seeds = give_seed(state, person.id, text)
            return seeds if isinstance(seeds, Refusal) else Decided(seeds)
        case ask.Ready():
            return ready(rules, state, person)
        case ask.SetPace(chosen):
            return set_pace(state, person, chosen)
        case ask.CallWager():
            return call_wager(rules, state, person, command)
        case ask.LayCoupon():
            return lay_coupon(rules, state, person, command)
        case _:
            assert_never(command)


# -- the round ---------------------------------------------------------------------------------------------


def in_round(
    rules: TableRules, state: TableState, person: Patron, command: ask.RoundCommand
) -> Decided | Refusal:
    if command.player != person.id:
        return Refusal("nobody acts for another player")
    if isinstance(command, c.PlaceWager):
        if refused := seating.wager_refused(rules, state, command):
            return refused
        command = replace(command, seated=state.holder(command.box) == person.id)
    if not state.round_open:
        return Refusal("no round is being played")
    if locked := locked_wager(rules, state, command):
        return locked
    advanced = advance(rules, state.round, command)
    if isinstance(advanced, Refusal):
        return advanced
    bought = chips_bought(rules, state, person, advanced[1])
    if isinstance(bought, Refusal):
        return bought
    buying = (t.BoughtIn(person.id, bought),) if bought else ()
    return Decided((*buying, t.Commanded(command), *advanced[1]), purse=-bought)


def chips_bought(
    rules: TableRules, state: TableState, person: Patron, caused: tuple[StreamEvent, ...]
) -> int | Refusal:
    """What the purse adds to the rack, so that there are chips for every step: what the same command wins
    later cannot pay for what it stakes."""
    rack = lowest = left = state.rack(person.id)
    for event in caused:
        moved = chips_moved(state.round, event)  # a command lays one wager: what lay there before is known
        if moved is not None and moved[0] == person.id:
            left += moved[1]
            lowest = min(lowest, left)
    if lowest >= 0:
        return 0
    missing, unit = -lowest, int(rules.wagering.chip_unit)
    if missing > person.purse:
        return Refusal(
            f"that takes {dollars(rack + missing)}: you have {dollars(rack)} in chips and "
            f"{dollars(person.purse)} in your purse, {dollars(missing - person.purse)} too little"
        )
    return min(-(-missing // unit) * unit, person.purse)


def ready(rules: TableRules, state: TableState, person: Patron) -> Decided | Refusal:
    here = state.held_by(person.id) or (state.betting and state.wagered(person.id))
    if not here or not (state.betting or pause.before_shuffle(rules, state)):
        return Refusal("who holds a box or has placed a wager says ready, until betting closes")
    if person.id in state.ready:
        return Refusal("you have said so already")
    return Decided((t.ReadySaid(person.id),))


def call_wager(
    rules: TableRules, state: TableState, person: Patron, command: ask.CallWager
) -> Decided | Refusal:
    """Spoken, and not yet laid; what could not be laid cannot be spoken either."""
    spoken = rules.conduct.spoken_wagers if rules.conduct is not None else ()
    if state.dealing.automatic or not spoken:
        return Refusal("wagers are laid at this table, not spoken")
    if any(each.person == person.id for each in state.dealing.called):
        return Refusal("a wager that you called waits to be confirmed")
    cite = sum((each.cite for each in spoken), Cite())
    called = t.WagerCalled(person.id, command.box, command.wager, command.amount, cite)
    honoured = call_honoured(rules, state, person, called)
    return honoured if isinstance(honoured, Refusal) else Decided((called,))


def call_honoured(
    rules: TableRules, state: TableState, person: Patron, called: t.WagerCalled
) -> Decided | Refusal:
    """The cash is changed into chips, all of it, and the wager laid."""
    if called.amount > person.purse:
        return Refusal(f"your purse holds {dollars(person.purse)}")
    bought = t.BoughtIn(person.id, called.amount)
    rest = replace(person, purse=person.purse - called.amount)
    wager = c.PlaceWager(person.id, called.box, called.amount, called.wager)
    laid = in_round(rules, evolve(state, bought), rest, wager)
    if isinstance(laid, Refusal):
        return laid
    return Decided((bought, *laid.events), purse=laid.purse - called.amount)


def lay_coupon(
    rules: TableRules, state: TableState, person: Patron, command: ask.LayCoupon
) -> Decided | Refusal:
    """The wager that lies is laid again, with the coupon."""
    cite = rules.cite("wagering.coupons_accepted")
    amount = wager_before(state.round, person.id, command.box, command.wager)
    if not (coupon := coupons.worth(state.coupons, person.id)):
        return Refusal("you hold no coupon at this table", cite)
    if not amount:
        return Refusal("a coupon lies beside a wager: lay that first", cite)
    if coupons.lying(state.round, person.id, command.box, command.wager):
        return Refusal("a coupon lies there already", cite)
    wager = c.PlaceWager(person.id, command.box, amount, command.wager, coupon)
    return in_round(rules, state, person, wager)


def set_pace(state: TableState, person: Patron, pace: t.Pace) -> Decided | Refusal:
    if state.closed:
        return Refusal("the table is closed")
    if state.pace_of(person.id) == pace:
        return Refusal(f"your pace is {pace} already")
    return Decided((t.PaceSet(person.id, pace),))


# -- chips and boxes ---------------------------------------------------------------------------------------


def buy_in(rules: TableRules, state: TableState, person: Patron, amount: int) -> Decided | Refusal:
    unit = rules.wagering.chip_unit
    if state.closed:
        return Refusal("the table is closed")
    if not 0 < amount <= person.purse:
        return Refusal(f"chips are bought with the money of your purse, which holds {dollars(person.purse)}")
    if amount % unit and amount != person.purse:
        return Refusal(
            f"chips are bought in whole chips of {dollars(unit)}", rules.cite("wagering.chip_unit")
        )
    return Decided((t.BoughtIn(person.id, amount),), purse=-amount)


def cash_out(rules: TableRules, state: TableState, person: Patron, amount: int) -> Decided | Refusal:
    if refused := still_playing(rules, state, person):
        return refused
    rack = state.rack(person.id)
    if not 0 < amount <= rack:
        return Refusal(f"you have {dollars(rack)} in chips at this table")
    return Decided((t.CashedOut(person.id, amount),), purse=amount)


def still_playing(rules: TableRules, state: TableState, person: Patron) -> Refusal | None:
    if state.in_round(person.id):
        return Refusal(
            "your wagers are in play until the round is over", rules.cite("wagering.withdrawn_wager")
        )
    return None


def leave_seat(rules: TableRules, state: TableState, person: Patron, box: int) -> Decided | Refusal:
    if state.holder(box) != person.id:
        return Refusal(f"you do not hold box {box}")
    if refused := still_playing(rules, state, person):
        return refused
    position = rules.variant.position_of(box)
    rest = tuple(each for each in state.held_by(person.id) if each not in position)
    if refused := seating.boxes_refused(rules, person.id, rest):
        return refused
    taken_back = withdrawn(rules, state, person, position)
    if isinstance(taken_back, Refusal):
        return taken_back
    left = tuple(t.SeatLeft(person.id, each) for each in position)
    return Decided((*taken_back, *left, *(() if rest else cut_given_up(rules, state, person))))


def leave_table(rules: TableRules, state: TableState, person: Patron) -> Decided | Refusal:
    held = state.held_by(person.id)
    if not held and not state.rack(person.id) and not state.wagered(person.id):
        return Refusal("you are not at this table")
    if refused := still_playing(rules, state, person):
        return refused
    boxes = tuple(box.number for box in state.round.boxes)
    taken_back = withdrawn(rules, state, person, boxes)
    if isinstance(taken_back, Refusal):
        return taken_back
    events: list[StreamEvent] = [*taken_back, *(t.SeatLeft(person.id, box) for box in held)]
    events += cut_given_up(rules, state, person)
    for event in events:
        state = evolve(state, event)
    chips = state.rack(person.id)
    if chips:
        events.append(t.CashedOut(person.id, chips))
    return Decided(tuple(events), purse=chips)


def cut_given_up(rules: TableRules, state: TableState, person: Patron) -> tuple[StreamEvent, ...]:
    """Who leaves while asked to cut has declined."""
    declined = decline_cut(rules, state.shoe, person.id)
    return () if isinstance(declined, Refusal) else (declined,)


def withdrawn(
    rules: TableRules, state: TableState, person: Patron, boxes: tuple[int, ...]
) -> tuple[StreamEvent, ...] | Refusal:
    """The person's wagers taken back from these boxes, the outer ones first where they must stay adjacent."""
    if not state.betting:
        return ()
    round_, events = state.round, list[StreamEvent]()
    refused: Refusal | None = None
    while True:
        wanted = [
            c.WithdrawWager(person.id, box.number, MAIN if bettor.main else bettor.sides[0].wager)
            for box in round_.boxes
            if box.number in boxes and (bettor := box.bettor(person.id)) is not None
        ]
        if not wanted:
            return tuple(events)
        for command in wanted:
            advanced = advance(rules, round_, command)
            if not isinstance(advanced, Refusal):
                round_ = advanced[0]
                events += (t.Commanded(command), *advanced[1])
                break
            refused = advanced
        else:
            assert refused is not None
            return refused
