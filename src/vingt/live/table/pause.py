"""Between two rounds: what was dealt lies in view while the next wagers are laid, or before the shoe ends."""

from __future__ import annotations

from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import procedure as shoe
from vingt.live.log import events as t
from vingt.live.table.evolve import evolve
from vingt.live.table.jackpot import is_done_with
from vingt.live.table.reader import rounds_wait
from vingt.live.table.state import TableState


def shoe_ends(rules: TableRules, state: TableState) -> bool:
    """Whether the cards are shuffled before the next round: one was played, and it was the shoe's last, or a
    floorperson has ordered it."""
    ends = bool(state.reshuffle_by) or shoe.end_after_round(rules, state.shoe) is not None
    return state.in_every_round is not None and ends


def takes_wagers(rules: TableRules, state: TableState) -> bool:
    """Whether a wager, or who is ready for one, begins the next round: a person who deals does so."""
    if not state.dealing.automatic or waits_for_meters(rules, state):
        return False
    waits = bool(state.held) and state.shoe.ready and not state.round_open and not state.closed
    halted = state.reader_down and rounds_wait(rules)
    return waits and not halted and not shoe_ends(rules, state)


def waits_for_meters(rules: TableRules, state: TableState) -> bool:
    """Whether the next round has to wait until the progressive system is done with the last one."""
    return not state.round_open and not is_done_with(rules, state.jackpot)


def before_shuffle(rules: TableRules, state: TableState) -> bool:
    """Whether only the pause stands between the players and the next shoe."""
    return not state.round_open and not state.closed and state.shoe.loaded and shoe_ends(rules, state)


def next_round(state: TableState) -> t.RoundStarted:
    return t.RoundStarted(state.round_number + 1)


def as_wagered(rules: TableRules, state: TableState) -> TableState:
    """The table as the next wager finds it."""
    return evolve(state, next_round(state)) if takes_wagers(rules, state) else state
