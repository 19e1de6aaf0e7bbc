"""The dealer's terminal of a live table as it is looked at: for each progressive wager the stage it stands
in, which seats have it, what the wheels have won, and what may be pressed."""

from __future__ import annotations

from typing import NamedTuple

from vingt.core.cite import Cite
from vingt.core.progressive.terminal import WAYS, SeatPrize, TerminalCommand, TerminalStage
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.progressive_steps import terminal_steps
from vingt.live.table.state import TableState
from vingt.live.table.terminal import WORDS, commanded, playing, step_of, terminal_state

STAGE_WORDS: dict[TerminalStage, str] = {
    "wagering": "Wagers are registered at the sensors",
    "locked": "Wagers are locked: deal the first cards",
    "dealt": "The cards decide",
    "lost": "No trigger: the wagers are lost",
    "triggered": "Triggered: finish the hands and settle every other wager first",
    "reconciled": "All else is settled: mark the triggering event",
    "marked": "The triggering event is marked: spin",
    "confirming": "Confirm the spin",
    "positions": "The wheel is turning",
    "hot_spot": "The hot spot is drawn: enable its spin",
    "enabled": "The spin is enabled: its player spins",
    "wheel": "The wheel is turning",
    "prized": "The prizes are known",
    "paying": "Paying",
    "paid": "Paid: end the round",
}


class TerminalButton(NamedTuple):
    """A command of the terminal; `step` is None where it is not taken now."""

    command: TerminalCommand
    words: str
    step: DealerStep | None


class TerminalView(NamedTuple):
    wager: str
    stage: TerminalStage
    words: str
    lights: tuple[tuple[int, bool], ...]  # every seat, lit where its wager is registered
    hot_spot: int  # highlighted, once the positions have stopped
    prizes: tuple[SeatPrize, ...]
    needs_supervisor: bool
    mystery: bool  # what is paid was found after the round had ended
    buttons: tuple[TerminalButton, ...]  # all of them, where a dealer commands the wager
    cite: Cite  # of what is due, by this table's rulebook


def terminal_views(rules: TableRules, state: TableState) -> tuple[TerminalView, ...]:
    return tuple(
        view_of(rules, state, wager) for wager in rules.wagers if wager.meters or "wheel" in wager.needs
    )


def view_of(rules: TableRules, state: TableState, wager: OfferedWager) -> TerminalView:
    now = terminal_state(rules, state, wager)
    seen = state.round_open or now.mystery
    lit = playing(state, wager) if seen else frozenset[int]()
    threshold = dict(wager.options).get("authorization_threshold")
    above = isinstance(threshold, int) and any(each.amount > threshold for each in now.prizes)
    own = commanded(rules, state) == wager
    lawful = {step.id: step for step in terminal_steps(rules, state)} if own else {}
    return TerminalView(
        wager.name,
        now.stage,
        STAGE_WORDS[now.stage],
        tuple((seat, seat in lit) for seat in range(1, rules.boxes.seats + 1)),
        now.shown_hot_spot,
        now.prizes,
        above and not now.authorized_by,
        now.mystery,
        tuple(TerminalButton(each, words, lawful.get(step_of(each))) for each, words in WORDS.items())
        if own
        else (),
        ordered_by(rules, wager, now.stage),
    )


def ordered_by(rules: TableRules, wager: OfferedWager, stage: TerminalStage) -> Cite:
    """The clauses of what is due: section 16's own where it governs, else the wager's."""
    if wager.terminal == "none":
        return wager.cite
    cite = Cite()
    for _, clause in WAYS[stage].values():
        cite += clause
    return cite
