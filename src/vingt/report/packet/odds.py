"""The sheets of a packet that hold numbers: true odds, payout odds and house advantage of every wager, each
with its method, and a simulation beside what is exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from vingt.analysis.counting.removal import WhenDone
from vingt.analysis.exact.edge import Edge
from vingt.analysis.exact.side.cases import as_offered, is_drawn
from vingt.analysis.exact.side.remarks import remarks, rests_on
from vingt.analysis.exact.side.value import SideWagerValue, value
from vingt.analysis.par.correlation import main_edge
from vingt.analysis.par.sheet import ParSheet, par_sheets, plan_for
from vingt.analysis.simulation.devices.batches import LocalPlayer
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.figures.side_wagers import side_figures
from vingt.analysis.simulation.report import Day, Exact, Manner, Report, exact_of, report
from vingt.analysis.simulation.run import Goal, Run, simulate
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.money import dollars
from vingt.core.rounds.outcome_words import outcome_words
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.usual_wager import usual_wager
from vingt.report.drawing.printed_sheet import PrintedSheet, facts, table, text
from vingt.report.edge.page import parts_of
from vingt.report.packet.inputs import PacketInputs
from vingt.report.proposal import Proposal
from vingt.report.wagers.laboratory import METHODS, lab_facts, lab_json, lab_tables
from vingt.report.wagers.par_sheet import readings_only, shoe
from vingt.report.words.values import short

BATCH = 250_000  # rounds between two looks
SIMULATED = (
    "Rounds from freshly shuffled shoes, one box, best play, every side wager at its smallest stake; the "
    "same seed gives the same counts on every machine. An exact value lies within two standard errors in "
    "about 95 of 100 comparisons, within three in 997 of 1000."
)


@dataclass(frozen=True)
class TableOdds:
    """What was computed of one table; where something could not be, why."""

    main: Edge | None
    refused: str
    sheets: Sequence[ParSheet]
    drawn: Sequence[str]  # wagers that no card decides
    simulated: Report | None
    not_simulated: str


def steps_of(rules: TableRules, rounds: int) -> int:
    """How often `done` is called by `odds_of`."""
    return 1 + len(rules.wagers) + -(-rounds // BATCH)


def odds_of(inputs: PacketInputs, done: WhenDone = lambda: None) -> TableOdds:
    at = inputs.proposal
    rules = at.rules
    main, refused = None, ""
    try:
        main = main_edge(rules, usual_wager(rules))
    except NotCarried as refusal:
        refused = str(refusal)
    done()
    values, drawn = side_values(at)
    for _ in drawn:
        done()
    sheets = par_sheets(rules, values, done)
    simulated, why = None, ""
    try:
        simulated = simulation_of(inputs, at, done)
    except NotCarried as refusal:
        why = str(refusal)
    return TableOdds(main, refused, sheets, drawn, simulated, why)


def side_values(at: Proposal) -> tuple[list[SideWagerValue], list[str]]:
    """Of every side wager that the table offers; the names of those that are drawn."""
    values, drawn = [], []
    for offer in at.rules.wagers:
        if is_drawn(at.document.wagers[offer.id]):
            drawn.append(offer.name)
            continue
        try:
            values.append(value(as_offered(at.document, at.rules, offer, at.submission.raw)))
        except NotCarried as refusal:
            drawn.append(f"{offer.name} ({refusal})")
    return values, drawn


def simulation_of(inputs: PacketInputs, at: Proposal, done: WhenDone) -> Report:
    plan = plan_for(at.rules, inputs.seed)
    run, goal = Run(plan), Goal(inputs.rounds)
    simulate(run, goal, LocalPlayer(play, plan, "cpu", BATCH), seen=lambda _: done())
    sides = side_figures(plan, run.counts, at.document, at.submission.raw)
    manner = Manner("cpu", "composition", 0.0, 0)
    # Best play that insures every hand takes no even money: then it is not the play of the main sheet
    same_play = plan.takes_even_money or not at.rules.insurance.even_money
    exact = Exact(main_edge(at.rules, plan.stake)) if same_play else exact_of(plan)
    return report(run, goal, True, manner, sides, exact, Day(70, 1, 1))


# -- sheets ------------------------------------------------------------------------------------------------


def odds_sheets(inputs: PacketInputs, odds: TableOdds) -> Iterator[PrintedSheet]:
    at = inputs.proposal
    yield main_sheet(at.rules, odds)
    for sheet in odds.sheets:
        yield par_page(at, sheet)
    yield simulation_sheet(inputs, odds)


def main_sheet(rules: TableRules, odds: TableOdds) -> PrintedSheet:
    main = odds.main
    if main is None:
        return PrintedSheet("main", rules.main_wager, [text(f"No exact value: {odds.refused}.")])
    law, wins = main.law, winning(main)
    parts = [
        facts(
            [
                ("house advantage", f"{100 * main.house_edge:.5f}% of the wager"),
                ("at a wager of", dollars(usual_wager(rules))),
                ("expected value", f"{main.ev:+.8f} per unit"),
                ("without super bonus", f"{main.ev_without_super_bonus:+.8f}" if rules.super_bonus else ""),
                ("true odds of a winning round", f"{(1 - wins) / wins:.5f} to 1" if wins else ""),
                ("variance", f"{law.variance:.6f}" if law else ""),
                ("final wager", f"{law.wagered:.6f} wagers on average" if law else ""),
                ("error of the law", f"{main.law_error:.8f}" if law else ""),
                ("play", "best play by the exact cards; nothing insured"),
            ]
        ),
        table(("made of", "expectation"), ((name, f"{part:+.8f}") for name, part in parts_of(main))),
    ]
    if law:
        rows = [
            (f"{net:+g}" if net else "0", f"{chance:.10f}", f"{against(chance)} to 1")
            for net, chance in law.chances.items()
            if chance >= 5e-11
        ]
        parts.append(table(("net result in wagers", "probability", "true odds"), rows, "Law of net results"))
    return PrintedSheet("main", rules.main_wager, [*parts, text(f"Method: {main.method}")])


def against(chance: float) -> str:
    """True odds with four digits, which is what so small a chance is known to."""
    odds = float(f"{(1 - chance) / chance:.4g}")
    return f"{odds:,.0f}" if odds >= 1000 else f"{odds:g}"


def winning(main: Edge) -> float:
    """The chance that a round ends above nothing; 0 where there is no law of it."""
    return sum(chance for net, chance in main.law.chances.items() if net > 0) if main.law else 0.0


def par_page(at: Proposal, sheet: ParSheet) -> PrintedSheet:
    case, prefix = sheet.value.case, at.document.cites_as
    cited = {
        line.line: short(sum((paid.cite for paid in line.paid[1:]), line.paid[0].cite), prefix)
        for line in sheet.value.lines
        if line.paid
    }
    odds, *others = lab_tables(sheet)
    impossible = [
        (outcome_words(line.line), line.impossible) for line in sheet.value.lines if line.impossible
    ]
    return PrintedSheet(
        f"par-{case.wager.id}",
        f"PAR sheet: {case.wager.name}, paytable {case.paytable.id}, {shoe(case)}",
        [
            table(
                (*odds.heads, prefix),
                ((outcome_words(line), *row, cited.get(line, "")) for line, *row in odds.rows),
                odds.title,
            ),
            *(table(each.heads, each.rows, each.title) for each in others),
            facts(lab_facts(sheet), "Figures"),
            *([table(("line that cannot come", "why"), impossible)] if impossible else []),
            *(text(remark) for remark in remarks(sheet.value)),
            text(f"Rests on {readings_words(at, sheet)}. Method: {' '.join(METHODS)}"),
        ],
    )


def readings_words(at: Proposal, sheet: ParSheet) -> str:
    return short(readings_only(rests_on(sheet.value.case)), at.document.cites_as) or "no reading"


def simulation_sheet(inputs: PacketInputs, odds: TableOdds) -> PrintedSheet:
    run = odds.simulated
    if run is None:
        return PrintedSheet("simulation", "Simulation", [text(f"Not simulated: {odds.not_simulated}.")])
    rows = [
        (
            inputs.proposal.rules.main_wager,
            f"{run.figures.results:,}",
            f"{run.figures.ev:+.7f}",
            f"{run.figures.standard_error:.7f}",
            "–" if run.exact_ev is None else f"{run.exact_ev:+.7f}",
            "–" if run.off is None else f"{run.off:+.2f}",
        )
    ]
    lines: list[tuple[str, ...]] = []
    for side in run.sides:
        rows.append(
            (
                side.offer.name,
                f"{side.wagers:,}",
                "–" if side.spins else f"{side.ev:+.7f}",
                "–" if side.spins else f"{side.standard_error:.7f}",
                "–" if side.exact_ev is None or side.spins else f"{side.exact_ev:+.7f}",
                "–" if side.off is None else f"{side.off:+.2f}",
            )
        )
        for line, count in side.lines:
            expected = float(line.probability) * side.wagers
            away = side.line_off(line, count)
            lines.append(
                (
                    side.offer.name,
                    outcome_words(line.line),
                    f"{count:,}",
                    f"{expected:,.2f}",
                    "–" if away is None else f"{away:+.2f}",
                )
            )
    return PrintedSheet(
        "simulation",
        "Simulation beside the exact values",
        [
            facts(
                [
                    ("rounds", f"{run.run.counts.rounds:,}"),
                    ("seed", str(inputs.seed)),
                    ("cards dealt", f"{run.run.counts.cards:,}"),
                    ("fingerprint of the plan", run.plan.fingerprint),
                ]
            ),
            table(("wager", "wagers", "simulated", "standard error", "exact", "in standard errors"), rows),
            table(("wager", "line", "came", "expected", "in standard errors"), lines, "Counts of each line")
            if lines
            else text("No side wager was simulated; each is counted exactly."),
            text(SIMULATED),
        ],
    )


# -- for programs ------------------------------------------------------------------------------------------


def odds_json(odds: TableOdds) -> dict[str, Any]:
    run = odds.simulated
    return {
        "main": odds.main.as_json() if odds.main else {"refused": odds.refused},
        "wagers": [lab_json(sheet) for sheet in odds.sheets],
        "simulation": {"refused": odds.not_simulated}
        if run is None
        else {"fingerprint": run.plan.fingerprint, "counts": run.run.counts.as_json()},
    }
