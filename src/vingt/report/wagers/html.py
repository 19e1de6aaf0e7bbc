"""PAR sheets as one page of HTML that needs nothing else: tables, bar charts, the rules, readings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vingt.analysis.exact.side.remarks import remarks, rests_on
from vingt.analysis.exact.side.value import SideWagerValue
from vingt.analysis.par.sheet import ParSheet
from vingt.core.cite import Cite, Reading
from vingt.core.wagers.outcome import LOSE
from vingt.report import template
from vingt.report.drawing.bars import Bars
from vingt.report.proposal import Proposal
from vingt.report.wagers.laboratory import METHODS, lab_facts, lab_tables
from vingt.report.wagers.par_sheet import LINE_HEADS, combinations, facts, line_cite, line_row, percent, shoe

Linked = Callable[[Cite], str]  # the clauses and readings of a cite as links, safe HTML


def html_page(at: Proposal, values: Sequence[SideWagerValue], lab: Sequence[ParSheet] = ()) -> str:
    """`lab` are the full PAR sheets of the same wagers, where they were asked for."""
    return template.page(
        "wagers.html",
        at=at,
        overview=overview(values),
        sheets=[sheet(value) for value in values],
        lab=[lab_parts(each) for each in lab],
        used=readings(at, values),
    )


def lab_parts(sheet: ParSheet) -> dict[str, object]:
    case = sheet.value.case
    return {
        "heading": f"For the laboratory: {case.wager.name}, paytable {case.paytable.id}, {shoe(case)}",
        "tables": list(lab_tables(sheet)),
        "facts": list(lab_facts(sheet)),
        "notes": METHODS,
    }


@dataclass(frozen=True)
class HtmlPart:
    """A part of the page without its heading."""

    id: str
    heading: str
    html: str


def html_parts(at: Proposal, values: Sequence[SideWagerValue], linked: Linked) -> list[HtmlPart]:
    """Overview, sheets and readings, for a page of another kind, with clauses `linked`."""
    sheets = [sheet(value, linked) for value in values]
    return [
        HtmlPart("overview", "Overview", template.fragment("par.html", "summary", overview(values))),
        *(
            HtmlPart(str(each["id"]), str(each["heading"]), template.fragment("par.html", "sheet", each))
            for each in sheets
        ),
        HtmlPart(
            "readings-used",
            "Readings used",
            template.fragment(
                "par.html", "readings", readings(at, values), lambda each: linked(Cite(readings=(each.id,)))
            ),
        ),
    ]


def overview(values: Sequence[SideWagerValue]) -> dict[str, object]:
    edges = [(name(value), float(value.house_edge)) for value in values if value.house_edge is not None]
    return {
        "edges": Bars("House edge", edges),
        "heads": ("wager", "paytable", "shoe", "house edge", "hits", "covers", "marks"),
        "rows": [
            (
                value.case.wager.name,
                value.case.paytable.id,
                shoe(value.case),
                percent(value.house_edge),
                percent(value.hit_frequency, 2),
                value.covers,
                f"barred by {value.case.bar.cite}" if value.case.bar else "",
            )
            for value in values
        ],
    }


def name(value: SideWagerValue) -> str:
    return f"{value.case.wager.id} {value.case.paytable.id}, {shoe(value.case)}"


def sheet(value: SideWagerValue, linked: Linked | None = None) -> dict[str, object]:
    case = value.case
    rows = [line_row(value, at) for at in range(len(value.lines))]
    if linked is not None:
        rows = [(*row[:-1], linked(line_cite(value, at))) for at, row in enumerate(rows)]
    return {
        "id": f"{case.wager.id}-{case.paytable.id}",
        "heading": f"{case.wager.name}, paytable {case.paytable.id}, {shoe(case)}",
        "heads": (*LINE_HEADS, case.document.cites_as),
        "rows": rows,
        "combinations": combinations(value),
        "impossible": [(line.line, line.impossible) for line in value.lines if line.impossible],
        "chart": chart(value),
        "facts": list(facts(value)),
        "remarks": list(remarks(value)),
    }


def chart(value: SideWagerValue) -> Bars:
    """What each line gives back, or for a wheel without weights how often it is spun."""
    staked = 0 if value.covers == "added value" else 1
    won = [line for line in value.lines if line.line != LOSE]
    if value.ev is None:
        return Bars("Probability", [(line.line, float(line.probability)) for line in won])
    given_back = [(line.line, float(line.probability * ((line.net or 0) + staked))) for line in won]
    return Bars("What comes back per unit staked", given_back)


def readings(at: Proposal, values: Sequence[SideWagerValue]) -> list[Reading]:
    cite = Cite()
    for value in values:
        cite += rests_on(value.case)
    return [at.document.inventory.readings[reading] for reading in cite.readings]
