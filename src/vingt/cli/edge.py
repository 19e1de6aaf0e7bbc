"""`vingt edge`: the house edge of the main wager, what it is made of, and what each rule is worth."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from vingt.analysis.exact.round_value import edge as value_of
from vingt.cli.edge_page import edge_page
from vingt.cli.edge_work import WagerAmount, at_work, cents, strategy_of
from vingt.cli.given import Given, Json, Rules, Set, given
from vingt.cli.page import print_json
from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable

Strategy = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="composition|chart|FILE",
        help="Best play by the exact cards, the best chart, or a strategy file.",
    ),
]
Others = Annotated[
    int, typer.Option("--other-players", metavar="N", help="Others whose super bonus pays envy.")
]
Infinite = Annotated[bool, typer.Option("--infinite", help="Draw with replacement: for checking only.")]
Vary = Annotated[bool, typer.Option("--vary", help="What every open choice of the rulebook is worth.")]


def edge(
    rules: Rules,
    strategy: Strategy = "composition",
    wager_amount: WagerAmount = "25",
    other_players: Others = 0,
    infinite: Infinite = False,
    vary: Vary = False,
    choices: Set = None,
    json: Json = False,
) -> None:
    """The house edge of the main wager, exactly, with the parts it is made of.

    One box, a fresh shoe, nothing insured. Drawn without replacement from
    the actual shoe; nothing is sampled.

    Examples:
      vingt edge md-pontoon-21
      vingt edge md-blackjack --set soft17=S17 --strategy chart
      vingt edge md-pontoon-21 --strategy my-chart.txt
      vingt edge md-pontoon-21 --vary
    """
    at = given(rules, choices)
    table, wager = at.rules, cents(wager_amount)
    if not 0 <= other_players <= 100:
        raise Unreadable(f"--other-players {other_players}: expected 0 to 100")
    if vary:
        if infinite or strategy != "composition":
            raise Unreadable(
                "--vary is valued under best play from the actual shoe: no --strategy, no --infinite"
            )
        vary_command(at, wager, other_players, json)
        return
    with at_work("valuing every hand"):
        followed = strategy_of(strategy, table)
        found = value_of(table, followed, wager=wager, other_players=other_players, infinite=infinite)
    named = strategy if strategy in ("composition", "chart") else "file"
    if json:
        extra = {"strategy_file": strategy} if named == "file" else {}
        print_json({**found.as_json(), "wager": wager, "other_players": other_players, **extra})
    else:
        edge_page(found, wager, other_players, strategy).print()


def vary_command(at: Given, wager: Cents, other_players: int, json: bool) -> None:
    from vingt.analysis.vary import plan, vary
    from vingt.cli.vary_page import vary_json, vary_page

    with at_work("valuing the table"):
        base = value_of(at.rules, wager=wager, other_players=other_players, with_law=False)
    with at_work("valuing every open choice"):
        planned = plan(at.document, at.submission)
        with Progress(len(planned.changes)) as progress:
            found = vary(
                planned, base.house_edge, wager=wager, other_players=other_players, done=progress.step
            )
    if json:
        print_json(vary_json(base, planned, found, wager))
    else:
        vary_page(at, base, planned, found, wager).print()


class Progress:
    """A bar on stderr where that is a terminal."""

    def __init__(self, steps: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        shown = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        self.bar = Bar(
            *shown, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()
        )
        self.task = self.bar.add_task("choices", total=steps)

    def __enter__(self) -> Progress:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def step(self) -> None:
        self.bar.advance(self.task)
