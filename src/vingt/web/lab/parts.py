"""What a page of the lab says: planned once for an address, then each part drawn when its figures are there.

Run by a process of the lab's own, so that neither judging nor drawing holds up a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from vingt.core.money import dollars
from vingt.live.log.playability import not_played
from vingt.report import template
from vingt.report.lab.cloth import cloth_shown
from vingt.report.lab.day import DayAsked, day_shown
from vingt.report.lab.main_wager import edge_shown, law_shown, worth_shown
from vingt.report.lab.running import running_shown
from vingt.report.lab.side_wagers import wagers_shown
from vingt.report.proposal import Proposal
from vingt.report.rules.differences import cell, differing, in_force, shortened
from vingt.report.words.figures import percent
from vingt.report.words.grammar import plural
from vingt.web.figures import FigureJson
from vingt.web.lab.address import LIMITS, LabAddress, LabTable, lab_table, samples
from vingt.web.lab.errands import TITLES, Unit
from vingt.web.lab.form import FormOf
from vingt.web.lab.units import batch_units, first_units, main_key, plan_of
from vingt.web.pages import render

Known = Mapping[str, FigureJson]  # figures by the name of their unit
LAB = "lab.html"


def planned(query: str) -> FigureJson:
    """All that is known of a table before anything is computed, and what is to be computed."""
    table = lab_table(query)
    form = FormOf(table)
    sections, wagers = form.sections(), form.wagers()
    allowed, at = not table.problems, table.proposal
    plan: FigureJson = {
        "address": table.address.query,
        "allowed": allowed,
        "text": table.text,
        "title": table.submission.title if table.submission is not None else "",
        "form": render(
            "parts/lab_form.html",
            table=table,
            sections=sections,
            wagers=wagers,
            limits=LIMITS,
            beside=companions(table),
        ),
        "verdict": render(
            "parts/lab_verdict.html",
            table=table,
            problems=[form.shown(problem) for problem in table.problems],
            not_played=not_played(at.rules) if allowed and at is not None else (),
        ),
        "parts": {},
        "batches": [],
    }
    if allowed and at is not None:
        plan["identity"] = at.rules.identity
        plan["parts"] = {**parts_of(table, at), "cloth": []}
        plan["batches"] = batch_units(at, table.text)
    return plan


def parts_of(table: LabTable, at: Proposal) -> dict[str, list[Unit]]:
    units = first_units(at, table.text)
    other = beside(table)
    if other is not None and not other.problems and other.proposal is not None:
        key = main_key(other.proposal.rules)
        units["compare"] = [units["edge"][0], (f"value-{key}", ("value", (other.text,)))]
    return {name: units[name] for name in TITLES if name in units}


def companions(table: LabTable) -> list[tuple[str, str]]:
    """What a table may be compared with: addresses and words."""
    own = LabAddress(*table.address.own).query
    named = {LabAddress(name).query: f"{name}" for name in samples()}
    listed = {own: "this table as it stands now", **named}
    if table.address.against and table.address.against not in listed:
        listed = {table.address.against: "the table chosen before", **listed}
    elif table.address.against == own:
        listed[own] = "this table, unchanged so far"
    return list(listed.items())


def beside(table: LabTable) -> LabTable | None:
    """The table that this one is compared with."""
    return lab_table(table.address.against) if table.address.against else None


def drawn(query: str, part: str, names: Sequence[str], known: Known) -> str:
    """One part as HTML; `names` are its units in their order, all of them known."""
    table = lab_table(query)
    at = table.proposal
    assert at is not None
    figures = [known[name] for name in names]
    if part in ("edge", "worth", "law", "running") and figures[0].get("why"):
        return template.fragment(LAB, "refused", figures[0]["why"])
    match part:
        case "packet":
            return template.fragment(LAB, "packet", figures[0], table.address.query)
        case "edge":
            return template.fragment(LAB, "edge", edge_shown(figures[0]))
        case "worth":
            shown = worth_shown(figures[0], figures[1], known, at.document.cites_as)
            return template.fragment(LAB, "worth", shown)
        case "wagers":
            return template.fragment(LAB, "wagers", wagers_shown(at, by_wager(at, figures)))
        case "law" if figures[1].get("why"):
            return template.fragment(LAB, "refused", figures[1]["why"])
        case "law":
            return template.fragment(LAB, "law", law_shown(figures[1]))
        case "day":
            return drawn_day(table, at, figures)
        case "running":
            running = running_shown(plan_of(table.text), figures[1:], figures[0])
            return template.fragment(LAB, "running", running) if running is not None else ""
        case "strategy":
            return template.fragment(LAB, "strategy", {"why": "", **figures[0]})
        case "cloth":
            return template.fragment(LAB, "cloth", cloth_shown(at.rules))
        case "compare":
            return drawn_comparison(table, at, figures)
        case _:
            raise ValueError(part)


def by_wager(at: Proposal, figures: Sequence[FigureJson]) -> dict[str, FigureJson]:
    """In the order in which `first_units` asks for them: those that are offered first."""
    offered = [wager for wager in at.document.wagers if at.rules.wager(wager)]
    others = [wager for wager in at.document.wagers if not at.rules.wager(wager)]
    return dict(zip((*offered, *others), figures, strict=False))


def drawn_day(table: LabTable, at: Proposal, figures: Sequence[FigureJson]) -> str:
    rounds = int(table.day("rounds") * table.day("hours"))
    share = table.day("share")
    ask = DayAsked(
        rounds,
        min(int(table.day("boxes")), at.rules.box_count),
        min(max(int(table.day("wager") * 100), at.rules.wagering.minimum), at.rules.wagering.maximum),
        int(table.day("side") * 100),
        float(share / Decimal(100)),
    )
    words = (
        f"{rounds:,} rounds, {plural(ask.boxes, 'box', 'boxes')} in each, {dollars(ask.wager)} on every box; "
        f"each side wager at {dollars(ask.side)}, or what its limits leave, on every box in {share}% of the "
        "rounds."
    )
    shown = day_shown(at.rules, figures[-1], by_wager(at, figures[:-1]), ask)
    return template.fragment(LAB, "day", shown, words)


def drawn_comparison(table: LabTable, at: Proposal, figures: Sequence[FigureJson]) -> str:
    other = beside(table)
    assert other is not None
    assert other.proposal is not None
    tables = (at, other.proposal)
    edges = [
        f"not computed: {each['why']}" if each.get("why") else percent(each["house_edge"]) for each in figures
    ]
    prefixes = [each.document.cites_as for each in tables]
    rows = [
        (path, *(cell(side, prefix) for side, prefix in zip(sides, prefixes, strict=True)))
        for path, sides in shortened(differing(*(in_force(each) for each in tables)))
    ]
    return template.fragment(LAB, "compare", [each.rules.title for each in tables], edges, rows)
