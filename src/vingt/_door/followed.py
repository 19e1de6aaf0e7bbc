"""The strategy that somebody asks for, at a table; imported only with `vingt[analysis]`."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

from vingt._door.arguments import path
from vingt._door.figures import OtherRules, Strategy
from vingt.analysis.chart.chart import Chart
from vingt.analysis.chart.file import NAMED, made_for_others, read_strategy, read_strategy_file
from vingt.core.rules.table_rules import TableRules

GIVEN = "the strategy given"
CALLER = 3  # frames up: whoever called a method of the table


@dataclass(frozen=True)
class FollowedStrategy:
    """`named` is what figures by it say; the `chart` is that of a file or of a `Strategy`."""

    named: str
    chart: Chart | None = None


def followed_at(rules: TableRules, strategy: object) -> FollowedStrategy:
    if isinstance(strategy, str) and strategy in NAMED:
        return FollowedStrategy(strategy)
    if isinstance(strategy, Strategy):
        named, others = GIVEN, made_for_others(strategy.text, rules, GIVEN)
        chart = read_strategy(strategy.text, rules, GIVEN)
    else:
        right = f"write {', '.join(NAMED)}, the path of a strategy file, or give a Strategy"
        named, (chart, others) = "file", read_strategy_file(path("strategy", strategy, right), rules)
    if others:
        warnings.warn(others, OtherRules, stacklevel=CALLER)
    return FollowedStrategy(named, chart)
