"""A PAR sheet as a laboratory expects it: exact fractions, true odds, returns, volatility, bands, exposure,
correlation, other decks, counts. Said once here, for text, HTML, CSV, JSON and the packet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from vingt.analysis.counting.attack import Taken
from vingt.analysis.exact.side.value import SideWagerValue, ValuedLine
from vingt.analysis.par.figures import WAGERS
from vingt.analysis.par.sheet import ParSheet
from vingt.core.money import dollars
from vingt.core.rounds.outcome_words import outcome_words
from vingt.report.text.page import Page
from vingt.report.wagers.par_sheet import as_json, chance, combinations, facts, number, percent

ODDS_HEADS = (
    *("line", "combinations", "probability, exactly", "true odds", "payout odds"),
    *("return", "contribution"),
)
DECK_HEADS = ("decks", "paytable", "house edge", "hit frequency")
CSV_HEADS = (
    *(
        "rulebook",
        "wager",
        "paytable",
        "decks",
        "line",
        "combinations",
        "fraction",
        "probability",
        "true_odds",
    ),
    *("pays", "return", "contribution", "house_edge", "hit_frequency", "variance", "volatility_index"),
    *(f"{end}_return_{many}" for many in WAGERS for end in ("least", "most")),
    *("largest_line", "largest_net", "largest_chance", "exposure_cents", "correlation", "correlation_error"),
    *("counted_per_100", "counted_error"),
)
METHODS = (
    "Probabilities are counted, not sampled: every class of deals from a fresh shoe is judged by the "
    "evaluator that settles the wager at the table. Returns are per unit staked.",
    "Volatility index: 1.645 standard deviations of one wager. Bands: between these returns lie so many "
    "wagers with a chance of 95%, by the law of their sum itself and not by the normal curve.",
    "To a count: tried on as many shoes as the figures say, ± one standard error of them; vingt protect "
    "deals more.",
)


@dataclass(frozen=True)
class SheetTable:
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def lab_tables(sheet: ParSheet) -> Iterator[SheetTable]:
    valued = sheet.value
    yield SheetTable(
        "Odds", ODDS_HEADS, tuple(odds_row(valued, line) for line in valued.lines if line.line != "")
    )
    if bands := sheet.figures.bands:
        ends = tuple((f"{each.wagers:,}", percent_of(each.least), percent_of(each.most)) for each in bands)
        yield SheetTable("Return of many wagers, 95%", ("wagers", "from", "to"), ends)
    if len(sheet.by_decks) > 1:
        yield SheetTable("Other decks", DECK_HEADS, tuple(deck_rows(sheet)))
    if sheet.counted is not None:
        rows = tuple(
            (f"{each.cut:.0%}", *taken(each), *taken(best)[1:])
            for each, best in zip(sheet.counted.counted, sheet.counted.perfect, strict=True)
        )
        heads = ("dealt before the cut", "made in", "units per 100 rounds", "±", "knowing every card", "± ")
        yield SheetTable(f"To a count ({sheet.counted.system_name})", heads, rows)


def lab_facts(sheet: ParSheet) -> Iterator[tuple[str, str]]:
    """What stands under the lines, one by one."""
    yield "deals", combinations(sheet.value)
    yield from facts(sheet.value)
    figures, valued = sheet.figures, sheet.value
    if valued.counted:
        yield "hit frequency, exactly", str(valued.hit_frequency)
        if valued.ev is not None:
            yield "expected value, exactly", str(valued.ev)
    if figures.volatility_index is not None:
        yield "volatility index", f"{figures.volatility_index:.4f}"
    if figures.largest is not None:
        line, net = figures.largest.line, figures.largest.net
        paid = f"{float(net):,g} to 1" if net is not None else f"{line.pays}, paid by a device"
        yield "largest prize", f"{outcome_words(line.line)}: {paid}, 1 in {float(1 / line.probability):,.1f}"
    if sheet.exposure is not None:
        at = sheet.exposure
        whole = "the limit that all winners share" if at.capped else "every box winning it"
        yield (
            "exposure",
            f"{dollars(at.one)} on one wager of {dollars(at.stake)}; {dollars(at.table)} by {whole}",
        )
    if sheet.correlation is not None:
        error = f" ± {sheet.correlation.error:.3f}" if sheet.correlation.error is not None else ""
        yield (
            "with the main wager",
            f"correlation {sheet.correlation.value:+.4f}{error} ({sheet.correlation.method})",
        )
    else:
        yield "with the main wager", "no correlation stated: no exact law here, and no simulation of it"
    if sheet.counted is not None:
        how = "from effects of removal" if sheet.counted.linear else "from the exact value of each shoe"
        yield "counting", f"{sheet.counted.shoes} shoes dealt, {how}; a unit is one wager"
    else:
        yield "counting", "nothing to count for, or not reckoned"


def odds_row(valued: SideWagerValue, line: ValuedLine) -> tuple[str, ...]:
    return (
        line.line,
        "–" if (ways := combinations_of(valued, line)) is None else f"{ways:,}",
        exactly(valued, line),
        true_odds(line.probability),
        f"{line.pays} + {line.besides}" if line.besides else line.pays,
        "–" if (back := returned(valued, line)) is None else f"{float(back):.6f}",
        "–" if line.contribution is None else f"{float(line.contribution):+.6f}",
    )


def exactly(valued: SideWagerValue, line: ValuedLine) -> str:
    return str(line.probability) if valued.counted else f"{chance(line.probability)} (reckoned)"


def true_odds(probability: Fraction) -> str:
    """Against the line: what would pay it fairly."""
    if not probability:
        return "–"
    return f"{float((1 - probability) / probability):,.4f} to 1"


def returned(valued: SideWagerValue, line: ValuedLine) -> Fraction | None:
    """What the line gives back per unit staked, stake included."""
    if line.net is None:
        return None
    return line.probability * (line.net + (0 if valued.covers == "added value" else 1))


def deck_rows(sheet: ParSheet) -> Iterator[tuple[str, ...]]:
    for decks, valued in sheet.by_decks:
        here = " (here)" if decks == sheet.value.case.decks else ""
        figures = percent(valued.house_edge, 4), percent(valued.hit_frequency, 4)
        yield f"{decks}{here}", valued.case.paytable.id, *figures


def taken(each: Taken) -> tuple[str, str, str]:
    return percent_of(each.frequency, 1), f"{each.per_100:+.3f}", f"{each.error:.3f}"


def percent_of(share: float, places: int = 3) -> str:
    return f"{100 * share:.{places}f}%"


# -- forms -------------------------------------------------------------------------------------------------


def add_to_page(page: Page, sheet: ParSheet) -> None:
    """Under the PAR sheet of `vingt wagers`."""
    for each in lab_tables(sheet):
        page.text(each.title, "bold")
        page.table(each.heads, each.rows)
    shown = {"deals", *dict(facts(sheet.value))}  # what stands there already
    page.block("laboratory", "", [each for each in lab_facts(sheet) if each[0] not in shown])
    for method in METHODS:
        page.text(method, "dim")


def lab_json(sheet: ParSheet) -> dict[str, object]:
    figures, valued = sheet.figures, sheet.value
    largest = figures.largest
    return {
        **as_json(valued),
        "lines": [
            {
                "line": line.line,
                "combinations": combinations_of(valued, line),
                "probability": float(line.probability),
                "fraction": str(line.probability) if valued.counted else None,
                "true_odds": true_odds(line.probability),
                "pays": line.pays,
                "return": number(returned(valued, line)),
                "contribution": number(line.contribution),
            }
            | ({"besides": line.besides} if line.besides else {})
            | ({"impossible": line.impossible} if line.impossible else {})
            for line in valued.lines
        ],
        "deals": valued.deals if valued.counted else None,
        "ev_fraction": str(valued.ev) if valued.counted and valued.ev is not None else None,
        "hit_fraction": str(valued.hit_frequency) if valued.counted else None,
        "standard_deviation": None if valued.variance is None else sqrt(valued.variance),
        "volatility_index": figures.volatility_index,
        "bands_95": [
            {"wagers": each.wagers, "least": each.least, "most": each.most} for each in figures.bands
        ],
        "largest_prize": None
        if largest is None
        else {
            "line": largest.line.line,
            "net": number(largest.net),
            "probability": float(largest.line.probability),
        },
        "exposure": None
        if sheet.exposure is None
        else {
            "stake_cents": sheet.exposure.stake,
            "one_wager_cents": sheet.exposure.one,
            "table_cents": sheet.exposure.table,
            "capped": sheet.exposure.capped,
        },
        "correlation_with_main": None
        if sheet.correlation is None
        else {
            "value": sheet.correlation.value,
            "standard_error": sheet.correlation.error,
            "method": sheet.correlation.method,
        },
        "by_decks": [
            {
                "decks": decks,
                "paytable": each.case.paytable.id,
                "house_edge": number(each.house_edge),
                "hit_frequency": float(each.hit_frequency),
            }
            for decks, each in sheet.by_decks
        ],
        "counting": None
        if sheet.counted is None
        else {
            "system": sheet.counted.system_name,
            "shoes": sheet.counted.shoes,
            "counted": [taken_json(each) for each in sheet.counted.counted],
            "perfect": [taken_json(each) for each in sheet.counted.perfect],
        },
    }


def taken_json(each: Taken) -> dict[str, object]:
    return {
        "cut": each.cut,
        "frequency": each.frequency,
        "per_100_rounds": each.per_100,
        "standard_error": each.error,
    }


def combinations_of(valued: SideWagerValue, line: ValuedLine) -> int | None:
    if not valued.counted:
        return None
    return valued.deals * line.probability.numerator // line.probability.denominator


def lab_csv(sheets: Iterable[ParSheet]) -> str:
    """A row for each line; what is of the whole wager is repeated in each."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(CSV_HEADS)
    for sheet in sheets:
        valued, figures = sheet.value, sheet.figures
        case, largest = valued.case, figures.largest
        bands = {each.wagers: (each.least, each.most) for each in figures.bands}
        counted = sheet.counted.counted[-1] if sheet.counted else None
        whole = (
            *(number(valued.house_edge), float(valued.hit_frequency), number(valued.variance)),
            figures.volatility_index,
            *(end for many in WAGERS for end in bands.get(many, ("", ""))),
            *((largest.line.line, number(largest.net)) if largest else ("", "")),
            float(largest.line.probability) if largest else "",
            sheet.exposure.table if sheet.exposure else "",
            *((sheet.correlation.value, sheet.correlation.error) if sheet.correlation else ("", "")),
            *((counted.per_100, counted.error) if counted else ("", "")),
        )
        for line in valued.lines:
            rows.writerow(
                [
                    *(case.document.id, case.wager.id, case.paytable.id, case.decks, line.line),
                    combinations_of(valued, line),
                    str(line.probability) if valued.counted else "",
                    *(float(line.probability), true_odds(line.probability), line.pays),
                    *(number(returned(valued, line)), number(line.contribution)),
                    *whole,
                ]
            )
    return out.getvalue()
