"""The steps of the progressive system at a table that a person deals: wheels spun, wins verified and paid,
and, where the rulebook has a terminal command the wager, its presses one by one (MA-P21 section 16)."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.cite import Cite
from vingt.core.progressive.terminal import TRIGGER_MARKED, WAYS, TerminalCommand, TerminalState
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import progressive_events as j
from vingt.live.table.checklist import DEALER, FLOOR, MARK_TRIGGER, PLAYER, ChecklistItem, item
from vingt.live.table.commands import SENSOR
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.duty import Deed, Duty
from vingt.live.table.jackpot import sides_played
from vingt.live.table.state import TableState
from vingt.live.table.terminal import (
    OF_SUPERVISORS,
    ORDERED,
    PRESS,
    WORDS,
    commanded,
    press_refused,
    pressed_event,
    step_of,
    terminal_state,
)

START_ROUND = f"{PRESS}start_round"
# What the desk does when a command is pressed.
DEEDS: dict[TerminalCommand, Deed] = {
    "confirm": "spin_wheel",
    "spin_for_player": "spin_wheel",
    "pay_jackpot": "show_prizes",
    "paid": "pay_claim",
    "end_round": "contribute",
}
BEFORE_CARDS = ("wagering", "locked")


def spinning(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    """As at the terminal of MA-P21 16(h) to (l): what the wheel stops at is fixed when it is pressed."""
    if commands_claim(rules, state):
        return None
    words = "Mark the triggering event, and spin"
    if state.jackpot.drawn:
        enabled = state.jackpot.enabled
        words = "Spin for the player" if enabled else "Enable the hot spot's spin, and spin for the player"
    return DealerStep("spin_wheel", words, claim_cite(state), deed=due)


def paying(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    if commands_claim(rules, state):
        return None
    return DealerStep("pay_claim", "Verify the win and pay it", claim_cite(state), deed=due)


def claim_cite(state: TableState) -> Cite:
    return state.round.claims[0].cite


def commands_claim(rules: TableRules, state: TableState) -> bool:
    """Whether the claim that is next is the terminal's, press by press."""
    wager = commanded(rules, state)
    return wager is not None and bool(state.round.claims) and state.round.claims[0].wager == wager.id


def waits_for_press(rules: TableRules, state: TableState, deed: Deed) -> bool:
    """A terminal's round is ended, and its jackpot paid, by who deals and not by the house."""
    wager, held = commanded(rules, state), state.jackpot.held
    if wager is None:
        return False
    if deed == "contribute":
        return any(side.wager == wager.id for side in state.jackpot.unfed)
    return deed == "pay_held" and held is not None and held.wager == wager.id


def wheel_steps(rules: TableRules, state: TableState, due: Duty, spin: j.WheelSpun) -> Iterator[DealerStep]:
    """The hot spot's player may be let spin, and no longer; what a wheel that failed stopped at is cancelled
    before anybody is paid by it (MA-P21 16(k) to (n))."""
    wager = rules.wager(spin.wager)
    if wager is None or commands_claim(rules, state):
        return
    cite, number = claim_cite(state), spin.number
    if due.what == "spin_wheel" and state.jackpot.drawn:
        if state.jackpot.enabled:
            shut = j.SpinDisabled(number)
            yield DealerStep("disable_spin", "Disable the spin", cite, due=False, event=shut)
            yield from sensor_step(state, wager, cite)
        else:
            opened = j.SpinEnabled(number)
            yield DealerStep("enable_spin", "Enable the player's spin", cite, due=False, event=opened)
    wagers = sum(side.wager == spin.wager for side in sides_played(state.round))
    unpaid = sum(claim.wager == spin.wager for claim in state.round.claims)
    if due.what == "pay_claim" and state.jackpot.held is None and (spin.box or unpaid == wagers):
        words = "Cancel the jackpot after a malfunction: it is spun anew"
        cancelled = j.JackpotCancelled(number, "")
        yield DealerStep("cancel_jackpot", words, cite, FLOOR, due=False, event=cancelled)


# -- the terminal of section 16 ------------------------------------------------------------------------------


def trigger_to_mark(rules: TableRules, state: TableState) -> ChecklistItem | None:
    """A trigger is marked on the layout at once, for the wheel turns only when all else is reconciled."""
    wager = commanded(rules, state)
    if wager is None or terminal_state(rules, state, wager).stage != "triggered":
        return None
    return item(MARK_TRIGGER, TRIGGER_MARKED)


def terminal_steps(rules: TableRules, state: TableState) -> Iterator[DealerStep]:
    """Everything that may be pressed now. What the terminal prompts for is due; the rest is for errors."""
    wager = commanded(rules, state)
    if wager is None:
        return
    now = terminal_state(rules, state, wager)
    for command in WAYS[now.stage]:
        if (
            command in WORDS
            and press_refused(rules, state, wager, command, reason(now, command), "?") is None
        ):
            yield press_step(state, wager, now, command)
    if now.stage == "enabled":
        yield from sensor_step(state, wager, WAYS["enabled"]["cover_sensor"][1])


def reason(now: TerminalState, command: TerminalCommand) -> str:
    """One with which the press may be lawful: the terminal asks for it."""
    undue = command == "cancel_round" and now.stage not in BEFORE_CARDS
    return "malfunction" if undue or command in ("cancel_jackpot", "spin_for_player") else ""


def press_step(
    state: TableState, wager: OfferedWager, now: TerminalState, command: TerminalCommand
) -> DealerStep:
    floor = command in OF_SUPERVISORS or (command == "cancel_round" and now.stage not in BEFORE_CARDS)
    words = WORDS[command]
    if command == "spin_for_player":
        words = f"Spin for position {now.hot_spot}"
    cite, who = WAYS[now.stage][command][1], FLOOR if floor else DEALER
    due = command in ORDERED
    match command:
        case "enable_spin" | "disable_spin" | "cancel_jackpot":
            assert state.jackpot.spin is not None or now.mystery
            number = state.jackpot.spin.number if state.jackpot.spin is not None else 0
            caused: dict[TerminalCommand, j.SpinEnabled | j.SpinDisabled | j.JackpotCancelled] = {
                "enable_spin": j.SpinEnabled(number),
                "disable_spin": j.SpinDisabled(number),
                "cancel_jackpot": j.JackpotCancelled(number, ""),
            }
            return DealerStep(step_of(command), words, cite, who, due, event=caused[command])
        case "authorize":
            return DealerStep(step_of(command), words, cite, who, due, event=j.PaymentConfirmed(""))
        case _:
            event = pressed_event(wager, command, now, "")
            deed = DEEDS.get(command)
            if command == "paid" and now.mystery:
                deed = "pay_held"
            todo = Duty(deed, (state.round_number,)) if deed is not None else None
            return DealerStep(step_of(command), words, cite, who, due, event=event, deed=todo)


def sensor_step(state: TableState, wager: OfferedWager, cite: Cite) -> Iterator[DealerStep]:
    """The hot spot's player spins by the sensor (MA-P21 16(l))."""
    hot_spot = state.jackpot.drawn[0] + 1
    own = next(
        (each for each in sides_played(state.round) if (each.box, each.wager) == (hot_spot, wager.id)), None
    )
    if own is not None and hot_spot not in state.jackpot.sensor_failed:
        words, spin = f"Spin by the sensor of position {hot_spot}", Duty("spin_wheel", (hot_spot,))
        yield DealerStep(SENSOR, words, cite, PLAYER, due=False, deed=spin, player=own.player)
