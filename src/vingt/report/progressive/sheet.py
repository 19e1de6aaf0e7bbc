"""A progressive wager for people and for programs: its return where the meters stand, and what they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from vingt.analysis.exact.side.remarks import remarks, rests_on
from vingt.analysis.exact.side.value import MeterValue
from vingt.analysis.progressive.meter_law import LEVELS, MeterLaw
from vingt.analysis.progressive.value import PlayPace, ProgressiveValue
from vingt.core.money import dollars
from vingt.report.proposal import Proposal
from vingt.report.text.page import Page
from vingt.report.wagers.par_sheet import LINE_HEADS, line_row, percent, shoe
from vingt.report.words.values import short


@dataclass(frozen=True)
class MeterQuestion:
    """Where the meters stand, in cents; how fast wagers come; a rate to use where none is stated."""

    amounts: Mapping[str, Fraction] = field(default_factory=dict)
    pace: PlayPace = field(default_factory=PlayPace)
    rate: Fraction | None = None


@dataclass(frozen=True)
class ProgressiveSheet:
    at: Proposal
    value: ProgressiveValue
    ask: MeterQuestion

    def amount(self, meter: MeterValue) -> Fraction:
        return self.ask.amounts.get(meter.name, Fraction(meter.reset))

    def law(self, meter: MeterValue) -> MeterLaw | None:
        return self.value.law(meter, meter.rate if meter.rate is not None else self.ask.rate)

    @property
    def ev(self) -> Fraction | None:
        return self.value.ev_at(self.ask.amounts)


def convention(sheet: ProgressiveSheet) -> Iterator[str]:
    value, case = sheet.value, sheet.value.case
    yield f"one wager of {dollars(case.stake)}, gone when it is laid; a meter pays what it shows"
    yield "a fresh shoe; no other card is seen"
    if value.players == 1:
        yield "nobody else at the table has the wager (--players N says otherwise)"
    else:
        yield f"{value.players} players at the table have the wager"
    if value.won_together and value.shared_equally:
        yield "one hand wins it for all, who share the meter equally (J-7)"
    elif value.won_together:
        yield "one hand wins it for all: the first is paid the meter, the others its reset (J-7)"
    elif value.players > 1 and value.side.meters:
        yield "that two players win one meter in the same round is too rare to be reckoned"
    if len(value.side.meters) > 1:
        yield "at the break-even of one meter all others stand at their reset"
    partial = any(0 < share < 1 for meter in value.side.meters for share, _ in value.awards(meter.name))
    if partial:
        yield "a 10% award is taken from what shows; the rest stands and is not topped up to the reset (J-7)"


# -- for programs ------------------------------------------------------------------------------------------


def as_json(sheet: ProgressiveSheet) -> dict[str, object]:
    value, case, main = sheet.value, sheet.value.case, sheet.value.main
    fair = value.break_even(main.name) if main is not None else None
    figures: dict[str, object] = {
        "rulebook": case.document.id,
        "wager": case.wager.id,
        "name": case.wager.name,
        "paytable": case.paytable.id,
        "decks": case.decks,
        "stake_cents": case.stake,
        "players": value.players,
        "covers": value.side.covers,
        "meter": main.name if main is not None else None,
        "meter_cents": number(sheet.amount(main)) if main is not None else None,
        "return": number(sheet.ev, 1),
        "ev": number(sheet.ev),
        "house_edge": None if sheet.ev is None else -float(sheet.ev),
        "fixed_ev": number(value.fixed),
        "return_at_reset": number(value.ev_at({}), 1),
        "break_even_meter": None if fair is None else float(fair / 100),
        "break_even_fraction": None if fair is None or not value.side.counted else str(fair / 100),
        "break_even_stakes": None if fair is None else float(fair / case.stake),
        "break_even_missing": value.never_fair or None,
        "chance_per_seat": None if main is None else float(main.whole),
        "hit_frequency": float(value.side.hit_frequency),
        "meters": [meter_json(sheet, meter) for meter in value.side.meters],
        "added": [
            {"name": part.name, "adds": float(part.adds), "because": part.because} for part in value.added
        ],
        "lines": [
            {
                "line": line.line,
                "probability": float(line.probability),
                "fraction": str(line.probability) if value.side.counted else None,
                "pays": line.pays,
                "contribution": number(line.contribution),
            }
            for line in value.side.lines
        ],
        "convention": list(convention(sheet)),
        "remarks": list(remarks(value.side)),
        **rests_on(case).as_json(),
    }
    if case.soft17 is not None:
        figures["soft17"] = case.soft17
    if case.bar is not None:
        figures["barred"] = {"because": case.bar.because, **case.bar.cite.as_json()}
    return figures


def meter_json(sheet: ProgressiveSheet, meter: MeterValue) -> dict[str, object]:
    value, law, pace = sheet.value, sheet.law(meter), sheet.ask.pace
    fair = value.break_even(meter.name)
    an_hour = value.wagers_an_hour(pace)
    figures: dict[str, object] = {
        "meter": meter.name,
        "meter_cents": number(sheet.amount(meter)),
        "reset_cents": meter.reset,
        "rate": None if meter.rate is None else str(meter.rate),
        "expected_share": float(meter.share),
        "chance_per_seat": float(meter.whole),
        "chance_fraction": str(meter.whole) if value.side.counted else None,
        "adds": float(value.adds(meter, sheet.amount(meter))),
        "break_even_meter": None if fair is None else float(fair / 100),
        "contribution_to_fund_reset": float(value.seed_contribution(meter)),
        "reserve": str(meter.reserve) if meter.reserve else None,
        "wagers_to_hit_mean": float(1 / meter.whole) if meter.whole else None,
        "hours_to_hit_mean": float(1 / meter.whole / an_hour) if meter.whole else None,
    }
    if law is not None:
        figures |= {
            "mean_at_hit_cents": float(law.mean_at_hit),
            "at_hit_cents": {f"{level:g}": law.quantile(level) for level in LEVELS},
            "liability_cents": {f"{level:g}": law.quantile(level) for level in (0.5, 0.95, 0.99, 0.999)},
            "hours_to_hit": {f"{level:g}": law.wagers_at(level) / an_hour for level in LEVELS},
        }
    return figures


def number(value: Fraction | None, plus: int | Fraction = 0) -> float | None:
    return None if value is None else float(value + plus)


# -- for people --------------------------------------------------------------------------------------------


def money(cents: Fraction | float) -> str:
    return f"${float(cents) / 100:,.2f}"


def page_of(sheet: ProgressiveSheet) -> Page:
    value, case, page = sheet.value, sheet.value.case, Page()
    prefix = case.document.cites_as
    page.title(f"{case.wager.name}, paytable {case.paytable.id}, {shoe(case)}")
    identity = sheet.at.rules.identity[:12]
    page.text(f"{case.document.title} {short(case.wager.cite, prefix)}; identity {identity}", "dim")
    page.block("return", "", facts(sheet))
    for meter in value.side.meters:
        page.block(f"meter {meter.name}", f"at {money(sheet.amount(meter))}", meter_facts(sheet, meter))
    rows = [line_row(value.side, at) for at in range(len(value.side.lines))]
    page.table((*LINE_HEADS, prefix), rows, ("bold", "", "", "", "", "cyan"))
    for part in value.added:
        page.text(f"{part.name} adds {percent(part.adds, 4)}: {part.because}")
    for words in (*convention(sheet), *remarks(value.side)):
        page.text(words, "yellow" if words.startswith("barred") else "dim")
    page.text(f"rests on {short(rests_on(case), prefix)}", "dim")
    return page


def facts(sheet: ProgressiveSheet) -> Iterator[tuple[str, str]]:
    value, main = sheet.value, sheet.value.main
    if value.fixed is None:
        yield "spins", f"{percent(value.side.hit_frequency, 4)} of rounds; what a spin is worth is not stated"
        yield "break-even", f"none: {value.never_fair}"
        return
    where = f"with {main.name} at {money(sheet.amount(main))}" if main is not None else "of the stake"
    yield "return", f"{percent(None if sheet.ev is None else 1 + sheet.ev, 4)} {where}"
    at_reset = value.ev_at({})
    if main is not None and at_reset is not None:
        yield "at reset", f"{percent(1 + at_reset, 4)} with every meter at its reset"
        fair = value.break_even(main.name)
        yield "break-even", f"none: {value.never_fair}" if fair is None else f"{main.name} at {money(fair)}"
    else:
        yield "break-even", f"none: {value.never_fair}"
    yield "without meters", f"{percent(1 + value.fixed, 4)}" if main is not None else ""
    yield "hit frequency", percent(value.side.hit_frequency, 4)


def meter_facts(sheet: ProgressiveSheet, meter: MeterValue) -> Iterator[tuple[str, str]]:
    value, law, pace = sheet.value, sheet.law(meter), sheet.ask.pace
    if not meter.whole:
        yield "chance", "cannot be won from this shoe"
        return
    fair = value.break_even(meter.name)
    yield "chance per seat", f"1 in {float(1 / meter.whole):,.1f} wagers"
    yield "adds now", percent(value.adds(meter, sheet.amount(meter)), 4)
    yield "break-even", "none" if fair is None else money(fair)
    seed = percent(value.seed_contribution(meter), 4)
    yield "funding the reset", f"{seed} of every stake pays for resets of {dollars(meter.reset)}"
    if meter.reserve:
        yield "reserve", f"{percent(meter.reserve, 4)} of every stake is kept for that"
    hours = float(1 / meter.whole) / value.wagers_an_hour(pace)
    seats, tables = several(pace.players, "player"), several(pace.tables, "table")
    yield (
        "time to a hit",
        f"{duration(hours)} in the mean at {pace.rounds} rounds an hour, {seats} at {tables}",
    )
    if law is None:
        yield "at the hit", "the rate of progression is not stated: --rate 0.05 supposes one"
        return
    yield "rate", percent(law.contribution / meter.stake / (value.players if value.won_together else 1), 2)
    yield "at the hit", f"{money(law.mean_at_hit)} in the mean"
    yield "law at the hit", ", ".join(f"{level:.1%} {money(law.quantile(level))}" for level in LEVELS)
    yield "liability", f"99% of the time it shows at most {money(law.quantile(0.99))}"


def several(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def duration(hours: float) -> str:
    days = hours / 24
    if days < 2:
        return f"{hours:,.1f} hours"
    return f"{days:,.1f} days" if days < 730 else f"{days / 365.25:,.1f} years"
