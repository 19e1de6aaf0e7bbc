"""`vingt edge`: the house edge of the main wager, what it is made of, and what each rule is worth."""

from __future__ import annotations

from typing import Annotated

from vingt.analysis.exact.edge import edge as value_of
from vingt.analysis.exact.two_hands import PAIRS
from vingt.cli.terminal.analysis import StrategyOption, WagerAmountOption, at_work, strategy_of
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, flag, given, option
from vingt.cli.terminal.progress import ProgressBar
from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable
from vingt.report.edge.others import checked_others
from vingt.report.edge.page import edge_page
from vingt.report.proposal import Proposal
from vingt.report.text.page import print_json
from vingt.report.words.amounts import wager_at
from vingt.report.words.asked import as_option


def edge(
    rules: RulesArgument,
    strategy: StrategyOption = "composition",
    wager_amount: WagerAmountOption = None,
    other_players: Annotated[int, option("N", "Others whose super bonus pays envy.")] = 0,
    infinite: Annotated[bool, flag("--infinite", "Draw with replacement: for checking only.")] = False,
    vary: Annotated[bool, flag("--vary", "What every open choice of the rulebook is worth.")] = False,
    what_if: Annotated[
        list[str] | None,
        option(
            "PATH=VALUE",
            "A rule that is NOT allowed here (repeatable): double.after_split=false, surrender=early.",
        ),
    ] = None,
    choices: SetOption = None,
    json: JsonOption = False,
) -> None:
    """The house edge of the main wager, exactly, with the parts it is made of.

    One box, a fresh shoe, nothing insured. Drawn without replacement from
    the actual shoe; nothing is sampled.

    Examples:
      vingt edge md-pontoon-21
      vingt edge md-blackjack --set soft17=S17 --strategy chart
      vingt edge md-pontoon-21 --strategy my-chart.txt
      vingt edge md-pontoon-21 --vary
      vingt edge md-blackjack --what-if double.after_split=false
    """
    at = given(rules, choices)
    table = at.rules
    wager = wager_at(table, wager_amount)
    checked_others(table, other_players, as_option)
    if what_if:
        if infinite or vary or strategy != "composition":
            raise Unreadable("--what-if is valued under best play: no --strategy, no --infinite, no --vary")
        what_if_command(at, what_if, wager, other_players, json)
        return
    if vary:
        if infinite or strategy != "composition":
            raise Unreadable(
                "--vary is valued under best play from the actual shoe: no --strategy, no --infinite"
            )
        vary_command(at, wager, other_players, json)
        return
    pairs = len(PAIRS) if table.variant.hands_switched else 0  # any of them may lie beside a hand
    with at_work("valuing every hand"), ProgressBar(pairs, "pairs beside a hand") as progress:
        followed = strategy_of(strategy, table)
        edge = value_of(
            table,
            followed,
            wager=wager,
            other_players=other_players,
            infinite=infinite,
            done=progress.step if pairs else None,
        )
    named = strategy if strategy in ("composition", "chart") else "file"
    if json:
        extra = {"strategy_file": strategy} if named == "file" else {}
        print_json({**edge.as_json(), "wager": wager, "other_players": other_players, **extra})
    else:
        edge_page(edge, wager, other_players, strategy).print()


def what_if_command(at: Proposal, asked: list[str], wager: Cents, other_players: int, json: bool) -> None:
    from vingt.analysis.options.what_if import what_if
    from vingt.report.edge.supposition import what_if_json, what_if_page

    supposed = what_if(at.document, at.rules, asked)
    with at_work("valuing the table twice"):
        edge, base = (
            value_of(rules, wager=wager, other_players=other_players, with_law=False, early_surrender=early)
            for rules, early in ((supposed.rules, supposed.early_surrender), (at.rules, False))
        )
    if json:
        print_json(what_if_json(at, supposed, edge, base, wager))
    else:
        what_if_page(at, supposed, edge, base, wager).print()


def vary_command(at: Proposal, wager: Cents, other_players: int, json: bool) -> None:
    from vingt.analysis.options.worth import plan, vary
    from vingt.report.edge.variation import vary_json, vary_page

    with at_work("valuing the table"):
        base = value_of(at.rules, wager=wager, other_players=other_players, with_law=False)
    with at_work("valuing every open choice"):
        planned = plan(at.document, at.submission)
        with ProgressBar(len(planned.changes), "choices") as progress:
            variations = vary(
                planned, base.house_edge, wager=wager, other_players=other_players, done=progress.step
            )
    if json:
        print_json(vary_json(base, planned, variations, wager))
    else:
        vary_page(at, base, planned, variations, wager).print()
