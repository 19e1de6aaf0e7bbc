"""Playing indices as tables, CSV and JSON."""

from __future__ import annotations

from math import ceil

from vingt.analysis.counting.indices import METHOD, MOST, IndexChart, IndexKind, PlayIndex
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.counting.true_count import running_count
from vingt.analysis.tabulated.hands import VALUES, Ints, name_of, ranks_of
from vingt.report.counting.plots import CountPoint, edge_plot
from vingt.report.counting.section import ReportSection, SectionTable, csv_lines

CSV_HEADS = ("play", "hand", "cards", "up", "index", "exact", "from", "otherwise")
KINDS: dict[IndexKind, tuple[str, str]] = {
    "stand": ("Hit or stand", "stand from this true count upwards; S stand always, H hit always"),
    "double": ("Double", "double from this true count upwards; D double always, – never"),
    "split": ("Split", "split from this true count upwards; P split always, – never"),
    "surrender": ("Surrender", "surrender from this true count upwards; R surrender always, – never"),
}
ALWAYS: dict[IndexKind, tuple[str, str]] = {
    "stand": ("S", "H"),
    "double": ("D", "–"),
    "split": ("P", "–"),
    "surrender": ("R", "–"),
}


def cell(index: PlayIndex | None) -> str:
    if index is None:
        return ""
    if index.whole is None:
        return ALWAYS[index.kind][0 if index.always else 1]
    return f"{index.whole:+d}" if index.above else f"≤{index.whole:+d}"


def hand_name(section: str, row: int) -> str:
    return f"{name_of(row)},{name_of(row)}" if section == "pair" else f"{section} {row}"


def cards_name(cards: int) -> str:
    return "any" if not cards else f"{cards} or more" if cards == MOST else str(cards)


def index_sections(chart: IndexChart, shoe: Ints) -> list[ReportSection]:
    ups = [up for up in (*range(1, VALUES), 0) if ranks_of(chart.rules)[up] is not None]
    sections = [head_section(chart, shoe)]
    for kind, (title, words) in KINDS.items():
        by_place = {
            (each.section, each.row, each.cards, each.up): each for each in chart.indices if each.kind == kind
        }
        by_cards = any(key[2] for key in by_place)
        rows = []
        for section, row, cards in sorted({key[:3] for key in by_place}):
            cells = [cell(by_place.get((section, row, cards, up))) for up in ups]
            if len(set(cells)) > 1 or cells[0] not in ALWAYS[kind]:
                rows.append([hand_name(section, row), *([cards_name(cards)] if by_cards else []), *cells])
        if rows:
            heads = ["hand", *(["cards"] if by_cards else []), *map(name_of, ups)]
            sections.append(
                ReportSection(title, (), [SectionTable(heads, rows, figures=False)], (), [f"{words}."])
            )
    return sections


def head_section(chart: IndexChart, shoe: Ints) -> ReportSection:
    system = chart.system
    balanced = system.balanced(shoe)
    facts = [
        ("tags", tags_words(system, shoe)),
        ("balanced", "yes" if balanced else f"{float(system.total(shoe)):+g} a shoe"),
        ("insurance", "" if chart.insurance is None else f"from {chart.insurance:+.2f}"),
    ]
    notes = [METHOD]
    if not balanced:
        zero = running_count(system, shoe, 0.0, chart.left)
        notes.append(
            "Counts are less what the cards add on average. With half the shoe gone a running count begun at "
            f"0 is then {zero:+.1f} at 0, and {chart.left / 52:.2g} more for each 1."
        )
    rows = [(f"{count:+.3g}", f"{ev:+.5f}") for count, ev in chart.evs if abs(count) <= chart.reach]
    table = SectionTable(("true count", "expectation, played for the best"), rows)
    points = [CountPoint(count, 0.0, ev) for count, ev in chart.evs if abs(count) <= chart.reach]
    drawn = edge_plot(points, "What a unit is worth at each true count, played for the best")
    return ReportSection(f"Indices: {system.name}", facts, [table], [drawn], notes)


def tags_words(system: CountSystem, shoe: Ints) -> str:
    told = [f"{rank} {tag}" for at, (rank, tag) in enumerate(system.by_rank.items()) if shoe[4 * at]]
    return ", ".join(told)


def csv_indices(chart: IndexChart) -> str:
    rows: list[tuple[object, ...]] = [
        (
            each.kind,
            hand_name(each.section, each.row),
            cards_name(each.cards),
            name_of(each.up),
            "" if each.whole is None else each.whole,
            "" if each.at is None else f"{each.at:.4f}",
            "" if each.at is None else ("upwards" if each.above else "downwards"),
            ("always" if each.always else "never") if each.at is None else "",
        )
        for each in chart.indices
    ]
    if chart.insurance is not None:
        at = chart.insurance
        rows.append(("insurance", "any", "any", "A", ceil(at - 0.5), f"{at:.4f}", "upwards", ""))
    return csv_lines(CSV_HEADS, rows)


def indices_json(chart: IndexChart) -> dict[str, object]:
    return {
        "system": chart.system.name,
        "tags": {str(rank): tag for rank, tag in chart.system.by_rank.items()},
        "cards_left": chart.left,
        "method": METHOD,
        "insurance": chart.insurance,
        "ev_by_true_count": [{"true_count": count, "ev": ev} for count, ev in chart.evs],
        "indices": [
            {
                "play": each.kind,
                "hand": hand_name(each.section, each.row),
                "cards": cards_name(each.cards),
                "up": name_of(each.up),
                "index": each.whole,
                "exact": each.at,
                "above": each.above,
                "always": each.always if each.at is None else None,
                "met": each.often,
            }
            for each in chart.indices
        ],
    }
