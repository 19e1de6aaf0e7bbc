"""What one takes away from the lab: a page that stands by itself, the same on paper, figures row by row."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from vingt._version import __version__
from vingt.report import template
from vingt.report.drawing import printed_sheet
from vingt.report.drawing.pdf import pdf_pages
from vingt.report.drawing.printed_pages import HIGH, WIDE, PageWriter
from vingt.report.drawing.printed_sheet import PrintedSheet
from vingt.report.lab.sheets import glance_sheet
from vingt.report.lab.titles import TITLES
from vingt.report.proposal import Proposal
from vingt.report.rules.layout import shown_at
from vingt.report.rules.layout_drawing import layout_drawing, plan_of
from vingt.report.rules.verdict import resolved
from vingt.report.strategy.html import colours
from vingt.report.words.choice_names import choice_name, value_name
from vingt.report.words.values import short
from vingt.web.lab.address import LabTable, lab_table
from vingt.web.lab.parts import Known, by_wager, drawn, glance_of, printed
from vingt.web.lab.steps import taken_back

PartNames = Mapping[str, tuple[Sequence[str], Sequence[str]]]  # all figures of a part, and those it has
COLUMNS = ("part", "item", "of", "figure", "value", "cite")
TakenRow = tuple[str, str, str, str, object, str]


def taken(kind: str, query: str, parts: PartNames, known: Known) -> str:
    table = lab_table(query)
    at = table.proposal
    assert at is not None
    match kind:
        case "csv":
            return as_csv(at, parts, known)
        case "pdf":
            return b64encode(as_pdf(table, at, parts, known)).decode()
        case _:
            return as_page(table, at, parts, known)


def as_page(table: LabTable, at: Proposal, parts: PartNames, known: Known) -> str:
    shown = [
        (TITLES.get(part, ""), Markup(drawn(table.address.query, part, ready, known, linked=False)))
        for part, (_, ready) in parts.items()
        if ready or part == "cloth"
    ]
    cites_as = at.document.cites_as
    return template.page(
        "lab_page.html",
        rules=at.rules,
        document=at.document,
        address=table.address.query,
        text=table.text,
        choices=[
            (value.key, choice_name(value.key), value_name(value.key, word), short(value.cite, cites_as))
            for value, word in resolved(at)
        ],
        parts=shown,
        missing=missing(parts),
        colours=Markup(colours()),
    )


def missing(parts: PartNames) -> list[str]:
    """What is not in it, or not whole."""
    return [
        TITLES[part] for part, (names, ready) in parts.items() if part in TITLES and len(ready) < len(names)
    ]


def as_pdf(table: LabTable, at: Proposal, parts: PartNames, known: Known) -> bytes:
    rules, document = at.rules, at.document
    program = f"vingt {__version__}"
    writer = PageWriter(f"{rules.title}   made by {program} in the lab", f"rules identity {rules.identity}")
    told = [
        ("Allowed under", f"{document.title}, {document.edition}"),
        ("Rules identity", rules.identity),
        ("In the lab at", f"/lab?{table.address.query}"),
        ("Changed", "; ".join(words for words, _ in taken_back(table)) or "nothing"),
        ("Not in it, because not computed", ", ".join(missing(parts))),
    ]
    writer.write(glance_sheet(rules.title, told, glance_of(table, at, known)))
    for part, (_, ready) in parts.items():
        if part in TITLES and ready:
            for sheet, drawing in printed(table, at, part, [known[name] for name in ready], known):
                writer.write(sheet, drawing)
    layout = printed_sheet.table(("where", "what must be shown", document.cites_as), [
        (where, words, short(cite, document.cites_as)) for where, words, cite in shown_at(rules)
    ])  # fmt: skip
    writer.write(PrintedSheet("cloth", "The layout", [layout]), layout_drawing(plan_of(rules)))
    chosen = [
        (choice_name(value.key), word, short(value.cite, document.cites_as)) for value, word in resolved(at)
    ]
    choices = printed_sheet.table(("choice", "value", f"{document.cites_as} and readings"), chosen)
    filed = [printed_sheet.text(line) for line in table.text.splitlines()]
    writer.write(PrintedSheet("choices", "Choices", [choices]))
    writer.write(PrintedSheet("filed", "The submission", filed))
    return pdf_pages(writer.finish(), WIDE, HIGH, rules.title)


def as_csv(at: Proposal, parts: PartNames, known: Known) -> str:
    """One row for every figure, numbers as they were computed."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(at, parts, known))
    return text.getvalue()


def rows(at: Proposal, parts: PartNames, known: Known) -> Iterator[TakenRow]:
    yield "table", at.rules.title, at.document.id, "identity", at.rules.identity, ""
    for value, word in resolved(at):
        yield "choice", value.key, value.origin, "word", word, short(value.cite, at.document.cites_as)
    _, ready = parts.get("edge", ((), ()))
    base = known[ready[0]] if ready else {}
    for figure in ("house_edge", "ev", "super_bonus", "wager"):
        if figure in base:
            yield "edge", at.rules.main_wager, "best play", figure, base[figure], ""
    for name, worth in base.get("parts", {}).items():
        yield "edge", at.rules.main_wager, name, "expectation", worth, ""
    _, ready = parts.get("worth", ((), ()))
    for change in known[ready[1]]["changes"] if ready else ():
        other = known.get(change["unit"], {}).get("house_edge")
        cite = ", ".join([*change["clauses"], *change["readings"]])
        if other is not None:
            yield "worth", change["named"], f"instead of {change['instead_of']}", "house_edge", other, cite
            yield (
                "worth",
                change["named"],
                f"instead of {change['instead_of']}",
                "effect",
                other - base["house_edge"],
                cite,
            )
    _, ready = parts.get("law", ((), ()))
    for figure in ("variance", "wagered") if ready else ():
        if figure in known[ready[1]]:
            yield "law", at.rules.main_wager, "", figure, known[ready[1]][figure], ""
    _, ready = parts.get("wagers", ((), ()))
    for wager, figures in by_wager(at, [known[name] for name in ready]).items():
        offer, cite = at.rules.wager(wager), str(at.document.wagers[wager].cite)
        for each in figures["paytables"]:
            here = "offered" if offer is not None and offer.paytable.id == each["paytable"] else "not offered"
            of = f"paytable {each['paytable']}, {here}"
            for figure in ("house_edge", "ev", "hit_frequency", "variance"):
                yield "wager", wager, of, figure, "" if each[figure] is None else each[figure], cite
            for line in each["lines"]:
                yield "wager", wager, of, f"{line['line']}, pays {line['pays']}", line["probability"], cite
