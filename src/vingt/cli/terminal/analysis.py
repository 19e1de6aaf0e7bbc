"""What the commands of the exact analysis share: patience, refusals, amounts, strategies."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Annotated

import typer

from vingt.analysis.chart.chart import Chart, NotAStrategy
from vingt.analysis.chart.file import read_strategy
from vingt.analysis.exact.edge import NamedStrategy
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.cli.terminal.arguments import option
from vingt.cli.terminal.errors import NOT_ALLOWED, UNREADABLE
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook.inputs import read_input

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
        print(f"vingt: the exact analysis does not carry this table: {refusal}", file=sys.stderr)
        raise typer.Exit(NOT_ALLOWED) from None
    except NotAStrategy as refusal:
        print(f"vingt: {refusal}", file=sys.stderr)
        raise typer.Exit(UNREADABLE) from None
    finally:
        timer.cancel()


def strategy_of(named: str, rules: TableRules) -> NamedStrategy | Chart:
    """`composition`, `chart`, or the chart in a file."""
    if named == "composition":
        return "composition"
    if named == "chart":
        return "chart"
    path = Path(named)
    try:
        text = read_input(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{named}: not UTF-8 text, so no strategy") from error
    except OSError as error:
        why = "is a folder" if path.is_dir() else (error.strerror or "cannot be read").lower()
        raise Unreadable(f"{named}: {why}; --strategy is composition, chart or a strategy file") from error
    made_for = re.search(r"^#.*\bRules identity ([0-9a-f]{64})", text, re.MULTILINE)
    if made_for is not None and made_for[1] != rules.identity:
        title = text.lstrip("# ").splitlines()[0]
        print(
            f"vingt: {named} was made for other rules ({title}, identity {made_for[1][:12]}); here followed "
            f"at {rules.title}, identity {rules.identity[:12]}",
            file=sys.stderr,
        )
    return read_strategy(text, rules, named)
