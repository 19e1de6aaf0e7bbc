"""Exact values of side wagers as JSON, CSV, a table and PAR sheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt

from vingt.analysis.exact.side.cases import Case, is_drawn
from vingt.analysis.exact.side.remarks import first_box_value, remarks, rests_on, whose_play
from vingt.analysis.exact.side.value import MeterValue, SideWagerValue
from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.report.proposal import Proposal
from vingt.report.text.page import Page
from vingt.report.words.values import short

CSV_COLUMNS = (
    *("rulebook", "wager", "paytable", "decks", "soft17", "line", "probability", "fraction", "pays"),
    *("ev", "house_edge", "hit_frequency", "variance", "covers", "barred", "impossible"),
)
LINE_HEADS = ("line", "combinations", "probability", "1 in", "pays", "contribution")  # of a PAR sheet


def number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def as_json(value: SideWagerValue, now: Mapping[str, int] | None = None) -> dict[str, object]:
    case = value.case
    figures: dict[str, object] = {
        "rulebook": case.document.id,
        "wager": case.wager.id,
        "paytable": case.paytable.id,
        "decks": case.decks,
        "lines": [
            {
                "line": line.line,
                "probability": float(line.probability),
                "fraction": str(line.probability) if value.counted else None,
                "pays": line.pays,
            }
            | ({"besides": line.besides} if line.besides else {})
            | ({"impossible": line.impossible} if line.impossible else {})
            for line in value.lines
        ],
        "ev": number(value.ev),
        "house_edge": number(value.house_edge),
        "hit_frequency": float(value.hit_frequency),
        "variance": number(value.variance),
        "covers": value.covers,
    }
    if case.soft17 is not None:
        figures["soft17"] = case.soft17
    if case.plays_hand:
        figures["strategy"] = whose_play(case)
    if value.meters:
        figures["meters"] = [meter_json(value, meter, now or {}) for meter in value.meters]
        figures["long_run_ev"] = number(long_run(value))
    if case.bar is not None:
        figures["barred"] = {"because": case.bar.because, **case.bar.cite.as_json()}
    return figures


def long_run(value: SideWagerValue) -> Fraction | None:
    """The expected net result over many rounds, at the rates of progression that the submission states."""
    rates = {meter.name: meter.rate for meter in value.meters if meter.rate is not None}
    return value.long_run_ev(rates) if value.meters and len(rates) == len(value.meters) else None


def meter_json(value: SideWagerValue, meter: MeterValue, now: Mapping[str, int]) -> dict[str, object]:
    return {
        "meter": meter.name,
        "expected_share": float(meter.share),
        "reset_cents": meter.reset,
        "rate": None if meter.rate is None else str(meter.rate),
        "break_even_cents": number(value.break_even(meter.name)),
        "return_at_reset": returned(value, {}),
        "return_now": returned(value, now),
        "return_at_break_even": None if value.break_even(meter.name) is None else 1.0,
    }


def returned(value: SideWagerValue, now: Mapping[str, int]) -> float | None:
    """The return with the meters where they stand; one that is not named is at its reset."""
    ev = value.ev_at({meter.name: now.get(meter.name, meter.reset) for meter in value.meters})
    return None if ev is None else float(1 + ev)


def csv_text(values: Iterable[SideWagerValue]) -> str:
    text = io.StringIO()
    rows = csv.DictWriter(text, CSV_COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
    rows.writeheader()
    for value in values:
        figures = as_json(value)
        lines = figures.pop("lines")
        assert isinstance(lines, list)
        figures["barred"] = value.case.bar.cite if value.case.bar else ""
        rows.writerows({**figures, **line} for line in lines)
    return text.getvalue()


# -- for people --------------------------------------------------------------------------------------------


def percent(value: Fraction | None, places: int = 3) -> str:
    return "–" if value is None else f"{float(value) * 100:.{places}f}%"


def chance(value: Fraction) -> str:
    """A probability with digits that matter however small it is."""
    return "0" if not value else f"{float(value):.6g}"


def shoe(case: Case) -> str:
    decks = f"{case.decks} deck{'s' if case.decks != 1 else ''}"
    return f"{decks}, {case.soft17}" if case.soft17 else decks


def overview(at: Proposal, values: Sequence[SideWagerValue]) -> Page:
    page = Page()
    page.title(at.rules.title)
    page.text(
        f"{at.document.title}; exact values from a fresh shoe; identity {at.rules.identity[:12]}", "dim"
    )
    columns = ("wager", "paytable", "shoe", "house edge", "ev", "hits", "std. deviation", "covers", "")
    rows = [
        (
            value.case.wager.id,
            value.case.paytable.id,
            shoe(value.case),
            percent(value.house_edge),
            "–" if value.ev is None else f"{float(value.ev):+.6f}",
            percent(value.hit_frequency, 2),
            "–" if value.variance is None else f"{sqrt(value.variance):.3f}",
            value.covers,
            ", ".join(marks(value)),
        )
        for value in values
    ]
    page.table(columns, rows, ("bold", "", "", "cyan", "", "", "", "dim", "yellow"))
    for wager in at.document.wagers.values():
        if is_drawn(wager):
            page.text(
                f"{wager.id} is drawn, not dealt, and has no value in cards ({wager.settles.cite})", "dim"
            )
    page.text(
        f"Next:  vingt wagers {at.named} --wager {values[0].case.wager.id}    --all, --json, --csv, --html"
    )
    return page


def marks(value: SideWagerValue) -> Iterator[str]:
    if value.case.bar is not None:
        yield f"barred by {value.case.bar.cite}"
    impossible = sum(bool(line.impossible) for line in value.lines)
    if impossible:
        yield f"{impossible} line{'s' if impossible > 1 else ''} impossible"
    if (own := first_box_value(value)) is not None:
        yield f"{percent(own.house_edge)} in the first box"
    for meter in value.meters:
        at = value.break_even(meter.name)
        if at is not None:
            yield f"fair at {meter.name} {dollars(round(at / 100) * 100)}"


def sheets(at: Proposal, values: Sequence[SideWagerValue], now: Mapping[str, int] | None = None) -> Page:
    page = Page()
    for value in values:
        sheet(page, at, value, now or {})
    return page


def sheet(page: Page, at: Proposal, value: SideWagerValue, now: Mapping[str, int]) -> None:
    """The PAR sheet: line, combinations, probability, pays, contribution."""
    case, prefix = value.case, value.case.document.cites_as
    page.title(f"{case.wager.name}, paytable {case.paytable.id}, {shoe(case)}")
    page.text(
        f"{case.document.title} {short(case.wager.cite, prefix)}; identity {at.rules.identity[:12]}", "dim"
    )
    page.table(
        (*LINE_HEADS, prefix),
        [line_row(value, at) for at in range(len(value.lines))],
        ("bold", "", "", "", "", "cyan"),
    )
    page.text(combinations(value), "dim")
    for line in value.lines:
        if line.impossible:
            page.text(f"{line.line}: {line.impossible}", "yellow")
    page.block("value", "", facts(value, now))
    for remark in remarks(value):
        page.text(remark, "yellow" if remark.startswith("barred") else "dim")
    page.text(f"rests on {short(readings_only(rests_on(case)), prefix)}", "dim")


def combinations(value: SideWagerValue) -> str:
    return f"{value.deals:,} combinations in all" if value.counted else "reckoned from the play of hands"


def line_cite(value: SideWagerValue, at: int) -> Cite:
    cite = Cite()
    for paid in value.lines[at].paid:
        cite += paid.cite
    return cite


def line_row(value: SideWagerValue, at: int) -> tuple[str, ...]:
    line = value.lines[at]
    return (
        line.line,
        f"{value.deals * line.probability.numerator // line.probability.denominator:,}"
        if value.counted
        else "–",
        chance(line.probability),
        f"{float(1 / line.probability):,.1f}" if line.probability else "–",
        f"{line.pays} + {line.besides}" if line.besides else line.pays,
        "–" if line.contribution is None else f"{float(line.contribution):+.6f}",
        short(line_cite(value, at), value.case.document.cites_as),
    )


def facts(value: SideWagerValue, now: Mapping[str, int] | None = None) -> Iterator[tuple[str, str]]:
    """What a PAR sheet says under its lines."""
    yield "covers", value.covers
    if value.ev is not None and value.variance is not None:
        yield "expected value", f"{float(value.ev):+.9f} per unit staked"
        yield "house edge", percent(value.house_edge, 4)
        yield "variance", f"{float(value.variance):.6f}, standard deviation {sqrt(value.variance):.4f}"
    yield "hit frequency", f"{percent(value.hit_frequency, 4)}, 1 in {float(1 / value.hit_frequency):,.2f}"
    if value.meters and value.ev is not None:
        yield "return", returns_in_words(value, now or {})
    for meter in value.meters:
        yield f"meter {meter.name}", in_words(value, meter)
    if (net := long_run(value)) is not None:
        yield "in the long run", f"{float(net):+.6f} per unit staked, at these rates"


def returns_in_words(value: SideWagerValue, now: Mapping[str, int]) -> str:
    """At reset, where the meters stand now if that was said, and at break-even of the first meter."""
    main = value.meters[0]
    words = [f"{returned(value, {}) or 0:.3%} with the meters at reset"]
    if now:
        words.append(f"{returned(value, now) or 0:.3%} now")
    if (fair := value.break_even(main.name)) is not None:
        words.append(f"100% with {main.name} at ${float(fair) / 100:,.2f}")
    return ", ".join(words)


def in_words(value: SideWagerValue, meter: MeterValue) -> str:
    """A meter's part of the return, as a function of where it stands and of its rate of progression."""
    if not meter.share:
        return "cannot be won from this shoe"
    fair = value.break_even(meter.name)
    words = [f"each $1,000 in it adds {percent(meter.adds(100_000))}"]
    if fair is not None:
        words.append(
            f"fair at ${float(fair) / 100:,.2f}"
            + (" with the others at reset" if len(value.meters) > 1 else "")
        )
    seed = percent(meter.whole * meter.reset / meter.stake)
    rate = "its rate" if meter.rate is None else f"its rate of {percent(meter.rate, 2)}"
    words.append(f"in the long run it returns {rate} and {seed} for a reset of {dollars(meter.reset)}")
    return "; ".join(words)


def readings_only(cite: Cite) -> Cite:
    return Cite((), cite.readings)
