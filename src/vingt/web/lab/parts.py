"""What a page of the lab says: planned once for an address, then each part drawn when its figures are there.

Run by a process of the lab's own, so that neither judging nor drawing holds up a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache, partial
from typing import Any

from vingt.core.money import dollars
from vingt.live.log.playability import not_played
from vingt.report import template
from vingt.report.drawing.printed_sheet import PrintedSheet
from vingt.report.drawing.shapes import Drawing
from vingt.report.lab import sheets
from vingt.report.lab.comparison import ComparisonShown, comparison_shown
from vingt.report.lab.day import DayAsked, DayShown, day_shown
from vingt.report.lab.glance import GlanceTile, glance_shown
from vingt.report.lab.main_wager import WorthShown, edge_shown, law_shown, worth_shown
from vingt.report.lab.running import running_shown
from vingt.report.lab.side_wagers import wagers_shown
from vingt.report.lab.titles import TITLES
from vingt.report.proposal import Proposal
from vingt.report.rules.layout import shown_at
from vingt.report.rules.layout_drawing import LayoutPlan, layout_drawing
from vingt.report.rules.layout_drawing import plan_of as plan_of_layout
from vingt.report.words.grammar import plural
from vingt.web.computation.figures import FigureJson
from vingt.web.html.pages import render
from vingt.web.lab.address import LIMITS, LabAddress, LabTable, lab_table
from vingt.web.lab.errands import LabPiece, Unit
from vingt.web.lab.form import FormOf
from vingt.web.lab.steps import begins, beside, companions, made_otherwise, offering, remedies, taken_back
from vingt.web.lab.units import batch_units, first_units, plan_of

Known = Mapping[str, FigureJson]  # figures by the name of their unit
LAB = "lab.html"
HELPED = 12  # problems for which it is looked up what would take them away


def planned(query: str) -> FigureJson:
    """All that is known of a table before anything is computed, and what is to be computed: of its shortest
    address, for whatever else it says has another text, and figures are kept by what they depend on."""
    table = lab_table(lab_table(query).address.query)
    form = FormOf(table)
    sections, wagers = form.sections(), form.wagers()
    allowed, at = not table.problems, table.proposal
    plan: FigureJson = {
        "address": table.address.query,
        "rules": table.address.rules,
        "allowed": allowed,
        "text": table.text,
        "title": table.submission.title if table.submission is not None else "",
        "begins": begins(),
        "form": LabPiece.of(
            render(
                "parts/lab_form.html",
                table=table,
                sections=sections,
                wagers=wagers,
                limits=LIMITS,
                beside=companions(table),
            )
        ),
        "verdict": LabPiece.of(
            render(
                "parts/lab_verdict.html",
                table=table,
                problems=[
                    (form.shown(problem), list(remedies(table, problem.key)) if at < HELPED else [])
                    for at, problem in enumerate(table.problems)
                ],
                changes=list(taken_back(table)),
                beside_began=made_otherwise(table, [("against", LabAddress(table.address.rules).query)]),
                not_played=not_played(at.rules) if allowed and at is not None else (),
            )
        ),
        "parts": {},
        "began": [],
        "batches": [],
    }
    if allowed and at is not None:
        plan["identity"] = at.rules.identity
        plan["parts"] = {**parts_of(table), "cloth": []}
        plan["began"] = began_units(table)
        plan["batches"] = batch_units(at, table.text)
    return plan


@lru_cache(maxsize=64)
def layout_svg(plan: LayoutPlan) -> str:
    """Most choices leave the layout as it is."""
    return layout_drawing(plan).svg()


def parts_of(table: LabTable) -> dict[str, list[Unit]]:
    units = dict(first_units(table.text))
    other = beside(table)
    if other is not None:
        units["compare"] = [] if other.problems else [units["edge"][0], *first_units(other.text)["edge"]]
    return {name: units[name] for name in TITLES if name in units}


def began_units(table: LabTable) -> list[Unit]:
    """The main wager of the table before anything was changed, where that is another."""
    before = lab_table(LabAddress(table.address.rules).query)
    main, own = first_units(before.text)["edge"], first_units(table.text)["edge"]
    return main if main[0][0] != own[0][0] else []


# -- parts -------------------------------------------------------------------------------------------------


def drawn(query: str, part: str, names: Sequence[str], known: Known, *, linked: bool = True) -> str:
    """One part as HTML; `names` are its units in their order, all of them known. In a page that stands by
    itself nothing leads to other tables."""
    table = lab_table(query)
    at = table.proposal
    assert at is not None
    figures = [known[name] for name in names]
    if part in ("edge", "worth", "law", "running") and figures[0].get("why"):
        return template.fragment(LAB, "refused", figures[0]["why"])
    match part:
        case "glance":
            return template.fragment(LAB, "glance", glance_of(table, at, known), linked)
        case "packet":
            return template.fragment(LAB, "packet", figures[0], table.address.query)
        case "edge":
            return template.fragment(LAB, "edge", edge_shown(figures[0]))
        case "worth":
            worth = worth_of(table, at, figures[0], figures[1], known)
            return template.fragment(LAB, "worth", worth, linked)
        case "wagers":
            shown = wagers_shown(at, by_wager(at, figures), partial(offering, table))
            return template.fragment(LAB, "wagers", shown, linked)
        case "law" if figures[1].get("why"):
            return template.fragment(LAB, "refused", figures[1]["why"])
        case "law":
            return template.fragment(LAB, "law", law_shown(figures[1]))
        case "day":
            return template.fragment(LAB, "day", *day_of(table, at, figures), linked)
        case "running":
            running = running_shown(plan_of(table.text), figures[1:], figures[0])
            return template.fragment(LAB, "running", running) if running is not None else ""
        case "strategy":
            return template.fragment(LAB, "strategy", {"why": "", **figures[0]})
        case "cloth":
            drawing = layout_svg(plan_of_layout(at.rules))
            return template.fragment(LAB, "cloth", drawing, list(shown_at(at.rules)))
        case "compare" if not figures:
            return template.fragment(LAB, "beside_refused", beside(table))
        case "compare":
            return template.fragment(LAB, "compare", comparison_of(table, at, figures), linked)
        case _:
            raise ValueError(part)


def by_wager(at: Proposal, figures: Sequence[FigureJson]) -> dict[str, FigureJson]:
    """In the order in which `first_units` asks for them: those that are offered first."""
    offered = [wager for wager in at.document.wagers if at.rules.wager(wager)]
    others = [wager for wager in at.document.wagers if not at.rules.wager(wager)]
    return dict(zip((*offered, *others), figures, strict=False))


def worth_of(
    table: LabTable, at: Proposal, base: FigureJson, changes: FigureJson, known: Known
) -> WorthShown:
    ask = day_asked(table, at)

    def address_of(change: Mapping[str, Any]) -> str:
        return made_otherwise(table, [(key, word) for key, word in change["choices"]], change["accepts"])

    handle = ask.rounds * ask.boxes * ask.wager
    return worth_shown(base, changes, known, at.document.cites_as, handle, address_of)


def glance_of(table: LabTable, at: Proposal, known: Known) -> list[GlanceTile]:
    """With whatever is known by now."""
    units = first_units(table.text)
    main = known.get(units["edge"][0][0])
    began = next((known[name] for name, _ in began_units(table) if name in known), None)
    sides = {unit[1][1][1]: known[unit[0]] for unit in units["day"][:-1] if unit[0] in known}
    changes = known.get(units["worth"][1][0])
    worth = None
    if main is not None and changes is not None and not main.get("why"):
        worth = worth_of(table, at, main, changes, known)
        worth = worth if not worth.waits else None  # which one moves most is known when all are
    law = known.get(units["law"][1][0])
    return glance_shown(at.rules, main, began, sides, law, worth, day_asked(table, at))


def day_asked(table: LabTable, at: Proposal) -> DayAsked:
    return DayAsked(
        int(table.day("rounds") * table.day("hours")),
        min(int(table.day("boxes")), at.rules.box_count),
        min(max(int(table.day("wager") * 100), at.rules.wagering.minimum), at.rules.wagering.maximum),
        int(table.day("side") * 100),
        float(table.day("share") / Decimal(100)),
    )


def day_words(table: LabTable, ask: DayAsked) -> str:
    return (
        f"{ask.rounds:,} rounds, {plural(ask.boxes, 'box', 'boxes')} in each, {dollars(ask.wager)} on every "
        f"box; each side wager at {dollars(ask.side)}, or what its limits leave, on every box in "
        f"{table.day('share')}% of the rounds."
    )


def day_of(table: LabTable, at: Proposal, figures: Sequence[FigureJson]) -> tuple[DayShown, str]:
    ask = day_asked(table, at)
    return day_shown(at.rules, figures[-1], by_wager(at, figures[:-1]), ask), day_words(table, ask)


def comparison_of(table: LabTable, at: Proposal, figures: Sequence[FigureJson]) -> ComparisonShown:
    other = beside(table)
    assert other is not None
    assert other.proposal is not None
    swapped = replace(other.address, against=LabAddress(*table.address.own).query)
    return comparison_shown((at, other.proposal), figures, swapped.query)


def printed(
    table: LabTable, at: Proposal, part: str, figures: Sequence[FigureJson], known: Known
) -> Iterator[tuple[PrintedSheet, Drawing | None]]:
    """One part on paper; nothing of what only a screen shows, or of what was not computed."""
    if any(figure.get("why") for figure in figures) and part not in ("wagers", "day", "compare"):
        return
    match part:
        case "worth":
            worth = worth_of(table, at, figures[0], figures[1], known)
            yield sheets.worth_sheet(worth), sheets.worth_drawing(worth)
        case "wagers":
            yield sheets.wagers_sheet(wagers_shown(at, by_wager(at, figures))), None
        case "day":
            yield sheets.day_sheet(*day_of(table, at, figures)), None
        case "edge":
            yield sheets.edge_sheet(edge_shown(figures[0])), None
        case "strategy":
            yield sheets.strategy_sheet(figures[0]), sheets.strategy_drawing(figures[0])
        case "law":
            yield sheets.law_sheet(law_shown(figures[1])), None
        case "compare":
            yield sheets.comparison_sheet(comparison_of(table, at, figures)), None
        case _:
            pass
