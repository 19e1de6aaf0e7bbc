"""The terminal of the progressive system at a live table: the stage in which a wager stands, and, where the
rulebook has a dealer command it (MA-P21 section 16), what may be pressed there now.

The stages, their order and every refusal are `core.progressive.terminal`; here they are read from the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import get_args

from vingt.core.progressive.spin import (
    beside_hot_spot,
    hot_spot_spins,
    one_spin_for_all,
    position_spin,
    shares,
    with_stake,
)
from vingt.core.progressive.terminal import (
    COMMANDS,
    WAYS,
    SeatPrize,
    TerminalCommand,
    TerminalPress,
    TerminalStage,
    TerminalState,
    TerminalTerms,
    Why,
    decide,
)
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.procedure import DeviceDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import events as t
from vingt.live.log.kinds import StreamEvent
from vingt.live.log.progressive_events import TerminalPressed
from vingt.live.table.evolve import evolve
from vingt.live.table.jackpot import sides_played
from vingt.live.table.state import TableState

PRESS = "press_"  # what a press is called as a step
WORDS: dict[TerminalCommand, str] = {
    "start_round": "Start Round",
    "cancel_round": "Cancel Round",
    "triggering_event": "Triggering Event",
    "spin": "Spin",
    "confirm": "Confirm",
    "enable_spin": "Enable Spin",
    "disable_spin": "Disable Spin",
    "spin_for_player": "Spin for the player",
    "pay_jackpot": "Pay Jackpot",
    "cancel_jackpot": "Cancel Jackpot",
    "authorize": "Authorize",
    "paid": "Paid",
    "end_round": "End Round",
}
# Those that have an event of their own, at tables without such a terminal too.
OWN_STEPS: frozenset[TerminalCommand] = frozenset(("enable_spin", "disable_spin", "cancel_jackpot"))
OF_SUPERVISORS: frozenset[TerminalCommand] = frozenset(("cancel_jackpot", "authorize"))
# What waits for nobody else, one at each stage that is the dealer's.
ORDERED: frozenset[TerminalCommand] = frozenset(
    ("triggering_event", "spin", "confirm", "enable_spin", "pay_jackpot", "paid", "end_round")
)
ASKED: dict[TerminalCommand | None, TerminalStage] = {"triggering_event": "marked", "spin": "confirming"}
REASONS: tuple[Why, ...] = get_args(Why)


def commanded(rules: TableRules, state: TableState) -> OfferedWager | None:
    """The wager whose rounds the dealer starts, spins and ends at a terminal, where a person deals."""
    if state.dealing.automatic:
        return None
    return next((wager for wager in rules.wagers if wager.terminal != "none"), None)


def step_of(command: str) -> str:
    """What a press is called among the steps."""
    return command if command in OWN_STEPS else PRESS + command


def locked_wager(rules: TableRules, state: TableState, command: c.Command) -> Refusal | None:
    """What the terminal has locked up is neither laid nor taken back (MA-P21 16(d))."""
    if not isinstance(command, c.PlaceWager | c.WithdrawWager) or not state.jackpot.locked:
        return None
    box = state.round.box(command.box)
    bettor = box.bettor(command.player) if box is not None else None
    sides = {side.wager for side in bettor.sides} if bettor is not None else set[str]()
    with_main = isinstance(command, c.WithdrawWager) and command.wager not in sides
    touched = sides if with_main else {command.wager}
    for id in sorted(touched & state.jackpot.locked):
        wager = rules.wager(id)
        if wager is not None:
            cite = WAYS["wagering"]["start_round"][1]
            return Refusal(f"{wager.name} is locked: the dealer has started the round", cite)
    return None


# -- where a wager stands ------------------------------------------------------------------------------------


def playing(state: TableState, wager: OfferedWager) -> frozenset[int]:
    """The seats that have it, or what it rides on, in the round that is under way."""
    named = wager.rides_on or wager.id
    return frozenset(side.box for side in sides_played(state.round) if side.wager == named)


def stage_of(rules: TableRules, state: TableState, wager: OfferedWager) -> TerminalStage:
    round_, jackpot = state.round, state.jackpot
    if jackpot.held is not None and not jackpot.held.claim and jackpot.held.wager == wager.id:
        asked = jackpot.pressed == "pay_jackpot" or commanded(rules, state) != wager
        return "paying" if asked else "prized"
    if not state.round_open:
        unfed = any(side.wager == wager.id for side in jackpot.unfed)
        return "paid" if unfed and commanded(rules, state) == wager else "wagering"
    if not round_.betting_closed:
        return "locked" if wager.id in jackpot.locked else "wagering"
    if not playing(state, wager):  # no wager was at a sensor: the terminal has no round to end
        return "wagering"
    if any(claim.wager == wager.id for claim in round_.claims):
        return claimed(rules, state, wager)
    if not round_.dealer and not any(hand.cards for box in round_.boxes for hand in box.hands):
        return "locked"
    sides = [side for box in round_.boxes for bettor in box.bettors for side in bettor.sides]
    if any(side.wager == wager.id and side.open for side in sides):
        return "dealt"
    if wager.id in jackpot.ended:
        return "wagering"
    if jackpot.shown is not None and jackpot.shown.spin.wager == wager.id:
        return "paid"
    return "dealt" if round_.stage == "deal" else "lost"


def claimed(rules: TableRules, state: TableState, wager: OfferedWager) -> TerminalStage:
    jackpot, due = state.jackpot, next_step(rules, state.round)
    if not isinstance(due, DeviceDue) or due.device != "claim" or state.round.claims[0].wager != wager.id:
        return "triggered"
    if state.dealing.unpaid:  # by hands, which are not done with the other wagers
        return "triggered"
    if jackpot.held is not None:
        return "paying"
    if "wheel" not in wager.needs:
        return "prized"
    if jackpot.spin is None or jackpot.spin.wager != wager.id:
        return ASKED.get(jackpot.pressed, "reconciled")
    if jackpot.turning:
        return "wheel" if jackpot.drawn or not one_spin_for_all(wager) else "positions"
    if jackpot.enabled:
        return "enabled"
    if hot_spot_spins(wager, jackpot.drawn, playing(state, wager)):
        return "hot_spot"
    return "paying" if jackpot.pressed == "pay_jackpot" else "prized"


def terms_of(rules: TableRules, wager: OfferedWager) -> TerminalTerms:
    threshold = dict(wager.options).get("authorization_threshold")
    return TerminalTerms(
        rules.boxes.seats,
        threshold if isinstance(threshold, int) else 0,
        wager.terminal == "dealer_may_spin",
        beside_hot_spot(wager),
    )


def terminal_state(rules: TableRules, state: TableState, wager: OfferedWager) -> TerminalState:
    """As the machine of section 16 knows it. Nothing of it is told that has not stopped yet."""
    jackpot, stage = state.jackpot, stage_of(rules, state, wager)
    hot_spot = jackpot.drawn[0] + 1 if jackpot.drawn and one_spin_for_all(wager) else 0
    held = jackpot.held
    mystery = held is not None and not held.claim
    prizes: tuple[SeatPrize, ...] = ()
    if held is not None and mystery:
        prizes = (SeatPrize(held.box, held.amount),)
    elif stage in ("prized", "paying"):
        prizes = prizes_of(state, wager)
    return TerminalState(
        stage,
        playing(state, wager) if state.round_open or mystery else frozenset(),
        jackpot.sensor_failed,
        hot_spot,
        prizes=prizes,
        authorized_by=jackpot.confirmed_by,
        mystery=mystery,
    )


def prizes_of(state: TableState, wager: OfferedWager) -> tuple[SeatPrize, ...]:
    """What each seat is to be paid, once the wheels have stopped."""
    if not one_spin_for_all(wager):
        return ()
    stakes = {claim.box: claim.stake for claim in state.round.claims if claim.wager == wager.id}
    spun = position_spin(wager, state.jackpot.drawn)
    won = shares(spun, sorted(playing(state, wager)), beside_hot_spot=beside_hot_spot(wager))
    return tuple(
        SeatPrize(box, with_stake(wager, prize, stakes.get(box, 0)).amount) for box, prize in won.items()
    )


# -- what is pressed -----------------------------------------------------------------------------------------


def press_refused(
    rules: TableRules, state: TableState, wager: OfferedWager, command: str, why: str, by: str
) -> Refusal | None:
    """Why a press changes nothing: it is not due, or not so; with the clause of what is."""
    named = next((each for each in COMMANDS if each == command), None)
    reason = next((each for each in REASONS if each == why), None)
    if named is None or named not in WORDS:
        return Refusal(f"the terminal has no {command.replace('_', ' ')[:40]}", wager.terminal_cite)
    if reason is None:
        return Refusal(f"{why[:40]!r} is no reason: {', '.join(each for each in REASONS if each)}")
    now = terminal_state(rules, state, wager)
    press = TerminalPress(named, now.hot_spot, reason, by, hot_spot=1)  # what wheels draw, the desk does
    moved = decide(terms_of(rules, wager), now, press)
    if isinstance(moved, Refusal):
        return moved
    if named == "start_round" and not now.wagers:
        return Refusal("no wager is registered at any sensor", WAYS["wagering"]["start_round"][1])
    if named == "cancel_round" and state.in_play_now and now.stage == "locked":
        return Refusal("the betting is closed: the cards come next", WAYS["locked"]["first_card"][1])
    if named == "end_round" and state.round_open and now.stage == "paid":
        return Refusal("another wager is still to be paid", WAYS["paid"]["end_round"][1])
    if named == "authorize" and (state.jackpot.held is None or state.jackpot.confirmed_by):
        return Refusal("no payment waits to be confirmed", WAYS["paying"]["authorize"][1])
    return None


def sensors_reset(rules: TableRules, state: TableState, wager: str) -> Sequence[StreamEvent]:
    """Every wager at its sensor goes back to its player (MA-P21 16(d)(1)#2)."""
    events: list[StreamEvent] = []
    for side in sides_played(state.round):
        if side.wager == wager:
            command = c.WithdrawWager(side.player, side.box, wager)
            advanced = advance(rules, state.round, command)
            assert not isinstance(advanced, Refusal), advanced
            for event in (t.Commanded(command), *advanced[1]):
                state = evolve(state, event)
                events.append(event)
    return events


def cancelled(rules: TableRules, state: TableState, press: TerminalPressed) -> Iterator[StreamEvent]:
    """Before the cards a late wager may be laid, or all are laid anew; afterwards the round is void, and what
    is not settled goes back (MA-P21 16(r))."""
    yield press
    if not state.in_play_now:
        unlocked = evolve(state, press)
        yield from () if press.why == "late_wager" else sensors_reset(rules, unlocked, press.wager)
        return
    void = c.VoidRound(f"the dealer's terminal: {press.why}")
    advanced = advance(rules, state.round, void)
    assert not isinstance(advanced, Refusal), advanced
    yield from (t.Commanded(void), *advanced[1])


def pressed_event(
    wager: OfferedWager, command: TerminalCommand, now: TerminalState, why: Why
) -> TerminalPressed:
    position = now.hot_spot if command == "spin_for_player" else 0
    return replace(TerminalPressed(wager.id, command), position=position, why=why)
