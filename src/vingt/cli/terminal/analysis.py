"""What the commands of the exact analysis share: patience, refusals, amounts, strategies."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Annotated

from vingt.analysis.chart.chart import Chart, NotAStrategy
from vingt.analysis.chart.file import read_strategy_file
from vingt.analysis.exact.edge import NamedStrategy
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.cli.terminal.arguments import option
from vingt.cli.terminal.errors import NOT_ALLOWED, UNREADABLE, ended
from vingt.core.rules.table_rules import TableRules

PATIENCE = 2.0  # seconds without a word
StrategyOption = Annotated[
    str,
    option(
        "composition|chart|FILE",
        "Best play by the exact cards, the best chart, or a strategy file.",
        "--strategy",
    ),
]
WagerAmountOption = Annotated[
    str | None,
    option(
        "AMOUNT",
        "The wager, which decides what the super bonus is worth: $25, or the nearest the table takes.",
        "--wager-amount",
        show_default=False,
    ),
]


@contextmanager
def at_work(what: str) -> Iterator[None]:
    """Say on stderr what takes so long, and turn refusals into messages and exit codes."""
    stream = sys.stderr
    note = f"vingt: {what} … (the first run on a machine also compiles, about 20 seconds, once)"
    timer = Timer(PATIENCE, lambda: print(note, file=stream, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    except NotCarried as refusal:
        raise ended(f"the exact analysis does not carry this table: {refusal}", NOT_ALLOWED) from None
    except NotAStrategy as refusal:
        raise ended(refusal, UNREADABLE) from None
    finally:
        timer.cancel()


def strategy_of(named: str, rules: TableRules) -> NamedStrategy | Chart:
    """`composition`, `chart`, or the chart in a file."""
    if named == "composition":
        return "composition"
    if named == "chart":
        return "chart"
    chart, others = read_strategy_file(named, rules)
    if others:
        print(f"vingt: {others}", file=sys.stderr)
    return chart
