"""The dealer's terminal at a live table: the stage of MA-P21 section 16 in which a progressive wager stands,
which seats have it, and what is due. The stages and their order are `core.progressive.terminal`."""

from __future__ import annotations

from typing import NamedTuple

from vingt.core.cite import Cite
from vingt.core.progressive.spin import hot_spot_spins
from vingt.core.progressive.terminal import WAYS, TerminalCommand, TerminalStage
from vingt.core.rounds.procedure import DeviceDue, next_step
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.table.jackpot import sides_played
from vingt.live.table.state import TableState

STAGE_WORDS: dict[TerminalStage, str] = {
    "wagering": "Wagers are registered at the sensors",
    "locked": "Wagers are locked: deal the first cards",
    "dealt": "The dealer's first two cards decide",
    "lost": "No trigger: the wagers are lost, the round is ended when it is over",
    "triggered": "Triggered: finish the hands and settle every other wager first",
    "reconciled": "All else is settled: mark the triggering event and spin",
    "marked": "The triggering event is marked: spin",
    "confirming": "Confirm the spin",
    "positions": "The wheel is turning",
    "hot_spot": "The hot spot is drawn: enable its spin",
    "enabled": "The spin is enabled",
    "wheel": "The hot spot's wheel is turning",
    "prized": "The prizes are known: pay them",
    "paying": "Paying: a supervisor confirms hand and spin first",
    "paid": "Paid: end the round",
}


class TerminalView(NamedTuple):
    wager: str
    stage: TerminalStage
    words: str
    lights: tuple[tuple[int, bool], ...]  # every seat, lit where its wager is registered
    next: tuple[TerminalCommand, ...]
    cite: Cite


def terminal_views(rules: TableRules, state: TableState) -> tuple[TerminalView, ...]:
    return tuple(
        view_of(rules, state, wager) for wager in rules.wagers if wager.meters or "wheel" in wager.needs
    )


def view_of(rules: TableRules, state: TableState, wager: OfferedWager) -> TerminalView:
    stage = stage_of(rules, state, wager)
    named = wager.rides_on or wager.id
    lit = (
        {side.box for side in sides_played(state.round) if side.wager == named} if state.round_open else set()
    )
    cite = Cite()
    for _, clause in WAYS[stage].values():
        cite += clause
    lights = tuple((seat, seat in lit) for seat in range(1, rules.boxes.seats + 1))
    return TerminalView(wager.name, stage, STAGE_WORDS[stage], lights, tuple(WAYS[stage]), cite)


def stage_of(rules: TableRules, state: TableState, wager: OfferedWager) -> TerminalStage:
    round_, jackpot = state.round, state.jackpot
    if not state.round_open or not round_.betting_closed:
        return "wagering"
    if any(claim.wager == wager.id for claim in round_.claims):
        return claimed(rules, state, wager)
    if not round_.dealer and not any(box.hands for box in round_.boxes):
        return "locked"
    sides = [side for box in round_.boxes for bettor in box.bettors for side in bettor.sides]
    if any(side.wager == wager.id and side.open for side in sides):
        return "dealt"
    return "paid" if jackpot.spin is not None and jackpot.spin.wager == wager.id else "lost"


def claimed(rules: TableRules, state: TableState, wager: OfferedWager) -> TerminalStage:
    jackpot, due = state.jackpot, next_step(rules, state.round)
    if not isinstance(due, DeviceDue) or due.device != "claim":
        return "triggered"
    if jackpot.held is not None:
        return "paying"
    if "wheel" not in wager.needs:
        return "prized"
    if jackpot.spin is None or jackpot.spin.wager != wager.id:
        return "reconciled"
    if jackpot.turning:
        return "wheel" if jackpot.drawn else "positions"
    playing = {side.box for side in sides_played(state.round) if side.wager == wager.id}
    if jackpot.enabled:
        return "enabled"
    return "hot_spot" if hot_spot_spins(wager, jackpot.drawn, playing) else "prized"
