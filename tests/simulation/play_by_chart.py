"""A round played by a chart: at each decision, what a person would read off it."""

from __future__ import annotations

from vingt.analysis.chart.chart import Chart
from vingt.analysis.chart.reader import read_off
from vingt.core.rounds.command_words import ActionName
from vingt.core.rounds.legal import action, can_split
from vingt.core.rounds.state import Box, RoundState
from vingt.core.rules.table_rules import TableRules


def action_by_chart(chart: Chart, rules: TableRules, state: RoundState, box: Box, at: int) -> str:
    hand = box.hands[at]
    assert state.up is not None

    def may(name: ActionName) -> bool:
        if name == "split":
            return can_split(rules, box, hand)
        return action(rules, state, box.number, at, name).allowed

    return read_off(chart, rules, hand, state.up, may)
