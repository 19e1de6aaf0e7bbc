"""A must-hit jackpot for people and for programs: what it adds to the wager it rides on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from vingt.analysis.exact.side.cases import Case, NotOffered
from vingt.analysis.progressive.must_hit import MustHit, bands_of
from vingt.analysis.progressive.value import ProgressiveValue
from vingt.core.money import dollars
from vingt.core.rules.offered_wager import Meter, OfferedWager
from vingt.core.rules.wager_document import WagerDocument
from vingt.report.progressive.sheet import MeterQuestion, duration, money, number
from vingt.report.proposal import Proposal
from vingt.report.text.page import Page
from vingt.report.wagers.par_sheet import percent

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
METER = "must hit"


@dataclass(frozen=True)
class MustHitSheet:
    at: Proposal
    wager: WagerDocument
    jackpot: MustHit
    host: ProgressiveValue  # the wager it rides on
    amount: Fraction
    ask: MeterQuestion

    @property
    def at_reset(self) -> Fraction | None:
        """What the wager that carries it returns net, with its own meters at reset and nothing from here."""
        return self.host.ev_at({})

    @property
    def adds(self) -> Fraction:
        return self.jackpot.adds(self.amount)

    @property
    def ev(self) -> Fraction | None:
        return None if self.at_reset is None else self.at_reset + self.adds

    @property
    def never_fair(self) -> str:
        """Why no amount makes it fair; "" where one does."""
        if self.break_even is not None:
            return ""
        most = percent(self.jackpot.adds(self.jackpot.maximum - self.jackpot.contribution), 4)
        return f"at most it adds {most}, with the next wager sure to reach the maximum"

    @property
    def break_even(self) -> Fraction | None:
        return None if self.at_reset is None else self.jackpot.fair_at(-self.at_reset)


def must_hit_sheet(at: Proposal, name: str, host: ProgressiveValue, ask: MeterQuestion) -> MustHitSheet:
    wager, offer = at.document.wagers[name], at.rules.wager(name)
    meter = secret_meter(offer)
    if offer is not None and meter is not None:
        reset, maximum, rate = meter.reset, meter.maximum or meter.reset, meter.rate
        law = offer.trigger_law
    else:
        pair = next(each for each in wager.meters if applies(each.when, at, wager))
        reset, maximum, law = pair.reset_min, pair.maximum_min or pair.reset_min, ()
        if ask.rate is None:
            message = f"{name} is not offered here, so its rate of progression is not stated: --rate 0.05"
            raise NotOffered(message, pair.rate_cite)
        rate = ask.rate
    jackpot = MustHit(bands_of(law, reset, maximum), rate * host.case.stake, host.case.stake)
    amount = ask.amounts.get(METER, Fraction(reset))
    if not reset <= amount < maximum:
        raise NotOffered(f"a must-hit meter stands at {dollars(reset)} or more and below {dollars(maximum)}")
    return MustHitSheet(at, wager, jackpot, host, amount, ask)


def secret_meter(offer: OfferedWager | None) -> Meter | None:
    """The meter of a wager that a secret trigger hits."""
    meters = offer.meters if offer is not None else ()
    return next((meter for meter in meters if meter.maximum is not None), None)


def own_jackpot(at: Proposal, host: ProgressiveValue, ask: MeterQuestion) -> MustHitSheet | None:
    """The must-hit jackpot that a wager has beside its wheel (MA-P21 16(s)#1), where the table offers it."""
    wager = host.case.wager.id
    return must_hit_sheet(at, wager, host, ask) if secret_meter(at.rules.wager(wager)) is not None else None


def applies(when: object, at: Proposal, wager: WagerDocument) -> bool:
    assert hasattr(when, "items")
    chosen = at.submission.raw
    return all(
        chosen.get(wager.options[name].key or "", wager.options[name].default) == word
        for name, word in when.items()
    )


def trigger_quantile(jackpot: MustHit, level: float) -> Fraction:
    """The trigger is at most this with this chance."""
    total, left = sum(band.weight for band in jackpot.bands), Fraction(level)
    for band in sorted(jackpot.bands, key=lambda each: each.low):
        share = Fraction(band.weight, total)
        if left <= share:
            return band.low + (band.high - band.low) * left / share
        left -= share
    return Fraction(jackpot.maximum)


def as_json(sheet: MustHitSheet) -> dict[str, object]:
    jackpot, pace = sheet.jackpot, sheet.ask.pace
    fair = sheet.break_even
    case: Case = sheet.host.case
    return {
        "rulebook": case.document.id,
        "wager": sheet.wager.id,
        "name": sheet.wager.name,
        "rides_on": case.wager.id,
        "paytable": case.paytable.id,
        "decks": case.decks,
        "stake_cents": jackpot.stake,
        "reset_cents": jackpot.reset,
        "maximum_cents": jackpot.maximum,
        "contribution_cents": float(jackpot.contribution),
        "law": "uniform" if len(jackpot.bands) == 1 else [vars(band) for band in jackpot.bands],
        "meter_cents": float(sheet.amount),
        "chance_per_wager": float(jackpot.chance(sheet.amount)),
        "adds": float(sheet.adds),
        "return": number(sheet.ev, 1),
        "return_at_reset": number(sheet.at_reset, 1 + jackpot.adds(Fraction(jackpot.reset))),
        "return_without": number(sheet.at_reset, 1),
        "ev": number(sheet.ev),
        "break_even_meter": None if fair is None else float(fair / 100),
        "break_even_missing": sheet.never_fair or None,
        "mean_at_hit_cents": float(jackpot.mean_at_hit),
        "at_hit_cents": {f"{level:g}": float(trigger_quantile(jackpot, level)) for level in LEVELS},
        "wagers_to_hit_mean": float(jackpot.mean_wagers),
        "hours_to_hit_mean": float(jackpot.mean_wagers / pace.wagers),
        "contribution_to_fund_reset": float(jackpot.reset / jackpot.mean_wagers / jackpot.stake),
        "convention": list(conventions(sheet)),
        **sheet.wager.settles.cite.as_json(),
    }


def beside(figures: dict[str, object], sheet: MustHitSheet) -> dict[str, object]:
    """Of a wager with its own jackpot: its meter is the wager's, and what it adds is in the return."""
    jackpot = as_json(sheet)
    shared = ("return", "return_at_reset", "ev", "break_even_meter", "break_even_missing", "meter_cents")
    return {
        **figures,
        **{name: jackpot[name] for name in shared},
        "meter": METER,
        "house_edge": None if sheet.ev is None else -float(sheet.ev),
        "break_even_stakes": None
        if sheet.break_even is None
        else float(sheet.break_even / sheet.jackpot.stake),
        "must_hit": jackpot,
    }


def conventions(sheet: MustHitSheet) -> tuple[str, ...]:
    host = sheet.host.case.wager.id
    return (
        f"a wager of {dollars(sheet.jackpot.stake)} on {host}, whose own meters stand at their reset",
        "the trigger has not been reached, so it lies above what shows, by its published law (J-46)",
        "one of those who take part is drawn evenly: how many they are changes nothing",
    )


def title_of(sheet: MustHitSheet) -> str:
    return f"{sheet.wager.name}, {dollars(sheet.jackpot.reset)} to {dollars(sheet.jackpot.maximum)}"


def facts(sheet: MustHitSheet) -> list[tuple[str, str]]:
    jackpot, pace, fair, host = sheet.jackpot, sheet.ask.pace, sheet.break_even, sheet.host.case.wager.id
    return [
        ("chance", f"1 in {float(1 / jackpot.chance(sheet.amount)):,.1f} wagers reaches the trigger next"),
        ("adds", f"{percent(sheet.adds, 4)} of the stake on {host}"),
        ("return", f"{percent(None if sheet.ev is None else 1 + sheet.ev, 4)} of that wager with it"),
        ("break-even", f"none: {sheet.never_fair}" if fair is None else money(fair)),
        ("at the hit", f"{money(jackpot.mean_at_hit)} in the mean"),
        ("law at the hit", ", ".join(f"{x:.0%} {money(trigger_quantile(jackpot, x))}" for x in LEVELS)),
        ("time to a hit", f"{duration(float(jackpot.mean_wagers) / pace.wagers)} in the mean"),
    ]


def page_of(sheet: MustHitSheet) -> Page:
    page = Page()
    page.title(title_of(sheet))
    page.text(f"{sheet.host.case.document.title} {sheet.wager.cite}", "dim")
    page.block("value", f"at {money(sheet.amount)}", facts(sheet))
    for words in conventions(sheet):
        page.text(words, "dim")
    return page
